"""Batches: many deals in one compiled call, and many calls over threads.

Every deal is reached from (seed, index) alone and all that is kept of it are whole numbers:
results are the same for any number of threads and any size of batch.
"""

import functools
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numba
import numpy as np
from numba import types
from numba.core.errors import NumbaError

from gongzhu_sim.cards.dealing import check_seed, deal_into
from gongzhu_sim.cards.layout import DECK, SEATS
from gongzhu_sim.cards.streams import PURPOSE_SEAT, stream_key
from gongzhu_sim.cards.text import card_names
from gongzhu_sim.engine.blocks import iterate_blocks
from gongzhu_sim.engine.legality import legal_cards
from gongzhu_sim.engine.play import (
    STATUS_BAD_DECLARATION,
    STATUS_OK,
    begin_deal,
    declare_cards,
    first_leader,
    play_tricks,
)
from gongzhu_sim.engine.table import OUTCOME, OWN, TABLE, new_table
from gongzhu_sim.errors import PlayError
from gongzhu_sim.rules.scoring import score_captures
from gongzhu_sim.rules.settling import settle_raw

__all__ = ["LineUp", "compile_player", "iterate_outcomes", "play_deals", "player_signature"]


@dataclass(frozen=True)
class LineUp:
    """Four players, ready for the kernels.

    Attributes
    ----------
    names : tuple of str
        What to call them in messages, N, W, S, E.
    choosers, declarers : tuple of four numba dispatchers
    choose_own, declare_own : ndarray of OWN, shape (4,)
        Their parameters; keys are filled in deal by deal.
    """

    names: tuple[str, str, str, str]
    choosers: tuple[Any, Any, Any, Any]
    declarers: tuple[Any, Any, Any, Any]
    choose_own: np.ndarray
    declare_own: np.ndarray


def _play_block(
    table_array: Any,
    choosers: Any,
    declarers: Any,
    choose_own: Any,
    declare_own: Any,
    seed: Any,
    first: Any,
    rotation: Any,
    full: Any,
    hands: Any,
    outcomes: Any,
) -> Any:
    """Play ``len(outcomes)`` deals; stop at the first bad status and return it.

    ``outcomes[i].index`` is written before deal i begins, so that whoever catches an
    exception knows which deal it was.
    """
    table = table_array[0]
    rules = table.rules
    dealt = np.empty(4, np.uint64)
    for i in range(outcomes.shape[0]):
        outcome = outcomes[i]
        index = first + np.uint64(i)
        outcome.index = index
        begin_deal(table)
        deal_into(dealt, seed, index)
        for seat in range(4):
            place = (seat + rotation) & 3  # turning the seats turns hands and keys
            key = stream_key(seed, index, PURPOSE_SEAT + np.uint64(seat), np.uint64(0))
            choose_own[place].key = key
            declare_own[place].key = key
            hands[place] = dealt[seat]
            outcome.hands[place] = dealt[seat]
        leader = first_leader(rules, hands, (np.int64(index & np.uint64(3)) + rotation) & 3)
        table.first_leader = leader
        table.leader = leader
        outcome.leader = leader
        status = declare_cards(table, hands, declare_own, declarers)
        if status == STATUS_OK:
            status = play_tricks(table, hands, choose_own, choosers, full)
        if status != STATUS_OK:
            return status
        outcome.declared = table.declared
        outcome.n_plays = table.n_plays
        for k in range(table.n_plays):
            outcome.plays[k] = table.plays[k]
        for seat in range(4):
            outcome.captured[seat] = table.captured[seat]
        score_captures(rules, outcome.captured, outcome.declared, outcome.raw)
        settle_raw(rules, outcome.raw, outcome.settled)
    return STATUS_OK


@functools.cache
def player_signature() -> Any:
    """Return the numba signature of a player's function: (table, uint64, uint64) -> uint64."""
    word = types.uint64
    return word(numba.from_dtype(TABLE), word, word)


@functools.cache
def compile_player(name: str, function: Any) -> None:
    """Compile a player's function, so that what is wrong with it is said in its own name."""
    try:
        function.compile(player_signature())
    except (NumbaError, KeyError) as error:  # KeyError: a field the table does not have
        reason = next((line for line in str(error).splitlines()[1:] if line.strip()), str(error))
        raise PlayError(
            f"strategy {name!r}: {function.py_func.__name__}() does not compile to "
            f"(table, uint64, uint64) -> uint64: {reason.strip()}"
        ) from error


@functools.cache
def _block_kernel() -> Any:
    """Compile the batch kernel for any four players: they enter as first-class functions."""
    table = numba.from_dtype(TABLE)
    word = types.uint64
    player = types.UniTuple(types.FunctionType(player_signature()), 4)
    own = types.Array(numba.from_dtype(OWN), 1, "C")
    signature = types.int64(
        types.Array(table, 1, "C"),
        player,
        player,
        own,
        own,
        word,
        word,
        types.int64,
        types.boolean,
        types.Array(word, 1, "C"),
        types.Array(numba.from_dtype(OUTCOME), 1, "C"),
    )
    return numba.njit(signature, cache=True, nogil=True, error_model="numpy")(_play_block)


def _where(line_up: LineUp, table: Any, seed: int, index: int) -> str:
    seat = int(table["turn"])
    return (
        f"strategy {line_up.names[seat]!r} at seat {SEATS[seat]} (seed {seed}, deal {index}, "
        f"trick {int(table['trick']) + 1})"
    )


def _failure(
    line_up: LineUp, table_array: np.ndarray, hands: np.ndarray, seed: int, index: int, status: int
) -> PlayError:
    table = table_array[0]
    where = _where(line_up, table, seed, index)
    hand = hands[table["turn"]]
    if status == STATUS_BAD_DECLARATION:
        wanted, allowed = table["on_table"], hand & table["rules"]["declarable"]
        verb = "declares"
    else:
        wanted, allowed = table["best"], legal_cards(table, hand)
        verb = "plays"
    cards = " ".join(card_names(wanted)) or "no card"
    if int(wanted) & ~int(DECK):
        cards += f" (mask {int(wanted):#x} has bits that are no card)"
    return PlayError(f"{where} {verb} {cards}; legal: {' '.join(card_names(allowed))}")


def play_deals(
    packed: np.ndarray,
    line_up: LineUp,
    *,
    deals: int,
    seed: int,
    first: int = 0,
    rotation: int = 0,
    full: bool = False,
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

    Returns
    -------
    ndarray of OUTCOME, shape (deals,)

    Raises
    ------
    PlayError
        If a strategy plays or declares what it may not, or raises; the message names the
        strategy, seed, deal, trick and seat.
    """
    block = _block_kernel()
    for name, choose, declare in zip(
        line_up.names, line_up.choosers, line_up.declarers, strict=True
    ):
        compile_player(name, choose)
        compile_player(name, declare)
    table = new_table(packed)
    hands = np.empty(4, np.uint64)
    outcomes = np.zeros(deals, OUTCOME)
    arguments = (
        table,
        line_up.choosers,
        line_up.declarers,
        line_up.choose_own.copy(),
        line_up.declare_own.copy(),
        np.uint64(seed),
        np.uint64(first),
        rotation,
        full,
        hands,
        outcomes,
    )
    try:
        status = block(*arguments)
    except Exception as error:
        index = int(outcomes["index"].max(initial=first))
        where = _where(line_up, table[0], seed, index)
        raise PlayError(f"{where} raises {type(error).__name__}: {error}") from error
    if status != STATUS_OK:
        raise _failure(line_up, table, hands, seed, int(outcomes["index"].max()), status)
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
