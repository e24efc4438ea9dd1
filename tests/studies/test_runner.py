"""The runner: the same sums however the work is cut up, and nothing mixed or lost."""

import json

import numpy as np
import pytest

from gongzhu_sim.errors import InputError, PlayError, UsageError
from gongzhu_sim.strategies import load_strategies
from gongzhu_sim.studies import run_study, runner
from gongzhu_sim.studies.runner import passes
from gongzhu_sim.studies.store import Chunks
from gongzhu_sim.studies.tally import get_tally


class Stop(Exception):
    """Stands for whatever ends a study."""


def stop_after(deals: int, error: type[BaseException] = Stop):
    done = 0

    def advance(n: int) -> None:
        nonlocal done
        done += n
        if done >= deals:
            raise error

    return advance


def chunk_files(folder):
    return sorted((folder / "chunks").rglob("*.parquet"))


def test_every_rule_set_meets_every_line_up(small_plan, tmp_path):
    plan = small_plan(rules=["qq", "pagat"], players=["random", "random:chance=0"])
    tables = run_study(plan, tmp_path)
    cells = {("qq", "random"), ("qq", "random:chance=0"), ("pagat", "random")}
    cells |= {("pagat", "random:chance=0")}
    for rows in tables.values():
        assert {(row["rules"], row["players"]) for row in rows} == cells
    assert all(row["n"] == 400 for row in tables["shoots"] + tables["positions"])
    dealt = [row["n"] for row in tables["declaring"] if row["card"] == "pig"]
    assert sum(dealt) == 400 * 4


def test_passive_tables_do_not_depend_on_how_players_declare(small_plan, tmp_path):
    plan = small_plan(players=["random", "random:chance=1"], tables=["declaring"])
    rows = run_study(plan, tmp_path)["declaring"]
    half = len(rows) // 2
    assert [row | {"players": ""} for row in rows[:half]] == [
        row | {"players": ""} for row in rows[half:]
    ]


@pytest.mark.parametrize(
    ("tables", "names"),
    [
        (["shoots"], ["rules0-players0-own", "rules1-players0-own"]),
        (["declaring"], ["rules0-players0-never"]),
        (
            ["declaring", "positions"],
            ["rules0-players0-own", "rules0-players0-never", "rules1-players0-own"],
        ),
    ],
)
def test_only_what_the_tables_need_is_played(small_plan, tables, names):
    plan = small_plan(rules=["qq", "scrofazero"], tables=tables)
    assert [each.name for each in passes(plan)] == names


def test_matches_are_a_pass_of_their_own(small_plan):
    plan = small_plan(tables=["matches", "shoots"], matches=20)
    assert [(each.name, each.unit, each.size) for each in passes(plan)] == [
        ("rules0-players0-own", "deals", 400),
        ("rules0-players0-matches", "matches", 20),
    ]


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("chunk", [7, 100_000])
def test_matches_do_not_depend_on_threads_or_chunks(
    small_plan, tmp_path, monkeypatch, threads, chunk
):
    plan = small_plan(tables=["matches"], matches=30)
    expected = run_study(plan, tmp_path / "a", threads=1)
    assert sum(row["n"] for row in expected["matches"]) == 30
    monkeypatch.setattr(runner, "CHUNK_DEALS", chunk)
    assert run_study(plan, tmp_path / "b", threads=threads) == expected
    assert len(chunk_files(tmp_path / "b")) == -(-30 // chunk)


def test_more_matches_go_on_from_those_that_are_there(small_plan, tmp_path):
    few, many = (small_plan(tables=["matches"], matches=n) for n in (12, 30))
    run_study(few, tmp_path / "a")
    assert run_study(many, tmp_path / "a") == run_study(many, tmp_path / "b")
    with pytest.raises(UsageError, match="holds 30 matches a cell, more than the plan's 12"):
        run_study(few, tmp_path / "a")


def test_sums_of_more_than_64_bits_are_kept_exactly(tmp_path):
    tally = get_tally("scores")
    sums = np.full(tally.shape, 10**30 + 1, object)
    chunks = Chunks(tmp_path, {}, restart=False)
    for start in (0, 5):
        chunks.write("pass", start, 5, {"scores": sums})
    progress = chunks.read("pass", [tally])
    assert progress.size == 10
    assert progress.sums["scores"] == [2 * 10**30 + 2] * sums.size


def test_the_largest_scores_of_the_presets_can_be_summed(small_plan, tmp_path):
    tables = ["scores", "positions"]
    plan = small_plan(rules=["huapai-double"], tables=tables, deals=300)
    rows = run_study(plan, tmp_path)["scores"]
    assert {row["n"] for row in rows} == {300}


@pytest.mark.parametrize("threads", [1, 2, 3])
@pytest.mark.parametrize("chunk_deals", [37, 100_000])
def test_the_sums_do_not_depend_on_threads_or_chunks(
    small_plan, tmp_path, monkeypatch, threads, chunk_deals
):
    expected = run_study(small_plan(), tmp_path / "a", threads=1)
    monkeypatch.setattr(runner, "CHUNK_DEALS", chunk_deals)
    assert run_study(small_plan(), tmp_path / "b", threads=threads) == expected
    assert len(chunk_files(tmp_path / "b")) == 2 * -(-400 // chunk_deals)


def test_slow_players_finish_chunks_by_the_clock(small_plan, tmp_path, monkeypatch):
    expected = run_study(small_plan(), tmp_path / "a")
    monkeypatch.setattr(runner, "_CHUNK_SECONDS", 0.0)
    assert run_study(small_plan(), tmp_path / "b") == expected
    assert len(chunk_files(tmp_path / "b")) > 2


@pytest.mark.parametrize("error", [Stop, KeyboardInterrupt])
def test_what_is_finished_is_kept_and_resumed(small_plan, tmp_path, monkeypatch, error):
    monkeypatch.setattr(runner, "CHUNK_DEALS", 100)
    expected = run_study(small_plan(), tmp_path / "a")
    with pytest.raises(error):
        run_study(small_plan(), tmp_path / "b", advance=stop_after(250, error))
    kept = {path: path.read_bytes() for path in chunk_files(tmp_path / "b")}
    assert len(kept) >= 2
    told = []
    assert run_study(small_plan(), tmp_path / "b", advance=told.append) == expected
    assert all(path.read_bytes() == content for path, content in kept.items())
    assert sum(told) == 800
    assert told[0] >= 200  # what was there is reported as done at once


def test_a_finished_study_plays_nothing_again(small_plan, tmp_path, monkeypatch):
    first = run_study(small_plan(), tmp_path)
    monkeypatch.setattr(runner, "play_deals", None)
    assert run_study(small_plan(), tmp_path) == first


def test_more_deals_go_on_from_those_that_are_there(small_plan, tmp_path):
    run_study(small_plan(deals=150), tmp_path / "a")
    grown = run_study(small_plan(), tmp_path / "a")
    assert grown == run_study(small_plan(), tmp_path / "b")
    with pytest.raises(UsageError, match="holds 400 deals a cell, more than the plan's 150"):
        run_study(small_plan(deals=150), tmp_path / "a")


def test_two_halves_add_up_to_the_whole(small_plan, tmp_path):
    whole = run_study(small_plan(), tmp_path / "a")["positions"]
    one = run_study(small_plan(deals=100), tmp_path / "b")["positions"]
    two = run_study(small_plan(first=100, deals=300), tmp_path / "c")["positions"]
    for key in ("n", "total_sixths", "total_squared_sixths"):
        assert [row[key] for row in whole] == [
            a[key] + b[key] for a, b in zip(one, two, strict=True)
        ]


@pytest.mark.parametrize(
    ("changes", "named"),
    [
        ({"seed": 8}, "seed"),
        ({"players": ["random:chance=0"]}, "players"),
        ({"rules": ["pagat"], "tables": ["shoots"]}, "rules, tables"),
    ],
)
def test_chunks_of_another_study_are_not_mixed_in(small_plan, tmp_path, changes, named):
    run_study(small_plan(), tmp_path)
    before = {path: path.read_bytes() for path in chunk_files(tmp_path)}
    with pytest.raises(UsageError, match=rf"\(different: {named}\)"):
        run_study(small_plan(**changes), tmp_path)
    assert {path: path.read_bytes() for path in chunk_files(tmp_path)} == before
    restarted = run_study(small_plan(**changes), tmp_path, restart=True)
    assert restarted == run_study(small_plan(**changes), tmp_path / "fresh")


def test_chunks_of_other_sources_are_not_mixed_in(small_plan, tmp_path):
    run_study(small_plan(), tmp_path)
    record = tmp_path / "chunks" / "made_from.json"
    known = json.loads(record.read_text())
    record.write_text(json.dumps(known | {"sources": "0" * 16}))
    with pytest.raises(UsageError, match="different: the package's sources"):
        run_study(small_plan(), tmp_path)
    record.write_text("{")
    with pytest.raises(UsageError, match="different: seed, first"):
        run_study(small_plan(), tmp_path)


def test_a_damaged_or_missing_chunk_is_named(small_plan, tmp_path, monkeypatch):
    monkeypatch.setattr(runner, "CHUNK_DEALS", 100)
    run_study(small_plan(), tmp_path)
    damaged = chunk_files(tmp_path)[0]
    damaged.write_bytes(b"no table")
    with pytest.raises(InputError, match="cannot be read"):
        run_study(small_plan(), tmp_path)
    damaged.unlink()
    with pytest.raises(InputError, match="deals 0 to 99"):
        run_study(small_plan(), tmp_path)


def test_a_folder_that_cannot_be_written_is_one_line(small_plan, tmp_path):
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(InputError, match="cannot be written") as caught:
        run_study(small_plan(), tmp_path / "file")
    assert "\n" not in str(caught.value)


def test_scores_too_large_for_exact_sums_are_refused(small_plan, tmp_path):
    large = {"base": "qq", "name": "large", "values": {"pig": -1_000_000}}
    with pytest.raises(InputError, match="rules 'large': their scores are too large"):
        run_study(small_plan(rules=[large]), tmp_path)
    assert not (tmp_path / "chunks").exists()


@pytest.mark.usefixtures("built_in_strategies")
def test_a_strategy_that_breaks_the_rules_leaves_whole_chunks(small_plan, tmp_path):
    file = tmp_path / "cheat.py"
    file.write_text(
        "import numpy as np\nimport gongzhu_sim as gz\n\n"
        "@gz.strategy('cheat')\ndef choose(table, hand, legal):\n"
        "    return legal & (~legal + np.uint64(1)) if table.trick < 3 else np.uint64(0)\n"
    )
    load_strategies(file)
    with pytest.raises(PlayError, match=r"'cheat' at seat . \(seed 7, deal 0, trick 4\)"):
        run_study(small_plan(players=["cheat"]), tmp_path / "out", loaded=[file])
    assert list((tmp_path / "out").glob("*")) == [tmp_path / "out" / "chunks"]
    assert not list((tmp_path / "out").rglob("*.part"))
