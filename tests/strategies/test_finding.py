"""Where strategies come from: what ships, installed packages, a user's files, names of players."""

import sys

import pytest

import gongzhu_sim as gz
from gongzhu_sim.errors import InputError, UsageError
from gongzhu_sim.strategies import (
    finding,
    get_strategy,
    known_names,
    load_strategies,
    parse_player,
    strategy_names,
)

MODULE = """
import gongzhu_sim as gz
import numpy as np

@gz.strategy({name!r})
def choose(table, hand, legal):
    return legal & (~legal + np.uint64(1))
"""
FUNCTION = """
import gongzhu_sim as gz

def register():
    gz.strategy("from-function", compiled=False)(lambda table, hand, legal: legal & -legal)
    gz.name_player("at-ease", "from-function:declare=never")
"""


@pytest.fixture
def install(tmp_path, monkeypatch):
    """Install packages: ``install(name, {entry: value}, {module: code})``."""

    def write(package, entries, modules):
        info = tmp_path / f"{package.replace('-', '_')}-1.0.dist-info"
        info.mkdir()
        (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {package}\nVersion: 1.0\n")
        lines = [f"{name} = {value}" for name, value in entries.items()]
        (info / "entry_points.txt").write_text("\n".join([f"[{finding.GROUP}]", *lines, ""]))
        for module, code in modules.items():
            (tmp_path / f"{module}.py").write_text(code)
            monkeypatch.delitem(sys.modules, module, raising=False)

    monkeypatch.syspath_prepend(tmp_path)
    finding._load_packages.cache_clear()
    yield write
    finding._load_packages.cache_clear()


def test_a_package_names_a_module_or_a_function(install, caplog):
    entries = {"one": "strategies_of_one", "two": "strategies_of_two:register"}
    code = {"strategies_of_one": MODULE.format(name="from-module"), "strategies_of_two": FUNCTION}
    install("some-players", entries, code)
    assert get_strategy("from-module").source == "package some-players"
    assert {"from-module", "from-function"} <= set(strategy_names())
    assert str(parse_player("at-ease")) == "from-function:declare=never"
    assert not caplog.records


def test_packages_are_loaded_only_for_names_that_nothing_else_has(install):
    install("lazy", {"lazy": "lazy_strategies"}, {"lazy_strategies": MODULE.format(name="lazy")})
    parse_player("folk:declare=random")
    parse_player("expert20:declare=never")
    assert "lazy_strategies" not in sys.modules
    assert parse_player("lazy").strategy.name == "lazy"
    assert "lazy_strategies" in sys.modules


def test_what_is_broken_is_told_in_a_line_and_breaks_nothing_else(install, caplog):
    code = {
        "raises": "raise ValueError('two\\nlines')",
        "taken": MODULE.format(name="folk"),
        "good": MODULE.format(name="good"),
    }
    entries = {"a": "raises", "b": "missing_module", "c": "taken", "d": "good:nothing", "e": "good"}
    install("broken", entries, code)
    assert "good" in strategy_names()
    told = [each.getMessage() for each in caplog.records]
    start = "package broken: its strategies "
    assert told == [
        start + "(a = raises) cannot be loaded: ValueError: two lines",
        start + "(b = missing_module) cannot be loaded: ModuleNotFoundError: No module named "
        "'missing_module'",
        start + "(c = taken) cannot be loaded: strategy 'folk' is registered already "
        "(gongzhu_sim.strategies.players.folk.choose)",
        start + "(d = good:nothing) cannot be loaded: AttributeError: module 'good' has no "
        "attribute 'nothing'",
    ]
    caplog.clear()
    strategy_names()
    assert not caplog.records
    assert get_strategy("folk").source == "built-in"


def test_a_file_can_be_loaded_again_and_files_of_one_name_are_told_apart(tmp_path):
    for folder in ("a", "b"):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "mine.py").write_text(MODULE.format(name="mine"))
    file = tmp_path / "a" / "mine.py"
    assert load_strategies(file) == ["mine"]
    assert load_strategies(file) == ["mine"]
    assert get_strategy("mine").source == f"file {file}"
    with pytest.raises(InputError, match=r"b/mine.py: strategy 'mine' is registered already \("):
        load_strategies(tmp_path / "b" / "mine.py")


def test_a_file_can_name_a_player(tmp_path):
    file = tmp_path / "named.py"
    file.write_text("import gongzhu_sim as gz\ngz.name_player('calm', 'folk:run=off')\n")
    assert load_strategies(file) == ["calm"]
    assert str(parse_player("calm")) == "folk:run=off"


def test_what_is_no_file_of_strategies(tmp_path):
    file = tmp_path / "mine.py"
    with pytest.raises(UsageError, match="there is no such file"):
        load_strategies(file)
    file.write_text("x = 1")
    with pytest.raises(InputError, match="registers no strategy"):
        load_strategies(file)
    file.write_text("x = 1 +")
    with pytest.raises(InputError, match="SyntaxError"):
        load_strategies(file)


def test_the_strengths_of_expert_have_names():
    for worlds in (20, 60, 200):
        assert str(parse_player(f"expert{worlds}")) == f"expert:worlds={worlds}"
    assert str(parse_player("expert20:infer=off")) == "expert:worlds=20:infer=off"
    assert str(parse_player("expert20:worlds=30")) == "expert:worlds=30"
    with pytest.raises(UsageError, match="unknown strategy 'expert21'; did you mean 'expert20'"):
        parse_player("expert21")


def test_names_of_players():
    gz.name_player("calm", "folk:run=off:declare=never")
    gz.name_player("calm", "folk:run=off:declare=never")
    assert str(parse_player("calm:declare=own")) == "folk:run=off"
    assert "calm" in known_names()
    assert "calm" not in strategy_names()
    gz.name_player("calmer", "calm:duck=off")
    assert str(parse_player("calmer")) == "folk:run=off:duck=off:declare=never"
    with pytest.raises(UsageError, match="it is folk:run=off:declare=never already"):
        gz.name_player("calm", "random")
    with pytest.raises(UsageError, match="it is a strategy already"):
        gz.name_player("folk", "random")
    with pytest.raises(UsageError, match="'calm' cannot name a strategy: it is the player folk"):
        gz.strategy("calm")(lambda table, hand, legal: legal)
    with pytest.raises(UsageError, match="'Calm' cannot name"):
        gz.name_player("Calm", "random")
    gz.name_player("dangling", "nobody")
    with pytest.raises(UsageError, match="unknown strategy 'nobody'"):
        parse_player("dangling")


def test_a_search_may_play_worlds_out_with_a_named_player():
    gz.name_player("calm", "folk:run=off:declare=never")
    assert str(parse_player("pimc:rollout=calm")) == "pimc:rollout=calm"
    gz.name_player("borrowed", "plain:declare=folk")
    with pytest.raises(UsageError, match="'borrowed', which declares as another strategy"):
        parse_player("pimc:rollout=borrowed")
