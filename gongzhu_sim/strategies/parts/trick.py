"""The trick to which a seat plays: what lies there, what may come, and for whom it counts."""

from typing import Any, NamedTuple

import numpy as np

from gongzhu_sim.cards.compiling import inner_kernel
from gongzhu_sim.cards.layout import GOAT, HEARTS, PIG, TRANSFORMER
from gongzhu_sim.rules.scoring import hearts_sum
from gongzhu_sim.strategies.parts.chances import CERTAIN, mean_of, void_chance
from gongzhu_sim.strategies.parts.holding import DIAMOND_HONOURS, SPADE_HONOURS
from gongzhu_sim.strategies.parts.position import NOBODY, n_copies

__all__ = ["FULL", "THIRD", "Trick", "read_trick"]

FULL = np.int64(64)
"""What a point counts for the side that gets it, and against the other side."""
THIRD = np.int64(21)
"""What a point of another seat counts against oneself without sides."""

_ZERO = np.uint64(0)
_LAST = np.int64(1)
_PAIR = np.int64(2)
_BITS_64 = np.int64(6)
_BITS_256 = np.int64(8)
_BITS_FALLS = np.int64(9)  # of 256ths times sixths, halved
_BITS_DANGER = np.int64(8)  # of 16ths times 16ths
_SIXTHS = np.array([0, 6, 3, 2])


class Trick(NamedTuple):
    """The trick to which the seat plays, before its own card.

    Attributes
    ----------
    lane : uint64
        The suit, filled.
    unseen, unseen_twice : uint64
        Cards of the led suit that others hold, and those they hold in both copies.
    n_unseen : int
        How many these are.
    followers : int
        Seats still to play that may hold the suit.
    points : int
        Points on the table and expected to come if one takes the trick oneself.
    catchers : uint64
        The cards on which the pig or the goat may fall, 0 if neither can.
    falls : int
        Points that are expected to fall on a catcher.
    forced : int
        Points that come if a later seat takes the trick: those of the pig, and ``lost``.
    lost : int
        Points that come, with sides, if the other side takes the trick and not one's own.
    later_weight : int
        What a point of a later seat counts, out of 64.
    own_factor : int
        The transformer's multiplier if the seat has captured it, else 1.
    """

    lane: Any
    unseen: Any
    unseen_twice: Any
    n_unseen: Any
    followers: Any
    points: Any
    catchers: Any
    falls: Any
    forced: Any
    lost: Any
    later_weight: Any
    own_factor: Any


@inner_kernel(forceinline=True)
def _later_weight(position: Any, later: Any) -> Any:
    """Average what the later seats' points count: three, two or one seats to play."""
    if position.partner == NOBODY or later > _PAIR:
        return -THIRD  # with sides: one partner against two opponents
    if later == _LAST:
        return -FULL
    return np.int64(0)


@inner_kernel(forceinline=True)
def _fall_share(
    table: Any,
    position: Any,
    switches: Any,
    card: Any,
    lane: Any,
    later: Any,
    followers: Any,
    double: Any,
) -> Any:
    """Return in how many of six equal cases a seat that plays later has the pig or the goat.

    It lies with one of the others that are not void in the suit. A declared card's place is
    known, and it stays locked in its suit's first trick; with two decks the other copy may lie
    anywhere.
    """
    if double or table.declared & card == _ZERO or switches.minds_declared == 0:
        holders = np.int64(0)
        for step in range(1, 4):
            holders += np.int64(table.voids[(position.seat + step) & 3] & lane == _ZERO)
        return followers * _SIXTHS[holders]
    if table.opened & lane == _ZERO:
        return np.int64(0)
    for step in range(1, later + 1):
        if table.declared_by[(position.seat + step) & 3] & card != _ZERO:
            return np.int64(6)
    return np.int64(0)


@inner_kernel(forceinline=True)
def read_trick(
    table: Any,
    position: Any,
    style: Any,
    switches: Any,
    lane: Any,
    later: Any,
    on_table: Any,
    double: Any,
) -> Any:
    """Work out the trick in a suit.

    Parameters
    ----------
    table : record of TABLE
    position : Position
    style : Style
    switches : Switches
    lane : uint64
        The suit led, or to be led, filled.
    later : int
        Seats still to play after this one.
    on_table : int
        Points on the table.
    double : bool
        Whether there are two decks; a constant.

    Returns
    -------
    Trick
    """
    unseen = position.unseen & lane
    unseen_twice = position.unseen_twice & lane
    n_unseen = n_copies(unseen, unseen_twice)
    void = void_chance(n_unseen)
    followers = np.int64(0)
    throws = np.int64(0)  # chances of a discard, summed over the seats still to play
    for step in range(1, later + 1):
        is_void = table.voids[(position.seat + step) & 3] & lane != _ZERO
        followers += np.int64(not is_void)
        throws += CERTAIN if is_void else void
    partner_throws = np.int64(0)
    if later >= _PAIR and position.partner != NOBODY:
        is_void = table.voids[position.partner] & lane != _ZERO
        partner_throws = CERTAIN if is_void else void
    if n_unseen == 0:
        followers = np.int64(0)
    thrown = (position.danger * style.discard) >> _BITS_DANGER
    follow = np.int64(0)
    if lane == HEARTS:
        hearts = hearts_sum(table.rules, unseen)
        if double:
            hearts += hearts_sum(table.rules, unseen_twice)
        mean = mean_of(hearts * position.heart_factor * style.heart, n_unseen)
        follow = followers * (((CERTAIN - void) * mean) >> _BITS_64)
    # nobody throws dangerous cards on a trick of the own side
    kept = (style.kept * thrown) >> _BITS_64
    won = (throws * thrown - partner_throws * kept + follow) * switches.foresee
    lost = np.int64(0)
    if position.partner != NOBODY:
        lost = (2 * partner_throws - throws) * kept * switches.foresee
    if double:
        won *= table.width
        lost *= table.width
    catchers = _ZERO
    falls = np.int64(0)
    forced = np.int64(0)
    if followers > 0:
        if unseen & PIG != _ZERO:
            share = _fall_share(table, position, switches, PIG, lane, later, followers, double)
            catchers = SPADE_HONOURS
            falls = (position.pig * style.pig_falls * share) >> _BITS_FALLS
            falls *= switches.shed_honours
            if share > 0:
                forced = ((position.pig * style.pig_forced) >> _BITS_256) * switches.foresee
        elif unseen & GOAT != _ZERO:
            share = _fall_share(table, position, switches, GOAT, lane, later, followers, double)
            catchers = DIAMOND_HONOURS
            falls = (position.goat * style.goat_falls * share) >> _BITS_FALLS
            falls *= switches.goat
    has_transformer = table.captured[position.seat] & TRANSFORMER != _ZERO
    return Trick(
        lane,
        unseen,
        unseen_twice,
        n_unseen,
        followers,
        on_table + (won >> _BITS_64),
        catchers,
        falls,
        forced + (lost >> _BITS_64),
        lost >> _BITS_64,
        _later_weight(position, later),
        position.multiplier if has_transformer else np.int64(1),
    )
