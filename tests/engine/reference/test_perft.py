"""Exact counts over small decks, against a table computed by an independent program."""

from fractions import Fraction

import pytest

from gongzhu_sim.engine.reference.cards import RANKS, SUITS, Deck
from gongzhu_sim.engine.reference.perft import count_sequences, take_census

F = Fraction


@pytest.mark.parametrize(
    ("suits", "ranks", "players", "deals", "sequences", "fewest", "most", "means"),
    [
        (2, 2, 2, 6, 16, 2, 4, [F(4, 3), F(2, 3)]),
        (2, 3, 2, 20, 288, 8, 36, [F(27, 16), F(21, 16)]),
        (2, 4, 2, 70, 9216, 72, 576, [F(74, 35), F(66, 35)]),
        (3, 2, 3, 90, 432, 4, 8, [F(17, 15), F(13, 30), F(13, 30)]),
        (2, 4, 4, 2520, 14976, 2, 16, [F(13, 21), *[F(29, 63)] * 3]),
        (4, 2, 4, 2520, 23040, 8, 16, [F(37, 35), *[F(11, 35)] * 3]),
    ],
)
def test_small_decks(suits, ranks, players, deals, sequences, fewest, most, means):
    census = take_census(Deck(suits=SUITS[:suits], ranks=RANKS[:ranks]), players)
    assert (census.deals, census.sequences) == (deals, sequences)
    assert (census.fewest, census.most) == (fewest, most)
    assert list(census.mean_tricks) == means


# Card number suit * 13 + rank goes to seat number mod 4; ranks counted from the two.
DEALT = tuple(
    tuple(SUITS[card // 13] + RANKS[12 - card % 13] for card in range(seat, 52, 4))
    for seat in range(4)
)
SEQUENCES = [13, 42, 135, 432, 5184, 15696, 48232, 150336]


@pytest.mark.parametrize("depth", range(1, 6))
def test_full_deck(depth):
    assert count_sequences(DEALT, depth=depth) == SEQUENCES[depth - 1]


@pytest.mark.long
@pytest.mark.parametrize("depth", range(6, 9))
def test_full_deck_deeper(depth):
    assert count_sequences(DEALT, depth=depth) == SEQUENCES[depth - 1]


def test_pairs_of_a_tiny_double_deck():
    # Two cards each: A A against K K. One trick of two cards, or two of one.
    hands = (("SA", "SA"), ("SK", "SK"))
    assert count_sequences(hands, pairs=True) == 2
    assert count_sequences((("SA", "SK"), ("SA", "SK")), pairs=True) == 2 * 2
    census = take_census(Deck(suits="S", ranks="AK", copies=2), 2, pairs=True)
    assert census.deals == 3
