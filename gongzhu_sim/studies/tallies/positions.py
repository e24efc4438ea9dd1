"""Scores by position from the first leader."""

from typing import Any

import numpy as np

from gongzhu_sim.cards.compiling import kernel
from gongzhu_sim.rules.settling import HALVES
from gongzhu_sim.studies.tally import Tally, largest_score, register_tally

__all__ = ["SCORES", "SIXTHS", "TALLY"]

SCORES = ("raw", "relative", "settled")
"""The raw score, the same less the mean of the three others, and the settled one."""

SIXTHS = 6
"""Scores are summed in sixths of a point, which holds halves and thirds exactly."""


@kernel
def _count(packed: Any, outcomes: Any, sums: Any) -> None:
    for i in range(outcomes.shape[0]):
        outcome = outcomes[i]
        total = np.int64(0)
        for seat in range(4):
            total += outcome.raw[seat]
        for seat in range(4):
            position = (seat - outcome.leader) & 3
            raw = outcome.raw[seat]
            thirds = np.int64(4) * raw - total  # three times (own - mean of the others)
            settled = outcome.settled[seat] * np.int64(SIXTHS // HALVES)
            scores = (raw * np.int64(SIXTHS), thirds * np.int64(SIXTHS // 3), settled)
            for score in range(3):
                cell = sums[score, position]
                cell[0] += 1
                cell[1] += scores[score]
                cell[2] += scores[score] * scores[score]


TALLY = register_tally(
    Tally(
        name="positions",
        title="scores by position from the first leader",
        keys={"score": SCORES, "position": (0, 1, 2, 3)},
        sums=("n", "total_sixths", "total_squared_sixths"),
        passive=False,
        count=_count,
        # a seat less the mean of the others, or a side, is at most twice a seat
        reach=lambda rules: 2 * SIXTHS * largest_score(rules) * rules.settlement.scale,
        reads_plays=False,
    )
)
