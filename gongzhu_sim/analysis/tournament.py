"""Tournaments: every player meets every other on the same deals, and a rating of them all."""

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, pairwise, permutations
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from gongzhu_sim.analysis.estimates import Mean, describe_mean
from gongzhu_sim.analysis.gains import Gain, GainSums, estimate_gain, sum_gains
from gongzhu_sim.analysis.gathering import gather
from gongzhu_sim.errors import UsageError

if TYPE_CHECKING:
    from gongzhu_sim.analysis.designs import Meetings
    from gongzhu_sim.rules import RuleSet
    from gongzhu_sim.strategies import Player

__all__ = ["Meeting", "Rating", "Tournament", "find_rating_weights", "tournament"]

_TRACE = 1e-12  # of the largest number that goes into a sum: what rounding may leave


@dataclass(frozen=True)
class Meeting:
    """What one player gained on another.

    Attributes
    ----------
    a, b : str
    found : Gain
    beyond : Mean
        The gain beyond the difference of the two ratings, raw points a deal.
    """

    a: str
    b: str
    found: Gain
    beyond: Mean

    def to_dict(self) -> dict[str, Any]:
        """Return the result as one dict of plain values."""
        found = self.found
        return {
            "a": self.a,
            "b": self.b,
            **found.gain.to_dict(),
            "wins": found.wins,
            "draws": found.draws,
            "losses": found.losses,
            "variance_reduction": found.variance_reduction,
            "beyond_ratings": {"mean": self.beyond.mean, "se": self.beyond.se},
        }


@dataclass(frozen=True)
class Rating:
    """How strong a player is beside the others.

    Attributes
    ----------
    player : str
    points : Mean
        Raw points a deal; those of all players add up to 0, and the difference of two is
        what one gains on the other.
    over_next : Mean or None
        The difference from the next in the order; None for the last.
    """

    player: str
    points: Mean
    over_next: Mean | None

    def to_dict(self) -> dict[str, Any]:
        """Return the result as one dict of plain values."""
        over_next = None if self.over_next is None else self.over_next.to_dict()
        return {"player": self.player, **self.points.to_dict(), "over_next": over_next}


@dataclass(frozen=True)
class Tournament:
    """What a tournament found.

    Attributes
    ----------
    players : tuple of str
        In the order given.
    rules : str
        Name of the rule set.
    deals : int
        Deals that all pairs played, in all their plays.
    seed : int
    seats : str
        The design, ``"sides"`` or ``"one"``.
    meetings : tuple of Meeting
        With ``sides`` each pair once, with ``one`` in both orders: A sits against three B.
    ratings : tuple of Rating
        Best first.
    seconds : float
        Time of play, without that of compiling.
    """

    players: tuple[str, ...]
    rules: str
    deals: int
    seed: int
    seats: str
    meetings: tuple[Meeting, ...]
    ratings: tuple[Rating, ...]
    seconds: float

    def to_dict(self) -> dict[str, Any]:
        """Return the result as nested dicts of plain values."""
        return {
            "players": list(self.players),
            "rules": self.rules,
            "deals": self.deals,
            "seed": self.seed,
            "seats": self.seats,
            "seconds": self.seconds,
            "meetings": [meeting.to_dict() for meeting in self.meetings],
            "ratings": [rating.to_dict() for rating in self.ratings],
        }


def tournament(
    players: "Sequence[str | Player]",
    *,
    rules: "str | Path | Mapping[str, Any] | RuleSet",
    seed: int,
    deals: int | None = None,
    seats: str = "sides",
    deals_file: "str | Path | np.ndarray | None" = None,
    threads: int | None = None,
    progress: Callable[[int], None] | None = None,
    keep_partial: bool = False,
) -> Tournament:
    """Let every player meet every other on the same deals, and rate them.

    Parameters
    ----------
    players : sequence of str or Player
        Two or more different ones, ``NAME[:param=value…]``.
    rules, seed, deals, seats, deals_file, threads, progress, keep_partial
        As for :func:`gongzhu_sim.duel`: each meeting is the duel of these two.

    Returns
    -------
    Tournament

    Raises
    ------
    UsageError
        If a player stands twice, a name is unknown or a number out of range.
    InputError
        If the rules or the file of deals were read and found wrong.
    PlayError
        If a strategy plays or declares what it may not.

    Notes
    -----
    The ratings r solve D_ab ≈ r_a − r_b over all meetings by least squares, each counted
    alike, with the sum of all r at 0. They are linear in the means D of the meetings, so their
    standard errors follow from the covariances of these over the deals, which all share.

    Examples
    --------
    >>> result = tournament(["random", "folk"], rules="qq", deals=200, seed=1)
    >>> [rating.player for rating in result.ratings]
    ['folk', 'random']
    """
    from gongzhu_sim.analysis.designs import prepare_meetings

    if len(players) < 2:
        raise UsageError("a tournament needs two players or more")
    numbers = range(len(players))
    pairs = list(combinations(numbers, 2) if seats == "sides" else permutations(numbers, 2))
    meetings = prepare_meetings(
        players, pairs, rules=rules, seats=seats, deals=deals, deals_file=deals_file, seed=seed
    )
    for name in meetings.names:
        if meetings.names.count(name) > 1:
            raise UsageError(f"player {name!r} stands twice: nobody meets itself")
    sums = GainSums.empty(len(pairs))

    def add(block: list[tuple[int, np.ndarray]]) -> int:
        nonlocal sums
        new = sum_gains(meetings.join(block))
        sums = sums + new  # one assignment: Ctrl-C leaves whole sums behind
        return new.deals

    seconds = gather(
        meetings.play,
        add,
        count=meetings.n_units,
        threads=threads,
        progress=progress,
        keep_partial=keep_partial,
    )
    return _summarize(meetings, sums, seconds)


def _summarize(meetings: "Meetings", sums: GainSums, seconds: float) -> Tournament:
    names, pairs = meetings.names, np.array(meetings.pairs)
    rate = find_rating_weights(pairs, len(names))
    beyond = np.eye(len(pairs)) - (rate[pairs[:, 0]] - rate[pairs[:, 1]])
    found = [estimate_gain(sums, meetings.design, pair) for pair in range(len(pairs))]
    means = np.array([each.gain.mean for each in found])
    spread = _find_covariance(sums, meetings.design.unit)

    def describe(weights: np.ndarray) -> Mean:
        """Estimate a weighted sum of the means of all meetings."""
        mean = _clear(float(weights @ means), np.abs(means).max())
        variance = _clear(float(weights @ spread @ weights), spread.max())
        return describe_mean(mean, math.sqrt(variance), sums.deals)

    order = sorted(range(len(names)), key=lambda player: -(rate[player] @ means))
    over_next: list[Mean | None] = [describe(rate[a] - rate[b]) for a, b in pairwise(order)]
    return Tournament(
        players=names,
        rules=meetings.rules,
        deals=sums.deals,
        seed=meetings.seed,
        seats=meetings.design.name,
        meetings=tuple(
            Meeting(names[a], names[b], found[row], describe(beyond[row]))
            for row, (a, b) in enumerate(meetings.pairs)
        ),
        ratings=tuple(
            Rating(names[player], describe(rate[player]), difference)
            for player, difference in zip(order, [*over_next, None], strict=True)
        ),
        seconds=seconds,
    )


def find_rating_weights(
    pairs: "Sequence[tuple[int, int]] | np.ndarray", players: int
) -> np.ndarray:
    """Return how much the mean of each meeting counts in each player's rating.

    Parameters
    ----------
    pairs : sequence of (int, int)
        Who meets whom, by number.
    players : int

    Returns
    -------
    ndarray, shape (players, pairs)
        Of the least squares solution of D_ab ≈ r_a − r_b whose ratings add up to 0.

    Examples
    --------
    >>> find_rating_weights([(0, 1)], 2).round(3).tolist()
    [[0.5], [-0.5]]
    """
    met = np.asarray(pairs)
    meets = np.zeros((len(met), players))  # who plays against whom: +1 and -1 a row
    meets[np.arange(len(met)), met[:, 0]] = 1
    meets[np.arange(len(met)), met[:, 1]] = -1
    return np.linalg.pinv(meets)  # the solution of least length: the ratings add up to 0


def _clear(number: float, largest: float) -> float:
    """Return a number, or 0 where rounding left a trace beside what it was made from."""
    return 0.0 if abs(number) <= _TRACE * largest else number


def _find_covariance(sums: GainSums, unit: int) -> np.ndarray:
    """Return the covariances of the samples of a deal, NaN for a single deal."""
    n = sums.deals
    if n < 2:
        return np.full((len(sums.totals), len(sums.totals)), np.nan)
    products = n * sums.products - np.outer(sums.totals, sums.totals)  # whole numbers
    return products.astype(float) / (n * (n - 1) * unit * unit)
