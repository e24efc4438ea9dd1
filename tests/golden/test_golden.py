"""One playthrough of every preset, as it was read against the rules."""

import runpy
from pathlib import Path

import pytest

from gongzhu_sim.rules.loading import preset_names

FOLDER = Path(__file__).parent


@pytest.fixture(scope="module")
def playthroughs() -> dict[str, str]:
    script = runpy.run_path(str(FOLDER / "regenerate.py"))
    return script["make_playthroughs"]()


def test_every_preset_has_one():
    assert {path.stem for path in FOLDER.glob("*.txt")} == set(preset_names())


@pytest.mark.parametrize("preset", preset_names())
def test_playthrough(playthroughs, preset):
    """If this differs on purpose: run tests/golden/regenerate.py and read what changed."""
    assert playthroughs[preset] == (FOLDER / f"{preset}.txt").read_text(encoding="utf-8")
