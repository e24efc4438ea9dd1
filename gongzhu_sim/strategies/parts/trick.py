"""What a trick is worth to the seat that chooses, whoever takes it.

Scores are in 64ths of a point. What a trick brings to its taker counts fully for oneself and
one's partner, and against oneself for the others: fully with sides, a third of it without.
"""

from typing import Any, NamedTuple

import numpy as np

from gongzhu_sim.cards.compiling import inner_kernel
from gongzhu_sim.cards.layout import DIAMONDS, GOAT, HEARTS, PIG, TRANSFORMER
from gongzhu_sim.rules.scoring import hearts_sum
from gongzhu_sim.strategies.parts.chances import (
    CERTAIN,
    hold_chance,
    pair_hold_chance,
    void_chance,
)
from gongzhu_sim.strategies.parts.holding import DIAMOND_HONOURS, SPADE_HONOURS
from gongzhu_sim.strategies.parts.position import NOBODY, card_points, n_copies

__all__ = ["Trick", "leave_score", "quick_take_score", "read_trick", "take_score"]

_ZERO = np.uint64(0)
_ONE = np.uint64(1)
_WEAK_KIND = np.int64(16)
_FULL = np.int64(64)
_THIRD = np.int64(21)
_LAST = np.int64(1)
_PAIR = np.int64(2)

_DISCARD = np.int64(20)  # points a void seat throws on a trick, on average
_HEART = np.int64(14)  # points a seat follows with in hearts
_PIG_FALLS = np.int64(30)  # chance in 100 for each follower that the pig falls on ♠A ♠K
_PIG_FORCED = np.int64(15)  # chance in 100 that it falls in any other spade trick
_GOAT_FALLS = np.int64(10)  # chance in 100 for each follower that the goat falls on ♦A ♦K ♦Q
_TRANSFORMER_PRIOR = np.int64(30)  # points a pile is expected to lose after the transformer
_ALONE = np.int64(10)  # points for the chance that the transformer stays alone
_RUN_GAIN = np.int64(15)  # points for each heart taken on one's own run
_RUN_LOSS = np.int64(120)  # points lost when a heart goes elsewhere


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
        Points on the table and expected to come.
    catchers : uint64
        The cards on which the pig or the goat may fall, 0 if neither can.
    falls : int
        Points that are expected to fall on a catcher.
    forced : int
        Points of the pig that are expected in any case.
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
    later_weight: Any
    own_factor: Any


@inner_kernel(forceinline=True)
def _later_weight(position: Any, later: Any) -> Any:
    """Average what the later seats' points count: three, two or one seats to play."""
    if position.partner == NOBODY or later > _PAIR:
        return -_THIRD  # with sides: one partner against two opponents
    if later == _LAST:
        return -_FULL
    return np.int64(0)


@inner_kernel(forceinline=True)
def _fall_share(
    table: Any, position: Any, switches: Any, card: Any, lane: Any, later: Any, followers: Any
) -> Any:
    """Return in how many of three equal cases a seat that plays later has the pig or the goat.

    A declared card's place is known, and it stays locked in its suit's first trick.
    """
    if table.declared & card == _ZERO or switches.minds_declared == 0:
        return followers
    if table.opened & lane == _ZERO:
        return np.int64(0)
    for step in range(1, later + 1):
        if table.declared_by[(position.seat + step) & 3] & card != _ZERO:
            return np.int64(3)
    return np.int64(0)


@inner_kernel(forceinline=True)
def read_trick(
    table: Any, position: Any, switches: Any, lane: Any, later: Any, on_table: Any
) -> Any:
    """Work out the trick in a suit.

    Parameters
    ----------
    table : record of TABLE
    position : Position
    switches : Switches
    lane : uint64
        The suit led, or to be led, filled.
    later : int
        Seats still to play after this one.
    on_table : int
        Points on the table.

    Returns
    -------
    Trick
    """
    unseen = position.unseen & lane
    unseen_twice = position.unseen_twice & lane
    n_unseen = n_copies(unseen, unseen_twice)
    followers = np.int64(0)
    for step in range(1, later + 1):
        void = table.voids[(position.seat + step) & 3] & lane
        followers += np.int64(void == _ZERO)
    if n_unseen == 0:
        followers = np.int64(0)
    void = void_chance(n_unseen)
    share = void * _DISCARD
    if lane == HEARTS:
        share += (CERTAIN - void) * _HEART
    to_come = followers * share + (later - followers) * CERTAIN * _DISCARD
    to_come *= switches.foresee * position.heart_factor * table.width
    catchers = _ZERO
    falls = np.int64(0)
    forced = np.int64(0)
    if followers > 0:
        if unseen & PIG != _ZERO:
            share = _fall_share(table, position, switches, PIG, lane, later, followers)
            catchers = SPADE_HONOURS
            falls = position.pig * _PIG_FALLS * share // 100 * switches.shed_honours
            if share > 0:
                forced = position.pig * _PIG_FORCED // 100 * switches.foresee
        elif unseen & GOAT != _ZERO:
            share = _fall_share(table, position, switches, GOAT, lane, later, followers)
            catchers = DIAMOND_HONOURS
            falls = position.goat * _GOAT_FALLS * share // 100 * switches.goat
    has_transformer = table.captured[position.seat] & TRANSFORMER != _ZERO
    return Trick(
        lane,
        unseen,
        unseen_twice,
        n_unseen,
        followers,
        on_table - to_come // CERTAIN,
        catchers,
        falls,
        forced,
        _later_weight(position, later),
        position.multiplier if has_transformer else np.int64(1),
    )


@inner_kernel
def _worth(table: Any, position: Any, switches: Any, taker: Any, cards: Any, points: Any) -> Any:
    """Return the points a trick brings its taker (``NOBODY``: a later seat)."""
    if position.running and cards & HEARTS != _ZERO:
        if taker == position.seat:
            hearts = hearts_sum(table.rules, cards) * position.heart_factor
            points += _RUN_GAIN * n_copies(cards & HEARTS, _ZERO) - 2 * hearts
        elif position.partner == NOBODY:
            points += 3 * _RUN_LOSS  # another seat's points count a third against oneself
        elif taker != position.partner:
            points += _RUN_LOSS
        else:
            points -= _RUN_LOSS
    pile = table.captured[taker] if taker != NOBODY else _ZERO
    if pile & TRANSFORMER != _ZERO:
        return points * position.multiplier
    if cards & TRANSFORMER != _ZERO and switches.transformer != 0:
        if pile == _ZERO and cards == TRANSFORMER:
            points += _ALONE
        total = card_points(table, position, pile) + points - _TRANSFORMER_PRIOR
        points += total * (position.multiplier - 1)
    return points


@inner_kernel(forceinline=True)
def _hold(trick: Any, card: Any, is_pair: Any, wanted: Any) -> Any:
    below = card - _ONE
    if is_pair:
        higher = n_copies(trick.unseen_twice & ~below & ~card, _ZERO)
        return pair_hold_chance(trick.followers, higher, trick.lane == DIAMONDS)
    lower = n_copies(trick.unseen & below, trick.unseen_twice & below)
    return hold_chance(trick.followers, trick.n_unseen - lower, lower, wanted)


@inner_kernel(forceinline=True)
def _is_wanted(position: Any, cards: Any) -> Any:
    """Everybody wants the goat, unless the pig comes with it; and to break a run."""
    return cards & (GOAT | PIG) == GOAT or (position.running and cards & HEARTS != _ZERO)


@inner_kernel
def take_score(
    table: Any,
    position: Any,
    switches: Any,
    trick: Any,
    card: Any,
    cards: Any,
    points: Any,
    is_pair: Any,
) -> Any:
    """Return the score of playing a card that beats what lies on the table.

    Parameters
    ----------
    table, position, switches, trick
        As read before.
    card, cards : uint64
        The card, and the trick with it.
    points : int
        Points of the trick with it, on the table and to come.
    is_pair : bool
        Whether both copies of the card are played.
    """
    hold = _hold(trick, card, is_pair, _is_wanted(position, cards))
    own = points
    if card & trick.catchers != _ZERO:
        own += trick.falls
    mine = _worth(table, position, switches, position.seat, cards, own)
    theirs = _worth(table, position, switches, NOBODY, cards, points + trick.forced)
    score = hold * mine + (CERTAIN - hold) * trick.later_weight * theirs // _FULL
    if position.threat > 0 and cards & HEARTS != _ZERO:
        score += 2 * _FULL * position.threat
    return score


@inner_kernel(forceinline=True)
def quick_take_score(trick: Any, card: Any, points: Any, is_pair: Any) -> Any:
    """Return :func:`take_score` where no transformer, goat or run is in the trick."""
    hold = _hold(trick, card, is_pair, False)
    caught = trick.falls if card & trick.catchers != _ZERO else np.int64(0)
    mine = trick.own_factor * (points + caught)
    theirs = trick.later_weight * (points + trick.forced)
    return hold * mine + (CERTAIN - hold) * theirs // _FULL


@inner_kernel
def leave_score(
    table: Any, position: Any, switches: Any, trick: Any, cards: Any, points: Any
) -> Any:
    """Return the score of playing a card that does not beat what lies on the table.

    Parameters are those of :func:`take_score`.
    """
    # in diamonds the strong plays of two cards are pairs, elsewhere the weak ones
    is_pair = table.width == 2 and (trick.lane == DIAMONDS) == (table.best_strength > _WEAK_KIND)
    hold = _hold(trick, table.best, is_pair, _is_wanted(position, cards))
    caught = points
    if table.best & trick.catchers & SPADE_HONOURS != _ZERO:
        caught += trick.falls
    weight = -_THIRD
    if position.partner != NOBODY:
        weight = _FULL if table.winner == position.partner else -_FULL
    winner = _worth(table, position, switches, table.winner, cards, caught)
    later = _worth(table, position, switches, NOBODY, cards, points + trick.forced)
    score = hold * weight * winner // _FULL
    score += (CERTAIN - hold) * trick.later_weight * later // _FULL
    if position.threat > 0 and cards & HEARTS != _ZERO:
        if table.winner != position.runner:
            score += hold * position.threat
        else:
            score -= hold * position.threat // 2
    return score
