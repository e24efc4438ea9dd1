"""Arithmetic of the constrained dealer: exact in integers for one deck, float64 for two.

The kernels of :mod:`gongzhu_sim.cards.splits` and :mod:`gongzhu_sim.cards.lattice` are written
once; the type of the numbers in the dealer's record chooses between the two forms below.

One deck has at most 52!/(13!)^4 = 2^95.4 deals: sums of products of two words are kept in 128
bits and cut to their first 64 at the end. For two decks a count can pass 2^200; float64 is used
with additions and multiplications alone (and constants), which every CPU rounds alike.
"""

# pyright: reportUnusedFunction=false
import math
from typing import Any

import numpy as np
from numba import types
from numba.extending import overload

from gongzhu_sim.cards.bits import highest_index, multiply_high

__all__ = ["add_product", "choose", "convert", "scale", "share"]

_BINOMIALS = np.array([[math.comb(n, k) for k in range(53)] for n in range(53)], np.uint64)
_FACTORIALS = np.array([float(math.factorial(n)) for n in range(105)])
_INVERSES = 1.0 / _FACTORIALS
_STEP = 2.0**-52
_TOP = 2.0**62


def convert(value: Any, number: Any) -> Any:
    """Return a value in the type of ``number``."""
    raise NotImplementedError  # pragma: no cover - kernels only


def choose(number: Any, n: Any, k: Any) -> Any:
    """Return in how many ways k of n cards are chosen, in the type of ``number``."""
    raise NotImplementedError  # pragma: no cover - kernels only


def add_product(high: Any, low: Any, x: Any, y: Any) -> Any:
    """Return the sum (high, low) with ``x * y`` added to it."""
    raise NotImplementedError  # pragma: no cover - kernels only


def scale(high: Any, low: Any, total_high: Any, total_low: Any) -> Any:
    """Return a sum in proportion to the total, which itself becomes less than 2^64."""
    raise NotImplementedError  # pragma: no cover - kernels only


def share(word: Any, total: Any) -> Any:
    """Return a number from 0 to below ``total``, uniform, from 64 random bits."""
    raise NotImplementedError  # pragma: no cover - kernels only


@overload(convert, strict=False)
def _convert(value: Any, number: Any) -> Any:
    if isinstance(number, types.Integer):
        return lambda value, number: np.uint64(value)
    return lambda value, number: np.float64(value)


@overload(choose, strict=False)
def _choose(number: Any, n: Any, k: Any) -> Any:
    if isinstance(number, types.Integer):
        return lambda number, n, k: _BINOMIALS[np.uint64(n), np.uint64(k)]

    def divide(number, n, k):  # type: ignore[no-untyped-def]
        return _FACTORIALS[np.uint64(n)] * _INVERSES[np.uint64(k)] * _INVERSES[np.uint64(n - k)]

    return divide


@overload(add_product, strict=False)
def _add_product(high: Any, low: Any, x: Any, y: Any) -> Any:
    if isinstance(low, types.Integer):

        def add_words(high, low, x, y):  # type: ignore[no-untyped-def]
            product = x * y
            low += product
            high += multiply_high(x, y)
            if low < product:
                high += np.uint64(1)
            return high, low

        return add_words
    return lambda high, low, x, y: (high, low + x * y)


@overload(scale, strict=False)
def _scale(high: Any, low: Any, total_high: Any, total_low: Any) -> Any:
    if isinstance(low, types.Integer):

        def cut(high, low, total_high, total_low):  # type: ignore[no-untyped-def]
            if total_high == np.uint64(0):
                return low
            shift = highest_index(total_high) + np.uint64(1)
            return (high << (np.uint64(64) - shift)) | (low >> shift)

        return cut
    return lambda high, low, total_high, total_low: np.uint64(low * (_TOP / total_low))


@overload(share, strict=False)
def _share(word: Any, total: Any) -> Any:
    if isinstance(total, types.Integer):
        return lambda word, total: multiply_high(word, total)
    # 52 bits, so that the product is below the total after rounding, too
    return lambda word, total: np.float64(word >> np.uint64(12)) * _STEP * total
