"""Declaring policies that any player can be given in place of its own."""

from typing import Any

import numpy as np

from gongzhu_sim.cards.compiling import kernel

__all__ = ["declare_always", "declare_never"]


@kernel
def declare_never(table: Any, hand: Any, allowed: Any) -> Any:
    """Declare nothing."""
    return np.uint64(0)


@kernel
def declare_always(table: Any, hand: Any, allowed: Any) -> Any:
    """Declare every card that may be declared."""
    return allowed
