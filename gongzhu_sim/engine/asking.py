"""Asking a seat: what it sees is put on the table, then its strategy is called."""

from typing import Any

import numpy as np

from gongzhu_sim.cards.bits import count
from gongzhu_sim.cards.compiling import inner_kernel, kernel
from gongzhu_sim.cards.layout import GOAT, PIG, TRANSFORMER
from gongzhu_sim.engine.table import N_PARAMS
from gongzhu_sim.rules.scoring import find_factors

__all__ = [
    "hand_over",
    "hand_over_own",
    "kind_card",
    "show_declarations",
]

_ZERO = np.uint64(0)


@inner_kernel(forceinline=True)
def _hand_over_params(table: Any, own: Any) -> None:
    table.own.switches = own.switches
    for i in range(N_PARAMS):
        table.own.params[i] = own.params[i]


@inner_kernel(forceinline=True)
def hand_over(table: Any, seats: Any, role: Any, seat: Any, decision: Any) -> None:
    """Rewrite ``table.own`` for the seat that is about to be asked."""
    if seats.alike == 0:
        _hand_over_params(table, seats.own[role, seat])
    table.turn = seat
    table.own.key = seats.key[seat]
    table.own.decision = decision


@kernel(forceinline=True)
def hand_over_own(table: Any, own: Any, key: Any, seat: Any, decision: Any) -> None:
    """Rewrite ``table.own`` from a record of OWN that belongs to no seating."""
    _hand_over_params(table, own)
    table.turn = seat
    table.own.key = key
    table.own.decision = decision


@inner_kernel
def kind_card(rules: Any, kind: Any) -> Any:
    """Return the card of a kind: 0 pig, 1 goat, 2 transformer, 3 marker."""
    if kind == 0:
        return PIG
    if kind == 1:
        return GOAT
    if kind == 2:
        return TRANSFORMER
    return rules.marker


@kernel
def show_declarations(table: Any, deal: Any, seat: Any, everything: Any) -> None:
    """Put on the table the declarations that a seat sees.

    Parameters
    ----------
    table : record of TABLE
    deal : record of OUTCOME
        What really stands declared.
    seat : int
        Who looks.
    everything : bool
        Whether the others' declarations are seen. Of hidden ones only the number is, until
        the card is played.
    """
    rules = table.rules
    if everything and rules.decks == 1 and rules.first_draw == 0:
        for other in range(4):
            declared = deal.declared_by[other]
            table.declared_by[other] = declared
            table.n_declared_by[other] = np.int64(count(declared))
        find_factors(rules, table)
        return
    for other in range(4):
        declared = deal.declared_by[other]
        twice = deal.declared_twice_by[other]
        table.n_declared_by[other] = np.int64(count(declared)) + np.int64(count(twice))
        if not everything and other != seat:
            declared = table.revealed_by[other]
            twice = table.revealed_twice_by[other]
        table.declared_by[other] = declared
        table.declared_twice_by[other] = twice
        table.first_declared_by[other] = deal.first_declared_by[other] & declared
    find_factors(rules, table)
