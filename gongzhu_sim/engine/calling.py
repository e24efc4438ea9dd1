"""Calling players: a strategy's compiled function, by its address or directly.

Any four players enter one compiled block as the addresses of their functions, so a new
line-up compiles nothing. A block made for one strategy has its functions as constants in
their place, and numba builds them in.
"""

# pyright: reportArgumentType=false
import functools
from typing import Any

import numba
from numba import types
from numba.core import cgutils
from numba.core.errors import NumbaError
from numba.extending import overload

from gongzhu_sim.cards.bits import instruction
from gongzhu_sim.engine.table import CHOOSE, TABLE
from gongzhu_sim.errors import PlayError

__all__ = ["ask", "call_address", "find_address", "player_signature"]


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


def ask(players, role, seats, seat, table, hand, cards):  # type: ignore[no-untyped-def]
    """Call a seat's function from a kernel.

    Parameters
    ----------
    players : None or tuple of two numba dispatchers
        The ``choose`` and the ``declare`` of all four seats; None for those at the addresses
        in ``seats``.
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

    def directly(players, role, seats, seat, table, hand, cards):
        choose, declare = players
        if role == CHOOSE:
            return choose(table, hand, cards)
        return declare(table, hand, cards)

    return directly
