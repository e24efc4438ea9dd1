"""Rules and deals for the tests of the reference engine."""

import random
from collections.abc import Callable
from typing import Any

import pytest

from gongzhu_sim.engine.reference import Capture, Deal, Declarations
from gongzhu_sim.engine.reference.cards import SEATS, Deck
from gongzhu_sim.rules.ruleset import RuleSet

# The presets as what differs from a base, so that these tests stand on their own.
QQ = {
    "name": "qq",
    "decks": 1,
    "values.hearts": "standard",
    "values.pig": -100,
    "values.goat": 100,
    "values.transformer": 50,
    "values.nothing": 0,
    "declaration.mode": "optional",
    "declaration.marker": "A",
    "declaration.order": "simultaneous",
    "declaration.forced_last": True,
    "declaration.first_draw": False,
    "declaration.hidden": False,
    "declaration.discard_before_led": True,
    "declaration.self_capture": 1,
    "play.first_lead": "C2",
    "play.must_lead_it": True,
    "play.later_lead": "pig_taker",
    "play.hearts_lead": "free",
    "play.discard_colour": "free",
    "all_hearts.value": 200,
    "all_hearts.bonus": 0,
    "all_hearts.pig": "keep",
    "all_hearts.goat": "keep",
    "all_hearts.scope": "own",
    "all_hearts.choice": False,
    "transformer.zero_is_alone": "never",
    "slam.value": "shares",
    "slam.base": 800,
    "slam.bonus": 0,
    "teams.mode": "none",
    "teams.pooled": False,
    "settlement.kind": "zero_sum",
    "settlement.scale": 12,
    "settlement.cap": "none",
    "coins.rake": 0.1,
    "match.lose_at": -1000,
    "match.win_at": "none",
    "match.pigs": "lowest",
    "match.deals": "none",
    "match.awards": False,
}
PARTNERS = {"teams.mode": "opposite", "settlement.kind": "teams"}
DOUBLE = {
    "decks": 2,
    "declaration.forced_last": False,
    "all_hearts.value": 400,
    "slam.base": 1600,
    "settlement.scale": 1,
}
HUAPAI = {
    "declaration.marker": "3",
    "declaration.first_draw": True,
    "declaration.self_capture": 2,
    "declaration.discard_before_led": False,
    "declaration.forced_last": False,
    "all_hearts.value": "flip",
    "play.first_lead": "draw",
    "settlement.kind": "raw",
    "match.win_at": 1000,
}
PRESETS: dict[str, dict[str, Any]] = {
    "qq": {},
    "qq-partners": PARTNERS,
    "qq-double": DOUBLE,
    "qq-double-partners": DOUBLE | PARTNERS,
    "lianzhong-pooled": {
        "teams.mode": "opposite",
        "teams.pooled": True,
        "settlement.kind": "team_sum",
    },
    "huapai": HUAPAI,
    "huapai-forced": HUAPAI | {"declaration.forced_last": True},
    "huapai-all": HUAPAI | {"declaration.mode": "all", "declaration.first_draw": False},
    "huapai-all-but-goat": HUAPAI
    | {"declaration.mode": "all_but_goat", "declaration.first_draw": False},
    "huapai-colour": HUAPAI | {"play.discard_colour": "penalty"},
    "huapai-double": HUAPAI
    | {
        "decks": 2,
        "declaration.marker": "A",
        "declaration.discard_before_led": True,
        "slam.base": 1600,
        "play.first_lead": "C2",
    },
    "pips": {"values.hearts": "pips", "settlement.kind": "raw"},
    "red-bonus": {
        "values.hearts": "scientific",
        "all_hearts.value": "flip",
        "all_hearts.bonus": 200,
        "settlement.kind": "raw",
    },
    "colour-change": {
        "all_hearts.pig": "flip",
        "all_hearts.goat": "flip",
        "all_hearts.scope": "everyone",
        "all_hearts.choice": True,
        "settlement.kind": "raw",
    },
    "pig-goat": {
        "declaration.mode": "none",
        "teams.mode": "pig_goat",
        "settlement.kind": "team_sum",
        "settlement.scale": 1,
    },
    "scientific": {
        "values.hearts": "scientific",
        "declaration.mode": "none",
        "all_hearts.value": "flip",
        "slam.value": 1000,
        "play.first_lead": "draw",
        "play.later_lead": "rotate",
        "teams.mode": "opposite",
        "settlement.kind": "team_sum",
        "settlement.scale": 1,
        "match.win_at": 1000,
        "match.awards": True,
    },
    "pagat": {
        "declaration.forced_last": False,
        "all_hearts.pig": "flip",
        "play.first_lead": "S2",
        "settlement.kind": "raw",
    },
    "taiwan": {
        "values.hearts": "pips",
        "declaration.forced_last": False,
        "all_hearts.pig": "flip",
        "all_hearts.goat": "flip",
        "slam.value": 1000,
        "play.first_lead": "S7",
        "play.must_lead_it": False,
        "settlement.kind": "raw",
    },
    "scrofazero": {
        "declaration.mode": "none",
        "slam.value": "none",
        "play.first_lead": "draw",
        "play.later_lead": "rotate",
        "teams.mode": "opposite",
        "settlement.kind": "team_sum",
        "settlement.scale": 1,
    },
}


def build_rules(name: str = "qq", changes: dict[str, Any] | None = None) -> RuleSet:
    """Return a preset, with single fields changed."""
    nested: dict[str, Any] = {}
    for path, value in (QQ | {"name": name} | PRESETS[name] | (changes or {})).items():
        table, _, last = path.rpartition(".")
        (nested.setdefault(table, {}) if table else nested)[last] = value
    return RuleSet.model_validate(nested)


@pytest.fixture
def make_rules() -> Callable[..., RuleSet]:
    return build_rules


@pytest.fixture
def preset_names() -> list[str]:
    return list(PRESETS)


@pytest.fixture
def make_captures() -> Callable[..., dict[str, list[Capture]]]:
    """Turn ``N="SQ H5"`` into captures; ``SQ=N`` says who was dealt a card, else the next seat."""

    def build(**taken: str) -> dict[str, list[Capture]]:
        captures = {}
        for seat, text in taken.items():
            other = SEATS[(SEATS.index(seat) + 1) % 4]
            captures[seat] = []
            for word in text.split():
                card, _, dealt = word.partition("=")
                captures[seat].append(Capture(card, dealt_to=dealt or other, taken_by=seat))
        return captures

    return build


@pytest.fixture
def make_declarations() -> Callable[..., Declarations]:
    """Turn ``"SQ CT*4"`` into declarations (held by N), factor 2 unless given."""

    def build(text: str = "") -> Declarations:
        entries = []
        for word in text.split():
            card, _, factor = word.partition("*")
            entries.append((card, int(factor or 2)))
        return Declarations({"N": entries, "W": [], "S": [], "E": []})

    return build


def fill_hands(decks: int = 1, seed: int = 1, **fixed: str) -> dict[str, list[str]]:
    """Deal the hands given as ``W="SQ S5"`` and the rest of the deck at random."""
    rest = Deck(copies=decks).cards()
    hands = {seat: fixed.get(seat, "").split() for seat in SEATS}
    for seat in SEATS:
        for card in hands[seat]:
            rest.remove(card)
    random.Random(seed).shuffle(rest)
    for seat in SEATS:
        while len(hands[seat]) < 13 * decks:
            hands[seat].append(rest.pop())
    return hands


@pytest.fixture
def deal_hands() -> Callable[..., dict[str, list[str]]]:
    return fill_hands


@pytest.fixture
def random_deal() -> Callable[..., Deal]:
    """Deal, declare and play to the last card at random."""

    def build(rules: RuleSet, seed: int, *, stop: int | None = None) -> Deal:
        rng = random.Random(seed)
        hands = fill_hands(rules.decks, seed=seed)
        declared: dict[str, list[str]] = {seat: [] for seat in SEATS}
        first_declared: dict[str, list[str]] = {}
        if rules.declaration.mode == "optional":
            for seat in SEATS:
                for card in hands[seat]:
                    if card in ("SQ", "DJ", "CT", "H" + rules.declaration.marker):
                        pick = rng.random()
                        free = rules.declaration.first_draw and seat not in first_declared
                        if pick < 0.3 and free:
                            first_declared[seat] = [card]
                        elif pick < 0.6:
                            declared[seat].append(card)
        named = rules.play.first_lead
        leaders = [seat for seat in SEATS if named == "draw" or named in hands[seat]]
        deal = Deal(
            rules,
            hands,
            declared=declared,
            first_declared=first_declared,
            leader=rng.choice(leaders),
        )
        plays = 0
        while not deal.over and plays != stop:
            deal.play(rng.choice(deal.legal_plays()), seat=deal.turn)
            plays += 1
        return deal

    return build
