"""Fixtures for the tests of commands."""

import pytest


@pytest.fixture
def built_in_strategies(monkeypatch):
    """Only what ships is registered, and what a test registers is forgotten after it."""
    from gongzhu_sim.strategies import registry

    registry.strategy_names()  # finds the players that ship
    shipped = {
        name: each
        for name, each in registry._registry.items()
        if each.choose.py_func.__module__.startswith("gongzhu_sim.strategies.players.")
    }
    monkeypatch.setattr(registry, "_registry", shipped)
