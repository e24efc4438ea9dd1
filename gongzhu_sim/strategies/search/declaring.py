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
from gongzhu_sim.strategies.search.contest import (
    MOST_WORLDS,
    begin_contest,
    drop_losers,
    find_winner,
    note_worth,
)
from gongzhu_sim.strategies.search.rollouts import (
    begin_search,
    choose_seed,
    finish_world,
    lay_world,
)
from gongzhu_sim.strategies.search.worlds import begin_worlds, next_world

__all__ = ["race_sets"]

_MOST_SETS = 16
_ZERO = np.uint64(0)
_NOBODY = np.int64(-1)
_LAPS = 8  # after each of which sets are dropped


@kernel
def _list_sets(bench: Any, allowed: Any) -> None:
    """List the sets of cards to choose from on the bench, in ``first``: the empty one first."""
    bench.n = 0
    part = _ZERO
    while bench.n < _MOST_SETS:
        bench.first[bench.n] = part
        bench.second[bench.n] = _ZERO
        bench.n += 1
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
def race_sets(table: Any, hand: Any, allowed: Any, bench: Any, dealer: Any, contest: Any) -> Any:
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
    contest : record of CONTEST

    Returns
    -------
    uint64
    """
    me = table.turn
    is_first_draw = table.own.decision == DECLARE_DECISION - 1
    lap = min(bench.search.worlds, MOST_WORLDS // _LAPS)
    begin_search(table, bench)
    _list_sets(bench, allowed)
    begin_contest(contest, bench.n)
    begin_worlds(table, hand, bench, dealer)
    state = choose_seed(table, hand)
    for k in range(_LAPS * lap):
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
        for i in range(bench.n):
            if contest.is_in[i] == 0:
                continue
            lay_world(table, bench, word)
            for seat in range(4):
                bench.deal.declared_by[seat] = bench.said[seat]
                bench.deal.declared_twice_by[seat] = bench.said_twice[seat]
                bench.deal.first_declared_by[seat] = table.first_declared_by[seat]
            _declare_set(table, bench, me, bench.first[i], is_first_draw)
            note_worth(contest, i, np.float64(finish_world(bench, me)))
        contest.n_worlds += 1
        for seat in range(4):
            bench.deal.declared_by[seat] = bench.stood[seat]
            bench.deal.declared_twice_by[seat] = bench.stood_twice[seat]
        if lap > 1 and (k + 1) % lap == 0:
            drop_losers(contest, bench.n)
            if contest.n_in == 1:
                break
    return bench.first[find_winner(contest, bench.n)]
