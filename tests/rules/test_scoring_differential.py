"""Scoring kernels against the reference engine, on captures in which the rare things happen."""

from typing import Any

import numpy as np
import pytest

from gongzhu_sim.cards.layout import HEARTS, SCORING, SEATS, TRANSFORMER
from gongzhu_sim.cards.text import card_names
from gongzhu_sim.rules import load_rules
from gongzhu_sim.rules.loading import preset_names
from gongzhu_sim.rules.settling import HALVES

TEAMS = {"teams.mode": "opposite"}
ZEROS = (0, -5, 0, -10, 0, 0, -20, 0, 0, -30, 0, -40, 0)
VARIANTS: dict[str, dict[str, Any]] = {
    "low hearts count as alone": {"transformer.zero_is_alone": "low_hearts"},
    "any sum of zero counts as alone": {"transformer.zero_is_alone": "always"},
    "high hearts worth nothing": {
        "values.hearts": ZEROS,
        "transformer.zero_is_alone": "low_hearts",
    },
    "hearts of both signs": {
        "values.hearts": (5, -5, 10, -10, 15, -15, 20, -20, -100, 100, -50, 40, -30),
        "transformer.zero_is_alone": "always",
        "all_hearts.value": "flip",
    },
    "flat slam": {"slam.value": 1000},
    "flat slam below zero": {"slam.value": -333, "slam.bonus": 33},
    "total slam": {"slam.value": "total", "slam.base": 801, "slam.bonus": 50},
    "shares with a bonus": {"slam.bonus": 77, "all_hearts.value": "flip"},
    "shares of odd values": {
        "values.pig": 130,
        "values.goat": -70,
        "values.transformer": 33,
        "all_hearts.value": -150,
    },
    "no slam, colour change": {
        "slam.value": "none",
        "all_hearts.pig": "flip",
        "all_hearts.goat": "flip",
    },
    "nothing costs": {"values.nothing": -50, "slam.value": 600},
    "all hearts flip with a bonus": {"all_hearts.value": "flip", "all_hearts.bonus": 200},
    "bonus beside a zero": {
        "all_hearts.bonus": 45,
        "all_hearts.value": 100,
        "transformer.zero_is_alone": "always",
    },
    "all hearts at their sum": {"all_hearts.value": -200},
    "the goat turns": {"all_hearts.goat": "flip", "all_hearts.value": "flip"},
    "everybody's pig and goat turn": {
        "all_hearts.pig": "flip",
        "all_hearts.goat": "flip",
        "all_hearts.scope": "everyone",
    },
    "everybody's pig turns, scored by halves": TEAMS
    | {
        "all_hearts.pig": "flip",
        "all_hearts.scope": "everyone",
        "settlement.kind": "teams",
        "settlement.scale": 1,
    },
    "capped": {"settlement.cap": 300, "settlement.scale": 1},
    "capped raw": {"settlement.cap": 120, "settlement.kind": "raw", "settlement.scale": 5},
    "capped halves": TEAMS | {"settlement.cap": 95, "settlement.kind": "teams"},
    "capped sums": TEAMS
    | {"settlement.cap": 250, "settlement.kind": "team_sum", "settlement.scale": 6},
    "three of four declared": {"declaration.forced_last": False, "settlement.scale": 7},
}


def check(rules, cases, score_block, reference_scores) -> None:
    """Compare raw and settled scores of every case, and see that the rare ones are there."""
    captured, declared = cases
    raw, settled = score_block(rules, captured, declared)
    seen = dict.fromkeys(("slam", "all hearts", "lone transformer", "sum of zero"), 0)
    for i in range(len(captured)):
        scores = reference_scores(rules, captured[i], declared[i])
        where = f"case {i}: captured {[card_names(mask) for mask in captured[i]]}, declared "
        where += f"{card_names(declared[i])}, rules {rules.name}"
        assert [scores.raw[seat] for seat in SEATS] == raw[i].tolist(), where
        assert [scores.settled[seat] * HALVES for seat in SEATS] == settled[i].tolist(), where
        for seat, mask in zip(SEATS, captured[i], strict=True):
            sheet = scores.sheets[seat]
            together = sheet.hearts * sheet.hearts_factor + sheet.pig + sheet.goat
            if mask == SCORING:
                seen["slam"] += 1
            elif mask & HEARTS == HEARTS:
                seen["all hearts"] += 1
            if mask == TRANSFORMER:
                seen["lone transformer"] += 1
            elif mask & TRANSFORMER and together == 0:
                seen["sum of zero"] += 1
    assert min(seen.values()) >= 100, seen


@pytest.mark.parametrize("preset", preset_names())
def test_presets(directed_cases, score_block, reference_scores, preset):
    rules = load_rules(preset)
    check(rules, directed_cases(rules, 2_000, seed=11), score_block, reference_scores)


@pytest.mark.long(seconds=6)
@pytest.mark.parametrize("preset", preset_names())
def test_presets_at_length(directed_cases, score_block, reference_scores, preset):
    rules = load_rules(preset)
    check(rules, directed_cases(rules, 20_000, seed=12), score_block, reference_scores)


@pytest.mark.parametrize("changes", VARIANTS.values(), ids=VARIANTS)
def test_variants(directed_cases, score_block, reference_scores, changes):
    rules = load_rules("qq").replace(changes)
    check(rules, directed_cases(rules, 1_400, seed=13), score_block, reference_scores)


@pytest.mark.long(seconds=6)
@pytest.mark.parametrize("changes", VARIANTS.values(), ids=VARIANTS)
def test_variants_at_length(directed_cases, score_block, reference_scores, changes):
    rules = load_rules("qq").replace(changes)
    check(rules, directed_cases(rules, 20_000, seed=14), score_block, reference_scores)


def test_all_hearts_that_are_worth_nothing_one_by_one(score_block, reference_scores):
    """The transformer beside all hearts, each worth 0, that count 200 together."""
    rules = load_rules("qq").replace(
        {"values.hearts": (0,) * 13, "transformer.zero_is_alone": "low_hearts"}
    )
    captured = np.array([[HEARTS | TRANSFORMER, 0, 0, 0]], np.uint64)
    declared = np.zeros(1, np.uint64)
    raw, _ = score_block(rules, captured, declared)
    assert raw[0].tolist() == [reference_scores(rules, captured[0], 0).raw[s] for s in SEATS]
