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

from gongzhu_sim.cards.bits import count, nth_bit
from gongzhu_sim.cards.compiling import kernel
from gongzhu_sim.cards.streams import bounded, wyrand
from gongzhu_sim.engine.batch import player_signature
from gongzhu_sim.engine.legality import legal_cards
from gongzhu_sim.engine.play import begin_deal, finish_trick, hand_over, play_card
from gongzhu_sim.engine.table import DECLARE_DECISION, OUTCOME, OWN, TABLE

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
_OWN_START = TABLE.fields["own"][1]  # type: ignore[index]
_OWN_END = _OWN_START + OWN.itemsize
_MORE_TIMES = 20
_OTHER_KEY = np.uint64(0x9E37_79B9_7F4A_7C15)


@kernel
def _is_altered(table_bytes: Any, saved: Any) -> Any:
    """Say whether anything but ``own`` differs from what was saved."""
    for i in range(table_bytes.shape[0]):
        if table_bytes[i] != saved[i] and not _OWN_START <= i < _OWN_END:
            return True
    return False


@kernel
def _restore(table_bytes: Any, saved: Any) -> None:
    for i in range(table_bytes.shape[0]):
        table_bytes[i] = saved[i]


@kernel
def _fill_unused(table: Any, state: Any) -> None:
    """Put something else into the fields that hold nothing at this point."""
    for k in range(table.n_plays, 52):
        state, word = wyrand(state)
        table.plays[k] = np.uint8(word & np.uint64(63))
    if table.led == _ZERO:
        table.winner = (table.winner + 1) & 3


@kernel
def _exchange_hidden(hands: Any, seat: Any, kept: Any, state: Any) -> None:
    """Deal the cards the other seats hold, but for the ``kept`` ones, to them anew."""
    pool = _ZERO
    for other in range(4):
        if other != seat:
            pool |= hands[other] & ~kept
    for other in range(4):
        if other != seat:
            n = count(hands[other] & ~kept)
            hands[other] &= kept
            for _ in range(n):
                state, word = wyrand(state)
                card = nth_bit(pool, bounded(word, count(pool)))
                pool ^= card
                hands[other] |= card


@kernel
def _play_up_to(table: Any, outcome: Any, hands: Any, n_plays: Any) -> None:
    """Begin a deal with these hands and play its first cards; ``hands`` keep the rest."""
    begin_deal(table)
    table.declared = outcome.declared
    table.first_leader = outcome.leader
    table.leader = outcome.leader
    for seat in range(4):
        table.declared_by[seat] = hands[seat] & outcome.declared
    for k in range(n_plays):
        seat = (table.leader + table.position) & 3
        card = _ONE << np.uint64(outcome.plays[k])
        hands[seat] &= ~card
        play_card(table, seat, card)
        if table.position == 4:
            finish_trick(table)


@kernel
def _declared_matters(table: Any, hand: Any, legal: Any) -> Any:
    """Take every declaration back; say whether that changes what is legal."""
    table.declared = _ZERO
    for seat in range(4):
        table.declared_by[seat] = _ZERO
    return legal_cards(table, hand) != legal


@kernel
def _is_steady(ask: Any, table: Any, table_bytes: Any, saved: Any, question: Any) -> Any:
    """Ask several times more in the saved state; say whether the answer stays the same.

    Asked only when an answer has changed for some other reason: so chance is not taken for it.
    """
    for _ in range(_MORE_TIMES):
        _restore(table_bytes, saved)
        other = ask(table, question.hand, question.legal)
        if other != question.answer:
            question.other = other
            return False
    _restore(table_bytes, saved)
    return True


def _examine_plays(
    tables: Any,
    table_bytes: Any,
    saved: Any,
    choose: Any,
    own: Any,
    is_random: Any,
    uses_declarations: Any,
    outcome_array: Any,
    hands: Any,
    dealt: Any,
    question_array: Any,
) -> Any:
    """Ask ``choose`` before every play of a deal; return ``PASSED`` or the first fault.

    ``tables[0]`` is the table played at (``table_bytes`` are its bytes, ``saved`` room for
    them), ``tables[1]`` one at which the deal is played with other hidden cards.
    """
    table, outcome, question = tables[0], outcome_array[0], question_array[0]
    state = own[0].key ^ outcome.index
    for k in range(outcome.n_plays):
        for seat in range(4):
            hands[seat] = outcome.hands[seat]
        _play_up_to(table, outcome, hands, k)
        seat = (table.leader + table.position) & 3
        hand = hands[seat]
        legal = legal_cards(table, hand)
        if legal & (legal - _ONE) == _ZERO:
            continue
        question.seat = seat
        question.hand = hand
        question.legal = legal
        question.asked += 1
        hand_over(table, own[0], seat, table.trick)
        _restore(saved, table_bytes)
        card = choose(table, hand, legal)
        question.answer = card
        question.other = _ZERO
        if card & legal == _ZERO or card & (card - _ONE) != _ZERO:
            return ILLEGAL
        if _is_altered(table_bytes, saved):
            return ALTERED
        for fault in (UNSTEADY, LEFTOVER, KEYED, DECLARED):
            _restore(table_bytes, saved)
            state, word = wyrand(state)
            if fault == LEFTOVER:
                _fill_unused(table, word)
            elif fault == KEYED:
                if is_random:
                    continue
                table.own.key ^= _OTHER_KEY
            elif fault == DECLARED and (uses_declarations or _declared_matters(table, hand, legal)):
                continue
            question.other = choose(table, hand, legal)
            if question.other != card:
                steady = _is_steady(choose, table, table_bytes, saved, question)
                return fault if steady else UNSTEADY
        _restore(table_bytes, saved)
        # the same public cards and other hidden ones; declared cards are public
        _exchange_hidden(hands, seat, table.declared, state)
        for holder in range(4):
            dealt[holder] = hands[holder] | (outcome.hands[holder] & table.seen)
        other_table = tables[1]
        _play_up_to(other_table, outcome, dealt, k)
        hand_over(other_table, own[0], seat, other_table.trick)
        question.other = choose(other_table, hand, legal)
        _restore(table_bytes, saved)
        if question.other != card:
            for holder in range(4):
                hands[holder] = outcome.hands[holder] & ~other_table.seen
            steady = _is_steady(choose, table, table_bytes, saved, question)
            return HIDDEN if steady else UNSTEADY
    return PASSED


def _examine_declaring(
    tables: Any,
    table_bytes: Any,
    saved: Any,
    declare: Any,
    own: Any,
    is_random: Any,
    outcome_array: Any,
    question_array: Any,
) -> Any:
    """Ask ``declare`` for every seat that may; return ``PASSED`` or the first fault."""
    table, outcome, question = tables[0], outcome_array[0], question_array[0]
    for seat in range(4):
        hand = outcome.hands[seat]
        allowed = hand & table.rules.declarable
        if allowed == _ZERO:
            continue
        begin_deal(table)
        table.first_leader = outcome.leader
        table.leader = outcome.leader
        question.seat = seat
        question.hand = hand
        question.legal = allowed
        question.asked += 1
        hand_over(table, own[0], seat, DECLARE_DECISION)
        _restore(saved, table_bytes)
        cards = declare(table, hand, allowed)
        question.answer = cards
        question.other = _ZERO
        if cards & ~allowed != _ZERO:
            return ILLEGAL
        if _is_altered(table_bytes, saved):
            return ALTERED
        for fault in (UNSTEADY, LEFTOVER, KEYED):
            _restore(table_bytes, saved)
            if fault == LEFTOVER:
                _fill_unused(table, own[0].key)
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
    words = types.Array(types.uint64, 1, "C")
    outcome = types.Array(numba.from_dtype(OUTCOME), 1, "C")
    question = types.Array(numba.from_dtype(QUESTION), 1, "C")
    signature = types.int64(*_arguments(), types.boolean, outcome, words, words, question)
    return _compile(_examine_plays, signature)


@functools.cache
def declaring_kernel() -> Any:
    """Compile the examination of ``declare`` for any strategy."""
    outcome = types.Array(numba.from_dtype(OUTCOME), 1, "C")
    question = types.Array(numba.from_dtype(QUESTION), 1, "C")
    return _compile(_examine_declaring, types.int64(*_arguments(), outcome, question))


def _compile(function: Any, signature: Any) -> Any:
    return numba.njit(signature, cache=True, nogil=True, error_model="numpy")(function)
