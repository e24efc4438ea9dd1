"""The engine's own kernels of play run again over plays that are known, and what they say."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
import pytest

from gongzhu_sim.cards.compiling import kernel
from gongzhu_sim.cards.layout import SEATS
from gongzhu_sim.cards.text import card_name, card_names
from gongzhu_sim.engine.batch import play_deals
from gongzhu_sim.engine.legality import legal_cards
from gongzhu_sim.engine.play import begin_deal, finish_trick, play_card
from gongzhu_sim.engine.reference import Deal
from gongzhu_sim.engine.table import new_table
from gongzhu_sim.rules.packed import pack_rules
from gongzhu_sim.rules.ruleset import RuleSet
from gongzhu_sim.strategies import build_line_up

_ZERO = np.uint64(0)
_ONE = np.uint64(1)


@kernel
def _replay_block(table_array, outcomes, hands, legal, winners, captured):
    table = table_array[0]
    for i in range(outcomes.shape[0]):
        outcome = outcomes[i]
        begin_deal(table)
        table.declared = outcome.declared
        for seat in range(4):
            hands[seat] = outcome.hands[seat]
            table.declared_by[seat] = outcome.hands[seat] & outcome.declared
        table.first_leader = outcome.leader
        table.leader = outcome.leader
        for k in range(outcome.n_plays):
            seat = (table.leader + table.position) & 3
            card = _ONE << np.uint64(outcome.plays[k])
            legal[i, k] = legal_cards(table, hands[seat])
            hands[seat] &= ~card
            play_card(table, seat, card)
            if table.position == 4:
                winners[i, table.trick] = table.winner
                finish_trick(table)
        for seat in range(4):
            captured[i, seat] = table.captured[seat]


@dataclass(frozen=True)
class Replayed:
    """What the kernels say of played deals.

    Attributes
    ----------
    legal : ndarray of uint64, shape (deals, 52)
        Legal cards before every play.
    winners : ndarray of int, shape (deals, 13)
        The seat that takes each trick, -1 for tricks not played.
    captured : ndarray of uint64, shape (deals, 4)
    """

    legal: np.ndarray
    winners: np.ndarray
    captured: np.ndarray


@pytest.fixture(scope="session")
def replay() -> Callable[[RuleSet, np.ndarray], Replayed]:
    """Take outcomes through the kernels of legality, play and tricks once more."""

    def run(rules: RuleSet, outcomes: np.ndarray) -> Replayed:
        deals = len(outcomes)
        found = Replayed(
            np.zeros((deals, 52), np.uint64),
            np.full((deals, 13), -1),
            np.zeros((deals, 4), np.uint64),
        )
        hands = np.zeros(4, np.uint64)
        table = new_table(pack_rules(rules))
        _replay_block(table, outcomes, hands, found.legal, found.winners, found.captured)
        return found

    return run


@pytest.fixture(scope="session")
def play() -> Callable[..., np.ndarray]:
    """Play deals: ``play(rules, players, deals=…, seed=…)``, players as in the command line."""

    def run(rules: RuleSet, players: str, **options: Any) -> np.ndarray:
        return play_deals(pack_rules(rules), build_line_up(players.split(",")), **options)

    return run


def begin_in_reference(rules: RuleSet, outcome: Any) -> Deal:
    hands = {seat: card_names(hand) for seat, hand in zip(SEATS, outcome["hands"], strict=True)}
    declared = card_names(outcome["declared"])
    named = rules.play.first_lead != "draw"
    return Deal(
        rules,
        hands,
        declared={seat: [card for card in declared if card in hands[seat]] for seat in SEATS},
        leader=None if named else SEATS[int(outcome["index"]) % 4],
    )


@pytest.fixture(scope="session")
def reference_deal() -> Callable[..., Deal]:
    """Begin an outcome's deal in the reference engine; nothing is played yet."""
    return begin_in_reference


@pytest.fixture(scope="session")
def name_card() -> Callable[[Any], str]:
    """Name a card by its bit index."""
    return lambda index: card_name(int(index))
