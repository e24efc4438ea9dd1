"""What a seat can work out from the table: helpers for strategies."""

from typing import Any

import numpy as np

from gongzhu_sim.cards.compiling import kernel
from gongzhu_sim.cards.layout import DECK
from gongzhu_sim.cards.streams import mix

__all__ = ["random_word", "unseen_cards"]


@kernel
def random_word(table: Any) -> Any:
    """Return the 64 random bits of this decision of this seat, the same whenever it is asked."""
    return mix(table.own.key, np.uint64(table.own.decision))


@kernel
def unseen_cards(table: Any, hand: Any) -> Any:
    """Return the cards that the other seats still hold."""
    return DECK & ~(table.seen | hand)
