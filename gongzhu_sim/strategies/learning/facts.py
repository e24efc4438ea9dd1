"""What a seat sees, as small whole numbers: what the learned policy's look-ups are made of.

First what all cards of a decision share (:func:`read_facts`), then what the cards of a suit
share (:func:`read_suit`). Where a card's weights lie is worked out from both in
:mod:`gongzhu_sim.strategies.learning.places`. With two decks counts are of copies, and halved.
"""

from typing import Any, NamedTuple

import numpy as np

from gongzhu_sim.cards.compiling import kernel
from gongzhu_sim.cards.layout import (
    DIAMONDS,
    GOAT,
    HEARTS,
    PIG,
    SCORING,
    SPADES,
    TRANSFORMER,
)
from gongzhu_sim.rules.packed import SIDES_OPPOSITE
from gongzhu_sim.rules.scoring import hearts_sum
from gongzhu_sim.strategies.parts.chances import hold_chance
from gongzhu_sim.strategies.parts.position import n_copies
from gongzhu_sim.strategies.view import unseen_cards, unseen_pairs

__all__ = [
    "Facts",
    "Suit",
    "card_points",
    "hold_step",
    "list_contents",
    "read_facts",
    "read_suit",
]

_ZERO = np.uint64(0)
_ONE = np.uint64(1)
_KEY_HEART = np.uint64(1 << (16 + 9))
_MANY_HEARTS = np.int64(5)


class Facts(NamedTuple):
    """What all cards of a decision share.

    Attributes
    ----------
    hand, hand_twice, unseen, unseen_twice : uint64
        Own cards and those of the others, and those of which both copies are meant.
    shift : int
        0 with one deck, 1 with two: counts are halved.
    position : int
        0 for the leader to 3.
    later : int
        Bits of the seats still to play, the next one lowest.
    taken : int
        Who has taken hearts: 0 nobody, 1 and 2 this seat alone (few, many), 3 and 4 its
        partner, 5 and 6 another seat, 7 several.
    stage : int
        How late it is, 0 to 3.
    pig, goat, heart_factor : int
        Points of the pig and the goat, factor of the hearts.
    lying : int
        Points on the table.
    contents : int
        Bits for pig, goat, transformer and hearts on the table.
    winner : int
        Who wins so far: 1 the partner, 2 another seat.
    winner_hold : int
        How likely the best card is to keep the trick, 0 to 7.
    times, winner_times : int
        What the transformer multiplies this seat's and the winner's points by.
    pile, winner_pile : int
        Their piles, in steps of points, 0 to 7.
    transformer : int
        Where it is: 0 captured by this seat, 1 by its partner, 2 by another, 3 unseen, 4 in
        hand, 5 on the table.
    """

    hand: Any
    hand_twice: Any
    unseen: Any
    unseen_twice: Any
    shift: Any
    position: Any
    later: Any
    taken: Any
    stage: Any
    pig: Any
    goat: Any
    heart_factor: Any
    lying: Any
    contents: Any
    winner: Any
    winner_hold: Any
    times: Any
    winner_times: Any
    pile: Any
    winner_pile: Any
    transformer: Any


class Suit(NamedTuple):
    """What the cards of a suit share.

    Attributes
    ----------
    number : int
        0 to 3.
    unseen, unseen_twice : uint64
    key : uint64
        The pig, the goat, the transformer; a middle heart.
    state : int
        State of the key card, for hearts ``taken``.
    alive : int
        1 while the key card is in hand, 2 while it is unseen; for hearts while this seat, or
        another, alone has taken hearts.
    length : int
        Place of own and unseen length.
    guards : int
        Place of the cards below and above the key card.
    voids : int
        Bits of seats still to play that are void.
    """

    number: Any
    unseen: Any
    unseen_twice: Any
    key: Any
    state: Any
    alive: Any
    length: Any
    guards: Any
    voids: Any


@kernel(forceinline=True)
def card_points(table: Any, heart_factor: Any, pig: Any, goat: Any, cards: Any) -> Any:
    """Return what cards score by themselves, with the given factor and points."""
    points = hearts_sum(table.rules, cards) * heart_factor
    points += pig if cards & PIG != _ZERO else np.int64(0)
    points += goat if cards & GOAT != _ZERO else np.int64(0)
    return points


@kernel(forceinline=True)
def list_contents(cards: Any) -> Any:
    """Return bits for pig, goat, transformer and hearts among cards."""
    return (
        np.int64(cards & PIG != _ZERO)
        + 2 * np.int64(cards & GOAT != _ZERO)
        + 4 * np.int64(cards & TRANSFORMER != _ZERO)
        + 8 * np.int64(cards & HEARTS != _ZERO)
    )


@kernel(forceinline=True)
def _read_taken(table: Any, seat: Any, sides: Any, shift: Any) -> Any:
    """Say who has taken hearts so far."""
    own = table.captured[seat] & HEARTS
    next_ = table.captured[(seat + 1) & 3] & HEARTS
    partner = table.captured[seat ^ 2] & HEARTS
    last = table.captured[(seat + 3) & 3] & HEARTS
    takers = (
        np.int64(own != _ZERO)
        + np.int64(next_ != _ZERO)
        + np.int64(partner != _ZERO)
        + np.int64(last != _ZERO)
    )
    all_of_them = own | next_ | partner | last
    many = np.int64(n_copies(all_of_them, _ZERO) >= _MANY_HEARTS + 4 * shift)
    whose = np.int64(5)
    whose = np.int64(3) if partner != _ZERO and sides else whose
    whose = np.int64(1) if own != _ZERO else whose
    taken = whose + many if takers == 1 else np.int64(7)
    return taken if takers > 0 else np.int64(0)


@kernel(forceinline=True)
def _pile(points: Any) -> Any:
    """Return the step of a pile's points, 0 to 7; 4 is a pile worth about nothing."""
    return min(max((points + 145) >> 5, 0), 7)


@kernel(forceinline=True)
def hold_step(later: Any, higher: Any, lower: Any, shift: Any) -> Any:
    """Return how likely a card is to keep the trick, 0 to 7 (certain)."""
    higher = (higher + shift) >> shift
    return hold_chance(later, higher, lower >> shift, False) * 7 >> 6


@kernel(forceinline=True)
def read_facts(table: Any, hand: Any) -> Any:
    """Work out what all cards of a decision share.

    Parameters
    ----------
    table : record of TABLE
    hand : uint64

    Returns
    -------
    Facts
    """
    rules = table.rules
    seat = table.turn
    unseen = unseen_cards(table, hand)
    unseen_twice = unseen_pairs(table, hand)
    sides = rules.sides == SIDES_OPPOSITE
    shift = rules.decks - 1
    position = table.position
    pig = rules.pig * table.factor[0]
    goat = rules.goat * table.factor[1]
    heart_factor = table.factor[3]
    on_table = table.on_table | table.first_part
    lying = np.int64(0)
    if on_table & SCORING != _ZERO:
        lying = card_points(table, heart_factor, pig, goat, on_table)
        if shift != 0:
            lying += card_points(table, heart_factor, pig, goat, table.on_table_twice)
    winner_seat = table.winner if position != 0 else seat
    winner = np.int64(1) if sides and winner_seat == seat ^ 2 else np.int64(2)
    best = table.best
    above = table.led & ~(best - _ONE) & ~best  # unseen cards of the suit that beat the best
    higher = n_copies(unseen & above, unseen_twice & above)
    below = table.led & (best - _ONE)
    lower = n_copies(unseen & below, unseen_twice & below)
    winner_hold = hold_step(3 - position, higher, lower, shift)
    transformer = np.int64(3)
    taken_by_any = (
        table.captured[(seat + 1) & 3] | table.captured[seat ^ 2] | table.captured[(seat + 3) & 3]
    )
    transformer = np.int64(2) if taken_by_any & TRANSFORMER != _ZERO else transformer
    mate = table.captured[seat ^ 2]
    transformer = np.int64(1) if sides and mate & TRANSFORMER != _ZERO else transformer
    transformer = np.int64(4) if hand & TRANSFORMER != _ZERO else transformer
    transformer = np.int64(5) if on_table & TRANSFORMER != _ZERO else transformer
    own = table.captured[seat]
    transformer = np.int64(0) if own & TRANSFORMER != _ZERO else transformer
    multiplier = 2 * table.factor[2]
    theirs = table.captured[winner_seat]
    times = multiplier if own & TRANSFORMER != _ZERO else np.int64(1)
    winner_times = multiplier if theirs & TRANSFORMER != _ZERO else np.int64(1)
    return Facts(
        hand,
        table.own.hand_twice,
        unseen,
        unseen_twice,
        shift,
        position,
        (np.int64(1) << (3 - position)) - 1,
        _read_taken(table, seat, sides, shift),
        min((table.trick >> shift) // 3, 3),
        pig,
        goat,
        heart_factor,
        lying,
        list_contents(on_table),
        winner,
        winner_hold,
        times,
        winner_times,
        _pile(card_points(table, heart_factor, pig, goat, own)),
        _pile(card_points(table, heart_factor, pig, goat, theirs)),
        transformer,
    )


@kernel(forceinline=True)
def _key_state(table: Any, facts: Any, key: Any, lane: Any) -> Any:
    """Return where a suit's key card is.

    0 gone, 1 in hand, 2 in hand and declared, 3 on the table, 4 unseen, 5 declared by another
    seat and locked, 6 declared by a seat still to play to this trick, 7 by one that is not.
    """
    state = np.int64(4) if facts.unseen & key != _ZERO else np.int64(0)
    if table.declared & key != _ZERO and state != 0:
        later = np.int64(0)
        for step in range(1, 4):
            holds = table.declared_by[(table.turn + step) & 3] & key != _ZERO
            later |= np.int64(holds) << (step - 1)
        state = np.int64(6) if later & facts.later != 0 else np.int64(7)
        state = np.int64(5) if table.opened & lane == _ZERO else state
    if facts.hand & key != _ZERO:
        state = np.int64(1) + np.int64(table.declared_by[table.turn] & key != _ZERO)
    return np.int64(3) if table.on_table & key != _ZERO else state


@kernel(forceinline=True)
def read_suit(table: Any, facts: Any, lane: Any) -> Any:
    """Work out what the cards of a suit share.

    Parameters
    ----------
    table : record of TABLE
    facts : Facts
    lane : uint64
        The suit, filled.

    Returns
    -------
    Suit
    """
    if lane == SPADES:
        number, key = np.int64(0), PIG
    elif lane == HEARTS:
        number, key = np.int64(1), _KEY_HEART
    elif lane == DIAMONDS:
        number, key = np.int64(2), GOAT
    else:
        number, key = np.int64(3), TRANSFORMER
    state = facts.taken if lane == HEARTS else _key_state(table, facts, key, lane)
    alive = np.int64(2) if state >= 4 else np.int64(0)
    alive = np.int64(1) if state == 1 or state == 2 else alive
    if lane == HEARTS:
        alive = np.int64(0) if state == 7 else alive
    own = facts.hand & lane
    own_twice = facts.hand_twice & lane
    unseen = facts.unseen & lane
    unseen_twice = facts.unseen_twice & lane
    below_key = lane & (key - _ONE)
    below = min(n_copies(own & below_key, own_twice & below_key) >> facts.shift, 3)
    above_key = lane & ~below_key & ~key
    above = min(n_copies(own & above_key, own_twice & above_key), 2)
    held = min(n_copies(own, own_twice) >> facts.shift, 7)
    others = min((n_copies(unseen, unseen_twice) >> facts.shift) * 2 // 3, 7)
    voids = np.int64(0)
    for step in range(1, 4):
        void = table.voids[(table.turn + step) & 3] & lane != _ZERO
        voids |= np.int64(void) << (step - 1)
    return Suit(
        number,
        unseen,
        unseen_twice,
        key,
        state,
        alive,
        held * 8 + others,
        below * 3 + above,
        voids & facts.later,
    )
