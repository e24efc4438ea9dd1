"""The engine's own kernels of play run again over plays that are known, and what they say."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import pytest

from gongzhu_sim.cards.bits import lowest_index
from gongzhu_sim.cards.compiling import kernel
from gongzhu_sim.cards.layout import SEATS
from gongzhu_sim.cards.text import card_name, card_names
from gongzhu_sim.engine.batch import play_deals
from gongzhu_sim.engine.legality import legal_parts
from gongzhu_sim.engine.reference import Deal
from gongzhu_sim.engine.replay import is_legal_play, lay_table, list_legal_plays, put_play
from gongzhu_sim.engine.table import new_table
from gongzhu_sim.rules.packed import pack_rules
from gongzhu_sim.rules.ruleset import RuleSet
from gongzhu_sim.strategies import Player, build_line_up

MOST_PLAYS = 400
SINGLE = 63  # in place of a second card's index

_ZERO = np.uint64(0)
_ONE = np.uint64(1)


@kernel
def _has_dead_end(table, hand, pairs):
    """Say whether a follower could choose a first card that no second one goes with."""
    if table.led == _ZERO or table.width == 1:
        return False
    table.part = 0
    choices, _ = legal_parts(table, hand, pairs)
    dead = choices == _ZERO
    table.part = 1
    while choices != _ZERO:
        table.first_part = choices & (~choices + _ONE)
        choices ^= table.first_part
        others, _ = legal_parts(table, hand, pairs)
        dead = dead or others == _ZERO
    table.part = 0
    return dead


@kernel
def _replay_block(
    tables, outcomes, planes, first, second, legal, made, winners, captured, shown, factors
):
    table = tables[0]
    hands, twice = planes[0], planes[1]
    for i in range(outcomes.shape[0]):
        outcome = outcomes[i]
        lay_table(table, outcome, hands, twice)
        n_cards = 0
        k = 0
        while n_cards < outcome.n_plays:
            for j in range(list_legal_plays(table, hands, twice, first, second)):
                other = lowest_index(second[j]) if second[j] != _ZERO else np.uint64(SINGLE)
                legal[i, k, j] = np.int64(lowest_index(first[j])) * 64 + np.int64(other)
            for seat in range(4):
                shown[i, k, 0, seat] = table.declared_by[seat]
                shown[i, k, 1, seat] = table.declared_twice_by[seat]
                shown[i, k, 2, seat] = table.first_declared_by[seat]
                shown[i, k, 3, seat] = np.uint64(table.n_declared_by[seat])
                factors[i, k, seat] = table.factor[seat]
            width = np.int64(outcome.widths[table.trick]) if table.rules.decks == 2 else 1
            card = _ONE << np.uint64(outcome.plays[n_cards])
            other = _ONE << np.uint64(outcome.plays[n_cards + 1]) if width == 2 else _ZERO
            made[i, k] = is_legal_play(table, hands, twice, card, other)
            if table.rules.decks == 2 and _has_dead_end(
                table, hands[table.turn], twice[table.turn]
            ):
                made[i, k] = False
            trick = table.trick
            put_play(table, outcome, hands, twice, card, other)
            if table.trick > trick:
                winners[i, trick] = table.leader
                for seat in range(4):
                    captured[i, trick, 0, seat] = table.captured[seat]
                    captured[i, trick, 1, seat] = table.captured_twice[seat]
                    captured[i, trick, 2, seat] = table.own_captured[seat]
                    captured[i, trick, 3, seat] = table.own_captured_twice[seat]
            n_cards += width
            k += 1


@dataclass(frozen=True)
class Replayed:
    """What the kernels say of played deals.

    Attributes
    ----------
    legal : ndarray of int16, shape (deals, plays, 400)
        Legal plays before every play in their order, -1 after the last: 64 times the bit index
        of the first card and that of the second, or 63.
    made : ndarray of bool, shape (deals, plays)
        Whether the play that was made was legal, and no choice of a first card a dead end.
    winners : ndarray of int, shape (deals, tricks)
        The seat that leads after each trick, -1 for tricks not played.
    captured : ndarray of uint64, shape (deals, tricks, 4, 4)
        After each trick by seat: captured once, twice, own once, own twice.
    shown : ndarray of uint64, shape (deals, plays, 4, 4)
        What the seat in turn sees of every seat: declared, both copies, at the first draw, and
        how many.
    factors : ndarray of int, shape (deals, plays, 4)
        The factors of the four kinds as the seat in turn sees them.
    """

    legal: np.ndarray
    made: np.ndarray
    winners: np.ndarray
    captured: np.ndarray
    shown: np.ndarray
    factors: np.ndarray


@pytest.fixture(scope="session")
def replay() -> Callable[[RuleSet, np.ndarray], Replayed]:
    """Take outcomes through the kernels of legality, play and tricks once more."""

    def run(rules: RuleSet, outcomes: np.ndarray) -> Replayed:
        deals, plays, tricks = len(outcomes), 52 * rules.decks, 13 * rules.decks
        most = MOST_PLAYS if rules.decks == 2 else 13
        found = Replayed(
            np.full((deals, plays, most), -1, np.int16),
            np.zeros((deals, plays), np.bool_),
            np.full((deals, tricks), -1),
            np.zeros((deals, tricks, 4, 4), np.uint64),
            np.zeros((deals, plays, 4, 4), np.uint64),
            np.zeros((deals, plays, 4), np.int64),
        )
        planes = np.zeros((2, 4), np.uint64)
        first, second = np.zeros((2, MOST_PLAYS), np.uint64)
        _replay_block(
            new_table(pack_rules(rules)),
            outcomes.copy(),
            planes,
            first,
            second,
            found.legal,
            found.made,
            found.winners,
            found.captured,
            found.shown,
            found.factors,
        )
        return found

    return run


@pytest.fixture(scope="session")
def play() -> Callable[..., np.ndarray]:
    """Play deals: ``play(rules, players, deals=…, seed=…)``, players as in the command line."""

    def run(rules: RuleSet, players: str | Sequence[str | Player], **options: Any) -> np.ndarray:
        seated = players.split(",") if isinstance(players, str) else players
        return play_deals(pack_rules(rules), build_line_up(seated), **options)

    return run


def name_copies(once: np.ndarray, twice: np.ndarray) -> dict[str, list[str]]:
    """Name what every seat holds in two planes, in canonical order; equal cards side by side."""
    named = {}
    for seat, one, both in zip(SEATS, once, twice, strict=True):
        pairs = card_names(both)
        named[seat] = [card for card in card_names(one) for _ in range(1 + (card in pairs))]
    return named


def begin_in_reference(rules: RuleSet, outcome: Any) -> Deal:
    declared = name_copies(outcome["declared_by"], outcome["declared_twice_by"])
    at_first = name_copies(outcome["first_declared_by"], np.zeros(4, np.uint64))
    for seat in SEATS:
        for card in at_first[seat]:
            declared[seat].remove(card)
    drawn = rules.play.first_lead == "draw"
    if drawn:
        leader = SEATS[int(outcome["index"]) % 4]
    else:  # in two decks the hands do not tell who was dealt the named card first
        leader = SEATS[outcome["leader"]] if rules.decks == 2 else None
    return Deal(
        rules,
        name_copies(outcome["hands"], outcome["hands_twice"]),
        declared=declared,
        first_declared={seat: cards for seat, cards in at_first.items() if cards},
        leader=leader,
    )


@pytest.fixture(scope="session")
def reference_deal() -> Callable[..., Deal]:
    """Begin an outcome's deal in the reference engine; nothing is played yet."""
    return begin_in_reference


@pytest.fixture(scope="session")
def name_planes() -> Callable[..., dict[str, list[str]]]:
    """Name the cards of two planes by seat."""
    return name_copies


@pytest.fixture(scope="session")
def name_card() -> Callable[[Any], str]:
    """Name a card by its bit index."""
    return lambda index: card_name(int(index))
