"""What declaring a card is worth to its holder if nobody changes play.

Every deal is played with nobody declaring and scored again as if exactly one card had been
declared. The value is the change of the holder's raw score less the mean change of the three
others. ``forced_last`` never comes in: one card alone stands declared.
"""

# pyright: reportCallIssue=false
from typing import Any

import numba
import numpy as np

from gongzhu_sim.cards.bits import count, lane_fill
from gongzhu_sim.cards.compiling import kernel
from gongzhu_sim.cards.layout import GOAT, KINDS, PIG, TRANSFORMER
from gongzhu_sim.engine.table import OUTCOME
from gongzhu_sim.rules.scoring import find_factors, score_deal
from gongzhu_sim.studies.tally import Tally, largest_score, register_tally

__all__ = ["TALLY", "is_locked"]

_ZERO = np.uint64(0)
_ONE = np.uint64(1)
_TRICK = 4  # cards
_OUTCOME: Any = numba.from_dtype(OUTCOME)


@kernel
def is_locked(rules: Any, outcome: Any, hand: Any, card: Any) -> Any:
    """Say whether the lock, had the card been declared, would have forbidden its play.

    Parameters
    ----------
    rules : record of RULES
    outcome : record of OUTCOME
        A deal played with nobody declaring; ``plays`` reaches the last scoring card.
    hand : uint64
        The holder's cards as dealt.
    card : uint64

    Returns
    -------
    bool
        True if the card was led or followed with in the first trick led in its suit while
        its holder had another card of the suit. The named card of a compulsory first lead is
        never locked.
    """
    if rules.must_lead_it != 0 and card == rules.first_lead:
        return False
    suit = lane_fill(card)
    seen = _ZERO
    for start in range(0, outcome.n_plays, _TRICK):
        trick = _ZERO
        for k in range(start, start + _TRICK):
            trick |= _ONE << np.uint64(outcome.plays[k])
        if (_ONE << np.uint64(outcome.plays[start])) & suit != _ZERO:
            held = hand & suit & ~seen
            return trick & card != _ZERO and held != card
        seen |= trick
    return False


@kernel
def _count(packed: Any, outcomes: Any, sums: Any) -> None:
    rules = packed[0]
    cards = (PIG, GOAT, TRANSFORMER, rules.marker)
    again = np.empty(1, _OUTCOME)
    for i in range(outcomes.shape[0]):
        outcome = outcomes[i]
        for kind in range(4):
            card = cards[kind]
            holder = 0
            for seat in range(4):
                if outcome.hands[seat] & card != _ZERO:
                    holder = seat
            hand = outcome.hands[holder]
            again[0] = outcome
            again[0].declared_by[holder] = card
            find_factors(rules, again[0])
            score_deal(rules, again[0])
            raw = again[0].raw
            total = np.int64(0)
            for seat in range(4):
                total += raw[seat] - outcome.raw[seat]
            own = raw[holder] - outcome.raw[holder]
            thirds = np.int64(4) * own - total  # three times (own - mean of the others)
            cell = sums[kind, np.int64(count(hand & lane_fill(card))) - 1]
            cell[0] += 1
            cell[1] += thirds
            cell[2] += thirds * thirds
            cell[3] += np.int64(is_locked(rules, outcome, hand, card))


TALLY = register_tally(
    Tally(
        name="declaring",
        title="passive value to its holder of declaring a card, by cards held in its suit",
        keys={"card": KINDS, "held": tuple(range(1, 14))},
        sums=("n", "total_thirds", "total_squared_thirds", "locked"),
        passive=True,
        count=_count,
        reach=lambda rules: 12 * largest_score(rules),
    )
)
