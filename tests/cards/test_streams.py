"""Random streams: the block cipher's published answers, and independence of what is drawn."""

import numpy as np
import pytest

from gongzhu_sim.cards.streams import (
    PURPOSE_DEAL,
    PURPOSE_SEAT,
    bounded,
    deal_keys,
    fill_deal_keys,
    mix,
    philox,
    stream_key,
    wyrand,
)

ONES = 0xFFFF_FFFF


def block(counter: list[int], key: list[int]) -> list[int]:
    return [int(word) for word in philox(*map(np.uint64, counter + key))]


# Known answers of the Random123 library (kat_vectors), Salmon et al., SC 2011.
@pytest.mark.parametrize(
    ("counter", "key", "expected"),
    [
        ([0] * 4, [0] * 2, [0x6627E8D5, 0xE169C58D, 0xBC57AC4C, 0x9B00DBD8]),
        ([ONES] * 4, [ONES] * 2, [0x408F276D, 0x41C83B0E, 0xA20BC7C6, 0x6D5451FD]),
        (
            [0x243F6A88, 0x85A308D3, 0x13198A2E, 0x03707344],
            [0xA4093822, 0x299F31D0],
            [0xD16CFE09, 0x94FDCCEB, 0x5001E420, 0x24126EA1],
        ),
    ],
)
def test_philox_known_answers(counter, key, expected):
    assert block(counter, key) == expected


def test_a_key_is_the_first_half_of_its_block():
    seed, index = 0x0123_4567_89AB_CDEF, 0xFEDC_BA98_7654_3210
    words = block([0x7654_3210, 0xFEDC_BA98, 3, 7], [0x89AB_CDEF, 0x0123_4567])
    key = stream_key(np.uint64(seed), np.uint64(index), np.uint64(3), np.uint64(7))
    assert int(key) == words[0] | words[1] << 32


@pytest.mark.parametrize("first", [0, 5, 2**32 - 3, 2**64 - 17])
def test_keys_worked_out_together_are_the_same(first):
    seed, last = np.uint64(2**40 + 3), first + 17
    keys = np.zeros(17, np.uint64)
    fill_deal_keys(keys, seed, np.uint64(first))
    one = [stream_key(seed, np.uint64(i), PURPOSE_DEAL, np.uint64(0)) for i in range(first, last)]
    assert keys.tolist() == one
    purposes = [PURPOSE_DEAL, *(PURPOSE_SEAT + np.uint64(seat) for seat in range(4))]
    stream = np.uint64(3)
    each = tuple(stream_key(seed, np.uint64(first), purpose, stream) for purpose in purposes)
    assert deal_keys(seed, np.uint64(first), stream) == each


def test_keys_of_all_purposes_streams_seeds_and_deals_differ():
    purposes = [PURPOSE_DEAL, *(PURPOSE_SEAT + np.uint64(seat) for seat in range(4))]
    keys = {
        int(stream_key(np.uint64(seed), np.uint64(index), purpose, np.uint64(stream)))
        for seed in (0, 1, 2**32, 2**63)
        for index in (0, 1, 2**32, 2**64 - 1)
        for purpose in purposes
        for stream in range(3)
    }
    assert len(keys) == 4 * 4 * 5 * 3


def wyrand_in_python(state: int) -> tuple[int, int]:
    state = (state + 0xA0761D6478BD642F) % 2**64
    product = state * (state ^ 0xE7037ED1A0B428DB)
    return state, (product >> 64) ^ (product % 2**64)


def test_wyrand_against_its_definition():
    state = 0x9E37_79B9_7F4A_7C15
    compiled = state
    for _ in range(100):
        state, expected = wyrand_in_python(state)
        compiled, word = wyrand(np.uint64(compiled))
        assert (int(compiled), int(word)) == (state, expected)


def mix_in_python(key: int, k: int) -> int:
    a, b = key ^ 0xA0761D6478BD642F, k ^ 0xE7037ED1A0B428DB
    high, low = (a * b) >> 64, (a * b) % 2**64
    c, d = high ^ 0xA0761D6478BD642F, low ^ 0xE7037ED1A0B428DB
    return ((c * d) >> 64) ^ (c * d % 2**64)


def test_mix_against_its_definition():
    for key in (0, 1, 2**63, 0x0123_4567_89AB_CDEF):
        for k in (0, 1, 12, 64):
            assert int(mix(np.uint64(key), np.uint64(k))) == mix_in_python(key, k)


def test_bounded_numbers_are_uniform_over_decisions():
    # 13 decisions of 5,000 seats: chi-square of 9 cells, 8 degrees, five standard deviations
    keys = np.random.default_rng(1).integers(0, 2**64, 5_000, np.uint64)
    words = [np.uint64(mix(key, np.uint64(k))) for key in keys for k in range(13)]
    draws = [int(bounded(word, np.uint64(9))) for word in words]
    counts = np.bincount(draws, minlength=9)
    expected = len(draws) / 9
    assert len(counts) == 9
    assert ((counts - expected) ** 2 / expected).sum() < 8 + 5 * 4
