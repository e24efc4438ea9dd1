"""Declaring: what may, what must, and in which order."""

import pytest

from gongzhu_sim.engine.reference import (
    allowed_cards,
    hold_declaring,
    settle_declarations,
)
from gongzhu_sim.errors import InputError

HANDS = {"N": ["SQ", "S5"], "W": ["DJ", "H3"], "S": ["CT"], "E": ["HA"]}


def settle(rules, hands=HANDS, **given):
    return settle_declarations(rules, hands, **given).by_seat


def test_optional(make_rules):
    found = settle(make_rules(), declared={"N": ["SQ"], "S": []})
    assert found == {"N": [("SQ", 2)], "W": [], "S": [], "E": []}


def test_forced_last(make_rules):
    rules = make_rules("huapai-forced")
    found = settle(rules, declared={"N": ["SQ"], "S": ["CT"]}, first_declared={"W": ["DJ"]})
    assert found["W"] == [("H3", 2), ("DJ", 4)]
    two = settle(rules, declared={"N": ["SQ"], "S": ["CT"]})
    assert two["W"] == []
    listed = settle(
        rules, declared={"N": ["SQ"], "S": ["CT"], "W": ["H3"]}, first_declared={"W": ["DJ"]}
    )
    assert listed == found
    free = settle(make_rules("huapai"), declared={"N": ["SQ"], "S": ["CT"], "W": ["DJ"]})
    assert free["W"] == [("DJ", 2)]


def test_by_rule(make_rules):
    found = settle(make_rules("huapai-all"))
    assert found == {"N": [("SQ", 2)], "W": [("H3", 2), ("DJ", 2)], "S": [("CT", 2)], "E": []}
    rules = make_rules("huapai-all-but-goat")
    assert settle(rules)["W"] == [("H3", 2)]
    assert settle(rules, declared={"W": ["H3"]})["W"] == [("H3", 2)]
    with pytest.raises(InputError, match="the goat may not be declared"):
        settle(rules, declared={"W": ["DJ"]})
    both = {"N": ["SQ", "SQ"], "W": ["DJ"], "S": ["DJ", "CT", "CT"], "E": ["HA", "HA"]}
    rules = make_rules("qq-double", {"declaration.mode": "all"})
    assert settle(rules, both)["S"] == [("DJ", 2), ("CT", 2), ("CT", 2)]


def test_two_decks_copy_by_copy(make_rules):
    hands = {"N": ["SQ", "SQ"], "W": ["DJ"], "S": ["DJ", "CT", "CT"], "E": ["HA", "HA"]}
    rules = make_rules("huapai-double")
    assert settle(rules, hands, declared={"N": ["SQ"]})["N"] == [("SQ", 2)]
    found = settle(rules, hands, declared={"N": ["SQ"]}, first_declared={"N": ["SQ"]})
    assert found["N"] == [("SQ", 4), ("SQ", 2)]
    with pytest.raises(InputError, match="more often than it holds it"):
        settle(rules, hands, declared={"N": ["SQ", "SQ"]}, first_declared={"N": ["SQ"]})


@pytest.mark.parametrize(
    ("preset", "given", "message"),
    [
        ("qq", {"declared": {"N": ["S5"]}}, "N declares S5, which cannot be declared"),
        ("qq", {"declared": {"W": ["H3"]}}, "declarable: SQ, HA, DJ, CT"),
        ("qq", {"declared": {"N": ["DJ"]}}, "declared: N declares DJ but does not hold it"),
        ("qq", {"declared": {"N": ["SQ", "SQ"]}}, "more often than it holds it"),
        ("qq", {"declared": {"X": ["SQ"]}}, "'X' is not a seat"),
        ("qq", {"declared": {"N": ["QS"]}}, "'QS' is not a card"),
        ("qq", {"first_declared": {"N": ["SQ"]}}, "no first-draw declaring"),
        ("huapai", {"first_declared": {"W": ["DJ", "H3"]}}, "a seat has one first card"),
        (
            "huapai",
            {"declared": {"N": ["SQ"]}, "first_declared": {"N": ["SQ"]}},
            "more often than it holds it",
        ),
        ("scrofazero", {"declared": {"N": ["SQ"]}}, "nobody declares under these rules"),
        ("pig-goat", {"declared": {"N": ["SQ"]}}, "nobody declares under these rules"),
    ],
)
def test_refusals(make_rules, preset, given, message):
    with pytest.raises(InputError, match=message):
        settle(make_rules(preset), **given)


def test_allowed_cards(make_rules):
    assert allowed_cards(make_rules(), HANDS["W"]) == ["DJ"]
    assert allowed_cards(make_rules("huapai"), HANDS["W"]) == ["H3", "DJ"]
    assert allowed_cards(make_rules("huapai"), HANDS["W"], declared=["DJ"]) == ["H3"]
    assert allowed_cards(make_rules("huapai-all"), HANDS["W"]) == []
    assert allowed_cards(make_rules("qq-double"), ["SQ", "SQ"], declared=["SQ"]) == ["SQ"]


def test_simultaneous_sees_nothing(make_rules):
    asked = []

    def ask(seat, hand, allowed, shown):
        asked.append((seat, hand, allowed, shown))
        return allowed[:1]

    found = hold_declaring(make_rules(), HANDS, leader="W", ask=ask)
    assert [entry[0] for entry in asked] == ["W", "S", "E", "N"]
    assert all(entry[3] == {} for entry in asked)
    assert found.count() == 4


def test_sequential_goes_round_until_four_add_nothing(make_rules):
    asked = []

    def ask(seat, hand, allowed, shown):
        asked.append((seat, sum(len(cards) for cards in shown.values())))
        # The pig's holder waits until two others stand declared.
        return [] if seat == "N" and asked[-1][1] < 2 else allowed

    rules = make_rules("qq", {"declaration.order": "sequential", "declaration.forced_last": False})
    found = hold_declaring(rules, HANDS, leader="N", ask=ask)
    assert asked == [("N", 0), ("W", 0), ("S", 1), ("E", 2), ("N", 3)]
    assert found.count() == 4


def test_sequential_forces_the_last_at_once(make_rules):
    asked = []

    def ask(seat, hand, allowed, shown):
        asked.append(seat)
        return allowed

    rules = make_rules("qq", {"declaration.order": "sequential"})
    found = hold_declaring(rules, HANDS, leader="N", ask=ask)
    assert asked == ["N", "W", "S"]
    assert found.cards("E") == ["HA"]


def test_hidden_declarations_show_as_numbers(make_rules):
    seen = {}

    def ask(seat, hand, allowed, shown):
        seen.setdefault(seat, shown)
        return allowed

    rules = make_rules("huapai", {"declaration.order": "sequential", "declaration.hidden": True})
    hold_declaring(rules, HANDS, leader="N", ask=ask, first_drawn={"S": "CT"})
    assert seen["S"] == {}
    assert seen["N"] == {"N": [], "W": [], "S": ["??"], "E": []}
    assert seen["W"] == {"N": ["??"], "W": [], "S": ["??"], "E": []}


def test_first_draw_knows_one_card(make_rules):
    asked = []

    def ask(seat, hand, allowed, shown):
        asked.append((seat, tuple(hand)))
        return allowed if len(hand) == 1 and seat == "N" else []

    found = hold_declaring(
        make_rules("huapai"), HANDS, leader="N", ask=ask, first_drawn={"N": "SQ", "W": "S9"}
    )
    assert asked[0] == ("N", ("SQ",))
    assert found.by_seat["N"] == [("SQ", 4)]
    assert ("N", ("SQ", "S5")) not in asked
