"""What the tests of studies share."""

import pytest

from gongzhu_sim.studies import Plan, load_plan


@pytest.fixture
def small_plan():
    """Return a function that makes a small plan, with whatever is to differ."""

    def make(**changes: object) -> Plan:
        plan = {
            "name": "small",
            "seed": 7,
            "deals": 400,
            "rules": ["qq"],
            "players": ["random"],
            "tables": ["declaring", "shoots", "positions"],
        }
        return load_plan(plan | changes)

    return make
