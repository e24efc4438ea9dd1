"""Records scored and refused: the compiled engine against the reference engine."""

import copy
import json

import pytest

from gongzhu_sim.engine.reference import check_record, score_record
from gongzhu_sim.errors import GongzhuError
from gongzhu_sim.records import scoring
from gongzhu_sim.records.fields import read_game
from gongzhu_sim.records.judging import judge_games
from gongzhu_sim.records.rule_book import find_rules, read_rules
from gongzhu_sim.rules import load_rules

N_GAMES = 5

# One game whose every card is known: each seat has a suit and a bit.
HANDS = {
    "N": "AKQ2.T98.J43.T72",
    "W": "JT9.AKQ.AKQ.AK43",
    "S": "8765.J76.T98.QJ9",
    "E": "43.5432.7652.865",
}


def entries(**changes):
    """Return a record that is right, with changes."""
    record = {
        "rules": "qq",
        "hands": HANDS,
        "declared": {"N": ["SQ"]},
        "first_declared": {},
        "first_deal": True,
        "leader": "N",
        "tricks": [["C2", "C3", "C9", "C8"], ["S8", "S3", "SA", "SJ"]],
    }
    record.update(changes)
    return {key: value for key, value in record.items() if value is not ...}


def refusal(score_lines, record) -> str:
    (result,) = score_lines(record)
    assert list(result) == ["line", "ok", "error"]
    assert result["ok"] is False
    return result["error"]


def test_both_engines_agree_about_whole_and_broken_off_games(make_record, score_lines, variants):
    for rules in variants:
        records = []
        for seed in range(N_GAMES):
            records.append(make_record(rules, seed, first_deal=seed % 3 > 0))
            records.append(make_record(rules, seed, stop=11 * seed, first_deal=seed % 2 > 0))
        rule_set = load_rules(rules)
        expected = [score_record(record, rule_set, legal=True) for record in records]
        assert all(read_game(json.dumps(record).encode()) for record in records)
        found = score_lines(*records, legal=True)
        for line, (result, wanted) in enumerate(zip(found, expected, strict=True), start=1):
            assert result == {"line": line} | wanted
            assert list(result) == ["line", *wanted]
            assert result["ok"]
        for result in score_lines(*records):
            assert "legal" not in result


def test_lines_of_different_rules_keep_their_order(make_record, score_lines, variants):
    records = [make_record(rules, seed, stop=9) for seed in range(3) for rules in variants]
    records.insert(4, b"nonsense")
    results = score_lines(*records)
    assert [result["line"] for result in results] == [*range(1, len(records) + 1)]
    assert [result["line"] for result in results if not result["ok"]] == [5]


def test_the_example_of_a_result(score_lines):
    (result,) = score_lines(entries(), legal=True)
    assert result["complete"] is False
    assert result["declared"] == {"N": ["SQ"]}
    assert result["captured"] == {"N": [], "W": [], "S": [], "E": []}
    assert result["raw"] is result["settled"] is result["next_leader"] is None
    assert result["events"] == []
    assert len(result["legal"]) == 8
    assert result["legal"][0] == ["C2"]
    assert result["legal"][6] == ["SA", "SK", "S2"]  # the pig is declared and locked


def test_a_fourth_declaration_is_added(score_lines):
    record = entries(declared={"N": ["SQ", "CT", "DJ"]}, tricks=[])
    assert score_lines(record)[0]["declared"] == {"N": ["SQ", "DJ", "CT"], "W": ["HA"]}
    record["rules"] = "pagat"
    record["leader"] = "N"
    assert score_lines(record)[0]["declared"] == {"N": ["SQ", "DJ", "CT"]}


def test_what_may_be_left_out(score_lines):
    short = entries(declared=..., first_declared=..., first_deal=..., leader=..., tricks=...)
    plain = entries(declared={"W": []}, tricks=[], leader=None)
    for record in (short, plain, plain | {"declared": None, "first_declared": None}):
        (result,) = score_lines(record)
        assert result["ok"] and result["declared"] == {}


def test_an_unusual_form_is_read_all_the_same(score_lines):
    record = entries(hands=HANDS | {"N": "2QKA.89T.43J.27T"})
    escaped = json.dumps(record).replace("hands", "h\\u0061nds").encode()
    usual = score_lines(entries())
    assert score_lines(record) == score_lines(escaped) == usual
    assert score_lines(b"  \t" + json.dumps(record, indent=1).replace("\n", " ").encode()) == usual


PLAYS = [
    ([["C2", "C3", "C9", "C9"]], "trick 1: E plays C9 but does not hold C9 (dealt to S)"),
    ([["C2", "C3", "C9", "SQ"]], "trick 1: E plays SQ but does not hold SQ (dealt to N)"),
    (
        [["C2", "C3", "C9", "C8"], ["S8", "S3", "SA", "SJ"], ["C2"]],
        "trick 3: N plays C2 but has already played C2 in trick 1",
    ),
    ([["C2", "C3", "C8"]], "trick 1: S plays C8 but does not hold C8 (dealt to E)"),  # E's turn
    ([["C2", "HA"]], "trick 1: W plays HA but holds CA and clubs were led"),
    (
        [["C2", "C3", "C9", "C8"], ["S8", "S3", "SQ"]],
        "trick 2: N plays SQ but SQ is declared and locked until spades have been led once; "
        "free: SA, SK and S2",
    ),
    ([["CT"]], "trick 1: N plays CT but must lead C2"),
    ([["S2"]], "trick 1: N plays S2 but must lead C2"),
    ([["C1"]], "trick 1: N: 'C1' is not a card"),
    ([["X2"]], "trick 1: N: 'X2' is not a card"),
    ([["C2C2"]], "trick 1: N plays C2C2 but holds C2 only once"),
    ([["C2CT"]], "trick 1: N plays CTC2 but one card is led at a time with one deck"),
    ([[""]], "trick 1: N: '' is not a play"),
    ([[2]], "trick 1 must be a list of plays, each a text"),
    (["C2"], "trick 1 must be a list of plays, each a text"),
    ("C2", "tricks must be a list of tricks"),
    (None, "tricks must be a list of tricks"),
    ({"C2": []}, "tricks must be a list of tricks"),
    ([["C2"], ["C3"]], "trick 1 has 1 plays but another trick follows"),
    ([[], []], "trick 1 has 0 plays but another trick follows"),
    ([["C2", "C3", "C9", "C8", "S8"]], "trick 1 has 5 plays instead of 4"),
]


@pytest.mark.parametrize(("tricks", "message"), PLAYS)
def test_plays_that_break_a_rule(tricks, message, score_lines):
    assert refusal(score_lines, entries(tricks=tricks)).startswith(message)


def test_a_card_too_many(make_record, score_lines):
    record = make_record("qq", 1)
    record["tricks"].append(["C2"])
    assert refusal(score_lines, record) == "trick 14: every card has been played"
    record["tricks"][13] = []
    assert score_lines(record)[0]["complete"]


DECLARATIONS = [
    ({"W": ["SQ"]}, "declared: W declares SQ but does not hold it (dealt to N)"),
    ({"N": ["SQ", "SQ"]}, "declared: N declares SQ more often than it holds it (once)"),
    ({"N": ["SA"]}, "declared: N declares SA, which cannot be declared"),
    ({"N": ["SX"]}, "'SX' is not a card"),
    ({"N": "SQ"}, "declared must give seats lists of cards"),
    ({"N": [1]}, "declared must give seats lists of cards"),
    ({"N": None}, "declared must give seats lists of cards"),
    ([], "declared must give seats lists of cards"),
    (False, "declared must give seats lists of cards"),
    ({"X": []}, "declared: 'X' is not a seat"),
    ({"n": []}, "declared: 'n' is not a seat"),
]


@pytest.mark.parametrize(("declared", "message"), DECLARATIONS)
def test_declarations_that_break_a_rule(declared, message, score_lines):
    assert refusal(score_lines, entries(declared=declared)).startswith(message)


def test_declaring_where_nobody_may(score_lines):
    message = "declared: N declares SQ but nobody declares under these rules"
    assert refusal(score_lines, entries(rules="scrofazero")) == message


def test_first_draw_declarations_need_rules_that_have_them(score_lines):
    for seats in ({"N": ["SQ"]}, {"X": []}, {"N": ["SQ", "DJ"]}, []):
        error = refusal(score_lines, entries(declared={}, first_declared=seats))
        assert error.startswith("first_declared")


LEADERS = [
    (
        {"leader": "W"},
        "leader: W does not hold C2, whose holder leads (N)",
    ),
    ({"leader": "X"}, "leader: 'X' is not a seat"),
    ({"leader": ""}, "leader: '' is not a seat"),
    ({"leader": 1}, "leader must be the name of a seat"),
    ({"leader": ["N"]}, "leader must be the name of a seat"),
    ({"leader": ..., "first_deal": False}, "leader is missing; in a later deal it must be given"),
    (
        {"leader": ..., "rules": "scrofazero", "declared": {}},
        "leader is missing; where the draw decides it must be given",
    ),
    ({"first_deal": 1}, "first_deal must be true or false"),
    ({"first_deal": "true"}, "first_deal must be true or false"),
    ({"first_deal": None}, "first_deal must be true or false"),
]


@pytest.mark.parametrize(("changes", "message"), LEADERS)
def test_leaders_that_break_a_rule(changes, message, score_lines):
    assert refusal(score_lines, entries(**changes)).startswith(message)


def test_a_later_deal_names_no_card(score_lines):
    record = entries(first_deal=False, leader="W", tricks=[["HA", "H7", "H5", "HT"]])
    assert score_lines(record)[0]["ok"]
    table = {"base": "qq", "play": {"later_lead": "named_card"}}
    assert "does not hold C2" in refusal(score_lines, record | {"rules": table})


HANDS_WRONG = [
    ({"N": "AKQ2.T98.J43.T7"}, "hands: N has 12 cards instead of 13"),
    ({"N": "AKQ32.T98.J43.T72"}, "hands: N has 14 cards instead of 13"),
    ({"N": "AKQ3.T98.J43.T72"}, "hands: S3 is dealt to N, E but the deck has it once"),
    ({"N": "AAQ2.T98.J43.T72"}, "hands: SA is dealt to N, N but the deck has it once"),
    ({"N": "AKQ2.T98.J43"}, "hand 'AKQ2.T98.J43' has 3 suits instead of 4"),
    ({"N": ""}, "hand '' has 1 suits instead of 4"),
    ({"N": "AKQ1.T98.J43.T72"}, "hand 'AKQ1.T98.J43.T72': '1' is not a rank"),
    ({"N": "AKq2.T98.J43.T72"}, "hand 'AKq2.T98.J43.T72': 'q' is not a rank"),
    ({"N": 5}, "hands must give each seat its cards as text"),
    ({"N": ["SA"]}, "hands must give each seat its cards as text"),
    ({"X": "..."}, "hands: 'X' is not a seat"),
]


@pytest.mark.parametrize(("hands", "message"), HANDS_WRONG)
def test_hands_that_are_no_deal(hands, message, score_lines):
    assert refusal(score_lines, entries(hands=HANDS | hands)).startswith(message)


def test_hands_that_are_not_there(score_lines):
    for hands in (None, [], "AKQ2.T98.J43.T72", 1, list(HANDS.values())):
        assert refusal(score_lines, entries(hands=hands)).startswith("hands must give each seat")
    assert refusal(score_lines, entries(hands=...)) == "hands are missing"
    missing = {seat: hand for seat, hand in HANDS.items() if seat != "S"}
    assert refusal(score_lines, entries(hands=missing)) == "hands: seat S is missing"


RULES_WRONG = [
    (..., "rules are missing"),
    ("qqq", "rules: unknown preset 'qqq'; did you mean 'qq'"),
    ("/etc/rules.toml", "rules: unknown preset '/etc/rules.toml'"),
    (1, "rules must be a preset's name or a table of rules"),
    (None, "rules must be a preset's name or a table of rules"),
    ([], "rules must be a preset's name or a table of rules"),
    ({}, "rules: missing: decks"),
    ({"base": "qqq"}, "rules: base: unknown preset 'qqq'"),
    ({"base": "other.toml"}, "rules: base: unknown preset 'other.toml'"),
    ({"base": 7}, "rules: base must be a preset's name"),
    ({"base": "qq", "pig": 1}, "rules: unknown field 'pig'; did you mean 'values.pig'"),
    ({"base": "qq", "values": {"pig": "100"}}, 'rules: values.pig = "100" is not allowed'),
    ({"base": "qq", "decks": 2}, "decks = 2 with declaration.forced_last = true"),
    ({"base": "qq", "title": "x" * 30_000}, "rules: the entry has 30,"),
]


@pytest.mark.parametrize(("rules", "message"), RULES_WRONG)
def test_rules_that_are_wrong(rules, message, score_lines, tmp_path):
    assert message in refusal(score_lines, entries(rules=rules))


def test_unknown_entries(score_lines):
    message = "'colour' is not an entry of a record; entries are rules, hands, declared"
    assert refusal(score_lines, entries(colour=1)).startswith(message)


def test_a_key_that_stands_twice(score_lines):
    text = json.dumps(entries())
    for twice in (
        text[:-1] + ', "leader": "N"}',
        text.replace('"N": "AKQ2', '"N": "AKQ2.T98.J43.T72", "N": "AKQ2'),
        text.replace('"N": ["SQ"]', '"N": [], "N": ["SQ"]'),
        text.replace('"rules": "qq"', '"rules": {"base": "qq", "base": "qq"}'),
    ):
        assert "stands twice in one object" in refusal(score_lines, twice.encode())


def test_a_long_reason_is_cut(score_lines):
    error = refusal(score_lines, entries(**{"x" * 100_000: 1}))
    assert len(error) == 2000
    assert error.endswith("…")


def test_rules_are_read_once():
    text = b'{"base": "qq", "values": {"pig": -123}}'
    assert read_rules(text) is read_rules(text)
    assert read_rules.cache_info().maxsize == 256


def test_a_disagreement_is_said_loudly(monkeypatch, score_lines):
    bad = entries(tricks=[["CT"]])
    monkeypatch.setattr(scoring, "score_record", lambda *_, **__: {"ok": True, "complete": False})
    with pytest.raises(GongzhuError, match=r"^line 2: internal disagreement"):
        score_lines(entries(), bad)


@pytest.mark.parametrize("rules", ["qq", "pagat", "huapai", "huapai-hidden"])
def test_every_one_card_change_of_a_game_is_judged_alike(rules, make_record):
    """Swap any two neighbouring plays: both engines must find the same games sound."""
    record = make_record(rules, 5)
    plays = [card for trick in record["tricks"] for card in trick]
    changed = []
    for place in range(51):
        order = list(plays)
        order[place : place + 2] = reversed(order[place : place + 2])
        changed.append([order[at : at + 4] for at in range(0, 52, 4)])
    check_judged_alike(record, changed)


@pytest.mark.parametrize("rules", ["qq-double", "huapai-double"])
def test_every_exchange_within_a_hand_is_judged_alike(rules, make_record):
    """Exchange a seat's play with its next one that is as wide, and parts of pairs."""
    record = make_record(rules, 6)
    tricks, hands = record["tricks"], HandsByPlay(record)
    changed = []
    for number, trick in enumerate(tricks):
        for place in range(4):
            seat = hands.seat(number, place)
            for later in range(number + 1, len(tricks)):
                other = next(p for p in range(4) if hands.seat(later, p) == seat)
                if len(tricks[later][other]) == len(trick[place]):
                    new = copy.deepcopy(tricks)
                    new[number][place] = tricks[later][other]
                    new[later][other] = trick[place]
                    changed.append(new)
                    if len(trick[place]) == 4:
                        new = copy.deepcopy(tricks)
                        new[number][place] = trick[place][:2] + tricks[later][other][2:]
                        new[later][other] = tricks[later][other][:2] + trick[place][2:]
                        changed.append(new)
                    break
    assert len(changed) > 60
    check_judged_alike(record, changed)


class HandsByPlay:
    """Who made each play of a whole game."""

    def __init__(self, record):
        deal = check_record(record, load_rules(record["rules"]))
        self._leaders = ["NWSE".index(trick.leader) for trick in deal.tricks]

    def seat(self, trick: int, place: int) -> str:
        return "NWSE"[(self._leaders[trick] + place) % 4]


def check_judged_alike(record, changed_tricks) -> None:
    found_rules = find_rules(record)
    changed = [copy.deepcopy(record) | {"tricks": tricks} for tricks in changed_tricks]
    games = [read_game(json.dumps(each).encode()) for each in changed]
    assert all(games)
    found = judge_games(found_rules.packed_first, [game for game in games if game], first_deal=True)
    for each, sound in zip(changed, found.sound, strict=True):
        if sound:
            check_record(each, found_rules.rules)
        else:
            with pytest.raises(GongzhuError, match=r"^trick \d+: [NWSE] plays "):
                check_record(each, found_rules.rules)
