"""Where the weights of a card lie: what the learned policy looks up.

Every card gets one index into each of nine tables; the card's score is the sum of the weights
found there. What several cards share is worked out once: for the decision, then for the
suit. Recording and playing use the same code, so the weights always mean what they meant when
they were fitted.

The tables, each by the *phase* of the card (led, followed with and winning so far, followed
with and losing, discarded) or by who wins the trick with it:

``CARD``
    The card by the state of its suit's key card: pig, goat, transformer; for hearts by who has
    taken hearts so far.
``RANKING``
    How many unseen cards of the suit rank above and below it, by suit and seats still to play.
``LENGTH``
    How many cards of the suit one holds, and how many the others.
``TRICK``
    Points of the trick with the card, by who wins it so far, seats still to play, and how many
    unseen cards beat the winning one.
``CONTENTS``
    Which of pig, goat, transformer and hearts the trick holds, by who wins it and who has taken
    hearts so far.
``TRANSFORMING``
    Where the transformer is and what lies in the winner's pile.
``GUARDS``
    How many cards one holds below and above the key card, and on which side of it the card is.
``VOIDS``
    Which of the seats still to play are known to be void in the suit.
``RUN``
    How sure the card is to win or to lose, by who has taken hearts and how late it is.

Two decks have two more for a led pair, ``PAIR`` and ``PAIR_RANKING``. Counts are then of
copies, halved where one deck has them whole.
"""

from typing import Any

import numpy as np

from gongzhu_sim.cards.bits import lowest_index
from gongzhu_sim.cards.compiling import kernel
from gongzhu_sim.cards.layout import SCORING
from gongzhu_sim.engine.double import play_strength
from gongzhu_sim.strategies.learning.facts import card_points, hold_step, list_contents
from gongzhu_sim.strategies.parts.position import n_copies

__all__ = [
    "N_PAIR_TABLES",
    "N_TABLES",
    "N_WEIGHTS",
    "TABLES",
    "card_places",
    "pair_places",
]

_SIZES = {
    "CARD": 6 * 8 * 64,
    "RANKING": 6 * 4 * 3 * 64,
    "LENGTH": 4 * 4 * 3 * 64,
    "TRICK": 4 * 3 * 8 * 48,
    "CONTENTS": 4 * 3 * 2 * 8 * 16,
    "TRANSFORMING": 6 * 3 * 6 * 8,
    "GUARDS": 4 * 4 * 8 * 36,
    "VOIDS": 4 * 4 * 3 * 4 * 8,
    "RUN": 4 * 8 * 2 * 4 * 16,
    "PAIR": 8 * 64,
    "PAIR_RANKING": 4 * 4 * 8,
}
_STARTS = np.cumsum([0, *_SIZES.values()])

TABLES = {
    name: slice(int(first), int(last))
    for name, first, last in zip(_SIZES, _STARTS[:-1], _STARTS[1:], strict=True)
}
"""Where each table lies among the weights."""

N_WEIGHTS = int(_STARTS[-1])
N_TABLES = 9
"""Weights that are added up for a card."""
N_PAIR_TABLES = 2
"""Further ones for a led pair."""

(
    _CARD,
    _RANKING,
    _LENGTH,
    _TRICK,
    _CONTENTS,
    _TRANSFORMING,
    _GUARDS,
    _VOIDS,
    _RUN,
    _PAIR,
    _PAIR_RANKING,
) = (np.int64(first) for first in _STARTS[:-1])

_ZERO = np.uint64(0)
_ONE = np.uint64(1)
_LED, _WINS, _LOSES, _DISCARDED = (np.int64(phase) for phase in range(4))


@kernel(forceinline=True)
def _beats(table: Any, card: Any) -> Any:
    """Say whether a card of the led suit would win so far, beside what was chosen with it."""
    if table.width == 1:
        return card > table.best
    if table.part != 0:
        return play_strength(table.led, table.first_part, card) > table.best_strength
    if table.own.legal_twice & card != _ZERO:
        return play_strength(table.led, card, card) > table.best_strength
    # two singles of which this is the higher; any lower bit stands for the other
    other = table.led & (~table.led + _ONE)
    other = other if other != card else other << _ONE
    return play_strength(table.led, card, other) > table.best_strength


@kernel(forceinline=True)
def card_places(table: Any, facts: Any, suit: Any, card: Any) -> Any:
    """Return where the weights of a card lie.

    Parameters
    ----------
    table : record of TABLE
    facts : Facts
    suit : Suit
        That of the card.
    card : uint64

    Returns
    -------
    tuple of int, length N_TABLES
    """
    below = card - _ONE
    lower = n_copies(suit.unseen & below, suit.unseen_twice & below)
    over = ~below & ~card
    higher = n_copies(suit.unseen & over, suit.unseen_twice & over)
    lower = min(lower >> facts.shift, 7)
    higher = min((higher + facts.shift) >> facts.shift, 7)
    if facts.position == 0:
        phase = _LED
    elif card & table.led == _ZERO:
        phase = _DISCARDED
    else:
        phase = _WINS if _beats(table, card) else _LOSES
    wins = phase <= _WINS
    few_higher = min(higher, 3)
    few_lower = min(lower, 3)
    points = facts.lying
    contents = facts.contents
    if card & SCORING != _ZERO:
        points += card_points(table, facts.heart_factor, facts.pig, facts.goat, card)
        contents |= list_contents(card)
    points *= facts.times if wins else facts.winner_times
    worth = min(max(points + 400, 0) >> 4, 47)
    winner = np.int64(0) if wins else facts.winner
    hold = hold_step(3 - facts.position, higher, lower, np.int64(0)) if wins else facts.winner_hold
    pile = facts.pile if wins else facts.winner_pile
    brings = np.int64(3) if points > 0 else np.int64(2)  # 0 to 5: how good or bad the trick is
    brings += np.int64(points > 40) - np.int64(points < -20) - np.int64(points < -60)
    brings = np.int64(5) if points == 0 else brings
    # seats still to play matter only to a card that wins
    ranking = phase + np.int64(2)
    ranking = facts.position if wins else ranking
    side = np.int64(card > suit.key) + np.int64(card >= suit.key)
    in_suit = phase * 4 + suit.number
    lying_with = phase + 2 * np.int64(winner == 1)
    index = np.int64(lowest_index(card))
    return (
        _CARD + (lying_with * 8 + suit.state) * 64 + index,
        _RANKING + ((ranking * 4 + suit.number) * 3 + suit.alive) * 64 + higher * 8 + lower,
        _LENGTH + (in_suit * 3 + suit.alive) * 64 + suit.length,
        _TRICK + ((facts.position * 3 + winner) * 8 + hold) * 48 + worth,
        _CONTENTS
        + (((facts.position * 3 + winner) * 2 + np.int64(hold == 7)) * 8 + facts.taken) * 16
        + contents,
        _TRANSFORMING + ((facts.transformer * 3 + winner) * 6 + brings) * 8 + pile,
        _GUARDS + ((in_suit * 8 + suit.state) * 12 + suit.guards) * 3 + side,
        _VOIDS + ((in_suit * 3 + suit.alive) * 4 + few_higher) * 8 + suit.voids,
        _RUN
        + (((phase * 8 + facts.taken) * 2 + np.int64(suit.number == 1)) * 4 + facts.stage) * 16
        + few_higher * 4
        + few_lower,
    )


@kernel(forceinline=True)
def pair_places(facts: Any, suit: Any, card: Any) -> Any:
    """Return where the further weights of a led pair lie; see :func:`card_places`."""
    over = ~(card - _ONE) & ~card
    higher = min(n_copies(suit.unseen & over, _ZERO), 7)
    pairs = min(n_copies(suit.unseen_twice & over, _ZERO), 3)
    return (
        _PAIR + suit.state * 64 + np.int64(lowest_index(card)),
        _PAIR_RANKING + (suit.number * 4 + pairs) * 8 + higher,
    )
