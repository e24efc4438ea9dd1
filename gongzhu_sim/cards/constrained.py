"""Constrained dealing: deals that agree with what is known, all of them alike.

Known can be any cards of any seats, suits a seat is void in, and single cards a seat cannot
hold. Kernels deal with :mod:`gongzhu_sim.cards.dealer` and :mod:`gongzhu_sim.cards.worlds`;
here are the same for Python, with everything checked and explained.
"""

from collections.abc import Mapping
from typing import Any

import numpy as np

from gongzhu_sim.cards.compiling import kernel
from gongzhu_sim.cards.dealer import READY, new_dealer, prepare_dealer
from gongzhu_sim.cards.dealing import check_seed
from gongzhu_sim.cards.situations import Cards, Situation, count_ways, find_fault, read_situation
from gongzhu_sim.cards.streams import stream_key
from gongzhu_sim.cards.worlds import deal_double_world, deal_world
from gongzhu_sim.errors import InputError, UsageError

__all__ = [
    "PURPOSE_WORLD",
    "count_deals",
    "deal_constrained",
    "deal_double_constrained",
    "deal_worlds",
    "pack_situation",
]

PURPOSE_WORLD = np.uint64(5)
"""Purpose of the streams that constrained deals draw from; the seats' purposes end at 4."""


def pack_situation(situation: Situation) -> tuple[Any, ...]:
    """Return a situation as :func:`gongzhu_sim.cards.dealer.prepare_dealer` takes it."""
    known, known_twice = np.array(situation.known, np.uint64).T.copy()
    return (
        np.uint64(situation.hidden[0]),
        np.uint64(situation.hidden[1]),
        known,
        known_twice,
        np.array(situation.forbidden, np.uint64),
        np.array(situation.need, np.int64),
    )


def _prepare(situation: Situation) -> np.ndarray:
    dealer = new_dealer(situation.decks)
    if prepare_dealer(dealer[0], *pack_situation(situation)) != READY:
        raise InputError(f"no deal is possible: {find_fault(situation)}")
    return dealer


@kernel
def deal_worlds(dealers: Any, hands: Any, twice: Any, seed: Any, first: Any) -> None:
    """Deal worlds of one deck, one from each index.

    Parameters
    ----------
    dealers : ndarray of DEALER, shape (1,)
        Prepared with status READY.
    hands, twice : uint64[deals, 4]
        Receive the hands.
    seed, first : uint64
        Master seed, and the index of the first world.
    """
    for i in range(hands.shape[0]):
        state = stream_key(seed, first + np.uint64(i), PURPOSE_WORLD, np.uint64(0))
        deal_world(dealers[0], hands[i], twice[i], state)


@kernel
def _deal_double_worlds(dealers: Any, hands: Any, twice: Any, seed: Any, first: Any) -> None:
    for i in range(hands.shape[0]):
        state = stream_key(seed, first + np.uint64(i), PURPOSE_WORLD, np.uint64(0))
        deal_double_world(dealers[0], hands[i], twice[i], state)


def _deal(deals: int, seed: int, first: int, situation: Situation) -> Any:
    if deals < 1:
        raise UsageError(f"deals {deals!r} is not at least 1")
    check_seed(seed)
    check_seed(first, what="first deal index")
    dealer = _prepare(situation)
    hands = np.empty((deals, 4), np.uint64)
    twice = np.empty((deals, 4), np.uint64)
    deal_all = deal_worlds if situation.decks == 1 else _deal_double_worlds
    deal_all(dealer, hands, twice, np.uint64(seed), np.uint64(first))
    return hands, twice


def deal_constrained(
    deals: int,
    *,
    seed: int,
    first: int = 0,
    known: Mapping[str, Cards] | None = None,
    voids: Mapping[str, str] | None = None,
    forbidden: Mapping[str, Cards] | None = None,
    need: Mapping[str, int] | None = None,
    hidden: Cards | None = None,
) -> np.ndarray:
    """Deal one deck so that it agrees with what is known, every such deal alike.

    Parameters
    ----------
    deals : int
        How many deals.
    seed : int
        Master seed, 0 to 2**64 - 1.
    first : int
        Index of the first deal; a deal follows from the situation, the seed and its index.
    known : mapping of seat to cards
        Cards that lie with a seat: a mask, a hand as text, or names. Cards a seat has played
        count as known, so that the hands are those that were dealt.
    voids : mapping of seat to suits
        Suits in which a seat holds nothing beside its known cards: ``{"W": "SH"}``.
    forbidden : mapping of seat to cards
        Single cards that a seat does not hold, unless they are known cards of its own.
    need : mapping of seat to int
        How many hidden cards a seat receives; by default what its known cards lack of 13.
    hidden : cards
        The cards that are dealt; by default all that are not known.

    Returns
    -------
    ndarray of uint64, shape (deals, 4)
        Hands N, W, S, E as masks, known cards included.

    Raises
    ------
    UsageError
        If a seat or suit is unknown or a number out of range.
    InputError
        If cards are given twice, or if no deal is possible; it says which seat or card is why.

    Examples
    --------
    >>> from gongzhu_sim.cards.layout import SPADES
    >>> hands = deal_constrained(
    ...     3, seed=1, known={"N": "AKQ52.T98.J43.T7", "W": ["H2"]}, voids={"W": "S"}
    ... )
    >>> [[int(hand).bit_count() for hand in deal] for deal in hands[:1]]
    [[13, 13, 13, 13]]
    >>> bool((hands[:, 1] & SPADES).any())
    False
    >>> deal_constrained(1, seed=1, voids={"N": "SHD", "W": "C"}, known={"E": ["C2"]})
    Traceback (most recent call last):
        ...
    gongzhu_sim.errors.InputError: no deal is possible: N needs 13 cards and only 12 of the
    hidden ones may lie there
    """
    situation = read_situation(1, known, voids, forbidden, need, hidden)
    return _deal(deals, seed, first, situation)[0]


def deal_double_constrained(
    deals: int,
    *,
    seed: int,
    first: int = 0,
    known: Mapping[str, Cards] | None = None,
    voids: Mapping[str, str] | None = None,
    forbidden: Mapping[str, Cards] | None = None,
    need: Mapping[str, int] | None = None,
    hidden: Cards | None = None,
) -> tuple[np.ndarray, np.ndarray]:
    """Deal two decks so that they agree with what is known, every physical deal alike.

    The copies of a card are different things here: a hand with one copy of a card comes about
    in two ways, a hand with both in one. Ways are counted in float64: probabilities are off by
    less than 1e-12 with up to three open seats, by less than 4e-12 with four.

    Parameters
    ----------
    deals, seed, first, known, voids, forbidden, need, hidden
        As for :func:`deal_constrained`, with 26 cards a seat. Names and text can repeat a card;
        a mask means one copy of each. A forbidden card is so in both copies.

    Returns
    -------
    hands, twice : ndarray of uint64, shape (deals, 4)
        Cards held at least once, and cards held twice.

    Raises
    ------
    UsageError, InputError
        As for :func:`deal_constrained`.

    Examples
    --------
    >>> hands, twice = deal_double_constrained(5, seed=1, known={"S": ["SQ", "SQ"]})
    >>> all(int(both) >> 10 & 1 for both in twice[:, 2])
    True
    """
    situation = read_situation(2, known, voids, forbidden, need, hidden)
    return _deal(deals, seed, first, situation)


def count_deals(
    *,
    decks: int = 1,
    known: Mapping[str, Cards] | None = None,
    voids: Mapping[str, str] | None = None,
    forbidden: Mapping[str, Cards] | None = None,
    need: Mapping[str, int] | None = None,
    hidden: Cards | None = None,
) -> int:
    """Count the deals that agree with what is known, exactly.

    Parameters
    ----------
    decks : int
        1 or 2; with two the copies of a card are different things.
    known, voids, forbidden, need, hidden
        As for :func:`deal_constrained`.

    Returns
    -------
    int
        0 if no deal is possible.

    Raises
    ------
    UsageError, InputError
        As for :func:`deal_constrained`, except that it is no error if there is no deal.

    Examples
    --------
    >>> count_deals(), count_deals(voids={"N": "SHD", "W": "SHC", "S": "SDC", "E": "HDC"})
    (53644737765488792839237440000, 1)
    """
    return count_ways(read_situation(decks, known, voids, forbidden, need, hidden))
