"""Matches: whole ones in one compiled call, the lead passing from deal to deal.

Deal k of match m, both counted from 0, has index m and stream k, in dealing and in the
players' random keys: a match is reached from (seed, m) alone, and its first deal is the
single deal of that index.
"""

import functools
from typing import Any, Final, NamedTuple

import numba
import numpy as np
from numba import types

from gongzhu_sim.engine.clearing import begin_deal
from gongzhu_sim.engine.deal import FIRST_DEAL, STATUS_OK, deal_out, find_next_leader, play_dealt
from gongzhu_sim.engine.line_up import LineUp, call_block, compile_block
from gongzhu_sim.engine.match_outcome import MATCH_DEAL, MATCH_OUTCOME, add_to_match, begin_match
from gongzhu_sim.engine.table import OUTCOME
from gongzhu_sim.errors import InputError
from gongzhu_sim.rules.matches import MATCH, find_pigs, is_match_over
from gongzhu_sim.rules.packed import SIDES_OPPOSITE

__all__ = ["MOST_DEALS", "PlayedMatches", "play_matches"]

MOST_DEALS: Final = 10_000
"""A match to a target that has not ended after so many deals is an error."""

_FULL: Final = 100  # statuses beside those of a deal
_ENDLESS: Final = 101
_DEALS_A_MATCH: Final = 16  # first guess at how many rows are needed
_ZERO = np.uint64(0)


class PlayedMatches(NamedTuple):
    """Matches and their deals.

    Attributes
    ----------
    matches : ndarray of MATCH_OUTCOME
    deals : ndarray of MATCH_DEAL
        The deals of the first match, then those of the second and so on.
    outcomes : ndarray of OUTCOME
        The same deals in full, if they were to be kept, else empty.
    """

    matches: np.ndarray
    deals: np.ndarray
    outcomes: np.ndarray


def _play_match_block(
    table_array: Any,
    seats_array: Any,
    seed: Any,
    rotation: Any,
    match_array: Any,
    limit: Any,
    most_deals: Any,
    matches: Any,
    deals: Any,
    outcomes: Any,
    filled: Any,
) -> Any:
    """Play matches on from the one that ``filled`` names; stop at the first bad status.

    ``filled`` is how many matches are finished, and how many rows of ``deals`` they take.
    ``outcomes`` has a row for each of ``deals`` where they are to be kept, else a single one.
    A match for which ``deals`` has no room is left to be played again with more of it.
    """
    table = table_array[0]
    seats = seats_array[0]
    match = match_array[0]
    rules = table.rules
    named = rules.first_lead
    partners = rules.sides == SIDES_OPPOSITE
    keep = outcomes.shape[0] == deals.shape[0]
    awards = np.zeros(4, np.int64)
    for i in range(filled[0], matches.shape[0]):
        played = matches[i]
        begin_match(played, awards)
        leader = FIRST_DEAL
        row = filled[1]
        over = False
        while not over:
            if row == deals.shape[0]:
                return _FULL
            if played.n_deals == limit:
                return _ENDLESS
            deal = outcomes[row if keep else 0]
            deal.index = played.index
            # where no card names the leader, none has to be led
            rules.first_lead = named if leader < 0 else _ZERO
            for seat in range(4):
                table.match_score[seat] = played.totals[seat]
            begin_deal(table)
            stream = np.uint64(played.n_deals)
            keys, leader = deal_out(table, deal, seats, seed, stream, rotation, leader)
            status = play_dealt(table, deal, seats, None, keys, leader, rotation, False)
            if status != STATUS_OK:
                return status
            rules.first_lead = named
            deals[row].match = played.index
            deals[row].number = played.n_deals
            deals[row].leader = deal.leader
            add_to_match(match, deal, played, awards, partners)
            for seat in range(4):
                deals[row].totals[seat] = played.totals[seat]
            row += 1
            over = is_match_over(match, played.totals, played.n_deals)
            over = over or played.n_deals == most_deals
            leader = find_next_leader(rules, deal)
        played.pigs = find_pigs(match, played.totals)
        filled[0] = i + 1
        filled[1] = row
    return STATUS_OK


@functools.cache
def _block_kernel() -> Any:
    def array(dtype: np.dtype) -> Any:
        return types.Array(numba.from_dtype(dtype), 1, "C")

    return compile_block(
        _play_match_block,
        types.uint64,
        types.int64,
        array(MATCH),
        types.int64,
        types.int64,
        array(MATCH_OUTCOME),
        array(MATCH_DEAL),
        array(OUTCOME),
        types.Array(types.int64, 1, "C"),
    )


def play_matches(
    packed: np.ndarray,
    match: np.ndarray,
    line_up: LineUp,
    *,
    matches: int,
    seed: int,
    first: int = 0,
    rotation: int = 0,
    most_deals: int | None = None,
    keep: bool = False,
) -> PlayedMatches:
    """Play whole matches on this thread.

    Parameters
    ----------
    packed : ndarray of RULES, shape (1,)
        See :func:`gongzhu_sim.rules.packed.pack_rules`.
    match : ndarray of MATCH, shape (1,)
        See :func:`gongzhu_sim.rules.matches.pack_match`.
    line_up : LineUp
        The four players.
    matches : int
        How many matches.
    seed, first : int
        Master seed, and index of the first match.
    rotation : int
        Every hand, player's stream and the first lead moved on by so many seats.
    most_deals : int, optional
        Break a match off after so many deals. What is kept of it is as if it ended there.
    keep : bool
        Keep every deal in full.

    Returns
    -------
    PlayedMatches

    Raises
    ------
    PlayError
        If a strategy plays or declares what it may not, or raises; the message names the
        strategy, seed, match, deal, trick and seat.
    InputError
        If a match to a target has not ended after ``MOST_DEALS`` deals.

    Notes
    -----
    The players see ``table.match_score``, the totals before the deal. In a later deal whose
    leader follows from the deal before, no card has to be led.

    Examples
    --------
    >>> from gongzhu_sim.rules import load_rules
    >>> from gongzhu_sim.rules.matches import pack_match
    >>> from gongzhu_sim.rules.packed import pack_rules
    >>> from gongzhu_sim.strategies import build_line_up
    >>> rules = load_rules("qq")
    >>> played = play_matches(
    ...     pack_rules(rules), pack_match(rules), build_line_up(["random"]), matches=3, seed=1
    ... )
    >>> len(played.deals) == sum(played.matches["n_deals"].tolist())
    True
    >>> (played.matches["totals"].min(axis=1) <= -1000).tolist()
    [True, True, True]
    """
    fixed = int(match["deals"][0])
    size = _DEALS_A_MATCH * matches
    outcomes = np.zeros(matches, MATCH_OUTCOME)
    outcomes["index"] = np.uint64(first) + np.arange(matches, dtype=np.uint64)
    deals = np.zeros(size, MATCH_DEAL)
    kept = np.zeros(size if keep else 1, OUTCOME)
    filled = np.zeros(2, np.int64)

    def where(_index: int) -> str:
        playing = outcomes[filled[0]]
        return f"seed {seed}, match {playing['index']}, deal {playing['n_deals'] + 1} of it"

    while True:
        rest = (
            np.uint64(seed),
            rotation,
            match,
            fixed or MOST_DEALS,
            most_deals or 0,  # no match has 0 deals
            outcomes,
            deals,
            kept,
            filled,
        )
        status = call_block(_block_kernel(), packed, line_up, rest, where=where)
        if status != _FULL:
            break
        deals = _double(deals)
        kept = _double(kept) if keep else kept
    if status == _ENDLESS:
        raise InputError(
            f"match {outcomes['index'][filled[0]]} (seed {seed}) did not end in {MOST_DEALS:,} "
            f"deals under rules with {_describe_targets(match)}; set nearer targets, or "
            "match.deals"
        )
    return PlayedMatches(outcomes, deals[: filled[1]], kept[: filled[1]] if keep else kept[:0])


def _double(rows: np.ndarray) -> np.ndarray:
    return np.concatenate([rows, np.zeros_like(rows)])


def _describe_targets(match: np.ndarray) -> str:
    far = 10**17  # targets that are "none" are packed farther off
    targets = {name: int(match[name][0]) for name in ("lose_at", "win_at")}
    return " and ".join(
        f"match.{name} = {target if abs(target) < far else 'none'}"
        for name, target in targets.items()
    )
