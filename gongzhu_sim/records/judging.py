"""Records played through by the compiled engine: quick, and without reasons."""

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np

from gongzhu_sim.cards.bits import count
from gongzhu_sim.cards.compiling import kernel
from gongzhu_sim.engine.deal import FIRST_DEAL, find_next_leader, score_table
from gongzhu_sim.engine.declaring import complete_declarations, open_cards
from gongzhu_sim.engine.replay import is_legal_play, lay_table, list_legal_plays, put_play
from gongzhu_sim.engine.table import OUTCOME, new_table
from gongzhu_sim.records.fields import Game
from gongzhu_sim.records.forms import CARD_NAMES, split_piles

__all__ = ["NAMED_CARD", "Judgement", "judge_games", "list_legal"]

NAMED_CARD = int(FIRST_DEAL)
"""In place of the next leader: the holder of a named card leads the next deal."""

_CARDS, _TRICKS = 104, 26
_MOST_PLAYS = 400  # legal ones at a time
_HAND = np.uint64(13)
_SCORING_CARDS = np.uint64(16)
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
    next_leader : ndarray of int64, shape (n,)
        Of a complete game; ``NAMED_CARD`` where a card names the seat.
    outcomes : ndarray of OUTCOME, shape (n,)
    """

    sound: np.ndarray
    complete: np.ndarray
    next_leader: np.ndarray
    outcomes: np.ndarray


@kernel
def _deal_is_whole(rules: Any, deal: Any) -> Any:
    """Say whether every seat has its number of cards, and no card is there too often."""
    decks = np.uint64(rules.decks)
    once = _ZERO
    both = _ZERO
    for seat in range(4):
        cards = deal.hands[seat]
        twice = deal.hands_twice[seat]
        if count(cards) + count(twice) != _HAND * decks:
            return False
        third = (both & cards) | (once & twice)
        if third != _ZERO:
            return False
        both |= (once & cards) | twice
        once |= cards
    return decks != _ONE or both == _ZERO


@kernel
def _find_leader(rules: Any, deal: Any, first_deal: Any) -> Any:
    """Fill in a leader that may be left out; False if the leader is wrong or missing."""
    named = rules.first_lead
    if deal.leader >= 0:
        return named == _ZERO or deal.hands[deal.leader] & named != _ZERO
    if not first_deal or named == _ZERO:
        return False
    holders = 0
    for seat in range(4):
        if deal.hands[seat] & named != _ZERO:
            deal.leader = seat
            holders += 1
    return holders == 1


@kernel
def _declare(rules: Any, deal: Any) -> Any:
    """Put together what the record declares and add what is compulsory.

    ``declared_by`` and ``declared_twice_by`` have the ordinary declarations alone before, and
    all after. False if one of them may not be.
    """
    allowed = open_cards(rules)
    for seat in range(4):
        at_first = deal.first_declared_by[seat]
        if at_first != _ZERO and rules.first_draw == 0:
            return False
        if deal.declared_twice_by[seat] & at_first != _ZERO:
            return False
        deal.declared_twice_by[seat] |= deal.declared_by[seat] & at_first
        deal.declared_by[seat] |= at_first
        if deal.declared_by[seat] & ~(deal.hands[seat] & allowed) != _ZERO:
            return False
        if deal.declared_twice_by[seat] & ~deal.hands_twice[seat] != _ZERO:
            return False
    complete_declarations(rules, deal)
    return True


@kernel
def _read_play(table: Any, deal: Any, done: Any) -> Any:
    """Return the next play after so many cards: its cards, the second 0 for a single."""
    first = _ONE << np.uint64(deal.plays[done])
    if deal.widths[table.trick] == 1:
        return first, _ZERO
    return first, _ONE << np.uint64(deal.plays[done + 1])


@kernel
def _judge(table: Any, deal: Any, hands: Any, twice: Any, first_deal: Any) -> Any:
    """Play one game through and score it; False at the first rule that is broken."""
    rules = table.rules
    if not _deal_is_whole(rules, deal):
        return False
    if not _find_leader(rules, deal, first_deal) or not _declare(rules, deal):
        return False
    lay_table(table, deal, hands, twice)
    done = 0
    while done < deal.n_plays:
        first, second = _read_play(table, deal, done)
        if not is_legal_play(table, hands, twice, first, second):
            return False
        put_play(table, deal, hands, twice, first, second)
        done += 1 if second == _ZERO else 2
    score_table(table, deal)
    return True


@kernel
def _judge_all(
    table_array: Any,
    scratch: Any,
    first_deal: Any,
    outcomes: Any,
    sound: Any,
    complete: Any,
    next_leader: Any,
) -> None:
    table = table_array[0]
    for i in range(outcomes.shape[0]):
        deal = outcomes[i]
        sound[i] = _judge(table, deal, scratch[0], scratch[1], first_deal)
        if sound[i]:
            captured = _ZERO
            for seat in range(4):
                captured += count(deal.captured[seat]) + count(deal.captured_twice[seat])
            complete[i] = captured == _SCORING_CARDS * np.uint64(table.rules.decks)
            next_leader[i] = find_next_leader(table.rules, deal)


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
    for piles, once, twice in (
        ([game.hands for game in games], "hands", "hands_twice"),
        ([game.declared for game in games], "declared_by", "declared_twice_by"),
        ([game.first_declared for game in games], "first_declared_by", None),
    ):
        low, high = split_piles(piles)
        outcomes[once] = low
        if twice is not None:
            outcomes[twice] = high
    outcomes["leader"] = [game.leader for game in games]
    outcomes["n_plays"] = [len(game.plays) for game in games]
    for name, size, rows in (
        ("plays", _CARDS, [game.plays for game in games]),
        ("widths", _TRICKS, [game.widths for game in games]),
    ):
        text = b"".join([row.ljust(size, b"\0") for row in rows])
        outcomes[name] = np.frombuffer(text, np.uint8).reshape(n, size)
    found = Judgement(
        sound=np.zeros(n, np.bool_),
        complete=np.zeros(n, np.bool_),
        next_leader=np.zeros(n, np.int64),
        outcomes=outcomes,
    )
    _judge_all(
        new_table(packed),
        np.zeros((2, 4), np.uint64),
        first_deal,
        outcomes,
        found.sound,
        found.complete,
        found.next_leader,
    )
    return found


@kernel
def _list_all(
    table_array: Any, scratch: Any, outcomes: Any, first: Any, second: Any, ends: Any
) -> Any:
    """Write the legal plays at every play of a sound game; return how many plays it has.

    ``ends[n]`` says where those at play n end and those at the next one begin.
    """
    table = table_array[0]
    deal = outcomes[0]
    hands = scratch[0]
    twice = scratch[1]
    lay_table(table, deal, hands, twice)
    done = 0
    end = 0
    n = 0
    while done < deal.n_plays:
        end += list_legal_plays(table, hands, twice, first[end:], second[end:])
        ends[n] = end
        n += 1
        one, other = _read_play(table, deal, done)
        put_play(table, deal, hands, twice, one, other)
        done += 1 if other == _ZERO else 2
    return n


def list_legal(packed: np.ndarray, outcomes: np.ndarray) -> Iterator[list[list[str]]]:
    """Yield for each game the legal plays at every play of it.

    Parameters
    ----------
    packed : ndarray of RULES, shape (1,)
        Their rules, packed for a first deal or a later one.
    outcomes : ndarray of OUTCOME, shape (n,)
        Sound games, as :func:`judge_games` left them.

    Yields
    ------
    list of list of str
        For each play made those that were legal, in canonical order.
    """
    table = new_table(packed)
    scratch = np.zeros((2, 4), np.uint64)
    first, second = np.zeros((2, _CARDS * _MOST_PLAYS), np.uint64)
    ends = np.zeros(_CARDS, np.int64)
    for i in range(len(outcomes)):
        n = _list_all(table, scratch, outcomes[i : i + 1], first, second, ends)
        stops = ends[:n].tolist()
        end = stops[-1] if stops else 0
        names = [*map(CARD_NAMES.__getitem__, first[:end].tolist())]
        if packed["decks"][0] == 2:
            others = second[:end].tolist()
            names = [
                name + CARD_NAMES[other] if other else name
                for name, other in zip(names, others, strict=True)
            ]
        yield [names[start:stop] for start, stop in pairwise([0, *stops])]
