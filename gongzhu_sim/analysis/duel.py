"""Duels: how much one player gains on another, both meeting the same cards.

The sample is the deal: the mean over its plays of what A scores beyond B, in raw points
whatever the settlement. :mod:`gongzhu_sim.analysis.designs` says who sits where.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from gongzhu_sim.analysis.estimates import Mean
from gongzhu_sim.analysis.gathering import gather
from gongzhu_sim.analysis.sequential import Stopping, Watch, find_next_look, read_goal

if TYPE_CHECKING:
    import numpy as np

    from gongzhu_sim.rules import RuleSet
    from gongzhu_sim.strategies import Player

__all__ = ["Duel", "duel"]


@dataclass(frozen=True)
class Duel:
    """What a duel found.

    Attributes
    ----------
    a, b : str
        The players.
    rules : str
        Name of the rule set.
    deals : int
        Deals played, each in all its plays: those asked for, or fewer if it was stopped or
        interrupted.
    seed : int
    seats : str
        The design, ``"sides"`` or ``"one"``.
    gain : Mean
        A's side less B's, or A less the mean of the three B: raw points a deal.
    wins, draws, losses : int
        Deals in which that was positive, zero, negative.
    variance_reduction : float
        The variance that as many independent plays would have, over that of the design.
    stopping : Stopping or None
        How the stopping went, if ``until`` or ``sprt`` was asked for.
    seconds : float
        Time of play, without that of compiling.
    """

    a: str
    b: str
    rules: str
    deals: int
    seed: int
    seats: str
    gain: Mean
    wins: int
    draws: int
    losses: int
    variance_reduction: float
    stopping: Stopping | None
    seconds: float

    def to_dict(self) -> dict[str, Any]:
        """Return the result as one dict of plain values."""
        return {
            "a": self.a,
            "b": self.b,
            "rules": self.rules,
            "deals": self.deals,
            **self.gain.to_dict(),
            "wins": self.wins,
            "draws": self.draws,
            "losses": self.losses,
            "seconds": self.seconds,
            "seed": self.seed,
            "seats": self.seats,
            "variance_reduction": self.variance_reduction,
            "stopped": None if self.stopping is None else self.stopping.to_dict(),
        }


def duel(
    a: "str | Player",
    b: "str | Player",
    *,
    rules: "str | Path | Mapping[str, Any] | RuleSet",
    seed: int,
    deals: int | None = None,
    seats: str = "sides",
    until: float | None = None,
    sprt: tuple[float, float] | None = None,
    deals_file: "str | Path | np.ndarray | None" = None,
    threads: int | None = None,
    progress: Callable[[int], None] | None = None,
    keep_partial: bool = False,
) -> Duel:
    """Play deals several times, the cards moved on by one seat, and estimate A's gain on B.

    Parameters
    ----------
    a, b : str or Player
        ``NAME[:param=value…]``.
    rules : str, Path, mapping or RuleSet
        A rule set, or whatever :func:`gongzhu_sim.load_rules` takes.
    seed : int
        Master seed, 0 to 2**64 - 1.
    deals : int, optional
        How many deals at most; their indices are 0 to ``deals - 1``. All of `deals_file` by
        default.
    seats : str
        ``"sides"``: A sits N and S, B sits W and E, each deal is played twice. ``"one"``: A
        sits N, B sits in the other three seats, each deal is played four times, so that A
        holds each hand once.
    until : float, optional
        Stop once the 95 % confidence sequence has this half-width, in points.
    sprt : tuple of two float, optional
        Stop once it is clear which of two means, in points, fits better: if the gain is the
        lower one or less the higher one is chosen in at most 5 % of runs, and the reverse.
    deals_file : str or Path, optional
        Records whose hands and leader are played instead of dealt ones; or what
        :func:`gongzhu_sim.records.given.read_deals` returned.
    threads : int, optional
        How many threads play; one a core by default. The results do not depend on it.
    progress : callable, optional
        Called with the number of deals that were finished since the last call.
    keep_partial : bool
        On Ctrl-C return what was finished, if anything was, instead of raising
        ``KeyboardInterrupt``.

    Returns
    -------
    Duel

    Raises
    ------
    UsageError
        If a name is unknown or a number out of range.
    InputError
        If the rules or the file of deals were read and found wrong.
    PlayError
        If a strategy plays or declares what it may not.

    Notes
    -----
    Looks fall on fixed numbers of deals (:func:`gongzhu_sim.analysis.sequential.find_next_look`),
    so where a duel stops does not depend on threads or speed.

    Examples
    --------
    >>> result = duel("random", "random", rules="scrofazero", deals=100, seed=1)
    >>> result.wins + result.draws + result.losses
    100
    """
    from gongzhu_sim.analysis.designs import prepare_meetings
    from gongzhu_sim.analysis.gains import GainSums, estimate_gain, sum_gains

    goal = read_goal(until, sprt)
    meetings = prepare_meetings(
        [a, b], [(0, 1)], rules=rules, seats=seats, deals=deals, deals_file=deals_file, seed=seed
    )
    watch = None if goal is None else Watch(goal, meetings.deals)
    sums = GainSums.empty(1)
    next_look = meetings.deals if watch is None else find_next_look(0)

    def add(block: "list[tuple[int, np.ndarray]]") -> int:
        """Add up the deals of a block as far as the look that ends the duel."""
        nonlocal sums, next_look
        gains = meetings.join(block)
        before = sums.deals
        while len(gains):
            piece = gains[: next_look - sums.deals]
            gains = gains[len(piece) :]
            sums = sums + sum_gains(piece)  # one assignment: Ctrl-C leaves whole sums behind
            if watch is not None and sums.deals in (next_look, meetings.deals):
                next_look = find_next_look(sums.deals)
                found = estimate_gain(sums, meetings.design)
                if watch.look(found.gain, decided=found.wins + found.losses):
                    break
        return sums.deals - before

    seconds = gather(
        meetings.play,
        add,
        count=meetings.n_units,
        threads=threads,
        progress=progress,
        keep_partial=keep_partial,
        is_enough=None if watch is None else lambda: watch.reached,
    )
    found = estimate_gain(sums, meetings.design)
    return Duel(
        a=meetings.names[0],
        b=meetings.names[1],
        rules=meetings.rules,
        deals=sums.deals,
        seed=meetings.seed,
        seats=meetings.design.name,
        gain=found.gain,
        wins=found.wins,
        draws=found.draws,
        losses=found.losses,
        variance_reduction=found.variance_reduction,
        stopping=None if watch is None else watch.finish(found.gain),
        seconds=seconds,
    )
