"""Scoring a deal: from what was declared and captured to raw and settled scores.

The rules in one breath: hearts times the marker's factor, plus the pigs and the goats times
theirs; the transformers multiply the sum, or count by themselves if they came alone; all
hearts turn the tables; a slam (every scoring card) replaces everything. See
``docs/rules.md`` for each rule with its source.

One deck and two are scored by the same code; what is scored together is a *holding* (see
:mod:`gongzhu_sim.rules.holdings`).
"""

from typing import Any

import numpy as np

from gongzhu_sim.cards.bits import count, pack_pair, pick_each
from gongzhu_sim.cards.compiling import inner_kernel
from gongzhu_sim.cards.layout import GOAT, HEARTS, KINDS, PIG, SCORING, TRANSFORMER
from gongzhu_sim.rules.holdings import find_holding, holds_all, own_factor, speaks, weigh
from gongzhu_sim.rules.packed import SLAM_FLAT, SLAM_NONE, SLAM_SHARES
from gongzhu_sim.rules.settling import settle_deal

__all__ = ["find_factors", "hearts_sum", "score_captures", "score_deal"]

_HEART_LANE = np.uint64(16)
_LOW_SEVEN = np.uint64(127)
_SEVEN = np.uint64(7)
_HIGH_SIX = np.uint64(63)
_ZERO = np.uint64(0)
_TOP = np.uint64(56)  # the transformer's bit
_NO_POINTS, _ONCE, _TWICE = np.int64(0), np.int64(1), np.int64(2)

_PIG, _GOAT, _TRANSFORMER, _MARKER = range(len(KINDS))


@inner_kernel(forceinline=True)
def _pigs_goats(cards: Any) -> Any:
    return pack_pair(cards, PIG, GOAT)


@inner_kernel(forceinline=True)
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
def _marker_factor(rules: Any, deal: Any) -> Any:
    """Return what all hearts are multiplied by.

    That a marker captured by the seat it was dealt to doubles all hearts, for everybody, is a
    house reading.
    """
    factor = deal.factor[_MARKER]
    if rules.self_capture != 1:
        for seat in range(4):
            own = (_ZERO, _ZERO, deal.own[seat], deal.own_twice[seat])
            factor *= own_factor(rules, own, rules.marker)
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
            + abs(rules.pig) * deal.factor[_PIG] * weigh(rules, holding, PIG)
            + abs(rules.goat) * deal.factor[_GOAT] * weigh(rules, holding, GOAT)
        )
        factor = deal.factor[_TRANSFORMER] * own_factor(rules, holding, TRANSFORMER)
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
    highest = deal.highest[_TRANSFORMER]
    alone = total == 0 and (cards | twice) & rules.company == _ZERO
    by_itself = rules.transformer * highest * weigh(rules, holding, TRANSFORMER)
    factor = np.int64(2) * highest
    if twice & TRANSFORMER != _ZERO:
        factor = np.int64(4) * deal.factor[_TRANSFORMER]
    multiplied = total * factor * own_factor(rules, holding, TRANSFORMER)
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
    pig = rules.pig * deal.factor[_PIG] * weigh(rules, holding, PIG)
    goat = rules.goat * deal.factor[_GOAT] * weigh(rules, holding, GOAT)
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
def _score_captures(rules: Any, cards: Any, marker_factor: Any, more: Any) -> Any:
    """Score the captures of one seat as :func:`_score_holding` does, one deck, but quicker.

    ``more`` is what pig and goat are worth in them, by what the transformer multiplies them,
    and what they are worth if they are nothing, or the transformer alone.
    """
    extra, factor, bare = more
    total = (hearts_sum(rules, cards) * marker_factor + extra) * factor
    return bare if (cards & rules.company) | np.uint64(total) == _ZERO else total


@inner_kernel(forceinline=True)
def _score_usual(rules: Any, deal: Any) -> None:
    """Score a usual deal, without branches: who has captured what cannot be predicted."""
    pig = rules.pig * deal.factor[_PIG]
    goat = rules.goat * deal.factor[_GOAT]
    highest = deal.highest[_TRANSFORMER]
    marker_factor = deal.factor[_MARKER]
    captured = deal.captured
    n, w, s, e = captured[0], captured[1], captured[2], captured[3]
    pairs = (_pigs_goats(n), _pigs_goats(w), _pigs_goats(s), _pigs_goats(e))
    extras = pick_each((_NO_POINTS, pig, goat, pig + goat), pairs)
    has = (n >> _TOP, w >> _TOP, s >> _TOP, e >> _TOP)  # the transformer is the highest bit
    factors = pick_each((_ONCE, _TWICE * highest), has)
    bare = pick_each((rules.nothing, rules.transformer * highest), has)
    # nothing is stored before all is read, or it would be read again
    a = _score_captures(rules, n, marker_factor, (extras[0], factors[0], bare[0]))
    b = _score_captures(rules, w, marker_factor, (extras[1], factors[1], bare[1]))
    c = _score_captures(rules, s, marker_factor, (extras[2], factors[2], bare[2]))
    d = _score_captures(rules, e, marker_factor, (extras[3], factors[3], bare[3]))
    deal.raw[0], deal.raw[1], deal.raw[2], deal.raw[3] = a, b, c, d
    deal.slam = -1
    deal.all_hearts = -1


@inner_kernel(forceinline=True)
def _is_usual(rules: Any, deal: Any) -> Any:
    """Say whether the rules are simple and nobody has all hearts."""
    n, w, s, e = deal.captured[0], deal.captured[1], deal.captured[2], deal.captured[3]
    if (n | w) & HEARTS == _ZERO or (s | e) & HEARTS == _ZERO:  # else two seats have some
        for seat in range(4):
            if ~deal.captured[seat] & HEARTS == _ZERO:
                return False
    return rules.is_simple != 0


@inner_kernel
def _score_seats(rules: Any, deal: Any, marker_factor: Any, holder: Any, turning: Any) -> None:
    """Write the raw and settled scores where there is no slam.

    ``holder`` is the seat with all hearts or -1, and ``turning`` says whether the colour
    change takes place.
    """
    everyone = turning and holder >= 0 and rules.turns_everyone != 0
    for seat in range(4):
        deal.raw[seat] = 0
        if speaks(rules, deal, seat):
            holding = find_holding(rules, deal, seat)
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
        holding = find_holding(rules, deal, seat)
        if holds_all(rules, holding, HEARTS) and speaks(rules, deal, seat):
            if rules.slam != SLAM_NONE and holds_all(rules, holding, SCORING):
                slam = np.int64(seat)
            else:
                holder = np.int64(seat)
    deal.slam = slam
    deal.all_hearts = holder
    marker_factor = _marker_factor(rules, deal)
    if slam >= 0:
        for seat in range(4):
            deal.raw[seat] = rules.nothing if speaks(rules, deal, seat) else 0
        holding = find_holding(rules, deal, slam)
        deal.raw[slam] = _slam_score(rules, deal, holding, marker_factor)
        settle_deal(rules, deal)
        return
    _score_seats(rules, deal, marker_factor, holder, True)
    if holder >= 0 and rules.choice != 0:
        turned = deal.settled[holder]
        _score_seats(rules, deal, marker_factor, holder, False)
        if turned > deal.settled[holder]:
            _score_seats(rules, deal, marker_factor, holder, True)


@inner_kernel(forceinline=True)
def score_captures(rules: Any, deal: Any) -> bool:
    """Score a deal without settling it, unless it is an unusual one.

    Parameters are those of :func:`score_deal`. Returned is whether it was settled as well.
    """
    if _is_usual(rules, deal):
        _score_usual(rules, deal)
        return False
    _score_any(rules, deal)
    return True


@inner_kernel(forceinline=True)
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
    if _is_usual(rules, deal):
        _score_usual(rules, deal)
        settle_deal(rules, deal)
    else:
        _score_any(rules, deal)
