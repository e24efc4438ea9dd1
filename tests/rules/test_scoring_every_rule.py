"""Scoring kernels against the reference engine: every preset, every field, rules at random."""

import random
from collections import Counter
from typing import Any

import pytest

from gongzhu_sim.errors import UsageError
from gongzhu_sim.rules import load_rules
from gongzhu_sim.rules.loading import preset_names
from gongzhu_sim.rules.ruleset import RuleSet

RARE = ("slam", "all_hearts", "lone transformer", "zero", "self-capture")


def check_rare(seen: Counter[str], rules: RuleSet) -> None:
    expected = [each for each in RARE if each != "slam" or rules.slam.value != "none"]
    assert min(seen[each] for each in expected) >= 100, seen
    if "flip" in (rules.all_hearts.pig, rules.all_hearts.goat):
        assert seen["turned"] >= 80, seen  # less often where it is chosen


FLIP = {"all_hearts.pig": "flip", "all_hearts.goat": "flip"}
EVERYONE = FLIP | {"all_hearts.scope": "everyone"}
CHOICE = EVERYONE | {"all_hearts.choice": True}
BOTH_SIGNS = (5, -5, 10, -10, 15, -15, 20, -20, -100, 100, -50, 40, -30)
WITH_ZEROS = (0, -5, 0, -10, 0, 0, -20, 0, 0, -30, 0, -40, 0)
VARIANTS: dict[str, tuple[str, dict[str, Any]]] = {
    "low hearts are alone": ("qq", {"transformer.zero_is_alone": "low_hearts"}),
    "a zero is alone": ("qq", {"transformer.zero_is_alone": "always"}),
    "low hearts are alone, two decks": (
        "huapai-double",
        {"transformer.zero_is_alone": "low_hearts", "values.hearts": WITH_ZEROS},
    ),
    "a zero is alone, two decks": (
        "huapai-double",
        {"transformer.zero_is_alone": "always", "all_hearts.bonus": 45, "values.transformer": 33},
    ),
    "all hearts worth nothing": (
        "huapai",
        {
            "values.hearts": (0,) * 12 + (-100,),
            "all_hearts.value": 0,
            "transformer.zero_is_alone": "low_hearts",
        },
    ),
    "hearts of both signs": ("huapai", {"values.hearts": BOTH_SIGNS}),
    "odd values": (
        "huapai-double",
        {"values.pig": 130, "values.goat": -70, "values.transformer": 33, "values.nothing": -50},
    ),
    "all hearts cost": ("qq-double", {"all_hearts.value": -400, "declaration.self_capture": 2}),
    "flat slam": ("huapai-double", {"slam.value": 2000, "slam.bonus": 33, "values.nothing": -50}),
    "flat slam below zero": ("qq", {"slam.value": -333, "slam.bonus": 33}),
    "total slam": ("huapai", {"slam.value": "total", "slam.base": 801, "slam.bonus": 50}),
    "total slam, two decks": ("huapai-double", {"slam.value": "total"}),
    "shares and a bonus": ("huapai-double", {"slam.bonus": 77, "values.hearts": "pips"}),
    "no slam, two decks": (
        "huapai-double",
        EVERYONE | {"slam.value": "none", "slam.bonus": 9, "all_hearts.bonus": 7},
    ),
    "no slam, a choice": ("qq", CHOICE | {"slam.value": "none"}),
    "own colours change": ("huapai-double", FLIP),
    "only the goat turns": ("huapai", {"all_hearts.goat": "flip"}),
    "everyone's pig turns": ("qq-partners", EVERYONE | {"all_hearts.goat": "keep"}),
    "a choice of one's own": ("huapai-double", CHOICE | {"all_hearts.scope": "own"}),
    "a choice for everyone, two decks": ("huapai-double", CHOICE),
    "a choice of zero sums": ("qq", CHOICE),
    "a choice under a cap": ("qq", CHOICE | {"settlement.cap": 300}),
    "a choice for a side": ("qq-double-partners", CHOICE | {"declaration.self_capture": 2}),
    "a choice of a pooled side": ("lianzhong-pooled", CHOICE),
    "a choice of a pooled side, raw": ("lianzhong-pooled", CHOICE | {"settlement.kind": "raw"}),
    "pooled, everything else too": (
        "huapai",
        CHOICE
        | {
            "teams.mode": "opposite",
            "teams.pooled": True,
            "values.nothing": -50,
            "settlement.kind": "teams",
        },
    ),
    "pooled, two decks": (
        "huapai-double",
        {"teams.mode": "opposite", "teams.pooled": True, "settlement.kind": "zero_sum"},
    ),
    "pooled by pig and goat": (
        "pig-goat",
        CHOICE | {"teams.pooled": True, "values.nothing": -7, "declaration.self_capture": 2},
    ),
    "halves by pig and goat": (
        "pig-goat",
        {"settlement.kind": "teams", "settlement.scale": 3, "declaration.self_capture": 2},
    ),
    "self-capture where nobody declares": ("scientific", {"declaration.self_capture": 2}),
    "capped": ("qq", {"settlement.cap": 300, "settlement.scale": 1}),
    "capped raw": ("huapai", {"settlement.cap": 120, "settlement.scale": 5}),
    "capped halves": ("qq-partners", {"settlement.cap": 95}),
    "capped sums": ("lianzhong-partners", {"settlement.cap": 250}),
}


@pytest.mark.parametrize("preset", preset_names())
def test_presets(check_directed, preset):
    rules = load_rules(preset)
    check_rare(check_directed(rules, 1_505, seed=21), rules)


@pytest.mark.long(seconds=10)
@pytest.mark.parametrize("preset", preset_names())
def test_presets_at_length(check_directed, preset):
    rules = load_rules(preset)
    check_rare(check_directed(rules, 20_300, seed=22), rules)


@pytest.mark.parametrize(("preset", "changes"), VARIANTS.values(), ids=VARIANTS)
def test_variants(check_directed, preset, changes):
    rules = load_rules(preset).replace(changes)
    check_rare(check_directed(rules, 1_505, seed=23), rules)


@pytest.mark.long(seconds=10)
@pytest.mark.parametrize(("preset", "changes"), VARIANTS.values(), ids=VARIANTS)
def test_variants_at_length(check_directed, preset, changes):
    rules = load_rules(preset).replace(changes)
    check_rare(check_directed(rules, 20_300, seed=24), rules)


FIELDS: dict[str, list[Any]] = {
    "values.hearts": ["standard", "pips", "scientific", BOTH_SIGNS, WITH_ZEROS],
    "values.pig": [-100, -130],
    "values.goat": [100, 60],
    "values.transformer": [50, -35],
    "values.nothing": [0, -50],
    "declaration.mode": ["optional", "optional", "none", "all", "all_but_goat"],
    "declaration.marker": ["A", "3"],
    "declaration.first_draw": [False, True],
    "declaration.self_capture": [1, 2],
    "declaration.forced_last": [False],
    "all_hearts.value": ["flip", 200, 400, -90, 0],
    "all_hearts.bonus": [0, 200],
    "all_hearts.pig": ["keep", "flip"],
    "all_hearts.goat": ["keep", "flip"],
    "all_hearts.scope": ["own", "everyone"],
    "all_hearts.choice": [False, True],
    "transformer.zero_is_alone": ["never", "low_hearts", "always"],
    "slam.value": ["shares", "total", "none", 1000],
    "slam.base": [800, 1600],
    "slam.bonus": [0, 70],
    "teams.mode": ["none", "opposite", "pig_goat"],
    "teams.pooled": [False, True],
    "settlement.kind": ["raw", "zero_sum", "teams", "team_sum"],
    "settlement.scale": [1, 12],
    "settlement.cap": ["none", 300],
}


def check_rules_at_random(check_directed: Any, n: int, *, seed: int) -> Counter[str]:
    """Check n rule sets, each with a few cases; return what happened in them."""
    rng = random.Random(seed)
    seen: Counter[str] = Counter()
    while seen["rules"] < n:
        base = load_rules(rng.choice(["qq", "qq-double"]))
        try:
            rules = base.replace({field: rng.choice(FIELDS[field]) for field in FIELDS})
        except UsageError:
            continue  # they contradict each other
        seen += check_directed(rules, 21, seed=rng.getrandbits(32))
        seen["rules"] += 1
    return seen


def test_rules_at_random(check_directed):
    seen = check_rules_at_random(check_directed, 250, seed=25)
    assert min(seen[each] for each in (*RARE, "turned")) >= 100, seen


@pytest.mark.long(seconds=60)
def test_rules_at_random_at_length(check_directed):
    check_rules_at_random(check_directed, 10_000, seed=26)
