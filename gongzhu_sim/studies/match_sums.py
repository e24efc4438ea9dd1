"""What matches add up to: lengths, pigs, leads, and looks at a match that is going on.

All are whole numbers. The sums of parts add up to the sums of the whole, so memory does not
grow with the matches and the result does not depend on how they were cut up.
"""

from collections.abc import Sequence
from dataclasses import dataclass, fields
from typing import Any, Final

import numpy as np

from gongzhu_sim.cards.compiling import kernel
from gongzhu_sim.engine.match import PlayedMatches

__all__ = [
    "LOOK_BUCKETS",
    "LOOK_DEALS",
    "LOOK_SUMS",
    "LOOK_WIDTH",
    "Histogram",
    "MatchSums",
    "sum_matches",
]

LOOK_WIDTH: Final = 100
"""Totals within so many points fall into one bucket: -200 to -101, -100 to -1, 0 to 99 …"""

LOOK_BUCKETS: Final = tuple(range(-21, 21))
"""Buckets by their lowest total in hundreds of points; the first and last are open."""

LOOK_DEALS: Final = 20
"""Looks after 1, 2 … deals are kept apart, those after so many or more together."""

LOOK_SUMS: Final = ("matches", "looks", "pigs", "looks_squared", "looks_pigs", "pigs_squared")
"""What is summed for a cell: matches with a look in it, looks, looks at a seat that became a
pig; and over the matches the squares and products of the last two."""

Histogram = dict[int, int]
"""How many matches had each whole number."""

_LOOKS = (1 + LOOK_DEALS, len(LOOK_BUCKETS), len(LOOK_SUMS))
_ALL = 0  # row of the looks after any number of deals
_ONE = np.int64(1)


@dataclass(frozen=True)
class MatchSums:
    """Sums over a number of matches; arrays hold Python integers, which cannot overflow.

    Attributes
    ----------
    matches, deals : int
    lengths, lead_changes, leader_changes : Histogram
        Matches by number of deals, of changes of who is ahead, of changes of who leads.
    shared : int
        Matches in which a pig is one only by a tie: more seats than the rules and the sides
        alone would make pigs.
    pigs : ndarray, shape (3, 4)
        Matches in which a seat is a pig: by seat, by position from the leader of the first
        deal, by position from the leader of the last deal.
    player_pigs : ndarray, shape (4, 2)
        By player (the first seat that it has): its seats that are pigs, and the squares of
        how many are in a match.
    totals, settled : ndarray, shape (4, 2)
        By seat: points, half points, and their squares.
    sides : ndarray, shape (2, 2)
        Matches that N and S, that W and E won and lost; says nothing without partners.
    awards : ndarray, shape (2, 4)
        By side: slams and all hearts, the squares of how many are in a match; the points
        that awards brought and their squares. Says nothing without partners.
    looks : ndarray, shape (1 + LOOK_DEALS, len(LOOK_BUCKETS), len(LOOK_SUMS))
        See :data:`LOOK_SUMS`: at every seat's total after every deal but the last. The first
        row is over any number of deals.
    """

    matches: int
    deals: int
    lengths: Histogram
    lead_changes: Histogram
    leader_changes: Histogram
    shared: int
    pigs: np.ndarray
    player_pigs: np.ndarray
    totals: np.ndarray
    settled: np.ndarray
    sides: np.ndarray
    awards: np.ndarray
    looks: np.ndarray

    @classmethod
    def empty(cls) -> "MatchSums":
        """Return the sums over no matches."""
        shapes = ((3, 4), (4, 2), (4, 2), (4, 2), (2, 2), (2, 4), _LOOKS)
        return cls(0, 0, {}, {}, {}, 0, *(np.zeros(shape, object) for shape in shapes))

    def __add__(self, other: "MatchSums") -> "MatchSums":
        def add(name: str) -> Any:
            one, two = getattr(self, name), getattr(other, name)
            return _merge(one, two) if isinstance(one, dict) else one + two

        return MatchSums(**{each.name: add(each.name) for each in fields(self)})


def _merge(one: Histogram, two: Histogram) -> Histogram:
    return {number: one.get(number, 0) + two.get(number, 0) for number in sorted({*one, *two})}


def _count_up(numbers: np.ndarray) -> Histogram:
    found, counts = np.unique(numbers, return_counts=True)
    return dict(zip(found.tolist(), counts.tolist(), strict=True))


def _sum_powers(numbers: np.ndarray) -> np.ndarray:
    """Return the sums down each column of the numbers and of their squares, exactly."""
    exact = numbers.astype(object)
    return np.stack([exact.sum(axis=0), (exact * exact).sum(axis=0)], axis=-1)


@kernel
def _look(totals: Any, number: Any) -> Any:
    """Return row and column of a look at each seat after deal ``number``, counted from 0."""
    row = min(number + 1, LOOK_DEALS)
    columns = np.empty(4, np.int64)
    for seat in range(4):
        bucket = totals[seat] // LOOK_WIDTH
        columns[seat] = min(max(bucket, LOOK_BUCKETS[0]), LOOK_BUCKETS[-1]) - LOOK_BUCKETS[0]
    return row, columns


@kernel
def _add_looks(matches: Any, deals: Any, seen: Any, sums: Any) -> None:
    """Add the looks of whole matches; ``seen`` is working space, left as it came, at 0.

    A match's looks depend on each other, so its own counts are put together first and then
    enter the sums as one observation.
    """
    start = 0
    for i in range(matches.shape[0]):
        last = start + matches[i].n_deals - 1
        for k in range(start, last):
            row, columns = _look(deals[k].totals, deals[k].number)
            for seat in range(4):
                pig = matches[i].pigs >> seat & _ONE
                for r in (row, _ALL):
                    seen[r, columns[seat], 0] += 1
                    seen[r, columns[seat], 1] += pig
        for k in range(start, last):
            row, columns = _look(deals[k].totals, deals[k].number)
            for seat in range(4):
                for r in (row, _ALL):
                    cell = seen[r, columns[seat]]
                    looks, pigs = cell[0], cell[1]
                    if looks > 0:
                        added = sums[r, columns[seat]]
                        added[0] += 1
                        added[1] += looks
                        added[2] += pigs
                        added[3] += looks * looks
                        added[4] += looks * pigs
                        added[5] += pigs * pigs
                        cell[0] = 0
                        cell[1] = 0
        start = last + 1


def sum_matches(
    match: np.ndarray, played: PlayedMatches, *, players: Sequence[str], partners: bool
) -> MatchSums:
    """Add up a block of matches.

    Parameters
    ----------
    match : ndarray of MATCH, shape (1,)
        The rules of the match they were played under.
    played : PlayedMatches
    players : sequence of four str
        Who sits N, W, S, E; equal names are one player.
    partners : bool
        Whether N and S play against W and E.

    Returns
    -------
    MatchSums
    """
    matches, deals = played.matches, played.deals
    is_pig = matches["pigs"][:, None] >> np.arange(4) & 1
    looks = np.zeros(_LOOKS, np.int64)
    _add_looks(matches, deals, np.zeros((*_LOOKS[:2], 2), np.int64), looks)
    seats = [list(players).index(name) for name in players]
    of_player = np.stack(
        [is_pig[:, [seat == first for seat in seats]].sum(axis=1) for first in range(4)], axis=1
    )
    highest_too = bool(match["highest_too"][0])
    most = (2 if partners else 1) * (2 if highest_too else 1)
    shoots = matches["shoots"][:, :2] + matches["shoots"][:, 2:]
    awards = [_sum_powers(shoots), _sum_powers(matches["award_points"][:, :2])]
    return MatchSums(
        matches=len(matches),
        deals=len(deals),
        lengths=_count_up(matches["n_deals"]),
        lead_changes=_count_up(matches["lead_changes"]),
        leader_changes=_count_up(matches["leader_changes"]),
        shared=int((is_pig.sum(axis=1) > most).sum()),
        pigs=np.stack(
            [
                is_pig.sum(axis=0),
                _turn(is_pig, matches["first_leader"]).sum(axis=0),
                _turn(is_pig, matches["last_leader"]).sum(axis=0),
            ]
        ).astype(object),
        player_pigs=_sum_powers(of_player),
        totals=_sum_powers(matches["totals"]),
        settled=_sum_powers(matches["settled"]),
        sides=_sum_sides(matches, scientific=bool(match["awards"][0])),
        awards=np.concatenate(awards, axis=1),
        looks=looks.astype(object),
    )


def _turn(by_seat: np.ndarray, leaders: np.ndarray) -> np.ndarray:
    """Return columns by position from a leader instead of by seat."""
    return np.take_along_axis(by_seat, (leaders[:, None] + np.arange(4)) & 3, axis=1)


def _sum_sides(matches: np.ndarray, *, scientific: bool) -> np.ndarray:
    """Return by side how many matches it won and lost; the others are ties."""
    ahead = matches["totals"][:, 0] - matches["totals"][:, 1]
    if scientific:  # both sides at a target tie, whatever their totals
        ahead = np.where(matches["pigs"] == 0, 0, ahead)
    won, lost = int((ahead > 0).sum()), int((ahead < 0).sum())
    return np.array([[won, lost], [lost, won]], object)
