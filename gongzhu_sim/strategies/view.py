"""What a seat can work out from the table: helpers for strategies."""

from typing import Any

import numpy as np

from gongzhu_sim.cards.compiling import inner_kernel
from gongzhu_sim.cards.layout import DECK
from gongzhu_sim.cards.streams import mix

__all__ = ["random_word", "unseen_cards", "unseen_pairs"]


@inner_kernel
def random_word(table: Any) -> Any:
    """Return the 64 random bits of this decision of this seat, the same whenever it is asked."""
    return mix(table.own.key, np.uint64(table.own.decision))


@inner_kernel(forceinline=True)
def unseen_cards(table: Any, hand: Any) -> Any:
    """Return the cards that the other seats still hold, at least one copy of each."""
    if table.rules.decks == 1:
        return DECK & ~(table.seen | hand)
    return DECK & ~(table.seen_twice | table.own.hand_twice | (table.seen & hand))


@inner_kernel(forceinline=True)
def unseen_pairs(table: Any, hand: Any) -> Any:
    """Return the cards of which the other seats hold both copies; none with one deck."""
    return DECK & ~(table.seen | hand) if table.rules.decks == 2 else np.uint64(0)
