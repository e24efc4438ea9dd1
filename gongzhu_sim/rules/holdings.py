"""Holdings: the captures that are scored together.

A set of cards that can hold both copies of a card is a pair of masks, ``cards`` and ``twice``;
in one deck ``twice`` is 0. A *holding*, a seat's captures or a pooled side's, is a tuple: its
``cards`` and ``twice``, and ``own`` and ``own_twice``, the copies captured by the very seat they
were dealt to.
"""

from typing import Any

import numpy as np

from gongzhu_sim.cards.compiling import inner_kernel

__all__ = ["find_holding", "holds_all", "own_factor", "speaks", "weigh"]

_ZERO = np.uint64(0)


@inner_kernel
def _copies(cards: Any, twice: Any, card: Any) -> Any:
    """Return how many copies of a card there are in ``cards`` and ``twice``: 0, 1 or 2."""
    return np.int64(cards & card != _ZERO) + np.int64(twice & card != _ZERO)


@inner_kernel
def weigh(rules: Any, holding: Any, card: Any) -> Any:
    """Return how many times a card counts in a holding: each copy by its self-capture factor."""
    cards, twice, own, own_twice = holding
    again = rules.self_capture - np.int64(1)
    return _copies(cards, twice, card) + again * _copies(own, own_twice, card)


@inner_kernel
def own_factor(rules: Any, holding: Any, card: Any) -> Any:
    """Return the product of the self-capture factors of a card's copies in a holding."""
    _, _, own, own_twice = holding
    # the factor is 1 or 2, so the product of several is a power of two
    return np.int64(1) << (rules.self_capture - np.int64(1)) * _copies(own, own_twice, card)


@inner_kernel
def _pool(deal: Any, seat: Any) -> Any:
    """Return the holding of a seat's side."""
    cards, twice, own, own_twice = _ZERO, _ZERO, _ZERO, _ZERO
    for each in range(4):
        if (deal.sides >> each ^ deal.sides >> seat) & 1 == 0:
            twice |= deal.captured_twice[each] | (cards & deal.captured[each])
            cards |= deal.captured[each]
            own_twice |= deal.own_twice[each] | (own & deal.own[each])
            own |= deal.own[each]
    return cards, twice, own, own_twice


@inner_kernel
def find_holding(rules: Any, deal: Any, seat: Any) -> Any:
    """Return the holding of a seat: its own captures, or the pooled ones of its side."""
    if rules.pooled != 0:
        return _pool(deal, seat)
    return deal.captured[seat], deal.captured_twice[seat], deal.own[seat], deal.own_twice[seat]


@inner_kernel
def speaks(rules: Any, deal: Any, seat: Any) -> Any:
    """Say whether a holding is scored at this seat: a pooled side's at its first seat only."""
    if rules.pooled != 0:
        for before in range(seat):
            if (deal.sides >> before ^ deal.sides >> seat) & 1 == 0:
                return False
    return True


@inner_kernel
def holds_all(rules: Any, holding: Any, wanted: Any) -> Any:
    """Say whether a holding has every copy of the cards wanted."""
    cards, twice, _, _ = holding
    both = rules.decks == 1 or twice & wanted == wanted
    return cards & wanted == wanted and both
