"""What a search wants of a deal: points more than the others, or not to be the pig."""

from typing import Any

import numpy as np

from gongzhu_sim.cards.compiling import kernel
from gongzhu_sim.rules.packed import SIDES_NONE

__all__ = ["OBJECTIVES", "compare_sides", "judge_deal"]

OBJECTIVES = ("points", "notpig")
"""Settled points of one's own side more than the other's, a seat; the chance not to be the pig."""

_POINTS, _NOT_PIG = range(len(OBJECTIVES))
_TWELVE = np.int64(12)
_CERTAIN = np.int64(1 << 20)
_STEPS = 16  # of the table below, for each halving
_HALVING = 200  # points that halve the odds of becoming the pig later
_ODDS = np.array([round(2 ** (20 - k / _STEPS)) for k in range(20 * _STEPS)])


@kernel
def compare_sides(deal: Any, points: Any, seat: Any, alone: Any) -> Any:
    """Return 12 times what a side has more than the other, both as means of their seats.

    Parameters
    ----------
    deal : record of OUTCOME
        ``sides`` is read.
    points : int64[4]
    seat : int
        A seat of the side.
    alone : bool
        Whether a seat is a side of its own.

    Returns
    -------
    int
    """
    own = np.int64(1) << seat
    if not alone:
        own = deal.sides if deal.sides >> seat & 1 else ~deal.sides & 15
    mine, others = np.int64(0), np.int64(0)
    n = np.int64(0)
    for each in range(4):
        if own >> each & 1:
            mine += points[each]
            n += 1
        else:
            others += points[each]
    if n == 1:
        return _TWELVE * mine - 4 * others
    if n == 2:
        return 6 * (mine - others)
    return 4 * mine - _TWELVE * others


@kernel
def _chance_not_pig(table: Any, deal: Any, seat: Any, lose_at: Any) -> Any:
    """Return the chance, out of 2^20, that a seat does not become the pig of the match.

    Once a total is at ``lose_at`` or below, the lowest total is the pig. Before that the odds
    of becoming it are taken to halve with every 200 points.
    """
    totals = deal.settled
    lowest = np.int64(1 << 40)
    for each in range(4):
        totals[each] = table.match_score[each] + deal.raw[each]
    if table.rules.sides != SIDES_NONE:
        for each in range(2):
            side = totals[each] + totals[each + 2]
            totals[each] = side
            totals[each + 2] = side
    for each in range(4):
        lowest = min(lowest, totals[each])
    if lowest <= lose_at:
        return _CERTAIN if totals[seat] > lowest else np.int64(0)
    odds, mine = np.int64(0), np.int64(0)
    for each in range(4):
        step = (totals[each] - lowest) * _STEPS // _HALVING
        weight = _ODDS[min(step, 20 * _STEPS - 1)]
        odds += weight
        if totals[each] == totals[seat]:
            mine += weight
    return _CERTAIN - _CERTAIN * mine // odds


@kernel
def judge_deal(table: Any, deal: Any, seat: Any, search: Any) -> Any:
    """Return what a finished deal is worth to a seat, by the objective of a search.

    Parameters
    ----------
    table : record of TABLE
    deal : record of OUTCOME
        Scored. ``settled`` may be overwritten.
    seat : int
    search : record of SEARCH

    Returns
    -------
    int
        24ths of a settled point, or a chance out of 2^20.
    """
    if search.objective == _NOT_PIG:
        return _chance_not_pig(table, deal, seat, search.lose_at)
    return compare_sides(deal, deal.settled, seat, table.rules.sides == SIDES_NONE)
