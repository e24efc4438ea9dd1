"""Text of cards and hands: round trips, what is accepted, what is refused."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gongzhu_sim.cards.text import (
    card_index,
    card_name,
    card_names,
    format_hand,
    parse_card,
    parse_cards,
    parse_hand,
    pretty_cards,
)
from gongzhu_sim.errors import InputError

INDICES = [16 * suit + rank for suit in range(4) for rank in range(13)]
masks = st.sets(st.sampled_from(INDICES)).map(lambda cards: sum(1 << card for card in cards))


@pytest.mark.parametrize("symbols", [False, True])
def test_every_card_comes_back_from_its_name(symbols):
    for index in INDICES:
        assert card_index(card_name(index, symbols=symbols)) == index


@pytest.mark.parametrize("text", ["HT", "ht", "H10", "h10", "♥T", "♥10", " HT ", "hT"])
def test_ways_to_write_the_ten_of_hearts(text):
    assert card_index(text) == 24
    assert int(parse_card(text)) == 1 << 24


@pytest.mark.parametrize(
    "text",
    [
        "",
        " ",
        "S",
        "Q",
        "SS",
        "QS",
        "S1",
        "S0",
        "S11",
        "S100",
        "ST0",
        "XQ",
        "S Q",
        "SQ2",
        "♠",
        "♤Q",
    ],
)
def test_what_is_no_card(text):
    with pytest.raises(InputError, match="is not a card"):
        card_index(text)


def test_a_card_twice_in_a_list():
    with pytest.raises(InputError, match="'♠Q' stands twice"):
        parse_cards(["SQ", "DJ", "♠Q"])


@given(masks)
def test_sets_come_back_from_every_form(mask):
    assert int(parse_hand(format_hand(mask))) == mask
    assert int(parse_cards(card_names(mask))) == mask
    assert int(parse_hand(format_hand(np.uint64(mask)).lower().replace("t", "10"))) == mask


@given(masks)
def test_names_are_in_canonical_order(mask):
    order = [suit + rank for suit in "SHDC" for rank in "AKQJT98765432"]
    assert card_names(mask) == sorted(card_names(mask), key=order.index)


def test_a_hand_in_words():
    hand = parse_hand("AKQ52.T98.J43.T7")
    assert int(hand).bit_count() == 13
    assert format_hand(hand) == "AKQ52.T98.J43.T7"
    assert pretty_cards(hand) == "♠AKQ52 ♥T98 ♦J43 ♣T7"
    assert pretty_cards(0) == "–"
    assert format_hand(0) == "..."


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "has 1 suits"),
        ("AKQ", "has 1 suits"),
        ("A.K.Q", "has 3 suits"),
        ("A.K.Q.J.T", "has 5 suits"),
        ("A.K.1.J", "'1' is not a rank"),
        ("A.K.Q J.2", "' ' is not a rank"),
        ("AKA...", "has SA twice"),
        ("..101 0.", "is not a rank"),
    ],
)
def test_what_is_no_hand(text, message):
    with pytest.raises(InputError, match=message):
        parse_hand(text)
