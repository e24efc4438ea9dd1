"""Blind players: their own block plays the very deals that the block of any players plays."""

import numpy as np
import pytest

from gongzhu_sim.engine.batch import OutcomeRoom, play_deals
from gongzhu_sim.engine.blind import LANES, find_blind_block
from gongzhu_sim.engine.table import OUTCOME
from gongzhu_sim.rules import load_rules
from gongzhu_sim.rules.loading import preset_names
from gongzhu_sim.rules.packed import pack_rules
from gongzhu_sim.strategies import build_line_up

PLAYS = ("plays", "widths")
CHANGES = {
    "as it is": {},
    "nobody declares": {"declaration.mode": "none"},
    "all declared": {"declaration.mode": "all", "declaration.forced_last": False},
    "in turn": {"declaration.order": "sequential"},
    "hearts once broken": {"play.hearts_lead": "after_broken"},
    "discards are free": {"declaration.discard_before_led": True},
    "own captures": {"declaration.self_capture": 2},
}


def find_block(packed, *players):
    line_up = build_line_up(players)
    return find_blind_block(packed, line_up.choosers, line_up.declarers)


def compare(rules, players="random", **options) -> None:
    """Play with and without the plays, and see that everything else is the same."""
    packed, line_up = pack_rules(rules), build_line_up([players])
    noted = play_deals(packed, line_up, **options)
    plain = play_deals(packed, line_up, plays=False, **options)
    for name in OUTCOME.names or ():
        if name not in PLAYS:
            assert np.array_equal(noted[name], plain[name]), name


@pytest.mark.parametrize("preset", preset_names())
def test_every_preset(preset):
    compare(load_rules(preset), deals=1001, seed=5)


@pytest.mark.parametrize("change", CHANGES)
@pytest.mark.parametrize("preset", ["qq", "scrofazero", "lianzhong-partners"])
def test_rules_of_one_deck(preset, change):
    rules = load_rules(preset).replace(CHANGES[change])
    assert find_block(pack_rules(rules), "random") is not None
    compare(rules, deals=1500, seed=6)


@pytest.mark.parametrize("deals", range(1, 2 * LANES + 2))
@pytest.mark.parametrize("full", [False, True])
def test_any_number_of_deals_turned_and_played_to_the_end(deals, full):
    for rotation in range(4):
        for mode in ("none", "optional"):
            rules = load_rules("qq").replace({"declaration.mode": mode})
            compare(rules, deals=deals, seed=7, first=2**64 - 9, rotation=rotation, full=full)


@pytest.mark.parametrize("players", ["random:chance=0", "random:chance=0.1", "random:chance=1"])
def test_players_that_declare_seldom_or_always(players):
    compare(load_rules("qq"), players, deals=1500, seed=8)


def test_memory_that_was_used_before():
    packed, room = pack_rules(load_rules("qq")), OutcomeRoom()
    options = {"deals": 500, "room": room}
    play_deals(packed, build_line_up(["folk"]), seed=1, **options)
    again = play_deals(packed, build_line_up(["random"]), seed=9, plays=False, **options).copy()
    fresh = play_deals(packed, build_line_up(["random"]), seed=9, deals=500)
    for name in OUTCOME.names or ():
        if name not in PLAYS:
            assert np.array_equal(again[name], fresh[name]), name


def test_who_is_blind_under_which_rules():
    plain = pack_rules(load_rules("qq"))
    assert find_block(plain, "random") is find_block(plain, "random:chance=0.9") is not None
    assert find_block(plain, "folk") is None
    assert find_block(plain, "random:declare=always") is None
    assert find_block(plain, "random", "random", "random", "folk") is None
    for preset in ("qq-double", "huapai-hidden", "huapai-colour", "pig-goat"):
        assert find_block(pack_rules(load_rules(preset)), "random") is None


def test_players_with_different_parameters_have_their_own():
    packed = pack_rules(load_rules("qq").replace({"declaration.forced_last": False}))
    line_up = build_line_up(["random:chance=1", "random:chance=0", *2 * ["random:chance=0"]])
    outcomes = play_deals(packed, line_up, deals=300, seed=1, plays=False)
    by_seat = (outcomes["declared_by"] != 0).any(axis=0)
    assert by_seat.tolist() == [True, False, False, False]
