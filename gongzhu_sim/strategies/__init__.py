"""Strategies: the registry, line-ups of players, and one family of strategies a file.

Every module of :mod:`gongzhu_sim.strategies.players` is found by itself: to add a strategy,
write one file there.
"""

from gongzhu_sim.strategies.checker import CheckReport, check_strategy
from gongzhu_sim.strategies.definition import Strategy
from gongzhu_sim.strategies.finding import (
    get_strategy,
    known_names,
    load_strategies,
    strategy_names,
)
from gongzhu_sim.strategies.line_up import Player, build_line_up, parse_line_up, parse_player
from gongzhu_sim.strategies.registry import name_player, named_players, strategy

__all__ = [
    "CheckReport",
    "Player",
    "Strategy",
    "build_line_up",
    "check_strategy",
    "get_strategy",
    "known_names",
    "load_strategies",
    "name_player",
    "named_players",
    "parse_line_up",
    "parse_player",
    "strategy",
    "strategy_names",
]
