"""The gain of declaring: what is not played is exactly 0, the rest is what full play gives."""

import numpy as np
import pytest

import gongzhu_sim as gz
from gongzhu_sim.analysis.declaring_gain import DeclaringArms, estimate_declaring_gain
from gongzhu_sim.analysis.designs import get_design
from gongzhu_sim.engine.batch import play_deals
from gongzhu_sim.errors import UsageError
from gongzhu_sim.rules.packed import pack_rules
from gongzhu_sim.strategies import build_line_up

NEVER = "folk:declare=never"


def play_fully(player, others, rules, seats, *, deals, seed) -> np.ndarray:
    """Return the weighted scores of a player's seats in every play of every deal."""
    design = get_design(seats)
    line_up = build_line_up([player if seat == "A" else others for seat in design.seats])
    packed = pack_rules(gz.load_rules(rules))
    scores = [
        play_deals(packed, line_up, deals=deals, seed=seed, rotation=rotation)["raw"]
        @ np.array(design.weights)
        for rotation in range(design.plays)
    ]
    return np.stack(scores, axis=1)


@pytest.mark.parametrize("seats", ["sides", "one"])
def test_arms_that_declare_alike_differ_by_exactly_nothing(seats):
    found = estimate_declaring_gain("folk", "folk", rules="qq", deals=300, seed=1, seats=seats)
    assert (found.gain.mean, found.gain.se) == (0.0, 0.0)
    assert (found.differing, found.plays, found.draws) == (0, 0, 300)


def test_arms_that_declare_alike_are_not_played(monkeypatch):
    arms = DeclaringArms(["folk", "folk:declare=folk"], rules="qq", seats="one", seed=1)
    asked = []
    monkeypatch.setattr(
        "gongzhu_sim.engine.batch.play_deals",
        lambda packed, line_up, **options: (
            asked.append(line_up.choosers[0].py_func.__module__)
            or play_deals(packed, line_up, **options)
        ),
    )
    assert not arms.play(0, 0, 50).any()
    assert asked == ["gongzhu_sim.strategies.players.low"] * 2


@pytest.mark.parametrize("seats", ["sides", "one"])
@pytest.mark.parametrize(
    "rules",
    ["qq", "qq-partners", "qq-double", "huapai", "huapai-hidden", "huapai-double", "taiwan"],
)
def test_the_same_numbers_as_full_play(rules, seats):
    options = {"deals": 150, "seed": 5}
    arms = DeclaringArms(["folk", NEVER, "folk:declare=always"], rules=rules, seats=seats, seed=5)
    found = np.stack(
        [arms.play(lane, 0, 150) for lane in range(arms.design.plays)], axis=1
    )  # deals, lanes, arms, (gain, differs)
    base = play_fully("folk", "folk", rules, seats, **options)
    for number, other in enumerate((NEVER, "folk:declare=always")):
        full = base - play_fully(other, "folk", rules, seats, **options)
        assert (found[:, :, number, 0] == full).all()
        assert (full[found[:, :, number, 1] == 0] == 0).all()


def test_it_agrees_with_duels_on_other_deals():
    found = estimate_declaring_gain("folk", NEVER, rules="qq", deals=4000, seed=1)
    loss = gz.duel(NEVER, "folk", rules="qq", deals=4000, seed=2, seats="one").gain
    error = (found.gain.se**2 + loss.se**2) ** 0.5
    assert abs(found.gain.mean + loss.mean) < 4 * error
    assert found.differing < 4000
    assert found.plays <= 4 * found.differing


def test_the_others_can_be_somebody_else():
    found = estimate_declaring_gain("folk", NEVER, rules="qq", deals=200, seed=3, others="plain")
    full = play_fully("folk", "plain", "qq", "one", deals=200, seed=3)
    full = full - play_fully(NEVER, "plain", "qq", "one", deals=200, seed=3)
    assert found.gain.mean == pytest.approx(full.sum() / 12 / 200, rel=1e-12)


def test_threads_change_nothing():
    one, three = (
        estimate_declaring_gain("folk", NEVER, rules="qq", deals=500, seed=1, threads=threads)
        for threads in (1, 3)
    )
    assert one.to_dict() | {"seconds": 0} == three.to_dict() | {"seconds": 0}


@pytest.mark.parametrize(
    ("other", "message"),
    [
        ("random", "differ in more than declare"),
        ("folk:declares_pig=off", "differ in more than declare"),
        ("folk:declare=nevr", "did you mean 'never'"),
    ],
)
def test_arms_that_play_differently_are_refused(other, message):
    with pytest.raises(UsageError, match=message):
        estimate_declaring_gain("folk", other, rules="qq", deals=10, seed=1)


def test_one_arm_is_not_enough():
    with pytest.raises(UsageError, match="two players or more"):
        DeclaringArms(["folk"], rules="qq", seats="one", seed=1)


def test_the_progress_counts_plays():
    told = []
    estimate_declaring_gain("folk", NEVER, rules="qq", deals=50, seed=1, progress=told.append)
    assert sum(told) == 200
