"""States in which a strategy is asked, and what may be changed in them without its noticing."""

from typing import Any

import numpy as np

from gongzhu_sim.cards.bits import count, nth_bit
from gongzhu_sim.cards.compiling import kernel
from gongzhu_sim.cards.streams import bounded, wyrand
from gongzhu_sim.engine.legality import legal_cards, legal_parts
from gongzhu_sim.engine.replay import lay_table, put_play
from gongzhu_sim.engine.table import OWN, TABLE

__all__ = [
    "exchange_hidden",
    "fill_unused",
    "is_altered",
    "open_choice",
    "reach",
    "restore",
    "take_back_declarations",
]

_ZERO = np.uint64(0)
_ONE = np.uint64(1)
_OWN_START = TABLE.fields["own"][1]  # type: ignore[index]
_OWN_END = _OWN_START + OWN.itemsize
_SWAPS = 16


@kernel
def is_altered(table_bytes: Any, saved: Any) -> Any:
    """Say whether anything but ``own`` differs from what was saved."""
    for i in range(table_bytes.shape[0]):
        if table_bytes[i] != saved[i] and not _OWN_START <= i < _OWN_END:
            return True
    return False


@kernel
def restore(table_bytes: Any, saved: Any) -> None:
    """Put back what was saved."""
    for i in range(table_bytes.shape[0]):
        table_bytes[i] = saved[i]


@kernel
def fill_unused(table: Any, state: Any) -> None:
    """Put something else into the fields that hold nothing at this point."""
    for k in range(table.n_plays, 104):
        state, word = wyrand(state)
        table.plays[k] = np.uint8(word & np.uint64(63))
    if table.led == _ZERO:
        table.winner = (table.winner + 1) & 3


@kernel
def _move(hands: Any, twice: Any, giver: Any, taker: Any, card: Any) -> None:
    """Move one copy of a card from one hand to another."""
    if twice[giver] & card != _ZERO:
        twice[giver] ^= card
    else:
        hands[giver] ^= card
    twice[taker] |= hands[taker] & card
    hands[taker] |= card


@kernel
def exchange_hidden(deal: Any, hands: Any, twice: Any, seat: Any, state: Any) -> None:
    """Swap cards that the other seats hide between them, but for declared ones.

    ``hands`` and ``twice`` are what is still held; ``deal`` is changed as if it had been
    dealt so.
    """
    for _ in range(_SWAPS):
        state, word = wyrand(state)
        giver = (seat + 1 + np.int64(bounded(word, np.uint64(3)))) & 3
        state, word = wyrand(state)
        taker = (seat + 1 + np.int64(bounded(word, np.uint64(3)))) & 3
        gives = hands[giver] & ~deal.declared_by[giver]
        takes = hands[taker] & ~deal.declared_by[taker]
        if giver == taker or gives == _ZERO or takes == _ZERO:
            continue
        state, word = wyrand(state)
        there = nth_bit(gives, bounded(word, count(gives)))
        state, word = wyrand(state)
        back = nth_bit(takes, bounded(word, count(takes)))
        # nobody may come to hold three copies, or a declared one beside its twin
        crowded = deal.hands_twice[taker] & there | deal.hands_twice[giver] & back
        crowded |= deal.declared_by[taker] & there | deal.declared_by[giver] & back
        if there != back and crowded == _ZERO:
            _move(hands, twice, giver, taker, there)
            _move(hands, twice, taker, giver, back)
            _move(deal.hands, deal.hands_twice, giver, taker, there)
            _move(deal.hands, deal.hands_twice, taker, giver, back)


@kernel
def reach(table: Any, deal: Any, hands: Any, twice: Any, n_decided: Any) -> Any:
    """Make a deal's first plays again; return how many cards these are."""
    lay_table(table, deal, hands, twice)
    cards = 0
    for _ in range(n_decided):
        width = np.int64(deal.widths[table.trick])
        first = _ONE << np.uint64(deal.plays[cards])
        second = _ONE << np.uint64(deal.plays[cards + 1]) if width == 2 else _ZERO
        put_play(table, deal, hands, twice, first, second)
        cards += width
    return cards


@kernel
def open_choice(table: Any, hand: Any, pairs: Any, part: Any, first: Any) -> Any:
    """Return what may be chosen as this part of the play, as the seat sees it."""
    if table.rules.decks == 1:
        return legal_cards(table, hand)
    table.part = part
    table.first_part = first
    legal, legal_twice = legal_parts(table, hand, pairs)
    table.own.hand_twice = pairs
    table.own.legal_twice = legal_twice
    return legal


@kernel
def take_back_declarations(table: Any, hand: Any, pairs: Any, legal: Any) -> Any:
    """Take every declaration back; say whether that changes what is legal."""
    table.declared = _ZERO
    for seat in range(4):
        table.declared_by[seat] = _ZERO
        table.declared_twice_by[seat] = _ZERO
        table.first_declared_by[seat] = _ZERO
        table.n_declared_by[seat] = 0
        table.factor[seat] = 1
    return open_choice(table, hand, pairs, table.part, table.first_part) != legal
