"""`greedy`: one trick ahead. In sampled worlds this trick and the next one are played out.

A card is worth what the two tricks bring its own side, on average over the worlds, plus what it
is worth to be rid of the card (:mod:`gongzhu_sim.strategies.parts.holding`). It sees no further:
no card is played after the second trick.
"""

from typing import Any

import numpy as np

from gongzhu_sim.cards.bits import lowest_index
from gongzhu_sim.cards.compiling import kernel
from gongzhu_sim.cards.dealer import DOUBLE_DEALER
from gongzhu_sim.cards.layout import PIG, SPADES
from gongzhu_sim.cards.streams import wyrand
from gongzhu_sim.engine.deal import score_table
from gongzhu_sim.rules.packed import SIDES_NONE
from gongzhu_sim.strategies.parts.declaring import choose_declarations
from gongzhu_sim.strategies.parts.holding import SPADE_HONOURS, read_holding, riddance
from gongzhu_sim.strategies.parts.position import n_copies, read_position
from gongzhu_sim.strategies.parts.styles import FOLK
from gongzhu_sim.strategies.parts.switches import ALL_ON
from gongzhu_sim.strategies.registry import strategy
from gongzhu_sim.strategies.search.bench import BENCH
from gongzhu_sim.strategies.search.candidates import list_candidates
from gongzhu_sim.strategies.search.objectives import compare_sides
from gongzhu_sim.strategies.search.rollouts import (
    begin_search,
    best_card,
    choose_seed,
    lay_world,
    lead_trick,
    play_trick_out,
    put_candidate,
)
from gongzhu_sim.strategies.search.worlds import begin_worlds, next_world

__all__ = ["choose"]

_ZERO = np.uint64(0)
_LANE = np.uint64(0x1FFF)
_LANE_START = np.uint64(48)
_POINT = np.int64(64)
_FLUSH = np.int64(12) * _POINT  # for leading a low spade to drive the pig out
_OWN_PIG_LEAD = np.int64(10) * _POINT  # against leading spades with the pig in hand
_USUAL_LENGTH = np.int64(5)


@kernel
def _add_riddance(table: Any, hand: Any, bench: Any) -> None:
    """Add to every candidate's total what it is worth to be rid of its cards, world by world."""
    position = read_position(table, hand, FOLK, ALL_ON, table.rules.decks == 2)
    alone = table.rules.sides == SIDES_NONE
    unit = bench.search.worlds * (12 if alone else 6)  # a side's point counts half in its mean
    for i in range(bench.n):
        card = bench.first[i]
        lane = _LANE << (lowest_index(card) & _LANE_START)
        shortness = _POINT * (_USUAL_LENGTH - n_copies(hand & lane, position.hand_twice & lane))
        bonus = shortness if lane != table.led else np.int64(0)
        holding = read_holding(position, FOLK, ALL_ON, lane, bonus)
        worth = riddance(position, holding, card) + _flush_worth(position, table.led, lane)
        if bench.second[i] == card:
            worth *= 2
        bench.total[i] += unit * worth // _POINT


@kernel
def _flush_worth(position: Any, led: Any, lane: Any) -> Any:
    """Worth of leading a spade: to drive the pig out, or to come nearer to one's own."""
    if led == _ZERO and lane == SPADES:
        if position.hand & PIG != _ZERO:
            return -_OWN_PIG_LEAD
        if position.unseen & PIG != _ZERO and position.hand & SPADE_HONOURS == _ZERO:
            return _FLUSH
    return np.int64(0)


@kernel
def _value_tricks(table: Any, hand: Any, legal: Any, bench: Any, dealer: Any) -> None:
    begin_search(table, bench)
    list_candidates(table, hand, legal, bench, True)
    begin_worlds(table, hand, bench, dealer)
    state = choose_seed(table, hand)
    alone = table.rules.sides == SIDES_NONE
    deal = bench.deal
    for _ in range(bench.search.worlds):
        state = next_world(table, bench, dealer, state)
        state, word = wyrand(state)
        for i in range(bench.n):
            lay_world(table, bench, word)
            put_candidate(bench, bench.first[i], bench.second[i])
            play_trick_out(bench)
            if bench.seats.hands[bench.table.leader] != _ZERO:
                lead_trick(bench)
                play_trick_out(bench)
            score_table(bench.table, deal)
            bench.total[i] += compare_sides(deal, deal.raw, table.turn, alone)
    _add_riddance(table, hand, bench)


@strategy(
    "greedy",
    params={"worlds": 60, "others": "folk"},
    limits={"worlds": (1, 100_000)},
    is_random=True,
    uses_declarations=True,
)
def choose(table: Any, hand: Any, legal: Any) -> Any:
    """Look one trick ahead in sampled worlds and play the card that does best on average.

    ``worlds`` is how many worlds, ``others`` the strategy that plays out the tricks.
    """
    room = np.zeros(1, BENCH)
    bench = room[0]
    bench.search.worlds = table.own.params[0]
    bench.search.player = np.uint64(table.own.params[1])
    dealers = np.empty(1, DOUBLE_DEALER)
    _value_tricks(table, hand, legal, bench, dealers[0])
    card = best_card(table, bench)
    return card if dealers.size + room.size != 0 else _ZERO  # both live until here


@choose.declaring
def declare(table: Any, hand: Any, allowed: Any) -> Any:
    """Declare as `folk` does."""
    table.own.switches = ~_ZERO
    return choose_declarations(table, hand, allowed, FOLK)
