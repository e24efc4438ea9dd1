"""Tricks, captures and the lock through whole deals."""

import numpy as np
import pytest

from gongzhu_sim.cards.layout import SCORING, SEATS, SPADES
from gongzhu_sim.cards.text import card_index, card_names, parse_cards, parse_hand
from gongzhu_sim.engine.table import OUTCOME
from gongzhu_sim.rules import load_rules
from gongzhu_sim.rules.loading import preset_names

# W holds the pig with other spades; S is void in diamonds.
HANDS = {
    "N": "AKJT.AKQ.AKQ.AKQ",
    "W": "Q98.JT9.JT98.JT9",
    "S": "7654.8765..87654",
    "E": "32.432.765432.32",
}


def same_deal(one, other) -> bool:
    n = int(one["n_plays"])
    same = all(
        np.array_equal(one[name], other[name])
        for name in ("index", "hands", "declared", "captured", "raw", "settled", "n_plays")
    )
    return same and np.array_equal(one["plays"][:n], other["plays"][:n])


def scripted(plays: str, declared: str, leader: str) -> np.ndarray:
    outcome = np.zeros(1, OUTCOME)
    outcome["hands"] = [parse_hand(HANDS[seat]) for seat in SEATS]
    outcome["declared"] = parse_cards(declared.split())
    outcome["leader"] = SEATS.index(leader)
    cards = [card_index(card) for card in plays.split()]
    outcome["n_plays"] = len(cards)
    outcome["plays"][0, : len(cards)] = cards
    return outcome


def test_a_discarded_spade_does_not_end_the_lock_of_the_pig(replay):
    rules = load_rules("scrofazero")
    found = replay(rules, scripted("DA DJ S7 D2 SA S8", "SQ", "N"))
    assert found.winners[0, 0] == 0
    assert card_names(found.legal[0, 5]) == ["S9", "S8"]  # other programs offered the queen
    found = replay(rules, scripted("SA S9 S7 S3 SK S8", "SQ", "N"))
    assert card_names(found.legal[0, 5]) == ["SQ", "S8"]


def test_the_highest_card_of_the_led_suit_takes_the_trick(replay):
    found = replay(load_rules("scrofazero"), scripted("H2 HA H9 H8 ".strip(), "", "E"))
    assert found.winners[0, 0] == 0
    assert card_names(found.captured[0, 0]) == ["HA", "H9", "H8", "H2"]
    # a discard never takes it, however high
    found = replay(load_rules("scrofazero"), scripted("D2 DA D8 CK", "", "E"))
    assert found.winners[0, 0] == 0
    found = replay(load_rules("scrofazero"), scripted("D2 DK D8 H8", "", "E"))
    assert card_names(found.captured[0, 0]) == ["H8"]


@pytest.mark.parametrize("preset", preset_names())
@pytest.mark.parametrize("players", ["random", "folk"])
def test_a_deal_ends_with_the_last_scoring_card(play, preset, players):
    rules = load_rules(preset)
    short = play(rules, players, deals=300, seed=5)
    full = play(rules, players, deals=300, seed=5, full=True)
    for name in ("index", "hands", "declared", "captured", "raw", "settled", "leader"):
        assert (short[name] == full[name]).all(), name
    assert (full["n_plays"] == 52).all()
    assert (short["n_plays"] % 4 == 0).all()
    assert (short["n_plays"] < 52).any()
    for one, other in zip(short, full, strict=True):
        n = int(one["n_plays"])
        assert (one["plays"][:n] == other["plays"][:n]).all()
        before = sum(1 << int(card) for card in one["plays"][: n - 4])
        assert np.uint64(before) & SCORING != SCORING


@pytest.mark.parametrize("preset", preset_names())
def test_every_card_is_played_once_by_its_holder(play, replay, preset):
    rules = load_rules(preset)
    outcomes = play(rules, "random", deals=300, seed=6, full=True)
    assert (np.sort(outcomes["plays"], axis=1) == np.sort(outcomes["plays"][0])).all()
    winners = replay(rules, outcomes).winners
    leaders = np.column_stack([outcomes["leader"], winners[:, :-1]])
    seats = (leaders[:, :, None] + np.arange(4)) % 4
    holders = np.take_along_axis(outcomes["hands"], seats.reshape(len(outcomes), 52), axis=1)
    held = holders >> outcomes["plays"].astype(np.uint64) & np.uint64(1)
    assert held.all()
    assert (np.bitwise_or.reduce(outcomes["captured"], axis=1) == SCORING).all()
    assert np.bitwise_count(outcomes["captured"]).sum(axis=1).tolist() == [16] * 300


def test_the_first_leader(play):
    outcomes = play(load_rules("qq"), "random", deals=200, seed=7)
    for outcome in outcomes:
        assert outcome["hands"][outcome["leader"]] & parse_cards(["C2"])
        assert outcome["plays"][0] == card_index("C2")
    outcomes = play(load_rules("scrofazero"), "random", deals=200, seed=7, first=3)
    assert (outcomes["leader"] == (outcomes["index"] % 4)).all()


def test_a_pig_declared_in_one_deal_is_undeclared_in_the_next(play):
    """Deals played in one batch score like deals played alone."""
    rules = load_rules("qq")
    outcomes = play(rules, "random", deals=100, seed=8)
    pig = parse_cards(["SQ"])
    stood = (outcomes["declared"] & pig) != 0
    assert 20 < stood.sum() < 80
    for index in range(100):
        alone = play(rules, "random", deals=1, seed=8, first=index)
        assert same_deal(alone[0], outcomes[index])
    taken = (outcomes["captured"] & SPADES) != 0
    assert (taken.sum(axis=1) == 1).all()
