"""Kernels and situations that rows of ``gongzhu bench`` time."""

from typing import Any

from gongzhu_sim.cards.compiling import kernel
from gongzhu_sim.cards.dealer import prepare_dealer
from gongzhu_sim.cards.situations import Situation, read_situation
from gongzhu_sim.rules.scoring import score_captures

__all__ = ["known_situation", "prepare_often", "score_all"]


@kernel
def score_all(packed: Any, deals: Any, captured: Any, raw: Any) -> None:
    """Score captures, uint64[n, 4], into points, int64[n, 4]; all declared as in ``deals[0]``."""
    deal = deals[0]
    for i in range(captured.shape[0]):
        for seat in range(4):
            deal.captured[seat] = captured[i, seat]
        score_captures(packed[0], deal)
        for seat in range(4):
            raw[i, seat] = deal.raw[seat]


def known_situation() -> Situation:
    """Return what a seat knows after three tricks, in two of which somebody was void."""
    known = {
        "N": "AK52.T98.J43.T72",
        "W": ["S3", "D2", "HJ"],
        "S": ["S7", "DQ", "C9"],
        "E": ["S9", "D5", "CK"],
    }
    return read_situation(1, known, {"W": "C", "S": "D"}, {"E": ["SQ"]}, None, None)


@kernel
def prepare_often(
    times: Any,
    dealers: Any,
    hidden: Any,
    hidden_twice: Any,
    known: Any,
    known_twice: Any,
    forbidden: Any,
    need: Any,
) -> None:
    """Set a dealer up so many times; see :func:`gongzhu_sim.cards.dealer.prepare_dealer`."""
    for _ in range(times):
        prepare_dealer(dealers[0], hidden, hidden_twice, known, known_twice, forbidden, need)
