"""A match: scores that accumulate deal by deal until somebody reaches a target.

Four totals are kept, one a seat. Where the cards or the seats make sides, a seat's total is
what its side has made: partners who sit opposite each other always have the same total, and
where the pig and the goat make the sides anew in every deal each seat adds its side's sum
(house reading). Raw scores accumulate, whatever the settlement.

A match ends with the deal in which a total reaches a target, or after a fixed number of
deals. In a scientific match (``match.awards``) all hearts and slams bring awards, which are
counted before the targets are looked at, and the sides can tie.
"""

from typing import TYPE_CHECKING, Any, Final

import numpy as np

from gongzhu_sim.cards.compiling import inner_kernel, kernel

if TYPE_CHECKING:
    from gongzhu_sim.rules.ruleset import RuleSet

__all__ = [
    "AWARD_POINTS",
    "MATCH",
    "add_deal",
    "end_deal",
    "find_pigs",
    "is_match_over",
    "pack_match",
]

AWARD_POINTS: Final = 200
"""What each award in excess of the other side's counts, in points."""

_FAR: Final = np.iinfo(np.int64).max // 4  # no total gets there

MATCH = np.dtype(
    [
        ("lose_at", np.int64),  # a total at or below it ends the match
        ("win_at", np.int64),  # a total at or above it ends the match
        ("deals", np.int64),  # a fixed number of deals instead; 0 where a target ends it
        ("highest_too", np.int64),  # 1: the highest total is a pig as well
        ("awards", np.int64),  # 1: the scientific match
    ],
    align=True,
)
"""The rules of a match. Targets are whole numbers of points."""

_NORTH, _WEST = 0, 1  # a seat of each of the two sides that sit opposite


def pack_match(rules: "RuleSet") -> np.ndarray:
    """Pack the rules of a match for the kernels.

    Parameters
    ----------
    rules : RuleSet

    Returns
    -------
    ndarray of MATCH, shape (1,)
        Keep the array: a record taken out of it points into its memory.

    Examples
    --------
    >>> from gongzhu_sim.rules import load_rules
    >>> packed = pack_match(load_rules("scientific"))
    >>> packed["lose_at"][0].item(), packed["win_at"][0].item(), packed["awards"][0].item()
    (-1000, 1000, 1)
    """
    match = rules.match
    packed = np.zeros(1, MATCH)
    packed["lose_at"] = -_FAR if isinstance(match.lose_at, str) else match.lose_at
    packed["win_at"] = _FAR if isinstance(match.win_at, str) else match.win_at
    packed["deals"] = 0 if isinstance(match.deals, str) else match.deals
    packed["highest_too"] = match.pigs == "lowest_and_highest"
    packed["awards"] = match.awards
    return packed


@inner_kernel
def _lowest(totals: Any) -> Any:
    return min(min(totals[0], totals[1]), min(totals[2], totals[3]))


@inner_kernel
def _highest(totals: Any) -> Any:
    return max(max(totals[0], totals[1]), max(totals[2], totals[3]))


@kernel
def add_deal(raw: Any, sides: Any, totals: Any) -> None:
    """Add a deal to the totals.

    Parameters
    ----------
    raw : int64[4]
        Raw scores of N, W, S, E, in points.
    sides : int64
        Bit mask of the seats on one side (N is bit 0), the others being the other side; 0
        where everybody plays alone.
    totals : int64[4]
        Points so far; a seat adds its own score, or its side's sum.
    """
    if sides == 0:
        for seat in range(4):
            totals[seat] += raw[seat]
        return
    inside, outside = np.int64(0), np.int64(0)
    for seat in range(4):
        if sides >> seat & 1:
            inside += raw[seat]
        else:
            outside += raw[seat]
    for seat in range(4):
        totals[seat] += inside if sides >> seat & 1 else outside


@kernel
def _count_awards(match: Any, totals: Any, awards: Any) -> None:
    """Turn the awards of the side that has more of them into points, if they count now."""
    if awards[_NORTH] == awards[_WEST]:
        return
    own = _NORTH if awards[_NORTH] > awards[_WEST] else _WEST
    other = _WEST if own == _NORTH else _NORTH
    saves = totals[own] <= match.lose_at
    answers = totals[other] >= match.win_at
    if saves or answers:
        points = np.int64(AWARD_POINTS) * (awards[own] - awards[other])
        totals[own] += points
        totals[own + 2] += points
        awards[:] = 0


@kernel
def end_deal(match: Any, raw: Any, sides: Any, shooter: Any, totals: Any, awards: Any) -> None:
    """Add a deal to the totals and, in a scientific match, to the awards, and count these.

    Parameters
    ----------
    match : record of MATCH
    raw : int64[4]
        Raw scores of N, W, S, E, in points.
    sides : int64
        Bit mask of the seats on one side, 0 where everybody plays alone.
    shooter : int64
        The seat with a slam or, without one, with all hearts; -1 if none. A slam is one
        award, not two.
    totals : int64[4]
        Points so far, awards that counted included; changed.
    awards : int64[4]
        Awards of each seat's side since they last counted; changed.

    Notes
    -----
    A side with more awards than the other receives 200 points for each in excess once (a) its
    own total is at ``lose_at`` or below, or (b) the other's is at ``win_at`` or above. Both
    sides' awards then start again from 0.
    """
    add_deal(raw, sides, totals)
    if match.awards != 0:
        if shooter >= 0:
            awards[shooter] += 1
            awards[(shooter + 2) & 3] += 1
        _count_awards(match, totals, awards)


@kernel
def is_match_over(match: Any, totals: Any, n_deals: Any) -> Any:
    """Say whether the match has ended.

    Parameters
    ----------
    match : record of MATCH
    totals : int64[4]
        Points after the last deal.
    n_deals : int64
        Deals played.

    Returns
    -------
    bool
        In a match of a fixed number of deals the targets do not end it.
    """
    if match.deals > 0:
        return n_deals >= match.deals
    return _lowest(totals) <= match.lose_at or _highest(totals) >= match.win_at


@inner_kernel
def _is_tie(match: Any, totals: Any) -> Any:
    """Say whether the sides of a scientific match tie."""
    low, high = _lowest(totals), _highest(totals)
    if match.deals > 0:
        return low == high
    return high <= match.lose_at or low >= match.win_at


@kernel
def find_pigs(match: Any, totals: Any) -> Any:
    """Return who is the pig of a match that has ended.

    Parameters
    ----------
    match : record of MATCH
    totals : int64[4]
        Points after the last deal.

    Returns
    -------
    int64
        Bit mask of seats, N being bit 0. All seats with the lowest total, and with
        ``lowest_and_highest`` those with the highest, are pigs: equal ones share it (house
        reading). In a scientific match the side that loses is, and nobody if the sides tie.

    Notes
    -----
    The sides of a scientific match tie if both are at ``lose_at`` or below, or both at
    ``win_at`` or above; otherwise the lower one loses. After a fixed number of deals the
    totals alone decide (house reading).
    """
    if match.awards != 0 and _is_tie(match, totals):
        return np.int64(0)
    low, high = _lowest(totals), _highest(totals)
    pigs = np.int64(0)
    for seat in range(4):
        if totals[seat] == low or (match.highest_too != 0 and totals[seat] == high):
            pigs |= np.int64(1) << np.int64(seat)
    return pigs
