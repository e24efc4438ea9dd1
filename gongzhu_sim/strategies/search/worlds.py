"""Worlds: hands for the other seats that agree with everything the seat in turn knows.

All of them are equally likely, but for two things. Where declarations are hidden, which cards
stand declared is drawn first, every way alike, and then the rest of the hands. And with two
decks a world in which a seat holds a pair that it would have had to play is dealt again, at
most ``_TRIES`` times.
"""

from typing import Any

import numpy as np

from gongzhu_sim.cards.bits import count, nth_bit
from gongzhu_sim.cards.compiling import kernel
from gongzhu_sim.cards.dealer import READY, prepare_dealer
from gongzhu_sim.cards.layout import GOAT, PIG, TRANSFORMER
from gongzhu_sim.cards.streams import bounded, wyrand
from gongzhu_sim.cards.worlds import deal_double_world, deal_world
from gongzhu_sim.engine.deal import find_sides
from gongzhu_sim.strategies.search.knowledge import gather_knowledge

__all__ = ["begin_worlds", "next_world"]

_ZERO = np.uint64(0)
_TRIES = 64


@kernel
def begin_worlds(table: Any, hand: Any, bench: Any, dealer: Any) -> None:
    """Gather what the seat in turn knows and prepare to deal worlds.

    Parameters
    ----------
    table : record of TABLE
    hand : uint64
    bench : record of BENCH
    dealer : record of DOUBLE_DEALER
    """
    gather_knowledge(table, hand, bench)
    deal = bench.deal
    bench.n_secret = 0
    bench.n_moved = 0
    for seat in range(4):
        deal.declared_by[seat] = table.declared_by[seat]
        deal.declared_twice_by[seat] = table.declared_twice_by[seat]
        deal.first_declared_by[seat] = table.first_declared_by[seat]
        bench.secret[seat] = 0
        if table.rules.hidden != 0 and seat != table.turn:
            seen = count(table.declared_by[seat]) + count(table.declared_twice_by[seat])
            bench.secret[seat] = table.n_declared_by[seat] - np.int64(seen)
            bench.n_secret += bench.secret[seat]
    deal.leader = table.first_leader
    if bench.n_secret == 0:
        _prepare(bench, dealer)


@kernel
def _prepare(bench: Any, dealer: Any) -> Any:
    hidden, both = bench.hidden, bench.hidden_twice
    known, known_twice = bench.known, bench.known_twice
    return prepare_dealer(
        dealer, hidden, both, known, known_twice, bench.forbidden, bench.need
    ) == np.int64(READY)


@kernel
def _move_secret(bench: Any, seat: Any, card: Any, away: Any) -> None:
    """Take a hidden copy to be a declared one that a seat holds (or undo that)."""
    deal = bench.deal
    if away:
        if bench.hidden_twice & card != _ZERO:
            bench.hidden_twice ^= card
        else:
            bench.hidden ^= card
        bench.known_twice[seat] |= bench.known[seat] & card
        bench.known[seat] |= card
        deal.declared_twice_by[seat] |= deal.declared_by[seat] & card
        deal.declared_by[seat] |= card
        bench.need[seat] -= 1
        return
    bench.hidden_twice |= bench.hidden & card
    bench.hidden |= card
    if bench.known_twice[seat] & card != _ZERO:
        bench.known_twice[seat] ^= card
    else:
        bench.known[seat] ^= card
    if deal.declared_twice_by[seat] & card != _ZERO:
        deal.declared_twice_by[seat] ^= card
    else:
        deal.declared_by[seat] ^= card
    bench.need[seat] += 1


@kernel
def _return_secrets(bench: Any) -> None:
    for i in range(bench.n_moved):
        _move_secret(bench, bench.moved_to[i], bench.moved[i], False)
    bench.n_moved = 0


@kernel
def _draw_secrets(table: Any, bench: Any, dealer: Any, state: Any) -> Any:
    """Draw which cards the hidden declarations are; the next state of the generator."""
    _return_secrets(bench)  # those of the world before
    kinds = PIG | GOAT | TRANSFORMER | table.rules.marker
    for _ in range(_TRIES):
        complete = True
        for seat in range(4):
            for _ in range(bench.secret[seat]):
                open_ = bench.hidden & kinds & ~bench.forbidden[seat]
                if open_ == _ZERO:
                    complete = False
                    continue
                state, word = wyrand(state)
                card = nth_bit(open_, bounded(word, count(open_)))
                _move_secret(bench, seat, card, True)
                bench.moved[bench.n_moved] = card
                bench.moved_to[bench.n_moved] = seat
                bench.n_moved += 1
        if complete and _prepare(bench, dealer):
            return state
        _return_secrets(bench)
    _prepare(bench, dealer)
    return state


@kernel
def _fits(bench: Any) -> Any:
    """Say whether nobody holds a pair that it cannot hold."""
    wrong = _ZERO
    for seat in range(4):
        wrong |= bench.twice[seat] & bench.unpaired[seat]
    return wrong == _ZERO


@kernel
def next_world(table: Any, bench: Any, dealer: Any, state: Any) -> Any:
    """Deal a world into ``bench.hands``, ``bench.twice`` and ``bench.deal``.

    Parameters
    ----------
    table : record of TABLE
    bench : record of BENCH
    dealer : record of DOUBLE_DEALER
        After :func:`begin_worlds`.
    state : uint64
        Of the generator.

    Returns
    -------
    uint64
        The next state.
    """
    hands, twice, deal = bench.hands, bench.twice, bench.deal
    if bench.n_secret != 0:
        state = _draw_secrets(table, bench, dealer, state)
    if table.rules.decks == 1:
        state = deal_world(dealer, hands, twice, state)
    else:
        for _ in range(_TRIES):
            state = deal_double_world(dealer, hands, twice, state)
            if _fits(bench):
                break
    for seat in range(4):
        played, held = bench.played[seat], hands[seat]
        both = bench.played_twice[seat] | twice[seat] | (played & held)
        deal.hands[seat] = played | held
        deal.hands_twice[seat] = both
    deal.sides = find_sides(table.rules, deal.hands)
    return state
