"""How often some seat takes all hearts, or a slam, as the rules see it."""

from typing import Any

from gongzhu_sim.cards.compiling import kernel
from gongzhu_sim.studies.tally import Tally, register_tally

__all__ = ["EVENTS", "TALLY"]

EVENTS = ("all_hearts", "slam")
"""The events; a slam is not also counted as all hearts."""


@kernel
def _count(packed: Any, outcomes: Any, sums: Any) -> None:
    for i in range(outcomes.shape[0]):
        sums[0, 0] += 1
        sums[1, 0] += 1
        if outcomes[i].all_hearts >= 0:
            sums[0, 1] += 1
        if outcomes[i].slam >= 0:
            sums[1, 1] += 1


TALLY = register_tally(
    Tally(
        name="shoots",
        title="deals in which a seat takes all hearts, or a slam",
        keys={"event": EVENTS},
        sums=("n", "count"),
        passive=False,
        count=_count,
        reach=lambda rules: 1,
        reads_plays=False,
    )
)
