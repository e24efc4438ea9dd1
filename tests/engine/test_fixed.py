"""Given deals are declared, played and scored like dealt ones."""

import numpy as np
import pytest

from gongzhu_sim.engine.batch import OutcomeRoom, play_deals
from gongzhu_sim.engine.fixed import GIVEN, play_given_deals
from gongzhu_sim.engine.table import OUTCOME
from gongzhu_sim.errors import PlayError
from gongzhu_sim.rules import load_rules
from gongzhu_sim.rules.loading import preset_names
from gongzhu_sim.rules.packed import pack_rules
from gongzhu_sim.strategies import Player, Strategy, build_line_up

PLAYERS = ["random", "folk", "folk:declare=always", "random:declare=never"]


def give(outcomes: np.ndarray) -> np.ndarray:
    """Take the deals out of outcomes that were not turned."""
    given = np.zeros(len(outcomes), GIVEN)
    for name in ("hands", "hands_twice", "leader"):
        given[name] = outcomes[name]
    return given


@pytest.mark.parametrize("preset", preset_names())
def test_what_was_dealt_is_played_alike(preset):
    rules = load_rules(preset)
    packed, line_up = pack_rules(rules), build_line_up(PLAYERS)
    options = {"seed": 6, "first": 40, "full": True}
    given = give(play_deals(packed, line_up, deals=150, **options))
    for rotation in range(4):
        dealt = play_deals(packed, line_up, deals=150, rotation=rotation, **options)
        fixed = play_given_deals(packed, line_up, given, rotation=rotation, **options)
        assert np.array_equal(dealt["hands"], fixed["hands"])
        assert np.array_equal(dealt["leader"], fixed["leader"])
        if rules.declaration.first_draw:
            # which card came first is drawn anew: it is no part of what is given
            drawn = fixed["first_drawn"]
            assert (drawn & fixed["hands"] == drawn).all()
            assert (np.bitwise_count(drawn) == 1).all()
            continue
        for name in OUTCOME.names or ():
            if name != "first_drawn":
                assert np.array_equal(dealt[name], fixed[name]), name


def test_the_first_draw_turns_with_the_hands():
    packed, line_up = pack_rules(load_rules("huapai")), build_line_up(["random"])
    given = give(play_deals(packed, line_up, deals=200, seed=1))
    here, moved = (
        play_given_deals(packed, line_up, given, seed=1, rotation=rotation) for rotation in (0, 1)
    )
    assert here["first_declared_by"].any()
    for name in ("first_drawn", "first_declared_by", "raw"):
        assert np.array_equal(np.roll(here[name], 1, axis=1), moved[name])


def test_a_leader_without_the_named_card_leads_what_it_likes():
    packed, line_up = pack_rules(load_rules("qq")), build_line_up(["random"])
    given = give(play_deals(packed, line_up, deals=300, seed=2))
    clubs = np.uint64(1 << 48)
    first = play_given_deals(packed, line_up, given, seed=2)
    assert (first["plays"][:, 0] == 48).all()
    given["leader"] = (given["leader"] + 1) % 4
    later = play_given_deals(packed, line_up, given, seed=2)
    assert np.array_equal(later["leader"], given["leader"])
    assert len(set(later["plays"][:, 0].tolist())) > 20
    assert not (given["hands"][np.arange(300), given["leader"]] & clubs).any()


def test_memory_that_is_used_again_changes_nothing():
    packed, line_up = pack_rules(load_rules("qq-double")), build_line_up(PLAYERS)
    given = give(play_deals(packed, line_up, deals=80, seed=3))
    fresh = play_given_deals(packed, line_up, given, seed=3)["raw"]
    room = OutcomeRoom()
    for _ in range(2):
        again = play_given_deals(packed, line_up, given, seed=3, room=room)["raw"]
        assert np.array_equal(again, fresh)


def test_a_wrong_card_names_the_deal():
    from gongzhu_sim.cards.compiling import kernel

    @kernel(cache=False)
    def nothing(table, hand, cards):
        return np.uint64(0)

    broken = Player(Strategy("broken", nothing, declare=nothing))
    packed = pack_rules(load_rules("qq"))
    given = give(play_deals(packed, build_line_up(["random"]), deals=5, seed=4))
    with pytest.raises(PlayError, match=r"'broken' at seat . \(seed 4, deal 7, trick 1\)"):
        play_given_deals(packed, build_line_up([broken]), given, seed=4, first=7)
