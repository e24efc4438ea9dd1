"""What a simulation adds up: scores by seat and position, and how often things happened.

The sums of parts add up to the sums of the whole, so memory does not grow with the deals and
the result does not depend on how they were cut up.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np

from gongzhu_sim.cards.bits import multiply_high
from gongzhu_sim.cards.compiling import inner_kernel, kernel
from gongzhu_sim.cards.layout import GOAT, PIG, TRANSFORMER

__all__ = ["ScoreSums", "sum_outcomes"]

_SCORES, _PLACES = ("raw", "settled"), ("seat", "position")
_RAW, _SETTLED = 0, 1
_BY_SEAT, _BY_POSITION = 0, 1
_ALL_HEARTS, _SLAM, _DECLARED, _OWN_CAPTURE, _N_EVENTS = 0, 1, 2, 6, 10
_LARGEST_BLOCK = 1 << 20  # deals whose sums stay inside 64 bits under any rules

_ZERO = np.uint64(0)
# A square is summed as its low 42 bits and the rest: there are rules with scores of 10^12.
_LOW_BITS = np.uint64(42)
_LOW = np.uint64((1 << 42) - 1)
_HIGH_SHIFT = np.uint64(22)


@dataclass(frozen=True)
class ScoreSums:
    """Sums over a number of deals.

    Attributes
    ----------
    deals : int
    totals, squares : ndarray of Python int, shape (2, 2, 4)
        Sums of the scores and of their squares: raw in points and settled in half points; by
        seat and by position from the first leader.
    events : ndarray of Python int, shape (10,)
        Deals with all hearts, with a slam; copies of the pig, goat, transformer, marker that
        stood declared; copies of each captured by the seat they were dealt to.
    """

    deals: int
    totals: np.ndarray
    squares: np.ndarray
    events: np.ndarray

    @classmethod
    def empty(cls) -> "ScoreSums":
        """Return the sums over no deals."""
        zeros = np.zeros((2, 2, 4), object)
        return cls(0, zeros, zeros, np.zeros(_N_EVENTS, object))

    def __add__(self, other: "ScoreSums") -> "ScoreSums":
        return ScoreSums(
            self.deals + other.deals,
            self.totals + other.totals,
            self.squares + other.squares,
            self.events + other.events,
        )

    def of(self, score: str, by: str, place: int) -> tuple[int, int]:
        """Return the sum of a score and of its squares.

        Parameters
        ----------
        score : {"raw", "settled"}
            In points, in half points.
        by : {"seat", "position"}
        place : int
            Seat, or position from the first leader.
        """
        at = _SCORES.index(score), _PLACES.index(by), place
        return self.totals[at], self.squares[at]

    @property
    def all_hearts(self) -> int:
        """Deals in which a seat took all hearts without a slam."""
        return self.events[_ALL_HEARTS]

    @property
    def slam(self) -> int:
        """Deals in which a seat made a slam."""
        return self.events[_SLAM]

    @property
    def declared(self) -> list[int]:
        """Copies of each kind of card that stood declared."""
        return self.events[_DECLARED:_OWN_CAPTURE].tolist()

    @property
    def own_capture(self) -> list[int]:
        """Copies of each kind of card that were captured by the seat they were dealt to."""
        return self.events[_OWN_CAPTURE:].tolist()


@inner_kernel
def _add_score(totals: Any, low: Any, high: Any, score: Any, seat: Any, place: Any, x: Any) -> None:
    size = np.uint64(abs(x))
    square, carry = size * size, multiply_high(size, size)
    square_low = square & _LOW
    square_high = (carry << _HIGH_SHIFT) | (square >> _LOW_BITS)
    totals[score, _BY_SEAT, seat] += x
    totals[score, _BY_POSITION, place] += x
    low[score, _BY_SEAT, seat] += square_low
    low[score, _BY_POSITION, place] += square_low
    high[score, _BY_SEAT, seat] += square_high
    high[score, _BY_POSITION, place] += square_high


@kernel
def _add_outcomes(
    packed: Any, outcomes: Any, totals: Any, low: Any, high: Any, events: Any
) -> None:
    """Add deals to sums: int64 totals, uint64 squares in two parts, int64 events."""
    rules = packed[0]
    kinds = (PIG, GOAT, TRANSFORMER, rules.marker)
    for i in range(outcomes.shape[0]):
        outcome = outcomes[i]
        for seat in range(4):
            place = (seat - outcome.leader) & 3
            _add_score(totals, low, high, _RAW, seat, place, outcome.raw[seat])
            _add_score(totals, low, high, _SETTLED, seat, place, outcome.settled[seat])
            for kind in range(4):
                card = kinds[kind]
                events[_DECLARED + kind] += outcome.declared_by[seat] & card != _ZERO
                events[_DECLARED + kind] += outcome.declared_twice_by[seat] & card != _ZERO
                events[_OWN_CAPTURE + kind] += outcome.own[seat] & card != _ZERO
                events[_OWN_CAPTURE + kind] += outcome.own_twice[seat] & card != _ZERO
        events[_ALL_HEARTS] += outcome.all_hearts >= 0
        events[_SLAM] += outcome.slam >= 0


def sum_outcomes(packed: np.ndarray, outcomes: np.ndarray) -> ScoreSums:
    """Add up a block of deals.

    Parameters
    ----------
    packed : ndarray of RULES, shape (1,)
        The rules they were played under.
    outcomes : ndarray of OUTCOME
        At most 2**20 deals.

    Returns
    -------
    ScoreSums
    """
    assert len(outcomes) <= _LARGEST_BLOCK
    totals = np.zeros((2, 2, 4), np.int64)
    low, high = np.zeros((2, 2, 2, 4), np.uint64)
    events = np.zeros(_N_EVENTS, np.int64)
    _add_outcomes(packed, outcomes, totals, low, high, events)
    squares = (high.astype(object) << int(_LOW_BITS)) + low.astype(object)
    return ScoreSums(len(outcomes), totals.astype(object), squares, events.astype(object))
