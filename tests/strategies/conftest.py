"""Strategies registered by a test are forgotten after it."""

import pytest


@pytest.fixture(autouse=True)
def own_registry(built_in_strategies):
    """Every test has the strategies that ship, and those it registers."""
