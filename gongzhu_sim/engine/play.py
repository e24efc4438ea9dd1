"""The play loop: one deal from the declarations to the last scoring card.

It is written once, over a tuple of four ``choose`` functions, and serves every path. It
checks each card it is given: a strategy that plays or declares what it may not ends the deal
with a status.
"""

from typing import Any

import numpy as np

from gongzhu_sim.cards.bits import count, lowest_index
from gongzhu_sim.cards.compiling import kernel
from gongzhu_sim.cards.layout import SCORING
from gongzhu_sim.engine.legality import legal_cards
from gongzhu_sim.engine.table import DECLARE_DECISION, N_PARAMS

__all__ = [
    "STATUS_BAD_CARD",
    "STATUS_BAD_DECLARATION",
    "STATUS_OK",
    "begin_deal",
    "declare_cards",
    "finish_trick",
    "first_leader",
    "hand_over",
    "play_card",
    "play_tricks",
]

STATUS_OK, STATUS_BAD_CARD, STATUS_BAD_DECLARATION = range(3)

_ZERO = np.uint64(0)
_ONE = np.uint64(1)
_LANE = np.uint64(0x1FFF)
_LANE_START = np.uint64(48)


@kernel
def begin_deal(table: Any) -> None:
    """Clear the table for a new deal; the rules and the match score stay."""
    table.declared = _ZERO
    table.seen = _ZERO
    table.opened = _ZERO
    table.led = _ZERO
    table.on_table = _ZERO
    table.best = _ZERO
    table.trick = 0
    table.position = 0
    table.n_plays = 0
    for seat in range(4):
        table.declared_by[seat] = _ZERO
        table.captured[seat] = _ZERO
        table.voids[seat] = _ZERO
        table.played_by[seat] = _ZERO


@kernel
def first_leader(rules: Any, hands: Any, drawn: Any) -> Any:
    """Return the seat that leads the deal: the named card's holder, else the seat drawn."""
    if rules.first_lead != _ZERO:
        for seat in range(4):
            if hands[seat] & rules.first_lead != _ZERO:
                return np.int64(seat)
    return drawn


@kernel
def hand_over(table: Any, own: Any, seat: Any, decision: Any) -> None:
    """Rewrite ``table.own`` for the seat that is about to be asked."""
    table.turn = seat
    table.own.key = own.key
    table.own.switches = own.switches
    table.own.decision = decision
    for i in range(N_PARAMS):
        table.own.params[i] = own.params[i]


@kernel
def declare_cards(table: Any, hands: Any, owns: Any, declarers: Any) -> Any:
    """Ask every seat which of its cards it declares, each on its own hand alone.

    Parameters
    ----------
    table : record of TABLE
        Receives ``declared`` and ``declared_by``.
    hands : uint64[4]
    owns : OWN[4]
        Keys and parameters of the four declaring policies.
    declarers : tuple of four functions
        ``declare(table, hand, allowed) -> mask``.

    Returns
    -------
    int
        ``STATUS_OK``, or ``STATUS_BAD_DECLARATION`` with ``table.turn`` the seat and
        ``table.on_table`` what it wanted to declare.
    """
    rules = table.rules
    chosen = _ZERO
    if rules.declarable == _ZERO:
        return STATUS_OK
    for seat in range(4):
        allowed = hands[seat] & rules.declarable
        if allowed != _ZERO:
            hand_over(table, owns[seat], seat, DECLARE_DECISION)
            mask = declarers[seat](table, hands[seat], allowed)
            if mask & ~allowed != _ZERO:
                table.on_table = mask
                return STATUS_BAD_DECLARATION
            chosen |= mask
    # once three of the four stand declared, the fourth is declared too
    if rules.forced_last != 0 and count(chosen) == np.uint64(3):
        chosen = rules.declarable
    table.declared = chosen
    for seat in range(4):
        table.declared_by[seat] = chosen & hands[seat]
    return STATUS_OK


@kernel
def play_card(table: Any, seat: Any, card: Any) -> None:
    """Put a legal card on the table; written without branches, which play cannot predict."""
    index = lowest_index(card)
    # the first card's suit is led: its lane, filled
    led = _LANE << (index & _LANE_START) if table.position == 0 else table.led
    followed = card & led  # 0 for a discard, which beats nothing
    beats = followed > table.best
    table.led = led
    table.winner = seat if beats else table.winner
    table.best = followed if beats else table.best
    table.voids[seat] |= led if followed == _ZERO else _ZERO
    table.seen |= card
    table.on_table |= card
    table.played_by[seat] = card
    table.plays[table.n_plays] = np.uint8(index)
    table.n_plays += 1
    table.position += 1


@kernel
def finish_trick(table: Any) -> None:
    """Give the trick to its winner, who leads the next."""
    table.captured[table.winner] |= table.on_table & SCORING
    table.opened |= table.led
    table.led = _ZERO
    table.on_table = _ZERO
    table.best = _ZERO
    for seat in range(4):
        table.played_by[seat] = _ZERO
    table.leader = table.winner
    table.trick += 1
    table.position = 0


@kernel
def play_tricks(table: Any, hands: Any, owns: Any, choosers: Any, full: Any) -> Any:
    """Play a deal from any trick's beginning to its end.

    Parameters
    ----------
    table : record of TABLE
        ``leader`` says who leads.
    hands : uint64[4]
        The cards still held; emptied as they are played.
    owns : OWN[4]
        Keys and parameters of the four players.
    choosers : tuple of four functions
        ``choose(table, hand, legal) -> card``. A seat that has one legal card is not asked.
    full : bool
        Play to the last card instead of to the last scoring card.

    Returns
    -------
    int
        ``STATUS_OK``, or ``STATUS_BAD_CARD`` with ``table.turn`` the seat and
        ``table.best`` what it wanted to play.
    """
    while hands[table.leader] != _ZERO and (full or table.seen & SCORING != SCORING):
        for position in range(4):
            seat = (table.leader + position) & 3
            hand = hands[seat]
            legal = legal_cards(table, hand)
            card = legal
            if legal & (legal - _ONE) != _ZERO:
                hand_over(table, owns[seat], seat, table.trick)
                card = choosers[seat](table, hand, legal)
                if card & legal == _ZERO or card & (card - _ONE) != _ZERO:
                    table.best = card
                    return STATUS_BAD_CARD
            hands[seat] = hand ^ card
            play_card(table, seat, card)
        finish_trick(table)
    return STATUS_OK
