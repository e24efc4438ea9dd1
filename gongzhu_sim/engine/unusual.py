"""What only some rules need while a deal is played: the wrong colour, hidden cards, the sides."""

from typing import Any

import numpy as np

from gongzhu_sim.cards.compiling import inner_kernel
from gongzhu_sim.cards.layout import BLACK, GOAT, PIG, RED
from gongzhu_sim.engine.asking import show_declarations

__all__ = ["note_holders", "note_play", "prepare_turn", "reveal"]

_ZERO = np.uint64(0)


@inner_kernel
def _note_colour(table: Any, seat: Any, hand: Any, card: Any) -> None:
    """Note the first seat that discards the other colour while it holds the right one.

    ``hand`` still has the card. The first such seat takes the scoring cards of the trick (a
    house reading where there are several).
    """
    right = RED if table.led & RED != _ZERO else BLACK
    if table.offender < 0 and card & right == _ZERO and hand & right != _ZERO:
        table.offender = seat


@inner_kernel
def note_holders(table: Any) -> None:
    """Sides that the cards decide are known once the pig and the goat have both been played."""
    for seat in range(4):
        if table.played_by[seat] & PIG != _ZERO:
            table.pig_holder = seat
        if table.played_by[seat] & GOAT != _ZERO:
            table.goat_holder = seat
    if table.pig_holder >= 0 and table.goat_holder >= 0:
        table.sides = (1 << table.pig_holder) | (1 << table.goat_holder)


@inner_kernel
def reveal(table: Any, deal: Any, seat: Any, card: Any, was_last: Any) -> None:
    """Reveal a hidden declaration as its card is played.

    ``was_last`` says that the seat holds no other copy: the undeclared one goes first.
    """
    if deal.declared_by[seat] & card != _ZERO:
        if was_last or deal.declared_twice_by[seat] & card != _ZERO:
            table.revealed_by[seat] |= card
        if was_last and deal.declared_twice_by[seat] & card != _ZERO:
            table.revealed_twice_by[seat] |= card


@inner_kernel
def prepare_turn(table: Any, deal: Any, seat: Any) -> None:
    """Show a seat what it alone sees: its own hidden declarations."""
    if table.rules.hidden != 0:
        show_declarations(table, deal, seat, False)


@inner_kernel
def note_play(table: Any, deal: Any, seat: Any, hand: Any, card: Any) -> None:
    """Note what only some rules of one deck need: a wrong colour, a hidden declaration.

    ``hand`` still has the card.
    """
    if table.rules.discard_colour != 0:
        _note_colour(table, seat, hand, card)
    if table.rules.hidden != 0:
        reveal(table, deal, seat, card, True)
