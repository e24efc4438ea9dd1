"""The rules of play that a rule bot can switch off, as bits of ``table.own.switches``."""

from typing import Any, NamedTuple

import numpy as np

from gongzhu_sim.cards.compiling import inner_kernel

__all__ = ["ALL_ON", "PLAY_RULES", "Switches", "read_switches", "switch"]

_ONE = np.uint64(1)


class Switches(NamedTuple):
    """The rules of play as 0 or 1, in the order of their bits.

    What each is stands in :mod:`gongzhu_sim.strategies.players.folk`.
    """

    duck: Any
    foresee: Any
    shed_pig: Any
    shed_honours: Any
    guards: Any
    flush: Any
    goat: Any
    throw: Any
    transformer: Any
    run: Any
    break_run: Any
    short: Any
    minds_declared: Any
    pairs: Any


PLAY_RULES: tuple[str, ...] = Switches._fields
"""Names of the switches; a bot's first boolean parameters are these."""

ALL_ON = Switches(*[np.int64(1)] * len(PLAY_RULES))
"""Every rule of play switched on."""


@inner_kernel(forceinline=True)
def switch(switches: Any, i: Any) -> Any:
    """Return switch ``i`` as 0 or 1."""
    return np.int64((switches >> np.uint64(i)) & _ONE)


@inner_kernel(forceinline=True)
def read_switches(table: Any) -> Any:
    """Return the switches of the seat that is asked."""
    on = table.own.switches
    return Switches(
        switch(on, 0),
        switch(on, 1),
        switch(on, 2),
        switch(on, 3),
        switch(on, 4),
        switch(on, 5),
        switch(on, 6),
        switch(on, 7),
        switch(on, 8),
        switch(on, 9),
        switch(on, 10),
        switch(on, 11),
        switch(on, 12),
        switch(on, 13),
    )
