"""`plain`: a dozen lines of common sense, the neutral opponent.

It shares no part with the other rule bots and serves nowhere else, so that a duel against it
favours none of them.
"""

from typing import Any

import numpy as np

from gongzhu_sim.cards.compiling import kernel
from gongzhu_sim.cards.layout import GOAT, HEARTS, PIG, SPADES
from gongzhu_sim.strategies.registry import strategy

__all__ = ["choose"]

_ZERO = np.uint64(0)
_ONE = np.uint64(1)
_LAST = np.int64(3)
_HEART_LANE, _DIAMOND_LANE, _CLUB_LANE = np.uint64(16), np.uint64(32), np.uint64(48)
_EVERY_SUIT = np.uint64(0x0001_0001_0001_0001)
_TOP_SPADES = SPADES & ~(PIG - _ONE)
_ABOVE_PIG = _TOP_SPADES & ~PIG


@kernel
def _lowest(cards: Any) -> Any:
    """Return the card of the lowest rank."""
    ranks = cards | cards >> _HEART_LANE | cards >> _DIAMOND_LANE | cards >> _CLUB_LANE
    lowest = cards & ((ranks & (~ranks + _ONE)) * _EVERY_SUIT)
    return lowest & (~lowest + _ONE)


@kernel
def _highest(cards: Any) -> Any:
    """Return the card of the highest rank."""
    best = _ZERO
    while cards != _ZERO:
        best = cards
        cards ^= _lowest(cards)
    return best


@kernel
def _without(cards: Any, kept: Any) -> Any:
    """Return the cards without those to be kept, if any are left."""
    return cards & ~kept if cards & ~kept != _ZERO else cards


@kernel
def _is_friend(table: Any) -> Any:
    """Say whether the trick goes to the seat's own side, as far as sides are known."""
    shared = (table.sides >> table.winner) ^ (table.sides >> table.turn)
    return table.position == _LAST and table.sides != 0 and shared & 1 == 0


@strategy("plain")
def choose(table: Any, hand: Any, legal: Any) -> Any:
    """Duck when possible, throw danger when void, lead low, fetch the goat; never declare.

    While the pig is out it leads spades without ♠A ♠K ♠Q, and anything else with one of them.
    """
    is_pig_out = table.seen & PIG == _ZERO
    if table.led == _ZERO:
        spades = SPADES if hand & _TOP_SPADES != _ZERO else ~SPADES
        return _lowest(_without(legal, spades | GOAT if is_pig_out else GOAT))
    if hand & table.led == _ZERO:
        cards = _without(legal, HEARTS | PIG) if _is_friend(table) else legal
        for danger in (PIG, _ABOVE_PIG if is_pig_out else _ZERO, HEARTS, ~GOAT):
            if cards & danger != _ZERO:
                return _highest(cards & danger)
        return cards
    below = legal & (table.best - _ONE)
    above = _without(legal & ~below, PIG)
    is_last = table.position == _LAST
    is_good = is_last and table.on_table & (HEARTS | PIG) == _ZERO
    if above != _ZERO and (is_good or table.on_table & GOAT != _ZERO):
        return _highest(above)
    if below == _ZERO:
        return _highest(above) if is_last else _lowest(above)
    return PIG if below & PIG != _ZERO else _highest(_without(below, GOAT))
