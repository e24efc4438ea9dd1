"""Four players, ready for the kernels, and kernels that play blocks of deals for any four."""

import functools
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numba
import numpy as np
from numba import types

from gongzhu_sim.cards.layout import DECK, SEATS
from gongzhu_sim.cards.text import card_names
from gongzhu_sim.engine.calling import find_address
from gongzhu_sim.engine.deal import STATUS_BAD_CARD, STATUS_BAD_DECLARATION
from gongzhu_sim.engine.legality import legal_cards, legal_parts
from gongzhu_sim.engine.table import CHOOSE, DECLARE, SEATING, TABLE, lay_tables
from gongzhu_sim.errors import PlayError

__all__ = ["LineUp", "call_block", "compile_block"]


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
