"""The packed record of a rule set says what the rule set says."""

import itertools

import numpy as np
import pytest

from gongzhu_sim.cards.text import card_names, parse_cards
from gongzhu_sim.rules import load_rules
from gongzhu_sim.rules.loading import preset_names
from gongzhu_sim.rules.packed import RULES, heart_points, pack_rules

QQ = load_rules("qq")


@pytest.mark.parametrize("preset", preset_names())
def test_hearts_by_their_two_tables(preset):
    rules = load_rules(preset)
    values, record = rules.heart_values(), pack_rules(rules)[0]
    for cards in range(1 << 13):
        points = record["hearts_low"][cards & 127] + record["hearts_high"][cards >> 7]
        assert points == sum(values[rank] for rank in range(13) if cards >> rank & 1)
    assert record["hearts_total"] == sum(values)
    zero = ["H" + rank for rank, value in zip("23456789TJQKA", values, strict=True) if value == 0]
    assert sorted(card_names(record["zero_hearts"])) == sorted(zero)


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


def test_every_field_of_the_record_follows_a_field_of_the_rules():
    changes = {
        "values.hearts": tuple(range(13)),
        "values.pig": -7,
        "values.goat": 8,
        "values.transformer": 9,
        "values.nothing": -1,
        "declaration.mode": "none",
        "declaration.forced_last": False,
        "play.first_lead": "S7",
        "play.must_lead_it": False,
        "all_hearts.value": 1,
        "all_hearts.bonus": 2,
        "all_hearts.pig": "flip",
        "all_hearts.goat": "flip",
        "all_hearts.scope": "everyone",
        "transformer.zero_is_alone": "always",
        "slam.value": 3,
        "slam.bonus": 4,
        "teams.mode": "opposite",
        "settlement.kind": "teams",
        "settlement.scale": 5,
        "settlement.cap": 6,
    }
    plain, changed = pack_rules(QQ)[0], pack_rules(QQ.replace(changes))[0]
    assert RULES.names is not None
    same = [name for name in RULES.names if np.array_equal(plain[name], changed[name])]
    assert same == ["marker"]  # only the ace is built


def test_variants_share_one_record_type():
    kinds = itertools.product(["shares", "total", "none", 5], ["never", "low_hearts", "always"])
    for slam, alone in kinds:
        packed = pack_rules(QQ.replace({"slam.value": slam, "transformer.zero_is_alone": alone}))
        assert packed.dtype == RULES
        assert packed.shape == (1,)
