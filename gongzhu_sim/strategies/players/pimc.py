"""`pimc`: perfect information Monte Carlo, the search over sampled worlds.

For every decision it deals the hidden cards anew, so and so many times, in ways that agree with
all that its seat knows; in each such world it plays every card it may play and lets a quick
strategy play out the deal from all four seats. It plays the card that did best on average.
"""

from typing import Any

import numpy as np

from gongzhu_sim.cards.dealer import DOUBLE_DEALER
from gongzhu_sim.strategies.registry import strategy
from gongzhu_sim.strategies.search.bench import BENCH, read_settings
from gongzhu_sim.strategies.search.contest import CONTEST
from gongzhu_sim.strategies.search.declaring import race_sets
from gongzhu_sim.strategies.search.objectives import OBJECTIVES
from gongzhu_sim.strategies.search.rollouts import best_card, value_cards

__all__ = ["choose"]


@strategy(
    "pimc",
    params={"worlds": 64, "rollout": "folk", "objective": "points", "lose_at": -1000},
    limits={"worlds": (1, 100_000), "lose_at": (-1_000_000, 0)},
    choices={"objective": OBJECTIVES},
    is_random=True,
    uses_declarations=True,
)
def choose(table: Any, hand: Any, legal: Any) -> Any:
    """Play the card that does best on average over sampled worlds, each played out.

    ``worlds`` is how many worlds, ``rollout`` the strategy that plays them out, ``objective``
    what to go for: ``points`` or ``notpig``.
    """
    room = np.zeros(1, BENCH)
    bench = room[0]
    read_settings(table, bench.search)
    dealers = np.empty(1, DOUBLE_DEALER)  # serves one deck too: half as much to compile
    value_cards(table, hand, legal, bench, dealers[0])
    card = best_card(table, bench)
    return card if dealers.size + room.size != 0 else np.uint64(0)  # both live until here


@choose.declaring
def declare(table: Any, hand: Any, allowed: Any) -> Any:
    """Declare the set of cards that does best over sampled deals, by a race between the sets.

    In each deal the rollout player declares for the other seats.
    """
    room = np.zeros(1, BENCH)
    bench = room[0]
    read_settings(table, bench.search)
    dealers = np.empty(1, DOUBLE_DEALER)
    contests = np.empty(1, CONTEST)
    cards = race_sets(table, hand, allowed, bench, dealers[0], contests[0])
    return cards if contests.size + dealers.size + room.size != 0 else np.uint64(0)
