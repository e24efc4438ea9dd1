"""Rollouts: each candidate is played out to the end in the same sampled worlds."""

# pyright: reportCallIssue=false
# numba supplies an intrinsic's typing context, which type checkers miss
from typing import Any

import numpy as np

from gongzhu_sim.cards.compiling import kernel
from gongzhu_sim.cards.streams import mix, wyrand
from gongzhu_sim.engine.asking import hand_over, show_declarations
from gongzhu_sim.engine.calling import call_address
from gongzhu_sim.engine.deal import score_table
from gongzhu_sim.engine.double import finish_double_trick, make_play, play_double_tricks
from gongzhu_sim.engine.legality import legal_cards, legal_parts
from gongzhu_sim.engine.play import finish_trick, note_play, play_card, play_tricks
from gongzhu_sim.engine.table import CHOOSE
from gongzhu_sim.strategies.search.bench import copy_front, seat_player, view_player
from gongzhu_sim.strategies.search.candidates import list_candidates
from gongzhu_sim.strategies.search.objectives import judge_deal
from gongzhu_sim.strategies.search.worlds import begin_worlds, next_world

__all__ = [
    "begin_search",
    "best_card",
    "choose_seed",
    "finish_world",
    "lay_world",
    "lead_trick",
    "play_out",
    "play_trick_out",
    "put_candidate",
    "value_cards",
]

_ZERO = np.uint64(0)
_ONE = np.uint64(1)
_NOTHING_YET = np.int64(-(1 << 62))


@kernel
def choose_seed(table: Any, hand: Any) -> Any:
    """Return the state of the generator for one decision, from the key and what is seen.

    Without what is seen, the same key would deal the same worlds to every seat and deal.
    """
    seed = mix(table.own.key, np.uint64(table.own.decision))
    seed = mix(seed ^ hand, table.seen)
    if table.rules.decks == 2:
        seed = mix(seed ^ table.own.hand_twice, table.seen_twice)
    return mix(seed ^ table.on_table, np.uint64(table.turn))


@kernel
def begin_search(table: Any, bench: Any) -> None:
    """Lay the bench for a decision: the table as it stands, the rollout player at every seat."""
    bench.table = table
    seat_player(bench.seats, view_player(bench.search.player))


@kernel
def _choose_second(bench: Any, seat: Any, first: Any) -> Any:
    """Let the rollout player choose the second of two cards."""
    table = bench.table
    seats = bench.seats
    hand, twice = seats.hands[seat], seats.twice[seat]
    table.part = 1
    table.first_part = first
    legal, _ = legal_parts(table, hand, twice)
    table.own.hand_twice = twice
    table.own.legal_twice = _ZERO
    card = legal
    if legal & (legal - _ONE) != _ZERO:
        hand_over(table, seats, CHOOSE, seat, 2 * table.trick + 1)
        card = call_address(seats.address[CHOOSE, seat], table, hand, legal)
    return card


@kernel
def put_candidate(bench: Any, first: Any, second: Any) -> None:
    """Make a candidate's play, which is legal."""
    table, deal, seats = bench.table, bench.deal, bench.seats
    seat = table.turn
    hand = seats.hands[seat]
    if table.rules.decks == 1:
        seats.hands[seat] = hand & ~first
        play_card(table, seat, first)
        note_play(table, deal, seat, hand, first)
        if table.position == 4:
            finish_trick(table)
        return
    if second == _ZERO and table.led != _ZERO and table.width == 2:
        second = _choose_second(bench, seat, first)
    table.part = 0
    table.first_part = _ZERO
    seats.hands[seat], seats.twice[seat] = make_play(
        table, deal, seat, hand, seats.twice[seat], first, second
    )
    if table.position == 4:
        finish_double_trick(table)


@kernel
def play_out(table: Any, bench: Any, first: Any, second: Any, word: Any) -> Any:
    """Make a play in the world on the bench and play it out; return what it is worth.

    Parameters
    ----------
    table : record of TABLE
        As it stands: the seat in turn is to play.
    bench : record of BENCH
        After :func:`begin_search`; ``hands`` and ``twice`` are the world.
    first, second : uint64
        The play; ``second`` is 0 for a single.
    word : uint64
        From which the rollout players' keys are drawn: the same for all plays compared.

    Returns
    -------
    int
        See :func:`gongzhu_sim.strategies.search.objectives.judge_deal`.
    """
    lay_world(table, bench, word)
    put_candidate(bench, first, second)
    return finish_world(bench, table.turn)


@kernel
def lay_world(table: Any, bench: Any, word: Any) -> None:
    """Lay the table on the bench as it stands, with the cards of the world in hand."""
    copy_front(bench.table, table)
    seats = bench.seats
    for seat in range(4):
        seats.hands[seat] = bench.hands[seat]
        seats.twice[seat] = bench.twice[seat]
        seats.key[seat] = mix(word, np.uint64(seat))


@kernel
def play_trick_out(bench: Any) -> None:
    """Let the rollout players play to the end of the trick that has begun."""
    table = bench.table
    while table.position != 0:
        put_candidate(bench, _answer(bench), _ZERO)


@kernel
def lead_trick(bench: Any) -> None:
    """Let the rollout player lead a trick, a single card."""
    put_candidate(bench, _answer(bench), _ZERO)


@kernel
def _answer(bench: Any) -> Any:
    """Let the rollout player choose a card for the seat in turn."""
    table, deal, seats = bench.table, bench.deal, bench.seats
    seat = (table.leader + table.position) & 3
    table.turn = seat
    if table.rules.hidden != 0:
        show_declarations(table, deal, seat, False)
    hand, twice = seats.hands[seat], seats.twice[seat]
    legal_twice = _ZERO
    if table.rules.decks == 1:
        legal = legal_cards(table, hand)
    else:
        table.part = 0
        table.first_part = _ZERO
        legal, legal_twice = legal_parts(table, hand, twice)
    if legal & (legal - _ONE) == _ZERO:
        return legal
    decision = table.trick if table.rules.decks == 1 else 2 * table.trick
    hand_over(table, seats, CHOOSE, seat, decision)
    table.own.hand_twice = twice
    table.own.legal_twice = legal_twice
    return call_address(seats.address[CHOOSE, seat], table, hand, legal)


@kernel
def finish_world(bench: Any, seat: Any) -> Any:
    """Let the rollout players play to the end; return what that is worth to a seat."""
    table, deal, seats = bench.table, bench.deal, bench.seats
    if table.rules.decks == 1:
        play_tricks(table, deal, seats, None, False)
    else:
        play_double_tricks(table, deal, seats, None, False)
    score_table(table, deal)
    return judge_deal(table, deal, seat, bench.search)


@kernel
def value_cards(table: Any, hand: Any, legal: Any, bench: Any, dealer: Any) -> None:
    """Work out what each candidate of a decision is worth, over sampled worlds.

    Every candidate is played in the same worlds, with the same random numbers.

    Parameters
    ----------
    table : record of TABLE
        It is only read.
    hand, legal : uint64
    bench : record of BENCH
        ``search`` is read. Receives the candidates and, in ``total``, the sums of their worth.
    dealer : record of DOUBLE_DEALER
        Working space.
    """
    search = bench.search
    begin_search(table, bench)
    list_candidates(table, hand, legal, bench, search.merge != 0)
    begin_worlds(table, hand, bench, dealer)
    state = choose_seed(table, hand)
    for _ in range(search.worlds):
        state = next_world(table, bench, dealer, state)
        state, word = wyrand(state)
        for i in range(bench.n):
            bench.total[i] += play_out(table, bench, bench.first[i], bench.second[i], word)


@kernel
def best_card(table: Any, bench: Any) -> Any:
    """Return the card to play: of the candidate with the highest total, the earliest of equals."""
    best = _NOTHING_YET
    chosen = 0
    for i in range(bench.n):
        if bench.total[i] > best:
            best = bench.total[i]
            chosen = i
    if table.rules.decks == 2 and table.part != 0:
        return bench.second[chosen]
    return bench.first[chosen]
