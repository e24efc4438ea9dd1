"""Dealing worlds: one way to lay out the hidden cards, all ways alike.

The dealer must have been prepared by :func:`gongzhu_sim.cards.dealer.prepare_dealer` with
status READY.
"""

from typing import Any

import numpy as np

from gongzhu_sim.cards.bits import count
from gongzhu_sim.cards.compiling import inner_kernel
from gongzhu_sim.cards.lattice import walk_lattice
from gongzhu_sim.cards.splits import SHIFT
from gongzhu_sim.cards.streams import bounded, wyrand
from gongzhu_sim.cards.taking import take_cards, take_copies

__all__ = ["deal_double_world", "deal_world"]

_NONE = np.uint64(0)
_ONE = np.uint64(1)
_SPLIT = (_ONE << SHIFT) - _ONE


@inner_kernel
def _draw_split(dealer: Any, state: Any) -> Any:
    """Draw one of the dealer's splits (points), in proportion to its ways."""
    thresholds = dealer.thresholds
    first, n = np.uint64(0), np.uint64(dealer.n_splits)
    if n > _ONE:
        state, word = wyrand(state)
        pick = bounded(word, thresholds[n - _ONE])
        while n > _ONE:
            half = n >> _ONE
            first += half if thresholds[first + half - _ONE] <= pick else _NONE
            n -= half
    return dealer.splits[first], state


@inner_kernel
def _deal_one_by_one(dealer: Any, state: Any) -> Any:
    """Deal to four groups by the lattice."""
    for group in range(4):
        dealer.parts[group] = dealer.classes[1 << group]
        dealer.parts_twice[group] = dealer.parts[group] & dealer.twice
    point, state = _draw_split(dealer, state)
    return walk_lattice(dealer, point, state)


@inner_kernel
def _deal_groups(dealer: Any, state: Any) -> Any:
    """Deal the cards of one deck to the groups."""
    if dealer.by_lattice:
        return _deal_one_by_one(dealer, state)
    filled = dealer.filled
    for place in range(6):
        filled[place] = dealer.bins[place]
    if dealer.n_cells:
        split, state = _draw_split(dealer, state)
        for cell in range(dealer.n_cells):
            cards = dealer.classes[dealer.cells[cell]]
            taken, state = take_cards(cards, split & _SPLIT, state)
            split >>= SHIFT
            filled[dealer.places[cell]] |= taken
            filled[dealer.other_places[cell]] |= cards ^ taken
    for pair in range(2):
        first, other = dealer.order[2 * pair], dealer.order[2 * pair + 1]
        own, own_other, both = filled[3 * pair], filled[3 * pair + 1], filled[3 * pair + 2]
        taken, state = take_cards(both, np.uint64(dealer.wanted[first]) - count(own), state)
        dealer.parts[first] = own | taken
        dealer.parts[other] = own_other | (both ^ taken)
    return state


@inner_kernel
def _deal_double_groups(dealer: Any, state: Any) -> Any:
    """Deal the copies of two decks to the groups."""
    if dealer.by_lattice:
        return _deal_one_by_one(dealer, state)
    filled, twice = dealer.filled, dealer.filled_twice
    for place in range(6):
        filled[place] = dealer.bins[place]
        twice[place] = dealer.bins_twice[place]
    if dealer.n_cells:
        split, state = _draw_split(dealer, state)
        for cell in range(dealer.n_cells):
            cards = dealer.classes[dealer.cells[cell]]
            second = cards & dealer.twice
            taken, taken2, state = take_copies(cards, second, split & _SPLIT, state)
            split >>= SHIFT
            place, other = dealer.places[cell], dealer.other_places[cell]
            filled[place] |= taken
            twice[place] |= taken2
            filled[other] |= cards ^ taken
            twice[other] |= second ^ taken2
    for pair in range(2):
        first, other = dealer.order[2 * pair], dealer.order[2 * pair + 1]
        place = 3 * pair
        cards, second = filled[place + 2], twice[place + 2]
        need = np.uint64(dealer.wanted[first]) - count(filled[place]) - count(twice[place])
        taken, taken2, state = take_copies(cards, second, need, state)
        dealer.parts[first] = filled[place] | taken
        dealer.parts_twice[first] = twice[place] | taken2
        dealer.parts[other] = filled[place + 1] | (cards ^ taken)
        dealer.parts_twice[other] = twice[place + 1] | (second ^ taken2)
    return state


@inner_kernel
def deal_world(dealer: Any, hands: Any, twice: Any, state: Any) -> Any:
    """Deal one world of one deck.

    Parameters
    ----------
    dealer : record of DEALER
        Prepared with status READY. It is written to: every thread needs its own.
    hands, twice : uint64[4]
        Receive each seat's cards, known ones included; ``twice`` becomes 0.
    state : uint64
        Of the generator (:func:`gongzhu_sim.cards.streams.wyrand`).

    Returns
    -------
    uint64
        The generator's next state.
    """
    state = _deal_groups(dealer, state)
    for seat in range(4):
        hand = dealer.known[seat]
        group = dealer.group[seat]
        if group >= 0:
            part = dealer.parts[group]
            if not dealer.is_last[seat]:
                part, state = take_cards(part, np.uint64(dealer.need[seat]), state)
                dealer.parts[group] ^= part
            hand |= part
        hands[seat] = hand
        twice[seat] = _NONE
    return state


@inner_kernel
def deal_double_world(dealer: Any, hands: Any, twice: Any, state: Any) -> Any:
    """Deal one world of two decks, every physical deal alike.

    A hand with both copies of a card is one deal, a hand with one copy two of them.

    Parameters
    ----------
    dealer : record of DOUBLE_DEALER
        Prepared with status READY. It is written to: every thread needs its own.
    hands, twice : uint64[4]
        Receive the cards each seat holds at least once, and twice, known ones included.
    state : uint64

    Returns
    -------
    uint64
        The generator's next state.
    """
    state = _deal_double_groups(dealer, state)
    for seat in range(4):
        hand, both = dealer.known[seat], dealer.known_twice[seat]
        group = dealer.group[seat]
        if group >= 0:
            part, other = dealer.parts[group], dealer.parts_twice[group]
            if not dealer.is_last[seat]:
                need = np.uint64(dealer.need[seat])
                part, other, state = take_copies(part, other, need, state)
                dealer.parts[group] ^= part
                dealer.parts_twice[group] ^= other
            both |= (part & other) | (hand & (part | other))
            hand |= part | other
        hands[seat] = hand
        twice[seat] = both
    return state
