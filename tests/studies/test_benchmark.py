"""What ``gongzhu bench`` rests on: decisions counted, runs summed up, processes measured."""

import pytest

import gongzhu_sim as gz
from gongzhu_sim.engine.batch import play_deals
from gongzhu_sim.errors import GongzhuError, UsageError
from gongzhu_sim.records.writing import format_outcomes
from gongzhu_sim.rules import load_rules
from gongzhu_sim.rules.packed import pack_rules
from gongzhu_sim.strategies import build_line_up
from gongzhu_sim.studies import benchmark_rows
from gongzhu_sim.studies.benchmark import (
    Measure,
    Row,
    Task,
    count_decisions,
    measure_decisions,
    time_task,
)
from gongzhu_sim.studies.benchmark_process import start_simulate
from gongzhu_sim.studies.benchmark_rows import measure_row, prepare_task, row_names


def count_choices(rules, outcomes) -> int:
    """Count the plays with more than one legal card, step by step from the records."""
    n = 0
    for line, outcome in zip(format_outcomes(outcomes, rules).splitlines(), outcomes, strict=True):
        done = gz.Table.from_record(line.decode())
        record = done.record()
        table = gz.Table(
            rules,
            record["hands"],
            declared=record["declared"],
            leader=record["leader"],
            first_deal=True,
        )
        plays = [card for trick in record["tricks"] for card in trick]
        for card in plays[: outcome["n_plays"]]:
            n += len(table.legal()) > 1
            table.play(card)
    return n


@pytest.mark.parametrize("rules", ["qq", "scrofazero", "huapai"])
def test_decisions_are_the_plays_with_a_choice(rules):
    rule_set = load_rules(rules)
    packed, line_up = pack_rules(rule_set), build_line_up(["random", "folk", "random", "folk"])
    outcomes = play_deals(packed, line_up, deals=30, seed=3, full=True)
    asked = count_decisions(packed, outcomes)
    assert asked == count_choices(rule_set, outcomes)
    assert 30 * 20 < asked < 30 * 52


def test_milliseconds_a_decision_shrink_with_nothing_but_time():
    assert 0 < measure_decisions("random:declare=always", seconds=0.001) < 1000


def test_a_row_is_the_median_of_its_runs():
    calls = []
    row = time_task(Task(lambda: calls.append(1), 10), runs=5, run_seconds=1e-4)
    assert row.low <= row.ns <= row.high
    assert len(calls) >= 2 + 5
    assert Row(500.0, 400.0, 600.0).to_dict() == {
        "ns": 500.0,
        "low": 400.0,
        "high": 600.0,
        "deals_per_second": 2e6,
    }
    assert Measure.of("s", [3.0, 1.0, 2.0]) == Measure("s", 2.0, 1.0, 3.0)


def test_every_row_has_its_name_once_and_says_what_it_is():
    assert len(row_names()) == len(set(row_names()))
    assert all(benchmark_rows.about_row(name) for name in row_names())


@pytest.mark.parametrize("name", ["folks", "Deal", ""])
def test_an_unknown_row_names_the_nearest(name):
    with pytest.raises(UsageError, match=f"no row '{name}'; (did you mean|known:)"):
        measure_row(name)


def test_a_row_without_a_task():
    with pytest.raises(UsageError, match="row 'start' is not timed by the deal"):
        prepare_task("start")


def test_a_process_that_fails_is_an_error(capfd):
    with pytest.raises(GongzhuError, match=r"simulate .*--deals 0 .* ended with status 2"):
        start_simulate(0)
    assert "--deals" in capfd.readouterr().err


def test_a_process_tells_its_time_and_memory():
    seconds, memory = start_simulate(1)
    assert 0 < seconds < 600
    assert memory > 10 << 20
