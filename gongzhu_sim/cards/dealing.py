"""Dealing: from (seed, index) to four hands, uniformly."""

from typing import Any

import numpy as np

from gongzhu_sim.cards.bits import count, nth_bit
from gongzhu_sim.cards.compiling import kernel
from gongzhu_sim.cards.layout import DECK
from gongzhu_sim.cards.streams import PURPOSE_DEAL, bounded, stream_key, wyrand
from gongzhu_sim.errors import UsageError

__all__ = ["check_seed", "deal_hands", "deal_into"]

_SEEDS = 1 << 64


def check_seed(seed: int, *, what: str = "seed") -> int:
    """Return a seed (or a deal's index) if it fits 64 bits.

    Raises
    ------
    UsageError
        If it is not a whole number from 0 to 2**64 - 1.

    Examples
    --------
    >>> check_seed(7)
    7
    """
    if isinstance(seed, bool) or not isinstance(seed, (int, np.integer)) or not 0 <= seed < _SEEDS:
        raise UsageError(f"{what} {seed!r} is not a whole number from 0 to 2**64 - 1")
    return int(seed)


@kernel
def _take(pool: Any, size: Any, state: Any) -> Any:
    """Take ``size`` cards out of a pool, every subset alike.

    Random bits choose each card with probability one half; of a set of k cards so chosen
    all are equally likely, and they stay so when k is mended by removing or adding cards
    picked uniformly.
    """
    one = np.uint64(1)
    state, word = wyrand(state)
    chosen = word & pool
    n = count(chosen)
    while n > size:
        state, word = wyrand(state)
        chosen ^= nth_bit(chosen, bounded(word, n))
        n -= one
    rest = pool ^ chosen
    while n < size:
        state, word = wyrand(state)
        card = nth_bit(rest, bounded(word, count(rest)))
        rest ^= card
        chosen ^= card
        n += one
    return chosen, state


@kernel
def deal_into(hands: Any, seed: Any, index: Any) -> None:
    """Deal one deck into ``hands``.

    Parameters
    ----------
    hands : uint64[4]
        Receives 13 cards for each of N, W, S, E.
    seed, index : uint64
        Master seed and index of the deal.
    """
    state = stream_key(seed, index, PURPOSE_DEAL, np.uint64(0))
    half, state = _take(DECK, np.uint64(26), state)
    hands[0], state = _take(half, np.uint64(13), state)
    hands[1] = half ^ hands[0]
    half ^= DECK
    hands[2], state = _take(half, np.uint64(13), state)
    hands[3] = half ^ hands[2]


@kernel
def _deal_many(hands: Any, seed: Any, first: Any) -> None:
    for i in range(hands.shape[0]):
        deal_into(hands[i], seed, first + np.uint64(i))


def deal_hands(deals: int, *, seed: int, first: int = 0) -> np.ndarray:
    """Deal ``deals`` hands of one deck, the same ones that every command plays.

    Parameters
    ----------
    deals : int
        How many deals.
    seed : int
        Master seed, 0 to 2**64 - 1.
    first : int
        Index of the first deal.

    Returns
    -------
    ndarray of uint64, shape (deals, 4)
        Hands as sets of cards (see :mod:`gongzhu_sim.cards.layout`), seats N, W, S, E.

    Raises
    ------
    UsageError
        If the seed, the index or the number of deals is out of range.

    Examples
    --------
    >>> hands = deal_hands(2, seed=1)
    >>> [int(hand).bit_count() for hand in hands[0]]
    [13, 13, 13, 13]
    """
    if deals < 1:
        raise UsageError(f"deals {deals!r} is not at least 1")
    check_seed(seed)
    check_seed(first, what="first deal index")
    hands = np.empty((deals, 4), np.uint64)
    _deal_many(hands, np.uint64(seed), np.uint64(first))
    return hands
