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
    "shortness",
    "special_cards",
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
def _honour_worths(position: Any, style: Any, switches: Any, own: Any, twice: Any) -> Any:
    """Return what it is worth to be rid of ♠A or ♠K, and of a spade that guards them."""
    small = n_copies(own & SMALL_SPADES, twice & SMALL_SPADES)
    cost = -position.pig  # the pig is worth -100
    risk = style.pig_risk - style.pig_guard * small
    guard = np.int64(0)
    if risk > 0 and small > 0:
        honours = n_copies(own & SPADE_HONOURS, twice & SPADE_HONOURS)
        guard = -cost * style.pig_guard * honours * switches.guards
    return cost * max(risk, 0) * switches.shed_honours, guard


@inner_kernel(forceinline=True)
def special_cards(unseen: Any) -> Any:
    """Return the cards of all suits on which what is still out can fall, or that catch it."""
    special = SPADE_HONOURS if unseen & PIG != _ZERO else _ZERO
    special |= DIAMOND_HONOURS if unseen & GOAT != _ZERO else _ZERO
    return special | (CLUB_HONOURS if unseen & TRANSFORMER != _ZERO else _ZERO)


@inner_kernel(forceinline=True)
def shortness(position: Any, style: Any, switches: Any, lane: Any) -> Any:
    """Return the worth of playing from a suit for its length: short ones come first."""
    cost = style.short + (style.short_pig if position.hand & PIG != _ZERO else 0)
    held = n_copies(position.hand & lane, position.hand_twice & lane)
    return -cost * held * switches.short


@inner_kernel(forceinline=True)
def read_holding(position: Any, style: Any, switches: Any, lane: Any, bonus: Any) -> Any:
    """Work out what it is worth to be rid of each card of a suit.

    Parameters
    ----------
    position : Position
    style : Style
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
    per_lower = style.lower * switches.duck
    if position.running:
        return Holding(
            unseen, unseen_twice, _ZERO, special_worth, _RUN_HEART if lane == HEARTS else bonus, 0
        )
    if lane == SPADES:
        if unseen & PIG != _ZERO:
            special = SPADE_HONOURS
            special_worth, plain_worth = _honour_worths(
                position, style, switches, own, position.hand_twice & lane
            )
    elif lane == HEARTS:
        per_lower += style.lower_heart * switches.duck
    elif lane == DIAMONDS:
        if unseen & GOAT != _ZERO:
            special = DIAMOND_HONOURS
            special_worth = -style.catcher_share * position.goat * switches.goat
        elif own & GOAT != _ZERO:
            special = GOAT
            special_worth = -style.goat_share * position.goat * switches.goat
    elif unseen & TRANSFORMER != _ZERO:
        special = CLUB_HONOURS
        special_worth = style.transformer_risk * switches.transformer
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
