"""Settling a deal: from raw scores to what each seat gets."""

from typing import Any

import numpy as np

from gongzhu_sim.cards.bits import third
from gongzhu_sim.cards.compiling import inner_kernel
from gongzhu_sim.rules.packed import NO_CAP, SETTLE_RAW, SETTLE_TEAMS, SETTLE_ZERO_SUM

__all__ = ["HALVES", "settle_deal"]

HALVES = 2
"""Kernels count settled points in halves, so that the halves of ``teams`` stay exact."""


@inner_kernel(forceinline=True)
def _capped(points: Any, limit: Any) -> Any:
    return min(max(points, -limit), limit)


@inner_kernel(forceinline=True)
def settle_deal(rules: Any, deal: Any) -> None:
    """Write the settled scores of a deal.

    Parameters
    ----------
    rules : record of RULES
    deal : record of OUTCOME
        ``raw`` and ``sides`` are read; ``settled`` receives twice the settled scores.

    Notes
    -----
    ``raw`` is the raw score, unscaled. ``zero_sum`` is a seat's score less the mean of the
    other three, truncated toward zero, times the scale; ``teams`` half the difference of the
    sides; ``team_sum`` the side's sum. The cap limits the points before scaling (a house
    reading).
    """
    halves = np.int64(HALVES)
    cap, scale = rules.cap, rules.scale
    is_capped = cap != NO_CAP
    raw = (deal.raw[0], deal.raw[1], deal.raw[2], deal.raw[3])
    total = raw[0] + raw[1] + raw[2] + raw[3]
    if rules.settlement == SETTLE_RAW:
        for seat in range(4):
            deal.settled[seat] = _capped(raw[seat], cap) * halves
    elif rules.settlement == SETTLE_ZERO_SUM:
        for seat in range(4):
            thirds = np.int64(4) * raw[seat] - total  # three times (own - mean of the others)
            points = third(thirds)
            if is_capped:
                points = _capped(points, cap)
            deal.settled[seat] = points * (halves * scale)
    else:
        first = np.int64(0)  # the sum of the side whose bits are set
        for seat in range(4):
            first += raw[seat] * (deal.sides >> seat & 1)
        for seat in range(4):
            own = first if deal.sides >> seat & 1 else total - first
            if rules.settlement == SETTLE_TEAMS:
                points = _capped(np.int64(2) * own - total, cap * halves)
            else:
                points = _capped(own, cap) * halves
            deal.settled[seat] = points * scale
