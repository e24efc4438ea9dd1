"""Soft inference: worlds in which the others' plays are likely count more.

More worlds are dealt than are needed. Each is weighed by how likely the plays seen so far are in
it; then the worlds to play out are drawn in proportion. What was declared, and what was not,
counts likewise.

Nobody knows how a seat chooses. It may play at random, or by a softmax of the learned policy that
is as sharp as it was fitted or sharper: what is likely is the mean over these *manners*, weighed
by how well each explains the seat's plays. All of them err alike where a player thinks in another
way, so that likelihoods multiplied play by play claim too much: their square root is taken.

One deck without hidden declarations; under other rules all worlds count alike.
"""

# pyright: reportCallIssue=false
# numba supplies an intrinsic's typing context, which type checkers miss
from typing import Any

import numpy as np

from gongzhu_sim.cards.bits import lowest_index
from gongzhu_sim.cards.compiling import kernel
from gongzhu_sim.cards.layout import SCORING
from gongzhu_sim.engine.asking import hand_over_own
from gongzhu_sim.engine.clearing import begin_deal
from gongzhu_sim.engine.legality import legal_cards
from gongzhu_sim.engine.play import finish_trick, note_play, play_card
from gongzhu_sim.rules.packed import DECLARE_OPTIONAL
from gongzhu_sim.strategies.learning.declaring import declares
from gongzhu_sim.strategies.learning.facts import read_facts, read_suit
from gongzhu_sim.strategies.learning.memory import read_weight
from gongzhu_sim.strategies.learning.places import N_WEIGHTS, card_places
from gongzhu_sim.strategies.learning.weights import UNIT, find_block

__all__ = [
    "MOST_POOLED",
    "N_MANNERS",
    "N_SEATINGS",
    "POOL",
    "can_infer",
    "draw_pooled",
    "random_chance",
    "weigh_pool",
]

MOST_POOLED = 4096
"""Worlds that can be weighed."""
N_MANNERS = 4
"""Ways to choose that a seat is taken to have."""
N_SEATINGS = 64
"""Ways to seat one of up to four players at each of three places."""

POOL = np.dtype(
    [
        ("n", np.int64),
        ("hands", np.uint64, (MOST_POOLED, 4)),
        ("weight", np.float64, MOST_POOLED),
        ("likely", np.float64, (MOST_POOLED, 4, N_MANNERS)),  # chance of a seat's plays by manner
        ("score", np.int64, 16),  # room for one decision
        ("drawn", np.int64, MOST_POOLED),  # numbers of the worlds to play out
        # where a contest wrote a world's worth, by who plays it out; -1: nowhere yet
        ("row", np.int16, (MOST_POOLED, N_SEATINGS)),
    ],
    align=True,
)
"""Worlds to draw from, with their likelihoods."""

_ZERO = np.uint64(0)
_ONE = np.uint64(1)
_LANE = np.uint64(0x1FFF)
_LANE_START = np.uint64(48)
_RANDOM_SHARE = 0.05
_DECLARING_TRUST = 0.8  # how often a seat declares as the model would
# by manner, the first one being random play: how close a player keeps to the best card, in halves
# of what the softmax was fitted with, and how likely that is beforehand
_SHARPNESS = (np.int64(0), np.int64(2), np.int64(5), np.int64(10))
_PRIOR = (0.1, 0.3, 0.3, 0.3)
_STEP = np.int64(8)
# exp of minus so many eighths of 1/64: made of whole numbers, the same on every machine
_EXP = np.array([round(2.0**40 * float(np.exp(-k * 8 / UNIT))) for k in range(1024)]) * 2.0**-40


@kernel
def can_infer(table: Any, bench: Any) -> Any:
    """Say whether the plays so far can be judged under these rules."""
    return table.rules.decks == 1 and table.rules.hidden == 0 and table.n_plays > 0


@kernel
def _weigh_play(table: Any, pool: Any, j: Any, hand: Any, legal: Any, played: Any) -> None:
    """Count a seat's play, or one that comes to the same, in the world ``j`` for every manner."""
    block = find_block(table, table.own.params[0])
    facts = read_facts(table, hand)
    apart = facts.unseen | (hand & SCORING) | table.best
    scores = pool.score
    n, chosen = 0, 0
    best = np.int64(-(1 << 60))
    while legal != _ZERO:
        lane = _LANE << (lowest_index(legal) & _LANE_START)
        cards = legal & lane
        legal &= ~lane
        suit = read_suit(table, facts, lane)
        previous = _ZERO
        while cards != _ZERO:
            card = cards & (~cards + _ONE)
            cards ^= card
            plain = previous != _ZERO and card & SCORING == _ZERO
            if not (plain and (card - previous) & apart == _ZERO):
                score = np.int64(0)
                for place in card_places(table, facts, suit, card):
                    score += read_weight(block, place)
                scores[n] = score
                best = max(best, score)
                n += 1
            previous = card
            if card == played:
                chosen = n - 1
    for manner in range(N_MANNERS):
        sharpness = _SHARPNESS[manner]
        total, own = 0.0, 0.0
        for i in range(n):
            share = _EXP[min((best - scores[i]) * sharpness // (2 * _STEP), 1023)]
            total += share
            if i == chosen:
                own = share
        chance = (1.0 - _RANDOM_SHARE) * own / total + _RANDOM_SHARE / n
        pool.likely[j, table.turn, manner] *= chance


@kernel
def _lay_start(table: Any, show: Any) -> None:
    """Lay the table as it was before the first lead, with what stands declared."""
    begin_deal(show)
    show.declared = table.declared
    show.n_declared = table.n_declared
    for seat in range(4):
        show.declared_by[seat] = table.declared_by[seat]
        show.n_declared_by[seat] = table.n_declared_by[seat]
        show.first_declared_by[seat] = table.first_declared_by[seat]
        show.factor[seat] = table.factor[seat]
        show.highest[seat] = table.highest[seat]
    show.leader = table.first_leader
    show.first_leader = table.first_leader


@kernel
def _weigh_declaring(table: Any, bench: Any, pool: Any, player: Any) -> None:
    """Weigh the worlds by what the others declared and did not declare."""
    show, rules = bench.table, table.rules
    for seat in range(4):
        if seat == table.turn:
            continue
        hand_over_own(show, player.own, _ZERO, seat, 0)
        block = find_block(show, show.own.params[0])
        for j in range(pool.n):
            hand = pool.hands[j, seat] | bench.played[seat]
            cards = hand & rules.declarable
            while cards != _ZERO:
                card = cards & (~cards + _ONE)
                cards ^= card
                would = declares(show, block, np.int64(N_WEIGHTS), hand, card)
                did = table.declared_by[seat] & card != _ZERO
                pool.weight[j] *= _DECLARING_TRUST if would == did else 1.0 - _DECLARING_TRUST


@kernel
def weigh_pool(table: Any, bench: Any, pool: Any, player: Any) -> None:
    """Weigh the pooled worlds by the likelihood of all that the others did.

    Parameters
    ----------
    table : record of TABLE
    bench : record of BENCH
        After :func:`gongzhu_sim.strategies.search.worlds.begin_worlds`; its ``table`` is used.
    pool : record of POOL
        ``hands`` is read, ``likely`` and ``weight`` are written.
    player : record of PLAYER
        The learned policy.
    """
    show = bench.table
    _lay_start(table, show)
    for j in range(pool.n):
        pool.weight[j] = 1.0
        for seat in range(4):
            for manner in range(N_MANNERS):
                pool.likely[j, seat, manner] = _PRIOR[manner]
    if table.rules.declaring == DECLARE_OPTIONAL:
        _weigh_declaring(table, bench, pool, player)
    for seat in range(4):
        bench.lies[seat] = bench.played[seat]  # what each seat plays from here on
    for i in range(table.n_plays):
        card = _ONE << np.uint64(table.plays[i])
        seat = (show.leader + show.position) & 3
        show.turn = seat
        if seat != table.turn:
            hand_over_own(show, player.own, _ZERO, seat, show.trick)
            for j in range(pool.n):
                hand = pool.hands[j, seat] | bench.lies[seat]
                legal = legal_cards(show, hand)
                if legal & (legal - _ONE) != _ZERO and legal & card != _ZERO:
                    _weigh_play(show, pool, j, hand, legal, card)
        bench.lies[seat] ^= card
        play_card(show, seat, card)
        note_play(show, bench.deal, seat, bench.lies[seat] | card, card)
        if show.position == 4:
            finish_trick(show)
    for j in range(pool.n):
        for seat in range(4):
            if seat != table.turn:
                pool.weight[j] *= np.sqrt(_likelihood(pool, j, seat))


@kernel
def _likelihood(pool: Any, j: Any, seat: Any) -> Any:
    """Return how likely a seat's plays are in a world, whatever its manner."""
    total = 0.0
    for manner in range(N_MANNERS):
        total += pool.likely[j, seat, manner]
    return total


@kernel
def random_chance(pool: Any, j: Any, seat: Any) -> Any:
    """Return how likely it is that a seat plays at random, in the world ``j``."""
    return pool.likely[j, seat, 0] / _likelihood(pool, j, seat)


@kernel
def draw_pooled(pool: Any, n: Any, word: Any) -> None:
    """Draw ``n`` of the pooled worlds in proportion to their weights.

    Drawn systematically: one random number, then even steps.
    """
    total = 0.0
    for j in range(pool.n):
        total += pool.weight[j]
    step = total / n
    at = step * (np.float64(word >> np.uint64(12)) * 2.0**-52)
    running = pool.weight[0]
    source = 0
    for i in range(n):
        while running <= at and source < pool.n - 1:
            source += 1
            running += pool.weight[source]
        pool.drawn[i] = source
        at += step
