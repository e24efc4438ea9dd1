"""Calling players: a strategy's compiled function, by its address or directly.

Any four players enter one compiled block as the addresses of their functions, so a new
line-up compiles nothing. A block made for one strategy has its functions as a constant in
their place, :class:`Players`, and numba builds them in.
"""

# pyright: reportArgumentType=false
import functools
from typing import Any

import numba
import numpy as np
from numba import types
from numba.core import cgutils
from numba.core.errors import NumbaError
from numba.extending import models, overload, register_model, typeof_impl

from gongzhu_sim.cards.bits import instruction
from gongzhu_sim.cards.streams import mix
from gongzhu_sim.engine.table import CHOOSE, TABLE
from gongzhu_sim.errors import PlayError

__all__ = ["Players", "ask", "ask_blind", "call_address", "find_address", "player_signature"]


@functools.cache
def player_signature() -> Any:
    """Return the numba signature of a player's function: (table, uint64, uint64) -> uint64."""
    word = types.uint64
    return word(numba.from_dtype(TABLE), word, word)


@functools.cache
def find_address(name: str, function: Any) -> int:
    """Compile a player's function and return its address, for :func:`call_address`.

    Parameters
    ----------
    name : str
        What to call the player in messages.
    function : numba dispatcher
        It has to stay alive as long as the address is used.

    Returns
    -------
    int

    Raises
    ------
    PlayError
        If it does not compile.
    """
    signature = player_signature()
    try:
        function.compile(signature)
    except (NumbaError, KeyError) as error:  # KeyError: a field the table does not have
        reason = next((line for line in str(error).splitlines()[1:] if line.strip()), str(error))
        raise PlayError(
            f"strategy {name!r}: {function.py_func.__name__}() does not compile to "
            f"(table, uint64, uint64) -> uint64: {reason.strip()}"
        ) from error
    compiled = function.overloads[signature.args]
    return compiled.library.get_pointer_to_function(compiled.fndesc.llvm_func_name)


@instruction
def call_address(typingctx: Any, address: Any, table: Any, hand: Any, legal: Any) -> Any:
    """Call a player's function by its address; what it raises goes on to the caller."""

    def code(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        given = signature.args[1:]
        convention = context.call_conv
        function_type = convention.get_function_type(signature.return_type, given)
        function = builder.inttoptr(args[0], function_type.as_pointer())
        status, result = convention.call_function(
            builder, function, signature.return_type, given, args[1:]
        )
        with cgutils.if_unlikely(builder, status.is_error):
            convention.return_status_propagate(builder, status)
        return result

    return types.uint64(types.uint64, table, types.uint64, types.uint64), code


_known: dict[str, "Players"] = {}


class Players:
    """The functions of four alike players, as a constant that kernels pass on.

    Its type names them, and nothing is passed when the kernel runs: dispatchers as values would
    be addresses of this process, and what holds such addresses is not cached.

    Parameters
    ----------
    choose, declare : numba dispatchers
    pick : numba dispatcher
        What ``choose`` comes to: ``pick(legal, word)`` with the decision's random word. Players
        that have one are blind.
    """

    def __init__(self, choose: Any, declare: Any, pick: Any) -> None:
        self.choose = choose
        self.declare = declare
        self.pick = pick
        function = choose.py_func
        self.name = f"{function.__module__}.{function.__qualname__}"
        _known[self.name] = self


class _PlayersType(types.Dummy):
    def __init__(self, player: str) -> None:
        self.player = player
        super().__init__(f"players({player})")


@typeof_impl.register(Players)
def _typeof_players(players: Players, context: Any) -> _PlayersType:
    return _PlayersType(players.name)


register_model(_PlayersType)(models.OpaqueModel)


def ask(players, role, seats, seat, table, hand, cards):  # type: ignore[no-untyped-def]
    """Call a seat's function from a kernel.

    Parameters
    ----------
    players : None or Players
        None for those at the addresses in ``seats``.
    role : int
        ``CHOOSE`` or ``DECLARE``.
    seats : record of SEATING
    seat : int
    table : record of TABLE
    hand, cards : uint64
        The hand, and what is legal or allowed.

    Returns
    -------
    uint64
    """
    raise NotImplementedError("only kernels call players")


@overload(ask, jit_options={"forceinline": True}, strict=False)
def _overload_ask(players, role, seats, seat, table, hand, cards):  # type: ignore[no-untyped-def]
    if isinstance(players, types.NoneType):

        def by_address(players, role, seats, seat, table, hand, cards):
            return call_address(seats.address[role, seat], table, hand, cards)

        return by_address

    choose, declare = _known[players.player].choose, _known[players.player].declare

    def directly(players, role, seats, seat, table, hand, cards):
        if role == CHOOSE:
            return choose(table, hand, cards)
        return declare(table, hand, cards)

    return directly


def ask_blind(players, key, number, legal):  # type: ignore[no-untyped-def]
    """Let one of the four blind players choose a card, from a kernel.

    Parameters
    ----------
    players : Players
    key : uint64
        The seat's random key.
    number : int
        Number of the decision.
    legal : uint64

    Returns
    -------
    uint64
    """
    raise NotImplementedError("only kernels call players")


@overload(ask_blind, jit_options={"forceinline": True}, strict=False)
def _overload_ask_blind(players, key, number, legal):  # type: ignore[no-untyped-def]
    if isinstance(players, types.NoneType):
        return lambda players, key, number, legal: legal  # any players at all: never called
    pick = _known[players.player].pick
    return lambda players, key, number, legal: pick(legal, mix(key, np.uint64(number)))
