"""Asking a seat: what it sees is put on the table, then its strategy is called."""

from typing import Any

import numpy as np

from gongzhu_sim.cards.bits import count
from gongzhu_sim.cards.compiling import kernel
from gongzhu_sim.cards.layout import GOAT, PIG, TRANSFORMER
from gongzhu_sim.engine.table import N_PARAMS

__all__ = ["declared_factors", "hand_over", "kind_card", "show_declarations"]

_ZERO = np.uint64(0)
_ORDINARY = np.int64(2)
_FIRST_DRAW = np.int64(4)


@kernel(forceinline=True)
def hand_over(table: Any, own: Any, seat: Any, decision: Any) -> None:
    """Rewrite ``table.own`` for the seat that is about to be asked."""
    table.turn = seat
    table.own.key = own.key
    table.own.switches = own.switches
    table.own.decision = decision
    for i in range(N_PARAMS):
        table.own.params[i] = own.params[i]


@kernel
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
def declared_factors(table: Any) -> None:
    """Work out ``table.factor`` and the unions from what the table shows as declared."""
    declared = _ZERO
    twice = _ZERO
    for seat in range(4):
        twice |= table.declared_twice_by[seat] | (declared & table.declared_by[seat])
        declared |= table.declared_by[seat]
    table.declared = declared
    table.declared_twice = twice
    for kind in range(4):
        card = kind_card(table.rules, kind)
        factor = np.int64(1)
        if declared & card != _ZERO:
            for seat in range(4):
                copies = np.int64(table.declared_by[seat] & card != _ZERO)
                copies += np.int64(table.declared_twice_by[seat] & card != _ZERO)
                if copies > 0:
                    first = table.first_declared_by[seat] & card != _ZERO
                    factor *= _FIRST_DRAW if first else _ORDINARY
                    if copies == 2:
                        factor *= _ORDINARY
        table.factor[kind] = factor


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
    declared_factors(table)
