"""Quick text forms of sets of cards, kept from one record to the next.

A suit has 2**13 sets of cards, so everything kept here has a bound of its own.
"""

import functools

from gongzhu_sim.cards.layout import RANKS, SUITS

__all__ = ["CARD_INDICES", "RankSets", "list_names", "write_hand"]

_LANE = 0x1FFF

CARD_INDICES = {
    suit + rank: 16 * lane + bit
    for lane, suit in enumerate(SUITS)
    for bit, rank in enumerate(RANKS)
}
"""The bit index of every card by its one exact name, such as ``SQ``."""


@functools.cache
def _write_ranks(lane: int) -> str:
    """Return the ranks of a suit's cards, high to low; `lane` has 13 bits, the deuce lowest."""
    return "".join(RANKS[bit] for bit in range(12, -1, -1) if lane >> bit & 1)


class _SuitNames(dict[int, tuple[str, ...]]):
    """The names of the cards of one suit, high to low, by the suit's 13 bits."""

    def __init__(self, suit: str) -> None:
        super().__init__()
        self._suit = suit

    def __missing__(self, lane: int) -> tuple[str, ...]:
        names = tuple(self._suit + rank for rank in _write_ranks(lane))
        self[lane] = names
        return names


_SPADES, _HEARTS, _DIAMONDS, _CLUBS = map(_SuitNames, SUITS)


class RankSets(dict[str, int]):
    """Sets of cards of one suit by their ranks, such as ``"AKQ52"``; any order is read.

    Missing keys are worked out; those in the usual order, high to low, are kept. A text that
    is no set of ranks raises KeyError.

    Examples
    --------
    >>> RankSets()["32"], RankSets()[""]
    (3, 0)
    """

    def __missing__(self, text: str) -> int:
        lane = 0
        for rank in text:
            bit = 1 << RANKS.find(rank)  # a negative shift: an unknown rank
            if lane & bit:
                raise KeyError(text)
            lane |= bit
        if _write_ranks(lane) == text:
            self[text] = lane
        return lane


def list_names(mask: int) -> list[str]:
    """Return the names of a set of cards in canonical order.

    Examples
    --------
    >>> list_names(1 << 10 | 1 << 12 | 1 << 56)
    ['SA', 'SQ', 'CT']
    """
    if not mask:
        return []
    return [
        *_SPADES[mask & _LANE],
        *_HEARTS[mask >> 16 & _LANE],
        *_DIAMONDS[mask >> 32 & _LANE],
        *_CLUBS[mask >> 48 & _LANE],
    ]


def write_hand(mask: int) -> str:
    """Return a hand as ``spades.hearts.diamonds.clubs``.

    Examples
    --------
    >>> write_hand(1 << 10 | 1 << 12 | 1 << 56)
    'AQ...T'
    """
    return (
        f"{_write_ranks(mask & _LANE)}.{_write_ranks(mask >> 16 & _LANE)}."
        f"{_write_ranks(mask >> 32 & _LANE)}.{_write_ranks(mask >> 48 & _LANE)}"
    )
