"""One decision of a rule bot: the position is read, then it leads or answers."""

from typing import Any

import numpy as np

from gongzhu_sim.cards.compiling import inner_kernel
from gongzhu_sim.strategies.parts.answering import choose_answer
from gongzhu_sim.strategies.parts.leading import choose_lead
from gongzhu_sim.strategies.parts.position import read_position

__all__ = ["choose_card"]

_ZERO = np.uint64(0)


@inner_kernel(forceinline=True)
def choose_card(table: Any, hand: Any, legal: Any, style: Any, switches: Any, double: Any) -> Any:
    """Return the card that a rule bot of some style plays.

    Parameters
    ----------
    table : record of TABLE
    hand, legal : uint64
    style : Style
    switches : Switches
    double : bool
        Whether there are two decks; a constant, so that one deck does not pay for it.

    Returns
    -------
    uint64
    """
    position = read_position(table, hand, style, switches, double)
    if table.led == _ZERO:
        return choose_lead(table, position, style, switches, legal, double)
    return choose_answer(table, position, style, switches, legal, double)
