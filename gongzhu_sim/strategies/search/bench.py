"""Working space of a search, in records: the settings, what is known, one world played out.

Everything a search needs lies in one record on one array, because numba counts references to
every array that a kernel passes on. A search allocates it anew for every decision: nothing is
kept from one to the next.
"""

# pyright: reportArgumentType=false
from typing import Any

import numba
import numpy as np
from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic

from gongzhu_sim.cards.compiling import kernel
from gongzhu_sim.engine.table import CHOOSE, DECLARE, N_PARAMS, OUTCOME, SEATING, TABLE
from gongzhu_sim.strategies.line_up import PLAYER

__all__ = [
    "BENCH",
    "MOST_CANDIDATES",
    "SEARCH",
    "copy_front",
    "read_settings",
    "seat_at",
    "seat_player",
    "view_player",
]

MOST_CANDIDATES = 32
"""A hand of two decks has 26 cards: so many singles and pairs can be led at most."""

SEARCH = np.dtype(
    [
        ("worlds", np.int64),  # worlds played out for every candidate
        ("player", np.uint64),  # address of the PLAYER record of the rollouts
        ("objective", np.int64),  # one of gongzhu_sim.strategies.search.objectives
        ("lose_at", np.int64),  # a match ends where a total is so low; for the chance of the pig
        ("merge", np.int64),  # 1: of equivalent cards one is played out
    ],
    align=True,
)
"""Settings of a search."""

BENCH = np.dtype(
    [
        ("search", SEARCH),
        # what the seat knows of the others' hands (see `knowledge`)
        ("played", np.uint64, 4),  # cards each seat has played
        ("played_twice", np.uint64, 4),
        ("known", np.uint64, 4),  # cards known to lie with a seat
        ("known_twice", np.uint64, 4),
        ("forbidden", np.uint64, 4),  # cards a seat cannot hold
        ("unpaired", np.uint64, 4),  # two decks: suits of which a seat holds no card twice
        ("locked", np.uint64, 4),  # two decks: declared cards played in their suit's first trick
        ("lies", np.uint64, 4),  # room for a trick's cards by seat
        ("need", np.int64, 4),  # hidden cards a seat holds
        ("hidden", np.uint64),  # cards whose place is not known
        ("hidden_twice", np.uint64),
        ("n_secret", np.int64),  # hidden declarations that have not been played
        ("secret", np.int64, 4),  # the same by seat
        ("n_moved", np.int64),  # how many of them are drawn
        ("moved", np.uint64, 8),  # which cards they are in this world
        ("moved_to", np.int64, 8),
        ("hands", np.uint64, 4),  # the world: the cards each seat holds
        ("twice", np.uint64, 4),
        # declaring: what stood declared when the world was dealt, and what else the others declare
        ("stood", np.uint64, 4),
        ("stood_twice", np.uint64, 4),
        ("said", np.uint64, 4),
        ("said_twice", np.uint64, 4),
        # the plays to choose from
        ("n", np.int64),
        ("first", np.uint64, MOST_CANDIDATES),
        ("second", np.uint64, MOST_CANDIDATES),
        ("total", np.int64, MOST_CANDIDATES),  # worth, added up over the worlds
        # one rollout
        ("table", TABLE),
        ("deal", OUTCOME),
        ("seats", SEATING),
    ],
    align=True,
)
"""Working space of one decision."""

_CHANGING = TABLE.fields["plays"][1]  # type: ignore[index]
_PLAYER = numba.from_dtype(PLAYER)


@intrinsic
def copy_front(typingctx: Any, target: Any, source: Any) -> Any:
    """Copy that part of a table which play changes, all but the list of plays.

    The list needs no copy: what lies there from ``n_plays`` on holds nothing.
    """

    def code(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        size = ir.Constant(ir.IntType(64), _CHANGING)
        to, of = (builder.bitcast(arg, cgutils.voidptr_t) for arg in args)
        cgutils.raw_memcpy(builder, to, of, size, 1, align=8)
        return context.get_dummy_value()

    return types.none(target, source), code


@intrinsic
def view_player(typingctx: Any, address: Any) -> Any:
    """Return the record of PLAYER at an address that a parameter holds."""

    def code(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.inttoptr(args[0], context.get_value_type(_PLAYER))

    return _PLAYER(types.uint64), code


@kernel
def read_settings(table: Any, search: Any) -> None:
    """Write a search's settings from the first four parameters of `pimc` and `expert`."""
    params = table.own.params
    search.worlds = params[0]
    search.player = np.uint64(params[1])
    search.objective = params[2]
    search.lose_at = params[3]
    search.merge = 1


@kernel
def seat_player(seats: Any, player: Any) -> None:
    """Seat one player (a record of PLAYER) at all four places."""
    seats.alike = 0  # the table they see is copied from the searching seat's, its own record too
    seats.is_quick = np.uint64(0)
    for seat in range(4):
        seat_at(seats, player, seat)


@kernel
def seat_at(seats: Any, player: Any, seat: Any) -> None:
    """Seat a player (a record of PLAYER) at one place."""
    seats.address[CHOOSE, seat] = player.choose
    seats.address[DECLARE, seat] = player.declare
    for role in range(2):
        own = seats.own[role, seat]
        own.switches = player.own.switches
        for i in range(N_PARAMS):
            own.params[i] = player.own.params[i]
