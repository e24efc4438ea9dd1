"""Duels: every deal from both sides."""

import numpy as np
import pytest

import gongzhu_sim as gz
from gongzhu_sim.engine.batch import play_deals
from gongzhu_sim.errors import UsageError
from gongzhu_sim.rules.packed import pack_rules
from gongzhu_sim.strategies import build_line_up

A, B = "random:chance=1", "random:chance=0.1"


def without_time(result) -> dict:
    document = result.to_dict()
    del document["seconds"]
    return document


@pytest.mark.parametrize("rules", ["qq", "scrofazero", "qq-partners"])
def test_the_sample_is_the_mean_of_the_two_plays(rules):
    line_up = build_line_up([A, B, A, B])
    packed = pack_rules(gz.load_rules(rules))
    first, second = (
        play_deals(packed, line_up, deals=800, seed=9, rotation=rotation)["raw"]
        for rotation in (0, 1)
    )
    raw = (first + second) / 2
    sample = raw[:, 0] + raw[:, 2] - raw[:, 1] - raw[:, 3]
    found = gz.duel(A, B, rules=rules, deals=800, seed=9)
    assert found.gain.mean == pytest.approx(sample.mean(), rel=1e-12)
    assert found.gain.sd == pytest.approx(sample.std(ddof=1), rel=1e-12)
    assert found.gain.se == pytest.approx(sample.std(ddof=1) / np.sqrt(800), rel=1e-12)
    assert (found.wins, found.draws, found.losses) == (
        (sample > 0).sum(),
        (sample == 0).sum(),
        (sample < 0).sum(),
    )


@pytest.mark.parametrize("rules", ["qq", "scrofazero"])
def test_a_player_against_itself_draws_every_deal(rules):
    found = gz.duel("random", "random", rules=rules, deals=300, seed=2)
    assert (found.wins, found.draws, found.losses) == (0, 300, 0)
    assert (found.gain.mean, found.gain.se) == (0.0, 0.0)


def test_changing_places_turns_the_result_round():
    there = gz.duel(A, B, rules="qq", deals=500, seed=4)
    back = gz.duel(B, A, rules="qq", deals=500, seed=4)
    assert back.gain.mean == -there.gain.mean
    assert back.gain.sd == there.gain.sd
    assert (back.wins, back.draws, back.losses) == (there.losses, there.draws, there.wins)


@pytest.mark.parametrize("threads", [1, 2, 3])
def test_the_number_of_threads_changes_nothing(threads):
    one = gz.duel(A, B, rules="qq", deals=3000, seed=1, threads=1)
    assert without_time(gz.duel(A, B, rules="qq", deals=3000, seed=1, threads=threads)) == (
        without_time(one)
    )


def test_the_settlement_does_not_matter():
    raw = gz.duel(A, B, rules="qq", deals=200, seed=1)
    scaled = gz.duel(A, B, rules={"base": "qq", "settlement": {"scale": 1}}, deals=200, seed=1)
    assert scaled.gain == raw.gain


def test_an_interruption_keeps_what_is_finished():
    def stop(deals: int) -> None:
        raise KeyboardInterrupt

    part = gz.duel(A, B, rules="qq", deals=10**7, seed=1, progress=stop, keep_partial=True)
    assert 1 <= part.deals < 10**7
    assert without_time(part) == without_time(gz.duel(A, B, rules="qq", deals=part.deals, seed=1))
    with pytest.raises(KeyboardInterrupt):
        gz.duel(A, B, rules="qq", deals=10**7, seed=1, progress=stop)


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"deals": 0}, "deals 0 is not"),
        ({"seed": -1}, "seed -1 is not"),
        ({"threads": -2}, "threads -2 is not"),
        ({"b": "rnadom"}, "did you mean 'random'"),
    ],
)
def test_what_is_out_of_range_is_refused(changes, message):
    arguments = {"a": A, "b": B, "rules": "qq", "deals": 10, "seed": 1} | changes
    with pytest.raises(UsageError, match=message):
        gz.duel(**arguments)
