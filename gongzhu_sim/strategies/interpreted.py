"""Strategies in plain Python: for prototypes, slow, and played like any other.

The engine calls compiled functions. Two of them serve all plain strategies: they copy the
table for the interpreter and call the Python function that the last entry of
``table.own.params`` numbers.
"""

import logging
import operator
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from random import Random
from typing import Any

import numba
import numpy as np

from gongzhu_sim.cards.streams import mix
from gongzhu_sim.engine.table import N_PARAMS
from gongzhu_sim.errors import nearest
from gongzhu_sim.strategies.packing import Value, unpack_params

__all__ = [
    "Interpreted",
    "PublicTable",
    "choose_interpreted",
    "declare_interpreted",
    "number_interpreted",
    "warn_of_interpreted",
]

_log = logging.getLogger("gongzhu_sim")
_SLOT = N_PARAMS - 1
_WORD = 1 << 64


class _View:
    """A record as plain Python reads it: whole numbers, tuples of them, and views of records."""

    def __init__(self, record: Any) -> None:
        self.__dict__["_record"] = record

    def __getattr__(self, name: str) -> Any:
        record = self.__dict__["_record"]
        if name not in record.dtype.names:
            raise AttributeError(f"the table has no {name!r}{nearest(name, record.dtype.names)}")
        value = record[name]
        if isinstance(value, np.void):
            return _View(value)
        return tuple(value.tolist()) if isinstance(value, np.ndarray) else value.item()

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"{name!r} cannot be set: a strategy may only read the table")


class PublicTable(_View):
    """The public table for a strategy in plain Python: every field of TABLE is an attribute."""

    def __init__(self, record: Any, player: "Interpreted") -> None:
        super().__init__(record)
        self.__dict__["_player"] = player

    @cached_property
    def params(self) -> dict[str, Value]:
        """The player's parameters by name."""
        player = self.__dict__["_player"]
        return unpack_params(self.__dict__["_record"]["own"], player.params, player.choices)

    @cached_property
    def random(self) -> Random:
        """Random numbers of this decision, which follow from the seat's key."""
        own = self.__dict__["_record"]["own"]
        return Random(int(mix(own["key"], np.uint64(own["decision"]))))


def _declare_nothing(table: Any, hand: int, allowed: int) -> int:
    return 0


@dataclass
class Interpreted:
    """The Python functions of a strategy.

    Attributes
    ----------
    name : str
    params, choices : mapping
        As those of the strategy.
    choose, declare : callable
    warned : bool
        Whether its slowness has been told.
    """

    name: str
    params: Mapping[str, Value]
    choices: Mapping[str, tuple[str, ...]]
    choose: Callable[[Any, int, int], int]
    declare: Callable[[Any, int, int], int] = _declare_nothing
    warned: bool = False


_known: list[Interpreted] = []  # kernels know a strategy by its place here


def number_interpreted(player: Interpreted, n_numbers: int) -> tuple[int, ...]:
    """Return the further entries of ``table.own.params`` by which the kernels know a strategy.

    Parameters
    ----------
    player : Interpreted
    n_numbers : int
        How many of its parameters are entries: one fewer than there are at most.
    """
    _known.append(player)
    return (*(0 for _ in range(_SLOT - n_numbers)), len(_known) - 1)


def warn_of_interpreted(player: Interpreted) -> None:
    """Log once that a strategy about to be played is slow."""
    if not player.warned:
        player.warned = True
        _log.warning(
            f"strategy {player.name!r} is plain Python, hundreds of times slower than a compiled "
            "one, and on one core"
        )


def _ask(table: Any, hand: int, cards: int, declaring: bool) -> int:
    """Call the Python function of the seat in turn."""
    player = _known[int(table["own"]["params"][_SLOT])]
    function = player.declare if declaring else player.choose
    answer = function(PublicTable(table, player), hand, cards)
    try:
        mask = operator.index(answer)
    except TypeError:
        mask = -1
    if isinstance(answer, bool) or not 0 <= mask < _WORD:
        raise TypeError(f"{function.__name__}() returned {answer!r}, which is no mask of cards")
    return mask


# No nogil: the code holds the interpreter's lock anyway, and numba would warn. Numba cannot cache
# what calls the interpreter.
@numba.njit(error_model="numpy")
def choose_interpreted(table: Any, hand: Any, legal: Any) -> Any:
    """Ask a strategy in plain Python for its card."""
    with numba.objmode(card="uint64"):  # pyright: ignore[reportCallIssue]
        card = _ask(table, hand, legal, False)
    return card


@numba.njit(error_model="numpy")
def declare_interpreted(table: Any, hand: Any, allowed: Any) -> Any:
    """Ask a strategy in plain Python what it declares."""
    with numba.objmode(cards="uint64"):  # pyright: ignore[reportCallIssue]
        cards = _ask(table, hand, allowed, True)
    return cards
