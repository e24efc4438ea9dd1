"""Kernels that put a strategy to the question, one deal at a time.

A deal that was played by anybody is gone through once more. Before every play with a choice
the strategy under examination is asked, several times, in ways that must not change its
answer. It is asked through the table alone, as in play.
"""

import functools
from typing import Any

import numba
import numpy as np
from numba import types

from gongzhu_sim.cards.compiling import kernel
from gongzhu_sim.cards.streams import wyrand
from gongzhu_sim.engine.asking import hand_over_own
from gongzhu_sim.engine.calling import player_signature
from gongzhu_sim.engine.clearing import begin_deal
from gongzhu_sim.engine.table import DECLARE_DECISION, OUTCOME, OWN, TABLE
from gongzhu_sim.strategies.states import (
    exchange_hidden,
    fill_unused,
    is_altered,
    open_choice,
    reach,
    restore,
    take_back_declarations,
)

__all__ = [
    "ALTERED",
    "DECLARED",
    "HIDDEN",
    "ILLEGAL",
    "KEYED",
    "LEFTOVER",
    "PASSED",
    "QUESTION",
    "UNSTEADY",
    "declaring_kernel",
    "playing_kernel",
]

PASSED, ILLEGAL, ALTERED, UNSTEADY, LEFTOVER, KEYED, DECLARED, HIDDEN = range(8)

QUESTION = np.dtype(
    [
        ("seat", np.int64),
        ("hand", np.uint64),
        ("legal", np.uint64),  # the legal cards, or those that may be declared
        ("answer", np.uint64),
        ("other", np.uint64),  # the answer that differs
        ("asked", np.int64),  # states asked in so far
    ],
    align=True,
)
"""The question put last, for messages."""

_ZERO = np.uint64(0)
_ONE = np.uint64(1)
_MORE_TIMES = 20
_OTHER_KEY = np.uint64(0x9E37_79B9_7F4A_7C15)


@kernel
def _is_steady(ask: Any, table: Any, table_bytes: Any, saved: Any, question: Any) -> Any:
    """Ask several times more in the saved state; say whether the answer stays the same.

    Asked only when an answer has changed for some other reason: so chance is not taken for it.
    """
    for _ in range(_MORE_TIMES):
        restore(table_bytes, saved)
        other = ask(table, question.hand, question.legal)
        if other != question.answer:
            question.other = other
            return False
    restore(table_bytes, saved)
    return True


def _examine_plays(
    tables: Any,
    table_bytes: Any,
    saved: Any,
    choose: Any,
    own: Any,
    is_random: Any,
    uses_declarations: Any,
    deals: Any,
    hands: Any,
    question_array: Any,
) -> Any:
    """Ask ``choose`` before every choice of a deal; return ``PASSED`` or the first fault.

    ``tables[0]`` is the table played at (``table_bytes`` are its bytes, ``saved`` room for
    them), ``tables[1]`` one at which the deal is played with other hidden cards: ``deals[0]``
    and ``deals[1]``. ``hands`` is room for what is held, shape (4, 4).
    """
    table, deal, question = tables[0], deals[0], question_array[0]
    state = own[0].key ^ deal.index
    n_cards = 0
    decided = 0
    while n_cards < deal.n_plays:
        n_cards = reach(table, deal, hands[0], hands[1], decided)
        if n_cards >= deal.n_plays:
            break
        width = np.int64(deal.widths[table.trick])
        first = _ONE << np.uint64(deal.plays[n_cards])
        for part in range(2):
            if part == 1:
                reach(table, deal, hands[0], hands[1], decided)
            seat = table.turn
            hand = hands[0, seat]
            pairs = hands[1, seat]
            chosen = first if part == 1 else _ZERO
            legal = open_choice(table, hand, pairs, 0, _ZERO)
            if first & legal == _ZERO:  # two cards are recorded in canonical order
                first = _ONE << np.uint64(deal.plays[n_cards + 1])
                chosen = first if part == 1 else _ZERO
            twin = table.rules.decks == 2 and table.led == _ZERO
            twin = twin and table.own.legal_twice & first != _ZERO
            if part == 1:
                if not (twin or (table.led != _ZERO and width == 2)):
                    continue
                legal = open_choice(table, hand, pairs, 1, chosen)
            single_will_do = part == 1 and twin
            if legal & (legal - _ONE) == _ZERO and not single_will_do:
                continue
            decision = table.trick if table.rules.decks == 1 else 2 * table.trick + part
            question.seat = seat
            question.hand = hand
            question.legal = legal
            question.asked += 1
            hand_over_own(table, own[0], own[0].key, seat, decision)
            restore(saved, table_bytes)
            card = choose(table, hand, legal)
            question.answer = card
            question.other = _ZERO
            one_card = card & legal != _ZERO and card & (card - _ONE) == _ZERO
            if not one_card and not (card == _ZERO and single_will_do):
                return ILLEGAL
            if is_altered(table_bytes, saved):
                return ALTERED
            for fault in (UNSTEADY, LEFTOVER, KEYED, DECLARED):
                restore(table_bytes, saved)
                state, word = wyrand(state)
                if fault == LEFTOVER:
                    fill_unused(table, word)
                elif fault == KEYED:
                    if is_random:
                        continue
                    table.own.key ^= _OTHER_KEY
                elif fault == DECLARED and (
                    uses_declarations or take_back_declarations(table, hand, pairs, legal)
                ):
                    continue
                question.other = choose(table, hand, legal)
                if question.other != card:
                    steady = _is_steady(choose, table, table_bytes, saved, question)
                    return fault if steady else UNSTEADY
            restore(table_bytes, saved)
            if table.rules.discard_colour == 0:  # there what is hidden decides who takes a trick
                deals[1] = deals[0]
                exchange_hidden(deals[1], hands[0], hands[1], seat, state)
                other = tables[1]
                reach(other, deals[1], hands[2], hands[3], decided)
                open_choice(other, hand, pairs, part, chosen)
                hand_over_own(other, own[0], own[0].key, seat, decision)
                question.other = choose(other, hand, legal)
                if question.other != card:
                    steady = _is_steady(choose, table, table_bytes, saved, question)
                    return HIDDEN if steady else UNSTEADY
                restore(table_bytes, saved)
                reach(table, deal, hands[0], hands[1], decided)
        decided += 1
    return PASSED


def _examine_declaring(
    tables: Any,
    table_bytes: Any,
    saved: Any,
    declare: Any,
    own: Any,
    is_random: Any,
    deals: Any,
    question_array: Any,
) -> Any:
    """Ask ``declare`` for every seat that may; return ``PASSED`` or the first fault."""
    table, deal, question = tables[0], deals[0], question_array[0]
    for seat in range(4):
        hand = deal.hands[seat]
        allowed = hand & table.rules.declarable
        if allowed == _ZERO:
            continue
        for part in range(2):
            if part == 1:
                allowed &= deal.hands_twice[seat]
                if allowed == _ZERO:
                    continue
            begin_deal(table)
            table.first_leader = deal.leader
            table.leader = deal.leader
            table.part = part
            table.first_part = allowed if part == 1 else _ZERO
            question.seat = seat
            question.hand = hand
            question.legal = allowed
            question.asked += 1
            hand_over_own(table, own[0], own[0].key, seat, DECLARE_DECISION)
            table.own.hand_twice = deal.hands_twice[seat]
            table.own.legal_twice = allowed & deal.hands_twice[seat] if part == 0 else _ZERO
            restore(saved, table_bytes)
            cards = declare(table, hand, allowed)
            question.answer = cards
            question.other = _ZERO
            if cards & ~allowed != _ZERO:
                return ILLEGAL
            if is_altered(table_bytes, saved):
                return ALTERED
            for fault in (UNSTEADY, LEFTOVER, KEYED):
                restore(table_bytes, saved)
                if fault == LEFTOVER:
                    fill_unused(table, own[0].key)
                elif fault == KEYED:
                    if is_random:
                        continue
                    table.own.key ^= _OTHER_KEY
                question.other = declare(table, hand, allowed)
                if question.other != cards:
                    steady = _is_steady(declare, table, table_bytes, saved, question)
                    return fault if steady else UNSTEADY
    return PASSED


def _arguments() -> tuple[Any, ...]:
    table = types.Array(numba.from_dtype(TABLE), 1, "C")
    text = types.Array(types.uint8, 1, "C")
    player = types.FunctionType(player_signature())
    own = types.Array(numba.from_dtype(OWN), 1, "C")
    return table, text, text, player, own, types.boolean


@functools.cache
def playing_kernel() -> Any:
    """Compile the examination of ``choose`` for any strategy."""
    words = types.Array(types.uint64, 2, "C")
    outcome = types.Array(numba.from_dtype(OUTCOME), 1, "C")
    question = types.Array(numba.from_dtype(QUESTION), 1, "C")
    signature = types.int64(*_arguments(), types.boolean, outcome, words, question)
    return _compile(_examine_plays, signature)


@functools.cache
def declaring_kernel() -> Any:
    """Compile the examination of ``declare`` for any strategy."""
    outcome = types.Array(numba.from_dtype(OUTCOME), 1, "C")
    question = types.Array(numba.from_dtype(QUESTION), 1, "C")
    return _compile(_examine_declaring, types.int64(*_arguments(), outcome, question))


def _compile(function: Any, signature: Any) -> Any:
    return numba.njit(signature, cache=True, nogil=True, error_model="numpy")(function)
