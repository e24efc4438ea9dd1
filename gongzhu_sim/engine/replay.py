"""Plays that are known, one at a time: for records, for step-by-step play and for tests."""

from typing import Any

import numpy as np

from gongzhu_sim.cards.bits import highest_index, lowest_index
from gongzhu_sim.cards.compiling import inner_kernel, kernel
from gongzhu_sim.cards.layout import SPADES
from gongzhu_sim.engine.asking import show_declarations
from gongzhu_sim.engine.clearing import begin_deal
from gongzhu_sim.engine.deal import find_sides
from gongzhu_sim.engine.double import finish_double_trick, make_play
from gongzhu_sim.engine.legality import legal_cards, legal_parts
from gongzhu_sim.engine.play import finish_trick, play_card
from gongzhu_sim.engine.unusual import note_play

__all__ = ["is_legal_play", "lay_table", "list_legal_plays", "put_play"]

_ZERO = np.uint64(0)
_ONE = np.uint64(1)
_LANE_START = np.uint64(48)


@kernel
def lay_table(table: Any, deal: Any, hands: Any, twice: Any) -> None:
    """Lay a table for a deal whose hands, declarations and first leader are known.

    Parameters
    ----------
    table : record of TABLE
    deal : record of OUTCOME
        ``hands``, ``hands_twice``, ``declared_by``, ``declared_twice_by``,
        ``first_declared_by`` and ``leader`` are read, ``sides`` is written.
    hands, twice : uint64[4]
        Receive the cards still held.
    """
    begin_deal(table)
    for seat in range(4):
        hands[seat] = deal.hands[seat]
        twice[seat] = deal.hands_twice[seat]
    deal.sides = find_sides(table.rules, hands)
    table.first_leader = deal.leader
    table.leader = deal.leader
    turn_to(table, deal)


@inner_kernel
def turn_to(table: Any, deal: Any) -> None:
    """Show the table as the seat in turn sees it."""
    table.turn = (table.leader + table.position) & 3
    show_declarations(table, deal, table.turn, table.rules.hidden == 0)


@inner_kernel
def _is_choice(table: Any, hand: Any, pairs: Any, first: Any, second: Any) -> Any:
    table.part = 0
    legal, legal_twice = legal_parts(table, hand, pairs)
    fits = first & legal != _ZERO
    if fits and second != _ZERO:
        if table.led == _ZERO:
            fits = second == first and legal_twice & first != _ZERO
        else:
            table.part = 1
            table.first_part = first
            legal, _ = legal_parts(table, hand, pairs)
            fits = second & legal != _ZERO
            table.part = 0
    return fits


@kernel
def is_legal_play(table: Any, hands: Any, twice: Any, first: Any, second: Any) -> Any:
    """Say whether the seat in turn may play a card, or two in either order.

    Parameters
    ----------
    table : record of TABLE
    hands, twice : uint64[4]
    first, second : uint64
        One card each; ``second`` is 0 for a single.

    Returns
    -------
    bool
    """
    hand = hands[table.turn]
    if table.rules.decks == 1:
        return second == _ZERO and first & legal_cards(table, hand) != _ZERO
    pairs = twice[table.turn]
    if table.led != _ZERO and (second != _ZERO) != (table.width == 2):
        return False
    if _is_choice(table, hand, pairs, first, second):
        return True
    return second != _ZERO and _is_choice(table, hand, pairs, second, first)


@inner_kernel
def _first_card(cards: Any) -> Any:
    """Return the first of some cards: of the lowest suit the highest."""
    suit = cards & (SPADES << (lowest_index(cards) & _LANE_START))
    return _ONE << highest_index(suit)


@inner_kernel
def list_legal_plays(table: Any, hands: Any, twice: Any, first: Any, second: Any) -> Any:
    """Write every legal play of the seat in turn, each once.

    They come in canonical order: card by card, a shorter play first, and so do the two cards
    of a play.

    Parameters
    ----------
    table : record of TABLE
    hands, twice : uint64[4]
    first, second : uint64[n]
        Receive the plays; 400 are enough.

    Returns
    -------
    int
        How many there are.
    """
    hand = hands[table.turn]
    n = 0
    if table.rules.decks == 1:
        legal = legal_cards(table, hand)
        while legal != _ZERO:
            card = _first_card(legal)
            legal ^= card
            first[n] = card
            second[n] = _ZERO
            n += 1
        return n
    one = hand
    while one != _ZERO:
        a = _first_card(one)
        one ^= a
        if is_legal_play(table, hands, twice, a, _ZERO):
            first[n] = a
            second[n] = _ZERO
            n += 1
        other = one | (twice[table.turn] & a)
        while other != _ZERO:
            b = _first_card(other)
            other ^= b
            if is_legal_play(table, hands, twice, a, b):
                first[n] = a
                second[n] = b
                n += 1
    return n


@kernel
def put_play(table: Any, deal: Any, hands: Any, twice: Any, first: Any, second: Any) -> None:
    """Make a legal play for the seat in turn; the fourth of a trick ends it.

    Parameters are those of :func:`is_legal_play`, with the deal of :func:`lay_table`.
    """
    seat = table.turn
    hidden = table.rules.hidden != 0
    hand = hands[seat]
    if table.rules.decks == 1:
        hands[seat] = hand & ~first
        play_card(table, seat, first)
        note_play(table, deal, seat, hand, first)
        if table.position == 4:
            finish_trick(table)
    else:
        hands[seat], twice[seat] = make_play(table, deal, seat, hand, twice[seat], first, second)
        if table.position == 4:
            finish_double_trick(table)
    if hidden:
        turn_to(table, deal)
    else:  # everybody has seen everything since the table was laid
        table.turn = (table.leader + table.position) & 3
