"""What a seat knows of the hands that it does not see.

Known are the cards everybody has played, the suits a seat has shown to be void, declared cards
that have not been played, and what follows from the rules of play: who plays a declared card in
the first trick of its suit has no other card of it, who leads a heart before any was played
holds nothing else, who discards the wrong colour and is not punished has none of the right one,
and who follows a pair with two different cards holds no pair of that suit.
"""

from typing import Any

import numpy as np

from gongzhu_sim.cards.bits import count, lowest_index
from gongzhu_sim.cards.compiling import kernel
from gongzhu_sim.cards.layout import BLACK, DECK, HEARTS, RED, SCORING
from gongzhu_sim.engine.double import play_strength
from gongzhu_sim.strategies.view import unseen_cards, unseen_pairs

__all__ = ["gather_knowledge"]

_ZERO = np.uint64(0)
_ONE = np.uint64(1)
_LANE = np.uint64(0x1FFF)
_LANE_START = np.uint64(48)
_HAND = np.int64(13)


@kernel
def _read_play(table: Any, bench: Any, seat: Any, play: Any, led: Any, opened: Any) -> None:
    """Note what one play of a seat says; ``play`` is its cards, as planes."""
    rules = table.rules
    cards, twice = play
    bench.forbidden[seat] |= cards & bench.unpaired[seat]  # it had one copy, which it now played
    fresh = cards & table.declared_by[seat] & ~opened
    if rules.discard_before_led != 0:
        fresh &= led
    while fresh != _ZERO:
        card = fresh & (~fresh + _ONE)
        fresh ^= card
        # of two equal cards the undeclared one goes first: whether this was the declared one
        # is known if the seat declared both
        if rules.decks == 1 or table.declared_twice_by[seat] & card != _ZERO:
            bench.forbidden[seat] |= _LANE << (lowest_index(card) & _LANE_START)
        else:
            bench.locked[seat] |= card
    if twice == _ZERO and cards & (cards - _ONE) != _ZERO and cards & ~led == _ZERO:
        locked = table.declared_by[seat] & ~opened  # may be paired: a pair of it was not free
        bench.unpaired[seat] |= led & ~locked
        bench.forbidden[seat] |= cards & ~locked
    bench.played_twice[seat] |= twice | (bench.played[seat] & cards)
    bench.played[seat] |= cards


@kernel
def _read_lead(table: Any, bench: Any, seat: Any, card: Any) -> None:
    """Note that a heart led before any was played comes from a hand of hearts."""
    rules = table.rules
    seen = bench.played[0] | bench.played[1] | bench.played[2] | bench.played[3]
    named = seen == _ZERO and rules.must_lead_it != 0 and card & rules.first_lead != _ZERO
    if rules.after_broken != 0 and card & HEARTS != _ZERO and seen & HEARTS == _ZERO and not named:
        bench.forbidden[seat] |= DECK & ~HEARTS


@kernel
def _read_colours(table: Any, bench: Any, leader: Any, lies: Any, led: Any, taker: Any) -> None:
    """Note that who discarded the wrong colour before the taker, or unpunished, had to.

    ``lies`` are the cards of the trick by seat, 0 for none; ``taker`` is -1 if nobody takes it
    for a wrong colour.
    """
    right = RED if led & RED != _ZERO else BLACK
    for position in range(1, 4):
        seat = (leader + position) & 3
        if seat == taker:
            return
        if lies[seat] != _ZERO and lies[seat] & right == _ZERO:
            bench.forbidden[seat] |= right


@kernel
def _find_offender(table: Any, lies: Any, winner: Any) -> Any:
    """Return who took a finished trick without winning it, -1 for nobody, -2 if unknown."""
    scoring = (lies[0] | lies[1] | lies[2] | lies[3]) & SCORING
    for seat in range(4):
        if scoring & table.captured[seat] != _ZERO:
            return np.int64(-1) if seat == winner else np.int64(seat)
    return np.int64(-2)


@kernel
def _read_history(table: Any, bench: Any) -> None:
    """Go through the plays so far."""
    rules = table.rules
    n = np.int64(0)
    leader = table.first_leader
    opened = _ZERO
    for trick in range(table.trick + 1):
        finished = trick < table.trick
        width = np.int64(1)
        if rules.decks == 2:
            width = np.int64(table.widths[trick]) if finished else table.width
        places = 4 if finished else table.position
        led = _ZERO
        best = _ZERO
        winner = leader
        lies = bench.lies
        for seat in range(4):
            lies[seat] = _ZERO
        for position in range(places):
            seat = (leader + position) & 3
            first = _ONE << np.uint64(table.plays[n])
            second = _ONE << np.uint64(table.plays[n + width - 1])
            n += width
            if position == 0:
                led = _LANE << (lowest_index(first) & _LANE_START)
                _read_lead(table, bench, seat, first)
            twice = first if width == 2 and first == second else _ZERO
            lies[seat] = first | second
            _read_play(table, bench, seat, (first | second, twice), led, opened)
            if first & led > best:  # one deck; of two decks the table says who leads
                best = first & led
                winner = np.int64(seat)
        if rules.decks == 2:
            winner = _find_double_winner(table, leader, places, n, width, led)
        if rules.discard_colour != 0 and places > 1:
            taker = _find_offender(table, lies, winner) if finished else table.offender
            if taker >= -1:
                _read_colours(table, bench, leader, lies, led, taker)
        leader = winner
        opened |= led


@kernel
def _find_double_winner(table: Any, leader: Any, places: Any, n: Any, width: Any, led: Any) -> Any:
    """Return who wins the trick whose cards end before the n-th, two decks."""
    best = np.int64(0)
    winner = leader
    start = n - places * width
    for position in range(places):
        first = _ONE << np.uint64(table.plays[start + position * width])
        second = _ZERO
        if width == 2:
            second = _ONE << np.uint64(table.plays[start + position * width + 1])
        strength = play_strength(led, first, second)
        if strength > best:
            best = strength
            winner = (leader + position) & 3
    return winner


@kernel
def _place_declared(table: Any, bench: Any, me: Any, hand: Any) -> None:
    """Note the declared cards that others still hold, and single ones that were played."""
    decks = table.rules.decks
    for seat in range(4):
        if seat == me:
            continue
        declared = table.declared_by[seat]
        twice = table.declared_twice_by[seat] if decks == 2 else _ZERO
        played = bench.played[seat]
        bench.known[seat] = (declared & ~played) | (twice & ~bench.played_twice[seat])
        bench.known_twice[seat] = twice & ~played
        # the declared copy was played if the other one lies elsewhere
        locked = bench.locked[seat]
        while locked != _ZERO:
            card = locked & (~locked + _ONE)
            locked ^= card
            elsewhere = hand
            for other in range(4):
                elsewhere |= bench.played[other] if other != seat else _ZERO
            if elsewhere & card != _ZERO:
                bench.forbidden[seat] |= _LANE << (lowest_index(card) & _LANE_START)


@kernel
def gather_knowledge(table: Any, hand: Any, bench: Any) -> None:
    """Write what the seat in turn knows of the hands.

    Parameters
    ----------
    table : record of TABLE
    hand : uint64
        The seat's own cards.
    bench : record of BENCH
        Receives ``played``, ``known``, ``forbidden``, ``unpaired``, ``need`` and ``hidden``.
    """
    me = table.turn
    decks = table.rules.decks
    for seat in range(4):
        bench.played[seat] = _ZERO
        bench.played_twice[seat] = _ZERO
        bench.known[seat] = _ZERO
        bench.known_twice[seat] = _ZERO
        bench.forbidden[seat] = table.voids[seat]
        bench.unpaired[seat] = _ZERO
        bench.locked[seat] = _ZERO
    _read_history(table, bench)
    if table.declared != _ZERO:
        _place_declared(table, bench, me, hand)
    hidden = unseen_cards(table, hand)
    hidden_twice = unseen_pairs(table, hand)
    for seat in range(4):
        held = decks * _HAND - np.int64(count(bench.played[seat]) + count(bench.played_twice[seat]))
        if seat == me:  # at a first draw it has seen one card of its own alone
            bench.known[me] = hand
            bench.known_twice[me] = table.own.hand_twice if decks == 2 else _ZERO
            bench.need[me] = held - np.int64(count(hand) + count(bench.known_twice[me]))
            continue
        known = bench.known[seat]
        held -= np.int64(count(known) + count(bench.known_twice[seat]))
        bench.need[seat] = held
        # take the known copies away from the hidden ones
        both = bench.known_twice[seat]
        hidden &= ~(known & ~hidden_twice) & ~both
        hidden_twice &= ~known
    bench.forbidden[me] = _ZERO
    bench.hidden = hidden
    bench.hidden_twice = hidden_twice
