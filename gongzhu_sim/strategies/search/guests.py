"""Who plays a world out at the others' seats: nobody knows how they think.

A search that lets all seats think alike finds plays that only work against that way of thinking.
So for every seat that is not on the searching seat's side a coin decides, world by world, between
two players, the host and the guest; and where its plays so far look random, a novice sits there
as often as they do.
"""

# pyright: reportCallIssue=false
# numba supplies an intrinsic's typing context, which type checkers miss
from typing import Any

import numpy as np

from gongzhu_sim.cards.compiling import kernel
from gongzhu_sim.cards.streams import mix
from gongzhu_sim.rules.packed import SIDES_OPPOSITE
from gongzhu_sim.strategies.search.bench import seat_at
from gongzhu_sim.strategies.search.inference import random_chance

__all__ = ["draw_guests", "seat_guests"]

_HOST, _GUEST, _NOVICE = (np.int64(who) for who in range(3))
_ONE = np.uint64(1)
_UPPER = np.uint64(32)
_SHARE = 2.0**-32


@kernel
def draw_guests(table: Any, pool: Any, j: Any, word: Any) -> Any:
    """Draw who sits where in a world.

    Parameters
    ----------
    table : record of TABLE
    pool : record of POOL
    j : int
        Number of the world; -1: it is not pooled.
    word : uint64
        Random bits.

    Returns
    -------
    int
        Less than ``N_SEATINGS``: two bits for each seat after the one in turn, the next one
        lowest; 0 the host, 1 the guest, 2 the novice.
    """
    places = np.int64(0)
    for step in range(1, 4):
        if step == 2 and table.rules.sides == SIDES_OPPOSITE:
            continue
        word = mix(word, np.uint64(step))
        who = _GUEST if word & _ONE != np.uint64(0) else _HOST
        if j >= 0:
            chance = random_chance(pool, j, (table.turn + step) & 3)
            if np.float64(word >> _UPPER) * _SHARE < chance:
                who = _NOVICE
        places |= who << (2 * (step - 1))
    return places


@kernel
def seat_guests(table: Any, seats: Any, host: Any, guest: Any, novice: Any, places: Any) -> None:
    """Seat the players that were drawn at the places of the others.

    Parameters
    ----------
    table : record of TABLE
    seats : record of SEATING
    host, guest, novice : record of PLAYER
    places : int
        As :func:`draw_guests` returns them.
    """
    for step in range(1, 4):
        seat = (table.turn + step) & 3
        who = places >> (2 * (step - 1)) & 3
        if who == _HOST:
            seat_at(seats, host, seat)
        elif who == _GUEST:
            seat_at(seats, guest, seat)
        else:
            seat_at(seats, novice, seat)
