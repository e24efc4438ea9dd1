"""Scoring a deal: from what was declared and captured to raw and settled scores.

The rules in one breath: hearts times the marker's factor, plus the pigs and the goats times
theirs; the transformers multiply the sum, or count by themselves if they came alone; all
hearts turn the tables; a slam (every scoring card) replaces everything. See
``docs/rules.md`` for each rule with its source.

One deck and two are scored by the same code. A set of cards that can hold both copies of a
card is a pair of masks, ``cards`` and ``twice``; in one deck ``twice`` is 0. A *holding* is
what is scored together, a seat's captures or a pooled side's: its ``cards`` and ``twice``,
and ``own`` and ``own_twice``, the copies captured by the very seat they were dealt to.
"""

from typing import Any

import numpy as np

from gongzhu_sim.cards.bits import count
from gongzhu_sim.cards.compiling import inner_kernel
from gongzhu_sim.cards.layout import GOAT, HEARTS, KINDS, PIG, SCORING, TRANSFORMER
from gongzhu_sim.rules.packed import (
    SLAM_FLAT,
    SLAM_NONE,
    SLAM_SHARES,
    ZERO_ALWAYS,
    ZERO_LOW_HEARTS,
)
from gongzhu_sim.rules.settling import settle_deal

__all__ = ["find_factors", "hearts_sum", "score_deal"]

_HEART_LANE = np.uint64(16)
_LOW_SEVEN = np.uint64(127)
_SEVEN = np.uint64(7)
_HIGH_SIX = np.uint64(63)
_ZERO = np.uint64(0)

_PIG, _GOAT, _TRANSFORMER, _MARKER = range(len(KINDS))


@inner_kernel
def hearts_sum(rules: Any, cards: Any) -> Any:
    """Return the points of the hearts among ``cards``, before any factor."""
    lane = cards >> _HEART_LANE
    return rules.hearts_low[lane & _LOW_SEVEN] + rules.hearts_high[(lane >> _SEVEN) & _HIGH_SIX]


@inner_kernel
def find_factors(rules: Any, deal: Any) -> None:
    """Write what the declarations of a deal multiply by.

    Parameters
    ----------
    rules : record of RULES
    deal : record of OUTCOME
        ``declared_by``, ``declared_twice_by`` and ``first_declared_by`` are read. Receives
        ``declared``, the cards declared by anybody; ``n_declared``, how many copies; and of
        each kind ``factor``, the product over its declared copies of 2, or of 4 for one
        declared at the first draw, and ``highest``, the highest of them; 1 if there is none.
    """
    declared = _ZERO
    twice = _ZERO
    first = _ZERO
    first_twice = _ZERO
    for seat in range(4):
        twice |= deal.declared_twice_by[seat] | (declared & deal.declared_by[seat])
        declared |= deal.declared_by[seat]
        first_twice |= first & deal.first_declared_by[seat]
        first |= deal.first_declared_by[seat]
    deal.declared = declared
    deal.n_declared = np.int64(count(declared)) + np.int64(count(twice))
    cards = (PIG, GOAT, TRANSFORMER, rules.marker)
    for kind in range(len(KINDS)):
        card = cards[kind]
        # a declared copy doubles, and one declared at the first draw doubles once more
        once = np.int64(declared & card != _ZERO)
        early = np.int64(first & card != _ZERO)
        more = np.int64(twice & card != _ZERO) + np.int64(first_twice & card != _ZERO)
        deal.factor[kind] = np.int64(1) << (once + early + more)
        deal.highest[kind] = np.int64(1) << (once + early)


@inner_kernel
def _copies(cards: Any, twice: Any, card: Any) -> Any:
    """Return how many copies of a card there are in ``cards`` and ``twice``: 0, 1 or 2."""
    return np.int64(cards & card != _ZERO) + np.int64(twice & card != _ZERO)


@inner_kernel
def _weight(rules: Any, holding: Any, card: Any) -> Any:
    """Return how many times a card counts in a holding: each copy by its self-capture factor."""
    cards, twice, own, own_twice = holding
    again = rules.self_capture - np.int64(1)
    return _copies(cards, twice, card) + again * _copies(own, own_twice, card)


@inner_kernel
def _own_factor(rules: Any, holding: Any, card: Any) -> Any:
    """Return the product of the self-capture factors of a card's copies in a holding."""
    _, _, own, own_twice = holding
    # the factor is 1 or 2, so the product of several is a power of two
    return np.int64(1) << (rules.self_capture - np.int64(1)) * _copies(own, own_twice, card)


@inner_kernel
def _pool(deal: Any, seat: Any) -> Any:
    """Return the holding of a seat's side."""
    cards, twice, own, own_twice = _ZERO, _ZERO, _ZERO, _ZERO
    for each in range(4):
        if (deal.sides >> each ^ deal.sides >> seat) & 1 == 0:
            twice |= deal.captured_twice[each] | (cards & deal.captured[each])
            cards |= deal.captured[each]
            own_twice |= deal.own_twice[each] | (own & deal.own[each])
            own |= deal.own[each]
    return cards, twice, own, own_twice


@inner_kernel
def _hold(rules: Any, deal: Any, seat: Any) -> Any:
    """Return the holding of a seat: its own captures, or the pooled ones of its side."""
    if rules.pooled != 0:
        return _pool(deal, seat)
    return deal.captured[seat], deal.captured_twice[seat], deal.own[seat], deal.own_twice[seat]


@inner_kernel
def _speaks(rules: Any, deal: Any, seat: Any) -> Any:
    """Say whether a holding is scored at this seat: a pooled side's at its first seat only."""
    if rules.pooled != 0:
        for before in range(seat):
            if (deal.sides >> before ^ deal.sides >> seat) & 1 == 0:
                return False
    return True


@inner_kernel
def _holds(rules: Any, holding: Any, wanted: Any) -> Any:
    """Say whether a holding has every copy of the cards wanted."""
    cards, twice, _, _ = holding
    both = rules.decks == 1 or twice & wanted == wanted
    return cards & wanted == wanted and both


@inner_kernel
def _marker_factor(rules: Any, deal: Any) -> Any:
    """Return what all hearts are multiplied by.

    That a marker captured by the seat it was dealt to doubles all hearts, for everybody, is a
    house reading.
    """
    factor = deal.factor[_MARKER]
    if rules.self_capture != 1:
        for seat in range(4):
            own = (_ZERO, _ZERO, deal.own[seat], deal.own_twice[seat])
            factor *= _own_factor(rules, own, rules.marker)
    return factor


@inner_kernel
def _slam_score(rules: Any, deal: Any, holding: Any, marker_factor: Any) -> Any:
    """Score every scoring card together.

    The sum of the shares, all of them positive, is a house reading of the online rule.
    """
    if rules.slam == SLAM_FLAT:
        points = rules.slam_points
    elif rules.slam == SLAM_SHARES:
        shares = (
            abs(rules.all_hearts) * marker_factor
            + abs(rules.pig) * deal.factor[_PIG] * _weight(rules, holding, PIG)
            + abs(rules.goat) * deal.factor[_GOAT] * _weight(rules, holding, GOAT)
        )
        factor = deal.factor[_TRANSFORMER] * _own_factor(rules, holding, TRANSFORMER)
        points = shares * np.int64(2) * factor
    else:
        points = rules.slam_points << deal.n_declared  # doubled for each declared card
    return points + rules.slam_bonus


@inner_kernel(forceinline=True)
def _apply_transformer(rules: Any, deal: Any, holding: Any, total: Any) -> Any:
    """Return what the transformers of a holding make of the ``total`` of its other cards.

    One of two multiplies by twice the higher factor of the declared ones, both together by
    four times the product; in either case by their self-capture factors. That one alone
    counts by the higher factor in two decks too is a house reading.
    """
    cards, twice, _, _ = holding
    beside = (cards | twice) & ~TRANSFORMER
    highest = deal.highest[_TRANSFORMER]
    if rules.zero_is_alone == ZERO_LOW_HEARTS:
        alone = beside & ~rules.zero_hearts == _ZERO and total == 0
    elif rules.zero_is_alone == ZERO_ALWAYS:
        alone = total == 0
    else:
        alone = beside == _ZERO
    by_itself = rules.transformer * highest * _weight(rules, holding, TRANSFORMER)
    factor = np.int64(2) * highest
    if twice & TRANSFORMER != _ZERO:
        factor = np.int64(4) * deal.factor[_TRANSFORMER]
    multiplied = total * factor * _own_factor(rules, holding, TRANSFORMER)
    return by_itself if alone else multiplied


@inner_kernel(forceinline=True)
def _score_holding(
    rules: Any, deal: Any, holding: Any, marker_factor: Any, has_all: Any, turned: Any
) -> Any:
    """Score a holding by every rule but the slam.

    ``has_all`` says that it has all hearts, ``turned`` that its pigs and goats follow the
    colour change. Everything is worked out and then chosen from, because who has captured
    what cannot be predicted.
    """
    cards, twice, _, _ = holding
    nothing = rules.nothing
    hearts = hearts_sum(rules, cards)
    if rules.decks != 1:
        hearts += hearts_sum(rules, twice)
    if has_all:
        hearts = rules.all_hearts
    pig = rules.pig * deal.factor[_PIG] * _weight(rules, holding, PIG)
    goat = rules.goat * deal.factor[_GOAT] * _weight(rules, holding, GOAT)
    if turned:
        pig *= rules.pig_turned
        goat *= rules.goat_turned
    total = hearts * marker_factor + pig + goat
    transformed = _apply_transformer(rules, deal, holding, total)
    total = transformed if cards & TRANSFORMER != _ZERO else total
    if has_all:
        total += rules.all_hearts_bonus
    return nothing if cards == _ZERO else total


@inner_kernel(forceinline=True)
def _score_usual(rules: Any, deal: Any, seat: Any) -> Any:
    """Score a seat of a usual deal."""
    holding = (deal.captured[seat], _ZERO, _ZERO, _ZERO)
    return _score_holding(rules, deal, holding, deal.factor[_MARKER], False, False)


@inner_kernel(forceinline=True)
def _is_usual(rules: Any, deal: Any) -> Any:
    """Say whether every seat is scored by its own cards and nobody has all hearts."""
    most = _ZERO
    for seat in range(4):
        hearts = deal.captured[seat] & HEARTS
        most = hearts if hearts > most else most
    own = rules.decks == 1 and rules.self_capture == 1 and rules.pooled == 0
    return own and most != HEARTS


@inner_kernel
def _score_seats(rules: Any, deal: Any, marker_factor: Any, holder: Any, turning: Any) -> None:
    """Write the raw and settled scores where there is no slam.

    ``holder`` is the seat with all hearts or -1, and ``turning`` says whether the colour
    change takes place.
    """
    everyone = turning and holder >= 0 and rules.turns_everyone != 0
    for seat in range(4):
        deal.raw[seat] = 0
        if _speaks(rules, deal, seat):
            holding = _hold(rules, deal, seat)
            has_all = seat == holder
            deal.raw[seat] = _score_holding(
                rules, deal, holding, marker_factor, has_all, everyone or (turning and has_all)
            )
    settle_deal(rules, deal)


@inner_kernel
def _score_any(rules: Any, deal: Any) -> None:
    """Score and settle a deal of any kind."""
    slam = np.int64(-1)
    holder = np.int64(-1)
    for seat in range(4):
        holding = _hold(rules, deal, seat)
        if _holds(rules, holding, HEARTS) and _speaks(rules, deal, seat):
            if rules.slam != SLAM_NONE and _holds(rules, holding, SCORING):
                slam = np.int64(seat)
            else:
                holder = np.int64(seat)
    deal.slam = slam
    deal.all_hearts = holder
    marker_factor = _marker_factor(rules, deal)
    if slam >= 0:
        for seat in range(4):
            deal.raw[seat] = rules.nothing if _speaks(rules, deal, seat) else 0
        holding = _hold(rules, deal, slam)
        deal.raw[slam] = _slam_score(rules, deal, holding, marker_factor)
        settle_deal(rules, deal)
        return
    _score_seats(rules, deal, marker_factor, holder, True)
    if holder >= 0 and rules.choice != 0:
        turned = deal.settled[holder]
        _score_seats(rules, deal, marker_factor, holder, False)
        if turned > deal.settled[holder]:
            _score_seats(rules, deal, marker_factor, holder, True)


@inner_kernel
def score_deal(rules: Any, deal: Any) -> None:
    """Score and settle a deal.

    Parameters
    ----------
    rules : record of RULES
    deal : record of OUTCOME
        ``captured``, ``captured_twice``, ``own``, ``own_twice`` and ``sides`` are read, and
        what :func:`find_factors` wrote. Receives ``raw`` (points), ``settled`` (half points)
        and the events: ``slam`` and ``all_hearts``, the seat or -1. A pooled side's score and
        its events stand at its first seat, its partners' raw scores are 0.

    Notes
    -----
    Where the holder of all hearts decides whether colours change, it takes for pig and goat
    alike what settles better for it, and on a tie nothing changes.
    """
    if _is_usual(rules, deal):  # the same as any other, with constants that are compiled away
        # nothing is stored before all is read: what the seats share is worked out once
        n = _score_usual(rules, deal, 0)
        w = _score_usual(rules, deal, 1)
        s = _score_usual(rules, deal, 2)
        e = _score_usual(rules, deal, 3)
        deal.raw[0], deal.raw[1], deal.raw[2], deal.raw[3] = n, w, s, e
        deal.slam = -1
        deal.all_hearts = -1
        settle_deal(rules, deal)
    else:
        _score_any(rules, deal)
