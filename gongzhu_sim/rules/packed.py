"""The packed record of a rule set, as kernels read it.

Rules enter kernels as data, never as globals: thousands of variants share one compilation.
"""

from typing import TYPE_CHECKING, Final

import numpy as np

from gongzhu_sim.cards.layout import GOAT, PIG, SCORING, TRANSFORMER
from gongzhu_sim.cards.text import card_index

if TYPE_CHECKING:
    from gongzhu_sim.rules.ruleset import RuleSet

__all__ = [
    "DECLARE_ALL",
    "DECLARE_ALL_BUT_GOAT",
    "DECLARE_NONE",
    "DECLARE_OPTIONAL",
    "LATER_NAMED_CARD",
    "LATER_PIG_TAKER",
    "LATER_ROTATE",
    "NO_CAP",
    "RULES",
    "SETTLE_RAW",
    "SETTLE_TEAMS",
    "SETTLE_TEAM_SUM",
    "SETTLE_ZERO_SUM",
    "SIDES_NONE",
    "SIDES_OPPOSITE",
    "SIDES_PIG_GOAT",
    "SLAM_FLAT",
    "SLAM_NONE",
    "SLAM_SHARES",
    "SLAM_TOTAL",
    "heart_points",
    "pack_rules",
]

_DECLARING: Final = {"none": 0, "optional": 1, "all": 2, "all_but_goat": 3}
_SIDES: Final = {"none": 0, "opposite": 1, "pig_goat": 2}
_LATER_LEAD: Final = {"pig_taker": 0, "named_card": 1, "rotate": 2}
NO_CAP: Final = np.iinfo(np.int64).max // 4
"""In place of a cap: there is none."""

SLAM_NONE, SLAM_SHARES, SLAM_TOTAL, SLAM_FLAT = range(4)
SETTLE_RAW, SETTLE_ZERO_SUM, SETTLE_TEAMS, SETTLE_TEAM_SUM = range(4)
DECLARE_NONE, DECLARE_OPTIONAL, DECLARE_ALL, DECLARE_ALL_BUT_GOAT = range(4)
SIDES_NONE, SIDES_OPPOSITE, SIDES_PIG_GOAT = range(3)
LATER_PIG_TAKER, LATER_NAMED_CARD, LATER_ROTATE = range(3)

RULES = np.dtype(
    [
        ("hearts_low", np.int64, 128),  # points of the hearts 2 to 8, by their seven bits
        ("hearts_high", np.int64, 64),  # points of the hearts 9 to A, by their six bits
        ("company", np.uint64),  # with one of these cards the transformer is not alone
        ("pig", np.int64),
        ("goat", np.int64),
        ("transformer", np.int64),
        ("nothing", np.int64),
        ("marker", np.uint64),  # the heart that stands for the hearts
        ("decks", np.int64),
        ("declaring", np.int64),  # one of DECLARE_*
        ("declarable", np.uint64),  # cards that a seat may choose to declare; 0 for none
        ("sequential", np.int64),  # 1: in turn, seeing what stands declared
        ("forced_last", np.int64),
        ("first_draw", np.int64),
        ("hidden", np.int64),
        ("discard_before_led", np.int64),
        ("self_capture", np.int64),
        ("first_lead", np.uint64),  # the named card; 0 where the seat is drawn
        ("must_lead_it", np.int64),
        ("later_lead", np.int64),  # one of LATER_*
        ("after_broken", np.int64),  # 1: hearts are led only once one was played
        ("discard_colour", np.int64),  # 1: the colour penalty
        ("unusual", np.int64),  # 1: hidden, the colour penalty, or sides by the cards
        ("all_hearts", np.int64),  # points for all hearts, before the marker's factor
        ("all_hearts_bonus", np.int64),
        ("pig_turned", np.int64),  # -1 where all hearts turn the pig's sign, else 1
        ("goat_turned", np.int64),
        ("turns_everyone", np.int64),  # 1: the others' pig and goat turn too
        ("choice", np.int64),  # 1: the holder of all hearts decides whether they turn
        ("slam", np.int64),  # one of SLAM_*
        ("slam_points", np.int64),  # base of `total`, or the flat number
        ("slam_bonus", np.int64),
        ("sides", np.int64),  # one of SIDES_*
        ("pooled", np.int64),  # 1: partners' captures are put together before scoring
        ("is_simple", np.int64),  # 1: one deck, and a seat's captures decide what it scores
        ("settlement", np.int64),  # one of SETTLE_*
        ("scale", np.int64),
        ("cap", np.int64),  # limit on the settled points before scaling
    ],
    align=True,
)
"""One rule set. Points are whole numbers, cards are masks."""


def heart_points(values: "tuple[int, ...] | list[int]", cards: int) -> int:
    """Return the sum of the values of a set of hearts.

    Parameters
    ----------
    values : sequence of 13 int
        Points of the hearts from 2 to A.
    cards : int
        13 bits, the deuce lowest.

    Returns
    -------
    int
        Points.

    Examples
    --------
    >>> heart_points([0] * 12 + [-50], 1 << 12)
    -50
    """
    return sum(value for rank, value in enumerate(values) if cards >> rank & 1)


def pack_rules(rules: "RuleSet") -> np.ndarray:
    """Pack a rule set for the kernels.

    Parameters
    ----------
    rules : RuleSet

    Returns
    -------
    ndarray of RULES, shape (1,)
        Keep the array: a record taken out of it points into its memory.
    """
    packed = np.zeros(1, RULES)
    hearts = rules.heart_values()
    packed["hearts_low"] = [heart_points(hearts[:7], cards) for cards in range(128)]
    packed["hearts_high"] = [heart_points(hearts[7:], cards) for cards in range(64)]
    packed["pig"] = rules.values.pig
    packed["goat"] = rules.values.goat
    packed["transformer"] = rules.values.transformer
    packed["nothing"] = rules.values.nothing

    marker = np.uint64(1 << card_index("H" + rules.declaration.marker))
    packed["marker"] = marker
    packed["decks"] = rules.decks
    declaration = rules.declaration
    packed["declaring"] = _DECLARING[declaration.mode]
    if declaration.mode == "optional":
        packed["declarable"] = PIG | GOAT | TRANSFORMER | marker
    packed["sequential"] = declaration.order == "sequential"
    packed["forced_last"] = declaration.forced_last
    packed["first_draw"] = declaration.first_draw
    packed["hidden"] = declaration.hidden
    packed["discard_before_led"] = declaration.discard_before_led
    packed["self_capture"] = declaration.self_capture

    first_lead = rules.play.first_lead
    packed["first_lead"] = 0 if first_lead == "draw" else 1 << card_index(first_lead)
    packed["must_lead_it"] = rules.play.must_lead_it
    packed["later_lead"] = _LATER_LEAD[rules.play.later_lead]
    packed["after_broken"] = rules.play.hearts_lead == "after_broken"
    packed["discard_colour"] = rules.play.discard_colour == "penalty"

    value = rules.all_hearts.value
    packed["all_hearts"] = -sum(hearts) * rules.decks if value == "flip" else value
    packed["all_hearts_bonus"] = rules.all_hearts.bonus
    packed["pig_turned"] = -1 if rules.all_hearts.pig == "flip" else 1
    packed["goat_turned"] = -1 if rules.all_hearts.goat == "flip" else 1
    packed["turns_everyone"] = rules.all_hearts.scope == "everyone"
    packed["choice"] = rules.all_hearts.choice
    # of a set that is worth 0 without it: no other card is there if the empty set alone counts
    zero_hearts = sum(1 << (16 + rank) for rank in range(13) if hearts[rank] == 0)
    packed["company"] = {
        "never": SCORING & ~TRANSFORMER,
        "low_hearts": SCORING & ~TRANSFORMER & ~np.uint64(zero_hearts),
        "always": np.uint64(0),
    }[rules.transformer.zero_is_alone]

    packed["is_simple"] = (
        rules.decks == 1
        and declaration.self_capture == 1
        and not rules.teams.pooled
        # then what has no company is nothing or the transformer, unless neither scores
        and (rules.values.nothing == 0 or rules.transformer.zero_is_alone == "never")
    )
    slam = rules.slam.value
    forms = {"none": SLAM_NONE, "shares": SLAM_SHARES, "total": SLAM_TOTAL}
    packed["slam"] = forms[slam] if isinstance(slam, str) else SLAM_FLAT
    packed["slam_points"] = rules.slam.base if isinstance(slam, str) else slam
    packed["slam_bonus"] = rules.slam.bonus

    packed["sides"] = _SIDES[rules.teams.mode]
    packed["pooled"] = rules.teams.pooled
    packed["unusual"] = (
        declaration.hidden
        or rules.play.discard_colour == "penalty"
        or rules.teams.mode == "pig_goat"
    )
    packed["settlement"] = {
        "raw": SETTLE_RAW,
        "zero_sum": SETTLE_ZERO_SUM,
        "teams": SETTLE_TEAMS,
        "team_sum": SETTLE_TEAM_SUM,
    }[rules.settlement.kind]
    packed["scale"] = rules.settlement.scale
    cap = rules.settlement.cap
    packed["cap"] = NO_CAP if isinstance(cap, str) else cap
    return packed
