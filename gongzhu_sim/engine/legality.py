"""Which cards may be played, one deck."""

from typing import Any

import numpy as np

from gongzhu_sim.cards.bits import lane_fill
from gongzhu_sim.cards.compiling import kernel

__all__ = ["free_cards", "legal_cards"]

_ZERO = np.uint64(0)


@kernel
def free_cards(hand: Any, fresh: Any) -> Any:
    """Return a hand without its locked cards.

    Parameters
    ----------
    hand : uint64
    fresh : uint64
        Declared cards (anybody's) of suits whose first trick is not over.

    Returns
    -------
    uint64

    Notes
    -----
    A declared card is locked in the first trick of its suit while its holder has an
    undeclared card of that suit: a singleton is free.
    """
    declared = hand & fresh
    if declared == _ZERO:
        return hand
    return hand ^ (declared & lane_fill(hand ^ declared))


@kernel
def legal_cards(table: Any, hand: Any) -> Any:
    """Return the cards the seat in turn may play.

    Parameters
    ----------
    table : record of TABLE
    hand : uint64

    Returns
    -------
    uint64
        At least one card, if the hand has one.

    Notes
    -----
    Suit must be followed; a locked card neither leads its suit nor follows in it, but may
    be discarded. The first lead of a deal is the named card where the rules say so.
    """
    fresh = table.declared & ~table.opened
    if table.led == _ZERO:
        rules = table.rules
        if table.n_plays == 0 and rules.must_lead_it != 0 and rules.first_lead != _ZERO:
            return rules.first_lead
        return free_cards(hand, fresh)
    following = hand & table.led
    # a lock binds only who follows: discards are free
    return free_cards(following, fresh) if following != _ZERO else hand
