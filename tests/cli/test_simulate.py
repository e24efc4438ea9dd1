"""``gongzhu simulate``."""

import json
from contextlib import contextmanager

import pytest

from gongzhu_sim.cli.main import main

pytestmark = pytest.mark.usefixtures("built_in_strategies")

ILLEGAL = """
import numpy as np
import gongzhu_sim as gz

@gz.strategy("cheat")
def choose(table, hand, legal):
    "Play the lowest card, legal or not."
    return hand & (~hand + np.uint64(1))
"""


def printed(capsys, *args: str) -> str:
    assert main(["simulate", "--players", "random", *args]) == 0
    captured = capsys.readouterr()
    assert captured.err == ""
    return captured.out


def test_the_document_has_the_promised_keys(capsys):
    document = json.loads(printed(capsys, "--deals", "300", "--seed", "2", "--json"))
    assert list(document) == [
        "rules",
        "players",
        "deals",
        "seed",
        "seconds",
        "deals_per_second",
        "seats",
        "positions",
        "events",
    ]
    assert (document["rules"], document["players"]) == ("qq", ["random"] * 4)
    assert (document["deals"], document["seed"]) == (300, 2)
    assert list(document["seats"]) == ["N", "W", "S", "E"]
    assert list(document["positions"]) == ["0", "1", "2", "3"]
    for scores in (*document["seats"].values(), *document["positions"].values()):
        assert set(scores) == {"raw", "settled"}
        assert set(scores["raw"]) == {"mean", "se", "sd", "low", "high"}
    events = document["events"]
    assert set(events) == {"all_hearts", "slam", "declared", "own_capture"}
    assert set(events["slam"]) == {"count", "rate", "low", "high"}
    assert list(events["declared"]) == ["pig", "goat", "transformer", "marker"]
    assert list(events["own_capture"]) == ["pig", "goat", "transformer", "marker"]


def test_the_tables_say_what_was_played(capsys):
    out = printed(capsys, "--deals", "1500", "--seed", "7")
    assert "rules qq, four random, seed 7" in out
    assert "1,500 deals in" in out
    for text in ("seat N", "position 3 (last)", "Settled points", "slam", "pig declared"):
        assert text in out


def test_equal_raw_and_settled_scores_are_printed_once(capsys):
    out = printed(capsys, "--deals", "10", "--rules", "pagat")
    assert out.count("seat N") == 1
    assert "raw and settled alike" in out


def test_one_deal_has_no_spread(capsys):
    assert "–" in printed(capsys, "--deals", "1")
    document = json.loads(printed(capsys, "--deals", "1", "--json"))
    assert document["seats"]["N"]["raw"]["se"] is None


def test_rules_can_be_changed(capsys):
    args = ("--deals", "100", "--rules", "scrofazero", "--set", "all_hearts.value=-200", "--json")
    assert json.loads(printed(capsys, *args))["rules"] == "scrofazero+all_hearts.value=-200"


@pytest.mark.parametrize(
    ("args", "hint"),
    [
        (["--deals", "0"], "'--deals'"),
        (["--deals", "-1"], "'--deals'"),
        (["--seed", "-1"], "'--seed'"),
        (["--seed", str(2**64)], "'--seed'"),
        (["--threads", "0"], "'--threads'"),
        (["--rules", "pagta"], "'pagat'"),
        (["--players", "rnadom"], "'random'"),
        (["--players", "random:chnce=1"], "'chance'"),
        (["--players", "random,random"], "2 players given"),
        (["--load", "no/such/file.py"], "no such file"),
    ],
)
def test_a_wrong_command_line_is_one_line_and_status_2(args, hint, capsys):
    assert main(["simulate", "--players", "random", "--deals", "10", *args]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.startswith("gongzhu: ")
    assert captured.err.count("\n") == 1
    assert hint in captured.err


def test_an_illegal_card_is_named_with_everything_about_it(capsys, tmp_path):
    file = tmp_path / "cheat.py"
    file.write_text(ILLEGAL, encoding="utf-8")
    args = ["--load", str(file), "--players", "cheat", "--deals", "10", "--seed", "1"]
    assert main(["simulate", *args]) == 1
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.count("\n") == 1
    for text in ("'cheat'", "seed 1", "deal 0", "trick 1", "seat ", "plays ", "legal: "):
        assert text in captured.err


@pytest.mark.parametrize(
    "command", [["simulate", "--players", "random"], ["duel", "random", "random"]]
)
def test_ctrl_c_prints_what_was_finished(command, capsys, monkeypatch):
    @contextmanager
    def interrupting(total, description):
        def advance(deals):
            raise KeyboardInterrupt

        yield advance

    monkeypatch.setattr("gongzhu_sim.cli.interrupt.progress", interrupting)
    assert main([*command, "--deals", "1000000", "--json"]) == 130
    captured = capsys.readouterr()
    deals = json.loads(captured.out)["deals"]
    assert 1 <= deals < 1_000_000
    assert captured.err == (
        f"gongzhu: interrupted: this is what {deals:,} of 1,000,000 deals gave\n"
    )
