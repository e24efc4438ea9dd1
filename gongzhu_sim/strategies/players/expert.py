"""`expert`: the strongest player, a search with everything that earned its cost.

It samples worlds as `pimc` does, and in addition

- lets `learned` play them out;
- deals six times as many worlds as it plays out and draws from them by how likely the plays and
  declarations so far are in each (:mod:`gongzhu_sim.strategies.search.inference`).
"""

# pyright: reportCallIssue=false
# numba supplies an intrinsic's typing context, which type checkers miss
from typing import Any

import numpy as np

from gongzhu_sim.cards.compiling import kernel
from gongzhu_sim.cards.dealer import DOUBLE_DEALER
from gongzhu_sim.cards.streams import wyrand
from gongzhu_sim.engine.deal import find_sides
from gongzhu_sim.strategies.registry import strategy
from gongzhu_sim.strategies.search.bench import BENCH, read_settings, view_player
from gongzhu_sim.strategies.search.candidates import list_candidates
from gongzhu_sim.strategies.search.declaring import RACE, race_sets
from gongzhu_sim.strategies.search.inference import (
    MOST_POOLED,
    POOL,
    can_infer,
    draw_pooled,
    weigh_pool,
)
from gongzhu_sim.strategies.search.objectives import OBJECTIVES
from gongzhu_sim.strategies.search.rollouts import (
    begin_search,
    best_card,
    choose_seed,
    play_out,
    value_cards,
)
from gongzhu_sim.strategies.search.worlds import begin_worlds, next_world

__all__ = ["choose"]

_OVERSAMPLE = np.int64(6)


@kernel
def _value_likely(table: Any, hand: Any, legal: Any, bench: Any, dealer: Any, pool: Any) -> None:
    """Value the candidates in worlds that are drawn by their likelihood."""
    search = bench.search
    begin_search(table, bench)
    list_candidates(table, hand, legal, bench, True)
    begin_worlds(table, hand, bench, dealer)
    state = choose_seed(table, hand)
    pool.n = min(_OVERSAMPLE * search.worlds, MOST_POOLED)
    for j in range(pool.n):
        state = next_world(table, bench, dealer, state)
        for seat in range(4):
            pool.hands[j, seat] = bench.hands[seat]
    weigh_pool(table, bench, pool, view_player(np.uint64(table.own.params[4])))
    state, word = wyrand(state)
    n = min(search.worlds, MOST_POOLED)
    draw_pooled(pool, n, word)
    begin_search(table, bench)
    for k in range(n):
        for seat in range(4):
            held = pool.hands[pool.drawn[k], seat]
            bench.hands[seat] = held
            bench.deal.hands[seat] = bench.played[seat] | held
        bench.deal.sides = find_sides(table.rules, bench.deal.hands)
        state, word = wyrand(state)
        for i in range(bench.n):
            bench.total[i] += play_out(table, bench, bench.first[i], bench.second[i], word)


@strategy(
    "expert",
    params={
        "worlds": 60,
        "rollout": "learned",
        "objective": "points",
        "lose_at": -1000,
        "model": "learned",
        "infer": True,
    },
    limits={"worlds": (1, 2000), "lose_at": (-1_000_000, 0)},
    choices={"objective": OBJECTIVES},
    is_random=True,
    uses_declarations=True,
)
def choose(table: Any, hand: Any, legal: Any) -> Any:
    """Search in worlds that fit what the others did: the strongest player.

    ``worlds`` is how many worlds are played out: 20, 60 and 200 are its usual strengths. The
    strategy ``rollout`` plays them out; ``infer=off`` takes all worlds for equally likely.
    """
    room = np.zeros(1, BENCH)
    bench = room[0]
    read_settings(table, bench.search)
    dealers = np.empty(1, DOUBLE_DEALER)
    pools = np.empty(1, POOL)
    if table.own.switches != np.uint64(0) and can_infer(table, bench):
        _value_likely(table, hand, legal, bench, dealers[0], pools[0])
    else:
        value_cards(table, hand, legal, bench, dealers[0])
    card = best_card(table, bench)
    return card if pools.size + dealers.size + room.size != 0 else np.uint64(0)  # all live on


@choose.declaring
def declare(table: Any, hand: Any, allowed: Any) -> Any:
    """Declare the set of cards that does best over sampled deals, by a race between the sets.

    In each deal the rollout player declares for the other seats.
    """
    room = np.zeros(1, BENCH)
    bench = room[0]
    read_settings(table, bench.search)
    dealers = np.empty(1, DOUBLE_DEALER)
    races = np.empty(1, RACE)
    cards = race_sets(table, hand, allowed, bench, dealers[0], races[0])
    return cards if races.size + dealers.size + room.size != 0 else np.uint64(0)
