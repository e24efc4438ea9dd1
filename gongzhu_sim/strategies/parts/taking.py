"""What it is worth to take a trick, or to leave it to others.

Scores are in 64ths of a point. What a trick brings to its taker counts fully for oneself and
one's partner, and against oneself for the others: fully with sides, a third of it without.
"""

from typing import Any, NamedTuple

import numpy as np

from gongzhu_sim.cards.compiling import inner_kernel
from gongzhu_sim.cards.layout import DIAMONDS, GOAT, HEARTS, PIG, TRANSFORMER
from gongzhu_sim.rules.scoring import hearts_sum
from gongzhu_sim.strategies.parts.chances import CERTAIN, hold_chance, pair_hold_chance
from gongzhu_sim.strategies.parts.holding import SPADE_HONOURS
from gongzhu_sim.strategies.parts.position import NOBODY, card_points, n_cards, n_copies
from gongzhu_sim.strategies.parts.trick import FULL, THIRD

__all__ = [
    "Leaving",
    "leave_score",
    "quick_leave_score",
    "quick_take_score",
    "read_leaving",
    "take_score",
]

_ZERO = np.uint64(0)
_ONE = np.uint64(1)
_WEAK_KIND = np.int64(16)
_BITS_64 = np.int64(6)


@inner_kernel(forceinline=True)
def _worth(
    table: Any, position: Any, style: Any, switches: Any, taker: Any, cards: Any, points: Any
) -> Any:
    """Return the points a trick brings its taker (``NOBODY``: a later seat)."""
    if position.running and cards & HEARTS != _ZERO:
        if taker == position.seat:
            hearts = hearts_sum(table.rules, cards) * position.heart_factor
            points += style.run_gain * n_cards(cards & HEARTS) - 2 * hearts
        elif position.partner == NOBODY:
            points += 3 * style.run_loss  # another seat's points count a third against oneself
        elif taker != position.partner:
            points += style.run_loss
        else:
            points -= style.run_loss
    pile = table.captured[taker] if taker != NOBODY else _ZERO
    if pile & TRANSFORMER != _ZERO:
        return points * position.multiplier
    if cards & TRANSFORMER != _ZERO and switches.transformer != 0:
        if pile == _ZERO and cards == TRANSFORMER:
            points += style.alone
        total = card_points(table, position, pile) + points - style.transformer_prior
        points += total * (position.multiplier - 1)
    return points


@inner_kernel(forceinline=True)
def _hold(trick: Any, card: Any, is_pair: Any, wanted: Any) -> Any:
    below = card - _ONE
    if is_pair:
        higher = n_cards(trick.unseen_twice & ~below & ~card)
        return pair_hold_chance(trick.followers, higher, trick.lane == DIAMONDS)
    lower = n_copies(trick.unseen & below, trick.unseen_twice & below)
    return hold_chance(trick.followers, trick.n_unseen - lower, lower, wanted)


@inner_kernel(forceinline=True)
def _is_wanted(position: Any, cards: Any) -> Any:
    """Everybody wants the goat, unless the pig comes with it; and to break a run."""
    return cards & (GOAT | PIG) == GOAT or (position.running and cards & HEARTS != _ZERO)


@inner_kernel(forceinline=True)
def take_score(
    table: Any,
    position: Any,
    style: Any,
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
    table, position, style, switches, trick
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
    mine = _worth(table, position, style, switches, position.seat, cards, own)
    theirs = _worth(table, position, style, switches, NOBODY, cards, points + trick.forced)
    score = hold * mine + (((CERTAIN - hold) * trick.later_weight * theirs) >> _BITS_64)
    if position.threat > 0 and cards & HEARTS != _ZERO:
        score += 2 * FULL * position.threat
    return score


@inner_kernel(forceinline=True)
def quick_take_score(trick: Any, card: Any, points: Any, is_pair: Any) -> Any:
    """Return :func:`take_score` where no transformer, goat or run is in the trick."""
    hold = _hold(trick, card, is_pair, False)
    caught = trick.falls if card & trick.catchers != _ZERO else np.int64(0)
    mine = trick.own_factor * (points + caught)
    theirs = trick.later_weight * (points + trick.forced)
    return hold * mine + (((CERTAIN - hold) * theirs) >> _BITS_64)


class Leaving(NamedTuple):
    """What it brings to leave the trick to others.

    Attributes
    ----------
    is_pair : bool
        Whether the best play so far counts as a led pair does.
    winner_weight : int
        What a point of the seat that wins so far counts, out of 64.
    caught : int
        Points that are expected to fall on its card, and ``lost``.
    base, slope : int
        The score is ``(base + slope * points) / 64`` where no transformer, goat or run is in
        the trick.
    """

    is_pair: Any
    winner_weight: Any
    caught: Any
    base: Any
    slope: Any


@inner_kernel(forceinline=True)
def read_leaving(table: Any, position: Any, trick: Any, double: Any) -> Any:
    """Work out what it brings to play a card that does not beat what lies on the table.

    Parameters
    ----------
    table, position, trick
        As read before.
    double : bool
        Whether there are two decks; a constant.

    Returns
    -------
    Leaving
    """
    is_pair = False
    if double:
        # in diamonds the strong plays of two cards are pairs, elsewhere the weak ones
        is_pair = table.width == 2 and (
            (trick.lane == DIAMONDS) == (table.best_strength > _WEAK_KIND)
        )
    weight = -THIRD
    if position.partner != NOBODY:
        weight = FULL if table.winner == position.partner else -FULL
    caught = trick.lost if weight == -FULL else np.int64(0)
    if table.best & trick.catchers & SPADE_HONOURS != _ZERO:
        caught += trick.falls
    hold = _hold(trick, table.best, is_pair, False)
    factor = np.int64(1)
    if table.captured[table.winner] & TRANSFORMER != _ZERO:
        factor = position.multiplier
    won = hold * weight * factor
    lost = (CERTAIN - hold) * trick.later_weight
    return Leaving(is_pair, weight, caught, won * caught + lost * trick.forced, won + lost)


@inner_kernel(forceinline=True)
def quick_leave_score(leaving: Any, points: Any) -> Any:
    """Return :func:`leave_score` where no transformer, goat or run is in the trick."""
    return (leaving.base + leaving.slope * points) >> _BITS_64


@inner_kernel(forceinline=True)
def leave_score(
    table: Any,
    position: Any,
    style: Any,
    switches: Any,
    trick: Any,
    leaving: Any,
    cards: Any,
    points: Any,
) -> Any:
    """Return the score of playing a card that does not beat what lies on the table.

    Parameters are those of :func:`take_score`.
    """
    hold = _hold(trick, table.best, leaving.is_pair, _is_wanted(position, cards))
    winner = table.winner
    won = _worth(table, position, style, switches, winner, cards, points + leaving.caught)
    later = _worth(table, position, style, switches, NOBODY, cards, points + trick.forced)
    score = (hold * leaving.winner_weight * won) >> _BITS_64
    score += ((CERTAIN - hold) * trick.later_weight * later) >> _BITS_64
    if position.threat > 0 and cards & HEARTS != _ZERO:
        if winner != position.runner:
            score += hold * position.threat
        else:
            score -= hold * position.threat // 2
    return score
