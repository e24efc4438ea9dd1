"""Players that get a name of their own, and searches that play worlds out with them."""

import pytest

import gongzhu_sim as gz
from gongzhu_sim.analysis.best_response import build_responder, name_player
from gongzhu_sim.errors import UsageError
from gongzhu_sim.strategies import get_strategy, registry


@pytest.fixture(autouse=True)
def forget(monkeypatch):
    """What a test names is forgotten after it."""
    registry.strategy_names()
    monkeypatch.setattr(registry, "_registry", dict(registry._registry))


@pytest.mark.parametrize(
    "player", ["folk", "folk:declares_pig=off", "folk:declare=never", "random:chance=0.1"]
)
def test_a_named_player_plays_as_it_did(player):
    name = name_player(player, "somebody")
    options = {"rules": "qq", "deals": 200, "seed": 1}
    assert gz.duel(name, "plain", **options).gain == gz.duel(player, "plain", **options).gain


def test_the_same_player_may_be_named_again_and_another_one_may_not():
    name_player("random:chance=0.1", "somebody")
    assert name_player("random:chance=0.1", "somebody") == "somebody"
    with pytest.raises(UsageError, match="registered already"):
        name_player("random:chance=0.2", "somebody")
    with pytest.raises(UsageError, match="registered already"):
        name_player("folk", "random")


def test_a_player_that_declares_as_another_one_cannot_be_named():
    with pytest.raises(UsageError, match="declares as another strategy"):
        name_player("random:declare=folk", "somebody")


def test_a_responder_plays_worlds_out_with_its_opponent():
    assert build_responder("pimc:worlds=3", "folk") == "pimc:worlds=3:rollout=folk"
    found = build_responder("pimc:worlds=3", "pimc:worlds=2", name="pimc-2")
    assert found == "pimc:worlds=3:rollout=pimc-2"
    assert get_strategy("pimc-2").params["worlds"] == 2
    with pytest.raises(UsageError, match="name it"):
        build_responder("pimc", "pimc:worlds=2")


@pytest.mark.long
def test_rollouts_by_a_named_player_are_those_of_the_player():
    options = {"rules": "qq", "deals": 12, "seed": 1, "seats": "one"}
    named = build_responder("pimc:worlds=2", "folk", name="folk-again")
    usual = build_responder("pimc:worlds=2", "folk")
    assert gz.duel(named, "folk", **options).gain == gz.duel(usual, "folk", **options).gain


@pytest.mark.long
def test_a_search_can_play_worlds_out_with_a_search():
    nested = build_responder("pimc:worlds=2", "pimc:worlds=2", name="pimc-2")
    found = gz.duel(nested, "pimc:worlds=2", rules="qq", deals=3, seed=1, seats="one")
    assert found.deals == 3


@pytest.mark.long
def test_knowing_the_opponent_pays():
    """A search that plays worlds out with `plain` beats three of it from one seat."""
    responder = build_responder("pimc:worlds=16", "plain")
    found = gz.duel(responder, "plain", rules="scrofazero", deals=150, seed=1, seats="one")
    assert found.gain.low > 0
