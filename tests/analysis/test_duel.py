"""Duels: every deal from both sides."""

import math

import numpy as np
import pytest

import gongzhu_sim as gz
from gongzhu_sim.engine.batch import play_deals
from gongzhu_sim.errors import UsageError
from gongzhu_sim.records.writing import format_outcomes
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


@pytest.mark.parametrize("rules", ["qq", "scrofazero", "qq-partners", "qq-double"])
@pytest.mark.parametrize("seats", ["sides", "one"])
def test_a_player_against_itself_draws_every_deal(rules, seats):
    found = gz.duel("random", "random", rules=rules, deals=300, seed=2, seats=seats)
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
        ({"deals": None}, "deals: say how many, or name a file of them"),
        ({"seats": "sdies"}, "did you mean 'sides'"),
        ({"until": 0}, "until 0 is not"),
        ({"sprt": (1, 0)}, "sprt 1,0 is not"),
        ({"deals_file": "no/such/file"}, "no such file"),
        ({"b": "rnadom"}, "did you mean 'random'"),
    ],
)
def test_what_is_out_of_range_is_refused(changes, message):
    arguments = {"a": A, "b": B, "rules": "qq", "deals": 10, "seed": 1} | changes
    with pytest.raises(UsageError, match=message):
        gz.duel(**arguments)


def play_four(a, b, rules, **options) -> np.ndarray:
    """Return what A scores beyond the mean of the others, by seat that A's hand was dealt to."""
    packed = pack_rules(gz.load_rules(rules))
    gains = []
    for seat in range(4):  # the other way to turn: A moves, and the hands stay
        line_up = build_line_up([a if place == seat else b for place in range(4)])
        raw = play_deals(packed, line_up, **options)["raw"]
        gains.append(raw[:, seat] - np.delete(raw, seat, axis=1).mean(axis=1))
    return np.stack(gains, axis=1)


@pytest.mark.parametrize("rules", ["qq", "scrofazero", "qq-double"])
def test_one_against_three_holds_each_hand_once(rules):
    sample = play_four(A, B, rules, deals=400, seed=9).mean(axis=1)
    found = gz.duel(A, B, rules=rules, deals=400, seed=9, seats="one")
    assert found.gain.mean == pytest.approx(sample.mean(), rel=1e-12)
    assert found.gain.sd == pytest.approx(sample.std(ddof=1), rel=1e-12)
    sample[abs(sample) < 1e-9] = 0
    assert (found.wins, found.losses) == ((sample > 0).sum(), (sample < 0).sum())


@pytest.mark.parametrize("seats", ["sides", "one"])
def test_the_variance_reduction_is_that_over_independent_plays(seats):
    """Compared with plays that are independent: one of each of many other deals."""
    options = {"rules": "qq", "seats": seats, "threads": 1}
    found = gz.duel("folk", "folk:declare=never", deals=4000, seed=1, **options)
    line_up = build_line_up(
        ["folk", "folk:declare=never", "folk", "folk:declare=never"]
        if seats == "sides"
        else ["folk", *["folk:declare=never"] * 3]
    )
    raw = play_deals(pack_rules(gz.load_rules("qq")), line_up, deals=16_000, seed=2)["raw"]
    weights = [1, -1, 1, -1] if seats == "sides" else [1, -1 / 3, -1 / 3, -1 / 3]
    plays = 2 if seats == "sides" else 4
    independent = (raw @ np.array(weights)).var(ddof=1) / plays
    assert found.variance_reduction == pytest.approx(independent / found.gain.sd**2, rel=0.12)
    assert found.variance_reduction > 1.4


def test_what_a_variance_reduction_can_not_be():
    one = gz.duel(A, B, rules="qq", deals=1, seed=1)
    assert math.isnan(one.variance_reduction)
    assert gz.duel("random", "random", rules="qq", deals=50, seed=1).variance_reduction == math.inf


GOALS = [
    {"until": 12.0},
    {"sprt": (0.0, 10.0)},
    {"sprt": (-40.0, -20.0), "seats": "one"},
]


@pytest.mark.parametrize("goal", GOALS)
@pytest.mark.parametrize("threads", [2, 3])
def test_where_it_stops_does_not_depend_on_threads(goal, threads):
    options = {"rules": "qq", "deals": 50_000, "seed": 1} | goal
    one = gz.duel(A, B, threads=1, **options)
    assert 64 <= one.deals < 50_000
    assert one.stopping is not None
    assert one.stopping.reached
    assert without_time(gz.duel(A, B, threads=threads, **options)) == without_time(one)


@pytest.mark.parametrize("seats", ["sides", "one"])
@pytest.mark.parametrize(
    ("name", "seconds"), [("engine.blocks._BLOCK", 0.0), ("analysis.designs._CALL", 0.0)]
)
def test_where_it_stops_does_not_depend_on_speed(seats, name, seconds, monkeypatch):
    """One play a block is what slow players make of it."""
    options = {"rules": "qq", "deals": 2000, "seed": 1, "sprt": (-80.0, 80.0), "seats": seats}
    usual = without_time(gz.duel(A, B, **options))
    assert usual["stopped"]["reached"]
    monkeypatch.setattr(f"gongzhu_sim.{name}_SECONDS", seconds)
    assert without_time(gz.duel(A, B, **options)) == usual


def test_a_duel_that_stops_is_the_beginning_of_one_that_does_not():
    part = gz.duel(A, B, rules="qq", deals=50_000, seed=3, until=12.0)
    whole = gz.duel(A, B, rules="qq", deals=part.deals, seed=3)
    assert part.gain == whole.gain
    assert whole.stopping is None
    stopping = part.stopping
    assert stopping is not None
    assert stopping.high - stopping.low <= 24.0
    assert stopping.low < part.gain.low
    assert part.gain.high < stopping.high


def test_a_decision():
    strong = gz.duel("folk", "random", rules="scrofazero", deals=5000, seed=1, sprt=(0, 50))
    assert strong.stopping is not None
    assert (strong.stopping.decision, strong.deals) == ("high", 64)
    weak = gz.duel("random", "folk", rules="scrofazero", deals=5000, seed=1, sprt=(0, 50))
    assert weak.stopping is not None
    assert weak.stopping.decision == "low"


def test_the_deals_can_run_out():
    part = gz.duel(A, B, rules="qq", deals=100, seed=3, until=0.5)
    assert part.deals == 100
    stopping = part.stopping
    assert stopping is not None
    assert not stopping.reached
    assert stopping.looks == 4  # at 64, 80, 96 and 100
    assert stopping.high - stopping.low > 1.0


def test_the_same_player_twice_never_stops():
    found = gz.duel("random", "random", rules="qq", deals=300, seed=3, until=5.0)
    assert found.deals == 300
    assert found.stopping is not None
    assert not found.stopping.reached


def test_an_interruption_between_looks_keeps_whole_deals():
    def stop(deals: int) -> None:
        raise KeyboardInterrupt

    part = gz.duel(
        A, B, rules="qq", deals=10**7, seed=1, until=0.01, progress=stop, keep_partial=True
    )
    assert part.stopping is not None
    assert not part.stopping.reached
    assert part.gain == gz.duel(A, B, rules="qq", deals=part.deals, seed=1).gain


@pytest.mark.parametrize("rules", ["qq", "scrofazero", "qq-double"])
@pytest.mark.parametrize("seats", ["sides", "one"])
def test_a_file_of_the_dealt_deals_changes_nothing(tmp_path, rules, seats):
    rule_set = gz.load_rules(rules)
    dealt = play_deals(pack_rules(rule_set), build_line_up([B]), deals=120, seed=6, full=True)
    file = tmp_path / "deals.jsonl"
    file.write_bytes(format_outcomes(dealt, rule_set))
    options = {"rules": rules, "seed": 6, "seats": seats}
    usual = gz.duel(A, B, deals=120, **options)
    assert without_time(gz.duel(A, B, deals_file=file, **options)) == without_time(usual)
    assert without_time(gz.duel(A, B, deals_file=file, deals=10**6, **options)) == (
        without_time(usual)
    )
    first = gz.duel(A, B, deals_file=file, deals=50, **options)
    assert without_time(first) == without_time(gz.duel(A, B, deals=50, **options))
