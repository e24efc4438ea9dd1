"""Cells of the ladder: the smallest pieces that are played and kept by themselves.

A cell plays deals one after the other from index 0, each in several *lanes* (plays with the
cards moved on by one seat), and keeps whole numbers for every one of them: the samples. All
estimates, and the covariances between cells that meet on the same deals, come from samples.
"""

import json
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from gongzhu_sim.analysis.declaring_gain import DeclaringArms
from gongzhu_sim.analysis.designs import Design, get_design
from gongzhu_sim.analysis.estimates import Mean
from gongzhu_sim.analysis.gains import Gain, estimate_gain, sum_gains

if TYPE_CHECKING:
    from gongzhu_sim.strategies import Player

__all__ = [
    "Cell",
    "DeclaringCell",
    "MeetingCell",
    "Play",
    "Responder",
    "estimate_difference",
    "estimate_samples",
    "find_covariance",
]

Play = Callable[[int, int, int], np.ndarray]
"""``play(lane, first, deals)`` returns rows of whole numbers, one a deal."""


@dataclass(frozen=True)
class Responder:
    """A search that plays worlds out with its opponent, which is named for that.

    Attributes
    ----------
    searcher : str
        With its parameters, without ``rollout``.
    opponent : str
    name : str
        What the opponent is called as a strategy.
    """

    searcher: str
    opponent: str
    name: str

    def __str__(self) -> str:
        return f"{self.searcher}:rollout={self.name}"


@dataclass(frozen=True)
class MeetingCell:
    """One player against another on so many deals.

    Attributes
    ----------
    rules : str
        A preset.
    seats : str
        A design: ``sides`` or ``one``.
    a : str or Responder
    b : str
    deals : int
        At most.
    seconds : float or None
        Or as many deals as are played in this time.
    """

    rules: str
    seats: str
    a: "str | Responder"
    b: str
    deals: int
    seconds: float | None = None

    @property
    def title(self) -> str:
        """What is played, in one line."""
        return f"{self.rules}, {self.seats}: {self.a} over {self.b}"

    @property
    def design(self) -> Design:
        """How the two meet."""
        return get_design(self.seats)

    def players(self) -> list[tuple["str | Responder", int]]:
        """Return who plays, and how many seats of all lanes of a deal."""
        seats = self.design.seats
        plays = self.design.plays
        return [(self.a, plays * seats.count("A")), (self.b, plays * seats.count("B"))]

    def open(self, seed: int) -> Play:
        """Return the function that plays it: the weighted score of A in every lane."""
        from gongzhu_sim.engine.batch import OutcomeRoom, play_deals
        from gongzhu_sim.rules import load_rules
        from gongzhu_sim.rules.packed import pack_rules
        from gongzhu_sim.strategies import build_line_up

        packed, room = pack_rules(load_rules(self.rules)), OutcomeRoom()
        a = find_player(self.a)
        line_up = build_line_up([a if seat == "A" else self.b for seat in self.design.seats])
        weights = np.array(self.design.weights)

        def play(lane: int, first: int, deals: int) -> np.ndarray:
            outcomes = play_deals(
                packed,
                line_up,
                deals=deals,
                seed=seed,
                first=first,
                rotation=lane,
                plays=False,
                room=room,
            )
            return (outcomes["raw"] @ weights)[:, None]

        return play


@dataclass(frozen=True)
class DeclaringCell:
    """What a player's declaring gains beside declaring otherwise.

    Attributes
    ----------
    rules : str
        A preset.
    seats : str
        A design.
    player : str
    instead : tuple of str
        What it is compared with: values of ``declare``.
    deals : int
    """

    rules: str
    seats: str
    player: str
    instead: tuple[str, ...]
    deals: int
    seconds: float | None = None

    @property
    def title(self) -> str:
        """What is played, in one line."""
        return f"{self.rules}, {self.seats}: declaring of {self.player}"

    @property
    def design(self) -> Design:
        """Where the player sits."""
        return get_design(self.seats)

    def players(self) -> list[tuple["str | Responder", int]]:
        """Return who plays, and about how many seats of all lanes of a deal.

        All declaring and the play of what differs cost about three quarters of playing every arm.
        """
        return [(self.player, 3 * self.design.plays * (1 + len(self.instead)))]

    def open(self, seed: int) -> Play:
        """Return the function that plays it.

        Its rows hold, for each of ``instead``, the gain and whether the arms differ.
        """
        arms = [self.player, *(f"{self.player}:declare={way}" for way in self.instead)]
        prepared = DeclaringArms(arms, rules=self.rules, seats=self.seats, seed=seed)

        def play(lane: int, first: int, deals: int) -> np.ndarray:
            return prepared.play(lane, first, deals).reshape(deals, -1)

        return play


Cell = MeetingCell | DeclaringCell


def identify_cell(cell: Cell) -> str:
    """Return what a cell's samples depend on beside the sources, as JSON text."""
    from gongzhu_sim.rules import load_rules

    known: dict[str, Any] = {"rules": load_rules(cell.rules).to_dict(), "seats": cell.seats}
    if isinstance(cell, MeetingCell):
        known |= {"a": str(cell.a), "b": cell.b}
        if isinstance(cell.a, Responder):
            known["named"] = cell.a.opponent
    else:
        known |= {"player": cell.player, "instead": list(cell.instead)}
    return json.dumps(known, sort_keys=True)


def find_player(player: "str | Responder") -> "str | Player":
    """Return a player that a line-up takes."""
    if isinstance(player, Responder):
        from gongzhu_sim.strategies import name_player

        name_player(player.name, player.opponent)
        return str(player)
    return player


def estimate_samples(samples: np.ndarray, design: Design) -> Gain:
    """Estimate a gain.

    Parameters
    ----------
    samples : ndarray of int, shape (deals, lanes)
        Weighted scores.
    design : Design
    """
    return estimate_gain(sum_gains(samples[:, None, :].astype(np.int64)), design)


def estimate_difference(one: np.ndarray, other: np.ndarray, design: Design) -> Mean:
    """Estimate how much one gain is above another, deal by deal on those that both have.

    Parameters
    ----------
    one, other : ndarray of int, shape (deals, lanes)
    design : Design
    """
    deals = min(len(one), len(other))
    paired = one[:deals].astype(np.int64) - other[:deals]
    return estimate_samples(paired, design).gain


def find_covariance(samples: list[np.ndarray], design: Design) -> np.ndarray:
    """Return the covariances of the means of cells that meet on the same deals.

    Parameters
    ----------
    samples : list of ndarray of int, shape (deals, lanes)
        Each from deal 0 on; they may have different numbers of deals, two or more.
    design : Design

    Returns
    -------
    ndarray, shape (cells, cells)

    Notes
    -----
    Of two cells with n and m deals, m the fewer, the first m are common. Means over n and m
    independent deals of which m are common have the covariance m σ / (n m) = σ / n, with σ that of
    the two samples of a deal, estimated on the common ones.
    """
    sums = [each.sum(axis=1, dtype=np.int64) / design.unit for each in samples]
    found = np.empty((len(sums), len(sums)))
    for i, one in enumerate(sums):
        for j, other in enumerate(sums[: i + 1]):
            common = min(len(one), len(other))
            spread = np.cov(one[:common], other[:common])[0, 1]
            found[i, j] = found[j, i] = spread / max(len(one), len(other))
    return found
