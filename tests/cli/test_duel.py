"""``gongzhu duel``."""

import json

import pytest

from gongzhu_sim.cli.main import main

HANDS = {
    "N": "AKQJT98765432...",
    "W": ".AKQJT98765432..",
    "S": "..AKQJT98765432.",
    "E": "...AKQJT98765432",
}


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
        "seed",
        "seats",
        "variance_reduction",
        "stopped",
    ]
    assert document["variance_reduction"] > 0
    assert document["stopped"] is None
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
        (["random", "random", "--until", "0"], "until 0 is not a half-width above 0"),
        (["random", "random", "--until", "five"], "'--until'"),
        (["random", "random", "--sprt", "5"], "--sprt '5' is not LOW,HIGH"),
        (["random", "random", "--sprt", "0,1,2"], "is not LOW,HIGH"),
        (["random", "random", "--sprt", "a,b"], "is not LOW,HIGH"),
        (["random", "random", "--sprt", "5,5"], "the lower one first"),
        (["random", "random", "--sprt", "5,-5"], "the lower one first"),
        (["random", "random", "--sprt", "0,nan"], "the lower one first"),
        (["random", "random", "--until", "5", "--sprt", "0,1"], "cannot be given together"),
        (["random", "random", "--seats", "two"], "sides"),
        (["random", "random", "--deals-file", "no/such/file"], "no such file"),
    ],
)
def test_a_wrong_command_line_is_one_line_and_status_2(args, hint, capsys):
    assert main(["duel", *args]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.count("\n") == 1
    assert hint in captured.err


def test_one_against_three(capsys):
    out = printed(capsys, "random:chance=1", "random", "--deals", "100", "--seats", "one")
    assert "A: random:chance=1 (one seat), B: random (the three others)" in out
    assert "each played four times" in out
    assert "A less the mean of the three B" in out


def test_a_half_width(capsys):
    args = ("random:chance=1", "random", "--until", "20", "--deals", "20000")
    out = printed(capsys, *args)
    assert "95 % interval that allows for looking: " in out
    assert "Half-width 20: reached after " in out
    stopped = json.loads(printed(capsys, *args, "--json"))["stopped"]
    assert list(stopped) == [
        "rule",
        "half_width",
        "reached",
        "looks",
        "planned_deals",
        "low",
        "high",
    ]
    assert (stopped["rule"], stopped["half_width"], stopped["reached"]) == ("until", 20, True)
    assert stopped["high"] - stopped["low"] <= 40


def test_a_half_width_that_the_deals_do_not_reach(capsys):
    args = ("random:chance=1", "random", "--until", "1", "--deals", "100")
    assert "Half-width 1: not reached after 100 deals." in printed(capsys, *args)
    few = (*args[:-1], "10")
    assert "No interval yet that allows for looking" in printed(capsys, *few)
    assert json.loads(printed(capsys, *few, "--json"))["stopped"]["low"] is None


def test_a_decision(capsys):
    args = ("folk", "random", "--rules", "scrofazero", "--sprt", "-10,10")
    out = printed(capsys, *args)
    assert "Gain -10 or less against 10 or more: decided for high: more than -10 after 64" in out
    stopped = json.loads(printed(capsys, *args, "--json"))["stopped"]
    assert (stopped["rule"], stopped["means"]) == ("sprt", [-10, 10])
    assert (stopped["decision"], stopped["reached"]) == ("high", True)
    assert stopped["log_ratio"] > stopped["limit"]
    undecided = printed(capsys, "random:chance=1", "random", "--sprt", "-1,0", "--deals", "70")
    assert "undecided after 70 deals" in undecided


def test_a_file_of_deals(capsys, tmp_path):
    file = tmp_path / "deals.jsonl"
    file.write_text(json.dumps({"hands": HANDS, "leader": "S"}) + "\n", encoding="utf-8")
    args = ("folk", "random", "--deals-file", str(file), "--json")
    assert json.loads(printed(capsys, *args))["deals"] == 1
    assert json.loads(printed(capsys, *args, "--deals", "7"))["deals"] == 1


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("nothing", "not JSON: "),
        ('{"leader": "N"}', "hands are missing"),
        (json.dumps({"hands": HANDS | {"S": "..AKQ."}}), "hands: S has 3 cards instead of 13"),
        (json.dumps({"hands": HANDS, "leader": "X"}), "leader: 'X' is not a seat"),
    ],
)
def test_a_bad_line_of_a_file_of_deals_is_status_1(capsys, tmp_path, line, said):
    file = tmp_path / "deals.jsonl"
    file.write_text(f"{json.dumps({'hands': HANDS})}\n{line}\n", encoding="utf-8")
    assert main(["duel", "folk", "random", "--deals-file", str(file)]) == 1
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.startswith(f"gongzhu: {file}: line 2: {said}")
    assert captured.err.count("\n") == 1
