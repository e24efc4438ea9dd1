"""The packed record of a rule set says what the rule set says."""

import itertools
from typing import Any

import numpy as np
import pytest

from gongzhu_sim.cards.text import card_names, parse_cards
from gongzhu_sim.rules import load_rules
from gongzhu_sim.rules.loading import preset_names
from gongzhu_sim.rules.packed import (
    DECLARE_ALL,
    DECLARE_ALL_BUT_GOAT,
    RULES,
    heart_points,
    pack_rules,
)

QQ = load_rules("qq")


@pytest.mark.parametrize("preset", preset_names())
def test_hearts_by_their_two_tables(preset):
    rules = load_rules(preset)
    values, record = rules.heart_values(), pack_rules(rules)[0]
    for cards in range(1 << 13):
        points = record["hearts_low"][cards & 127] + record["hearts_high"][cards >> 7]
        assert points == sum(values[rank] for rank in range(13) if cards >> rank & 1)


@pytest.mark.parametrize("preset", preset_names())
@pytest.mark.parametrize("form", ["never", "low_hearts", "always"])
def test_with_whom_the_transformer_is_not_alone(preset, form):
    rules = load_rules(preset).replace({"transformer.zero_is_alone": form})
    hearts = zip("23456789TJQKA", rules.heart_values(), strict=True)
    others = {"H" + rank for rank, value in hearts if value != 0 or form == "never"}
    company = set() if form == "always" else {"SQ", "DJ"} | others
    assert set(card_names(pack_rules(rules)[0]["company"])) == company


def test_heart_points():
    assert heart_points(QQ.heart_values(), (1 << 13) - 1) == -200
    assert heart_points([1] * 13, 0b101) == 2


def test_who_declares_and_who_leads():
    record = pack_rules(QQ)[0]
    assert record["declarable"] == parse_cards(["SQ", "HA", "DJ", "CT"])
    assert card_names(record["first_lead"]) == ["C2"]
    assert (record["forced_last"], record["must_lead_it"]) == (1, 1)
    record = pack_rules(load_rules("scrofazero"))[0]
    assert record["declarable"] == 0
    assert (record["first_lead"], record["must_lead_it"]) == (0, 0)
    assert card_names(pack_rules(load_rules("pagat"))[0]["first_lead"]) == ["S2"]
    record = pack_rules(load_rules("huapai"))[0]
    assert record["declarable"] == parse_cards(["SQ", "H3", "DJ", "CT"])
    assert card_names(record["marker"]) == ["H3"]


@pytest.mark.parametrize("preset", ["huapai-all", "huapai-all-but-goat"])
def test_nobody_chooses_where_the_rules_declare(preset):
    record = pack_rules(load_rules(preset))[0]
    assert record["declarable"] == 0
    kinds = {"huapai-all": DECLARE_ALL, "huapai-all-but-goat": DECLARE_ALL_BUT_GOAT}
    assert record["declaring"] == kinds[preset]


@pytest.mark.parametrize("preset", preset_names())
def test_all_hearts_turned_are_all_copies_of_them(preset):
    rules = load_rules(preset)
    total = rules.decks * sum(rules.heart_values())
    flipped = pack_rules(rules.replace({"all_hearts.value": "flip"}))[0]
    assert flipped["all_hearts"] == -total
    if rules.all_hearts.value != "flip":
        assert pack_rules(rules)[0]["all_hearts"] == rules.all_hearts.value


CHANGES: dict[str, Any] = {
    "values.hearts": tuple(range(13)),
    "values.pig": -7,
    "values.goat": 8,
    "values.transformer": 9,
    "values.nothing": -1,
    "declaration.mode": "none",
    "declaration.marker": "3",
    "declaration.order": "sequential",
    "declaration.forced_last": False,
    "declaration.self_capture": 2,
    "declaration.discard_before_led": False,
    "play.first_lead": "S7",
    "play.must_lead_it": False,
    "play.later_lead": "rotate",
    "play.hearts_lead": "after_broken",
    "play.discard_colour": "penalty",
    "all_hearts.value": 1,
    "all_hearts.bonus": 2,
    "all_hearts.pig": "flip",
    "all_hearts.goat": "flip",
    "all_hearts.scope": "everyone",
    "all_hearts.choice": True,
    "transformer.zero_is_alone": "always",
    "slam.value": 3,
    "slam.bonus": 4,
    "teams.mode": "opposite",
    "teams.pooled": True,
    "settlement.kind": "teams",
    "settlement.scale": 5,
    "settlement.cap": 6,
}
APART = {"decks": 2, "declaration.first_draw": True, "declaration.hidden": True}


def changed_fields(before, after) -> set[str]:
    assert RULES.names is not None
    return {name for name in RULES.names if not np.array_equal(before[name], after[name])}


def test_every_field_of_the_record_follows_a_field_of_the_rules():
    plain = pack_rules(QQ)[0]
    found = changed_fields(plain, pack_rules(QQ.replace(CHANGES))[0])
    assert set(RULES.names or ()) - found == {"decks", "first_draw", "hidden"}
    base = QQ.replace({"declaration.forced_last": False})
    apart = changed_fields(pack_rules(base)[0], pack_rules(base.replace(APART))[0])
    assert apart == {"decks", "first_draw", "hidden", "unusual", "is_simple"}


ONE_FOR_ONE = {
    "declaration.marker": {"marker", "declarable"},
    "declaration.order": {"sequential"},
    "declaration.self_capture": {"self_capture", "is_simple"},
    "declaration.discard_before_led": {"discard_before_led"},
    "play.first_lead": {"first_lead"},
    "play.later_lead": {"later_lead"},
    "play.hearts_lead": {"after_broken"},
    "play.discard_colour": {"discard_colour", "unusual"},
    "all_hearts.choice": {"choice"},
    "all_hearts.scope": {"turns_everyone"},
    "settlement.cap": {"cap"},
}


@pytest.mark.parametrize("field", ONE_FOR_ONE)
def test_a_field_of_the_rules_changes_nothing_else(field):
    after = pack_rules(QQ.replace({field: CHANGES[field]}))[0]
    assert changed_fields(pack_rules(QQ)[0], after) == ONE_FOR_ONE[field]


def test_variants_share_one_record_type():
    kinds = itertools.product(["shares", "total", "none", 5], ["never", "low_hearts", "always"])
    for slam, alone in kinds:
        packed = pack_rules(QQ.replace({"slam.value": slam, "transformer.zero_is_alone": alone}))
        assert packed.dtype == RULES
        assert packed.shape == (1,)
