"""The compiled engine against the reference engine, card by card."""

from typing import Any

import pytest

from gongzhu_sim.cards.layout import SEATS
from gongzhu_sim.cards.text import card_names
from gongzhu_sim.engine.reference import hold_declaring
from gongzhu_sim.rules import load_rules
from gongzhu_sim.rules.loading import preset_names
from gongzhu_sim.rules.settling import HALVES

LINE_UPS = (
    "random",
    "folk",
    "random,folk,random,folk",
    "folk:declare=always",
    "random:declare=always,random:declare=never,folk:declare=random,folk",
)
VARIANTS: dict[str, dict[str, Any]] = {
    "the pig must be led": {"play.first_lead": "SQ"},
    "the seven's holder leads anything": {
        "play.first_lead": "S7",
        "play.must_lead_it": False,
        "all_hearts.pig": "flip",
        "all_hearts.goat": "flip",
        "slam.value": 1000,
    },
    "drawn leader, declarations": {"play.first_lead": "draw", "values.nothing": -50},
    "the ace of hearts must be led": {"play.first_lead": "HA", "declaration.forced_last": False},
}


def check_declaring(rules, chosen, outcomes) -> int:
    """What stands declared follows from what the seats chose; return how often a card was forced.

    ``chosen`` are the same deals under rules that force no card.
    """
    forced = 0
    for before, after in zip(chosen, outcomes, strict=True):
        hands = {s: card_names(hand) for s, hand in zip(SEATS, after["hands"], strict=True)}
        wanted = card_names(before["declared"])

        def ask(seat, hand, allowed, shown, wanted=wanted):
            return [card for card in allowed if card in wanted]

        leader = SEATS[int(after["leader"])]
        standing = hold_declaring(rules, hands, leader=leader, ask=ask)
        cards = {card for seat in SEATS for card in standing.cards(seat)}
        assert cards == set(card_names(after["declared"])), f"deal {after['index']}"
        forced += before["declared"] != after["declared"]
    return forced


def check_play(rules, players, outcomes, replayed, reference_deal, name_card, *, full) -> None:
    """Legal cards before every play, winners, captures and scores of every deal."""
    for i, outcome in enumerate(outcomes):
        where = f"rules {rules.name}, players {players}, deal {outcome['index']}"
        deal = reference_deal(rules, outcome)
        assert deal.first_leader == SEATS[outcome["leader"]], where
        for k in range(int(outcome["n_plays"])):
            legal = [card for (card,) in deal.legal_plays()]
            assert legal == card_names(replayed.legal[i, k]), f"{where}, play {k}"
            assert full or k % 4 or not deal.complete, f"{where}: played on after play {k}"
            deal.play(name_card(outcome["plays"][k]))
        winners = [SEATS.index(trick.winner) for trick in deal.tricks if trick.winner]
        winners += [-1] * (13 - len(winners))
        assert winners == replayed.winners[i].tolist(), where
        assert deal.complete, where
        assert deal.over or not full, where
        captured = [card_names(mask) for mask in outcome["captured"]]
        assert list(deal.captured_cards().values()) == captured, where
        scores = deal.scores()
        assert list(scores.raw.values()) == outcome["raw"].tolist(), where
        halves = [scores.settled[seat] * HALVES for seat in SEATS]
        assert halves == outcome["settled"].tolist(), where


@pytest.fixture(scope="session")
def compare(play, replay, reference_deal, name_card):
    """Compare deals of every line-up under a rule set; return how often a card was forced."""

    def run(rules, *, deals: int, seed: int, first: int = 0) -> int:
        share, forced = deals // len(LINE_UPS), 0
        for number, players in enumerate(LINE_UPS):
            full = number % 2 == 1
            options = {"deals": share, "seed": seed, "first": first + number * share, "full": full}
            outcomes = play(rules, players, **options)
            free = rules.replace({"declaration.forced_last": False})
            forced += check_declaring(rules, play(free, players, **options), outcomes)
            replayed = replay(rules, outcomes)
            assert (replayed.captured == outcomes["captured"]).all()
            check_play(rules, players, outcomes, replayed, reference_deal, name_card, full=full)
        return forced

    return run


@pytest.mark.parametrize("preset", preset_names())
def test_presets(compare, preset):
    rules = load_rules(preset)
    forced = compare(rules, deals=500, seed=101)
    assert (forced > 0) == (rules.declaration.forced_last and rules.declaration.mode != "none")


@pytest.mark.parametrize("changes", VARIANTS.values(), ids=VARIANTS)
def test_variants(compare, changes):
    compare(load_rules("qq").replace(changes), deals=250, seed=102)


PARTS = 8


@pytest.mark.long(seconds=11)
@pytest.mark.parametrize("part", range(PARTS))
@pytest.mark.parametrize("preset", preset_names())
def test_presets_at_length(compare, preset, part):
    deals = 20_000 // PARTS
    compare(load_rules(preset), deals=deals, seed=103, first=part * deals)


@pytest.mark.long(seconds=11)
@pytest.mark.parametrize("changes", VARIANTS.values(), ids=VARIANTS)
def test_variants_at_length(compare, changes):
    compare(load_rules("qq").replace(changes), deals=2_500, seed=104)
