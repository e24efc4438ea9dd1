"""Blind players: four that look at nothing but their cards and their random bits.

Nothing has to be shown to them, so their table stays empty but for what is scored; and two of
their deals are played side by side, trick by trick, so that the processor has something to do
while it waits for a card. They play the very deals that they play anywhere else.

A block for such players has their functions as constants; :func:`blind_block` registers it.
"""

from collections.abc import Callable
from typing import Any

import numpy as np

from gongzhu_sim.cards.compiling import inner_kernel, kernel
from gongzhu_sim.cards.layout import DECK, SCORING
from gongzhu_sim.engine.calling import Players
from gongzhu_sim.engine.clearing import clear_table
from gongzhu_sim.engine.deal import FIRST_DEAL, STATUS_OK, deal_out, open_play, score_table
from gongzhu_sim.engine.play import play_trick

__all__ = ["LANES", "blind_block", "find_blind_block", "play_blind_block"]

LANES = 2
"""How many deals are played side by side: as many tables does a block take."""

_ZERO = np.uint64(0)
_blocks: dict[tuple[Any, Any], Callable[..., Any]] = {}


def blind_block(players: Players) -> Callable[..., Callable[..., Any]]:
    """Register the block of blind players: decorate a function that calls it for them.

    Parameters
    ----------
    players : Players
        They declare by their arguments and ``table.own`` alone, and are never wrong: no card of
        theirs is checked.

    Returns
    -------
    callable
        Takes a function with the parameters of :func:`play_blind_block` but ``players``.
    """

    def register(block: Callable[..., Any]) -> Callable[..., Any]:
        _blocks[players.choose, players.declare] = block
        return block

    return register


def find_blind_block(
    rules: np.ndarray, choosers: tuple[Any, ...], declarers: tuple[Any, ...]
) -> Callable[..., Any] | None:
    """Return the block of four players, if they are blind and the rules plain.

    Parameters
    ----------
    rules : ndarray of RULES, shape (1,)
    choosers, declarers : tuple of four numba dispatchers

    Returns
    -------
    function or None
        See :func:`blind_block`; to be compiled.
    """
    record = rules[0]
    if record["decks"] != 1 or record["unusual"] or record["first_draw"]:
        return None
    alike = len(set(choosers)) == 1 and len(set(declarers)) == 1
    return _blocks.get((choosers[0], declarers[0])) if alike else None


@kernel(forceinline=True)
def _begin(table: Any) -> Any:
    """Return the state of play before the first trick; see ``play_trick``."""
    return table.leader, _ZERO, _ZERO, np.int64(0)


@inner_kernel(forceinline=True)
def _play_freely(table: Any, deal: Any, seats: Any, players: Any, state: Any) -> Any:
    """Play a trick of a deal in which nobody has declared."""
    return play_trick(table, deal, seats, players, state, False, False, False)[1]


@inner_kernel(forceinline=True)
def play_blind_block(
    tables: Any,
    seatings: Any,
    players: Any,
    seed: Any,
    first: Any,
    rotation: Any,
    full: Any,
    outcomes: Any,
) -> Any:
    """Play ``len(outcomes)`` deals of four alike blind players, under plain rules.

    Parameters
    ----------
    tables, seatings : arrays of ``LANES`` records of TABLE and SEATING
    players : Players
        See :func:`gongzhu_sim.engine.calling.ask`.
    seed, first, rotation, full, outcomes
        As for :func:`gongzhu_sim.engine.batch.play_deals`.

    Returns
    -------
    int
        ``STATUS_OK``. Of the outcomes, ``plays`` and ``widths`` are not written.
    """
    wanted = DECK if full else SCORING
    for i in range(0, outcomes.shape[0], LANES):
        lanes = min(LANES, outcomes.shape[0] - i)
        for lane in range(lanes):
            table, deal, seats = tables[lane], outcomes[i + lane], seatings[lane]
            deal.index = first + np.uint64(i + lane)
            clear_table(table)
            keys, leader = deal_out(table, deal, seats, seed, _ZERO, rotation, FIRST_DEAL)
            open_play(table, deal, seats, players, keys, leader, rotation)
        table, deal, seats = tables[0], outcomes[i], seatings[0]
        state = other_state = _begin(table)
        if lanes == LANES and tables[0].declared | tables[1].declared == _ZERO:
            other, other_deal, other_seats = tables[1], outcomes[i + 1], seatings[1]
            other_state = _begin(other)
            while state[1] & wanted != wanted and other_state[1] & wanted != wanted:
                state = _play_freely(table, deal, seats, players, state)
                other_state = _play_freely(other, other_deal, other_seats, players, other_state)
        elif lanes == LANES:
            other_state = _begin(tables[1])
        for lane in range(lanes):
            table, deal, seats = tables[lane], outcomes[i + lane], seatings[lane]
            while state[1] & wanted != wanted:
                _, state = play_trick(table, deal, seats, players, state, False, False, True)
            deal.n_plays = state[3]
            score_table(table, deal)
            state = other_state
    return STATUS_OK
