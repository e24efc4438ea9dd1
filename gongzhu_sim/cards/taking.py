"""Taking so many cards out of a pool, every subset alike.

Random bits choose each card with the same probability; of a set of k cards so chosen all are
equally likely, and they stay so when k is mended by removing or adding cards picked uniformly.

Two planes of a pool hold the first and the second copies of cards of two decks.
"""

from typing import Any

import numpy as np

from gongzhu_sim.cards.bits import count, nth_bit
from gongzhu_sim.cards.compiling import inner_kernel, kernel
from gongzhu_sim.cards.streams import bounded, wyrand

__all__ = ["mend_two", "take_by_words", "take_cards", "take_copies"]

_NONE = np.uint64(0)
_ONE = np.uint64(1)
_THREE = np.uint64(3)
_FIVE = np.uint64(5)
_EIGHT = np.uint64(8)


@inner_kernel(forceinline=True)
def _distance(word: Any, pool: Any, size: Any) -> Any:
    return abs(np.int64(count(word & pool)) - np.int64(size))


@inner_kernel(forceinline=True)
def _nearest(words: Any, pool: Any, size: Any) -> Any:
    """Return the cards of a pool that one of four random words chooses: the best of them."""
    a, b, c, d = words
    a = b if _distance(b, pool, size) < _distance(a, pool, size) else a
    c = d if _distance(d, pool, size) < _distance(c, pool, size) else c
    return pool & (c if _distance(c, pool, size) < _distance(a, pool, size) else a)


@inner_kernel(forceinline=True)
def _mend_once(pool: Any, chosen: Any, size: Any, state: Any) -> Any:
    """Remove or add a card picked uniformly, unless the size is right."""
    n = count(chosen)
    state, word = wyrand(state)
    pick_from = chosen if n > size else pool ^ chosen
    card = nth_bit(pick_from, bounded(word, count(pick_from)))
    return (chosen if n == size else chosen ^ card), state


@inner_kernel(forceinline=True)
def take_by_words(pool: Any, size: Any, words: Any, state: Any) -> Any:
    """Take ``size`` cards, about half of a pool, without branches that nobody can predict.

    Which of several random sets is mended depends on their sizes alone. Two cards mended
    nearly always do; taken in any case they spare a branch.

    Parameters
    ----------
    pool : uint64
    size : uint64
    words : tuple of four uint64
        Random words: they can serve several pools that have no card in common.
    state : uint64
        Of the generator.

    Returns
    -------
    chosen, state : uint64
    """
    chosen = _nearest(words, pool, size)
    chosen, state = _mend_once(pool, chosen, size, state)
    chosen, state = _mend_once(pool, chosen, size, state)
    while count(chosen) != size:
        chosen, state = _mend_once(pool, chosen, size, state)
    return chosen, state


@inner_kernel
def mend_two(pool: Any, other: Any, chosen: Any, second: Any, size: Any, state: Any) -> Any:
    """Remove or add copies picked uniformly until ``size`` of two planes are chosen.

    Parameters
    ----------
    pool, other : uint64
        Cards whose first copy, and whose second copy, is there.
    chosen, second : uint64
        Those of each plane that are chosen.
    size : uint64
    state : uint64
        Of the generator.

    Returns
    -------
    chosen, second, state : uint64
    """
    n = count(chosen) + count(second)
    while n > size:
        state, word = wyrand(state)
        pick = bounded(word, n)
        first = count(chosen)
        if pick < first:
            chosen ^= nth_bit(chosen, pick)
        else:
            second ^= nth_bit(second, pick - first)
        n -= _ONE
    while n < size:
        state, word = wyrand(state)
        rest = pool ^ chosen
        first = count(rest)
        pick = bounded(word, first + count(other ^ second))
        if pick < first:
            chosen ^= nth_bit(rest, pick)
        else:
            second ^= nth_bit(other ^ second, pick - first)
        n += _ONE
    return chosen, second, state


@inner_kernel
def _draw_mask(size: Any, n: Any, state: Any) -> Any:
    """Return random bits, each set with that of 1/4, 1/2, 3/4 which is next to size / n."""
    state, mask = wyrand(state)
    if size * _EIGHT < _THREE * n:
        state, word = wyrand(state)
        mask &= word
    elif size * _EIGHT > _FIVE * n:
        state, word = wyrand(state)
        mask |= word
    return mask, state


@kernel
def take_cards(pool: Any, size: Any, state: Any) -> Any:
    """Take ``size`` cards out of a pool, every subset alike.

    Parameters
    ----------
    pool : uint64
    size : uint64
        At most the number of cards in the pool.
    state : uint64
        Of the generator.

    Returns
    -------
    chosen, state : uint64
    """
    n = count(pool)
    if size == _NONE:
        return _NONE, state
    if size == n:
        return pool, state
    mask, state = _draw_mask(size, n, state)
    chosen = mask & pool
    n = count(chosen)
    # counted, it is quicker than one card after the other by `_mend_once`
    wrong = n - size if n > size else size - n
    pick_from = chosen if n > size else pool ^ chosen
    left = count(pick_from)
    while wrong != _NONE:
        state, word = wyrand(state)
        card = nth_bit(pick_from, bounded(word, left))
        chosen ^= card
        pick_from ^= card
        left -= _ONE
        wrong -= _ONE
    return chosen, state


@inner_kernel
def take_copies(pool: Any, other: Any, size: Any, state: Any) -> Any:
    """Take ``size`` copies out of two planes, every subset of the copies alike.

    Parameters
    ----------
    pool, other : uint64
        As for :func:`mend_two`.
    size : uint64
        At most the number of copies in both.
    state : uint64

    Returns
    -------
    chosen, second, state : uint64
    """
    n = count(pool) + count(other)
    if size == _NONE:
        return _NONE, _NONE, state
    if size == n:
        return pool, other, state
    mask, state = _draw_mask(size, n, state)
    chosen = mask & pool
    mask, state = _draw_mask(size, n, state)
    return mend_two(pool, other, chosen, mask & other, size, state)
