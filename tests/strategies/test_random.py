"""`random` chooses every legal card alike, and declares each with its chance."""

import math

import numpy as np
import pytest

from gongzhu_sim.cards.compiling import kernel
from gongzhu_sim.cards.streams import PURPOSE_SEAT, stream_key
from gongzhu_sim.cards.text import parse_cards
from gongzhu_sim.engine.batch import play_deals
from gongzhu_sim.engine.table import new_table
from gongzhu_sim.rules import load_rules
from gongzhu_sim.rules.packed import pack_rules
from gongzhu_sim.strategies import build_line_up, get_strategy

N = 20_000
choose, declare = get_strategy("random").choose, get_strategy("random").declare


@kernel
def _ask_many(table_array, legal, declares, decision, answers):
    table = table_array[0]
    table.own.decision = decision
    for i in range(answers.shape[0]):
        table.own.key = stream_key(np.uint64(6), np.uint64(i), PURPOSE_SEAT, np.uint64(0))
        answers[i] = declare(table, legal, legal) if declares else choose(table, legal, legal)


def ask(cards: str, *, declares: bool = False, decision: int = 5, chance: float = 0.5):
    table = new_table(pack_rules(load_rules("qq")))
    table["own"] = build_line_up([f"random:chance={chance}"]).choose_own[0]
    answers = np.empty(N, np.uint64)
    _ask_many(table, parse_cards(cards.split()), declares, decision, answers)
    return answers


@pytest.mark.parametrize("cards", ["S2 SA", "H2 D5 C9", "SQ HA DJ CT H2 D2 C2", "S2 S3 S4 S5 CA"])
@pytest.mark.parametrize("decision", [0, 12])
def test_every_legal_card_is_as_likely(cards, decision):
    counts = np.unique(ask(cards, decision=decision), return_counts=True)[1]
    n = len(cards.split())
    assert len(counts) == n
    chi_square = ((counts - N / n) ** 2 / (N / n)).sum()
    assert chi_square < n - 1 + 5 * math.sqrt(2 * (n - 1))


@pytest.mark.parametrize("chance", [0.0, 0.25, 0.5, 1.0])
def test_each_card_is_declared_with_the_chance_given(chance):
    answers = ask("SQ HA DJ CT", declares=True, decision=64, chance=chance)
    for card in ("SQ", "HA", "DJ", "CT"):
        share = (answers & parse_cards([card]) != 0).mean()
        assert abs(share - chance) <= 5 * math.sqrt(chance * (1 - chance) / N)
    both = (answers & parse_cards(["SQ", "DJ"]) == parse_cards(["SQ", "DJ"])).mean()
    assert abs(both - chance**2) <= 5 * math.sqrt(chance**2 * (1 - chance**2) / N)


def test_decisions_of_a_deal_are_drawn_apart():
    same = (ask("S2 SA", decision=3) == ask("S2 SA", decision=4)).mean()
    assert abs(same - 0.5) < 5 * 0.5 / math.sqrt(N)


def test_the_second_copy_of_a_card_is_declared_with_the_chance_too(play_double):
    """Of seats with both copies half declare one at the least, and half of those the other."""
    outcomes = play_double("random")
    for card in ("SQ", "HA", "DJ", "CT"):
        mask = parse_cards([card])
        holds = (outcomes["hands_twice"] & mask) != 0
        n = int(holds.sum())
        one = ((outcomes["declared_by"] & mask) != 0)[holds]
        both = ((outcomes["declared_twice_by"] & mask) != 0)[holds]
        for share, chance in ((one.mean(), 0.5), (both.mean(), 0.25)):
            assert abs(share - chance) < 5 * math.sqrt(chance * (1 - chance) / n), card


def test_pairs_are_led_and_singles_too(play_double):
    outcomes = play_double("random")
    leads = outcomes["widths"][:, 1]
    assert 0.05 < (leads == 2).mean() < 0.5


@pytest.fixture(scope="module")
def play_double():
    def run(players: str) -> np.ndarray:
        packed = pack_rules(load_rules("qq-double"))
        return play_deals(packed, build_line_up([players]), deals=4_000, seed=8)

    return run
