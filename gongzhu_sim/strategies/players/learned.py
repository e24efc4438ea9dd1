"""`learned`: a table policy trained on the values that a search found.

It adds up nine weights for every card it may play and takes the best (see
:mod:`gongzhu_sim.strategies.learning.places` for what is looked up). ``docs/learned.md`` tells
how the weights were made and how to make them again.
"""

from typing import Any

import numpy as np

from gongzhu_sim.cards.bits import lowest_index
from gongzhu_sim.cards.compiling import kernel
from gongzhu_sim.cards.layout import SCORING
from gongzhu_sim.strategies.learning.declaring import declares
from gongzhu_sim.strategies.learning.facts import read_facts, read_suit
from gongzhu_sim.strategies.learning.memory import read_weight
from gongzhu_sim.strategies.learning.places import (
    N_WEIGHTS,
    card_places,
    pair_places,
)
from gongzhu_sim.strategies.learning.weights import find_block, load_weights
from gongzhu_sim.strategies.registry import strategy

__all__ = ["card_scores", "choose"]

_ZERO = np.uint64(0)
_ONE = np.uint64(1)
_LANE = np.uint64(0x1FFF)
_LANE_START = np.uint64(48)
_NOTHING_YET = np.int64(-(1 << 60))


@kernel(forceinline=True)
def _score(block: Any, places: Any) -> Any:
    score = np.int64(0)
    for place in places:
        score += read_weight(block, place)
    return score


@strategy(
    "learned",
    params={"weights": "shipped"},
    weights={"weights": load_weights},
    uses_declarations=True,
)
def choose(table: Any, hand: Any, legal: Any) -> Any:
    """Play by tables of weights that were trained on the values a search found.

    ``weights`` is a file, or a folder with a file for each family of rules, as ``gongzhu train``
    writes them.
    """
    block = find_block(table, table.own.params[0])
    facts = read_facts(table, hand)
    # cards with none of these between them are worth the same
    apart = facts.unseen | (hand & SCORING) | table.best | table.first_part
    pairs = table.own.legal_twice if facts.position == 0 else _ZERO
    second = table.part != 0 and facts.position == 0
    best = _ZERO
    best_score = _NOTHING_YET
    while legal != _ZERO:
        lane = _LANE << (lowest_index(legal) & _LANE_START)
        cards = legal & lane
        legal &= ~lane
        suit = read_suit(table, facts, lane)
        previous = _ZERO
        while cards != _ZERO:
            card = cards & (~cards + _ONE)
            cards ^= card
            alike = (card & pairs != _ZERO) == (previous & pairs != _ZERO)
            plain = alike and previous != _ZERO and card & SCORING == _ZERO
            if plain and (card - previous) & apart == _ZERO:
                continue
            previous = card
            if second or card & pairs != _ZERO:
                more = _score(block, pair_places(facts, suit, card))
                if second:  # the twin, or the single after all
                    return card if more > 0 else _ZERO
                score = _score(block, card_places(table, facts, suit, card)) + max(more, 0)
            else:
                score = _score(block, card_places(table, facts, suit, card))
            if score > best_score:
                best_score = score
                best = card
    return best


@kernel
def card_scores(table: Any, hand: Any, legal: Any, weights: Any, scores: Any) -> None:
    """Write the score of every legal card.

    Parameters
    ----------
    table : record of TABLE
        ``table.turn`` is the seat, ``table.own`` has its second planes.
    hand, legal : uint64
    weights : int64
        Address of the weights of all families: the first of ``learned``'s parameters.
    scores : int64[64]
        By card index: ``UNIT`` is one unit of log-odds (see
        :mod:`gongzhu_sim.strategies.learning.weights`). Of a led pair the score of its single
        is written.
    """
    block = find_block(table, weights)
    facts = read_facts(table, hand)
    while legal != _ZERO:
        lane = _LANE << (lowest_index(legal) & _LANE_START)
        cards = legal & lane
        legal &= ~lane
        suit = read_suit(table, facts, lane)
        while cards != _ZERO:
            card = cards & (~cards + _ONE)
            cards ^= card
            places = card_places(table, facts, suit, card)
            scores[np.int64(lowest_index(card))] = _score(block, places)


@choose.declaring
def declare(table: Any, hand: Any, allowed: Any) -> Any:
    """Declare each card that tables of weights say is worth declaring."""
    block = find_block(table, table.own.params[0])
    chosen = _ZERO
    while allowed != _ZERO:
        card = allowed & (~allowed + _ONE)
        allowed ^= card
        if declares(table, block, np.int64(N_WEIGHTS), hand, card):
            chosen |= card
    return chosen
