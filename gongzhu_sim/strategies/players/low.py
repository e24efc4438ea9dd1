"""`low`: the simplest player with a plan, to stay below."""

from typing import Any

import numpy as np

from gongzhu_sim.strategies.registry import strategy

__all__ = ["choose"]

_ONE = np.uint64(1)
_EVERY_SUIT = np.uint64(0x0001_0001_0001_0001)
_HEARTS, _DIAMONDS, _CLUBS = np.uint64(16), np.uint64(32), np.uint64(48)


@strategy("low")
def choose(table: Any, hand: Any, legal: Any) -> Any:
    """Play the lowest legal card by rank, and never declare.

    Of equal ranks the spade is played before the heart, the diamond and the club. With two
    decks it leads both copies of its lowest card if it has them.
    """
    ranks = legal | legal >> _HEARTS | legal >> _DIAMONDS | legal >> _CLUBS
    lowest = legal & ((ranks & (~ranks + _ONE)) * _EVERY_SUIT)
    return lowest & (~lowest + _ONE)
