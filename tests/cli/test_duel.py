"""``gongzhu duel``."""

import json

import pytest

from gongzhu_sim.cli.main import main


def printed(capsys, *args: str) -> str:
    assert main(["duel", *args]) == 0
    captured = capsys.readouterr()
    assert captured.err == ""
    return captured.out


def test_the_document_has_the_promised_keys(capsys):
    args = ("random:chance=1", "random", "--rules", "qq", "--deals", "200", "--json")
    document = json.loads(printed(capsys, *args))
    assert list(document) == [
        "a",
        "b",
        "rules",
        "deals",
        "mean",
        "se",
        "sd",
        "low",
        "high",
        "wins",
        "draws",
        "losses",
        "seconds",
    ]
    assert (document["a"], document["b"]) == ("random:chance=1", "random")
    assert (document["rules"], document["deals"]) == ("qq", 200)
    assert document["wins"] + document["draws"] + document["losses"] == 200


def test_the_table_names_both_players(capsys):
    out = printed(capsys, "random:chance=1", "random", "--deals", "100", "--seed", "5")
    assert "A: random:chance=1 (N and S), B: random (W and E)" in out
    assert "rules qq, seed 5, 100 deals" in out
    assert "losses" in out


@pytest.mark.parametrize(
    ("args", "hint"),
    [
        (["random"], "'B'"),
        (["random", "rnadom"], "'random'"),
        (["random", "random,random"], "unknown strategy"),
        (["random", "random", "--deals", "0"], "'--deals'"),
        (["random", "random", "--set", "all_harts.value=1"], "all_hearts"),
    ],
)
def test_a_wrong_command_line_is_one_line_and_status_2(args, hint, capsys):
    assert main(["duel", *args]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.count("\n") == 1
    assert hint in captured.err
