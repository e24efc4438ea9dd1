"""One deal from the first card dealt to its score."""

from typing import Any

import numpy as np

from gongzhu_sim.cards.compiling import inner_kernel, kernel
from gongzhu_sim.cards.dealing import (
    deal_into,
    deal_one_deck,
    draw_first,
    find_first_receiver,
)
from gongzhu_sim.cards.layout import GOAT, PIG, TRANSFORMER
from gongzhu_sim.cards.streams import deal_keys
from gongzhu_sim.engine.declaring import declare_cards
from gongzhu_sim.engine.double import play_double_tricks
from gongzhu_sim.engine.play import play_tricks
from gongzhu_sim.rules.packed import (
    LATER_NAMED_CARD,
    LATER_PIG_TAKER,
    SIDES_OPPOSITE,
    SIDES_PIG_GOAT,
)
from gongzhu_sim.rules.scoring import find_factors, score_deal

__all__ = [
    "FIRST_DEAL",
    "STATUS_BAD_CARD",
    "STATUS_BAD_DECLARATION",
    "STATUS_OK",
    "deal_out",
    "find_next_leader",
    "find_sides",
    "open_play",
    "play_dealt",
    "score_table",
]

STATUS_OK, STATUS_BAD_CARD, STATUS_BAD_DECLARATION = range(3)

FIRST_DEAL = np.int64(-1)
"""In place of a leader: the deal is a first one, whose leader the rules name."""

_ZERO = np.uint64(0)
_NORTH_SOUTH = np.int64(0b0101)
_CARDS, _TRICKS = 52, 13  # of one deck


@kernel
def find_sides(rules: Any, hands: Any) -> Any:
    """Return the bit mask of the seats of one side, 0 without sides."""
    if rules.sides == SIDES_OPPOSITE:
        return _NORTH_SOUTH
    sides = np.int64(0)
    if rules.sides == SIDES_PIG_GOAT:
        for seat in range(4):
            if hands[seat] & (PIG | GOAT) != _ZERO:
                sides |= 1 << seat
    return sides


@kernel
def find_next_leader(rules: Any, deal: Any) -> Any:
    """Return the seat that leads the next deal, or ``FIRST_DEAL`` where a card names it."""
    if rules.later_lead == LATER_PIG_TAKER:
        return deal.pig_taker
    if rules.later_lead == LATER_NAMED_CARD and rules.first_lead != _ZERO:
        return FIRST_DEAL
    return (deal.leader + 1) & 3


@inner_kernel
def _deal_in_order(deal: Any, seats: Any, rules: Any, state: Any, rotation: Any) -> Any:
    """Deal where a seat has more than its hand: second copies, a first card."""
    hands, twice, first_drawn = seats.dealt[0], seats.dealt[1], seats.dealt[2]
    drawn = np.int64(deal.index & np.uint64(3))
    state = deal_into(hands, twice, rules.decks, state)
    state = draw_first(hands, twice, first_drawn, state)
    leader = drawn
    if rules.first_lead != _ZERO:
        leader = find_first_receiver(hands, first_drawn, rules.first_lead, drawn, state)
    for seat in range(4):
        place = (seat + rotation) & 3
        deal.hands[place] = hands[seat]
        deal.hands_twice[place] = twice[seat]
        deal.first_drawn[place] = first_drawn[seat]
        deal.declared_by[place] = _ZERO
        deal.declared_twice_by[place] = _ZERO
        deal.first_declared_by[place] = _ZERO
    return leader


@inner_kernel(forceinline=True)
def _deal_cards(deal: Any, seats: Any, rules: Any, state: Any, rotation: Any) -> Any:
    """Deal, turned by ``rotation``; return who leads a first deal."""
    index = deal.index
    if rules.decks == 2 or rules.first_draw != 0:
        leader = _deal_in_order(deal, seats, rules, state, rotation)
    else:  # what plain rules never use stays 0 as it was
        n, w, s, e, state = deal_one_deck(state)
        leader = np.int64(index & np.uint64(3))
        named = rules.first_lead
        leader = 0 if n & named != _ZERO else leader
        leader = 1 if w & named != _ZERO else leader
        leader = 2 if s & named != _ZERO else leader
        leader = 3 if e & named != _ZERO else leader
        deal.hands[rotation & 3] = n
        deal.hands[(1 + rotation) & 3] = w
        deal.hands[(2 + rotation) & 3] = s
        deal.hands[(3 + rotation) & 3] = e
        for seat in range(4):
            deal.declared_by[seat] = _ZERO
    return (leader + rotation) & 3


@inner_kernel(forceinline=True)
def _take_captures(table: Any, deal: Any) -> None:
    """Take what was captured with one deck from the table."""
    # a seat is dealt the one copy of what it plays
    kinds = PIG | GOAT | TRANSFORMER | table.rules.marker
    pig_taker = table.pig_taker
    for seat in range(4):
        captured = table.captured[seat]
        deal.captured[seat] = captured
        deal.captured_twice[seat] = _ZERO
        deal.own[seat] = captured & deal.hands[seat] & kinds
        deal.own_twice[seat] = _ZERO
        pig_taker = np.int64(seat) if captured & PIG != _ZERO else pig_taker
    deal.pig_taker = pig_taker


@inner_kernel
def _take_double_captures(table: Any, deal: Any) -> None:
    """Take what was captured with two decks from the table."""
    deal.pig_taker = table.pig_taker
    for seat in range(4):
        deal.captured[seat] = table.captured[seat]
        deal.captured_twice[seat] = table.captured_twice[seat]
        deal.own[seat] = table.own_captured[seat]
        deal.own_twice[seat] = table.own_captured_twice[seat]


@inner_kernel(forceinline=True)
def deal_out(
    table: Any, deal: Any, seats: Any, seed: Any, stream: Any, rotation: Any, leader: Any
) -> Any:
    """Deal a deal.

    Parameters
    ----------
    table : record of TABLE
        Its rules are read.
    deal : record of OUTCOME
        ``index`` is read, the hands are written. Zeros before its first use.
    seats : record of SEATING
        Working space.
    seed, stream : uint64
        Master seed, and number of the deal within its match (0 outside of matches).
    rotation : int
        Hands, streams and first lead are moved on by so many seats.
    leader : int
        Who leads, or ``FIRST_DEAL``.

    Returns
    -------
    keys, leader
        For :func:`play_dealt`.
    """
    keys = deal_keys(seed, deal.index, stream)
    first = _deal_cards(deal, seats, table.rules, keys[0], rotation)
    return keys, (leader if leader >= 0 else first)


@inner_kernel(forceinline=True)
def score_table(table: Any, deal: Any) -> None:
    """Take what was captured from the table into the deal, and score it."""
    if table.rules.decks == 1:
        _take_captures(table, deal)
    else:
        _take_double_captures(table, deal)
    if table.rules.hidden != 0:
        find_factors(table.rules, deal)
    else:  # everybody has seen everything: the table has them
        deal.declared = table.declared
        deal.n_declared = table.n_declared
        for kind in range(4):
            deal.factor[kind] = table.factor[kind]
            deal.highest[kind] = table.highest[kind]
    score_deal(table.rules, deal)


@inner_kernel(forceinline=True)
def _keep_plays(table: Any, deal: Any) -> None:
    """Take the plays from the table; of fixed size, a copy is a few wide moves."""
    deal.n_plays = table.n_plays
    if table.rules.decks == 1:
        for k in range(_CARDS):
            deal.plays[k] = table.plays[k]
        for k in range(_TRICKS):
            deal.widths[k] = np.uint8(k < table.trick)
    else:
        for k in range(table.n_plays):
            deal.plays[k] = table.plays[k]
        for k in range(table.trick):
            deal.widths[k] = table.widths[k]


@inner_kernel(forceinline=True)
def open_play(
    table: Any, deal: Any, seats: Any, players: Any, keys: Any, leader: Any, rotation: Any
) -> Any:
    """Seat the players of a dealt deal and let them declare; say whether they may so.

    Parameters are those of :func:`play_dealt`.
    """
    seats.index = deal.index
    for seat in range(4):
        seats.key[(seat + rotation) & 3] = keys[1 + seat]  # turning the seats turns hands and keys
        seats.hands[seat] = deal.hands[seat]
        if table.rules.decks == 2:
            seats.twice[seat] = deal.hands_twice[seat]
    table.first_leader = leader
    table.leader = leader
    deal.leader = leader
    deal.sides = find_sides(table.rules, deal.hands)
    return declare_cards(table, deal, seats, players)


@inner_kernel(forceinline=True)
def play_dealt(
    table: Any,
    deal: Any,
    seats: Any,
    players: Any,
    keys: Any,
    leader: Any,
    rotation: Any,
    full: Any,
) -> Any:
    """Declare, play and score a deal whose hands stand in ``deal``.

    Parameters
    ----------
    table : record of TABLE
        It has begun: see :func:`gongzhu_sim.engine.clearing.begin_deal`.
    deal : record of OUTCOME
        ``index`` and the hands are read, everything else written.
    seats : record of SEATING
        Parameters and addresses of the players are read, the rest is written.
    players : None or Players
        See :func:`gongzhu_sim.engine.calling.ask`.
    keys : tuple of five uint64
        See :func:`gongzhu_sim.cards.streams.deal_keys`.
    leader : int
        The seat that leads.
    rotation : int
        Keys are moved on by so many seats; the hands have been.
    full : bool
        Play to the last card instead of to the last scoring card.

    Returns
    -------
    int
        ``STATUS_OK``, or what went wrong (see :mod:`gongzhu_sim.engine.line_up`).
    """
    if not open_play(table, deal, seats, players, keys, leader, rotation):
        return STATUS_BAD_DECLARATION
    if table.rules.decks == 2:
        legal = play_double_tricks(table, deal, seats, players, full)
    else:
        legal = play_tricks(table, deal, seats, players, full)
    if not legal:
        return STATUS_BAD_CARD
    _keep_plays(table, deal)
    score_table(table, deal)
    return STATUS_OK
