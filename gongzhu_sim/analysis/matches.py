"""Whole matches: how long they last, who becomes the pig, and what a total so far says.

The match is the unit of every estimate. Where several looks at one match are counted (seats
with the same player, totals on the way) they depend on each other, and standard errors come
from the spread between matches.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from gongzhu_sim.analysis.estimates import (
    Mean,
    Rate,
    Share,
    estimate_mean,
    estimate_rate,
    estimate_share,
)
from gongzhu_sim.analysis.gathering import gather
from gongzhu_sim.cards.layout import SEATS

if TYPE_CHECKING:
    from gongzhu_sim.rules import RuleSet
    from gongzhu_sim.strategies import Player
    from gongzhu_sim.studies.match_sums import Histogram, MatchSums

__all__ = ["Count", "Look", "MatchSimulation", "Pigs", "Side", "simulate_matches"]


@dataclass(frozen=True)
class Count:
    """A whole number that each match has: its mean, and how many matches had which."""

    mean: Mean
    counts: dict[int, int]

    def to_dict(self) -> dict[str, Any]:
        """Return mean, se, sd, low, high and counts."""
        counts = {str(number): matches for number, matches in self.counts.items()}
        return {**self.mean.to_dict(), "counts": counts}


@dataclass(frozen=True)
class Pigs:
    """How often seats are the pig, per match.

    Pigs with equal totals each count, so that the rates of the four seats add up to more
    than 1 where totals tie. Both partners of a side are the pig.

    Attributes
    ----------
    seats : dict of str to Rate
    positions, last_positions : dict of str to Rate
        By position from the seat that led the first deal ("0" is that seat), and from the
        one that led the last deal.
    players : dict of str to Mean
        By player: the mean over matches of the share of its seats that are the pig.
    shared : Rate
        Matches in which seats are the pig together by equal totals.
    """

    seats: dict[str, Rate]
    positions: dict[str, Rate]
    last_positions: dict[str, Rate]
    players: dict[str, Mean]
    shared: Rate

    def to_dict(self) -> dict[str, Any]:
        """Return nested dicts of plain values."""
        by_place = {
            name: {place: rate.to_dict() for place, rate in getattr(self, name).items()}
            for name in ("seats", "positions", "last_positions", "players")
        }
        return {**by_place, "shared": self.shared.to_dict()}


@dataclass(frozen=True)
class Side:
    """How a side of partners fares.

    Attributes
    ----------
    wins, losses, ties : Rate
        Matches. The side with the higher total wins; in a scientific match it is a tie if
        both sides are at the same target.
    awards, award_points : Mean or None
        A match: deals with a slam or all hearts, and the points that they brought as awards;
        only in a scientific match.
    """

    wins: Rate
    losses: Rate
    ties: Rate
    awards: Mean | None
    award_points: Mean | None

    def to_dict(self) -> dict[str, Any]:
        """Return nested dicts of plain values, None without awards."""
        names = ("wins", "losses", "ties", "awards", "award_points")
        parts = {name: getattr(self, name) for name in names}
        return {name: part and part.to_dict() for name, part in parts.items()}


@dataclass(frozen=True)
class Look:
    """The chance of becoming the pig, given one's total while the match is going on.

    Attributes
    ----------
    deals : int or None
        Deals played: this number, or at least as many if it is ``LOOK_DEALS``; any for None.
    low, high : int or None
        The total is at least `low` and at most `high`; None where there is no bound.
    pig : Share
        Looks are seats after deals; several in a match depend on each other, and the standard
        error is taken over matches.
    """

    deals: int | None
    low: int | None
    high: int | None
    pig: Share

    def to_dict(self) -> dict[str, Any]:
        """Return deals, low, high and pig."""
        bounds = {"deals": self.deals, "low": self.low, "high": self.high}
        return {**bounds, "pig": self.pig.to_dict()}


@dataclass(frozen=True)
class MatchSimulation:
    """What matches that were played show.

    Attributes
    ----------
    rules : str
        Name of the rule set.
    players : tuple of four str
        The players at N, W, S, E.
    matches : int
        Matches played: those asked for, or fewer if it was interrupted.
    deals : int
        Deals of all of them.
    seed : int
    seconds : float
        Time of play, without that of compiling.
    length : Count
        Deals of a match.
    pigs : Pigs
    lead_changes : Count
        How often another seat, or side, comes to be ahead: its total alone is the highest.
    leader_changes : Count
        Deals that another seat leads than the deal before.
    totals, settled : dict of str to Mean
        By seat: points at the end of a match, and the settled scores added up beside them.
    sides : dict of str to Side, or None
        "NS" and "WE" where partners sit opposite each other.
    looks : list of Look
        Those that occurred, first over any number of deals.
    """

    rules: str
    players: tuple[str, ...]
    matches: int
    deals: int
    seed: int
    seconds: float
    length: Count
    pigs: Pigs
    lead_changes: Count
    leader_changes: Count
    totals: dict[str, Mean]
    settled: dict[str, Mean]
    sides: dict[str, Side] | None
    looks: list[Look]

    @property
    def matches_per_second(self) -> float:
        """Matches played a second, on all threads together."""
        return self.matches / self.seconds

    def to_dict(self) -> dict[str, Any]:
        """Return the result as nested dicts of plain values."""
        sides = self.sides and {name: side.to_dict() for name, side in self.sides.items()}
        return {
            "rules": self.rules,
            "players": list(self.players),
            "matches": self.matches,
            "deals": self.deals,
            "seed": self.seed,
            "seconds": self.seconds,
            "matches_per_second": self.matches_per_second,
            "length": self.length.to_dict(),
            "pigs": self.pigs.to_dict(),
            "lead_changes": self.lead_changes.to_dict(),
            "leader_changes": self.leader_changes.to_dict(),
            "totals": {seat: mean.to_dict() for seat, mean in self.totals.items()},
            "settled": {seat: mean.to_dict() for seat, mean in self.settled.items()},
            "sides": sides,
            "looks": [look.to_dict() for look in self.looks],
        }


def simulate_matches(
    rules: "str | Path | Mapping[str, Any] | RuleSet",
    players: "Sequence[str | Player]",
    *,
    matches: int,
    seed: int,
    threads: int | None = None,
    progress: Callable[[int], None] | None = None,
    keep_partial: bool = False,
) -> MatchSimulation:
    """Play whole matches and estimate their length, who is the pig, and what a total says.

    Parameters
    ----------
    rules : str, Path, mapping or RuleSet
        A rule set, or whatever :func:`gongzhu_sim.load_rules` takes.
    players : sequence of one or four str or Player
        ``NAME[:param=value…]`` for N, W, S, E; one player serves all four seats.
    matches : int
        How many matches; their indices are 0 to ``matches - 1``.
    seed : int
        Master seed, 0 to 2**64 - 1.
    threads : int, optional
        How many threads play; one a core by default. The results do not depend on it.
    progress : callable, optional
        Called with the number of matches that were finished since the last call.
    keep_partial : bool
        On Ctrl-C return what was finished, if anything was, instead of raising
        ``KeyboardInterrupt``.

    Returns
    -------
    MatchSimulation

    Raises
    ------
    UsageError
        If a name is unknown or a number out of range.
    InputError
        If the rules were read and found wrong, or a match does not end in 10,000 deals.
    PlayError
        If a strategy plays or declares what it may not.

    Examples
    --------
    >>> result = simulate_matches("qq", ["random"], matches=500, seed=1)
    >>> result.pigs.seats["N"].n, result.length.mean.mean > 2
    (500, True)
    """
    from gongzhu_sim.cards.dealing import check_seed
    from gongzhu_sim.engine.blocks import check_count
    from gongzhu_sim.engine.match import play_matches
    from gongzhu_sim.rules import load_rules
    from gongzhu_sim.rules.matches import pack_match
    from gongzhu_sim.rules.packed import pack_rules
    from gongzhu_sim.strategies import build_line_up
    from gongzhu_sim.studies.match_sums import MatchSums, sum_matches

    rule_set = load_rules(rules)
    line_up = build_line_up(players)
    packed, match = pack_rules(rule_set), pack_match(rule_set)
    partners = rule_set.teams.mode == "opposite"
    check_seed(seed)
    check_count(matches, what="matches")

    def play(first: int, n: int) -> MatchSums:
        played = play_matches(packed, match, line_up, matches=n, seed=seed, first=first)
        return sum_matches(match, played, players=line_up.names, partners=partners)

    sums = MatchSums.empty()

    def add(block: MatchSums) -> int:
        nonlocal sums
        sums += block  # one assignment: Ctrl-C leaves whole sums behind
        return block.matches

    seconds = gather(
        play,
        add,
        count=matches,
        threads=threads,
        progress=progress,
        keep_partial=keep_partial,
    )
    return _summarize(
        sums,
        rule_set,
        players=line_up.names,
        seed=int(seed),
        seconds=seconds,
    )


def _summarize(
    sums: "MatchSums", rules: "RuleSet", *, players: tuple[str, ...], seed: int, seconds: float
) -> MatchSimulation:
    from gongzhu_sim.rules.settling import HALVES

    def means(powers: Any, *, unit: int = 1) -> dict[str, Mean]:
        return {
            seat: estimate_mean(sums.matches, *powers[i], unit=unit) for i, seat in enumerate(SEATS)
        }

    partners = rules.teams.mode == "opposite"
    return MatchSimulation(
        rules=rules.name,
        players=players,
        matches=sums.matches,
        deals=sums.deals,
        seed=seed,
        seconds=seconds,
        length=_count(sums.lengths),
        pigs=_estimate_pigs(sums, players),
        lead_changes=_count(sums.lead_changes),
        leader_changes=_count(sums.leader_changes),
        totals=means(sums.totals),
        settled=means(sums.settled, unit=HALVES),
        sides=_estimate_sides(sums, awards=rules.match.awards) if partners else None,
        looks=_estimate_looks(sums),
    )


def _count(histogram: "Histogram") -> Count:
    matches = sum(histogram.values())
    total = sum(number * n for number, n in histogram.items())
    squares = sum(number * number * n for number, n in histogram.items())
    return Count(estimate_mean(matches, total, squares), dict(histogram))


def _estimate_pigs(sums: "MatchSums", players: tuple[str, ...]) -> Pigs:
    def rates(row: Any, places: Sequence[str]) -> dict[str, Rate]:
        return {
            place: estimate_rate(count, sums.matches)
            for place, count in zip(places, row, strict=True)
        }

    first_seats = {name: players.index(name) for name in players}
    return Pigs(
        seats=rates(sums.pigs[0], SEATS),
        positions=rates(sums.pigs[1], "0123"),
        last_positions=rates(sums.pigs[2], "0123"),
        players={
            name: estimate_mean(sums.matches, *sums.player_pigs[seat], unit=players.count(name))
            for name, seat in first_seats.items()
        },
        shared=estimate_rate(sums.shared, sums.matches),
    )


def _estimate_sides(sums: "MatchSums", *, awards: bool) -> dict[str, Side]:
    n = sums.matches
    return {
        name: Side(
            wins=estimate_rate(won, n),
            losses=estimate_rate(lost, n),
            ties=estimate_rate(n - won - lost, n),
            awards=estimate_mean(n, *powers[:2]) if awards else None,
            award_points=estimate_mean(n, *powers[2:]) if awards else None,
        )
        for name, (won, lost), powers in zip(("NS", "WE"), sums.sides, sums.awards, strict=True)
    }


def _estimate_looks(sums: "MatchSums") -> list[Look]:
    from gongzhu_sim.studies.match_sums import LOOK_BUCKETS, LOOK_WIDTH

    looks = []
    for row, buckets in enumerate(sums.looks):
        for bucket, cell in zip(LOOK_BUCKETS, buckets, strict=True):
            units, n, pigs, n_squares, products, pig_squares = cell
            if units:
                low, high = bucket * LOOK_WIDTH, (bucket + 1) * LOOK_WIDTH - 1
                looks.append(
                    Look(
                        deals=row or None,
                        low=None if bucket == LOOK_BUCKETS[0] else low,
                        high=None if bucket == LOOK_BUCKETS[-1] else high,
                        pig=estimate_share(units, n, pigs, n_squares, products, pig_squares),
                    )
                )
    return looks
