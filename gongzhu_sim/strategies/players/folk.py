"""`folk`: a fast rule bot that plays as a decent club player would.

It scores every card it may play and takes the best. A card's score is what the trick is then
worth, by who will probably take it, plus what it is worth to be rid of the card. The advice
behind it is that of the Chinese sources on the game; each piece can be switched off:

``duck``
    跑牌: stay below when you can, let high cards go while they are harmless.
``foresee``
    A trick is not over: hearts and the pig may still fall on it from those who play later.
``shed_pig``
    跑猪: throw the pig on another seat's trick.
``shed_honours``
    跑猪圈: ♠A and ♠K go while the pig is out and cannot fall on them.
``guards``
    Small spades are kept as long as they protect ♠A ♠K.
``flush``
    拱猪: without pig, ace or king lead low spades to drive the pig out; with the pig lead none.
``goat``
    牵羊: take the goat when it is there, keep ♦A ♦K ♦Q for it, and keep one's own goat back.
``throw``
    垫牌: when void throw what is most dangerous.
``transformer``
    攻变: do not take the transformer with a negative pile, like it with a positive one, and
    shed the high clubs that catch it.
``run``
    收全红: go for all hearts when top hearts draw the rest and little else can lose.
``break_run``
    破红: take a heart when another seat has all of them so far; do not feed it.
``short``
    短门: lead and throw from short suits, to be void soon.
``minds_declared``
    Declared cards count double in all of this.
``pairs``
    Two decks: lead a pair where that is better than the single card. Two singles beat it in
    spades, hearts and clubs, so it sheds two high cards at once; in diamonds it wins.

Declaring (明牌), each by a rule on one's own thirteen cards: see :func:`declare`.
"""

from typing import Any

import numpy as np

from gongzhu_sim.cards.bits import lowest_index
from gongzhu_sim.cards.compiling import inner_kernel
from gongzhu_sim.cards.layout import (
    CLUBS,
    DIAMONDS,
    GOAT,
    HEARTS,
    PIG,
    SCORING,
    SPADES,
    TRANSFORMER,
)
from gongzhu_sim.engine.double import play_strength
from gongzhu_sim.strategies.parts.holding import (
    CLUB_HONOURS,
    DIAMOND_HONOURS,
    HEART_HONOURS,
    SPADE_HONOURS,
    read_holding,
    riddance,
)
from gongzhu_sim.strategies.parts.position import (
    card_points,
    n_copies,
    read_position,
)
from gongzhu_sim.strategies.parts.switches import PLAY_RULES, read_switches, switch
from gongzhu_sim.strategies.parts.trick import (
    leave_score,
    quick_take_score,
    read_trick,
    take_score,
)
from gongzhu_sim.strategies.registry import strategy

__all__ = ["DECLARING_RULES", "choose"]

DECLARING_RULES = ("declares_pig", "declares_goat", "declares_transformer", "declares_marker")
"""Switches of the declaring rules, after those of play."""

_ZERO = np.uint64(0)
_ONE = np.uint64(1)
_LANE = np.uint64(0x1FFF)
_LANE_START = np.uint64(48)
_POINT = np.int64(64)
_NOTHING_YET = np.int64(-(1 << 60))
_ODD = GOAT | TRANSFORMER

_USUAL_LENGTH = np.int64(5)
_SHORT = np.int64(1) * _POINT  # for each card that a suit is shorter than usual
_FLUSH = np.int64(12) * _POINT  # for leading a low spade to drive the pig out
_OWN_PIG_LEAD = np.int64(10) * _POINT  # against leading spades with the pig in hand


_GUARDED = np.int64(4)
_SIDE_SUIT = np.int64(1)
_GOAT_HELP = np.int64(3)


@inner_kernel(forceinline=True)
def _shortness(position: Any, lane: Any) -> Any:
    held = n_copies(position.hand & lane, position.hand_twice & lane)
    return _SHORT * (_USUAL_LENGTH - held)


@inner_kernel(forceinline=True)
def _flush_worth(position: Any, trick: Any, lane: Any) -> Any:
    """Worth of leading a spade: to drive the pig out, or to come nearer to one's own."""
    if lane == SPADES:
        if position.hand & PIG != _ZERO:
            return -_OWN_PIG_LEAD
        if trick.catchers != _ZERO and position.hand & SPADE_HONOURS == _ZERO:
            return _FLUSH
    return np.int64(0)


@inner_kernel(forceinline=True)
def _lead_score(
    table: Any, position: Any, switches: Any, trick: Any, rid: Any, card: Any, n: Any
) -> Any:
    """Score the lead of a card (``n`` 1) or of its pair (2); ``rid`` is its riddance."""
    points = n * (trick.points + card_points(table, position, card))
    odd = position.running or position.threat > 0 or card & _ODD != _ZERO
    if odd:
        taking = take_score(table, position, switches, trick, card, card, points, n == 2)
    else:
        taking = quick_take_score(trick, card, points, n == 2)
    return n * rid + taking


@inner_kernel(forceinline=True)
def _lead(table: Any, position: Any, switches: Any, legal: Any) -> Any:
    best = _ZERO
    best_score = _NOTHING_YET
    # cards with none of these between them are worth the same
    apart = position.unseen | (position.hand & SCORING)
    pairs = table.own.legal_twice if switches.pairs != 0 else _ZERO
    second = table.part != 0
    while legal != _ZERO:
        lane = _LANE << (lowest_index(legal) & _LANE_START)
        cards = legal & lane
        legal &= ~lane
        shortness = _shortness(position, lane) * switches.short
        holding = read_holding(position, switches, lane, shortness)
        trick = read_trick(table, position, switches, lane, 3, np.int64(0))
        flush = _flush_worth(position, trick, lane) * switches.flush
        previous = _ZERO
        while cards != _ZERO:
            card = cards & (~cards + _ONE)
            cards ^= card
            alike = (card & pairs != _ZERO) == (previous & pairs != _ZERO)
            plain = alike and previous != _ZERO and card & SCORING == _ZERO
            if plain and (card - previous) & apart == _ZERO:
                continue
            previous = card
            rid = riddance(position, holding, card) + flush
            score = _lead_score(table, position, switches, trick, rid, card, 1)
            if second or card & pairs != _ZERO:
                pair_score = _lead_score(table, position, switches, trick, rid, card, 2)
                if second:  # the twin, or the single after all
                    return card if pair_score > score and switches.pairs != 0 else _ZERO
                score = max(score, pair_score)
            if score > best_score:
                best_score = score
                best = card
    return best


@inner_kernel(forceinline=True)
def _beats(table: Any, card: Any) -> Any:
    """Say whether a card of the led suit would win so far, beside what was chosen with it."""
    if table.width == 1:
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
def _answer(table: Any, position: Any, switches: Any, legal: Any, following: Any) -> Any:
    best = _ZERO
    best_score = _NOTHING_YET
    on_table = table.on_table | table.first_part
    later = np.int64(3) - table.position
    lying = card_points(table, position, table.on_table)
    lying += card_points(table, position, table.on_table_twice)
    lying += card_points(table, position, table.first_part)
    trick = read_trick(table, position, switches, table.led, later, lying)
    odd = position.running or position.threat > 0 or on_table & _ODD != _ZERO
    apart = position.unseen | table.best | (position.hand & SCORING) | table.first_part
    # leaving the trick is a straight line in the points of one's own card
    base = leave_score(table, position, switches, trick, on_table, trick.points)
    slope = leave_score(table, position, switches, trick, on_table, trick.points + _POINT) - base
    while legal != _ZERO:
        lane = _LANE << (lowest_index(legal) & _LANE_START)
        cards = legal & lane
        legal &= ~lane
        bonus = np.int64(0)
        if lane != table.led:
            bonus = _shortness(position, lane) * switches.short
        holding = read_holding(position, switches, lane, bonus)
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
            if following and lane == table.led and _beats(table, card):
                is_pair = table.width == 2 and (
                    table.own.legal_twice & card != _ZERO or table.first_part == card
                )
                points = trick.points + own
                if odd or card & _ODD != _ZERO:
                    score += take_score(
                        table, position, switches, trick, card, on_table | card, points, is_pair
                    )
                else:
                    score += quick_take_score(trick, card, points, is_pair)
            elif card & _ODD != _ZERO or (odd and card & HEARTS != _ZERO):
                score += leave_score(
                    table, position, switches, trick, on_table | card, trick.points + own
                )
            else:
                score += base + slope * own // _POINT
            if score > best_score:
                best_score = score
                best = card
    return best


@strategy("folk", params=dict.fromkeys(PLAY_RULES + DECLARING_RULES, True), uses_declarations=True)
def choose(table: Any, hand: Any, legal: Any) -> Any:
    """Play by the advice of experienced club players, one trick at a time.

    Each piece of advice is a switch, for instance ``folk:run=off``.
    """
    switches = read_switches(table)
    position = read_position(
        table, hand, switches.run != 0, switches.break_run != 0, switches.minds_declared != 0
    )
    if table.led == _ZERO:
        return _lead(table, position, switches, legal)
    follows = hand & table.led != _ZERO
    if table.width == 2 and n_copies(hand & table.led, table.own.hand_twice & table.led) == 1:
        follows = False  # with a discard beside it the one card of the suit wins nothing
    return _answer(table, position, switches, legal, follows)


@choose.declaring
def declare(table: Any, hand: Any, allowed: Any) -> Any:
    """Declare each card by one's own thirteen cards.

    The pig, the transformer and the marker: with four cards of the suit, itself included, that
    do not rank above it (for the marker: that are no honours); twice as many with two decks,
    and so for the other numbers. They guard it until it can be
    thrown, and make it likely that somebody else takes it. The pig also needs a side suit of
    one card or none, to be thrown soon. The goat: with three diamonds, or two of which one
    is an honour that can bring it home.
    """
    on = table.own.switches >> np.uint64(len(PLAY_RULES))
    twice = table.own.hand_twice
    decks = table.rules.decks
    guarded = _GUARDED * decks
    chosen = _ZERO
    if allowed & PIG != _ZERO and switch(on, 0) != 0:
        hearts = n_copies(hand & HEARTS, twice & HEARTS)
        diamonds = n_copies(hand & DIAMONDS, twice & DIAMONDS)
        shortest = min(hearts, diamonds, n_copies(hand & CLUBS, twice & CLUBS))
        small = n_copies(hand & SPADES & ~SPADE_HONOURS, twice & SPADES & ~SPADE_HONOURS)
        chosen |= PIG if small >= guarded and shortest <= _SIDE_SUIT * decks else _ZERO
    if allowed & GOAT != _ZERO and switch(on, 1) != 0:
        diamonds = n_copies(hand & DIAMONDS, twice & DIAMONDS)
        help_ = diamonds + n_copies(hand & DIAMOND_HONOURS, twice & DIAMOND_HONOURS)
        chosen |= GOAT if diamonds >= 2 * decks and help_ >= _GOAT_HELP * decks else _ZERO
    if allowed & TRANSFORMER != _ZERO and switch(on, 2) != 0:
        low = n_copies(hand & CLUBS & ~CLUB_HONOURS, twice & CLUBS & ~CLUB_HONOURS)
        chosen |= TRANSFORMER if low >= guarded else _ZERO
    marker = allowed & HEARTS
    if marker != _ZERO and switch(on, 3) != 0:
        low = n_copies(hand & HEARTS & ~HEART_HONOURS, twice & HEARTS & ~HEART_HONOURS)
        chosen |= marker if low + 1 >= guarded else _ZERO
    return chosen
