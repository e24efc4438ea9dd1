"""Games to make records of, played by the reference engine."""

import io
import json
import random
from collections.abc import Callable
from typing import Any

import pytest

from gongzhu_sim.engine.reference import Deal, allowed_cards
from gongzhu_sim.engine.reference.cards import SEATS, Deck
from gongzhu_sim.records.scoring import score_records
from gongzhu_sim.records.writing import describe_deal
from gongzhu_sim.rules import load_rules

# Rules that differ in what a record's check looks at.
VARIANTS: list[Any] = [
    "qq",
    "qq-partners",
    "pagat",
    "pips",
    "scrofazero",
    {"base": "qq", "play": {"later_lead": "named_card"}, "settlement": {"cap": 300}},
    {"base": "pagat", "play": {"first_lead": "S7", "must_lead_it": False}},
    {"base": "scrofazero", "slam": {"value": "total"}, "settlement": {"kind": "teams"}},
    "huapai",
    "huapai-forced",
    "huapai-all",
    "huapai-all-but-goat",
    "huapai-colour",
    "pig-goat",
    "lianzhong-pooled",
    "qq-double",
    "qq-double-partners",
    "huapai-double",
    {"base": "huapai-hidden", "play": {"hearts_lead": "after_broken"}},
    {"base": "qq-double", "declaration": {"mode": "all", "discard_before_led": False}},
    {"base": "qq-double", "declaration": {"mode": "all_but_goat"}, "teams": {"mode": "opposite"}},
    {"base": "huapai-double", "play": {"first_lead": "draw", "hearts_lead": "after_broken"}},
]


def play_game(
    rules: Any, seed: int, *, stop: int | None = None, first_deal: bool = True
) -> dict[str, Any]:
    """Return the record of a game of random legal plays; `stop` ends it after so many."""
    rng = random.Random(seed)
    rule_set = load_rules(rules)
    cards = Deck(copies=rule_set.decks).cards()
    rng.shuffle(cards)
    size = len(cards) // 4
    hands = {seat: cards[size * place : size * (place + 1)] for place, seat in enumerate(SEATS)}
    first_declared: dict[str, list[str]] = {}
    if rule_set.declaration.first_draw:
        for seat in SEATS:
            first_declared[seat] = allowed_cards(rule_set, hands[seat])[:1]
            if rng.random() < 0.5:
                del first_declared[seat]
    declared = {
        seat: [
            card
            for card in allowed_cards(rule_set, hands[seat], declared=first_declared.get(seat, []))
            if rng.random() < 0.6
        ]
        for seat in SEATS
    }
    card = rule_set.play.first_lead
    named = card != "draw" and (first_deal or rule_set.play.later_lead == "named_card")
    leaders = [seat for seat in SEATS if not named or card in hands[seat]]
    deal = Deal(
        rule_set,
        hands,
        declared=declared,
        first_declared=first_declared,
        leader=rng.choice(leaders),
        first_deal=first_deal,
    )
    while not deal.over and stop != 0:
        plays = deal.legal_plays()
        pairs = [play for play in plays if play[0] == play[-1] and len(play) == 2]
        leads_pair = pairs and not deal.trick.plays and rng.random() < 0.5
        deal.play(rng.choice(pairs if leads_pair else plays))
        stop = None if stop is None else stop - 1
    return describe_deal(deal)


def score(*lines: Any, legal: bool = False) -> list[dict[str, Any]]:
    """Score lines: bytes as they are, anything else as JSON."""
    joined = b"\n".join(
        line if isinstance(line, bytes) else json.dumps(line).encode() for line in lines
    )
    return list(score_records(io.BytesIO(joined), legal=legal))


@pytest.fixture(scope="session")
def make_record() -> Callable[..., dict[str, Any]]:
    return play_game


@pytest.fixture(scope="session")
def score_lines() -> Callable[..., list[dict[str, Any]]]:
    return score


@pytest.fixture(scope="session")
def variants() -> list[Any]:
    return VARIANTS
