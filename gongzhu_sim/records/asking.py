"""Asking one player for one decision, just as the engine would ask it in a simulation."""

from typing import Any

import numpy as np

from gongzhu_sim.cards.layout import SEATS
from gongzhu_sim.cards.streams import PURPOSE_SEAT, stream_key
from gongzhu_sim.engine.legality import legal_cards, legal_parts
from gongzhu_sim.engine.line_up import LineUp
from gongzhu_sim.engine.table import DECLARE_DECISION
from gongzhu_sim.errors import PlayError
from gongzhu_sim.records.forms import list_names

__all__ = ["ask_declaration", "ask_first_draw", "ask_play"]

_FIRST_DRAW_DECISION = DECLARE_DECISION - 1


def ask_play(
    line_up: LineUp,
    table: np.ndarray,
    hand: np.uint64,
    twice: np.uint64,
    *,
    seed: int,
    index: int,
) -> int:
    """Return what the player at the seat in turn plays.

    Parameters
    ----------
    line_up : LineUp
    table : ndarray of TABLE, shape (1,)
        As the play stands, shown to the seat in turn.
    hand, twice : uint64
        What the seat holds at least once, and twice.
    seed, index : int
        Where its random numbers come from.

    Returns
    -------
    int
        A pile (see :mod:`gongzhu_sim.records.forms`) of one card, or of two. With two decks
        they are chosen one after the other; a player that has no choice is not asked.

    Raises
    ------
    PlayError
        If it chooses no legal card, or raises.
    """
    where = (line_up, table, hand, twice)
    if table["rules"]["decks"][0] == 1:
        legal = legal_cards(table[0], hand)
        decision = int(table["trick"][0])
        return _choose(*where, legal, 0, decision, seed=seed, index=index)
    first = _choose_part(*where, 0, seed=seed, index=index)
    if table["position"][0] == 0:
        asks_again = int(table["own"]["legal_twice"][0]) & first  # lead the pair?
    else:
        asks_again = table["width"][0] == 2
    if not asks_again:
        return first
    second = _choose_part(*where, first, seed=seed, index=index)
    return first | second if first != second else first | first << 64


def _choose_part(
    line_up: LineUp,
    table: np.ndarray,
    hand: np.uint64,
    twice: np.uint64,
    first: int,
    *,
    seed: int,
    index: int,
) -> int:
    """Ask for the first card of a play, or for the second; 0 leads the first alone."""
    part = int(first != 0)
    table["part"], table["first_part"] = part, first
    legal, legal_twice = legal_parts(table[0], hand, twice)
    decision = 2 * int(table["trick"][0]) + part
    return _choose(
        line_up, table, hand, twice, legal, legal_twice, decision, seed=seed, index=index
    )


def _choose(
    line_up: LineUp,
    table: np.ndarray,
    hand: np.uint64,
    twice: np.uint64,
    legal: int,
    legal_twice: int,
    decision: int,
    *,
    seed: int,
    index: int,
) -> int:
    seat = int(table["turn"][0])
    _hand_over(table, line_up.choose_own[seat], seat, seed, index, decision)
    table["own"]["hand_twice"] = twice
    table["own"]["legal_twice"] = legal_twice
    leads_twin = table["part"][0] == 1 and table["position"][0] == 0
    if legal.bit_count() == 1 and not leads_twin:
        return legal
    card = _call(line_up, line_up.choosers[seat], seat, table, hand, legal)
    if card == 0 and leads_twin:
        return 0
    if card.bit_count() != 1 or not card & legal:
        raise _refuse(line_up, seat, "plays", card, "legal", legal)
    return card


def ask_first_draw(
    line_up: LineUp, seat: int, table: np.ndarray, card: np.uint64, *, seed: int, index: int
) -> bool:
    """Say whether the player at a seat declares the first card it draws.

    Parameters
    ----------
    line_up : LineUp
    seat : int
    table : ndarray of TABLE, shape (1,)
        Before any declaration.
    card : uint64
        All it knows of its hand.
    seed, index : int
        Where its random numbers come from.

    Raises
    ------
    PlayError
        If it declares anything else, or raises.
    """
    _hand_over(table, line_up.declare_own[seat], seat, seed, index, _FIRST_DRAW_DECISION)
    return _declare(line_up, seat, table, card, int(card)) != 0


def ask_declaration(
    line_up: LineUp,
    table: np.ndarray,
    deal: np.ndarray,
    *,
    seat: int,
    decision: int,
    seed: int,
    index: int,
) -> int:
    """Return the cards that the player at a seat declares.

    Parameters
    ----------
    line_up : LineUp
    table : ndarray of TABLE, shape (1,)
        Before the first lead, with the declarations that the seat sees.
    deal : ndarray of OUTCOME, shape (1,)
        The hands, and what the seat has declared so far.
    seat : int
    decision : int
        The number of the decision to declare, from 0.
    seed, index : int
        Where its random numbers come from.

    Returns
    -------
    int
        A pile (see :mod:`gongzhu_sim.records.forms`).

    Raises
    ------
    PlayError
        If it declares what it may not, or raises.
    """
    declarable = int(table["rules"]["declarable"][0])
    hand, twice = int(deal["hands"][0, seat]), int(deal["hands_twice"][0, seat])
    once, both = int(deal["declared_by"][0, seat]), int(deal["declared_twice_by"][0, seat])
    left = ((hand & ~once) | (twice & ~both)) & declarable
    left_twice = twice & ~once & declarable
    if not left:
        return 0
    decision += DECLARE_DECISION
    _hand_over(table, line_up.declare_own[seat], seat, seed, index, decision)
    table["own"]["hand_twice"] = twice
    table["own"]["legal_twice"] = left_twice
    held = np.uint64(hand)
    chosen = _declare(line_up, seat, table, held, left)
    again = chosen & left_twice
    if not again:
        return chosen
    table["part"], table["first_part"] = 1, chosen
    table["own"]["legal_twice"] = 0
    second = _declare(line_up, seat, table, held, again)
    table["part"] = 0
    return chosen | second << 64


def _declare(line_up: LineUp, seat: int, table: np.ndarray, hand: np.uint64, allowed: int) -> int:
    chosen = _call(line_up, line_up.declarers[seat], seat, table, hand, allowed)
    if chosen & ~allowed:
        raise _refuse(line_up, seat, "declares", chosen, "allowed", allowed)
    return chosen


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
    line_up: LineUp, function: Any, seat: int, table: np.ndarray, hand: np.uint64, cards: int
) -> int:
    try:
        return int(function(table[0], hand, np.uint64(cards)))
    except Exception as error:
        who = f"strategy {line_up.names[seat]!r} at seat {SEATS[seat]}"
        raise PlayError(f"{who} raises {type(error).__name__}: {error}") from error


def _refuse(
    line_up: LineUp, seat: int, verb: str, cards: int, kind: str, allowed: int
) -> PlayError:
    return PlayError(
        f"strategy {line_up.names[seat]!r} at seat {SEATS[seat]} {verb} "
        f"{' '.join(list_names(cards)) or 'no card'}; {kind}: {' '.join(list_names(allowed))}"
    )
