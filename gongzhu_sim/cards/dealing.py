"""Dealing: from (seed, index) to four hands, uniformly."""

from typing import Any

import numpy as np

from gongzhu_sim.cards.bits import count, nth_bit
from gongzhu_sim.cards.compiling import inner_kernel, kernel
from gongzhu_sim.cards.layout import DECK
from gongzhu_sim.cards.streams import bounded, fill_deal_keys, wyrand
from gongzhu_sim.cards.taking import mend_two, take_by_words
from gongzhu_sim.errors import UsageError

__all__ = [
    "check_seed",
    "deal_double_hands",
    "deal_hands",
    "deal_into",
    "deal_one_deck",
    "draw_first",
    "find_first_receiver",
]

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


@inner_kernel(forceinline=True)
def _four_words(state: Any) -> Any:
    state, a = wyrand(state)
    state, b = wyrand(state)
    state, c = wyrand(state)
    state, d = wyrand(state)
    return (a, b, c, d), state


@inner_kernel
def _take_two(pool: Any, twice: Any, size: Any, state: Any) -> Any:
    """Take ``size`` of the cards of two planes, every subset of the physical cards alike."""
    state, word = wyrand(state)
    state, other = wyrand(state)
    return mend_two(pool, twice, word & pool, other & twice, size, state)


@inner_kernel
def _deal_two_decks(hands: Any, twice: Any, state: Any) -> Any:
    """Deal 104 cards; a hand is its cards at least once and its cards twice."""
    half = np.uint64(52)
    hand = np.uint64(26)
    a, b, state = _take_two(DECK, DECK, half, state)
    for side in range(2):
        c, d, state = _take_two(a, b, hand, state)
        hands[2 * side] = c | d
        twice[2 * side] = c & d
        c ^= a
        d ^= b
        hands[2 * side + 1] = c | d
        twice[2 * side + 1] = c & d
        a ^= DECK
        b ^= DECK
    return state


@inner_kernel(forceinline=True)
def deal_one_deck(state: Any) -> Any:
    """Deal one deck, every deal alike.

    Parameters
    ----------
    state : uint64
        Of the deal's generator.

    Returns
    -------
    n, w, s, e, state : tuple of uint64
        The four hands, and the generator's next state.

    Notes
    -----
    The deck is cut into halves, and the halves into hands (see
    :mod:`gongzhu_sim.cards.taking`).
    """
    half, hand = np.uint64(26), np.uint64(13)
    words, state = _four_words(state)
    ns, state = take_by_words(DECK, half, words, state)
    we = ns ^ DECK
    words, state = _four_words(state)  # their bits for N and for W have nothing in common
    n, state = take_by_words(ns, hand, words, state)
    w, state = take_by_words(we, hand, words, state)
    return n, w, ns ^ n, we ^ w, state


@inner_kernel
def deal_into(hands: Any, twice: Any, decks: Any, state: Any) -> Any:
    """Deal one or two decks into ``hands``.

    Parameters
    ----------
    hands, twice : uint64[4]
        Receive the cards of N, W, S, E: those held at least once, and those held twice.
    decks : int
        1 or 2.
    state : uint64
        Of the deal's generator: its first one is the deal's
        :func:`gongzhu_sim.cards.streams.stream_key`.

    Returns
    -------
    uint64
        The generator's next state, for what else belongs to the deal.
    """
    if decks == 2:
        return _deal_two_decks(hands, twice, state)
    hands[0], hands[1], hands[2], hands[3], state = deal_one_deck(state)
    for seat in range(4):
        twice[seat] = np.uint64(0)
    return state


@inner_kernel
def draw_first(hands: Any, twice: Any, first_drawn: Any, state: Any) -> Any:
    """Draw which card of its hand each seat was dealt first, every copy alike.

    Parameters
    ----------
    hands, twice : uint64[4]
    first_drawn : uint64[4]
        Receives one card a seat.
    state : uint64
        Of the deal's generator.

    Returns
    -------
    uint64
        The generator's next state.
    """
    for seat in range(4):
        state, word = wyrand(state)
        single = count(hands[seat])
        pick = bounded(word, single + count(twice[seat]))
        if pick < single:
            first_drawn[seat] = nth_bit(hands[seat], pick)
        else:
            first_drawn[seat] = nth_bit(twice[seat], pick - single)
    return state


@inner_kernel
def find_first_receiver(hands: Any, first_drawn: Any, card: Any, drawer: Any, state: Any) -> Any:
    """Return the seat that was dealt the first of two copies of a card.

    Parameters
    ----------
    hands, first_drawn : uint64[4]
        See :func:`draw_first`.
    card : uint64
    drawer : int
        The seat that is dealt the first card.
    state : uint64
        Of the deal's generator: a copy lies anywhere in its hand alike.

    Returns
    -------
    int
    """
    best = np.int64(1 << 30)
    receiver = np.int64(-1)
    for step in range(4):
        seat = (drawer + step) & 3
        if hands[seat] & card != np.uint64(0):
            time = np.int64(step)
            if first_drawn[seat] != card:
                state, word = wyrand(state)
                time += 4 * (1 + np.int64(bounded(word, np.uint64(25))))
            if time < best:
                best = time
                receiver = np.int64(seat)
    return receiver


@kernel
def _deal_many(hands: Any, twice: Any, decks: Any, seed: Any, first: Any) -> None:
    states = hands[:, 0]
    fill_deal_keys(states, seed, first)
    for i in range(hands.shape[0]):
        if decks == 1:
            hands[i, 0], hands[i, 1], hands[i, 2], hands[i, 3], _ = deal_one_deck(states[i])
        else:
            deal_into(hands[i], twice[i], decks, states[i])


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
    return _deal(deals, 1, seed, first)[0]


def deal_double_hands(deals: int, *, seed: int, first: int = 0) -> tuple[np.ndarray, np.ndarray]:
    """Deal ``deals`` hands of two decks.

    Parameters
    ----------
    deals, seed, first
        As for :func:`deal_hands`.

    Returns
    -------
    hands, twice : ndarray of uint64, shape (deals, 4)
        Cards held at least once, and cards held twice.

    Raises
    ------
    UsageError
        As for :func:`deal_hands`.

    Examples
    --------
    >>> hands, twice = deal_double_hands(1, seed=1)
    >>> [int(a).bit_count() + int(b).bit_count() for a, b in zip(hands[0], twice[0])]
    [26, 26, 26, 26]
    """
    return _deal(deals, 2, seed, first)


def _deal(deals: int, decks: int, seed: int, first: int) -> tuple[np.ndarray, np.ndarray]:
    if deals < 1:
        raise UsageError(f"deals {deals!r} is not at least 1")
    check_seed(seed)
    check_seed(first, what="first deal index")
    hands = np.empty((deals, 4), np.uint64)
    twice = np.zeros((deals, 4), np.uint64)
    _deal_many(hands, twice, decks, np.uint64(seed), np.uint64(first))
    return hands, twice
