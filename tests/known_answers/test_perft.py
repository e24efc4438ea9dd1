"""Exact counts of games, found by an independent program.

Small decks by the reference engine's legality, the full deck by the compiled engine's.
"""

from fractions import Fraction

import numpy as np
import pytest

from gongzhu_sim.cards.compiling import kernel
from gongzhu_sim.cards.text import parse_cards
from gongzhu_sim.engine.legality import legal_cards
from gongzhu_sim.engine.play import begin_deal, finish_trick, play_card
from gongzhu_sim.engine.reference.cards import RANKS, SUITS, Deck
from gongzhu_sim.engine.reference.perft import take_census
from gongzhu_sim.engine.table import TABLE, new_table
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


_ONE = np.uint64(1)
_ZERO = np.uint64(0)


@kernel
def _count_sequences(tables, hands, choices, depth):
    """Count the legal sequences of ``depth`` plays from the state at level 0."""
    found = 0
    level = 0
    choices[0] = legal_cards(tables[0], hands[0, tables[0].leader])
    while level >= 0:
        if choices[level] == _ZERO:
            level -= 1
            continue
        card = choices[level] & (~choices[level] + _ONE)
        choices[level] ^= card
        if level + 1 == depth:
            found += 1
            continue
        tables[level + 1] = tables[level]
        for seat in range(4):
            hands[level + 1, seat] = hands[level, seat]
        level += 1
        table = tables[level]
        seat = (table.leader + table.position) & 3
        hands[level, seat] ^= card
        play_card(table, seat, card)
        if table.position == 4:
            finish_trick(table)
        seat = (table.leader + table.position) & 3
        choices[level] = legal_cards(table, hands[level, seat])
    return found


FULL_DECK = [13, 42, 135, 432, 5184, 15696, 48232, 150336]


@pytest.mark.parametrize(("depth", "sequences"), list(enumerate(FULL_DECK, start=1)))
def test_full_deck(known, depth, sequences):
    """Card number suit·13 + rank goes to seat number mod 4; any card is led, nothing declared."""
    names = [suit + rank for suit in "SHDC" for rank in "23456789TJQKA"]
    tables = np.zeros(depth + 1, TABLE)
    tables[0] = new_table(pack_rules(load_rules("scrofazero")))[0]
    begin_deal(tables[0])
    hands = np.zeros((depth + 1, 4), np.uint64)
    hands[0] = [parse_cards(names[seat::4]) for seat in range(4)]
    found = _count_sequences(tables, hands, np.zeros(depth + 1, np.uint64), depth)
    known(f"perft, 52 cards: {depth} plays", sequences, found)
