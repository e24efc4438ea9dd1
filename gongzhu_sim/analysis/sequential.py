"""Stopping when the answer is clear, valid however often one looks.

The mathematics stands in :mod:`gongzhu_sim.analysis.confidence`; ``docs/duels.md`` has more of it.
"""

import math
from dataclasses import dataclass
from typing import Any, Final

from gongzhu_sim.analysis.confidence import (
    LIMIT,
    find_half_width,
    find_log_ratio,
    tune_mixture,
)
from gongzhu_sim.analysis.estimates import Mean
from gongzhu_sim.errors import UsageError

__all__ = [
    "FEWEST_DEALS",
    "FEWEST_DECIDED",
    "Goal",
    "Stopping",
    "Watch",
    "find_next_look",
    "read_goal",
]

FEWEST_DEALS: Final = 64
"""Deals before the first look: the variance is estimated from them, and the mean is nearly
normal."""

FEWEST_DECIDED: Final = 32
"""Deals among them that are no draws: of players that hardly differ, none may have shown yet."""

_STEP = 16  # deals between looks at first, and later a 16th of the deals played


@dataclass(frozen=True)
class Goal:
    """When to stop: at a half-width of the confidence sequence, or at a decision.

    Attributes
    ----------
    half_width : float or None
        In points; of the 95 % confidence sequence.
    low, high : float or None
        Or the two means to decide between, in points.
    """

    half_width: float | None = None
    low: float | None = None
    high: float | None = None


def read_goal(until: float | None, sprt: tuple[float, float] | None) -> Goal | None:
    """Return the goal that is asked for, None if there is none.

    Raises
    ------
    UsageError
        If both are given, or a number makes no sense.
    """
    if until is not None and sprt is not None:
        raise UsageError("until and sprt cannot be given together: a duel has one goal")
    if until is not None:
        if not (until > 0 and math.isfinite(until)):
            raise UsageError(f"until {until:g} is not a half-width above 0, in points")
        return Goal(half_width=float(until))
    if sprt is not None:
        low, high = sprt
        if not (math.isfinite(low) and math.isfinite(high) and low < high):
            raise UsageError(
                f"sprt {low:g},{high:g} is not two means to decide between, the lower one first"
            )
        return Goal(low=float(low), high=float(high))
    return None


def find_next_look(deals: int) -> int:
    """Return the number of deals at which to look next, whoever plays and however fast.

    Examples
    --------
    >>> [find_next_look(deals) for deals in (0, 64, 80, 256, 1600)]
    [64, 80, 96, 272, 1700]
    """
    return FEWEST_DEALS if deals < FEWEST_DEALS else deals + max(_STEP, deals // _STEP)


@dataclass(frozen=True)
class Stopping:
    """How the stopping of a duel went.

    Attributes
    ----------
    goal : Goal
    reached : bool
        False if the deals ran out first, or Ctrl-C came.
    decision : str or None
        ``"high"``, ``"low"``: which of the two means the test decided for.
    log_ratio : float or None
        The logarithm of the likelihood ratio at the end, of a test.
    looks : int
        How often it was looked whether to stop.
    planned : int or None
        The deals for which the confidence sequence was tuned, from the spread of the deals
        at the first look; None if there was none.
    low, high : float
        The confidence sequence at the last deal, NaN before the first look.
    """

    goal: Goal
    reached: bool
    decision: str | None
    log_ratio: float | None
    looks: int
    planned: int | None
    low: float
    high: float

    def to_dict(self) -> dict[str, Any]:
        """Return the result as one dict of plain values."""
        goal = self.goal
        if goal.half_width is not None:
            asked: dict[str, Any] = {"rule": "until", "half_width": goal.half_width}
        else:
            asked = {
                "rule": "sprt",
                "means": [goal.low, goal.high],
                "decision": self.decision,
                "log_ratio": self.log_ratio,
                "limit": LIMIT,
            }
        return asked | {
            "reached": self.reached,
            "looks": self.looks,
            "planned_deals": self.planned,
            "low": self.low,
            "high": self.high,
        }


class Watch:
    """Looks at a duel while it goes on.

    Parameters
    ----------
    goal : Goal
    most : int
        Deals at which the duel ends in any case.
    """

    def __init__(self, goal: Goal, most: int) -> None:
        self._goal = goal
        self._most = most
        self._looks = 0
        self._planned: int | None = None
        self._reached = False

    @property
    def reached(self) -> bool:
        """Whether the goal was reached at the last look."""
        return self._reached

    def look(self, mean: Mean, *, decided: int) -> bool:
        """Look after so many deals and say whether the goal is reached.

        Parameters
        ----------
        mean : Mean
            Over the deals so far.
        decided : int
            How many of these were no draws; below :data:`FEWEST_DECIDED` nothing is said.
        """
        if mean.n < FEWEST_DEALS or decided < FEWEST_DECIDED or not mean.sd > 0:
            return False
        self._looks += 1
        if self._planned is None:
            self._planned = self._plan(mean)
        if self._goal.half_width is not None:
            self._reached = self._find_half_width(mean) <= self._goal.half_width
        else:
            self._reached = self._decide(mean) is not None
        return self._reached

    def _plan(self, mean: Mean) -> int:
        """Return how many deals it may take, from their spread and not from their mean.

        The mean and the spread of the first deals are independent if these are normal, so
        that the tuning knows nothing of what the sequence is about.
        """
        goal = self._goal
        if goal.half_width is not None:
            deals = (mean.sd / goal.half_width * find_half_width(1, 1.0, tune_mixture(1))) ** 2
        else:
            deals = 2 * LIMIT * (mean.sd / self._gap) ** 2
        return min(max(FEWEST_DEALS, math.ceil(deals)), max(FEWEST_DEALS, self._most))

    @property
    def _gap(self) -> float:
        assert self._goal.low is not None and self._goal.high is not None
        return self._goal.high - self._goal.low

    def _find_half_width(self, mean: Mean) -> float:
        if self._planned is None:
            return math.nan
        return find_half_width(mean.n, mean.sd, tune_mixture(self._planned))

    def _find_log_ratio(self, mean: Mean) -> float | None:
        low, high = self._goal.low, self._goal.high
        if low is None or high is None or not mean.sd > 0:
            return None
        return find_log_ratio(mean.n, mean.mean, mean.sd, low, high)

    def _decide(self, mean: Mean) -> str | None:
        ratio = self._find_log_ratio(mean)
        if ratio is None or abs(ratio) < LIMIT:
            return None
        return "high" if ratio > 0 else "low"

    def finish(self, mean: Mean) -> Stopping:
        """Return how it went, given the mean over all deals."""
        half = self._find_half_width(mean)
        return Stopping(
            goal=self._goal,
            reached=self._reached,
            decision=self._decide(mean) if self._reached else None,
            log_ratio=self._find_log_ratio(mean),
            looks=self._looks,
            planned=self._planned,
            low=mean.mean - half,
            high=mean.mean + half,
        )
