"""Following and discarding: the cards worth a thought are scored, and the best is taken."""

from typing import Any

import numpy as np

from gongzhu_sim.cards.bits import highest_index, lowest_index
from gongzhu_sim.cards.compiling import inner_kernel
from gongzhu_sim.cards.layout import GOAT, PIG, SCORING, TRANSFORMER
from gongzhu_sim.engine.double import play_strength
from gongzhu_sim.strategies.parts.holding import (
    read_holding,
    riddance,
    shortness,
    special_cards,
)
from gongzhu_sim.strategies.parts.position import card_points, n_copies
from gongzhu_sim.strategies.parts.taking import (
    leave_score,
    quick_leave_score,
    quick_take_score,
    read_leaving,
    take_score,
)
from gongzhu_sim.strategies.parts.trick import read_trick

__all__ = ["choose_answer"]

_ZERO = np.uint64(0)
_ONE = np.uint64(1)
_LANE = np.uint64(0x1FFF)
_LANE_START = np.uint64(48)
_LAST = np.int64(3)
_NOTHING_YET = np.int64(-(1 << 60))
_ODD = GOAT | TRANSFORMER


@inner_kernel(forceinline=True)
def _follows(table: Any, hand: Any, double: Any) -> Any:
    """Say whether what is played can win: with a discard beside it a card wins nothing."""
    own = hand & table.led
    if double and table.width == 2:
        return n_copies(own, table.own.hand_twice & table.led) > 1
    return own != _ZERO


@inner_kernel(forceinline=True)
def _beats(table: Any, card: Any, double: Any) -> Any:
    """Say whether a card of the led suit would win so far, beside what was chosen with it."""
    if not double or table.width == 1:
        return card > table.best
    if table.part != 0:
        return play_strength(table.led, table.first_part, card) > table.best_strength
    if table.own.legal_twice & card != _ZERO:
        return play_strength(table.led, card, card) > table.best_strength
    # two singles of which this is the higher; any lower bit stands for the other
    other = table.led & (~table.led + _ONE)
    other = other if other != card else other << _ONE
    return play_strength(table.led, card, other) > table.best_strength


@inner_kernel(forceinline=True)
def _highest(cards: Any) -> Any:
    return _ONE << highest_index(cards) if cards != _ZERO else _ZERO


@inner_kernel(forceinline=True)
def _drop_lower(cards: Any, special: Any) -> Any:
    """Keep the highest plain card, the highest special one, and all scoring cards.

    Of cards that lose the trick, or surely win it, the higher is the better to be rid of.
    """
    plain = cards & ~(SCORING | special)
    return _highest(plain) | _highest(cards & special) | (cards & SCORING)


@inner_kernel(forceinline=True)
def _follow_with(table: Any, position: Any, legal: Any) -> Any:
    """Return which cards of the led suit are worth a thought, with one deck."""
    special = special_cards(position.unseen)
    losing = legal & (table.best - _ONE)
    winning = legal ^ losing
    if table.position == _LAST:
        winning = _drop_lower(winning, special)
    return _drop_lower(losing, special) | winning


@inner_kernel(forceinline=True)
def choose_answer(
    table: Any, position: Any, style: Any, switches: Any, legal: Any, double: Any
) -> Any:
    """Return the card to play to a trick that another seat led.

    Parameters are those of :func:`gongzhu_sim.strategies.parts.leading.choose_lead`.
    """
    follows = _follows(table, position.hand, double)
    reduces = not double and switches.duck != 0 and not position.running
    if reduces and follows:
        legal = _follow_with(table, position, legal)
        if legal & (legal - _ONE) == _ZERO:
            return legal
    best = _ZERO
    best_score = _NOTHING_YET
    on_table = table.on_table
    later = np.int64(3) - table.position
    lying = card_points(table, position, on_table)
    if double:
        on_table |= table.first_part
        lying += card_points(table, position, table.on_table_twice)
        lying += card_points(table, position, table.first_part)
    trick = read_trick(table, position, style, switches, table.led, later, lying, double)
    leaving = read_leaving(table, position, trick, double)
    odd = position.running or position.threat > 0 or on_table & _ODD != _ZERO
    apart = position.unseen | table.best | (position.hand & SCORING)
    if double:
        apart |= table.first_part
    while legal != _ZERO:
        lane = _LANE << (lowest_index(legal) & _LANE_START)
        cards = legal & lane
        legal &= ~lane
        bonus = np.int64(0)
        if lane != table.led:
            bonus = shortness(position, style, switches, lane)
        holding = read_holding(position, style, switches, lane, bonus)
        if reduces and lane != table.led:
            cards = _drop_lower(cards, holding.special)
        previous = _ZERO
        while cards != _ZERO:
            card = cards & (~cards + _ONE)
            cards ^= card
            plain = previous != _ZERO and card & SCORING == _ZERO
            if plain and (card - previous) & apart == _ZERO:
                continue
            previous = card
            own = card_points(table, position, card)
            if card == PIG:
                own *= switches.shed_pig
            score = riddance(position, holding, card)
            if lane != table.led:
                score *= switches.throw
            points = trick.points + own
            if follows and lane == table.led and _beats(table, card, double):
                is_pair = False
                if double:
                    is_pair = table.width == 2 and (
                        table.own.legal_twice & card != _ZERO or table.first_part == card
                    )
                if odd or card & _ODD != _ZERO:
                    with_it = on_table | card
                    score += take_score(
                        table, position, style, switches, trick, card, with_it, points, is_pair
                    )
                else:
                    score += quick_take_score(trick, card, points, is_pair)
            elif odd or card & _ODD != _ZERO:
                with_it = on_table | card
                score += leave_score(
                    table, position, style, switches, trick, leaving, with_it, points
                )
            else:
                score += quick_leave_score(leaving, points)
            if score > best_score:
                best_score = score
                best = card
    return best
