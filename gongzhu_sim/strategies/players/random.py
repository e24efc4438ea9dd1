"""`random`: the baseline that knows the rules and nothing else."""

from typing import Any

import numpy as np

from gongzhu_sim.cards.bits import count, nth_bit
from gongzhu_sim.cards.compiling import inner_kernel, kernel
from gongzhu_sim.cards.streams import bounded, mix
from gongzhu_sim.engine.blind import blind_block, play_blind_block
from gongzhu_sim.engine.calling import Players
from gongzhu_sim.strategies.registry import strategy
from gongzhu_sim.strategies.view import random_word

__all__ = ["choose"]

_HALF = np.uint64(32)
_LOW = np.uint64(0xFFFF_FFFF)
_ONE = np.uint64(1)
_ZERO = np.uint64(0)


@inner_kernel(forceinline=True)
def _pick(legal: Any, word: Any) -> Any:
    return nth_bit(legal, bounded(word, count(legal)))


@strategy(
    "random", params={"chance": 0.5}, limits={"chance": (0, 1)}, is_random=True, is_quick=True
)
def choose(table: Any, hand: Any, legal: Any) -> Any:
    """Play a uniformly random legal card; declare each card with probability ``chance``."""
    return _pick(legal, random_word(table))


@kernel(forceinline=True)
def _draw(cards: Any, bits: Any, chance: Any) -> Any:
    """Return the lowest card if it is drawn, and the others."""
    card = cards & (~cards + _ONE)
    return (card if bits < chance else _ZERO), cards ^ card


@choose.declaring
def declare(table: Any, hand: Any, allowed: Any) -> Any:
    """Declare each allowed card with probability ``chance``, independently."""
    chance = np.uint64(table.own.params[0])  # in units of 1/2^32
    word = random_word(table)
    if table.part != 0:
        word = mix(word, _ONE)  # second copies are declared independently of the first
    # 32 bits for each of up to four cards; with no card left it goes on, but never branches
    more = mix(word, allowed)
    first, allowed = _draw(allowed, word & _LOW, chance)
    second, allowed = _draw(allowed, word >> _HALF, chance)
    third, allowed = _draw(allowed, more & _LOW, chance)
    fourth, allowed = _draw(allowed, more >> _HALF, chance)
    return first | second | third | fourth


_PLAYERS = Players(choose.choose, choose.declare, _pick)


@blind_block(_PLAYERS)
def _play_block(
    tables: Any, seatings: Any, seed: Any, first: Any, rotation: Any, full: Any, outcomes: Any
) -> Any:
    """Play deals with four of it."""
    return play_blind_block(tables, seatings, _PLAYERS, seed, first, rotation, full, outcomes)
