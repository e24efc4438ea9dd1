"""A table cleared for a new deal."""

from typing import Any

import numpy as np

from gongzhu_sim.cards.compiling import inner_kernel, kernel
from gongzhu_sim.rules.packed import SIDES_OPPOSITE

__all__ = ["begin_deal", "clear_table"]

_ZERO = np.uint64(0)
_NOBODY = np.int64(-1)
_NORTH_SOUTH = np.int64(0b0101)
_CARDS = 52  # of one deck


@inner_kernel(forceinline=True)
def clear_table(table: Any) -> None:
    """Clear what is read of a table that is never shown: declarations and captures."""
    table.declared = _ZERO
    table.n_declared = 0
    table.pig_taker = _NOBODY
    for seat in range(4):
        table.declared_by[seat] = _ZERO
        table.n_declared_by[seat] = 0
        table.factor[seat] = 1
        table.highest[seat] = 1
        table.captured[seat] = _ZERO


@kernel
def begin_deal(table: Any) -> None:
    """Clear the table for a new deal; the rules and the match score stay."""
    clear_table(table)
    table.seen = _ZERO
    table.seen_twice = _ZERO
    table.opened = _ZERO
    table.led = _ZERO
    table.on_table = _ZERO
    table.on_table_twice = _ZERO
    table.best = _ZERO
    table.best_strength = 0
    table.offender = _NOBODY
    table.trick = 0
    table.position = 0
    table.width = 1
    table.part = 0
    table.first_part = _ZERO
    table.pig_holder = _NOBODY
    table.goat_holder = _NOBODY
    table.sides = _NORTH_SOUTH if table.rules.sides == SIDES_OPPOSITE else 0
    table.n_plays = 0
    table.own.hand_twice = _ZERO
    table.own.legal_twice = _ZERO
    for seat in range(4):
        table.voids[seat] = _ZERO
        table.played_by[seat] = _ZERO
    for k in range(_CARDS):
        table.plays[k] = np.uint8(0)
    rules = table.rules
    if rules.decks == 2 or rules.first_draw != 0 or rules.hidden != 0:  # else never touched
        for seat in range(4):
            table.declared_twice_by[seat] = _ZERO
            table.first_declared_by[seat] = _ZERO
            table.revealed_by[seat] = _ZERO
            table.revealed_twice_by[seat] = _ZERO
            table.captured_twice[seat] = _ZERO
            table.own_captured[seat] = _ZERO
            table.own_captured_twice[seat] = _ZERO
