"""``gongzhu strategies``."""

import json

import pytest

from gongzhu_sim.cli.main import main
from gongzhu_sim.strategies import strategy_names

pytestmark = pytest.mark.usefixtures("built_in_strategies")

MINE = '''
import gongzhu_sim as gz
import numpy as np

@gz.strategy("lowest", params={"brave": True, "worlds": 8}, uses_declarations=True)
def choose(table, hand, legal):
    """Play the lowest legal card.

    Nothing else.
    """
    return legal & (~legal + np.uint64(1))
'''


@pytest.fixture(autouse=True)
def measure_quickly(monkeypatch):
    monkeypatch.setattr("gongzhu_sim.cli.strategies._SECONDS", 0.001)


def printed(capsys, *args: str) -> str:
    assert main(["strategies", *args]) == 0
    captured = capsys.readouterr()
    assert captured.err == ""
    return captured.out


def test_every_strategy_has_its_line(capsys):
    first_words = {line.split()[0] for line in printed(capsys).splitlines() if line.strip()}
    assert set(strategy_names()) <= first_words


def test_the_list_as_json(capsys):
    rows = json.loads(printed(capsys, "--json"))
    assert [row["name"] for row in rows] == strategy_names()
    assert all(row["summary"] and row["deals_per_second"] > 0 for row in rows)
    random = next(row for row in rows if row["name"] == "random")
    assert random["random"] is True
    assert random["uses_declarations"] is False
    assert random["params"] == {"chance": 0.5}


def test_one_in_full(capsys):
    out = printed(capsys, "random")
    assert "random:chance=0.5" in out
    assert "declare=own" in out
    assert "deals a second" in out


def test_a_loaded_one(capsys, tmp_path):
    file = tmp_path / "mine.py"
    file.write_text(MINE, encoding="utf-8")
    out = printed(capsys, "lowest", "--load", str(file))
    assert "Nothing else." in out
    assert "lowest:brave=on" in out
    assert "lowest:worlds=8" in out
    assert "draws no random numbers and looks at declared cards" in out


def test_an_unknown_one_is_one_line(capsys):
    assert main(["strategies", "randon"]) == 2
    assert capsys.readouterr().err == "gongzhu: unknown strategy 'randon'; did you mean 'random'?\n"
