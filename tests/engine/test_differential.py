"""The compiled engine against the reference engine, card by card.

Before every play the whole list of legal plays and what the seat in turn sees declared, after
every trick its winner and all that is captured, at the end both scores, the events and who
leads next. The reference engine is plain Python: about 3 ms for a deal of one deck and 12 ms
for one of two. The ordinary run therefore has 500 deals each of the six presets that were
there first and 100 or more of the other fifteen, in about a minute; the long run 20,000 of
every preset. Who declares what is held against the reference in `test_declaring.py`.
"""

import functools
from typing import Any

import numpy as np
import pytest

from gongzhu_sim.cards.layout import DECK, SCORING, SEATS
from gongzhu_sim.cards.text import card_names, parse_cards
from gongzhu_sim.engine.deal import FIRST_DEAL, find_next_leader
from gongzhu_sim.rules import load_rules
from gongzhu_sim.rules.loading import preset_names
from gongzhu_sim.rules.packed import pack_rules
from gongzhu_sim.rules.settling import HALVES

LINE_UPS = (
    "random",
    "folk",
    "random,folk,random,folk",
    "folk:declare=always",
    "random:declare=always,random:declare=never,folk:declare=random,folk",
)
MOST = ("qq", "qq-partners", "pips", "scientific", "pagat", "scrofazero")
N_SCORING = int(SCORING).bit_count()
SEQUENTIAL = {"declaration.order": "sequential"}
HIDDEN = {"declaration.hidden": True}
FIRST_DRAW = {"declaration.first_draw": True, "declaration.forced_last": False}
BROKEN = {"play.hearts_lead": "after_broken"}
POOLED = {"teams.mode": "opposite", "teams.pooled": True}
VARIANTS: dict[str, tuple[str, dict[str, Any]]] = {
    "the pig must be led": ("qq", {"play.first_lead": "SQ"}),
    "the seven's holder leads anything": (
        "qq",
        {
            "play.first_lead": "S7",
            "play.must_lead_it": False,
            "all_hearts.pig": "flip",
            "all_hearts.goat": "flip",
            "slam.value": 1000,
        },
    ),
    "drawn leader, declarations": ("qq", {"play.first_lead": "draw", "values.nothing": -50}),
    "the ace of hearts must be led": (
        "qq",
        {"play.first_lead": "HA", "declaration.forced_last": False} | BROKEN,
    ),
    "sequential": ("qq", SEQUENTIAL | {"declaration.forced_last": False}),
    "sequential, the last forced": ("qq", SEQUENTIAL),
    "sequential, hidden": ("qq", SEQUENTIAL | HIDDEN),
    "sequential, hidden, two decks": ("qq-double", SEQUENTIAL | HIDDEN),
    "hidden, the last forced": ("qq", HIDDEN),
    "hidden first draws of two decks": ("huapai-double", HIDDEN),
    "hearts wait": ("qq", BROKEN),
    "hearts wait, two decks": ("qq-double", BROKEN),
    "hearts wait, declared and drawn": ("huapai", BROKEN | {"declaration.marker": "A"}),
    "no locked discards, two decks": ("qq-double", {"declaration.discard_before_led": False}),
    "no locked discards, drawn, two decks": (
        "huapai-double",
        {"declaration.discard_before_led": False, "play.first_lead": "draw"},
    ),
    "the pig must be led, two decks": ("qq-double", {"play.first_lead": "SQ"}),
    "the three's holder leads anything, two decks": (
        "huapai-double",
        {
            "play.first_lead": "H3",
            "play.must_lead_it": False,
            "play.later_lead": "named_card",
            "declaration.marker": "3",
        },
    ),
    "first draws, the last forced": (
        "qq",
        {"declaration.first_draw": True, "declaration.marker": "3"},
    ),
    "first draws of every other rule": ("qq-double", FIRST_DRAW | {"declaration.self_capture": 2}),
    "everything declared, two decks": ("qq-double", {"declaration.mode": "all"}),
    "all but the goat, two decks": ("qq-double", {"declaration.mode": "all_but_goat"}),
    "the colour penalty, hidden": ("qq", HIDDEN | {"play.discard_colour": "penalty"}),
    "the colour penalty, pooled": (
        "lianzhong-pooled",
        {"play.discard_colour": "penalty", "declaration.self_capture": 2},
    ),
    "pooled, two decks": ("huapai-double", POOLED | {"settlement.kind": "teams"}),
    "pooled by pig and goat": ("pig-goat", {"teams.pooled": True, "values.nothing": -7}),
    "the lead rotates": ("qq-double", {"play.later_lead": "rotate"}),
    "a named card every time": ("pagat", {"play.later_lead": "named_card"}),
}


BITS = {card: int(parse_cards([card])) for card in card_names(DECK)}


@functools.cache
def name_play(code: int, name_card: Any) -> tuple[str, ...]:
    first, second = divmod(code, 64)
    return (name_card(first),) if second == 63 else (name_card(first), name_card(second))


def split_planes(cards: list[str]) -> tuple[int, int]:
    """Return cards as the mask of those there are and that of those there are twice."""
    once = twice = 0
    for card in cards:
        twice |= once & BITS[card]
        once |= BITS[card]
    return once, twice


def find_shown(deal: Any, rules: Any) -> tuple[list[list[int]], list[int]]:
    """Return what the seat in turn sees declared, in the form of `Replayed.shown`.

    All that stands; of hidden declarations of others how many, and those that were played.
    """
    seen: dict[str, list[tuple[str, int]]] = {}
    for seat in SEATS:
        standing = list(deal.declarations.by_seat[seat])
        if rules.declaration.hidden and seat != deal.turn:
            for copy in deal.hands[seat]:
                if copy.declared:
                    standing.remove((copy.card, copy.factor))
        seen[seat] = standing
    planes = [split_planes([card for card, _ in seen[seat]]) for seat in SEATS]
    first = [[card for card, factor in seen[seat] if factor == 4] for seat in SEATS]
    rows = [
        [once for once, _ in planes],
        [twice for _, twice in planes],
        [int(parse_cards(cards)) for cards in first],
        [len(deal.declarations.by_seat[seat]) for seat in SEATS],
    ]
    factors = [1] * 4
    for kind, card in enumerate(("SQ", "DJ", "CT", "H" + rules.declaration.marker)):
        for seat in SEATS:
            for name, factor in seen[seat]:
                factors[kind] *= factor if name == card else 1
    return rows, factors


def find_captured(deal: Any, rules: Any) -> list[list[int]]:
    """Return what every seat has captured, in the form of `Replayed.captured`."""
    kinds = ("SQ", "DJ", "CT", "H" + rules.declaration.marker)
    all_planes = []
    for seat in SEATS:
        taken = deal.captured[seat]
        own = [each.card for each in taken if each.dealt_to == seat and each.card in kinds]
        all_planes.append((*split_planes([each.card for each in taken]), *split_planes(own)))
    return [list(plane) for plane in zip(*all_planes, strict=True)]


def check_plays(rules, outcome, replayed, i, deal, name_card, where, *, full) -> None:
    """Legal plays before every play, what is seen, winners and captures after every trick."""
    n_cards = k = 0
    shown = None
    hides = rules.declaration.hidden
    while n_cards < outcome["n_plays"]:
        here = f"{where}, play {k}"
        codes = replayed.legal[i, k]
        mine = [name_play(code, name_card) for code in codes[codes >= 0].tolist()]
        assert deal.legal_plays() == mine, here
        if shown is None or hides:  # what is not hidden stays as it was laid
            shown = find_shown(deal, rules)
        assert (replayed.shown[i, k].tolist(), replayed.factors[i, k].tolist()) == shown, here
        if not (full or deal.trick.plays):
            taken = sum(map(len, deal.captured.values()))
            assert taken < N_SCORING * rules.decks, f"{here}: played on"
        assert replayed.made[i, k], here
        width = int(outcome["widths"][len(deal.tricks) - 1])
        cards = [name_card(each) for each in outcome["plays"][n_cards : n_cards + width]]
        done = sum(trick.winner is not None for trick in deal.tricks)
        deal.play(cards)
        n_cards += width
        k += 1
        tricks = [trick for trick in deal.tricks if trick.winner is not None]
        if len(tricks) > done:
            assert tricks[-1].winner == SEATS[replayed.winners[i, done]], here
            known = 2 * rules.decks  # a table of one deck does not note whose card it was
            captured = replayed.captured[i, done, :known].tolist()
            assert find_captured(deal, rules)[:known] == captured, here
    assert len(replayed.winners[i][replayed.winners[i] >= 0]) == done + 1, where


def check_result(rules, packed, outcome, deal, where, name_planes) -> None:
    """Check all that is kept of a deal, its scores and who leads the next."""
    assert deal.complete, where
    captured = name_planes(outcome["captured"], outcome["captured_twice"])
    assert deal.captured_cards() == captured, where
    planes = [outcome[field].tolist() for field in ("captured", "captured_twice")]
    planes += [outcome[field].tolist() for field in ("own", "own_twice")]
    assert find_captured(deal, rules) == planes, where
    standing = deal.declarations
    kinds = ("SQ", "DJ", "CT", "H" + rules.declaration.marker)
    assert outcome["factor"].tolist() == [standing.product(card) for card in kinds], where
    assert outcome["highest"].tolist() == [standing.highest(card) for card in kinds], where
    assert outcome["n_declared"] == standing.count(), where
    declared = {card for seat in SEATS for card in standing.cards(seat)}
    assert set(card_names(outcome["declared"])) == declared, where
    assert outcome["leader"] == SEATS.index(deal.first_leader), where
    taker = deal.pig_taker()
    assert taker is not None and outcome["pig_taker"] == SEATS.index(taker), where
    sides = [
        {seat for seat in SEATS if (int(outcome["sides"]) >> SEATS.index(seat) & 1) == bit}
        for bit in (0, 1)
    ]
    assert sorted(map(sorted, deal.sides or [SEATS, ""])) == sorted(map(sorted, sides)), where
    scores = deal.scores()
    assert list(scores.raw.values()) == outcome["raw"].tolist(), where
    halves = [scores.settled[seat] * HALVES for seat in SEATS]
    assert halves == outcome["settled"].tolist(), where
    names = ("slam", "all_hearts")
    events = [f"{name}:{SEATS[outcome[name]]}" for name in names if outcome[name] >= 0]
    assert events == list(scores.events), where
    following = find_next_leader(packed[0], outcome)
    named = deal.next_leader()
    assert following == (FIRST_DEAL if named is None else SEATS.index(named)), where


@pytest.fixture(scope="session")
def compare(play, replay, reference_deal, name_card, name_planes):
    """Compare deals of every line-up under a rule set."""

    def run(rules, *, deals: int, seed: int, first: int = 0) -> None:
        share, packed = deals // len(LINE_UPS), pack_rules(rules)
        for number, players in enumerate(LINE_UPS):
            full = number % 2 == 1
            start = first + number * share
            outcomes = play(rules, players, deals=share, seed=seed, first=start, full=full)
            replayed = replay(rules, outcomes)
            for i, outcome in enumerate(outcomes):
                where = f"rules {rules.name}, players {players}, seed {seed}"
                where += f", deal {outcome['index']}"
                deal = reference_deal(rules, outcome)
                held = name_planes(outcome["declared_by"], outcome["declared_twice_by"])
                assert deal.declared() == {seat: held[seat] for seat in SEATS if held[seat]}, where
                check_plays(rules, outcome, replayed, i, deal, name_card, where, full=full)
                check_result(rules, packed, outcome, deal, where, name_planes)
                assert deal.over or not full, where

    return run


@pytest.mark.parametrize("preset", preset_names())
def test_presets(compare, preset):
    rules = load_rules(preset)
    compare(rules, deals=500 if preset in MOST else 200 // rules.decks, seed=101)


@pytest.mark.parametrize(("preset", "changes"), VARIANTS.values(), ids=VARIANTS)
def test_variants(compare, preset, changes):
    rules = load_rules(preset).replace(changes)
    compare(rules, deals=100 // rules.decks, seed=102)


PARTS = 8


@pytest.mark.long(seconds=20)
@pytest.mark.parametrize("part", range(PARTS))
@pytest.mark.parametrize("preset", preset_names())
def test_presets_at_length(compare, preset, part):
    deals = 20_000 // PARTS
    compare(load_rules(preset), deals=deals, seed=103, first=part * deals)


@pytest.mark.long(seconds=20)
@pytest.mark.parametrize(("preset", "changes"), VARIANTS.values(), ids=VARIANTS)
def test_variants_at_length(compare, preset, changes):
    compare(load_rules(preset).replace(changes), deals=2_500, seed=104)


def test_pairs_are_led_and_followed_in_what_is_compared(play, replay):
    rules = load_rules("qq-double")
    outcomes = play(rules, "random,folk,random,folk", deals=100, seed=105)
    codes = replay(rules, outcomes).legal
    first, second = codes >> 6, codes & 63
    assert (outcomes["widths"] == 2).any(axis=1).mean() > 0.9
    assert np.unique(first[(codes >= 0) & (first == second)]).size == 52
    two_singles = (codes >= 0) & (second != 63) & (first != second)
    assert (first[two_singles] >> 4 == second[two_singles] >> 4).sum() > 1_000
    assert (first[two_singles] >> 4 != second[two_singles] >> 4).sum() > 1_000
