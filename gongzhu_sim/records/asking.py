"""Asking one player for one decision, just as the engine would ask it in a simulation."""

from typing import Any

import numpy as np

from gongzhu_sim.cards.layout import SEATS
from gongzhu_sim.cards.streams import PURPOSE_SEAT, stream_key
from gongzhu_sim.engine.batch import LineUp
from gongzhu_sim.engine.table import DECLARE_DECISION
from gongzhu_sim.errors import PlayError
from gongzhu_sim.records.forms import list_names

__all__ = ["ask_card", "ask_declaration"]


def ask_card(
    line_up: LineUp,
    seat: int,
    table: np.ndarray,
    hand: np.uint64,
    legal: np.uint64,
    *,
    seed: int,
    index: int,
) -> str:
    """Return the card that the player at a seat chooses.

    Parameters
    ----------
    line_up : LineUp
    seat : int
        The seat in turn.
    table : ndarray of TABLE, shape (1,)
        As the play stands.
    hand, legal : uint64
        What the seat holds, and what of it may be played: at least two cards.
    seed, index : int
        Where its random numbers come from.

    Returns
    -------
    str

    Raises
    ------
    PlayError
        If it chooses no legal card, or raises.
    """
    decision = int(table["trick"][0])
    _hand_over(table, line_up.choose_own[seat], seat, seed, index, decision)
    card = _call(line_up, line_up.choosers[seat], seat, table, hand, legal)
    if card.bit_count() != 1 or not card & int(legal):
        raise _refuse(line_up, seat, "plays", card, "legal", legal)
    return list_names(card)[0]


def ask_declaration(
    line_up: LineUp, seat: int, table: np.ndarray, hand: np.uint64, *, seed: int, index: int
) -> list[str]:
    """Return the cards that the player at a seat declares.

    Parameters
    ----------
    line_up : LineUp
    seat : int
    table : ndarray of TABLE, shape (1,)
        Before any declaration.
    hand : uint64
        The seat's thirteen cards.
    seed, index : int
        Where its random numbers come from.

    Returns
    -------
    list of str
        In canonical order.

    Raises
    ------
    PlayError
        If it declares what it may not, or raises.
    """
    allowed = hand & table["rules"]["declarable"][0]
    if not allowed:
        return []
    _hand_over(table, line_up.declare_own[seat], seat, seed, index, DECLARE_DECISION)
    chosen = _call(line_up, line_up.declarers[seat], seat, table, hand, allowed)
    if chosen & ~int(allowed):
        raise _refuse(line_up, seat, "declares", chosen, "allowed", allowed)
    return list_names(chosen)


def _hand_over(
    table: np.ndarray, own: np.void, seat: int, seed: int, index: int, decision: int
) -> None:
    """Write what is private to the seat that is asked, as the engine does before it asks."""
    purpose = PURPOSE_SEAT + np.uint64(seat)
    table["turn"] = seat
    table["own"] = own
    table["own"]["key"] = stream_key(np.uint64(seed), np.uint64(index), purpose, np.uint64(0))
    table["own"]["decision"] = decision


def _call(
    line_up: LineUp, function: Any, seat: int, table: np.ndarray, hand: np.uint64, cards: np.uint64
) -> int:
    try:
        return int(function(table[0], hand, cards))
    except Exception as error:
        who = f"strategy {line_up.names[seat]!r} at seat {SEATS[seat]}"
        raise PlayError(f"{who} raises {type(error).__name__}: {error}") from error


def _refuse(
    line_up: LineUp, seat: int, verb: str, cards: int, kind: str, allowed: np.uint64
) -> PlayError:
    return PlayError(
        f"strategy {line_up.names[seat]!r} at seat {SEATS[seat]} {verb} "
        f"{' '.join(list_names(cards)) or 'no card'}; {kind}: {' '.join(list_names(int(allowed)))}"
    )
