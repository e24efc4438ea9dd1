"""What a rule bot declares, each card by its own rule on the seat's own cards."""

from typing import Any

import numpy as np

from gongzhu_sim.cards.compiling import inner_kernel
from gongzhu_sim.cards.layout import CLUBS, DIAMONDS, GOAT, HEARTS, PIG, SPADES, TRANSFORMER
from gongzhu_sim.strategies.parts.holding import (
    CLUB_HONOURS,
    DIAMOND_HONOURS,
    HEART_HONOURS,
    SPADE_HONOURS,
)
from gongzhu_sim.strategies.parts.position import n_copies
from gongzhu_sim.strategies.parts.switches import PLAY_RULES, switch

__all__ = ["DECLARING_RULES", "choose_declarations"]

DECLARING_RULES = ("declares_pig", "declares_goat", "declares_transformer", "declares_marker")
"""Switches of the declaring rules, after those of play."""

_ZERO = np.uint64(0)


@inner_kernel(forceinline=True)
def choose_declarations(table: Any, hand: Any, allowed: Any, style: Any) -> Any:
    """Return the cards to declare.

    The pig, the transformer and the marker: with enough cards of the suit, itself included,
    that do not rank above it (for the marker: that are no honours). They guard it until it can
    be thrown, and make it likely that somebody else takes it. The pig also needs a short side
    suit, to be thrown soon. The goat: with enough diamonds, those that can bring it home
    counting twice.
    """
    on = table.own.switches >> np.uint64(len(PLAY_RULES))
    twice = table.own.hand_twice
    chosen = _ZERO
    if allowed & PIG != _ZERO and switch(on, 0) != 0:
        hearts = n_copies(hand & HEARTS, twice & HEARTS)
        diamonds = n_copies(hand & DIAMONDS, twice & DIAMONDS)
        shortest = min(hearts, diamonds, n_copies(hand & CLUBS, twice & CLUBS))
        small = n_copies(hand & SPADES & ~SPADE_HONOURS, twice & SPADES & ~SPADE_HONOURS)
        if small >= style.declare_pig and shortest <= style.declare_side:
            chosen |= PIG
    if allowed & GOAT != _ZERO and switch(on, 1) != 0:
        diamonds = n_copies(hand & DIAMONDS, twice & DIAMONDS)
        help_ = diamonds + n_copies(hand & DIAMOND_HONOURS, twice & DIAMOND_HONOURS)
        chosen |= GOAT if help_ >= style.declare_goat else _ZERO
    if allowed & TRANSFORMER != _ZERO and switch(on, 2) != 0:
        low = n_copies(hand & CLUBS & ~CLUB_HONOURS, twice & CLUBS & ~CLUB_HONOURS)
        chosen |= TRANSFORMER if low >= style.declare_transformer else _ZERO
    marker = allowed & HEARTS
    if marker != _ZERO and switch(on, 3) != 0:
        low = n_copies(hand & HEARTS & ~HEART_HONOURS, twice & HEARTS & ~HEART_HONOURS)
        chosen |= marker if low + 1 >= style.declare_marker else _ZERO
    return chosen
