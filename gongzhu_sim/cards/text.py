"""Text forms of cards and hands: ``SQ``, ``♠Q``, ``AKQ52.T98.J43.T7``."""

from collections.abc import Iterable

import numpy as np

from gongzhu_sim.cards.layout import RANKS, SUIT_SYMBOLS, SUITS
from gongzhu_sim.errors import InputError

__all__ = [
    "card_index",
    "card_name",
    "card_names",
    "format_hand",
    "parse_card",
    "parse_cards",
    "parse_hand",
    "pretty_cards",
]

_CANONICAL = [16 * suit + rank for suit in range(4) for rank in range(12, -1, -1)]


def card_index(text: str) -> int:
    """Return the bit index of a card from its name.

    Parameters
    ----------
    text : str
        Suit and rank in either case: ``SQ``, ``sq``, ``♠Q``; ``T`` or ``10`` for ten.

    Returns
    -------
    int
        ``16 * suit + rank``.

    Raises
    ------
    InputError
        If the text names no card.

    Examples
    --------
    >>> card_index("SQ"), card_index("♣10")
    (10, 56)
    """
    given = text.strip()
    suit, rank = given[:1].upper(), given[1:].upper()
    if suit in SUIT_SYMBOLS and suit:
        suit = SUITS[SUIT_SYMBOLS.index(suit)]
    if rank == "10":
        rank = "T"
    if not suit or suit not in SUITS:
        raise InputError(
            f"{text!r} is not a card: it must begin with a suit, one of {' '.join(SUITS)} "
            f"or {' '.join(SUIT_SYMBOLS)}"
        )
    if len(rank) != 1 or rank not in RANKS:
        raise InputError(
            f"{text!r} is not a card: after the suit comes a rank, one of "
            f"{' '.join(reversed(RANKS))}"
        )
    return 16 * SUITS.index(suit) + RANKS.index(rank)


def parse_card(text: str) -> np.uint64:
    """Return a card as a one-bit mask; see :func:`card_index`."""
    return np.uint64(1 << card_index(text))


def parse_cards(names: Iterable[str]) -> np.uint64:
    """Return a set of cards as a mask.

    Raises
    ------
    InputError
        If a name is no card, or stands twice.

    Examples
    --------
    >>> int(parse_cards(["S2", "S3"]))
    3
    """
    mask = 0
    for name in names:
        bit = 1 << card_index(name)
        if mask & bit:
            raise InputError(f"{name!r} stands twice")
        mask |= bit
    return np.uint64(mask)


def card_name(index: int, *, symbols: bool = False) -> str:
    """Return the name of the card with a bit index.

    Examples
    --------
    >>> card_name(10), card_name(56, symbols=True)
    ('SQ', '♣T')
    """
    suits = SUIT_SYMBOLS if symbols else SUITS
    return suits[index >> 4] + RANKS[index & 15]


def card_names(mask: int | np.uint64) -> list[str]:
    """Return the names of a set of cards in canonical order.

    The order is spades, hearts, diamonds, clubs, and high to low within a suit.

    Examples
    --------
    >>> card_names(parse_cards(["C2", "SQ", "SA"]))
    ['SA', 'SQ', 'C2']
    """
    word = int(mask)
    return [card_name(index) for index in _CANONICAL if word >> index & 1]


def pretty_cards(mask: int | np.uint64) -> str:
    """Return a set of cards as people write them: ``♠AQ ♣2``; ``–`` for none.

    Examples
    --------
    >>> pretty_cards(parse_cards(["C2", "SQ", "SA"]))
    '♠AQ ♣2'
    """
    suits = format_hand(mask).split(".")
    parts = [symbol + ranks for symbol, ranks in zip(SUIT_SYMBOLS, suits, strict=True) if ranks]
    return " ".join(parts) or "–"


def format_hand(mask: int | np.uint64) -> str:
    """Return a hand as ``spades.hearts.diamonds.clubs``, ranks high to low.

    Examples
    --------
    >>> format_hand(parse_hand("AKQ52.T98.J43.T7"))
    'AKQ52.T98.J43.T7'
    """
    word = int(mask)
    return ".".join(
        "".join(RANKS[rank] for rank in range(12, -1, -1) if word >> (16 * suit + rank) & 1)
        for suit in range(4)
    )


def parse_hand(text: str) -> np.uint64:
    """Return a hand from its four suits separated by dots (PBN's order).

    Parameters
    ----------
    text : str
        ``spades.hearts.diamonds.clubs``; a void suit is empty; ``10`` is read as ``T``.
        Any number of cards is accepted: how many a hand must have is the rules' business.

    Returns
    -------
    uint64
        The cards as a mask.

    Raises
    ------
    InputError
        If there are not four suits, a rank is unknown or a card stands twice.

    Examples
    --------
    >>> int(parse_hand("32...")), card_names(parse_hand("..10.A"))
    (3, ['DT', 'CA'])
    """
    suits = text.strip().upper().replace("10", "T").split(".")
    if len(suits) != 4:
        raise InputError(
            f"hand {text!r} has {len(suits)} suits; write four, separated by dots: "
            "spades.hearts.diamonds.clubs, as in AKQ52.T98.J43.T7"
        )
    mask = 0
    for suit, ranks in enumerate(suits):
        for rank in ranks:
            if rank not in RANKS:
                raise InputError(
                    f"hand {text!r}: {rank!r} is not a rank; allowed: {' '.join(reversed(RANKS))}"
                )
            bit = 1 << (16 * suit + RANKS.index(rank))
            if mask & bit:
                raise InputError(f"hand {text!r} has {SUITS[suit]}{rank} twice")
            mask |= bit
    return np.uint64(mask)
