"""A deal step by step, and what players say when they are asked."""

import json

import numpy as np
import pytest

import gongzhu_sim as gz
from gongzhu_sim.cards.layout import SEATS
from gongzhu_sim.cards.text import card_names
from gongzhu_sim.engine.batch import play_deals
from gongzhu_sim.engine.reference import score_record
from gongzhu_sim.errors import InputError, PlayError, UsageError
from gongzhu_sim.records.writing import format_outcomes
from gongzhu_sim.rules import load_rules, preset_names
from gongzhu_sim.rules.packed import pack_rules
from gongzhu_sim.strategies import build_line_up, registry

SUITS = {
    "N": "AKQJT98765432...",
    "W": ".AKQJT98765432..",
    "S": "..AKQJT98765432.",
    "E": "...AKQJT98765432",
}
LINE_UPS = [
    ["folk"] * 4,
    ["random"] * 4,
    ["folk", "random:declare=always", "folk:declare=never", "random:declare=folk"],
]
DEALS = 3


RULES = [
    *preset_names(),
    {"base": "qq", "declaration": {"order": "sequential"}},
    {"base": "huapai-hidden", "declaration": {"order": "sequential"}},
    {"base": "huapai-double", "declaration": {"order": "sequential", "hidden": True}},
    {
        "base": "qq-double",
        "declaration": {"hidden": True, "discard_before_led": False},
        "play": {"hearts_lead": "after_broken"},
    },
]


def declare(rules, hands, players, drawn, *, leader, **stream) -> gz.Table:
    """Hold the declaring of a deal, player by player; ``drawn`` are the first cards by seat."""
    before = gz.Table(rules, hands, leader=leader)
    at_first = {
        seat: [card]
        for seat, player, card in zip(SEATS, players, drawn, strict=True)
        if card and before.ask_first_draw(player, seat, card, **stream)
    }

    def lay(declared):
        return gz.Table(rules, hands, declared=declared, first_declared=at_first, leader=leader)

    if rules.declaration.order == "simultaneous":
        table = lay({})
        return lay(
            {
                seat: table.ask_declare(player, seat, **stream)
                for seat, player in zip(SEATS, players, strict=True)
            }
        )
    declared = {seat: [] for seat in SEATS}
    asked = silent = 0
    while silent < 4:
        seat = SEATS[(SEATS.index(leader) + asked) % 4]
        table, player = lay(declared), players[SEATS.index(seat)]
        added = table.ask_declare(player, seat, **stream, round_index=asked // 4)
        declared[seat] += added
        silent = 0 if added else silent + 1
        asked += 1
    if len({*players}) == 1:
        at_once = lay({}).ask_declare(players[0], **stream)
        assert lay(at_once).record() == lay(declared).record()
    return lay(declared)


@pytest.mark.parametrize("players", LINE_UPS, ids=lambda players: ",".join(players))
@pytest.mark.parametrize(
    "rules", RULES, ids=lambda rules: rules if isinstance(rules, str) else rules["base"] + "+"
)
def test_asking_plays_what_the_engine_plays(rules, players):
    rule_set = load_rules(rules)
    outcomes = play_deals(
        pack_rules(rule_set), build_line_up(players), deals=DEALS, seed=9, first=5, full=True
    )
    lines = format_outcomes(outcomes, rule_set).decode().splitlines()
    for outcome, line in zip(outcomes, lines, strict=True):
        record = json.loads(line)
        stream = {"seed": 9, "index": int(outcome["index"])}
        drawn = ["".join(card_names(card)) for card in outcome["first_drawn"]]
        leader = SEATS[outcome["leader"]]
        table = declare(rule_set, record["hands"], players, drawn, leader=leader, **stream)
        assert table.record() == record | {"tricks": []}
        while table.turn is not None:
            player = players[SEATS.index(table.turn)]
            play = table.ask(player, **stream)
            assert play in table.legal()
            table.play(play)
        assert table.record() == record
        assert [*table.raw().values()] == outcome["raw"].tolist()
        assert [*table.settled().values()] == [half / 2 for half in outcome["settled"]]


def test_declaring_all_seats_at_once():
    outcome = play_deals(
        pack_rules(load_rules("pagat")), build_line_up(["random"]), deals=1, seed=2
    )[0]
    hands = {seat: card_names(hand) for seat, hand in zip(SEATS, outcome["hands"], strict=True)}
    declared = gz.Table("pagat", hands).ask_declare("random", seed=2, index=0)
    assert sum(len(cards) for cards in declared.values()) > 0
    assert all(declared.values())
    table = gz.Table("pagat", hands, declared=declared)
    assert table.deal.declared() == declared
    assert {card for cards in declared.values() for card in cards} == {
        *card_names(outcome["declared"])
    }


def test_the_steps_of_a_deal():
    table = gz.Table("qq", SUITS, declared={"W": ["HA"]})
    assert (table.turn, table.legal(), table.done) == ("E", ["C2"], False)
    assert table.ask("folk", seed=1, index=0) == "C2"
    table.play("C2")
    assert table.turn == "N"
    assert table.legal() == [f"S{rank}" for rank in "AKQJT98765432"]
    with pytest.raises(InputError, match=r"^trick 1: N plays H2 but does not hold H2"):
        table.play("H2")
    with pytest.raises(InputError, match="'H' is not a play"):
        table.play("H")
    with pytest.raises(InputError, match="is not the name of a card"):
        table.play(2)  # pyright: ignore[reportArgumentType]
    assert table.turn == "N"
    with pytest.raises(InputError, match="the deal is not complete"):
        table.raw()
    with pytest.raises(InputError, match="the deal is not complete"):
        table.settled()
    while table.turn is not None:
        table.play(table.ask("folk", seed=1, index=0))
    assert table.done
    assert table.legal() == []
    assert table.raw() == {"N": 0, "W": 0, "S": 0, "E": (200 * 2 + 100 + 100) * 2}
    assert table.settled()["E"] == 1200 * 12
    with pytest.raises(InputError, match="trick 14: every card has been played"):
        table.play("C2")
    with pytest.raises(UsageError, match="every card has been played"):
        table.ask("folk", seed=1, index=0)


def test_a_deal_can_be_done_before_its_last_card(make_record):
    left_over = 0
    for seed in range(10):
        record = make_record("qq", seed)
        table = gz.Table.from_record(record | {"tricks": []})
        scores = None
        for card in (card for trick in record["tricks"] for card in trick):
            if table.done:
                left_over += 1
                assert scores in (None, table.raw())
                scores = table.raw()
                assert card in table.legal()
            table.play(card)
        assert table.done and scores in (None, table.raw())
    assert left_over > 0


def test_a_table_from_a_record_and_back(make_record, variants):
    for rules in variants:
        for stop in (None, 0, 22):
            record = make_record(rules, 3, stop=stop)
            line = json.dumps(record)
            for given in (record, line, line.encode()):
                table = gz.Table.from_record(given)
                assert table.record() == record
            expected = score_record(record, load_rules(rules))
            assert table.done is expected["complete"]
            if table.done:
                assert (table.raw(), table.settled()) == (expected["raw"], expected["settled"])


def test_a_table_goes_on_where_the_record_ends(make_record):
    record = make_record("qq", 8, stop=17)
    table = gz.Table.from_record(record)
    other = gz.Table("qq", record["hands"], declared=record["declared"], leader=record["leader"])
    for card in (card for trick in record["tricks"] for card in trick):
        other.play(card)
    for player in ("folk", "random"):
        for index in range(4):
            card = table.ask(player, seed=1, index=index)
            assert card == other.ask(player, seed=1, index=index)
    assert len({table.ask("random", seed=1, index=index) for index in range(40)}) > 1


TWO_DECKS = {
    seat: "".join(2 * each if each != "." else each for each in hand)
    for seat, hand in SUITS.items()
}


def test_two_cards_at_a_time():
    table = gz.Table("qq-double", TWO_DECKS, declared={"W": ["HA", "HA"], "N": ["SQ"]})
    assert table.turn == "E"
    assert table.legal() == ["C2", "C2C2"]
    with pytest.raises(InputError, match="trick 1: E plays C3C3 but must lead C2"):
        table.play("C3C3")
    table.play("C2C2")
    assert len(table.legal()) == 13 + 13 * 12 // 2
    table.play("S8SQ")
    assert table.deal.trick.plays == [("C2", "C2"), ("SQ", "S8")]
    with pytest.raises(InputError, match="trick 1: W plays H2 but two cards were led"):
        table.play("H2")
    table.play("H2H2")
    asked = table.ask("folk", seed=1, index=0)
    assert len(asked) == 4 and asked in table.legal()
    table.play(asked)
    while table.turn is not None:
        table.play(table.ask("random", seed=1, index=0))
    assert table.raw() == {"N": 0, "W": 0, "S": 0, "E": (400 * 4 + 2 * 200 + 2 * 100) * 2}
    copied = gz.Table.from_record(table.record())
    assert copied.record() == table.record()


def test_a_copy_declared_at_the_first_draw_is_not_asked_for_again():
    first = gz.Table("huapai-double", TWO_DECKS)
    stream = {"seed": 1, "index": 0}
    always = "random:declare=always"
    assert first.ask_first_draw(always, "N", "SQ", **stream)
    assert not first.ask_first_draw("random:declare=never", "N", "SQ", **stream)
    assert not first.ask_first_draw(always, "N", "SA", **stream)
    assert first.ask_declare(always, "N", **stream) == ["SQ", "SQ"]
    table = gz.Table("huapai-double", TWO_DECKS, first_declared={"N": ["SQ"]})
    assert table.ask_declare(always, "N", **stream) == ["SQ"]
    both = gz.Table(
        "huapai-double", TWO_DECKS, first_declared={"N": ["SQ"]}, declared={"N": ["SQ"]}
    )
    assert both.deal.declared() == {"N": ["SQ", "SQ"]}
    assert not gz.Table("qq-double", TWO_DECKS).ask_first_draw(always, "N", "SQ", **stream)
    with pytest.raises(UsageError, match="N was not dealt 'HA'"):
        first.ask_first_draw(always, "N", "HA", **stream)
    with pytest.raises(UsageError, match="'X' is not a seat"):
        first.ask_first_draw(always, "X", "HA", **stream)


def test_in_an_auction_a_seat_sees_what_stands_declared(monkeypatch):
    monkeypatch.setattr(registry, "_registry", dict(registry._registry))

    @gz.strategy("follower")
    def choose(table, hand, legal):
        return legal & (~legal + np.uint64(1))

    @choose.declaring
    def declare(table, hand, allowed):
        total = np.int64(0)
        for seat in range(4):
            total += table.n_declared_by[seat]
        seen = table.declared != np.uint64(0)
        return allowed if seen or total > 1 else np.uint64(0)

    stream = {"seed": 1, "index": 0}
    for hidden, seen, expected in (
        (False, {"N": ["SQ"]}, ["HA"]),
        (True, {"N": ["SQ"]}, []),
        (True, {"N": ["SQ"], "S": ["DJ"]}, ["HA"]),
    ):
        declaration = {"order": "sequential", "hidden": hidden, "forced_last": False}
        rules = {"base": "qq", "declaration": declaration}
        assert gz.Table(rules, SUITS).ask_declare("follower", "W", **stream) == []
        table = gz.Table(rules, SUITS, declared=seen)
        assert table.ask_declare("follower", "W", **stream) == expected
    rules = {"base": "qq", "declaration": {"forced_last": False}}
    table = gz.Table(rules, SUITS, declared={"N": ["SQ"]})
    assert table.ask_declare("follower", "W", **stream) == []  # each on its own cards alone
    with pytest.raises(UsageError, match="round -1"):
        table.ask_declare("follower", "W", **stream, round_index=-1)


def test_a_later_deal_is_led_with_any_card():
    table = gz.Table("qq", SUITS, leader="W", first_deal=False)
    assert len(table.legal()) == 13
    assert table.ask("random", seed=1, index=0) in table.legal()
    with pytest.raises(InputError, match="leader: W does not hold C2"):
        gz.Table("qq", SUITS, leader="W")
    with pytest.raises(InputError, match="in a later deal it must be given"):
        gz.Table("qq", SUITS, first_deal=False)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"hands": SUITS | {"N": 3}}, "hands: N must have a list of cards, not 3"),
        ({"hands": SUITS | {"N": ["SA", 3]}}, "hands: N: 3 is not the name of a card"),
        ({"hands": SUITS | {"N": ["S1"]}}, "'S1' is not a card"),
        ({"hands": [*SUITS.values()]}, "hands must give each seat its cards"),
        ({"hands": SUITS | {"N": "A..."}}, "hands: N has 1 cards instead of 13"),
        ({"declared": {"N": "SQ"}}, "declared: N must have a list of cards, not 'SQ'"),
        ({"declared": ["SQ"]}, "declared must give seats lists of cards"),
        ({"declared": {"W": ["SQ"]}}, "declared: W declares SQ but does not hold it"),
        ({"first_declared": {"N": ["SQ"]}}, "these rules have no first-draw declaring"),
        ({"leader": "Q"}, "leader: 'Q' is not a seat"),
        ({"rules": "qqq"}, "unknown rules 'qqq'"),
        ({"rules": {"base": "qq", "decks": 2}}, "decks = 2"),
        ({"rules": "qq-double"}, "hands: N has 13 cards instead of 26"),
        ({"first_declared": {"N": "SQ"}}, "first_declared: N must have a list of cards, not 'SQ'"),
    ],
)
def test_tables_that_cannot_be_laid(arguments, message):
    with pytest.raises(gz.GongzhuError) as caught:
        gz.Table(**({"rules": "qq", "hands": SUITS} | arguments))
    assert message in str(caught.value)


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("{", "not JSON"),
        ({"hands": SUITS}, "rules are missing"),
        ({"rules": "qq"}, "hands are missing"),
        ({"rules": "qq", "hands": SUITS, "tricks": [["C3"]]}, "trick 1: E plays C3 but must lead"),
    ],
)
def test_records_that_make_no_table(line, message):
    with pytest.raises(InputError, match=message):
        gz.Table.from_record(line)


def test_whom_and_when_one_may_ask():
    table = gz.Table("qq", SUITS)
    with pytest.raises(UsageError, match="unknown strategy 'flok'; did you mean 'folk'"):
        table.ask("flok", seed=1, index=0)
    with pytest.raises(UsageError, match="seed -1"):
        table.ask("folk", seed=-1, index=0)
    with pytest.raises(UsageError, match=r"deal index 0\.5"):
        table.ask_declare("folk", "N", seed=1, index=0.5)  # pyright: ignore
    with pytest.raises(UsageError, match="'X' is not a seat"):
        table.ask_declare("folk", "X", seed=1, index=0)
    table.play("C2")
    with pytest.raises(UsageError, match="a card has been played"):
        table.ask_declare("folk", "N", seed=1, index=0)
    nobody = gz.Table("scrofazero", SUITS, leader="N")
    assert nobody.ask_declare("random:chance=1", seed=1, index=0) == {}


def test_a_player_that_breaks_its_contract_is_named(monkeypatch):
    monkeypatch.setattr(registry, "_registry", dict(registry._registry))

    @gz.strategy("cheat")
    def choose(table, hand, legal):
        return hand

    @choose.declaring
    def declare(table, hand, allowed):
        return hand

    table = gz.Table("qq", SUITS)
    with pytest.raises(PlayError, match=r"strategy 'cheat' at seat N declares SA .*; allowed: SQ"):
        table.ask_declare("cheat", "N", seed=1, index=0)
    table.play("C2")
    with pytest.raises(PlayError, match=r"strategy 'cheat' at seat N plays SA .*; legal: SA"):
        table.ask("cheat", seed=1, index=0)
