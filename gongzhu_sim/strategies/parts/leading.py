"""The lead: every card that may be led is scored, and the best is taken."""

from typing import Any

import numpy as np

from gongzhu_sim.cards.bits import lowest_index
from gongzhu_sim.cards.compiling import inner_kernel
from gongzhu_sim.cards.layout import CLUBS, GOAT, PIG, SCORING, SPADES, TRANSFORMER
from gongzhu_sim.strategies.parts.holding import (
    CLUB_HONOURS,
    SPADE_HONOURS,
    read_holding,
    riddance,
    shortness,
)
from gongzhu_sim.strategies.parts.position import card_points
from gongzhu_sim.strategies.parts.taking import quick_take_score, take_score
from gongzhu_sim.strategies.parts.trick import read_trick

__all__ = ["choose_lead"]

_ZERO = np.uint64(0)
_ONE = np.uint64(1)
_THREE = np.int64(3)  # not a plain 3, which would be a type, and a compilation, of its own
_LANE = np.uint64(0x1FFF)
_LANE_START = np.uint64(48)
_NOTHING_YET = np.int64(-(1 << 60))
_ODD = GOAT | TRANSFORMER


@inner_kernel(forceinline=True)
def _suit_worth(table: Any, position: Any, style: Any, switches: Any, trick: Any, lane: Any) -> Any:
    """Worth of leading a suit: to drive a card out, or to come nearer to one's own pig."""
    worth = np.int64(0)
    if lane == SPADES:
        if position.hand & PIG != _ZERO:
            worth = -style.pig_lead
        elif trick.catchers != _ZERO and position.hand & SPADE_HONOURS == _ZERO:
            worth = style.flush
            known = position.partner >= 0 and switches.minds_declared != 0
            if known and table.declared_by[position.partner] & PIG != _ZERO:
                worth = -worth  # it is the partner's
    elif lane == CLUBS and trick.unseen & TRANSFORMER != _ZERO:
        worth = style.flush_transformer if position.hand & CLUB_HONOURS == _ZERO else worth
    return worth * switches.flush


@inner_kernel(forceinline=True)
def _lead_score(
    table: Any, position: Any, style: Any, switches: Any, trick: Any, rid: Any, card: Any, n: Any
) -> Any:
    """Score the lead of a card (``n`` 1) or of its pair (2); ``rid`` is its riddance."""
    points = n * (trick.points + card_points(table, position, card))
    if position.running or position.threat > 0 or card & _ODD != _ZERO:
        taking = take_score(table, position, style, switches, trick, card, card, points, n == 2)
    else:
        taking = quick_take_score(trick, card, points, n == 2)
    return n * rid + taking


@inner_kernel(forceinline=True)
def choose_lead(
    table: Any, position: Any, style: Any, switches: Any, legal: Any, double: Any
) -> Any:
    """Return the card to lead; the twin of a card led before, or 0 to lead it alone.

    Parameters
    ----------
    table : record of TABLE
    position : Position
    style : Style
    switches : Switches
    legal : uint64
    double : bool
        Whether there are two decks; a constant.

    Returns
    -------
    uint64
    """
    best = _ZERO
    best_score = _NOTHING_YET
    # cards with none of these between them are worth the same
    apart = position.unseen | (position.hand & SCORING)
    pairs = _ZERO
    if double and switches.pairs != 0:
        pairs = table.own.legal_twice
    while legal != _ZERO:
        lane = _LANE << (lowest_index(legal) & _LANE_START)
        cards = legal & lane
        legal &= ~lane
        bonus = shortness(position, style, switches, lane)
        holding = read_holding(position, style, switches, lane, bonus)
        trick = read_trick(table, position, style, switches, lane, _THREE, np.int64(0), double)
        worth = _suit_worth(table, position, style, switches, trick, lane)
        previous = _ZERO
        while cards != _ZERO:
            card = cards & (~cards + _ONE)
            cards ^= card
            alike = previous != _ZERO and card & SCORING == _ZERO
            if double:
                alike = alike and (card & pairs != _ZERO) == (previous & pairs != _ZERO)
            if alike and (card - previous) & apart == _ZERO:
                continue
            previous = card
            rid = riddance(position, holding, card) + worth
            score = _lead_score(table, position, style, switches, trick, rid, card, 1)
            if double:
                second = table.part != 0
                if second or card & pairs != _ZERO:
                    both = _lead_score(table, position, style, switches, trick, rid, card, 2)
                    both += style.pair
                    if second:  # the twin, or the single after all
                        return card if both > score and switches.pairs != 0 else _ZERO
                    score = max(score, both)
            if score > best_score:
                best_score = score
                best = card
    return best
