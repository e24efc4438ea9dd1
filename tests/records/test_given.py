"""Deals read from records for their hands and leader alone."""

import json

import numpy as np
import pytest

import gongzhu_sim as gz
from gongzhu_sim.engine.batch import play_deals
from gongzhu_sim.errors import InputError, UsageError
from gongzhu_sim.records.given import read_deals
from gongzhu_sim.records.writing import format_outcomes
from gongzhu_sim.rules.packed import pack_rules
from gongzhu_sim.strategies import build_line_up

HANDS = {
    "N": "AKQJT98765432...",
    "W": ".AKQJT98765432..",
    "S": "..AKQJT98765432.",
    "E": "...AKQJT98765432",
}
QQ = gz.load_rules("qq")


def write(path, *records) -> str:
    lines = [each if isinstance(each, str) else json.dumps(each) for each in records]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return str(path)


@pytest.mark.parametrize("preset", ["qq", "scrofazero", "qq-double", "huapai-double"])
def test_records_give_back_their_deals(tmp_path, preset):
    rules = gz.load_rules(preset)
    played = play_deals(pack_rules(rules), build_line_up(["random"]), deals=60, seed=8, full=True)
    file = tmp_path / "games.jsonl"
    file.write_bytes(format_outcomes(played, rules))
    given = read_deals(file, rules)
    for name in ("hands", "hands_twice", "leader"):
        assert np.array_equal(given[name], played[name])


def test_nothing_else_is_read(tmp_path):
    record = {"hands": HANDS, "leader": "S", "rules": 7, "declared": [], "tricks": "no", "x": 1}
    given = read_deals(write(tmp_path / "a", "", record, "", {"hands": HANDS}), QQ)
    assert given["leader"].tolist() == [2, 3]  # the second: the holder of C2
    assert given["hands"][0].tolist() == [0x1FFF << 16 * seat for seat in (0, 1, 2, 3)]


@pytest.mark.parametrize(
    ("record", "message"),
    [
        ("{", "not JSON: "),
        ("[1]", "a record is a JSON object, this is a list"),
        ({"leader": "N"}, "hands are missing"),
        ({"hands": [1, 2]}, "hands must give each seat its cards"),
        ({"hands": {"N": HANDS["N"]}}, "hands: seat W is missing"),
        ({"hands": HANDS | {"X": ""}}, "hands: 'X' is not a seat"),
        ({"hands": HANDS | {"W": ".AKQJT9876543.."}}, "hands: W has 12 cards instead of 13"),
        ({"hands": HANDS | {"W": ".AKQJT9876543..A"}}, "hands: CA is dealt to W, E"),
        ({"hands": HANDS | {"W": "AKQ"}}, "hands: W: hand 'AKQ' has 1 suits instead of 4"),
        ({"hands": HANDS | {"W": ".AKQJT98765431.."}}, "'1' is not a rank"),
        ({"hands": HANDS | {"W": 3}}, "hands: W must have a list of cards, not 3"),
        ({"hands": HANDS, "leader": "Q"}, "leader: 'Q' is not a seat"),
        ({"hands": HANDS, "leader": 1}, "leader: 1 is not a seat"),
    ],
)
def test_a_bad_line_is_named_with_file_line_and_entry(tmp_path, record, message):
    file = write(tmp_path / "deals.jsonl", {"hands": HANDS}, "", record)
    with pytest.raises(InputError) as caught:
        read_deals(file, QQ)
    assert str(caught.value).startswith(f"{file}: line 3: ")
    assert message in str(caught.value)


def test_a_leader_that_no_card_names_must_be_there(tmp_path):
    file = write(tmp_path / "deals.jsonl", {"hands": HANDS})
    with pytest.raises(InputError, match=r"line 1: leader is missing; where the draw decides"):
        read_deals(file, gz.load_rules("scrofazero"))


def test_two_decks_need_two_decks_of_cards(tmp_path):
    file = write(tmp_path / "deals.jsonl", {"hands": HANDS})
    with pytest.raises(InputError, match="hands: N has 13 cards instead of 26"):
        read_deals(file, gz.load_rules("qq-double"))


def test_files_that_are_none(tmp_path):
    with pytest.raises(UsageError, match="no such file"):
        read_deals(tmp_path / "none", QQ)
    with pytest.raises(UsageError, match="is a folder"):
        read_deals(tmp_path, QQ)
    with pytest.raises(InputError, match="no records"):
        read_deals(write(tmp_path / "empty", ""), QQ)
