"""What the page for authors says holds."""

import re
from pathlib import Path

import numpy as np

from gongzhu_sim.engine.table import TABLE
from gongzhu_sim.strategies import check_strategy, load_strategies

PAGE = Path(__file__).parents[2] / "docs" / "strategies.md"


def blocks() -> list[str]:
    return re.findall(r"```python\n(.*?)```", PAGE.read_text(encoding="utf-8"), flags=re.DOTALL)


def test_the_example_keeps_the_contract(tmp_path):
    file = tmp_path / "mine.py"
    file.write_text(blocks()[0], encoding="utf-8")
    assert load_strategies(file) == ["lowest"]
    assert check_strategy("lowest", deals=3).plays > 1000


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
