"""The play loop of one deck, and what it shares with that of two.

It is written once, over a tuple of four ``choose`` functions, and serves every path. It
checks each card it is given: a strategy that plays what it may not ends the deal.
"""

from typing import Any

import numpy as np

from gongzhu_sim.cards.bits import lowest_index
from gongzhu_sim.cards.compiling import inner_kernel
from gongzhu_sim.cards.layout import SCORING
from gongzhu_sim.engine.asking import hand_over
from gongzhu_sim.engine.calling import ask, ask_blind
from gongzhu_sim.engine.legality import find_legal
from gongzhu_sim.engine.table import CHOOSE
from gongzhu_sim.engine.unusual import note_holders, note_play, prepare_turn
from gongzhu_sim.rules.packed import SIDES_PIG_GOAT

__all__ = [
    "finish_trick",
    "note_play",
    "play_card",
    "play_trick",
    "play_tricks",
]

_ZERO = np.uint64(0)
_ONE = np.uint64(1)
_LANE = np.uint64(0x1FFF)
_LANE_START = np.uint64(48)
_NOBODY = np.int64(-1)


@inner_kernel
def play_card(table: Any, seat: Any, card: Any) -> None:
    """Put a legal card on the table, one deck."""
    trick = (table.led, table.best, table.winner, table.on_table)
    _put_card(table, seat, card, table.position, table.n_plays, trick, table.seen, True)


@inner_kernel(forceinline=True)
def _put_card(
    table: Any,
    seat: Any,
    card: Any,
    position: Any,
    n_plays: Any,
    trick: Any,
    seen: Any,
    shown: Any,
) -> Any:
    """Put a card on the table without branches, which play cannot predict.

    ``trick`` is (led, best, winner, on_table) before it; returned is what it is then.
    """
    led, best, winner, on_table = trick
    index = lowest_index(card)
    # the first card's suit is led: its lane, filled
    led = _LANE << (index & _LANE_START) if position == 0 else led
    followed = card & led  # 0 for a discard, which beats nothing
    beats = followed > best
    winner = seat if beats else winner
    best = followed if beats else best
    on_table |= card
    if shown:
        table.led = led
        table.winner = winner
        table.best = best
        table.voids[seat] |= led if followed == _ZERO else _ZERO
        table.seen = seen | card
        table.on_table = on_table
        table.played_by[seat] = card
        table.plays[n_plays] = np.uint8(index)
        table.n_plays = n_plays + 1
        table.position = position + 1
    return led, best, winner, on_table


@inner_kernel(forceinline=True)
def _give_trick(table: Any, taker: Any, winner: Any, led: Any, on_table: Any, shown: Any) -> None:
    """Give the trick to ``taker``; ``winner`` leads the next."""
    table.captured[taker] |= on_table & SCORING
    if shown:
        table.opened |= led
        table.led = _ZERO
        table.on_table = _ZERO
        table.best = _ZERO
        for step in range(4):
            # from the winner on, or this becomes one wide move that slows every call down
            table.played_by[(winner + step) & 3] = _ZERO
        table.leader = winner
        table.trick += 1
        table.position = 0


@inner_kernel
def finish_trick(table: Any) -> None:
    """Give the trick to its taker; its winner leads the next.

    They differ only under the colour penalty.
    """
    taker = table.winner
    if table.offender >= 0:
        taker = table.offender
        table.offender = _NOBODY
    if table.rules.sides == SIDES_PIG_GOAT:
        note_holders(table)
    _give_trick(table, taker, table.winner, table.led, table.on_table, True)


@inner_kernel(forceinline=True)
def _take_turn(
    table: Any,
    deal: Any,
    seats: Any,
    players: Any,
    trick: Any,
    seen: Any,
    fresh: Any,
    n_plays: Any,
    number: Any,
    seat: Any,
    position: Any,
    unusual: Any,
    shown: Any,
) -> Any:
    """Let one seat play; return its card, 0 for a bad answer, and the trick as it then lies.

    ``trick`` is (led, best, winner, on_table): what the next turn needs stays in registers, as
    do the cards ``seen``, ``fresh``, declared cards of suits not yet opened, and the trick's
    ``number``.
    """
    hand = seats.hands[seat]
    if unusual:
        prepare_turn(table, deal, seat)
        fresh = table.declared & ~table.opened
    legal = find_legal(table.rules, hand, trick[0], fresh, seen, n_plays)
    card = legal
    if not shown:
        card = ask_blind(players, seats.key[seat], number, legal)
    # one test: two of them would be two branches, and the second cannot be predicted
    elif (legal & (legal - _ONE)) | seats.is_quick != _ZERO:
        hand_over(table, seats, CHOOSE, seat, number)
        card = ask(players, CHOOSE, seats, seat, table, hand, legal)
        if card & legal == _ZERO or card & (card - _ONE) != _ZERO:
            table.turn = seat
            table.best = card
            return _ZERO, trick
    seats.hands[seat] = hand ^ card
    trick = _put_card(table, seat, card, position, n_plays, trick, seen, shown)
    if unusual:
        note_play(table, deal, seat, hand, card)
    return card, trick


@inner_kernel(forceinline=True)
def play_trick(
    table: Any,
    deal: Any,
    seats: Any,
    players: Any,
    state: Any,
    unusual: Any,
    shown: Any,
    locked: Any,
) -> Any:
    """Play a trick.

    Parameters
    ----------
    table, deal, seats, players
        As for :func:`play_tricks`.
    state : tuple
        Before the trick: its leader, the cards played, the suits opened, the number of plays.
    unusual, shown, locked : bool
        Constants, so that nobody pays for what is not there: whether there are rules that only
        some have, whether players see the table and are checked (else they are blind, see
        :mod:`gongzhu_sim.engine.blind`), and whether declared cards can be locked.

    Returns
    -------
    bool
        False if a seat plays what it may not.
    tuple
        The state after the trick.
    """
    leader, seen, opened, n_plays = state
    leader &= 3  # which it is: this spares the compiler a case
    trick = (_ZERO, _ZERO, leader, _ZERO)
    fresh = table.declared & ~opened if locked else _ZERO
    number = n_plays >> 2
    for position in range(4):
        seat = (leader + position) & 3
        card, trick = _take_turn(
            *(table, deal, seats, players, trick, seen, fresh, n_plays + position, number),
            *(seat, position, unusual, shown),
        )
        if shown and card == _ZERO:
            return False, state
        seen |= card
    led, _, winner, on_table = trick
    if unusual:
        finish_trick(table)
    else:
        _give_trick(table, winner, winner, led, on_table, shown)
    return True, (winner, seen, opened | led, n_plays + 4)


@inner_kernel  # apart from what surrounds it, so that all registers are its own
def _play_loop(table: Any, deal: Any, seats: Any, players: Any, full: Any, unusual: Any) -> Any:
    """Play the tricks that are left."""
    state = (table.leader, table.seen, table.opened, table.n_plays)
    while seats.hands[state[0]] != _ZERO and (full or state[1] & SCORING != SCORING):
        legal, state = play_trick(table, deal, seats, players, state, unusual, True, True)
        if not legal:
            return False
    return True


@inner_kernel
def _finish_begun(table: Any, deal: Any, seats: Any, players: Any) -> Any:
    """Play what is left of a trick that has begun, under any rules."""
    while table.position < 4:
        seat = (table.leader + table.position) & 3
        trick = (table.led, table.best, table.winner, table.on_table)
        card, _ = _take_turn(
            *(table, deal, seats, players, trick, table.seen, _ZERO, table.n_plays),
            *(table.trick, seat, table.position, True, True),
        )
        if card == _ZERO:
            return False
    finish_trick(table)
    return True


@inner_kernel
def play_tricks(table: Any, deal: Any, seats: Any, players: Any, full: Any) -> Any:
    """Play a deal of one deck from any point to its end.

    Parameters
    ----------
    table : record of TABLE
        ``leader`` says who leads.
    deal : record of OUTCOME
        What really stands declared.
    seats : record of SEATING
        ``hands`` has the cards still held, and is emptied as they are played.
    players : None or Players
        See :func:`gongzhu_sim.engine.calling.ask`. A seat that has one legal card is not asked.
    full : bool
        Play to the last card instead of to the last scoring card.

    Returns
    -------
    bool
        False if a seat plays what it may not: ``table.turn``, and in ``table.best`` what it
        wanted to play.
    """
    if table.position != 0 and not _finish_begun(table, deal, seats, players):
        return False
    if table.rules.unusual != 0:
        return _play_loop(table, deal, seats, players, full, True)
    return _play_loop(table, deal, seats, players, full, False)
