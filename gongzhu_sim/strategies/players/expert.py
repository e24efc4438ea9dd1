"""`expert`: the strongest player, a search with everything that earned its cost.

It samples worlds as `pimc` does, and in addition

- lets `learned` play them out, and in half of them `folk` for those who are not on its side
  (:mod:`gongzhu_sim.strategies.search.guests`);
- deals four times as many worlds as it plays out and draws from them by how likely the plays and
  declarations so far are in each (:mod:`gongzhu_sim.strategies.search.inference`);
- gives close calls up to four times the worlds, and the learned policy a say in what is still
  blurred then (:mod:`gongzhu_sim.strategies.search.contest`).
"""

# pyright: reportCallIssue=false
# numba supplies an intrinsic's typing context, which type checkers miss
from typing import Any

import numpy as np

from gongzhu_sim.cards.bits import lowest_index
from gongzhu_sim.cards.compiling import kernel
from gongzhu_sim.cards.dealer import DOUBLE_DEALER
from gongzhu_sim.cards.streams import wyrand
from gongzhu_sim.engine.deal import find_sides
from gongzhu_sim.rules.packed import SETTLE_RAW
from gongzhu_sim.strategies.learning.weights import UNIT
from gongzhu_sim.strategies.players.learned import card_scores
from gongzhu_sim.strategies.registry import strategy
from gongzhu_sim.strategies.search.bench import BENCH, read_settings, view_player
from gongzhu_sim.strategies.search.candidates import list_candidates
from gongzhu_sim.strategies.search.contest import (
    CONTEST,
    MOST_WORLDS,
    begin_contest,
    drop_losers,
    find_winner,
    note_worth,
)
from gongzhu_sim.strategies.search.declaring import race_sets
from gongzhu_sim.strategies.search.guests import draw_guests, seat_guests
from gongzhu_sim.strategies.search.inference import (
    MOST_POOLED,
    N_SEATINGS,
    POOL,
    can_infer,
    draw_pooled,
    weigh_pool,
)
from gongzhu_sim.strategies.search.objectives import OBJECTIVES
from gongzhu_sim.strategies.search.rollouts import (
    begin_search,
    choose_seed,
    play_out,
)
from gongzhu_sim.strategies.search.worlds import begin_worlds, next_world

__all__ = ["choose"]

_POINTS = np.int64(OBJECTIVES.index("points"))
_OVERSAMPLE = np.int64(4)
_BLUR = 20.0  # points by which the policy errs in what it thinks a card is worth
_TEMPERATURE = 30.0  # points to a unit of the policy's log-odds, as it was fitted


@kernel
def _ask_policy(table: Any, hand: Any, legal: Any, bench: Any, contest: Any) -> None:
    """Write what the learned policy thinks of the candidates, where its scores are points."""
    rules = table.rules
    if rules.decks != 1 or bench.search.objective != _POINTS:
        return
    point = 24.0 * (1.0 if rules.settlement == SETTLE_RAW else np.float64(rules.scale))
    contest.blur = (_BLUR * point) ** 2
    scores = np.zeros(64, np.int64)
    model = view_player(np.uint64(table.own.params[4]))
    card_scores(table, hand, legal, model.own.params[0], scores)
    for i in range(bench.n):
        score = scores[np.int64(lowest_index(bench.first[i]))]
        contest.prior[i] = np.float64(score) * (point * _TEMPERATURE / UNIT)


@kernel
def _play_world(table: Any, bench: Any, contest: Any, word: Any) -> None:
    """Play the candidates that are still in the contest in the world on the bench."""
    for i in range(bench.n):
        if contest.is_in[i] != 0:
            worth = play_out(table, bench, bench.first[i], bench.second[i], word)
            note_worth(contest, i, np.float64(worth))


@kernel
def _lay_pooled(table: Any, bench: Any, pool: Any, j: Any) -> None:
    """Lay one of the pooled worlds on the bench."""
    for seat in range(4):
        held = pool.hands[j, seat]
        bench.hands[seat] = held
        bench.deal.hands[seat] = bench.played[seat] | held
    bench.deal.sides = find_sides(table.rules, bench.deal.hands)


@kernel
def _repeat_world(bench: Any, contest: Any, row: Any) -> None:
    """Count a world again that was played before: the cards would fall the same way."""
    for i in range(bench.n):
        if contest.is_in[i] != 0:
            note_worth(contest, i, contest.worth[row, i])


@kernel
def _fill_pool(table: Any, bench: Any, dealer: Any, pool: Any, n_drawn: Any, state: Any) -> Any:
    """Deal worlds, weigh them and draw from them; the next state of the generator."""
    pool.n = min(_OVERSAMPLE * bench.search.worlds, MOST_POOLED)
    for j in range(pool.n):
        state = next_world(table, bench, dealer, state)
        for places in range(N_SEATINGS):
            pool.row[j, places] = -1
        for seat in range(4):
            pool.hands[j, seat] = bench.hands[seat]
    weigh_pool(table, bench, pool, view_player(np.uint64(table.own.params[4])))
    state, word = wyrand(state)
    draw_pooled(pool, n_drawn, word)
    begin_search(table, bench)  # weighing has used the table on the bench
    return state


@kernel
def _play_laps(table: Any, hand: Any, bench: Any, dealer: Any, pool: Any, contest: Any) -> None:
    """Play worlds, lap after lap, until the contest is decided."""
    laps = table.own.params[5]
    host = view_player(bench.search.player)
    guest = view_player(np.uint64(table.own.params[6]))
    novice = view_player(np.uint64(table.own.params[7]))
    lap = min(bench.search.worlds, MOST_WORLDS // laps)
    begin_worlds(table, hand, bench, dealer)
    state = choose_seed(table, hand)
    infers = table.own.switches != np.uint64(0) and can_infer(table, bench)
    if infers:
        state = _fill_pool(table, bench, dealer, pool, lap * laps, state)
    for number in range(laps):
        for k in range(lap):
            state, word = wyrand(state)
            j = pool.drawn[k * laps + number] if infers else np.int64(-1)
            places = draw_guests(table, pool, j, word)
            row = np.int64(-1)
            if infers:  # every lap draws from the whole pool
                row = pool.row[j, places]
                if row < 0:
                    pool.row[j, places] = contest.n_worlds
                    _lay_pooled(table, bench, pool, j)
            else:
                state = next_world(table, bench, dealer, state)
            if row >= 0:
                _repeat_world(bench, contest, row)
            else:
                seat_guests(table, bench.seats, host, guest, novice, places)
                _play_world(table, bench, contest, word)
            contest.n_worlds += 1
        if number < laps - 1:
            drop_losers(contest, bench.n)
            if contest.n_in == 1:
                return


@kernel
def _hold_contest(
    table: Any, hand: Any, legal: Any, bench: Any, dealer: Any, pool: Any, contest: Any
) -> Any:
    """Return the number of the candidate to play."""
    begin_search(table, bench)
    list_candidates(table, hand, legal, bench, True)
    begin_contest(contest, bench.n)
    if bench.n == 1:
        return np.int64(0)
    _ask_policy(table, hand, legal, bench, contest)
    _play_laps(table, hand, bench, dealer, pool, contest)
    return find_winner(contest, bench.n)


@strategy(
    "expert",
    params={
        "worlds": 60,
        "rollout": "learned",
        "objective": "points",
        "lose_at": -1000,
        "model": "learned",
        "laps": 4,
        "others": "folk",
        "novice": "random",
        "infer": True,
    },
    limits={"worlds": (1, 2000), "laps": (1, 16), "lose_at": (-1_000_000, 0)},
    choices={"objective": OBJECTIVES},
    is_random=True,
    uses_declarations=True,
)
def choose(table: Any, hand: Any, legal: Any) -> Any:
    """Search in worlds that fit what the others did: the strongest player.

    ``worlds`` is how many worlds are played out: 20, 60 and 200 are its usual strengths. The
    strategy ``rollout`` plays them out; in close calls up to ``laps`` times as many worlds. In
    half of the worlds ``others`` plays for those on the other side, and ``novice`` where a seat
    seems to play at random. ``model`` says which plays are likely; ``infer=off`` takes all worlds
    for equally likely.
    """
    room = np.zeros(1, BENCH)
    bench = room[0]
    read_settings(table, bench.search)
    dealers = np.empty(1, DOUBLE_DEALER)
    pools = np.empty(1, POOL)
    contests = np.empty(1, CONTEST)
    chosen = _hold_contest(table, hand, legal, bench, dealers[0], pools[0], contests[0])
    card = bench.first[chosen]
    if table.rules.decks == 2 and table.part != 0:
        card = bench.second[chosen]
    size = pools.size + dealers.size + room.size + contests.size
    return card if size != 0 else np.uint64(0)  # all live until here


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
