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
from gongzhu_sim.rules import preset_names


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


@pytest.mark.parametrize("rules", preset_names())
def test_the_document_is_a_record_with_its_scores(rules, capsys):
    rule_set = load_rules(rules)
    for index in range(4):
        args = ("--rules", rules, "--seed", "4", "--index", str(index))
        document = json.loads(printed(capsys, *args, "--json"))
        if rule_set.decks == 1:
            hands = deal_hands(1, seed=4, first=index)[0]
            assert list(document["hands"].values()) == [format_hand(hand) for hand in hands]
        names = ("hands", "declared", "first_declared", "first_deal", "leader", "tricks")
        record = {name: document[name] for name in names}
        checked = score_record(record, rule_set)
        assert checked["ok"] and checked["complete"]
        assert (document["rules"], document["index"]) == (rules, index)
        for name in ("captured", "raw", "settled", "events", "next_leader"):
            assert document[name] == checked[name]
        assert json.loads(printed(capsys, *args, "--record")) == {"rules": rules} | record


@pytest.mark.parametrize("rules", ["huapai-double", "huapai-hidden", "qq-double"])
def test_a_playthrough_of_every_kind_of_rules(rules, capsys):
    out = printed(capsys, "--rules", rules, "--index", "3")
    lines = out.splitlines()
    assert lines[1].startswith(f"seed 1, deal 3, rules {rules}")
    assert sum(" wins" in line for line in lines) >= 13
    assert max(len(line) for line in lines) <= 100


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
