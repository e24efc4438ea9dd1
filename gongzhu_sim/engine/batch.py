"""Batches: many deals in one compiled call, and many calls over threads.

Every deal is reached from (seed, index) alone and all that is kept of it are whole numbers:
results are the same for any number of threads and any size of batch.
"""

import functools
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import numba
import numpy as np
from numba import types

from gongzhu_sim.cards.dealing import check_seed
from gongzhu_sim.cards.layout import DECK, SEATS
from gongzhu_sim.cards.text import card_names
from gongzhu_sim.engine.blind import LANES, find_blind_block
from gongzhu_sim.engine.blocks import iterate_blocks
from gongzhu_sim.engine.calling import find_address
from gongzhu_sim.engine.deal import (
    FIRST_DEAL,
    STATUS_BAD_CARD,
    STATUS_BAD_DECLARATION,
    STATUS_OK,
    deal_out,
    play_dealt,
)
from gongzhu_sim.engine.legality import legal_cards, legal_parts
from gongzhu_sim.engine.play import begin_deal
from gongzhu_sim.engine.table import CHOOSE, DECLARE, OUTCOME, SEATING, TABLE, lay_tables
from gongzhu_sim.errors import PlayError

__all__ = [
    "LineUp",
    "OutcomeRoom",
    "call_block",
    "compile_block",
    "iterate_outcomes",
    "play_deals",
]

_FIRST_STREAM = np.uint64(0)


@dataclass(frozen=True)
class LineUp:
    """Four players, ready for the kernels.

    Attributes
    ----------
    names : tuple of str
        What to call them in messages, N, W, S, E.
    choosers, declarers : tuple of four numba dispatchers
    choose_own, declare_own : ndarray of OWN, shape (4,)
        Their parameters.
    is_quick : bool
        The four choose so quickly that they are asked even when there is no choice.
    """

    names: tuple[str, str, str, str]
    choosers: tuple[Any, Any, Any, Any]
    declarers: tuple[Any, Any, Any, Any]
    choose_own: np.ndarray
    declare_own: np.ndarray
    is_quick: bool = False

    @functools.cached_property
    def seating(self) -> np.ndarray:
        """The players' parameters and addresses: ndarray of SEATING, shape (1,)."""
        seats = np.zeros(1, SEATING)
        parts = (
            (CHOOSE, self.choosers, self.choose_own),
            (DECLARE, self.declarers, self.declare_own),
        )
        for role, functions, own in parts:
            seats["own"][0, role] = own
            for seat, (name, function) in enumerate(zip(self.names, functions, strict=True)):
                seats["address"][0, role, seat] = find_address(name, function)
        seats["is_quick"] = self.is_quick
        settings = seats["own"][["switches", "params"]]
        seats["alike"] = (settings == settings[0, 0, 0]).all()
        return seats


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


def compile_block(play_block: Any, *rest: Any) -> Any:
    """Compile a kernel that plays a block for any four players: they enter as functions.

    Parameters
    ----------
    play_block : function
        ``play_block(table, seats, *rest)`` returns an int64, the status.
    *rest : numba types
        Those of its further parameters.

    Returns
    -------
    numba dispatcher
        To be called by :func:`call_block`.
    """
    signature = types.int64(
        types.Array(numba.from_dtype(TABLE), 1, "C"),
        types.Array(numba.from_dtype(SEATING), 1, "C"),
        *rest,
    )
    return numba.njit(signature, cache=True, nogil=True, error_model="numpy")(play_block)


def call_block(
    block: Any,
    packed: np.ndarray,
    line_up: LineUp,
    rest: Any,
    *,
    where: Callable[[int], str],
    lanes: int = 1,
) -> int:
    """Call a compiled block on a table of its own.

    Parameters
    ----------
    block : numba dispatcher
        What :func:`compile_block` returned.
    packed : ndarray of RULES, shape (1,)
    line_up : LineUp
    rest : sequence
        The further arguments.
    where : callable
        Names the deal that was being played, for messages; it is given its index.
    lanes : int
        How many tables the block takes.

    Returns
    -------
    int
        The status, neither ``STATUS_BAD_CARD`` nor ``STATUS_BAD_DECLARATION``.

    Raises
    ------
    PlayError
        If a strategy does not compile, plays or declares what it may not, or raises.
    """
    table, seats = lay_tables(packed, line_up.seating, lanes=lanes)
    try:
        status = block(table, seats, *rest)
    except Exception as error:
        seat = _name_seat(line_up, table[0], where(int(seats["index"][0])))
        raise PlayError(f"{seat} raises {type(error).__name__}: {error}") from error
    if status in (STATUS_BAD_CARD, STATUS_BAD_DECLARATION):
        raise _failure(line_up, table[0], seats[0], where(int(seats["index"][0])), status)
    return status


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


def _name_seat(line_up: LineUp, table: Any, where: str) -> str:
    seat = int(table["turn"])
    trick = int(table["trick"]) + 1
    return f"strategy {line_up.names[seat]!r} at seat {SEATS[seat]} ({where}, trick {trick})"


def _failure(line_up: LineUp, table: Any, seats: Any, where: str, status: int) -> PlayError:
    hand = seats["hands"][table["turn"]]
    if status == STATUS_BAD_DECLARATION:
        wanted, allowed = table["on_table"], hand & table["rules"]["declarable"]
        verb = "declares"
    else:
        wanted, verb = table["best"], "plays"
        if table["rules"]["decks"] == 2:
            allowed = legal_parts(table, hand, seats["twice"][table["turn"]])[0]
        else:
            allowed = legal_cards(table, hand)
    cards = " ".join(card_names(wanted)) or "no card"
    if int(wanted) & ~int(DECK):
        cards += f" (mask {int(wanted):#x} has bits that are no card)"
    seat = _name_seat(line_up, table, where)
    return PlayError(f"{seat} {verb} {cards}; legal: {' '.join(card_names(allowed))}")


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
