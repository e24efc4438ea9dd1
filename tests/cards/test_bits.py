"""Bit operations, against what they mean for a set written out."""

import random

import numpy as np
import pytest

from gongzhu_sim.cards import bits
from gongzhu_sim.cards.compiling import kernel

RNG = random.Random(1)
WORDS = [
    0,
    1,
    2**63,
    2**64 - 1,
    0x1FFF_1FFF_1FFF_1FFF,
    *(RNG.getrandbits(64) & RNG.getrandbits(64) for _ in range(300)),
]


# The instructions themselves cannot be called from Python.
@kernel
def count(x):
    return bits.count(x)


@kernel
def lowest_index(x):
    return bits.lowest_index(x)


@kernel
def highest_index(x):
    return bits.highest_index(x)


@kernel
def multiply_high(x, y):
    return bits.multiply_high(x, y)


@kernel
def third(x):
    return bits.third(x)


@kernel
def pick_each(a, b, c, i, j):
    return bits.pick_each((a, b, c), (i, j))


def members(word: int) -> list[int]:
    return [index for index in range(64) if word >> index & 1]


def test_count():
    assert [int(count(np.uint64(word))) for word in WORDS] == [w.bit_count() for w in WORDS]


def test_lowest_and_highest_index():
    for word in WORDS[1:]:
        inside = members(word)
        assert int(lowest_index(np.uint64(word))) == inside[0]
        assert int(highest_index(np.uint64(word))) == inside[-1]
    assert int(lowest_index(np.uint64(0))) == 64
    assert int(highest_index(np.uint64(0))) == 2**64 - 1


def test_multiply_high():
    for a in WORDS[:40]:
        for b in WORDS[:40]:
            assert int(multiply_high(np.uint64(a), np.uint64(b))) == a * b >> 64


def portable_nth_bit(mask, n):
    with np.errstate(over="ignore"):
        return bits._nth_bit_portable(mask, n)


@pytest.mark.parametrize("nth_bit", [bits.nth_bit, portable_nth_bit])
def test_nth_bit(nth_bit):
    for word in WORDS[1:60]:
        for n, index in enumerate(members(word)):
            assert int(nth_bit(np.uint64(word), np.uint64(n))) == 1 << index


def test_lane_fill():
    for word in WORDS:
        cards = word & 0x1FFF_1FFF_1FFF_1FFF
        expected = sum(0x1FFF << lane for lane in (0, 16, 32, 48) if cards >> lane & 0x1FFF)
        assert int(bits.lane_fill(np.uint64(cards))) == expected


def test_third():
    numbers = [*range(-20, 21), 3 * 10**17, 1 - 2**62, 2**63 - 1, -(2**63)]
    for number in numbers:
        expected = abs(number) // 3 * (1 if number >= 0 else -1)
        assert int(third(np.int64(number))) == expected


def test_pick_each():
    values = (np.int64(5), np.int64(-7), np.int64(9))
    for i in range(3):
        for j in range(3):
            picked = pick_each(*values, np.uint64(i), np.uint64(j))
            assert picked == (values[i], values[j])


portable_pack_pair = kernel(bits._pack_pair_portable, cache=False)


@pytest.mark.parametrize("pack_pair", [bits.pack_pair, portable_pack_pair])
def test_pack_pair(pack_pair):
    for word in WORDS:
        for low, high in ((0, 63), (10, 41), (41, 56)):
            expected = (word >> low & 1) | (word >> high & 1) << 1
            pair = np.uint64(1 << low), np.uint64(1 << high)
            assert int(pack_pair(np.uint64(word), *pair)) == expected
