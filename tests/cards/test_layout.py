"""The bit layout, against the names of the cards."""

from gongzhu_sim.cards import layout
from gongzhu_sim.cards.text import card_index, card_names, parse_cards


def test_the_index_of_a_card_is_16_times_suit_plus_rank():
    names = [suit + rank for suit in "SHDC" for rank in "23456789TJQKA"]
    indices = [16 * suit + rank for suit in range(4) for rank in range(13)]
    assert [card_index(name) for name in names] == indices
    assert int(layout.DECK) == sum(1 << index for index in indices)


def test_named_cards_and_sets():
    assert card_names(layout.PIG) == ["SQ"]
    assert card_names(layout.GOAT) == ["DJ"]
    assert card_names(layout.TRANSFORMER) == ["CT"]
    assert card_names(layout.HEART_ACE) == ["HA"]
    assert card_names(layout.CLUB_TWO) == ["C2"]
    suits = (layout.SPADES, layout.HEARTS, layout.DIAMONDS, layout.CLUBS)
    for letter, suit in zip("SHDC", suits, strict=True):
        assert card_names(suit) == [letter + rank for rank in "AKQJT98765432"]
    hearts = ["H" + rank for rank in "AKQJT98765432"]
    assert parse_cards(["SQ", "DJ", "CT", *hearts]) == layout.SCORING


def test_seats_are_in_order_of_play():
    assert layout.SEATS == "NWSE"
    assert [layout.SEATS[seat ^ 2] for seat in range(4)] == list("SENW")
