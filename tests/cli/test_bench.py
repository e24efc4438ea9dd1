"""``gongzhu bench``."""

import json
import platform

import pytest

from gongzhu_sim.cli import bench
from gongzhu_sim.cli.main import main
from gongzhu_sim.strategies import parse_player, strategy_names
from gongzhu_sim.studies import benchmark, benchmark_rows
from gongzhu_sim.studies.benchmark import Effort
from gongzhu_sim.studies.benchmark_rows import row_names

pytestmark = pytest.mark.usefixtures("built_in_strategies")

NS_ROWS = {"deal", "random", "folk", "double_random", "double_folk", "score"}
MEASURES = {"match_folk", "threads", "start"}
MEMORY = {"memory_short", "memory_long"}


@pytest.fixture(autouse=True)
def measure_quickly(monkeypatch):
    monkeypatch.setattr(benchmark, "QUICK", Effort(runs=2, run_seconds=0.001, starts=1))
    monkeypatch.setattr(benchmark_rows, "_SHORT_RUN", 10)
    monkeypatch.setattr(benchmark_rows, "_LONG_RUN", 2_000)
    monkeypatch.setattr(bench, "_QUICK_SPEED_SECONDS", 0.001)


def printed(capsys, *args: str) -> str:
    assert main(["bench", "--quick", *args]) == 0
    captured = capsys.readouterr()
    assert captured.err == ""
    return captured.out


def test_the_document_has_the_promised_keys(capsys, monkeypatch):
    monkeypatch.setattr(bench, "_list_every_player", lambda: bench._read_players("random,folk"))
    document = json.loads(printed(capsys, "--json"))
    assert set(document) == {"machine", "rows", "measures", "strategies"}
    machine = document["machine"]
    assert machine["python"] == platform.python_version()
    assert {"cpu", "cores", "bmi2", "numba", "numpy"} <= set(machine)
    assert set(document["rows"]) >= NS_ROWS
    for row in document["rows"].values():
        assert 0 < row["low"] <= row["ns"] <= row["high"]
        assert row["deals_per_second"] == pytest.approx(1e9 / row["ns"])
    assert set(document["measures"]) >= MEASURES
    assert not MEMORY & set(document["measures"])
    for measure in document["measures"].values():
        assert 0 < measure["low"] <= measure["value"] <= measure["high"]
        assert measure["unit"]
    assert list(document["strategies"]) == ["random", "folk"]
    for speeds in document["strategies"].values():
        speeds.pop("ms_per_decision", None)  # a busy machine makes anybody slow
        assert set(speeds) == {"deals_per_second_one_core", "deals_per_second_all"}
        assert all(speed > 0 for speed in speeds.values())


@pytest.mark.long  # compiles every player that searches
def test_every_strategy_is_measured_and_what_searches_by_the_decision(capsys, monkeypatch):
    monkeypatch.setattr("gongzhu_sim.studies.benchmark_rows.row_names", lambda *, quick: [])
    assert main(["bench", "--quick", "--json"]) == 0
    captured = capsys.readouterr()
    speeds = json.loads(captured.out)["strategies"]
    assert {name.partition(":")[0] for name in speeds} == set(strategy_names())
    for name, speed in speeds.items():
        assert speed["deals_per_second_one_core"] > 0 and speed["deals_per_second_all"] > 0
        if ":worlds=" in name:
            assert 0 < speed["ms_per_decision"] < 1000
            assert f"gongzhu: measuring {name}; it may" in captured.err


def test_which_players_are_measured():
    every = [str(player) for player in bench._list_every_player()]
    assert len(every) == len(set(every))
    assert {"random", "folk", "pimc:worlds=64"} <= set(every)
    assert {f"expert:worlds={worlds}" for worlds in (20, 60, 200)} <= set(every)
    named = bench._read_players("folk:run=off,pimc:rollout=low,expert20,expert:worlds=20,folk")
    assert [str(player) for player in named] == [
        "folk:run=off",
        "pimc:worlds=64:rollout=low",
        "expert:worlds=20",
        "folk",
    ]


def test_players_that_are_asked_for_are_all_that_is_measured(capsys):
    document = json.loads(printed(capsys, "--json", "--strategies", "random,low"))
    assert (document["rows"], document["measures"]) == ({}, {})
    assert list(document["strategies"]) == ["random", "low"]
    both = json.loads(printed(capsys, "--json", "--strategies", "low", "--row", "score"))
    assert (list(both["rows"]), list(both["strategies"])) == (["score"], ["low"])


@pytest.mark.parametrize(
    ("players", "hint"), [("lwo", "'low'"), ("", "known: "), ("low,", "known: ")]
)
def test_an_unknown_player(capsys, players, hint):
    assert main(["bench", "--strategies", players]) == 2
    assert hint in capsys.readouterr().err


def test_rows_that_are_asked_for_are_all_that_is_measured(capsys):
    document = json.loads(printed(capsys, "--json", "--row", "score", "--row", "memory_short"))
    assert list(document["rows"]) == ["score"]
    assert list(document["measures"]) == ["memory_short"]
    assert document["measures"]["memory_short"]["unit"] == "MiB"
    assert document["measures"]["memory_short"]["value"] > 10
    assert document["strategies"] == {}
    out = printed(capsys, "--row", "match_folk", "--row", "match_folk")
    assert out.count("match_folk") == 1
    assert "matches a second" in out
    assert "ns a deal" not in out


@pytest.mark.parametrize(
    ("row", "hint"), [("foulk", "did you mean 'folk'"), ("", "known: "), ("qqq", "known: ")]
)
def test_an_unknown_row(capsys, row, hint):
    assert main(["bench", "--row", "deal", "--row", row]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.startswith(f"gongzhu: no row {row!r}; {hint}")


def test_rows_are_completed():
    assert [name for name, _ in bench._complete_rows("double")] == ["double_random", "double_folk"]
    assert [name for name, _ in bench._complete_rows("")] == row_names()


def test_a_slow_strategy_is_timed_by_the_decision(capsys, monkeypatch):
    monkeypatch.setattr("gongzhu_sim.studies.benchmark.SLOW_DEAL", 1e-9)
    speeds = bench._measure_player(parse_player("random"), seconds=0.001)
    assert 0 < speeds["ms_per_decision"] < 1000
    bench._print_speeds({"random": speeds})
    assert capsys.readouterr().out.strip().endswith(bench._show(speeds["ms_per_decision"])[0])


def test_the_tables_name_the_machine(capsys):
    out = printed(capsys, "--row", "deal", "--row", "threads")
    assert f"Python {platform.python_version()}" in out
    assert "BMI2" in out
    assert "deals a second" in out
    assert "times as fast" in out
