"""A match: what accumulates from deal to deal, when it ends, and who is the pig.

The players of a match are the seats, or the two sides of partners sitting opposite each
other, named ``"NS"`` and ``"WE"``. Where pig and goat make the sides, which change with
every deal, the seats are the players, and each adds the sum of the side it was on (a house
reading).
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from gongzhu_sim.engine.reference.cards import SEATS

__all__ = ["Match"]

PARTNERS = {"NS": ("N", "S"), "WE": ("W", "E")}


@dataclass
class Match:
    """A match in progress.

    Attributes
    ----------
    rules : RuleSet
        The rules.
    totals : dict
        Player (a seat, or a side of partners) to its points so far.
    awards : dict
        Side to its awards since they last counted; used in a scientific match.
    n_deals : int
        Deals played.

    Examples
    --------
    >>> from gongzhu_sim.rules import load_rules
    >>> match = Match(load_rules("qq"))
    >>> match.add_deal({"N": -1000, "W": 0, "S": 200, "E": 0})
    >>> match.over, match.pigs()
    (True, ['N'])
    """

    rules: Any
    totals: dict[str, int] = field(default_factory=dict)
    awards: dict[str, int] = field(default_factory=dict)
    n_deals: int = 0

    def __post_init__(self) -> None:
        players = PARTNERS if self.rules.teams.mode == "opposite" else SEATS
        self.totals = {player: 0 for player in players}
        self.awards = {side: 0 for side in PARTNERS}

    def add_deal(
        self,
        raw: Mapping[str, int],
        *,
        sides: Sequence[Sequence[str]] | None = None,
        events: Sequence[str] = (),
    ) -> None:
        """Add a deal to the match.

        Parameters
        ----------
        raw : mapping
            Seat to its raw score.
        sides : sequence, optional
            The sides of the deal, needed where pig and goat make them.
        events : sequence of str
            What happened, as ``"slam:N"`` or ``"all_hearts:W"``.
        """
        self.n_deals += 1
        for player in self.totals:
            if player in PARTNERS:
                counted = PARTNERS[player]
            elif sides is not None:
                counted = next(side for side in sides if player in side)
            else:
                counted = [player]
            self.totals[player] += sum(raw[seat] for seat in counted)
        if self.rules.match.awards:
            for event in events:
                kind, seat = event.split(":")
                if kind in ("slam", "all_hearts"):
                    self.awards["NS" if seat in PARTNERS["NS"] else "WE"] += 1
            self._count_awards()

    def _count_awards(self) -> None:
        """Count the awards, before the target is looked at."""
        for own, other in (("NS", "WE"), ("WE", "NS")):
            excess = self.awards[own] - self.awards[other]
            if excess <= 0:
                continue
            if self.totals[own] <= self.rules.match.lose_at:
                counts = True
            else:
                counts = self.totals[other] >= self.rules.match.win_at
            if counts:
                self.totals[own] += 200 * excess
                self.awards = {"NS": 0, "WE": 0}

    def has_lost(self, player: str) -> bool:
        """Tell whether a player has come down to the lower target."""
        target = self.rules.match.lose_at
        return target != "none" and self.totals[player] <= target

    def has_won(self, player: str) -> bool:
        """Tell whether a player has come up to the upper target."""
        target = self.rules.match.win_at
        return target != "none" and self.totals[player] >= target

    @property
    def over(self) -> bool:
        """Whether the match has ended: a fixed number of deals counts instead of targets."""
        if self.rules.match.deals != "none":
            return self.n_deals >= self.rules.match.deals
        return any(self.has_lost(player) or self.has_won(player) for player in self.totals)

    def outcome(self) -> dict[str, str]:
        """Return how a scientific match ended: side to ``"wins"``, ``"loses"`` or ``"ties"``."""
        if self.rules.match.deals != "none":
            ahead = self.totals["NS"] - self.totals["WE"]
            if ahead == 0:
                return {"NS": "ties", "WE": "ties"}
            return _decide(winner="NS" if ahead > 0 else "WE")
        for own, other in (("NS", "WE"), ("WE", "NS")):
            if self.has_lost(own) and not self.has_lost(other):
                return _decide(winner=other)
            if self.has_won(own) and not self.has_won(other):
                return _decide(winner=own)
        return {"NS": "ties", "WE": "ties"}

    def pigs(self) -> list[str]:
        """Return the seats that are the pig of the match, in order of the seats.

        Equal totals share it (a house reading). In a scientific match the seats of the
        losing side are it, nobody after a tie.
        """
        best, worst = max(self.totals.values()), min(self.totals.values())
        both = self.rules.match.pigs == "lowest_and_highest"
        if self.rules.match.awards:
            outcome = self.outcome()
            wanted = ("loses", "wins") if both else ("loses",)
            players = [side for side in PARTNERS if outcome[side] in wanted]
        else:
            wanted = (best, worst) if both else (worst,)
            players = [player for player in self.totals if self.totals[player] in wanted]
        seats = [seat for player in players for seat in PARTNERS.get(player, (player,))]
        return [seat for seat in SEATS if seat in seats]


def _decide(*, winner: str) -> dict[str, str]:
    return {side: "wins" if side == winner else "loses" for side in PARTNERS}
