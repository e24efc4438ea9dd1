"""What matches that were played show, as :func:`gongzhu_sim.simulate_matches` returns it."""

from dataclasses import dataclass
from typing import Any

from gongzhu_sim.analysis.estimates import Mean, Rate, Share

__all__ = ["Count", "Look", "MatchSimulation", "Pigs", "Side"]


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
