"""Settling: worked examples, symmetry, exact halves, the cap."""

from fractions import Fraction
from math import trunc

import numpy as np
import pytest

from gongzhu_sim.cards.layout import SEATS
from gongzhu_sim.engine.reference import find_sides, settle_deal
from gongzhu_sim.rules import load_rules
from gongzhu_sim.rules.loading import preset_names

QQ = load_rules("qq")


@pytest.mark.parametrize(
    ("changes", "settled"),
    [
        ({"settlement.scale": 1, "settlement.cap": 100}, [-80, -100, 80, 100]),
        ({"settlement.cap": 100}, [-960, -1200, 960, 1200]),
        ({"settlement.kind": "raw"}, [-120, -280, 0, 160]),
        ({"settlement.kind": "raw", "settlement.cap": 150}, [-120, -150, 0, 150]),
    ],
)
def test_everybody_for_himself(settle, changes, settled):
    assert settle(QQ.replace(changes), [-120, -280, 0, 160]) == settled


@pytest.mark.parametrize(
    ("kind", "scale", "cap", "settled"),
    [
        ("teams", 12, 100, [-1200, 1200, -1200, 1200]),
        ("team_sum", 1, "none", [-200, 50, -200, 50]),
        ("team_sum", 6, 100, [-600, 300, -600, 300]),
    ],
)
def test_sides(settle, kind, scale, cap, settled):
    rules = load_rules("qq-partners").replace(
        {"settlement.kind": kind, "settlement.scale": scale, "settlement.cap": cap}
    )
    assert settle(rules, [-190, 50, -10, 0]) == settled


def test_thirds_are_cut_toward_zero(settle):
    rules = QQ.replace({"settlement.scale": 1})
    for first in range(-7, 8):
        raw = [first, 1, -2, 3]
        expected = [trunc(own - Fraction(sum(raw) - own, 3)) for own in raw]
        assert settle(rules, raw) == expected


@pytest.mark.parametrize("preset", preset_names())
@pytest.mark.parametrize("cap", ["none", 333])
def test_against_the_reference_engine(settle, preset, cap):
    """For sides that the cards decide, also a seat alone against three."""
    rules = load_rules(preset).replace({"settlement.cap": cap})
    rng = np.random.default_rng(1)
    for raw in rng.integers(-700, 700, (300, 4)).tolist():
        holders = [SEATS[i] for i in rng.integers(0, 4, 2)]
        hands = {seat: [] for seat in SEATS}
        for seat, card in zip(holders, ("SQ", "DJ"), strict=True):
            hands[seat].append(card)
        sides = find_sides(rules, hands)
        mask = sum(1 << SEATS.index(seat) for seat in (sides or [[]])[0])
        expected = settle_deal(rules, dict(zip(SEATS, raw, strict=True)), sides=sides)
        assert settle(rules, raw, sides=mask) == list(expected.values())
