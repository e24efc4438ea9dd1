"""``gongzhu bench``."""

import json
import platform

import pytest

from gongzhu_sim.cli.main import main
from gongzhu_sim.strategies import strategy_names

pytestmark = pytest.mark.usefixtures("built_in_strategies")


@pytest.fixture(autouse=True)
def measure_quickly(monkeypatch):
    monkeypatch.setattr("gongzhu_sim.cli.bench._QUICK_RUN_SECONDS", 0.001)
    monkeypatch.setattr("gongzhu_sim.cli.bench._QUICK_SPEED_SECONDS", 0.001)


def printed(capsys, *args: str) -> str:
    assert main(["bench", "--quick", *args]) == 0
    captured = capsys.readouterr()
    assert captured.err == ""
    return captured.out


def test_the_document_has_the_promised_keys(capsys):
    document = json.loads(printed(capsys, "--json"))
    assert set(document) == {"machine", "rows", "strategies"}
    machine = document["machine"]
    assert machine["python"] == platform.python_version()
    assert {"cpu", "cores", "bmi2", "numba", "numpy"} <= set(machine)
    rows = document["rows"]
    assert {"deal", "random", "score"} <= set(rows) <= {"deal", "random", "folk", "score"}
    for row in rows.values():
        assert 0 < row["low"] <= row["ns"] <= row["high"]
    assert list(document["strategies"]) == strategy_names()
    for speeds in document["strategies"].values():
        assert set(speeds) == {"deals_per_second_one_core", "deals_per_second_all"}
        assert all(speed > 0 for speed in speeds.values())


def test_the_tables_name_the_machine(capsys):
    out = printed(capsys)
    assert f"Python {platform.python_version()}" in out
    assert "BMI2" in out
    assert "ns a deal" in out
    assert "all cores" in out
