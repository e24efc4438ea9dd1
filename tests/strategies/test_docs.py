"""What the page for authors says holds."""

import re
from pathlib import Path

import numpy as np

from gongzhu_sim.cli.main import main
from gongzhu_sim.engine.table import TABLE
from gongzhu_sim.strategies import check_strategy, get_strategy, load_strategies

PAGE = Path(__file__).parents[2] / "docs" / "strategies.md"


def blocks(language: str) -> list[str]:
    text = PAGE.read_text(encoding="utf-8")
    return re.findall(rf"```{language}\n(.*?)```", text, flags=re.DOTALL)


def test_from_nothing_to_a_duel_in_30_lines(tmp_path, monkeypatch, capsys):
    code, commands = blocks("python")[0], blocks("sh")[0]
    written = [line for line in (code + commands).splitlines() if line.strip()]
    assert len(written) <= 30
    monkeypatch.chdir(tmp_path)
    Path("ducker.py").write_text(code, encoding="utf-8")
    assert load_strategies("ducker.py") == ["ducker"]
    assert check_strategy("ducker", deals=1).plays > 1000  # as the file does when it is run
    gains = []
    for command in commands.splitlines():
        program, *args = command.partition("#")[0].split()
        if program == "gongzhu":
            assert main([*args, *(["--json"] if args[0] == "duel" else [])]) == 0
            gains.append(capsys.readouterr().out)
    means = [float(re.search(r'"mean": ([-0-9.]+)', out)[1]) for out in gains[1:]]  # pyright: ignore
    assert means[0] > 30


def test_the_prototype_keeps_the_contract(tmp_path):
    file = tmp_path / "prototype.py"
    file.write_text(blocks("python")[1], encoding="utf-8")
    assert load_strategies(file) == ["prototype"]
    assert get_strategy("prototype").interpreted is not None
    assert check_strategy("prototype:chance=0.5", deals=1).plays > 1000


def test_every_field_of_the_table_is_told():
    section = PAGE.read_text(encoding="utf-8").partition("**What it is given.**")[2]
    section = section.partition("**What it must do.**")[0]
    rows = [line for line in section.splitlines() if line[:3] == "| `"]
    told = {name for row in rows for name in re.findall(r"`(\w+)", row.split("|")[1])}
    assert TABLE.names is not None
    assert told == set(TABLE.names)


def test_counts_of_the_page():
    assert TABLE["plays"].shape == (104,)
    assert TABLE["widths"].shape == (26,)
    assert TABLE["own"]["params"].shape == (8,)
    assert np.dtype(np.uint64) == TABLE["seen"]
