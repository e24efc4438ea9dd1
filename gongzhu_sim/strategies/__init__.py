"""Strategies: the registry, line-ups of players, and one family of strategies a file.

Every module of :mod:`gongzhu_sim.strategies.players` is found by itself: to add a strategy,
write one file there.
"""

from gongzhu_sim.strategies.checker import CheckReport, check_strategy
from gongzhu_sim.strategies.line_up import Player, build_line_up, parse_line_up, parse_player
from gongzhu_sim.strategies.registry import (
    Strategy,
    get_strategy,
    load_strategies,
    strategy,
    strategy_names,
)

__all__ = [
    "CheckReport",
    "Player",
    "Strategy",
    "build_line_up",
    "check_strategy",
    "get_strategy",
    "load_strategies",
    "parse_line_up",
    "parse_player",
    "strategy",
    "strategy_names",
]
