"""Settling a deal: from raw scores to what each seat gets."""

from typing import Any

import numpy as np

from gongzhu_sim.cards.compiling import kernel
from gongzhu_sim.rules.packed import SETTLE_RAW, SETTLE_TEAMS, SETTLE_ZERO_SUM

__all__ = ["HALVES", "settle_raw"]

HALVES = 2
"""Kernels count settled points in halves, so that the halves of ``teams`` stay exact."""


@kernel
def _capped(points: Any, limit: Any) -> Any:
    return min(max(points, -limit), limit)


@kernel
def settle_raw(rules: Any, raw: Any, settled: Any) -> None:
    """Write the settled scores, in half points.

    Parameters
    ----------
    rules : record of RULES
    raw : int64[4]
        Raw scores of N, W, S, E, in points.
    settled : int64[4]
        Receives twice the settled scores.

    Notes
    -----
    ``raw`` is the raw score, unscaled. ``zero_sum`` is a seat's score less the mean of the
    other three, truncated toward zero, times the scale; ``teams`` half the difference of the
    sides; ``team_sum`` the side's sum. The cap limits the points before scaling (a house
    reading).
    """
    halves = np.int64(HALVES)
    total = raw[0] + raw[1] + raw[2] + raw[3]
    for seat in range(4):
        if rules.settlement == SETTLE_RAW:
            settled[seat] = _capped(raw[seat], rules.cap) * halves
        elif rules.settlement == SETTLE_ZERO_SUM:
            thirds = np.int64(4) * raw[seat] - total  # three times (own - mean of the others)
            whole = abs(thirds) // np.int64(3)
            points = whole if thirds >= 0 else -whole
            settled[seat] = _capped(points, rules.cap) * halves * rules.scale
        else:
            own = raw[seat] + raw[(seat + 2) & 3]
            if rules.settlement == SETTLE_TEAMS:
                doubled = np.int64(2) * own - total
                settled[seat] = _capped(doubled, rules.cap * halves) * rules.scale
            else:
                settled[seat] = _capped(own, rules.cap) * halves * rules.scale
