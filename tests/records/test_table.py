"""A deal step by step, and what players say when they are asked."""

import json

import pytest

import gongzhu_sim as gz
from gongzhu_sim.cards.layout import SEATS
from gongzhu_sim.cards.text import card_name, card_names, format_hand
from gongzhu_sim.engine.batch import play_deals
from gongzhu_sim.engine.reference import score_record
from gongzhu_sim.errors import InputError, PlayError, UsageError
from gongzhu_sim.rules import load_rules
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


@pytest.mark.parametrize("players", LINE_UPS, ids=lambda players: ",".join(players))
@pytest.mark.parametrize("rules", ["qq", "pagat", "scrofazero"])
def test_asking_plays_what_the_engine_plays(rules, players):
    rule_set = load_rules(rules)
    outcomes = play_deals(
        pack_rules(rule_set), build_line_up(players), deals=DEALS, seed=9, first=5, full=True
    )
    for outcome in outcomes:
        seed, index = 9, int(outcome["index"])
        hands = {
            seat: format_hand(hand) for seat, hand in zip(SEATS, outcome["hands"], strict=True)
        }
        leader = SEATS[outcome["leader"]]
        before = gz.Table(rule_set, hands, leader=leader)
        declared = {
            seat: before.ask_declare(player, seat, seed=seed, index=index)
            for seat, player in zip(SEATS, players, strict=True)
        }
        table = gz.Table(rule_set, hands, declared=declared, leader=leader)
        stands = sum(map(len, table.deal.declared().values()))
        assert stands == int(outcome["declared"]).bit_count()
        plays = []
        while table.turn is not None:
            player = players[SEATS.index(table.turn)]
            card = table.ask(player, seed=seed, index=index)
            assert card in table.legal()
            table.play(card)
            plays.append(card)
        assert plays == [card_name(play) for play in outcome["plays"]]
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
