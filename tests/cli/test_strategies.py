"""``gongzhu strategies``."""

import json

import pytest

from gongzhu_sim.cli.main import main
from gongzhu_sim.cli.players import complete_player, complete_players
from gongzhu_sim.strategies import get_strategy, strategy_names

pytestmark = pytest.mark.usefixtures("built_in_strategies")

MINE = '''
import gongzhu_sim as gz
import numpy as np

@gz.strategy("lowest", params={"brave": True, "depth": 8}, uses_declarations=True)
def choose(table, hand, legal):
    """Play the lowest legal card.

    Nothing else.
    """
    return legal & (~legal + np.uint64(1))
'''

PLAIN = '''
import gongzhu_sim as gz

@gz.strategy("slow", compiled=False)
def choose(table, hand, legal):
    """Play the lowest legal card."""
    return legal & -legal
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
    rows = {row["name"]: row for row in json.loads(printed(capsys, "--json"))}
    assert list(rows) == strategy_names()
    assert all(row["summary"] and row["source"] == "built-in" for row in rows.values())
    random = rows["random"]
    assert random["random"] is True
    assert random["uses_declarations"] is False
    assert random["params"] == {"chance": 0.5}
    assert random["compiled"] is True
    for row in rows.values():
        speed = row["deals_per_second"]
        assert speed is None if row["searches"] else speed > 0
    assert {name for name, row in rows.items() if row["searches"]} >= {"expert", "pimc"}
    assert rows["expert"]["players"] == {
        f"expert{worlds}": f"expert:worlds={worlds}" for worlds in (20, 60, 200)
    }


def test_the_list_measures_nothing_that_searches(capsys, monkeypatch):
    asked = []

    def measure(player, **options):
        asked.append(str(player))
        return 1234.0

    monkeypatch.setattr("gongzhu_sim.studies.benchmark.measure_speed", measure)
    monkeypatch.setattr("gongzhu_sim.studies.benchmark.measure_decisions", measure)
    lines = printed(capsys).splitlines()
    assert "folk" in asked
    assert not {"pimc", "expert", "greedy"} & set(asked)
    assert next(line for line in lines if line.split()[:1] == ["pimc"]).split()[-2:] == [
        "name",
        "it",
    ]
    assert "expert20 is expert:worlds=20." in lines
    assert main(["strategies", "expert20"]) == 0
    captured = capsys.readouterr()
    assert asked[-2:] == ["expert:worlds=20"] * 2
    assert "A decision takes 1.23e+03 milliseconds." in captured.out
    assert "  expert20 is expert:worlds=20" in captured.out
    assert captured.err.startswith(
        "gongzhu: measuring expert:worlds=20; it may have to be compiled"
    )


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
    assert "lowest:depth=8" in out
    assert "draws no random numbers and looks at declared cards" in out
    assert f"It is compiled, and comes from: file {file}." in out


def test_one_in_plain_python(capsys, caplog, tmp_path, monkeypatch):
    monkeypatch.setenv("COLUMNS", "200")  # a line each
    file = tmp_path / "slow.py"
    file.write_text(PLAIN, encoding="utf-8")
    lines = printed(capsys, "--load", str(file)).splitlines()
    (line,) = (line for line in lines if line.split()[:1] == ["slow"])
    assert "(plain Python, slow) Play the lowest legal card." in line
    assert "strategy 'slow' is plain Python" in caplog.text
    out = printed(capsys, "slow", "--load", str(file))
    assert "It is plain Python, hundreds of times slower than compiled" in out


def test_an_unknown_one_is_one_line(capsys):
    assert main(["strategies", "randon"]) == 2
    assert capsys.readouterr().err == "gongzhu: unknown strategy 'randon'; did you mean 'random'?\n"


def test_names_of_players_are_completed():
    assert dict(complete_player("expert")) == {
        "expert": get_strategy("expert").summary,
        **{f"expert{worlds}": f"expert:worlds={worlds}" for worlds in (20, 60, 200)},
    }
    assert complete_players("folk,ran") == ["folk,random"]
