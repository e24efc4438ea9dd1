"""Scores by seat, and of the four seats of a deal together."""

from typing import Any

from gongzhu_sim.cards.compiling import kernel
from gongzhu_sim.cards.layout import SEATS
from gongzhu_sim.rules.settling import HALVES
from gongzhu_sim.studies.tally import Tally, largest_score, register_tally

__all__ = ["SCORES", "TALLY", "TOGETHER"]

SCORES = ("raw", "settled")

TOGETHER = "together"
"""Stands among the seats for the sum of all four."""

_TOGETHER = len(SEATS)


@kernel
def _count(packed: Any, outcomes: Any, sums: Any) -> None:
    for i in range(outcomes.shape[0]):
        outcome = outcomes[i]
        for score in range(2):
            total = 0
            for place in range(5):
                if place == _TOGETHER:
                    halves = total
                elif score == 0:
                    halves = outcome.raw[place] * HALVES
                else:
                    halves = outcome.settled[place]
                total += halves
                cell = sums[score, place]
                cell[0] += 1
                cell[1] += halves
                cell[2] += halves * halves


TALLY = register_tally(
    Tally(
        name="scores",
        title="raw and settled scores by seat",
        keys={"score": SCORES, "seat": (*SEATS, TOGETHER)},
        sums=("n", "total_halves", "total_squared_halves"),
        passive=False,
        count=_count,
        # four seats, of which each is settled at no more than twice a raw score
        reach=lambda rules: 4 * 2 * HALVES * largest_score(rules) * rules.settlement.scale,
        reads_plays=False,
    )
)
