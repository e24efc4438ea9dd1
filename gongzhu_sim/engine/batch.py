"""Batches: many deals in one compiled call, and many calls over threads.

Every deal is reached from (seed, index) alone and all that is kept of it are whole numbers:
results are the same for any number of threads and any size of batch.
"""

import functools
import threading
from collections.abc import Callable, Iterator
from typing import Any

import numba
import numpy as np
from numba import types

from gongzhu_sim.cards.dealing import check_seed
from gongzhu_sim.engine.blind import LANES, find_blind_block
from gongzhu_sim.engine.blocks import iterate_blocks
from gongzhu_sim.engine.clearing import begin_deal
from gongzhu_sim.engine.deal import FIRST_DEAL, STATUS_OK, deal_out, play_dealt
from gongzhu_sim.engine.line_up import LineUp, call_block, compile_block
from gongzhu_sim.engine.table import OUTCOME

__all__ = ["OutcomeRoom", "iterate_outcomes", "play_deals"]

_FIRST_STREAM = np.uint64(0)


def _play_block(
    table_array: Any,
    seats_array: Any,
    seed: Any,
    first: Any,
    rotation: Any,
    full: Any,
    outcomes: Any,
) -> Any:
    """Play ``len(outcomes)`` deals; stop at the first bad status and return it."""
    table = table_array[0]
    seats = seats_array[0]
    for i in range(outcomes.shape[0]):
        deal = outcomes[i]
        deal.index = first + np.uint64(i)
        begin_deal(table)
        keys, leader = deal_out(table, deal, seats, seed, _FIRST_STREAM, rotation, FIRST_DEAL)
        status = play_dealt(table, deal, seats, None, keys, leader, rotation, full)
        if status != STATUS_OK:
            return status
    return STATUS_OK


class OutcomeRoom(threading.local):
    """Memory for outcomes that each thread uses again and again, under one rule set only.

    ``plays`` from ``n_plays`` on, and ``widths`` after the tricks played, hold what earlier
    deals left there.
    """

    def __init__(self) -> None:
        self._outcomes = np.zeros(0, OUTCOME)

    def take(self, deals: int) -> np.ndarray:
        """Return room for so many deals: what the thread took before is overwritten."""
        if len(self._outcomes) < deals:
            self._outcomes = np.zeros(deals, OUTCOME)
        return self._outcomes[:deals]


def _find_blind(packed: np.ndarray, line_up: LineUp) -> Callable[..., Any] | None:
    """Return the block of four blind players that have the same parameters."""
    if not line_up.seating["alike"]:
        return None
    return find_blind_block(packed, line_up.choosers, line_up.declarers)


@functools.cache
def _block_kernel(play_block: Any) -> Any:
    word = types.uint64
    outcomes = types.Array(numba.from_dtype(OUTCOME), 1, "C")
    return compile_block(play_block, word, word, types.int64, types.boolean, outcomes)


def play_deals(
    packed: np.ndarray,
    line_up: LineUp,
    *,
    deals: int,
    seed: int,
    first: int = 0,
    rotation: int = 0,
    full: bool = False,
    plays: bool = True,
    room: "OutcomeRoom | None" = None,
) -> np.ndarray:
    """Play a batch of deals on this thread.

    Parameters
    ----------
    packed : ndarray of RULES, shape (1,)
        See :func:`gongzhu_sim.rules.packed.pack_rules`.
    line_up : LineUp
        The four players.
    deals : int
        How many deals.
    seed, first : int
        Master seed, and index of the first deal.
    rotation : int
        Every hand, player's stream and the first lead moved on by so many seats.
    full : bool
        Play each deal to its last card.
    plays : bool
        Whether ``plays`` and ``widths`` of the outcomes are wanted. Without them, blind players
        take half the time (see :mod:`gongzhu_sim.engine.blind`).
    room : OutcomeRoom, optional
        Where the outcomes are written, for callers that are done with one batch before they
        ask for the next: fresh memory costs as much as a tenth of quick play.

    Returns
    -------
    ndarray of OUTCOME, shape (deals,)

    Raises
    ------
    PlayError
        If a strategy plays or declares what it may not, or raises; the message names the
        strategy, seed, deal, trick and seat.
    """
    outcomes = np.zeros(deals, OUTCOME) if room is None else room.take(deals)
    blind = None if plays else _find_blind(packed, line_up)
    call_block(
        _block_kernel(_play_block if blind is None else blind),
        packed,
        line_up,
        (np.uint64(seed), np.uint64(first), rotation, full, outcomes),
        where=lambda index: f"seed {seed}, deal {index}",
        lanes=1 if blind is None else LANES,
    )
    return outcomes


def iterate_outcomes(
    packed: np.ndarray,
    line_up: LineUp,
    *,
    deals: int,
    seed: int,
    first: int = 0,
    rotation: int = 0,
    full: bool = False,
    threads: int | None = None,
) -> Iterator[np.ndarray]:
    """Play deals over threads and yield their outcomes in the order of their indices.

    Parameters
    ----------
    packed, line_up, seed, first, rotation, full
        As for :func:`play_deals`.
    deals : int
        How many deals in all, at least 1.
    threads : int, optional
        How many threads play; one a core by default.

    Returns
    -------
    iterator of ndarray of OUTCOME
        Blocks of about 0.05 seconds of play.

    Raises
    ------
    UsageError
        If a number is out of range.
    PlayError
        As for :func:`play_deals`.
    """
    check_seed(seed)

    def play(first: int, deals: int) -> np.ndarray:
        return play_deals(
            packed, line_up, deals=deals, seed=seed, first=first, rotation=rotation, full=full
        )

    return iterate_blocks(play, deals=deals, first=first, threads=threads)
