"""Who plays a world out: the rollout player, and in half of the worlds guests at the others' seats.

Nobody knows how the other seats think. A search that lets all of them think alike finds plays
that only work against that way of thinking. So of every seat that is not on the searching
seat's side a coin decides, world by world, which of two players it is.
"""

# pyright: reportCallIssue=false
# numba supplies an intrinsic's typing context, which type checkers miss
from typing import Any

import numpy as np

from gongzhu_sim.cards.compiling import kernel
from gongzhu_sim.cards.streams import mix
from gongzhu_sim.rules.packed import SIDES_OPPOSITE
from gongzhu_sim.strategies.search.bench import seat_at
from gongzhu_sim.strategies.search.inference import novice_chance

__all__ = ["N_SEATINGS", "draw_guests", "seat_guests"]

N_SEATINGS = 64
"""Ways to seat guests at three places."""

_ONE = np.uint64(1)
_SHARE = 2.0**-32


@kernel
def draw_guests(table: Any, pool: Any, j: Any, word: Any) -> Any:
    """Draw who sits where: two bits for every seat after the one in turn, the next one lowest.

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
        Less than ``N_SEATINGS``. For each seat 0 is the host, 1 the guest, 2 the novice.
    """
    places = np.int64(0)
    for step in range(1, 4):
        if step == 2 and table.rules.sides == SIDES_OPPOSITE:
            continue
        seat = (table.turn + step) & 3
        word = mix(word, np.uint64(step))
        who = np.int64(word & _ONE)
        if j >= 0:
            novice = novice_chance(pool, j, seat)
            if np.float64(word >> np.uint64(32)) * _SHARE < novice:
                who = np.int64(2)
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
        if who == 0:
            seat_at(seats, host, seat)
        elif who == 1:
            seat_at(seats, guest, seat)
        else:
            seat_at(seats, novice, seat)
