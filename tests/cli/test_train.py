"""``gongzhu train``."""

import json
import tomllib

import pytest

from gongzhu_sim.cli.main import main

pytestmark = pytest.mark.long  # compiling the search takes longer than the ordinary tests may

PLAN = """
name = "tiny"
rules = "scrofazero"
seed = 3
generations = 2
deals = 25
worlds = 2
duel_deals = 40
"""

MINE = """
import gongzhu_sim as gz
import numpy as np

@gz.strategy("mine")
def choose(table, hand, legal):
    return legal & (~legal + np.uint64(1))
"""


@pytest.fixture
def plan(tmp_path):
    file = tmp_path / "plan.toml"
    file.write_text(PLAN)
    return str(file)


def test_weights_and_their_card_are_written_and_can_be_played(plan, tmp_path, capsys):
    out = tmp_path / "out"
    assert main(["train", plan, "--out", str(out), "--threads", "1"]) == 0
    printed, complaints = capsys.readouterr()
    assert complaints == ""
    assert "generation 1" in printed and "over the one before" in printed
    card = tomllib.loads((out / "sides.toml").read_text(encoding="utf-8"))
    assert card["family"] == "sides" and card["deals"] == 25
    assert [row["generation"] for row in card["generation"]] == ["1", "2", "final"]
    assert card["generation"][1]["over_previous"]["deals"] == 40
    player = f"learned:weights={out}"
    duel = ["duel", player, "random", "--rules", "scrofazero", "--deals", "20", "--json"]
    assert main(duel) == 0
    assert json.loads(capsys.readouterr().out)["deals"] == 20


def test_json_is_one_document(plan, tmp_path, capsys):
    out = str(tmp_path / "out")
    assert main(["train", plan, "--out", out, "--json"]) == 0
    document = json.loads(capsys.readouterr().out)
    assert document["family"] == "sides"
    assert document["generations"][0]["over_folk"]["deals"] == 40


@pytest.mark.usefixtures("built_in_strategies")
def test_a_plan_can_name_strategies_of_a_file(plan, tmp_path, capsys):
    mine, named = tmp_path / "mine.py", tmp_path / "named.toml"
    mine.write_text(MINE)
    named.write_text(PLAN + 'first_player = "mine"\n')
    train = ["train", str(named), "--out", str(tmp_path / "out"), "--threads", "1"]
    assert main(train) == 1
    assert "'mine'" in capsys.readouterr().err
    assert main([*train, "--load", str(mine)]) == 0
    card = tomllib.loads((tmp_path / "out" / "sides.toml").read_text(encoding="utf-8"))
    assert card["first_player"] == "mine"
    mine.write_text(MINE + "# other rules\n")
    assert main([*train, "--load", str(mine)]) == 1
    assert "other loaded strategies" in capsys.readouterr().err


def test_a_missing_plan_is_told(tmp_path, capsys):
    assert main(["train", str(tmp_path / "no.toml")]) == 2
    assert "no such plan" in capsys.readouterr().err
