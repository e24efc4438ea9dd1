"""How many deals a match lasts."""

from typing import Any

from gongzhu_sim.cards.compiling import kernel
from gongzhu_sim.studies.tally import LONGEST_MATCH, MATCHES, Tally, register_tally

__all__ = ["TALLY"]


@kernel
def _count(packed: Any, matches: Any, sums: Any) -> None:
    for i in range(matches.shape[0]):
        deals = matches[i].n_deals
        cell = sums[deals - 1]
        cell[0] += 1
        cell[1] += deals
        cell[2] += deals * deals


TALLY = register_tally(
    Tally(
        name="matches",
        title="matches by the deals that they last",
        keys={"length": tuple(range(1, LONGEST_MATCH + 1))},
        sums=("n", "total_deals", "total_squared_deals"),
        passive=False,
        count=_count,
        reach=lambda rules: LONGEST_MATCH,
        unit=MATCHES,
    )
)
