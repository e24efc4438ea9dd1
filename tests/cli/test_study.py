"""``gongzhu study``."""

import json

import pytest

from gongzhu_sim.cli.main import main
from gongzhu_sim.studies import runner

PLAN = """
name = "small"
seed = 1
deals = 300
rules = ["qq"]
players = ["random"]
tables = ["shoots"]
"""
MORE_TABLES = PLAN.replace('"shoots"', '"declaring", "shoots", "positions"')


@pytest.fixture
def plan(tmp_path):
    file = tmp_path / "plan.toml"
    file.write_text(PLAN)
    return str(file)


def test_the_summary_shows_tables_and_where_things_are(plan, tmp_path, capsys):
    out = tmp_path / "out"
    (tmp_path / "plan.toml").write_text(MORE_TABLES)
    assert main(["study", plan, "--out", str(out), "--workers", "1"]) == 0
    printed, complaints = capsys.readouterr()
    assert complaints == ""
    for words in ("300 deals for each of 1 cell", "pig ♠Q", "all hearts", "leads", "report.html"):
        assert words in printed
    assert (out / "report.html").is_file()


def test_results_go_to_a_folder_after_the_plans_name(plan, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    assert main(["study", plan]) == 0
    assert (tmp_path / "results" / "small" / "manifest.json").is_file()


def test_json_is_one_document(plan, tmp_path, capsys):
    (tmp_path / "plan.toml").write_text(MORE_TABLES)
    assert main(["study", plan, "--out", str(tmp_path / "out"), "--json"]) == 0
    document = json.loads(capsys.readouterr().out)
    assert (document["deals"], document["seed"], document["rules"]) == (300, 1, ["qq"])
    assert set(document["tables"]) == {"declaring", "declaring_by_card", "shoots", "positions"}
    pig = document["tables"]["declaring_by_card"][0]
    assert pig["card"] == "pig" and pig["n"] == 300
    assert pig["low"] < pig["mean"] < pig["high"]


def test_matches_are_played_too(plan, tmp_path, capsys):
    (tmp_path / "plan.toml").write_text(PLAN.replace('"shoots"', '"matches"') + "matches = 20\n")
    out = ["--out", str(tmp_path / "out")]
    assert main(["study", plan, *out]) == 0
    assert "300 deals and 20 matches for each of 1 cell" in capsys.readouterr().out
    assert main(["study", plan, *out, "--json"]) == 0
    document = json.loads(capsys.readouterr().out)
    assert document["matches"] == 20
    assert document["tables"]["matches"][0]["n"] == 20


@pytest.mark.parametrize(
    ("change", "status", "hint"),
    [
        (("random", "radnom"), 1, "did you mean 'random'"),
        (("deals = 300", "deals = 0"), 1, "deals = 0 is not allowed"),
        (("", ""), 2, "no such plan"),
    ],
)
def test_a_wrong_plan_is_told_before_anything_runs(change, status, hint, tmp_path, capsys):
    file = tmp_path / "plan.toml"
    if change[0]:
        file.write_text(PLAN.replace(*change))
    assert main(["study", str(file), "--out", str(tmp_path / "out")]) == status
    printed, complaint = capsys.readouterr()
    assert printed == ""
    assert hint in complaint and complaint.count("\n") == 1
    assert not (tmp_path / "out").exists()


def test_workers_below_one_are_a_wrong_command(plan, capsys):
    assert main(["study", plan, "--workers", "0"]) == 2
    assert capsys.readouterr().err.startswith("gongzhu: ")


def test_an_output_that_cannot_be_written_is_one_line(plan, tmp_path, capsys):
    assert main(["study", plan, "--out", plan]) == 1
    printed, complaint = capsys.readouterr()
    assert printed == ""
    assert "cannot be written" in complaint and complaint.count("\n") == 1


def test_other_chunks_need_a_restart(plan, tmp_path, capsys):
    out = ["--out", str(tmp_path / "out")]
    assert main(["study", plan, *out]) == 0
    (tmp_path / "plan.toml").write_text(PLAN.replace("seed = 1", "seed = 2"))
    capsys.readouterr()
    assert main(["study", plan, *out]) == 2
    assert "(different: seed)" in capsys.readouterr().err
    assert main(["study", plan, *out, "--restart"]) == 0


def test_ctrl_c_keeps_what_is_finished(plan, tmp_path, capsys, monkeypatch):
    calls = []

    def interrupt(*args, **kwargs):
        calls.append(args)
        if len(calls) > 3:
            raise KeyboardInterrupt
        return play(*args, **kwargs)

    play = runner.play_deals
    monkeypatch.setattr(runner, "play_deals", interrupt)
    out = ["--out", str(tmp_path / "out"), "--workers", "1"]
    assert main(["study", plan, *out]) == 130
    assert "interrupted" in capsys.readouterr().err
    assert list((tmp_path / "out").iterdir()) == [tmp_path / "out" / "chunks"]
    monkeypatch.setattr(runner, "play_deals", play)
    assert main(["study", plan, *out]) == 0


def test_a_broken_strategy_is_one_line_and_leaves_no_tables(
    plan, tmp_path, capsys, built_in_strategies
):
    (tmp_path / "cheat.py").write_text(
        "import numpy as np\nimport gongzhu_sim as gz\n\n"
        "@gz.strategy('cheat')\ndef choose(table, hand, legal):\n    return np.uint64(0)\n"
    )
    (tmp_path / "plan.toml").write_text(PLAN.replace('"random"', '"cheat"'))
    out = tmp_path / "out"
    load = ["--load", str(tmp_path / "cheat.py")]
    assert main(["study", plan, "--out", str(out), *load]) == 1
    printed, complaint = capsys.readouterr()
    assert printed == ""
    assert "strategy 'cheat' at seat" in complaint and "legal:" in complaint
    assert list(out.iterdir()) == [out / "chunks"]
