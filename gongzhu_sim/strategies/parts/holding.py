"""What it is worth to be rid of a card: the dangers and uses of what one holds, by suit.

Worth is in 64ths of a point.
"""

from typing import Any, NamedTuple

import numpy as np

from gongzhu_sim.cards.compiling import inner_kernel
from gongzhu_sim.cards.layout import (
    CLUBS,
    DIAMONDS,
    GOAT,
    HEARTS,
    PIG,
    RANKS,
    SPADES,
    TRANSFORMER,
)
from gongzhu_sim.strategies.parts.position import n_copies

__all__ = [
    "CLUB_HONOURS",
    "DIAMOND_HONOURS",
    "HEART_HONOURS",
    "SMALL_SPADES",
    "SPADE_HONOURS",
    "Holding",
    "read_holding",
    "riddance",
]


def _above(lane: np.uint64, rank: str) -> np.uint64:
    start = int(lane) & -int(lane)
    return np.uint64(int(lane) & ~((start << (RANKS.index(rank) + 1)) - 1))


SPADE_HONOURS = _above(SPADES, "Q")
"""♠A ♠K, on which the pig falls."""
SMALL_SPADES = np.uint64(int(PIG) - 1)
"""The spades below the pig."""
DIAMOND_HONOURS = _above(DIAMONDS, "J")
"""♦A ♦K ♦Q, which catch the goat."""
CLUB_HONOURS = _above(CLUBS, "T")
"""♣A to ♣J, which catch the transformer."""

HEART_HONOURS = _above(HEARTS, "T")
"""♥A to ♥J."""

_ZERO = np.uint64(0)
_ONE = np.uint64(1)
_POINT = np.int64(64)

# chance out of 64 that the pig falls under one's ♠A or ♠K, by the number of small spades
_PIG_RISK = np.array([20, 18, 15, 11, 7, 4, 2])
_MOST_SPADES = np.int64(6)
_PER_LOWER = np.int64(32)  # a card is half a point worse for each unseen card below it
_PER_LOWER_HEART = np.int64(64)  # and a heart one more point
_CATCHER_SHARE = np.int64(10)  # 64ths of the goat that a catcher of it is worth
_GOAT_SHARE = np.int64(19)  # 64ths of itself that the goat is worth in hand
_TRANSFORMER_RISK = np.int64(12) * _POINT
_RUN_HEART = np.int64(-40) * _POINT  # on a run no heart is thrown away
_RUN_OTHER = np.int64(5) * _POINT  # and losers go before winners


class Holding(NamedTuple):
    """What one's cards of a suit are worth to be rid of.

    Attributes
    ----------
    unseen, unseen_twice : uint64
        Cards of the suit that others hold, and those they hold in both copies.
    special : uint64
        Cards with a worth of their own.
    special_worth, plain_worth : int
        Worth of being rid of one of those, and of any other card of the suit.
    per_lower : int
        Added for each unseen card below the card.
    """

    unseen: Any
    unseen_twice: Any
    special: Any
    special_worth: Any
    plain_worth: Any
    per_lower: Any


@inner_kernel(forceinline=True)
def _honour_worths(position: Any, switches: Any, own: Any, twice: Any) -> Any:
    """Return what it is worth to be rid of ♠A or ♠K, and of a spade that guards them."""
    small = min(n_copies(own & SMALL_SPADES, twice & SMALL_SPADES), _MOST_SPADES)
    cost = -position.pig  # the pig is worth -100
    guard = np.int64(0)
    if small > 0:
        more = _PIG_RISK[small - 1] - _PIG_RISK[small]
        guard = (
            -cost * more * n_copies(own & SPADE_HONOURS, twice & SPADE_HONOURS) * switches.guards
        )
    return cost * _PIG_RISK[small] * switches.shed_honours, guard


@inner_kernel(forceinline=True)
def read_holding(position: Any, switches: Any, lane: Any, bonus: Any) -> Any:
    """Work out what it is worth to be rid of each card of a suit.

    Parameters
    ----------
    position : Position
    switches : Switches
        Which rules are on (see :mod:`gongzhu_sim.strategies.players.folk`).
    lane : uint64
        The suit, filled.
    bonus : int
        Worth added for every card of the suit.

    Returns
    -------
    Holding
    """
    unseen = position.unseen & lane
    unseen_twice = position.unseen_twice & lane
    own = position.hand & lane
    special = _ZERO
    special_worth = np.int64(0)
    plain_worth = np.int64(0)
    per_lower = _PER_LOWER * switches.duck
    if position.running:
        return Holding(
            unseen, unseen_twice, _ZERO, special_worth, _RUN_HEART if lane == HEARTS else bonus, 0
        )
    if lane == SPADES:
        if unseen & PIG != _ZERO:
            special = SPADE_HONOURS
            special_worth, plain_worth = _honour_worths(
                position, switches, own, position.hand_twice & lane
            )
    elif lane == HEARTS:
        per_lower += _PER_LOWER_HEART * switches.duck
    elif lane == DIAMONDS:
        if unseen & GOAT != _ZERO:
            special = DIAMOND_HONOURS
            special_worth = -_CATCHER_SHARE * position.goat * switches.goat
        elif own & GOAT != _ZERO:
            special = GOAT
            special_worth = -_GOAT_SHARE * position.goat * switches.goat
    elif unseen & TRANSFORMER != _ZERO:
        special = CLUB_HONOURS
        special_worth = _TRANSFORMER_RISK * switches.transformer
    return Holding(
        unseen, unseen_twice, special, special_worth + bonus, plain_worth + bonus, per_lower
    )


@inner_kernel(forceinline=True)
def riddance(position: Any, holding: Any, card: Any) -> Any:
    """Return what it is worth to be rid of a card, in 64ths of a point."""
    below = card - _ONE
    lower = n_copies(holding.unseen & below, holding.unseen_twice & below)
    if position.running:
        loses = holding.unseen & ~below & ~card != _ZERO
        return holding.plain_worth + (_RUN_OTHER if loses else -_RUN_OTHER)
    if card & holding.special != _ZERO:
        return holding.special_worth + holding.per_lower * lower
    return holding.plain_worth + holding.per_lower * lower
