"""Random streams: where every random number of the package comes from.

Philox4x32-10 (Salmon et al., "Parallel random numbers: as easy as 1, 2, 3", SC 2011) maps
a key and a counter to 128 random bits. Here the key is the master seed and the counter
``(deal index low, deal index high, purpose, stream)``: any deal is reached directly, in any
order, on any number of threads. The deal has one purpose, each seat's player another, so

- the deal never depends on who plays, and
- a player knows only its own key, from which the deal cannot be derived.

A seat's k-th decision draws from ``mix(key, k)`` and never from a state that runs on: one
decision can be repeated alone, and two players part only where a decision differs.

There are 52!/(13!)^4 = 2^95.44 deals of one deck: a 64-bit seed and a 64-bit index reach
2^128 pairs, but each deal is expanded from 64 bits of the block, so at most 2^64 different
deals can occur. Bounded draws multiply and keep the high half: the probability of an outcome
out of n is off by less than n/2^64.
"""

# pyright: reportArgumentType=false
from typing import Any

import numpy as np
from llvmlite import ir
from numba import types

from gongzhu_sim.cards.bits import instruction, multiply_high
from gongzhu_sim.cards.compiling import inner_kernel, kernel

__all__ = [
    "PURPOSE_DEAL",
    "PURPOSE_SEAT",
    "bounded",
    "deal_keys",
    "fill_deal_keys",
    "mix",
    "philox",
    "stream_key",
    "wyrand",
]

PURPOSE_DEAL = np.uint64(0)
PURPOSE_SEAT = np.uint64(1)
"""The first of four: seat ``s`` has purpose ``PURPOSE_SEAT + s``."""

_LANES = 8  # of a vector
_LOW = np.uint64(0xFFFF_FFFF)
_HALF = np.uint64(32)
_M0 = np.uint64(0xD251_1F53)
_M1 = np.uint64(0xCD9E_8D57)
_W0 = np.uint64(0x9E37_79B9)
_W1 = np.uint64(0xBB67_AE85)
_WY0 = np.uint64(0xA076_1D64_78BD_642F)
_WY1 = np.uint64(0xE703_7ED1_A0B4_28DB)


@inner_kernel(forceinline=True)
def _round(c0: Any, c1: Any, c2: Any, c3: Any, k0: Any, k1: Any) -> Any:
    p0 = _M0 * c0
    p1 = _M1 * c2
    return (p1 >> _HALF) ^ c1 ^ k0, p1 & _LOW, (p0 >> _HALF) ^ c3 ^ k1, p0 & _LOW


@kernel
def philox(c0: Any, c1: Any, c2: Any, c3: Any, k0: Any, k1: Any) -> Any:
    """Return one block of Philox4x32-10.

    Parameters
    ----------
    c0, c1, c2, c3 : uint64
        The counter, four words of 32 bits.
    k0, k1 : uint64
        The key, two words of 32 bits.

    Returns
    -------
    tuple of four uint64
        Four words of 32 random bits.
    """
    for _ in range(10):
        c0, c1, c2, c3 = _round(c0, c1, c2, c3, k0, k1)
        k0 = (k0 + _W0) & _LOW
        k1 = (k1 + _W1) & _LOW
    return c0, c1, c2, c3


@kernel
def stream_key(seed: Any, index: Any, purpose: Any, stream: Any) -> Any:
    """Return the 64-bit key of one purpose in one deal.

    Parameters
    ----------
    seed, index : uint64
        Master seed and index of the deal.
    purpose : uint64
        ``PURPOSE_DEAL`` or ``PURPOSE_SEAT + seat``.
    stream : uint64
        0, or the number of an independent repetition.

    Returns
    -------
    uint64
    """
    words = philox(index & _LOW, index >> _HALF, purpose, stream, seed & _LOW, seed >> _HALF)
    return words[0] | (words[1] << _HALF)


def _make_key_lanes(steps: list[int], purposes: list[int], n: int) -> Any:
    """Return an instruction for several keys, worked out side by side in one vector.

    It takes the index of a deal, the stream and the seed, and returns the first ``n`` of the
    keys of the deals ``steps`` further on, with those ``purposes``.
    """
    wide = ir.VectorType(ir.IntType(64), _LANES)

    @instruction
    def key_lanes(typingctx: Any, index: Any, stream: Any, seed: Any) -> Any:
        def code(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            def fill(word: Any) -> Any:
                value = ir.Constant(wide, ir.Undefined)
                for lane in range(_LANES):
                    place = ir.Constant(ir.IntType(32), lane)
                    value = builder.insert_element(value, word, place)
                return value

            def constant(number: Any) -> Any:
                return ir.Constant(wide, [int(number)] * _LANES)

            low, half = constant(_LOW), constant(_HALF)
            index, x3, seed = (fill(word) for word in args)
            index = builder.add(index, ir.Constant(wide, steps))
            x0, x1 = builder.and_(index, low), builder.lshr(index, half)
            y0, y1 = builder.and_(seed, low), builder.lshr(seed, half)
            x2 = ir.Constant(wide, purposes)
            for _ in range(10):
                p0 = builder.mul(constant(_M0), x0)
                p1 = builder.mul(constant(_M1), x2)
                x0 = builder.xor(builder.xor(builder.lshr(p1, half), x1), y0)
                x2 = builder.xor(builder.xor(builder.lshr(p0, half), x3), y1)
                x1, x3 = builder.and_(p1, low), builder.and_(p0, low)
                y0 = builder.and_(builder.add(y0, constant(_W0)), low)
                y1 = builder.and_(builder.add(y1, constant(_W1)), low)
            keys = builder.or_(x0, builder.shl(x1, half))
            lanes = [ir.Constant(ir.IntType(32), k) for k in range(n)]
            found = [builder.extract_element(keys, lane) for lane in lanes]
            return context.make_tuple(builder, signature.return_type, found)

        word = types.uint64
        return types.UniTuple(word, n)(word, word, word), code

    return key_lanes


_seat_lanes = _make_key_lanes([0] * _LANES, list(range(_LANES)), 5)
_deal_lanes = _make_key_lanes(list(range(_LANES)), [int(PURPOSE_DEAL)] * _LANES, _LANES)


@kernel(forceinline=True)
def deal_keys(seed: Any, index: Any, stream: Any) -> Any:
    """Return the :func:`stream_key` of the deal and those of the four seats.

    Parameters
    ----------
    seed, index, stream : uint64
        As for :func:`stream_key`.

    Returns
    -------
    tuple of five uint64
        Of the deal, N, W, S, E.
    """
    return _seat_lanes(index, stream, seed)


@kernel
def fill_deal_keys(keys: Any, seed: Any, first: Any) -> None:
    """Write the deals' own keys of consecutive deals.

    Parameters
    ----------
    keys : uint64[:]
        Receives the :func:`stream_key` of each deal.
    seed, first : uint64
        Master seed and index of the first deal.
    """
    whole = keys.shape[0] // _LANES * _LANES
    for i in range(0, whole, _LANES):
        lanes = _deal_lanes(first + np.uint64(i), np.uint64(0), seed)
        for k in range(_LANES):
            keys[i + k] = lanes[k]
    for i in range(whole, keys.shape[0]):
        keys[i] = stream_key(seed, first + np.uint64(i), PURPOSE_DEAL, np.uint64(0))


@kernel(forceinline=True)
def wyrand(state: Any) -> Any:
    """Advance the small generator (Wang Yi's wyrand) that a key seeds.

    Parameters
    ----------
    state : uint64

    Returns
    -------
    state, word : tuple of uint64
        The next state and 64 random bits.
    """
    state += _WY0
    other = state ^ _WY1
    return state, multiply_high(state, other) ^ (state * other)


@kernel(forceinline=True)
def mix(key: Any, k: Any) -> Any:
    """Return the 64 random bits of decision ``k`` under a key (two rounds of multiply and fold).

    Parameters
    ----------
    key : uint64
        A seat's key in one deal.
    k : uint64
        Number of the decision.

    Returns
    -------
    uint64
    """
    a = key ^ _WY0
    b = k ^ _WY1
    high = multiply_high(a, b) ^ _WY0
    low = (a * b) ^ _WY1
    return multiply_high(high, low) ^ (high * low)


@kernel(forceinline=True)
def bounded(word: Any, n: Any) -> Any:
    """Return a number below ``n`` from 64 random bits (multiply-shift, bias below n/2^64)."""
    return multiply_high(word, n)
