"""Scoring a deal: from the cards each seat captured to raw scores.

The rules in one breath: hearts times the marker's factor, plus the pig and the goat times
theirs; the transformer multiplies the sum, or counts by itself if it came alone; all
hearts turn the tables; a slam (every scoring card) replaces everything. See
``docs/rules.md`` for each rule with its source.
"""

from typing import Any

import numpy as np

from gongzhu_sim.cards.bits import count
from gongzhu_sim.cards.compiling import kernel
from gongzhu_sim.cards.layout import GOAT, HEARTS, PIG, SCORING, TRANSFORMER
from gongzhu_sim.rules.packed import (
    SLAM_FLAT,
    SLAM_NONE,
    SLAM_SHARES,
    ZERO_ALWAYS,
    ZERO_LOW_HEARTS,
)

__all__ = ["all_hearts_seat", "declared_factor", "hearts_sum", "score_captures", "slam_seat"]

_HEART_LANE = np.uint64(16)
_LOW_SEVEN = np.uint64(127)
_SEVEN = np.uint64(7)
_HIGH_SIX = np.uint64(63)
_ZERO = np.uint64(0)


@kernel
def hearts_sum(rules: Any, cards: Any) -> Any:
    """Return the points of the hearts among ``cards``, before any factor."""
    lane = cards >> _HEART_LANE
    return rules.hearts_low[lane & _LOW_SEVEN] + rules.hearts_high[(lane >> _SEVEN) & _HIGH_SIX]


@kernel
def declared_factor(declared: Any, card: Any) -> Any:
    """Return 2 if the card stands declared, else 1."""
    return np.int64(1) + np.int64(declared & card != _ZERO)


@kernel
def slam_seat(rules: Any, captured: Any) -> Any:
    """Return the seat with every scoring card, -1 if none or if the rules know no slam."""
    if rules.slam != SLAM_NONE:
        for seat in range(4):
            if captured[seat] & SCORING == SCORING:
                return seat
    return -1


@kernel
def all_hearts_seat(rules: Any, captured: Any) -> Any:
    """Return the seat with all hearts and no slam, -1 if there is none."""
    if slam_seat(rules, captured) >= 0:
        return -1
    for seat in range(4):
        if captured[seat] & HEARTS == HEARTS:
            return seat
    return -1


@kernel
def _slam_score(rules: Any, declared: Any) -> Any:
    if rules.slam == SLAM_FLAT:
        points = rules.slam_points
    elif rules.slam == SLAM_SHARES:
        shares = (
            abs(rules.all_hearts) * declared_factor(declared, rules.marker)
            + abs(rules.pig) * declared_factor(declared, PIG)
            + abs(rules.goat) * declared_factor(declared, GOAT)
        )
        points = shares * np.int64(2) * declared_factor(declared, TRANSFORMER)
    else:
        points = rules.slam_points << np.int64(count(declared))  # doubled for each card
    return points + rules.slam_bonus


@kernel
def _seat_score(rules: Any, cards: Any, declared: Any, has_all: Any, turned: Any) -> Any:
    """Score a seat by every rule but the slam.

    ``has_all`` says that the seat has all hearts, ``turned`` that its pig and goat follow
    the colour change.
    """
    if cards == _ZERO:
        return rules.nothing
    hearts = rules.all_hearts if has_all else hearts_sum(rules, cards)
    total = hearts * declared_factor(declared, rules.marker)
    if cards & PIG != _ZERO:
        pig = rules.pig * declared_factor(declared, PIG)
        total += pig * rules.pig_turned if turned else pig
    if cards & GOAT != _ZERO:
        goat = rules.goat * declared_factor(declared, GOAT)
        total += goat * rules.goat_turned if turned else goat
    if cards & TRANSFORMER != _ZERO:
        factor = declared_factor(declared, TRANSFORMER)
        beside = cards ^ TRANSFORMER
        alone = beside == _ZERO
        if rules.zero_is_alone == ZERO_LOW_HEARTS:
            alone = total == 0 and beside & ~rules.zero_hearts == _ZERO
        elif rules.zero_is_alone == ZERO_ALWAYS:
            alone = alone or total == 0
        total = rules.transformer * factor if alone else total * np.int64(2) * factor
    if has_all:
        total += rules.all_hearts_bonus
    return total


@kernel
def score_captures(rules: Any, captured: Any, declared: Any, raw: Any) -> None:
    """Write the raw scores of the four seats.

    Parameters
    ----------
    rules : record of RULES
    captured : uint64[4]
        Scoring cards captured by each seat.
    declared : uint64
        The cards that stand declared, by whomever.
    raw : int64[4]
        Receives the points of N, W, S, E.
    """
    slam = slam_seat(rules, captured)
    if slam >= 0:
        for seat in range(4):
            raw[seat] = rules.nothing
        raw[slam] = _slam_score(rules, declared)
        return
    holder = all_hearts_seat(rules, captured)
    for seat in range(4):
        has_all = seat == holder
        turned = has_all or (holder >= 0 and rules.turns_everyone != 0)
        raw[seat] = _seat_score(rules, captured[seat], declared, has_all, turned)
