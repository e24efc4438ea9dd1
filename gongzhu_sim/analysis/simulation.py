"""Simulation: what four players score under a rule set, and how often things happen."""

from collections.abc import Callable, Mapping, Sequence
from contextlib import nullcontext
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from gongzhu_sim.analysis.estimates import Mean, Rate, estimate_mean, estimate_rate
from gongzhu_sim.analysis.gathering import gather
from gongzhu_sim.cards.layout import KINDS, SEATS

if TYPE_CHECKING:
    from gongzhu_sim.records.writing import RecordFile
    from gongzhu_sim.rules import RuleSet
    from gongzhu_sim.strategies import Player
    from gongzhu_sim.studies.score_sums import ScoreSums

__all__ = ["Events", "Scores", "Simulation", "simulate"]


@dataclass(frozen=True)
class Scores:
    """The mean raw and settled score of a seat or position, in points a deal."""

    raw: Mean
    settled: Mean

    def to_dict(self) -> dict[str, Any]:
        """Return both as dicts of mean, se, sd, low, high."""
        return {"raw": self.raw.to_dict(), "settled": self.settled.to_dict()}


@dataclass(frozen=True)
class Events:
    """How often things happen, per deal.

    Attributes
    ----------
    all_hearts : Rate
        A seat takes all hearts but not every scoring card; that is a slam.
    slam : Rate
        A seat takes every scoring card, under rules that know a slam.
    declared : dict of str to Rate
        By kind of card (pig, goat, transformer, marker): it stands declared; with two decks
        of all copies.
    own_capture : dict of str to Rate
        By kind of card: the seat it was dealt to captures it, declared or not.
    """

    all_hearts: Rate
    slam: Rate
    declared: dict[str, Rate]
    own_capture: dict[str, Rate]

    def to_dict(self) -> dict[str, Any]:
        """Return nested dicts that end in count, rate, low, high."""
        return {
            "all_hearts": self.all_hearts.to_dict(),
            "slam": self.slam.to_dict(),
            "declared": {kind: rate.to_dict() for kind, rate in self.declared.items()},
            "own_capture": {kind: rate.to_dict() for kind, rate in self.own_capture.items()},
        }


@dataclass(frozen=True)
class Simulation:
    """What a simulation found.

    Attributes
    ----------
    rules : str
        Name of the rule set.
    players : tuple of four str
        The players at N, W, S, E.
    deals : int
        Deals played: those asked for, or fewer if it was interrupted.
    seed : int
    seconds : float
        Time of play, without that of compiling.
    seats : dict of str to Scores
        By seat, N, W, S, E.
    positions : dict of str to Scores
        By position from the first leader, "0" (leads) to "3" (last).
    events : Events
    """

    rules: str
    players: tuple[str, ...]
    deals: int
    seed: int
    seconds: float
    seats: dict[str, Scores]
    positions: dict[str, Scores]
    events: Events

    @property
    def deals_per_second(self) -> float:
        """Deals played a second, on all threads together."""
        return self.deals / self.seconds

    def to_dict(self) -> dict[str, Any]:
        """Return the result as nested dicts of plain values."""
        return {
            "rules": self.rules,
            "players": list(self.players),
            "deals": self.deals,
            "seed": self.seed,
            "seconds": self.seconds,
            "deals_per_second": self.deals_per_second,
            "seats": {seat: scores.to_dict() for seat, scores in self.seats.items()},
            "positions": {place: scores.to_dict() for place, scores in self.positions.items()},
            "events": self.events.to_dict(),
        }


def simulate(
    rules: "str | Path | Mapping[str, Any] | RuleSet",
    players: "Sequence[str | Player]",
    *,
    deals: int,
    seed: int,
    threads: int | None = None,
    records: str | Path | None = None,
    progress: Callable[[int], None] | None = None,
    keep_partial: bool = False,
) -> Simulation:
    """Play deals and estimate the scores by seat and position, and the rates of events.

    Parameters
    ----------
    rules : str, Path, mapping or RuleSet
        A rule set, or whatever :func:`gongzhu_sim.load_rules` takes.
    players : sequence of one or four str or Player
        ``NAME[:param=value…]`` for N, W, S, E; one player serves all four seats.
    deals : int
        How many deals; their indices are 0 to ``deals - 1``.
    seed : int
        Master seed, 0 to 2**64 - 1.
    threads : int, optional
        How many threads play; one a core by default. The results do not depend on it.
    records : str or Path, optional
        A file that receives the games, one record a line, each played to its last card. It
        appears when all are played, or on Ctrl-C with those that were. The results are the
        same with and without it.
    progress : callable, optional
        Called with the number of deals that were finished since the last call.
    keep_partial : bool
        On Ctrl-C return what was finished, if anything was, instead of raising
        ``KeyboardInterrupt``.

    Returns
    -------
    Simulation

    Raises
    ------
    UsageError
        If a name is unknown or a number out of range.
    InputError
        If the rules were read and found wrong, or the records cannot be written.
    PlayError
        If a strategy plays or declares what it may not.

    Examples
    --------
    >>> result = simulate("qq", ["random"], deals=2000, seed=1)
    >>> result.seats["N"].raw.n, result.events.declared["pig"].rate > 0.5
    (2000, True)
    """
    from gongzhu_sim.cards.dealing import check_seed
    from gongzhu_sim.engine.batch import OutcomeRoom, play_deals
    from gongzhu_sim.engine.blocks import check_count
    from gongzhu_sim.rules import load_rules
    from gongzhu_sim.rules.packed import pack_rules
    from gongzhu_sim.strategies import build_line_up
    from gongzhu_sim.studies.score_sums import ScoreSums, sum_outcomes

    rule_set = load_rules(rules)
    line_up = build_line_up(players)
    packed = pack_rules(rule_set)
    check_seed(seed)
    check_count(deals, what="deals")
    keep = records is not None
    room = None if keep else OutcomeRoom()  # records look past what is written

    def play(first: int, n: int) -> tuple[ScoreSums, bytes]:
        outcomes = play_deals(
            packed, line_up, deals=n, seed=seed, first=first, full=keep, plays=keep, room=room
        )
        lines = b""
        if keep:
            from gongzhu_sim.records.writing import format_outcomes

            lines = format_outcomes(outcomes, rule_set)
        return sum_outcomes(packed, outcomes), lines

    done = (ScoreSums.empty(), 0)

    def add(block: tuple[ScoreSums, bytes]) -> int:
        nonlocal done
        scores, lines = block
        # one assignment: Ctrl-C leaves whole sums and their records behind
        done = (done[0] + scores, file.write(lines) if file else 0)
        return scores.deals

    with nullcontext() if records is None else _open_records(records) as file:
        try:
            seconds = gather(
                play,
                add,
                count=deals,
                threads=threads,
                progress=progress,
                keep_partial=keep_partial,
            )
        finally:
            if file:
                file.keep(done[1])
    return _summarize(
        done[0],
        decks=rule_set.decks,
        rules=rule_set.name,
        players=line_up.names,
        seed=int(seed),
        seconds=seconds,
    )


def _open_records(path: str | Path) -> "RecordFile":
    from gongzhu_sim.records.writing import RecordFile  # costs runs without records nothing

    return RecordFile(path)


def _summarize(
    sums: "ScoreSums",
    *,
    decks: int,
    rules: str,
    players: tuple[str, ...],
    seed: int,
    seconds: float,
) -> Simulation:
    from gongzhu_sim.rules.settling import HALVES

    def scores(by: str, place: int) -> Scores:
        return Scores(
            raw=estimate_mean(sums.deals, *sums.of("raw", by, place)),
            settled=estimate_mean(sums.deals, *sums.of("settled", by, place), unit=HALVES),
        )

    def rates(counts: list[int]) -> dict[str, Rate]:
        return {
            kind: estimate_rate(count, sums.deals * decks)
            for kind, count in zip(KINDS, counts, strict=True)
        }

    return Simulation(
        rules=rules,
        players=players,
        deals=sums.deals,
        seed=seed,
        seconds=seconds,
        seats={name: scores("seat", seat) for seat, name in enumerate(SEATS)},
        positions={str(place): scores("position", place) for place in range(4)},
        events=Events(
            all_hearts=estimate_rate(sums.all_hearts, sums.deals),
            slam=estimate_rate(sums.slam, sums.deals),
            declared=rates(sums.declared),
            own_capture=rates(sums.own_capture),
        ),
    )
