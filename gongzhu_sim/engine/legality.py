"""Which cards may be played, with one deck and with two."""

from typing import Any

import numpy as np

from gongzhu_sim.cards.bits import count, lane_fill
from gongzhu_sim.cards.compiling import inner_kernel, kernel
from gongzhu_sim.cards.layout import HEARTS

__all__ = ["find_legal", "free_cards", "free_planes", "legal_cards", "legal_parts"]

_ZERO = np.uint64(0)
_TWO = np.uint64(2)


@inner_kernel(forceinline=True)
def free_cards(hand: Any, fresh: Any) -> Any:
    """Return a hand of one deck without its locked cards.

    Parameters
    ----------
    hand : uint64
    fresh : uint64
        Declared cards (anybody's) of suits whose first trick is not over.

    Returns
    -------
    uint64

    Notes
    -----
    A declared card is locked in the first trick of its suit while its holder has an
    undeclared card of that suit: a singleton is free.
    """
    declared = hand & fresh
    if declared == _ZERO:
        return hand
    return hand ^ (declared & lane_fill(hand ^ declared))


@inner_kernel(forceinline=True)
def _must_lead_named(rules: Any, hand: Any, n_plays: Any) -> Any:
    """Say whether this is a deal's first lead and the rules name the card."""
    return n_plays == 0 and rules.must_lead_it != 0 and hand & rules.first_lead != _ZERO


@inner_kernel(forceinline=True)
def _may_lead(rules: Any, hand: Any, free: Any, seen: Any, n_plays: Any) -> Any:
    """Return which of the free cards may be led."""
    if _must_lead_named(rules, hand, n_plays):
        return rules.first_lead
    # hearts wait until one was played, unless there is nothing else
    barred = rules.after_broken != 0 and seen & HEARTS == _ZERO and hand & ~HEARTS != _ZERO
    return free & ~HEARTS if barred else free


@inner_kernel(forceinline=True)
def find_legal(rules: Any, hand: Any, led: Any, fresh: Any, seen: Any, n_plays: Any) -> Any:
    """Return the cards that may be played from a hand, one deck.

    Parameters
    ----------
    rules : record of RULES
    hand, led : uint64
        ``led`` is the suit led, filled; 0 before the lead.
    fresh : uint64
        See :func:`free_cards`.
    seen : uint64
        Cards played so far.
    n_plays : int
        How many those are.

    Returns
    -------
    uint64

    Notes
    -----
    See :func:`legal_cards`.
    """
    if led == _ZERO:
        return _may_lead(rules, hand, free_cards(hand, fresh), seen, n_plays)
    # without branches, which play cannot predict: who is void may throw anything
    following = hand & led
    cards = following if following != _ZERO else hand
    # where a lock does not bind discards, it binds in the led suit alone
    locking = fresh & led if rules.discard_before_led != 0 else fresh
    return free_cards(cards, locking)


@kernel
def legal_cards(table: Any, hand: Any) -> Any:
    """Return the cards the seat in turn may play, one deck.

    Parameters
    ----------
    table : record of TABLE
        ``declared`` as that seat sees it.
    hand : uint64

    Returns
    -------
    uint64
        At least one card, if the hand has one.

    Notes
    -----
    Suit must be followed; a locked card neither leads its suit nor follows in it, and may
    be discarded if ``discard_before_led``. The first lead of a deal is the named card where
    the rules say so.
    """
    fresh = table.declared & ~table.opened
    return find_legal(table.rules, hand, table.led, fresh, table.seen, table.n_plays)


@inner_kernel(forceinline=True)
def free_planes(hand: Any, twice: Any, declared: Any, declared_twice: Any, opened: Any) -> Any:
    """Return the free cards of a hand of two decks, and the free pairs.

    Parameters
    ----------
    hand, twice : uint64
        Cards held at least once, and twice.
    declared, declared_twice : uint64
        Cards of which the seat declared one copy, and both. Of two equal cards the
        undeclared one is played first.
    opened : uint64
        Suits whose first trick is over, filled.

    Returns
    -------
    free, free_twice : tuple of uint64
        Cards of which a copy is free, and of which both are. What is held and not free is
        locked.
    """
    undeclared = (hand & ~declared) | (twice & ~declared_twice)
    locking = lane_fill(undeclared) & ~opened
    free = (hand & ~locking) | (undeclared & locking)
    free_twice = (twice & ~locking) | (twice & ~declared & locking)
    return free, free_twice


@inner_kernel(forceinline=True)
def _first_of(free: Any, free_twice: Any, cards: Any, twice: Any) -> Any:
    """Return what may be chosen first: free cards as long as there are any."""
    if free != _ZERO:
        return free, free_twice
    return cards, twice


@inner_kernel(forceinline=True)
def _second_of(free: Any, free_twice: Any, cards: Any, twice: Any, first: Any) -> Any:
    """Return what may be chosen beside ``first``: locked cards only if no other is free."""
    if count(free) + count(free_twice) >= _TWO:
        return (free & ~first) | (free_twice & first)
    # one copy was free, and is the first: all that is left is locked
    return (cards & ~first) | (twice & first)


@kernel(forceinline=True)
def legal_parts(table: Any, hand: Any, twice: Any) -> Any:
    """Return what the seat in turn may choose next, two decks.

    Parameters
    ----------
    table : record of TABLE
        ``width`` cards are to be played (a leader's is not known yet), ``part`` says which
        is chosen, ``first_part`` what was chosen first.
    hand, twice : uint64
        The hand before the play.

    Returns
    -------
    legal, legal_twice : tuple of uint64
        Cards that may be chosen, and those of which both copies may be played. A leader's
        second choice is the twin of its first, or none.

    Notes
    -----
    A led pair is followed with a pair of the suit, both copies free, if there is one; else
    with two cards of the suit, or the only one and any other, or any two. Locks are judged on
    the hand before the play: locked cards are used only where the free ones are too few, and
    then beside all of those (a house reading).
    """
    seat = table.turn
    free, free_twice = free_planes(
        hand, twice, table.declared_by[seat], table.declared_twice_by[seat], table.opened
    )
    second = table.part != 0
    first = table.first_part
    led = table.led
    if led == _ZERO:
        leads = _may_lead(table.rules, hand, free, table.seen, table.n_plays)
        # the named card is led whatever forbids it, one copy or both
        named = _must_lead_named(table.rules, hand, table.n_plays)
        pairs = leads & (twice if named else free_twice)
        if second:
            return first, _ZERO
        return leads, pairs
    suit = hand & led
    suit_twice = twice & led
    n_suit = count(suit) + count(suit_twice)
    if table.width == 1:
        if n_suit != 0:
            return _first_of(free & led, free_twice & led, suit, suit_twice)
        if table.rules.discard_before_led != 0:
            return hand, twice
        return free, free_twice
    if n_suit >= _TWO:
        pairs = free_twice & led
        if second:
            if pairs != _ZERO:
                return first, _ZERO
            return _second_of(free & led, pairs, suit, suit_twice, first), _ZERO
        if pairs != _ZERO:
            return pairs, pairs
        return _first_of(free & led, pairs, suit, suit_twice)
    if table.rules.discard_before_led != 0:
        free = hand
        free_twice = twice
    if n_suit != 0:
        if not second:
            return suit, _ZERO
        return _first_of(free & ~led, free_twice & ~led, hand & ~led, twice & ~led)
    if second:
        return _second_of(free, free_twice, hand, twice, first), _ZERO
    return _first_of(free, free_twice, hand, twice)
