"""Records of two decks and of all ways of declaring: what is read, and what is refused."""

import json

import pytest

from gongzhu_sim.engine.reference import score_record
from gongzhu_sim.records.fields import read_game
from gongzhu_sim.rules import load_rules

# Two decks; every card is known. N and E have a pig each, N and W a deuce of clubs each.
HANDS = {
    "N": "AAKKQ443322.TT8.JJ4433.TT7732",
    "W": "JJTT99.AAKKQQ.AAKKQQ.AAKK4432",
    "S": "88776655.JJ7766.TT9988.QQJJ99",
    "E": "Q.99855443322.77665522.886655",
}
FIRST_TRICK = ["C2", "C3", "CQ", "C8"]  # S takes it
W_TAKES = ["C2", "CA", "CQ", "C8"]
S_LEADS_SPADES = ["S8S8", "SQH9", "SASA", "SJSJ"]


def entries(**changes):
    """Return a record that is right, with changes."""
    record = {
        "rules": "qq-double",
        "hands": HANDS,
        "declared": {},
        "first_declared": {},
        "first_deal": True,
        "leader": "N",
        "tricks": [FIRST_TRICK, S_LEADS_SPADES],
    }
    record.update(changes)
    return {key: value for key, value in record.items() if value is not ...}


def accepted(score_lines, record):
    (result,) = score_lines(record, legal=True)
    assert result.pop("line") == 1
    assert result == score_record(record, load_rules(record["rules"]), legal=True)
    assert result["ok"], result
    assert read_game(json.dumps(record).encode()) is not None
    return result


def refusal(score_lines, record) -> str:
    (result,) = score_lines(record)
    assert result["ok"] is False
    return result["error"]


def test_pairs_and_singles(score_lines):
    result = accepted(score_lines, entries())
    legal = result["legal"]
    assert legal[0] == ["C2"]
    assert legal[4][:4] == ["S8", "S8S8", "S7", "S7S7"]
    assert legal[5][:3] == ["SQH9", "SQH8", "SQH5"]  # the only spade, and any other card
    assert legal[6] == ["SASA", "SKSK", "S4S4", "S3S3", "S2S2"]
    assert result["captured"] == {"N": ["SQ", "H9"], "W": [], "S": [], "E": []}
    assert not result["complete"]


def test_two_cards_and_hands_are_read_in_any_order(score_lines):
    usual = score_lines(entries(), legal=True)
    turned = entries(tricks=[FIRST_TRICK, ["S8S8", "H9SQ", "SASA", "SJSJ"]])
    hands = HANDS | {"E": "Q.22334455899.22556677.556688"}
    for record in (turned, entries(hands=hands)):
        assert read_game(json.dumps(record).encode()) is not None
        assert score_lines(record, legal=True) == usual


PLAYS = [
    ([FIRST_TRICK, ["S8S8", "H9H9"]], "trick 2: E plays H9H9 but holds SQ and a pair of spades"),
    ([FIRST_TRICK, ["S8S8", "H9H8"]], "trick 2: E plays H9H8 but holds SQ and a pair of spades"),
    (
        [FIRST_TRICK, ["S8S8", "SQH9", "SQS4"]],
        "trick 2: N plays SQS4 but holds the pair SASA, SKSK, S4S4, S3S3 and S2S2 and a pair",
    ),
    ([FIRST_TRICK, ["S8S8", "SQH9", "SAHT"]], "trick 2: N plays SAHT but holds S"),
    ([FIRST_TRICK, ["S8S8", "SQ"]], "trick 2: E plays SQ but two cards were led"),
    ([FIRST_TRICK, ["S8", "SQH9"]], "trick 2: E plays SQH9 but one card was led"),
    ([FIRST_TRICK, ["S8", "H9"]], "trick 2: E plays H9 but holds SQ and spades were led"),
    (
        [FIRST_TRICK, ["S8S7"]],
        "trick 2: S plays S8S7 but only a single card or two identical cards may be led",
    ),
    ([FIRST_TRICK, ["S8S8", "SQSQ"]], "trick 2: E plays SQSQ but holds SQ only once"),
    ([FIRST_TRICK, ["S8S8S8"]], "trick 2: S: 'S8S8S8' is not a play"),
    ([FIRST_TRICK, ["S8S"]], "trick 2: S: 'S8S' is not a play"),
    ([FIRST_TRICK, ["S8X8"]], "trick 2: S: 'X8' is not a card"),
    ([["C2C2"]], "trick 1: N plays C2C2 but holds C2 only once"),
    ([["C3"]], "trick 1: N plays C3 but must lead C2"),
    ([["CTCT"]], "trick 1: N plays CTCT but must lead C2"),
    ([FIRST_TRICK, ["CQ"], ["CQ"]], "trick 2 has 1 plays but another trick follows"),
    (
        [FIRST_TRICK, ["CQ", "C8", "C7", "C2"], ["CQ"]],
        "trick 3: S plays CQ but has already played CQ in trick 1 and 2",
    ),
]


@pytest.mark.parametrize(("tricks", "message"), PLAYS)
def test_plays_that_break_a_rule(tricks, message, score_lines):
    assert refusal(score_lines, entries(tricks=tricks)).startswith(message)


LOCKS = [
    # of two equal cards the undeclared one is played first, and it is free
    (["HA"], [W_TAKES, ["HA"]], None),
    (["HA"], [W_TAKES, ["HAHA"]], "HA is declared and locked until hearts have been led once"),
    (["HA", "HA"], [W_TAKES, ["HA"]], "HA is declared and locked until hearts have been led once"),
    (["HA", "HA"], [W_TAKES, ["HKHK"]], None),
    (
        ["HA"],
        [FIRST_TRICK, ["HJHJ", "H9H9", "HTHT", "HAHA"]],
        "HA is declared and locked until hearts have been led once; free: HA, HK and HQ",
    ),
    (["HA"], [FIRST_TRICK, ["HJHJ", "H9H9", "HTHT", "HKHK"]], None),
    (["HA"], [FIRST_TRICK, ["HJ", "H9", "HT", "HA"], ["HA"]], None),  # and free afterwards
]


@pytest.mark.parametrize(("declared", "tricks", "message"), LOCKS)
def test_locked_copies(declared, tricks, message, score_lines):
    record = entries(declared={"W": declared}, tricks=tricks)
    if message is None:
        accepted(score_lines, record)
    else:
        assert message in refusal(score_lines, record)


def test_a_lone_declared_card_is_free(score_lines):
    accepted(score_lines, entries(declared={"E": ["SQ"]}))


LEADERS = [
    ({"leader": "S"}, "leader: S does not hold C2, whose holder leads (N or W)"),
    ({"leader": ...}, "leader is missing; N and W both hold C2, and the seat that was dealt it"),
    ({"leader": None, "first_deal": False}, "leader is missing; in a later deal it must be given"),
]


@pytest.mark.parametrize(("changes", "message"), LEADERS)
def test_leaders_that_break_a_rule(changes, message, score_lines):
    assert refusal(score_lines, entries(tricks=[], **changes)).startswith(message)


def test_a_leader_that_alone_holds_the_named_card(score_lines):
    rules = {"base": "qq-double", "play": {"first_lead": "SJ"}}
    result = accepted(score_lines, entries(rules=rules, leader=..., tricks=[["SJSJ"]]))
    assert result["legal"] == [["SJ", "SJSJ"]]


HANDS_WRONG = [
    ({"N": "AAKKQ443322.TT8.JJ4433.TT773"}, "hands: N has 25 cards instead of 26"),
    ({"N": "AAKKQ443322.TT8.JJ4433.TT77322"}, "hands: N has 27 cards instead of 26"),
    (
        {"N": "AAAKQ443322.TT8.JJ4433.TT7732"},
        "hands: SA is dealt to N, N, N but the deck has it twice",
    ),
    (
        {"N": "AAKQQ443322.TT8.JJ4433.TT7732"},
        "hands: SQ is dealt to N, N, E but the deck has it twice",
    ),
    ({"N": "AKQ2.T98.J43.T72"}, "hands: N has 13 cards instead of 26"),
]


@pytest.mark.parametrize(("hands", "message"), HANDS_WRONG)
def test_hands_that_are_no_deal(hands, message, score_lines):
    assert refusal(score_lines, entries(hands=HANDS | hands)).startswith(message)


def test_two_decks_are_no_deal_of_one(score_lines):
    error = refusal(score_lines, entries(rules="qq", tricks=[]))
    assert error == "hands: N has 26 cards instead of 13"


NONE = {"base": "qq-double", "declaration": {"mode": "none"}}
ALL = {"base": "qq-double", "declaration": {"mode": "all"}}
ALL_BUT_GOAT = {"base": "qq-double", "declaration": {"mode": "all_but_goat"}}
DECLARATIONS = [
    ("qq-double", {"N": ["SQ", "SQ"]}, {}, "declared: N declares SQ more often than it holds it"),
    ("qq-double", {"W": ["HA"] * 3}, {}, "declared: W declares HA more often than it holds it"),
    ("qq-double", {"S": ["SQ"]}, {}, "declared: S declares SQ but does not hold it (dealt to N an"),
    ("qq-double", {"W": ["HK"]}, {}, "declared: W declares HK, which cannot be declared"),
    ("qq-double", {}, {"N": ["SQ"]}, "first_declared: N declares SQ but these rules have no first"),
    (NONE, {"N": ["SQ"]}, {}, "declared: N declares SQ but nobody declares under these rules"),
    (ALL_BUT_GOAT, {"N": ["DJ"]}, {}, "declared: N declares DJ but the goat may not be declared"),
    (ALL, {"N": ["SQ", "SQ"]}, {}, "declared: N declares SQ more often than it holds it (once)"),
    ("huapai-double", {}, {"N": ["SQ", "DJ"]}, "first_declared: N declares SQ, DJ but a seat has"),
    ("huapai-double", {}, {"W": ["HA", "HA"]}, "first_declared: W declares HA, HA but a seat has"),
    ("huapai-double", {}, {"S": ["SQ"]}, "first_declared: S declares SQ but does not hold it"),
    ("huapai-double", {}, {"N": ["SA"]}, "first_declared: N declares SA, which cannot be declared"),
    ("huapai-double", {}, {"X": []}, "first_declared: 'X' is not a seat"),
    ("huapai-double", {}, {"N": "SQ"}, "first_declared must give seats lists of cards"),
    (
        "huapai-double",
        {"N": ["SQ"]},
        {"N": ["SQ"]},
        "declared: N declares SQ more often than it holds it (once)",
    ),
    (
        "huapai-double",
        {"W": ["HA", "HA"]},
        {"W": ["HA"]},
        "declared: W declares HA more often than it holds it (twice)",
    ),
]


@pytest.mark.parametrize(("rules", "declared", "first_declared", "message"), DECLARATIONS)
def test_declarations_that_break_a_rule(rules, declared, first_declared, message, score_lines):
    record = entries(rules=rules, declared=declared, first_declared=first_declared, tricks=[])
    assert refusal(score_lines, record).startswith(message)


def test_every_copy_is_declared_on_its_own(score_lines):
    declared = {"W": ["HA", "HA"], "N": ["DJ", "SQ"], "E": ["SQ"]}
    result = accepted(score_lines, entries(declared=declared))
    assert result["declared"] == {"N": ["SQ", "DJ"], "W": ["HA", "HA"], "E": ["SQ"]}


def test_a_first_draw_and_its_twin(score_lines):
    record = entries(
        rules="huapai-double", declared={"W": ["HA"]}, first_declared={"W": ["HA"], "N": ["SQ"]}
    )
    assert accepted(score_lines, record)["declared"] == {"N": ["SQ"], "W": ["HA", "HA"]}


def test_what_is_declared_by_rule_may_be_listed_or_not(score_lines):
    for rules, goats in ((ALL, ["DJ", "DJ"]), (ALL_BUT_GOAT, [])):
        expected = {"N": ["SQ", *goats, "CT", "CT"], "W": ["HA", "HA"], "E": ["SQ"]}
        for listed in ({}, {"E": ["SQ"]}, {"W": ["HA"]}, expected):
            record = entries(rules=rules, declared=listed, tricks=[])
            assert accepted(score_lines, record)["declared"] == expected


ONE_DECK = {
    "N": "AKQ2.T98.J43.T72",
    "W": "JT9.AKQ.AKQ.AK43",
    "S": "8765.J76.T98.QJ9",
    "E": "43.5432.7652.865",
}


def test_a_first_draw_counts_towards_the_three(score_lines):
    record = entries(
        hands=ONE_DECK,
        rules="huapai-forced",
        declared={"N": ["DJ", "CT"]},
        first_declared={"N": ["SQ"]},
        tricks=[],
    )
    result = accepted(score_lines, record)
    assert result["declared"] == {"N": ["SQ", "DJ", "CT"], "E": ["H3"]}
    record["rules"] = "huapai"
    assert accepted(score_lines, record)["declared"] == {"N": ["SQ", "DJ", "CT"]}


@pytest.mark.parametrize(
    ("rules", "changes", "message"),
    [
        (
            "huapai",
            {"declared": {"W": ["HA"]}},
            "declared: W declares HA, which cannot be",
        ),
        (
            "huapai",
            {"declared": {"N": ["SQ"]}, "first_declared": {"N": ["SQ"]}},
            "declared: N declares SQ more often than it holds it (once)",
        ),
        ("huapai", {"leader": ...}, "leader is missing; where the draw decides it must be given"),
        (
            "huapai-all-but-goat",
            {"declared": {"N": ["DJ"]}},
            "declared: N declares DJ but the goat",
        ),
        (
            "huapai-all",
            {"first_declared": {"N": ["SQ"]}},
            "first_declared: N declares SQ but",
        ),
        ("pig-goat", {"declared": {"N": ["SQ"]}}, "declared: N declares SQ but nobody declares"),
        (
            "huapai",  # a declared card is no discard before its suit was led
            {"declared": {"E": ["H3"]}, "tricks": [["CT", "C4", "C9", "C8"], ["CA"], []]},
            "trick 2 has 1 plays but another trick follows",
        ),
    ],
)
def test_one_deck_by_the_book(rules, changes, message, score_lines):
    record = entries(hands=ONE_DECK, rules=rules, tricks=[]) | changes
    record = {key: value for key, value in record.items() if value is not ...}
    assert refusal(score_lines, record).startswith(message)


def test_a_declared_card_is_no_discard_before_its_suit_was_led(score_lines):
    tricks = [
        ["S2", "S9", "S5", "S3"],
        ["SJ", "S6", "S4", "SA"],
        ["SK", "ST", "S7", "H3"],
    ]
    book = entries(hands=ONE_DECK, rules="huapai", declared={"E": ["H3"]}, tricks=tricks)
    message = "trick 3: E plays H3 but H3 is declared and locked until hearts have been led once"
    assert refusal(score_lines, book).startswith(message)
    online = {"base": "huapai", "declaration": {"discard_before_led": True}}
    assert accepted(score_lines, book | {"rules": online})["captured"]["N"] == ["H3"]
