"""What the learned policy looks at to declare: a few small numbers of one's own hand.

Each declarable card has three tables, whose weights are points: what the holder gains by
declaring it. The card is declared if they add up to more than nothing.

- its suit: how many cards of it, how many of them rank above the card, and how many other high
  ones there are;
- the rest of the hand: the shortest other suit, aces and kings outside the suit, other
  declarable cards;
- the seat's place from the first leader.

Second copies of two decks have tables of their own. At a first draw, where one card is all
that is known, nothing is declared.
"""

from typing import Any

import numpy as np

from gongzhu_sim.cards.compiling import kernel
from gongzhu_sim.cards.layout import (
    CLUBS,
    DIAMONDS,
    GOAT,
    HEARTS,
    PIG,
    SPADES,
    TRANSFORMER,
)
from gongzhu_sim.engine.table import DECLARE_DECISION
from gongzhu_sim.strategies.learning.memory import read_weight
from gongzhu_sim.strategies.parts.position import n_copies

__all__ = ["DECLARING_UNIT", "N_DECLARING", "N_DECLARING_TABLES", "declares", "declaring_places"]

DECLARING_UNIT = 16
"""Weights in a point."""

_KINDS = 8  # four, and their second copies
_SUIT = 8 * 4 * 4
_REST = 4 * 4 * 4
_PLACE = 4
N_DECLARING = _KINDS * (_SUIT + _REST + _PLACE)
N_DECLARING_TABLES = 3

_REST_START = np.int64(_KINDS * _SUIT)
_PLACE_START = np.int64(_KINDS * (_SUIT + _REST))
_ZERO = np.uint64(0)
_ONE = np.uint64(1)
_HIGH = np.uint64(0x1F00_1F00_1F00_1F00)  # from the ten up
_TOP = np.uint64(0x1800_1800_1800_1800)  # aces and kings


@kernel(forceinline=True)
def declaring_places(table: Any, hand: Any, card: Any) -> Any:
    """Return where the weights of declaring a card lie.

    Parameters
    ----------
    table : record of TABLE
    hand, card : uint64

    Returns
    -------
    tuple of int, length N_DECLARING_TABLES
    """
    twice = table.own.hand_twice
    shift = table.rules.decks - 1
    kind, lane = np.int64(3), HEARTS
    if card == PIG:
        kind, lane = np.int64(0), SPADES
    elif card == GOAT:
        kind, lane = np.int64(1), DIAMONDS
    elif card == TRANSFORMER:
        kind, lane = np.int64(2), CLUBS
    own, own_twice = hand & lane, twice & lane
    above = lane & ~(card - _ONE) & ~card
    higher = n_copies(own & above, own_twice & above)
    near = lane & _HIGH & ~above & ~card
    high = n_copies(own & near, own_twice & near)
    length = n_copies(own, own_twice) >> shift
    shortest = np.int64(9)
    for each in (SPADES, HEARTS, DIAMONDS, CLUBS):
        if each != lane:
            shortest = min(shortest, n_copies(hand & each, twice & each))
    top = n_copies(hand & _TOP & ~lane, twice & _TOP & ~lane) >> (1 + shift)
    others = (PIG | GOAT | TRANSFORMER | table.rules.marker) & ~card
    declarable = n_copies(hand & others, _ZERO)
    place = (table.turn - table.first_leader) & 3
    if table.part != 0:
        kind += 4
    return (
        ((kind * 8 + min(length, 7)) * 4 + min(higher, 3)) * 4 + min(high, 3),
        _REST_START
        + ((kind * 4 + min(shortest >> shift, 3)) * 4 + min(top, 3)) * 4
        + min(declarable, 3),
        _PLACE_START + kind * 4 + place,
    )


@kernel(forceinline=True)
def declares(table: Any, block: Any, start: Any, hand: Any, card: Any) -> Any:
    """Say whether a card is worth declaring.

    Parameters
    ----------
    table : record of TABLE
    block : int
        Address of the family's weights.
    start : int
        Where those of declaring begin.
    hand, card : uint64

    Returns
    -------
    bool
    """
    if table.own.decision == DECLARE_DECISION - 1:  # the first card drawn
        return False
    gain = np.int64(0)
    for place in declaring_places(table, hand, card):
        gain += read_weight(block, start + place)
    return gain > 0
