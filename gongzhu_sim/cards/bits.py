"""Bit operations for kernels: one machine instruction each where the CPU has it.

All but ``third`` take and return ``uint64``. On CPUs without BMI2 (see
:func:`gongzhu_sim.cards.compiling.has_bmi2`) the two that need it are written out as
loops with identical results.
"""

# pyright: reportArgumentType=false
from typing import Any

import numpy as np
from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic

from gongzhu_sim.cards.compiling import has_bmi2, kernel
from gongzhu_sim.cards.layout import LANES

__all__ = [
    "count",
    "highest_index",
    "instruction",
    "lane_fill",
    "lowest_index",
    "multiply_high",
    "nth_bit",
    "pack_pair",
    "pick_each",
    "third",
]

_ONE = np.uint64(1)
_LANE_ONES = LANES  # adding it to a non-empty lane carries into the lane's bit 13
_LANE_TOPS = np.uint64(0x2000_2000_2000_2000)
_WORD = types.uint64


def instruction(function: Any) -> Any:
    """Register an instruction; numba supplies the typing context that type checkers miss."""
    return intrinsic(function)


def _declare(builder: Any, name: str, n_words: int) -> Any:
    word = ir.IntType(64)
    return builder.module.declare_intrinsic(
        name, fnty=ir.FunctionType(word, [word] * n_words), tys=()
    )


@instruction
def count(typingctx: Any, x: Any) -> Any:
    """Return the number of set bits of ``x``."""

    def code(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.ctpop(args[0])

    return _WORD(_WORD), code


@instruction
def lowest_index(typingctx: Any, x: Any) -> Any:
    """Return the index of the lowest set bit of ``x``; 64 for 0."""

    def code(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.cttz(args[0], ir.Constant(ir.IntType(1), 0))

    return _WORD(_WORD), code


@instruction
def highest_index(typingctx: Any, x: Any) -> Any:
    """Return the index of the highest set bit of ``x``; 2**64 - 1 for 0."""

    def code(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        zeros = builder.ctlz(args[0], ir.Constant(ir.IntType(1), 0))
        return builder.sub(ir.Constant(ir.IntType(64), 63), zeros)

    return _WORD(_WORD), code


@instruction
def multiply_high(typingctx: Any, x: Any, y: Any) -> Any:
    """Return the upper half of the 128-bit product of ``x`` and ``y``."""

    def code(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        wide = ir.IntType(128)
        product = builder.mul(builder.zext(args[0], wide), builder.zext(args[1], wide))
        return builder.trunc(builder.lshr(product, ir.Constant(wide, 64)), ir.IntType(64))

    return _WORD(_WORD, _WORD), code


@instruction
def third(typingctx: Any, x: Any) -> Any:
    """Return a third of the ``int64`` ``x``, truncated toward zero."""

    def code(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.sdiv(args[0], ir.Constant(ir.IntType(64), 3))

    return types.int64(types.int64), code


@instruction
def pick_each(typingctx: Any, values: Any, indices: Any) -> Any:
    """Return, of a tuple of numbers, those at a tuple of indices: selecting without branches."""

    def code(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        room = cgutils.alloca_once(builder, ir.ArrayType(ir.IntType(64), values.count))
        zero = ir.Constant(ir.IntType(64), 0)

        def place(index: Any) -> Any:
            return builder.gep(room, [zero, index], inbounds=True)

        for k in range(values.count):
            value = builder.extract_value(args[0], k)
            builder.store(value, place(ir.Constant(ir.IntType(64), k)))
        picked = [
            builder.load(place(builder.extract_value(args[1], k))) for k in range(indices.count)
        ]
        return context.make_tuple(builder, signature.return_type, picked)

    return types.UniTuple(values.dtype, indices.count)(values, indices), code


@instruction
def _extract(typingctx: Any, x: Any, mask: Any) -> Any:
    def code(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.call(_declare(builder, "llvm.x86.bmi.pext.64", 2), args)

    return _WORD(_WORD, _WORD), code


def _pack_pair_bmi2(x, low, high):  # type: ignore[no-untyped-def]
    return _extract(x, low | high)


def _pack_pair_portable(x, low, high):  # type: ignore[no-untyped-def]
    return (x >> lowest_index(low)) & _ONE | ((x >> lowest_index(high)) & _ONE) << _ONE


pack_pair = kernel(_pack_pair_bmi2 if has_bmi2() else _pack_pair_portable, forceinline=True)
"""``pack_pair(x, low, high)``: 1 if ``x`` has the bit ``low``, and 2 more if it has ``high``."""


@instruction
def _deposit(typingctx: Any, x: Any, mask: Any) -> Any:
    def code(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.call(_declare(builder, "llvm.x86.bmi.pdep.64", 2), args)

    return _WORD(_WORD, _WORD), code


def _nth_bit_bmi2(mask, n):  # type: ignore[no-untyped-def]
    # depositing the single bit n into the mask lands it on the mask's n-th set bit
    return _deposit(_ONE << n, mask)


def _nth_bit_portable(mask, n):  # type: ignore[no-untyped-def]
    for _ in range(n):
        mask &= mask - _ONE
    return mask & (~mask + _ONE)


nth_bit = kernel(_nth_bit_bmi2 if has_bmi2() else _nth_bit_portable, forceinline=True)
"""``nth_bit(mask, n)``: the n-th set bit of a mask, counted from 0 at the low end, as a mask."""


@kernel(forceinline=True)
def lane_fill(x: Any) -> Any:
    """Return ``x`` with every suit that has a card filled to all its 13 cards."""
    tops = (x + _LANE_ONES) & _LANE_TOPS
    return tops - (tops >> np.uint64(13))
