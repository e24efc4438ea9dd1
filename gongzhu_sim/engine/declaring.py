"""Declaring: who is asked, in which order, and what the rules declare by themselves."""

from typing import Any

import numpy as np

from gongzhu_sim.cards.bits import count
from gongzhu_sim.cards.compiling import inner_kernel, kernel
from gongzhu_sim.cards.layout import GOAT
from gongzhu_sim.engine.asking import hand_over, kind_card, show_declarations
from gongzhu_sim.engine.calling import ask
from gongzhu_sim.engine.table import DECLARE, DECLARE_DECISION
from gongzhu_sim.rules.packed import (
    DECLARE_ALL_BUT_GOAT,
    DECLARE_NONE,
    DECLARE_OPTIONAL,
)

__all__ = ["complete_declarations", "declare_cards", "open_cards"]

_ZERO = np.uint64(0)
_THREE = np.uint64(3)
_NOBODY = np.int64(-1)
_FIRST_DRAW_DECISION = np.int64(DECLARE_DECISION - 1)
_BAD = np.int64(-1)
_NOTHING_NEW = np.int64(0)
_ADDED = np.int64(1)


@kernel
def open_cards(rules: Any) -> Any:
    """Return the cards that may stand declared, by choice or by rule."""
    cards = _ZERO
    if rules.declaring != DECLARE_NONE:
        for kind in range(4):
            cards |= kind_card(rules, kind)
    return cards & ~GOAT if rules.declaring == DECLARE_ALL_BUT_GOAT else cards


@inner_kernel
def complete_declarations(rules: Any, deal: Any) -> None:
    """Add what the rules declare by themselves to what the seats chose.

    Parameters
    ----------
    rules : record of RULES
    deal : record of OUTCOME
        ``declared_by`` and ``declared_twice_by`` are read and written.

    Notes
    -----
    Under ``all`` and ``all_but_goat`` every card that may stand declared does. Under
    ``forced_last`` the fourth card is declared once three of the four are (one deck).
    """
    if rules.declaring == DECLARE_OPTIONAL:
        _force_last(rules, deal)
        return
    cards = open_cards(rules)
    for seat in range(4):
        deal.declared_by[seat] |= deal.hands[seat] & cards
        deal.declared_twice_by[seat] |= deal.hands_twice[seat] & cards


@inner_kernel(forceinline=True)
def _ask(table: Any, deal: Any, seats: Any, players: Any, seat: Any, decision: Any) -> Any:
    """Ask one seat which of its undeclared cards it declares now, then about second copies."""
    declarable = table.rules.declarable
    hand = deal.hands[seat]
    twice = deal.hands_twice[seat]
    declared = deal.declared_by[seat]
    left = ((hand & ~declared) | (twice & ~deal.declared_twice_by[seat])) & declarable
    left_twice = twice & ~declared & declarable
    if left | seats.is_quick == _ZERO:
        return _NOTHING_NEW
    hand_over(table, seats, DECLARE, seat, decision)
    table.own.hand_twice = twice
    table.own.legal_twice = left_twice
    table.part = 0
    chosen = ask(players, DECLARE, seats, seat, table, hand, left)
    if chosen & ~left != _ZERO:
        table.on_table = chosen
        return _BAD
    second = _ZERO
    if chosen & left_twice != _ZERO:
        table.part = 1
        table.first_part = chosen
        table.own.legal_twice = _ZERO
        second = ask(players, DECLARE, seats, seat, table, hand, chosen & left_twice)
        table.part = 0
        table.first_part = _ZERO
        if second & ~(chosen & left_twice) != _ZERO:
            table.on_table = second
            return _BAD
    # a copy of a card of which one stands declared already is the second
    deal.declared_twice_by[seat] |= second | (chosen & declared)
    deal.declared_by[seat] = declared | chosen
    return _ADDED if chosen != _ZERO else _NOTHING_NEW


@inner_kernel
def _ask_first_draws(table: Any, deal: Any, seats: Any, players: Any) -> Any:
    """Ask each seat whose first card can be declared, knowing that card alone."""
    for seat in range(4):
        card = deal.first_drawn[seat] & table.rules.declarable
        if card != _ZERO:
            hand_over(table, seats, DECLARE, seat, _FIRST_DRAW_DECISION)
            table.own.hand_twice = _ZERO
            table.own.legal_twice = _ZERO
            chosen = ask(players, DECLARE, seats, seat, table, card, card)
            if chosen & ~card != _ZERO:
                table.on_table = chosen
                return _BAD
            deal.first_declared_by[seat] = chosen
    for seat in range(4):
        deal.declared_by[seat] = deal.first_declared_by[seat]
    return _NOTHING_NEW


@inner_kernel
def _force_last(rules: Any, deal: Any) -> None:
    """Declare the fourth card once three of the four stand declared (one deck)."""
    declared = _ZERO
    for seat in range(4):
        declared |= deal.declared_by[seat]
    last = rules.declarable & ~declared
    last = last if rules.forced_last != 0 and count(declared) == _THREE else _ZERO
    for seat in range(4):
        deal.declared_by[seat] |= deal.hands[seat] & last


@inner_kernel
def _ask_in_turn(table: Any, deal: Any, seats: Any, players: Any) -> Any:
    """Ask round after round until four seats in a row add nothing."""
    rules = table.rules
    silent = 0
    seat = table.first_leader
    decision = np.int64(DECLARE_DECISION)
    while silent < 4:
        show_declarations(table, deal, seat, rules.hidden == 0)
        answer = _ask(table, deal, seats, players, seat, decision)
        if answer == _BAD:
            return _BAD
        if answer == _ADDED:
            silent = 0
            _force_last(rules, deal)
        else:
            silent += 1
        seat = (seat + 1) & 3
        decision += 1
    return _NOTHING_NEW


@inner_kernel
def _hold_declaring(table: Any, deal: Any, seats: Any, players: Any) -> Any:
    """Hold a declaring in which something may be declared; see :func:`declare_cards`."""
    rules = table.rules
    if rules.declaring == DECLARE_OPTIONAL:
        if rules.first_draw != 0 and _ask_first_draws(table, deal, seats, players) == _BAD:
            return False
        if rules.sequential != 0:
            if _ask_in_turn(table, deal, seats, players) == _BAD:
                return False
        else:
            for seat in range(4):
                decision = np.int64(DECLARE_DECISION)
                if _ask(table, deal, seats, players, seat, decision) == _BAD:
                    return False
    complete_declarations(rules, deal)
    show_declarations(table, deal, _NOBODY, rules.hidden == 0)
    return True


@inner_kernel(forceinline=True)
def declare_cards(table: Any, deal: Any, seats: Any, players: Any) -> Any:
    """Hold the declaring of a deal.

    Parameters
    ----------
    table : record of TABLE
        ``first_leader`` is known; receives the declarations as everybody sees them.
    deal : record of OUTCOME
        Hands as dealt; receives what stands declared.
    seats : record of SEATING
    players : None or Players
        See :func:`gongzhu_sim.engine.calling.ask`.

    Returns
    -------
    bool
        False if a seat declared what it may not: ``table.turn``, and in ``table.on_table``
        what it wanted to declare.
    """
    return table.rules.declaring == DECLARE_NONE or _hold_declaring(table, deal, seats, players)
