"""Reading memory by its address: weights and records that a player's parameters point to.

Whoever hands out an address keeps the array behind it alive.
"""

# pyright: reportArgumentType=false
from typing import Any

from llvmlite import ir
from numba import types
from numba.extending import intrinsic

__all__ = ["as_pointer", "read_weight"]


def _instruction(function: Any) -> Any:
    """Register an instruction; numba supplies the typing context that type checkers miss."""
    return intrinsic(function)


@_instruction
def read_weight(typingctx: Any, address: Any, index: Any) -> Any:
    """Return the 16-bit number at an index from an address, as an int64."""

    def code(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        short = ir.IntType(16)
        start = builder.inttoptr(args[0], short.as_pointer())
        place = builder.gep(start, [args[1]], source_etype=short)
        return builder.sext(builder.load(place, typ=short), ir.IntType(64))

    return types.int64(types.int64, types.int64), code


@_instruction
def as_pointer(typingctx: Any, address: Any) -> Any:
    """Return an address as what ``numba.carray`` takes."""

    def code(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.inttoptr(args[0], context.get_value_type(types.voidptr))

    return types.voidptr(types.int64), code
