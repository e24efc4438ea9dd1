"""``gongzhu replay``."""

import json

import pytest

from gongzhu_sim import load_rules
from gongzhu_sim.cards.dealing import deal_hands
from gongzhu_sim.cards.text import format_hand
from gongzhu_sim.cli.main import main
from gongzhu_sim.engine.reference import score_record
from gongzhu_sim.errors import GongzhuError
from gongzhu_sim.records import playthrough
from gongzhu_sim.records.playthrough import replay_deal

RULES = ["qq", "qq-partners", "pagat", "scrofazero", "pips"]


def printed(capsys, *args: str) -> str:
    assert main(["replay", "--players", "random", *args]) == 0
    captured = capsys.readouterr()
    assert captured.err == ""
    return captured.out


def test_the_playthrough_has_hands_tricks_and_scores(capsys):
    out = printed(capsys, "--seed", "1", "--index", "17")
    lines = out.splitlines()
    assert lines[0] == "four random"
    assert lines[1].startswith("seed 1, deal 17, rules qq")
    assert sum(" wins" in line for line in lines) == 13
    assert any(line.startswith("declared: ") for line in lines)
    assert any("settled" in line for line in lines)
    assert max(len(line) for line in lines) <= 100
    assert printed(capsys, "--seed", "1", "--index", "17") == out


@pytest.mark.parametrize("rules", RULES)
def test_the_document_is_a_record_with_its_scores(rules, capsys):
    for index in range(5):
        args = ("--rules", rules, "--seed", "4", "--index", str(index), "--json")
        document = json.loads(printed(capsys, *args))
        hands = deal_hands(1, seed=4, first=index)[0]
        assert list(document["hands"].values()) == [format_hand(hand) for hand in hands]
        names = ("hands", "declared", "leader", "tricks")
        checked = score_record({name: document[name] for name in names}, load_rules(rules))
        assert checked["ok"] and checked["complete"]
        for name in ("declared", "captured", "raw", "settled", "events", "next_leader"):
            assert document[name] == checked[name]


def test_the_engines_are_held_against_each_other(monkeypatch):
    rules = load_rules("qq")
    other = rules.replace({"values.pig": -90, "values.transformer": 60})
    monkeypatch.setattr(playthrough, "pack_rules", lambda _: pack_rules(other))
    from gongzhu_sim.rules.packed import pack_rules

    with pytest.raises(GongzhuError, match=r"deal 3 of seed 1 under rules 'qq': the two engines"):
        replay_deal(rules, ["random"], seed=1, index=3)


@pytest.mark.parametrize(
    ("args", "hint"),
    [
        (["--index", "-1"], "'--index'"),
        (["--index", str(2**64)], "'--index'"),
        (["--players", "rnadom"], "'random'"),
        (["--rules", "pagta"], "'pagat'"),
    ],
)
def test_a_wrong_command_line_is_one_line_and_status_2(args, hint, capsys):
    assert main(["replay", "--players", "random", *args]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.count("\n") == 1
    assert hint in captured.err
