"""The bit layout of cards and hands, drawn once.

A card is one bit of a 64-bit word, a hand (or any set of cards) the sum of its cards.
Every suit has a lane of 16 bits, of which the low 13 are used, from the deuce up::

    bit   63      48 47      32 31      16 15       0
          ┌─────────┬──────────┬──────────┬─────────┐
          │  clubs  │ diamonds │  hearts  │ spades  │
          └─────────┴──────────┴──────────┴─────────┘
    lane  · · · A K Q J T 9 8 7 6 5 4 3 2
          bit 15  12                    0

So the index of a card is ``16 * suit + rank``, its suit's lane starts at bit
``index & 48``, and within a suit the higher card is the larger number: the top card of a
set of one suit is its highest set bit. The pig ♠Q is bit 10, the goat ♦J bit 41, the
transformer ♣10 bit 56.

Seats are numbered in the order of play, which is counter-clockwise: N, W, S, E.
The seat after ``s`` is ``(s + 1) & 3``, its partner ``s ^ 2``.
"""

from typing import Final

import numpy as np

__all__ = [
    "BLACK",
    "CLUBS",
    "CLUB_TWO",
    "DECK",
    "DIAMONDS",
    "GOAT",
    "HEARTS",
    "HEART_ACE",
    "KINDS",
    "LANES",
    "PIG",
    "RANKS",
    "RED",
    "SCORING",
    "SEATS",
    "SPADES",
    "SUITS",
    "SUIT_SYMBOLS",
    "TRANSFORMER",
]

SEATS: Final = "NWSE"
"""Names of the seats in order of play."""

SUITS: Final = "SHDC"
"""Letters of the suits in the order of their lanes."""

SUIT_SYMBOLS: Final = "♠♥♦♣"

RANKS: Final = "23456789TJQKA"
"""Letters of the ranks in the order of their bits within a lane."""

KINDS: Final = ("pig", "goat", "transformer", "marker")
"""The kinds of card that can be declared."""

LANES: Final = np.uint64(0x1FFF_1FFF_1FFF_1FFF)
DECK: Final = LANES
"""All 52 cards."""

SPADES: Final = np.uint64(0x1FFF)
HEARTS: Final = np.uint64(0x1FFF << 16)
DIAMONDS: Final = np.uint64(0x1FFF << 32)
CLUBS: Final = np.uint64(0x1FFF << 48)

RED: Final = HEARTS | DIAMONDS
BLACK: Final = SPADES | CLUBS

PIG: Final = np.uint64(1 << 10)
GOAT: Final = np.uint64(1 << (32 + 9))
TRANSFORMER: Final = np.uint64(1 << (48 + 8))
HEART_ACE: Final = np.uint64(1 << (16 + 12))
CLUB_TWO: Final = np.uint64(1 << 48)

SCORING: Final = HEARTS | PIG | GOAT | TRANSFORMER
"""The sixteen scoring cards of one deck; a heart worth 0 is still one."""
