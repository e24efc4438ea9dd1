"""Quick text forms of cards, kept from one record to the next.

A *pile* is cards that may be there in both copies, as one whole number: its lower 64 bits are
the cards there at least once, the bits above them those there twice. With one deck, or where
no card is there twice, it is the mask of its cards. Everything kept here has a bound.
"""

import functools
from collections.abc import Sequence
from itertools import chain

import numpy as np

from gongzhu_sim.cards.layout import RANKS, SUITS

__all__ = [
    "CARD_INDICES",
    "CARD_NAMES",
    "RankSets",
    "list_names",
    "split_piles",
    "stack_piles",
    "write_hand",
]

_LANE = 0x1FFF
_TWICE = 64  # where the second copies begin
_KEPT_TEXTS = 1 << 14  # of one deck there are 2**13

CARD_INDICES = {
    suit + rank: 16 * lane + bit
    for lane, suit in enumerate(SUITS)
    for bit, rank in enumerate(RANKS)
}
"""The bit index of every card by its one exact name, such as ``SQ``."""

CARD_NAMES = {1 << index: name for name, index in CARD_INDICES.items()}
"""The name of every card by its mask."""


def stack_piles(once: np.ndarray, twice: np.ndarray) -> list[list[int]]:
    """Return the piles of the seats of many deals.

    Parameters
    ----------
    once, twice : ndarray of uint64, shape (n, 4)
        Cards there at least once, and twice.

    Returns
    -------
    list of list of int
    """
    piles = once.tolist()
    if not twice.any():
        return piles
    return [
        [low | high << _TWICE for low, high in zip(*rows, strict=True)]
        for rows in zip(piles, twice.tolist(), strict=True)
    ]


def split_piles(piles: Sequence[Sequence[int]]) -> tuple[np.ndarray, np.ndarray]:
    """Return cards there at least once, and twice; the inverse of :func:`stack_piles`.

    Parameters
    ----------
    piles : sequence of sequence of int, shape (n, 4)

    Returns
    -------
    once, twice : ndarray of uint64, shape (n, 4)

    Examples
    --------
    >>> once, twice = split_piles([(5, 1 << 64 | 1, 0, 0)])
    >>> once.tolist(), twice.tolist()
    ([[5, 1, 0, 0]], [[0, 1, 0, 0]])
    """
    try:
        once = np.fromiter(chain.from_iterable(piles), np.uint64, 4 * len(piles)).reshape(-1, 4)
        return once, np.zeros_like(once)
    except OverflowError:  # a card is there twice
        pass
    text = b"".join([pile.to_bytes(16, "little") for row in piles for pile in row])
    words = np.frombuffer(text, "<u8").astype(np.uint64).reshape(len(piles), 4, 2)
    return words[..., 0], words[..., 1]


@functools.lru_cache(maxsize=_KEPT_TEXTS)
def _write_ranks(lane: int, twice: int) -> str:
    """Return the ranks of a suit's cards, high to low, each as often as the card is there."""
    ranks = []
    for bit in range(12, -1, -1):
        ranks.append(RANKS[bit] * ((lane >> bit & 1) + (twice >> bit & 1)))
    return "".join(ranks)


class _SuitNames(dict[int, tuple[str, ...]]):
    """The names of the cards of one suit, high to low, by the suit's 13 bits."""

    def __init__(self, suit: str) -> None:
        super().__init__()
        self._suit = suit

    def __missing__(self, lane: int) -> tuple[str, ...]:
        names = tuple(self._suit + rank for rank in _write_ranks(lane, 0))
        self[lane] = names
        return names


_SPADES, _HEARTS, _DIAMONDS, _CLUBS = map(_SuitNames, SUITS)


class RankSets(dict[str, int]):
    """Piles of cards of one suit by their ranks, such as ``"AKQ52"``; any order is read.

    Missing keys are worked out; those in the usual order, high to low, are kept, as far as
    there is room. A text that gives no pile raises KeyError or ValueError.

    Examples
    --------
    >>> RankSets()["32"], RankSets()[""], RankSets()["322"] == 3 | 1 << 64
    (3, 0, True)
    """

    def __missing__(self, text: str) -> int:
        lane = twice = 0
        for rank in text:
            bit = 1 << RANKS.find(rank)  # a negative shift: an unknown rank
            if twice & bit:
                raise KeyError(text)
            twice |= lane & bit
            lane |= bit
        pile = lane | twice << _TWICE
        if len(self) < _KEPT_TEXTS and _write_ranks(lane, twice) == text:
            self[text] = pile
        return pile


def list_names(pile: int) -> list[str]:
    """Return the names of the cards of a pile in canonical order.

    Examples
    --------
    >>> list_names(1 << 10 | 1 << 12 | 1 << 56), list_names(1 << 64 | 3)
    (['SA', 'SQ', 'CT'], ['S3', 'S2', 'S2'])
    """
    if not pile:
        return []
    names = [
        *_SPADES[pile & _LANE],
        *_HEARTS[pile >> 16 & _LANE],
        *_DIAMONDS[pile >> 32 & _LANE],
        *_CLUBS[pile >> 48 & _LANE],
    ]
    twice = pile >> _TWICE
    if not twice:
        return names
    return [name for once in names for name in [once] * (1 + (twice >> CARD_INDICES[once] & 1))]


def write_hand(pile: int) -> str:
    """Return a hand as ``spades.hearts.diamonds.clubs``; a card held twice repeats its rank.

    Examples
    --------
    >>> write_hand(1 << 10 | 1 << 12 | 1 << 56), write_hand(1 << 64 | 3)
    ('AQ...T', '322...')
    """
    twice = pile >> _TWICE
    return ".".join(
        [_write_ranks(pile >> lane & _LANE, twice >> lane & _LANE) for lane in (0, 16, 32, 48)]
    )
