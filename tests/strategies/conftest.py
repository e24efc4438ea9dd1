"""Strategies registered by a test are forgotten after it."""

import pytest

from gongzhu_sim.strategies import registry, strategy_names


@pytest.fixture(autouse=True)
def own_registry(monkeypatch):
    strategy_names()  # finds the players that ship
    shipped = {
        name: each
        for name, each in registry._registry.items()
        if each.choose.py_func.__module__.startswith("gongzhu_sim.strategies.players.")
    }
    monkeypatch.setattr(registry, "_registry", shipped)
