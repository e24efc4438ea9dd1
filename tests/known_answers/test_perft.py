"""Exact counts of games, found by an independent program.

Small decks by the reference engine's legality, the full deck by the compiled engine's.
"""

from fractions import Fraction

import numpy as np
import pytest

from gongzhu_sim.cards.compiling import kernel
from gongzhu_sim.cards.text import parse_cards
from gongzhu_sim.engine.reference.cards import RANKS, SUITS, Deck
from gongzhu_sim.engine.reference.perft import count_sequences, take_census
from gongzhu_sim.engine.replay import lay_table, list_legal_plays, put_play
from gongzhu_sim.engine.table import OUTCOME, TABLE, new_table
from gongzhu_sim.rules import load_rules
from gongzhu_sim.rules.packed import pack_rules

pytestmark = pytest.mark.known_answer

F = Fraction
SMALL = [
    (2, 2, 2, 6, 16, 2, 4, [F(4, 3), F(2, 3)]),
    (2, 3, 2, 20, 288, 8, 36, [F(27, 16), F(21, 16)]),
    (2, 4, 2, 70, 9216, 72, 576, [F(74, 35), F(66, 35)]),
    (3, 2, 3, 90, 432, 4, 8, [F(17, 15), F(13, 30), F(13, 30)]),
    (2, 4, 4, 2520, 14976, 2, 16, [F(13, 21), *[F(29, 63)] * 3]),
    (4, 2, 4, 2520, 23040, 8, 16, [F(37, 35), *[F(11, 35)] * 3]),
]


@pytest.mark.parametrize("row", SMALL, ids=[f"{s}x{r}-{p}" for s, r, p, *_ in SMALL])
def test_small_decks(known, row):
    suits, ranks, players, deals, sequences, fewest, most, means = row
    census = take_census(Deck(suits=SUITS[:suits], ranks=RANKS[:ranks]), players)
    title = f"perft, {suits}×{ranks} cards, {players} players:"
    known(f"{title} deals", deals, census.deals)
    known(f"{title} sequences", sequences, census.sequences)
    known(f"{title} fewest–most", f"{fewest}–{most}", f"{census.fewest}–{census.most}")
    for seat, mean in enumerate(means):
        known(f"{title} mean tricks of seat {seat}", mean, census.mean_tricks[seat])


MOST_PLAYS = 400


@kernel
def _count_sequences(tables, deals, hands, twice, first, second, left, depth):
    """Count the legal sequences of ``depth`` plays from the deal's beginning.

    At each level a table, the hands, and the legal plays that are still to be tried.
    """
    deal = deals[0]
    lay_table(tables[0], deal, hands[0], twice[0])
    left[0] = list_legal_plays(tables[0], hands[0], twice[0], first[0], second[0])
    found = 0
    level = 0
    while level >= 0:
        if left[level] == 0:
            level -= 1
            continue
        left[level] -= 1
        if level + 1 == depth:
            found += 1
            continue
        one, other = first[level, left[level]], second[level, left[level]]
        tables[level + 1] = tables[level]
        for seat in range(4):
            hands[level + 1, seat] = hands[level, seat]
            twice[level + 1, seat] = twice[level, seat]
        level += 1
        put_play(tables[level], deal, hands[level], twice[level], one, other)
        left[level] = list_legal_plays(
            tables[level], hands[level], twice[level], first[level], second[level]
        )
    return found


def count_in_kernels(preset: str, hands: list[list[str]], depth: int) -> int:
    """Count the sequences of plays of a deal that N leads, as the kernels have it."""
    tables = np.zeros(depth + 1, TABLE)
    tables[:] = new_table(pack_rules(load_rules(preset).replace({"play.first_lead": "draw"})))
    deals = np.zeros(1, OUTCOME)
    for seat, cards in enumerate(hands):
        pairs = {card for card in cards if cards.count(card) == 2}
        deals["hands"][0, seat] = parse_cards(set(cards))
        deals["hands_twice"][0, seat] = parse_cards(pairs)
    planes = np.zeros((2, depth + 1, 4), np.uint64)
    plays = np.zeros((2, depth + 1, MOST_PLAYS), np.uint64)
    return _count_sequences(tables, deals, *planes, *plays, np.zeros(depth + 1, np.int64), depth)


FULL_DECK = [13, 42, 135, 432, 5184, 15696, 48232, 150336]
NAMES = [suit + rank for suit in "SHDC" for rank in "23456789TJQKA"]


@pytest.mark.parametrize(("depth", "sequences"), list(enumerate(FULL_DECK, start=1)))
def test_full_deck(known, depth, sequences):
    """Card number suit·13 + rank goes to seat number mod 4; any card is led, nothing declared."""
    found = count_in_kernels("scrofazero", [NAMES[seat::4] for seat in range(4)], depth)
    known(f"perft, 52 cards: {depth} plays", sequences, found)


# Deals of two decks for which the reference engine counts: all pairs, none, and by chance.
DOUBLE_NAMES = sorted(NAMES * 2)
DEALT = np.random.default_rng(17).permutation(104).reshape(4, 26)
DOUBLE_DEALS = {
    "every card twice": [sorted(NAMES[seat::4] * 2) for seat in range(4)],
    "no card twice": [NAMES[:26], NAMES[26:], NAMES[26:], NAMES[:26]],
    "by chance": [sorted(DOUBLE_NAMES[i] for i in seat) for seat in DEALT],
    "short suits": [
        [*sorted(NAMES[:12] * 2), "HA", "CA"],
        [*NAMES[13:26], *NAMES[13:25], "SA"],
        [*sorted(NAMES[26:38] * 2), "DA", "SA"],
        [*sorted(NAMES[39:51] * 2), "CA", "DA"],
    ],
}
DOUBLE_DEPTHS = {"every card twice": 5, "no card twice": 4, "by chance": 3, "short suits": 2}


@pytest.mark.parametrize("name", DOUBLE_DEALS)
def test_two_decks(known, name):
    """The reference engine's legality counts as many sequences as the kernels' does."""
    hands = DOUBLE_DEALS[name]
    assert sorted(card for hand in hands for card in hand) == DOUBLE_NAMES
    for depth in range(1, DOUBLE_DEPTHS[name] + 1):
        listed = count_sequences(tuple(map(tuple, hands)), depth=depth, pairs=True)
        found = count_in_kernels("qq-double", hands, depth)
        known(f"perft, two decks, {name}: {depth} plays", listed, found)
