"""Deals whose hands and first leader are given: declared and played like dealt ones."""

import functools
from typing import Any

import numba
import numpy as np
from numba import types

from gongzhu_sim.cards.compiling import inner_kernel
from gongzhu_sim.cards.dealing import draw_first
from gongzhu_sim.cards.streams import deal_keys
from gongzhu_sim.engine.batch import OutcomeRoom
from gongzhu_sim.engine.clearing import begin_deal
from gongzhu_sim.engine.deal import STATUS_OK, play_dealt
from gongzhu_sim.engine.line_up import LineUp, call_block, compile_block
from gongzhu_sim.engine.table import OUTCOME

__all__ = ["GIVEN", "play_given_deals"]

GIVEN = np.dtype(
    [
        ("hands", np.uint64, 4),
        ("hands_twice", np.uint64, 4),  # two decks: cards held in both copies
        ("leader", np.int64),  # the seat that leads the deal
    ],
    align=True,
)
"""A deal that is given; four whole hands, which nothing here checks."""

_FIRST_STREAM = np.uint64(0)


@inner_kernel
def _hand_out(
    deal: Any, rules: Any, given: Any, first_drawn: Any, state: Any, rotation: Any
) -> None:
    """Put the given hands before the seats, turned by ``rotation``."""
    if rules.first_draw != 0:
        draw_first(given.hands, given.hands_twice, first_drawn, state)
    for seat in range(4):
        place = (seat + rotation) & 3
        deal.hands[place] = given.hands[seat]
        deal.hands_twice[place] = given.hands_twice[seat]
        deal.first_drawn[place] = first_drawn[seat]
        deal.declared_by[place] = np.uint64(0)
        deal.declared_twice_by[place] = np.uint64(0)
        deal.first_declared_by[place] = np.uint64(0)


def _play_given_block(
    table_array: Any,
    seats_array: Any,
    seed: Any,
    first: Any,
    rotation: Any,
    full: Any,
    given: Any,
    outcomes: Any,
) -> Any:
    """Play given deals; stop at the first bad status and return it."""
    table = table_array[0]
    seats = seats_array[0]
    for i in range(outcomes.shape[0]):
        deal = outcomes[i]
        deal.index = first + np.uint64(i)
        begin_deal(table)
        keys = deal_keys(seed, deal.index, _FIRST_STREAM)
        _hand_out(deal, table.rules, given[i], seats.dealt[2], keys[0], rotation)
        leader = (given[i].leader + rotation) & 3
        status = play_dealt(table, deal, seats, None, keys, leader, rotation, full)
        if status != STATUS_OK:
            return status
    return STATUS_OK


@functools.cache
def _block_kernel() -> Any:
    word = types.uint64
    arrays = (types.Array(numba.from_dtype(dtype), 1, "C") for dtype in (GIVEN, OUTCOME))
    return compile_block(_play_given_block, word, word, types.int64, types.boolean, *arrays)


def play_given_deals(
    packed: np.ndarray,
    line_up: LineUp,
    given: np.ndarray,
    *,
    seed: int,
    first: int = 0,
    rotation: int = 0,
    full: bool = False,
    room: OutcomeRoom | None = None,
) -> np.ndarray:
    """Play deals whose hands and first leader are given, on this thread.

    The players decide what is declared, as in any other deal.

    Parameters
    ----------
    packed : ndarray of RULES, shape (1,)
        See :func:`gongzhu_sim.rules.packed.pack_rules`.
    line_up : LineUp
        The four players.
    given : ndarray of GIVEN, shape (deals,)
        A leader that holds the card the rules name for the first lead leads as in the first
        deal of a match; any other leads what it likes, as in a later one.
    seed, first : int
        Master seed, and index of the first deal: they give the players' streams, and where
        the rules let cards be declared at the first draw, which card each seat drew first.
    rotation : int
        Every hand, player's stream and the first lead moved on by so many seats.
    full : bool
        Play each deal to its last card.
    room : OutcomeRoom, optional
        As for :func:`gongzhu_sim.engine.batch.play_deals`.

    Returns
    -------
    ndarray of OUTCOME, shape (deals,)

    Raises
    ------
    PlayError
        As for :func:`gongzhu_sim.engine.batch.play_deals`.
    """
    outcomes = np.zeros(len(given), OUTCOME) if room is None else room.take(len(given))
    call_block(
        _block_kernel(),
        packed,
        line_up,
        (np.uint64(seed), np.uint64(first), rotation, full, given, outcomes),
        where=lambda index: f"seed {seed}, deal {index}",
    )
    return outcomes
