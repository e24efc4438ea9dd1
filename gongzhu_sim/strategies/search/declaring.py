"""Declaring by a race: every set of cards that may be declared is played out in sampled deals.

The sets meet the same worlds with the same random numbers. Now and then those that are behind
the best one by more than chance explains are dropped. What the other seats declare in a world is
what the rollout player would declare in their places.
"""

# pyright: reportCallIssue=false
# numba supplies an intrinsic's typing context, which type checkers miss
from typing import Any

import numpy as np

from gongzhu_sim.cards.compiling import kernel
from gongzhu_sim.cards.streams import wyrand
from gongzhu_sim.engine.asking import hand_over, show_declarations
from gongzhu_sim.engine.calling import call_address
from gongzhu_sim.engine.declaring import complete_declarations
from gongzhu_sim.engine.table import DECLARE, DECLARE_DECISION
from gongzhu_sim.strategies.search.rollouts import (
    begin_search,
    choose_seed,
    finish_world,
    lay_world,
)
from gongzhu_sim.strategies.search.worlds import begin_worlds, next_world

__all__ = ["MOST_RACE_WORLDS", "RACE", "race_sets"]

MOST_RACE_WORLDS = 1024
_MOST_SETS = 16

RACE = np.dtype(
    [
        ("n", np.int64),
        ("sets", np.uint64, _MOST_SETS),
        ("is_in", np.int64, _MOST_SETS),  # 1: not dropped
        ("total", np.int64, _MOST_SETS),
        ("worth", np.int64, (_MOST_SETS, MOST_RACE_WORLDS)),
    ],
    align=True,
)
"""Working space of a race."""

_ZERO = np.uint64(0)
_NOBODY = np.int64(-1)
_LAPS = 4  # after each of which sets are dropped
_FAR_BEHIND = 4.0  # squared: two standard errors


@kernel
def _list_sets(race: Any, allowed: Any) -> None:
    """List the subsets, the empty one first."""
    race.n = 0
    part = _ZERO
    while race.n < _MOST_SETS:
        race.sets[race.n] = part
        race.is_in[race.n] = 1
        race.total[race.n] = 0
        race.n += 1
        part = (part - allowed) & allowed
        if part == _ZERO:
            break


@kernel
def _ask_others(table: Any, bench: Any, me: Any) -> None:
    """Let the rollout player declare for the other seats."""
    deal, seats, show = bench.deal, bench.seats, bench.table
    for seat in range(4):
        deal.first_declared_by[seat] = table.first_declared_by[seat]
        allowed = deal.hands[seat] & ~deal.declared_by[seat] & table.rules.declarable
        if seat == me or allowed == _ZERO:
            continue
        show.part = 0
        show.first_part = _ZERO
        hand_over(show, seats, DECLARE, seat, DECLARE_DECISION)
        show.own.hand_twice = deal.hands_twice[seat]
        show.own.legal_twice = deal.hands_twice[seat] & allowed
        hand = deal.hands[seat]
        chosen = call_address(seats.address[DECLARE, seat], show, hand, allowed)
        deal.declared_by[seat] |= chosen & allowed


@kernel
def _declare_set(table: Any, bench: Any, me: Any, cards: Any, is_first_draw: Any) -> None:
    """Declare a set of one's own, and put on the table what then stands declared."""
    deal, show = bench.deal, bench.table
    if is_first_draw:
        deal.first_declared_by[me] |= cards
        deal.declared_by[me] |= cards
    elif table.part != 0:  # second copies
        deal.declared_by[me] |= table.first_part
        deal.declared_twice_by[me] |= cards
    else:
        deal.declared_twice_by[me] |= deal.declared_by[me] & cards
        deal.declared_by[me] |= cards
    complete_declarations(table.rules, deal)
    show.part = 0
    show.first_part = _ZERO
    show_declarations(show, deal, _NOBODY, table.rules.hidden == 0)


@kernel
def _drop_sets(race: Any, n: Any) -> None:
    """Drop the sets that are behind the best one by two standard errors of the difference."""
    best = _find_best(race)
    for i in range(race.n):
        if i == best or race.is_in[i] == 0:
            continue
        total, squares = 0.0, 0.0
        for k in range(n):
            ahead = np.float64(race.worth[best, k] - race.worth[i, k])
            total += ahead
            squares += ahead * ahead
        # mean^2 > 4 variance / n, without dividing
        if total * total * (n - 1) > _FAR_BEHIND * (squares * n - total * total):
            race.is_in[i] = 0


@kernel
def _find_best(race: Any) -> Any:
    best = 0
    for i in range(race.n):
        if race.is_in[i] != 0 and (race.is_in[best] == 0 or race.total[i] > race.total[best]):
            best = i
    return best


@kernel
def race_sets(table: Any, hand: Any, allowed: Any, bench: Any, dealer: Any, race: Any) -> Any:
    """Return the cards of ``allowed`` to declare.

    Parameters
    ----------
    table : record of TABLE
        Before the first lead. It is only read.
    hand, allowed : uint64
        At a first draw ``hand`` is the one card.
    bench : record of BENCH
        ``search`` is read.
    dealer : record of DOUBLE_DEALER
    race : record of RACE

    Returns
    -------
    uint64
    """
    me = table.turn
    is_first_draw = table.own.decision == DECLARE_DECISION - 1
    n_worlds = min(bench.search.worlds * _LAPS, MOST_RACE_WORLDS)
    lap = n_worlds // _LAPS
    begin_search(table, bench)
    _list_sets(race, allowed)
    begin_worlds(table, hand, bench, dealer)
    state = choose_seed(table, hand)
    for k in range(n_worlds):
        state = next_world(table, bench, dealer, state)
        state, word = wyrand(state)
        lay_world(table, bench, word)
        for seat in range(4):
            bench.stood[seat] = bench.deal.declared_by[seat]
            bench.stood_twice[seat] = bench.deal.declared_twice_by[seat]
        _ask_others(table, bench, me)
        for seat in range(4):
            bench.said[seat] = bench.deal.declared_by[seat]
            bench.said_twice[seat] = bench.deal.declared_twice_by[seat]
        for i in range(race.n):
            if race.is_in[i] == 0:
                continue
            lay_world(table, bench, word)
            for seat in range(4):
                bench.deal.declared_by[seat] = bench.said[seat]
                bench.deal.declared_twice_by[seat] = bench.said_twice[seat]
                bench.deal.first_declared_by[seat] = table.first_declared_by[seat]
            _declare_set(table, bench, me, race.sets[i], is_first_draw)
            worth = finish_world(bench, me)
            race.worth[i, k] = worth
            race.total[i] += worth
        for seat in range(4):
            bench.deal.declared_by[seat] = bench.stood[seat]
            bench.deal.declared_twice_by[seat] = bench.stood_twice[seat]
        if lap > 1 and (k + 1) % lap == 0:
            _drop_sets(race, k + 1)
            left = 0
            for i in range(race.n):
                left += race.is_in[i]
            if left == 1:
                break
    return race.sets[_find_best(race)]
