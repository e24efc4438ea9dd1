"""What a seat makes of the table: what cards are worth, and who runs for all hearts."""

from typing import Any, NamedTuple

import numpy as np

from gongzhu_sim.cards.bits import count, highest_index
from gongzhu_sim.cards.compiling import inner_kernel
from gongzhu_sim.cards.layout import (
    CLUBS,
    DECK,
    DIAMONDS,
    GOAT,
    HEARTS,
    PIG,
    SCORING,
    SPADES,
)
from gongzhu_sim.rules.packed import SIDES_OPPOSITE
from gongzhu_sim.rules.scoring import hearts_sum
from gongzhu_sim.strategies.parts.chances import mean_of
from gongzhu_sim.strategies.view import unseen_cards, unseen_pairs

__all__ = [
    "NOBODY",
    "Position",
    "card_points",
    "cards_above",
    "n_cards",
    "n_copies",
    "read_position",
]

NOBODY = np.int64(-1)

_ZERO = np.uint64(0)
_ONE = np.uint64(1)
_TWO = np.uint64(2)
_ALL_HEARTS = np.int64(13)
_FEW = np.int64(6)  # so few cards of a suit fall under two leads


class Position(NamedTuple):
    """The table as the seat in turn sees it; points include the factors of declared cards.

    Attributes
    ----------
    seat, partner : int
        Own seat, and the one that shares the result (``NOBODY`` without sides).
    hand, unseen : uint64
        Own cards, and those the others still hold.
    hand_twice, unseen_twice : uint64
        Two decks: those of them of which both copies are held, or unseen.
    heart_factor, pig, goat : int
        Factor of the hearts, points of the pig and of the goat.
    multiplier : int
        What the transformer multiplies by.
    danger : int
        Points of the unseen hearts and pigs for each unseen card, in 16ths; negative.
    runner : int
        Another seat, not the partner, that has every heart taken so far, or ``NOBODY``.
    threat : int
        Points it is worth to take a heart away from the runner.
    running : bool
        Whether this seat goes for all hearts itself.
    """

    seat: Any
    partner: Any
    hand: Any
    unseen: Any
    hand_twice: Any
    unseen_twice: Any
    heart_factor: Any
    pig: Any
    goat: Any
    multiplier: Any
    danger: Any
    runner: Any
    threat: Any
    running: Any


@inner_kernel(forceinline=True)
def n_cards(cards: Any) -> Any:
    """Return the number of cards, signed."""
    return np.int64(count(cards))


@inner_kernel(forceinline=True)
def n_copies(cards: Any, twice: Any) -> Any:
    """Return how many cards two planes hold: ``twice`` has the second copies."""
    return np.int64(count(cards)) + np.int64(count(twice))


@inner_kernel(forceinline=True)
def cards_above(cards: Any, others: Any) -> Any:
    """Return those of ``cards`` above every one of ``others``, both of one suit."""
    if others == _ZERO:
        return cards
    # clears every bit up to the highest of the others
    return cards & ~((_ONE << highest_index(others)) * _TWO - _ONE)


@inner_kernel(forceinline=True)
def card_points(table: Any, position: Any, cards: Any) -> Any:
    """Return what cards score by themselves: hearts, pig and goat, without the transformer."""
    if cards & SCORING == _ZERO:
        return np.int64(0)
    points = hearts_sum(table.rules, cards) * position.heart_factor
    if cards & PIG != _ZERO:
        points += position.pig
    if cards & GOAT != _ZERO:
        points += position.goat
    return points


@inner_kernel(forceinline=True)
def _can_run(
    hand: Any, twice: Any, unseen: Any, unseen_twice: Any, decks: Any, most_losers: Any, draws: Any
) -> Any:
    """Say whether the top hearts draw all that are out and few other cards can lose."""
    hearts = hand & HEARTS
    out = n_copies(unseen & HEARTS, unseen_twice & HEARTS)
    top = n_copies(
        cards_above(hearts, unseen & HEARTS), cards_above(hearts & twice, unseen & HEARTS)
    )
    taken = decks * _ALL_HEARTS - out - n_copies(hearts, twice & HEARTS)
    if top * draws < 2 * out or (taken == 0 and top < 2):
        return False
    losers = np.int64(0)
    for lane in (SPADES, DIAMONDS, CLUBS):
        own = hand & lane
        others = unseen & lane
        if own != _ZERO and others != _ZERO:
            winners = n_cards(cards_above(own, others))
            if n_copies(others, unseen_twice & lane) <= _FEW:
                winners *= 3  # the others are soon void, and small cards win as well
            losers += max(n_copies(own, twice & lane) - winners, 0)
    return losers <= most_losers


@inner_kernel(forceinline=True)
def _find_runner(table: Any) -> Any:
    """Return the seat that has every heart taken so far, ``NOBODY``, or 4 for several."""
    runner = NOBODY
    for each in range(4):
        if table.captured[each] & HEARTS != _ZERO:
            runner = np.int64(each) if runner == NOBODY else np.int64(4)
    return runner


@inner_kernel(forceinline=True)
def read_position(table: Any, hand: Any, style: Any, switches: Any, double: Any) -> Any:
    """Work out the position of the seat in turn.

    Parameters
    ----------
    table : record of TABLE
    hand : uint64
    style : Style
    switches : Switches
    double : bool
        Whether there are two decks; a constant, so that one deck does not pay for it.

    Returns
    -------
    Position
    """
    rules = table.rules
    seat = table.turn
    unseen = unseen_cards(table, hand) if double else DECK & ~(table.seen | hand)
    pairs = unseen_pairs(table, hand) if double else _ZERO
    twice = table.own.hand_twice if double else _ZERO
    decks = 2 if double else 1
    partner = seat ^ 2 if rules.sides == SIDES_OPPOSITE else NOBODY
    known = switches.minds_declared  # declared factors count only for who minds them
    heart_factor = 1 + (table.factor[3] - 1) * known
    pig = rules.pig * (1 + (table.factor[0] - 1) * known)
    danger = hearts_sum(rules, unseen) * heart_factor
    danger += pig if unseen & PIG != _ZERO else 0
    if double:
        danger += hearts_sum(rules, pairs) * heart_factor
        danger += pig if pairs & PIG != _ZERO else 0
    runner = _find_runner(table)
    running = False
    threat = np.int64(0)
    # without the highest heart that is out nobody runs
    if runner in (NOBODY, seat) and hand & HEARTS >= unseen & HEARTS:
        running = switches.run != 0 and _can_run(
            hand, twice, unseen, pairs, decks, style.run_losers, style.run_draws
        )
    if runner in (seat, partner, 4) or switches.break_run == 0:
        runner = NOBODY
    elif runner != NOBODY:
        taken = n_cards(table.captured[runner] & HEARTS)
        if double:
            taken += n_cards(table.captured_twice[runner] & HEARTS)
        threat = max(taken - style.threat_from, 0) * style.threat
    return Position(
        seat,
        partner,
        hand,
        unseen,
        twice,
        pairs,
        heart_factor,
        pig,
        rules.goat * (1 + (table.factor[1] - 1) * known),
        2 * (1 + (table.factor[2] - 1) * known),
        mean_of(danger << 4, n_copies(unseen, pairs)),
        runner,
        threat,
        running,
    )
