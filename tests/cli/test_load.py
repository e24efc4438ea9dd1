"""``--load``: the strategies of a file, in every command that takes players."""

import json

import pytest

from gongzhu_sim.cli.main import main

pytestmark = pytest.mark.usefixtures("built_in_strategies")

MINE = """
import gongzhu_sim as gz
import numpy as np

@gz.strategy("mine")
def choose(table, hand, legal):
    return legal & (~legal + np.uint64(1))

@gz.strategy("slow", compiled=False)
def choose_slowly(table, hand, legal):
    return legal & -legal

gz.name_player("calm", "mine:declare=never")
"""
PLAN = """
name = "small"
seed = 1
deals = 20
rules = ["qq"]
players = ["mine,slow,calm,random"]
tables = ["shoots"]
"""


@pytest.fixture
def file(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "plan.toml").write_text(PLAN, encoding="utf-8")
    path = tmp_path / "mine.py"
    path.write_text(MINE, encoding="utf-8")
    return path


@pytest.mark.parametrize(
    "command",
    [
        "simulate --players mine,slow,calm,slow --deals 20",
        "duel mine slow --deals 20",
        "tournament mine slow calm --deals 20",
        "match --players mine,slow,calm,slow --matches 2",
        "replay --players mine,slow,calm,slow",
        "bench --quick --strategies mine,slow,calm",
        "strategies calm",
        "study plan.toml --workers 1",
    ],
)
def test_every_command_that_takes_players_loads_them(capsys, monkeypatch, file, command):
    monkeypatch.setattr("gongzhu_sim.cli.bench._QUICK_SPEED_SECONDS", 0.001)
    assert main([*command.split(), "--load", str(file), "--json"]) == 0
    assert "mine" in json.dumps(json.loads(capsys.readouterr().out))


@pytest.mark.parametrize("command", ["simulate --players slow", "duel slow random"])
def test_what_a_prototype_raises_is_one_line(capsys, file, command):
    file.write_text(MINE.replace("legal & -legal", "1 // (9 - table.trick)"), encoding="utf-8")
    assert main([*command.split(), "--deals", "5", "--load", str(file)]) == 1
    said = [line for line in capsys.readouterr().err.splitlines() if "plain Python" not in line]
    assert len(said) == 1
    assert "strategy 'slow' at seat " in said[0]
    assert " plays " in said[0] or "raises ZeroDivisionError" in said[0]


def test_a_file_that_cannot_be_run_is_one_line(capsys, file):
    file.write_text("import nowhere", encoding="utf-8")
    assert main(["duel", "mine", "random", "--load", str(file)]) == 1
    assert capsys.readouterr().err == (
        f"gongzhu: {file}: ModuleNotFoundError: No module named 'nowhere'\n"
    )
