"""Records played through by the compiled engine: quick, and without reasons."""

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from gongzhu_sim.cards.bits import count
from gongzhu_sim.cards.compiling import kernel
from gongzhu_sim.cards.layout import DECK, SCORING
from gongzhu_sim.engine.legality import legal_cards
from gongzhu_sim.engine.play import (
    begin_deal,
    finish_trick,
    first_leader,
    play_card,
)
from gongzhu_sim.engine.table import OUTCOME, new_table
from gongzhu_sim.records.fields import Game
from gongzhu_sim.rules.scoring import all_hearts_seat, score_captures, slam_seat
from gongzhu_sim.rules.settling import settle_raw

__all__ = ["EVENT_ALL_HEARTS", "EVENT_SLAM", "NO_EVENT", "Judgement", "judge_games", "put_card"]

NO_EVENT, EVENT_SLAM, EVENT_ALL_HEARTS = -1, 0, 4
"""An event is the seat plus one of the last two."""

_CARDS = 52
_HAND = np.uint64(13)
_ZERO = np.uint64(0)
_ONE = np.uint64(1)


class Judgement(NamedTuple):
    """What the engine found about games under one rule set.

    Attributes
    ----------
    sound : ndarray of bool, shape (n,)
        Whether every rule of dealing, declaring, leading and playing was kept. Nothing else
        is meant to be read of a game that is not.
    complete : ndarray of bool, shape (n,)
        Whether all scoring cards are captured: only then there are scores and events.
    events : ndarray of int64, shape (n,)
    outcomes : ndarray of OUTCOME, shape (n,)
    legal : ndarray of uint64, shape (n, 52)
        The cards that could have been played instead of each.
    """

    sound: np.ndarray
    complete: np.ndarray
    events: np.ndarray
    outcomes: np.ndarray
    legal: np.ndarray


@kernel
def put_card(table_array: Any, card: Any) -> None:
    """Play a legal card for the seat in turn; the fourth of a trick ends it.

    Parameters
    ----------
    table_array : ndarray of TABLE, shape (1,)
    card : uint64
    """
    table = table_array[0]
    play_card(table, (table.leader + table.position) & 3, card)
    if table.position == 4:
        finish_trick(table)


@kernel
def _deal_is_whole(hands: Any) -> Any:
    cards = _ZERO
    for seat in range(4):
        if count(hands[seat]) != _HAND:
            return False
        cards |= hands[seat]
    return cards == DECK


@kernel
def _judge(table_array: Any, hands: Any, declared: Any, outcome: Any, legal: Any) -> Any:
    """Play one game through; False at the first rule that is broken."""
    table = table_array[0]
    rules = table.rules
    begin_deal(table)
    if not _deal_is_whole(hands):
        return False

    leader = outcome.leader
    if leader < 0:
        leader = first_leader(rules, hands, np.int64(-1))
    if leader < 0 or (rules.first_lead != _ZERO and hands[leader] & rules.first_lead == _ZERO):
        return False
    table.first_leader = leader
    table.leader = leader
    outcome.leader = leader

    chosen = _ZERO
    for seat in range(4):
        if declared[seat] & ~(hands[seat] & rules.declarable) != _ZERO:
            return False
        chosen |= declared[seat]
    # once three of the four stand declared, the fourth is declared too
    if rules.forced_last != 0 and count(chosen) == np.uint64(3):
        chosen = rules.declarable
    table.declared = chosen
    outcome.declared = chosen

    for k in range(outcome.n_plays):
        seat = (table.leader + table.position) & 3
        card = _ONE << np.uint64(outcome.plays[k])
        legal[k] = legal_cards(table, hands[seat])
        if card & legal[k] == _ZERO:
            return False
        hands[seat] ^= card
        put_card(table_array, card)
    for seat in range(4):
        outcome.captured[seat] = table.captured[seat]
    return True


@kernel
def _judge_all(
    table_array: Any,
    hands: Any,
    declared: Any,
    first_deal: Any,
    outcomes: Any,
    sound: Any,
    complete: Any,
    events: Any,
    legal: Any,
) -> None:
    rules = table_array[0].rules
    for i in range(outcomes.shape[0]):
        outcome = outcomes[i]
        if outcome.leader < 0 and not first_deal:
            continue  # in a later deal the leader must be given
        sound[i] = _judge(table_array, hands[i], declared[i], outcome, legal[i])
        captured = outcome.captured
        together = captured[0] | captured[1] | captured[2] | captured[3]
        if sound[i] and together == SCORING:
            complete[i] = True
            score_captures(rules, captured, outcome.declared, outcome.raw)
            settle_raw(rules, outcome.raw, outcome.settled)
            slam = slam_seat(rules, captured)
            holder = all_hearts_seat(rules, captured)
            if slam >= 0:
                events[i] = EVENT_SLAM + slam
            elif holder >= 0:
                events[i] = EVENT_ALL_HEARTS + holder


def judge_games(packed: np.ndarray, games: Sequence[Game], *, first_deal: bool) -> Judgement:
    """Play games through and score them.

    Parameters
    ----------
    packed : ndarray of RULES, shape (1,)
        Their rules, packed for a first deal or a later one.
    games : sequence of Game
        All of them first deals, or all later ones.
    first_deal : bool
        Which.

    Returns
    -------
    Judgement
    """
    n = len(games)
    outcomes = np.zeros(n, OUTCOME)
    outcomes["hands"] = np.array([game.hands for game in games], np.uint64)
    outcomes["leader"] = [game.leader for game in games]
    outcomes["n_plays"] = [len(game.plays) for game in games]
    plays = b"".join(game.plays.ljust(_CARDS, b"\0") for game in games)
    outcomes["plays"] = np.frombuffer(plays, np.uint8).reshape(n, _CARDS)
    found = Judgement(
        sound=np.zeros(n, np.bool_),
        complete=np.zeros(n, np.bool_),
        events=np.full(n, NO_EVENT, np.int64),
        outcomes=outcomes,
        legal=np.zeros((n, _CARDS), np.uint64),
    )
    _judge_all(
        new_table(packed),
        outcomes["hands"].copy(),
        np.array([game.declared for game in games], np.uint64),
        first_deal,
        outcomes,
        found.sound,
        found.complete,
        found.events,
        found.legal,
    )
    return found
