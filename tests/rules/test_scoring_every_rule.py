"""Scoring kernels under every rule, one deck and two: worked examples and the reference engine."""

import random
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from typing import Any, NamedTuple

import numpy as np
import pytest

from gongzhu_sim.cards.compiling import kernel
from gongzhu_sim.cards.layout import SEATS
from gongzhu_sim.cards.text import parse_cards
from gongzhu_sim.engine.reference import (
    Capture,
    Declarations,
    Scores,
    find_sides,
)
from gongzhu_sim.engine.reference import (
    score_deal as score_in_reference,
)
from gongzhu_sim.engine.table import OUTCOME
from gongzhu_sim.errors import UsageError
from gongzhu_sim.rules import load_rules
from gongzhu_sim.rules.loading import preset_names
from gongzhu_sim.rules.packed import pack_rules
from gongzhu_sim.rules.ruleset import RuleSet
from gongzhu_sim.rules.scoring import find_factors, score_deal
from gongzhu_sim.rules.settling import HALVES, settle_deal

HEARTS = ["H" + rank for rank in "23456789TJQKA"]
CARDS = ["SQ", "DJ", "CT", *HEARTS]
BIT = {card: np.uint64(parse_cards([card])) for card in CARDS}


class Case(NamedTuple):
    """A deal as far as its scores go."""

    captures: list[Capture]
    declared: dict[str, list[tuple[str, int]]]  # seat to (card, factor)


@kernel
def _score_all(packed, deals):
    rules = packed[0]
    for i in range(deals.shape[0]):
        find_factors(rules, deals[i])
        score_deal(rules, deals[i])


@kernel
def _settle_all(packed, deals):
    rules = packed[0]
    for i in range(deals.shape[0]):
        settle_deal(rules, deals[i])


def add_copy(once: np.ndarray, twice: np.ndarray, seat: int, card: str) -> None:
    twice[seat] |= once[seat] & BIT[card]
    once[seat] |= BIT[card]


def kind_cards(rules: RuleSet) -> list[str]:
    return ["SQ", "DJ", "CT", "H" + rules.declaration.marker]


def dealt_sides(rules: RuleSet, captures: list[Capture]) -> list[list[str]] | None:
    dealt = {seat: [each.card for each in captures if each.dealt_to == seat] for seat in SEATS}
    return find_sides(rules, dealt)


def write_deal(rules: RuleSet, case: Case, deal: np.void) -> None:
    """Write a case into an empty record, with rubbish where the kernels are to write."""
    kinds = kind_cards(rules)
    for card, dealt_to, taken_by in (
        (each.card, each.dealt_to, SEATS.index(each.taken_by)) for each in case.captures
    ):
        add_copy(deal["captured"], deal["captured_twice"], taken_by, card)
        if SEATS[taken_by] == dealt_to and card in kinds:
            add_copy(deal["own"], deal["own_twice"], taken_by, card)
    for seat, entries in case.declared.items():
        for card, factor in entries:
            place = SEATS.index(seat)
            add_copy(deal["declared_by"], deal["declared_twice_by"], place, card)
            if factor == 4:
                deal["first_declared_by"][place] |= BIT[card]
    sides = dealt_sides(rules, case.captures)
    deal["sides"] = sum(1 << SEATS.index(seat) for seat in sides[0]) if sides else 0
    for field in ("declared", "factor", "highest", "n_declared", "raw", "settled", "slam"):
        deal[field] = 77
    deal["all_hearts"] = 77


def score_cases(rules: RuleSet, cases: list[Case]) -> np.ndarray:
    deals = np.zeros(len(cases), OUTCOME)
    for case, deal in zip(cases, deals, strict=True):
        write_deal(rules, case, deal)
    _score_all(pack_rules(rules), deals)
    return deals


def check_case(rules: RuleSet, case: Case, deal: np.void) -> Scores:
    """Compare one deal with the reference engine, whose scores are returned."""
    taken = {seat: [each for each in case.captures if each.taken_by == seat] for seat in SEATS}
    standing = Declarations(case.declared)
    scores = score_in_reference(rules, taken, standing, sides=dealt_sides(rules, case.captures))
    events = [f"{name}:{SEATS[deal[name]]}" for name in ("slam", "all_hearts") if deal[name] >= 0]
    where = f"{rules.name}: {case}"
    kinds = kind_cards(rules)
    assert deal["factor"].tolist() == [standing.product(card) for card in kinds], where
    assert deal["highest"].tolist() == [standing.highest(card) for card in kinds], where
    assert deal["n_declared"] == standing.count(), where
    assert deal["raw"].tolist() == [scores.raw[seat] for seat in SEATS], where
    assert deal["settled"].tolist() == [scores.settled[seat] * HALVES for seat in SEATS], where
    assert events == scores.events, where
    return scores


# worked examples


def read_case(declared: str, taken: dict[str, str]) -> Case:
    """Read ``N="SQ= H5"`` and ``"SQ CT*4"``: ``=`` marks a copy dealt to its captor.

    Others were dealt to the next seat. N declares everything.
    """
    captures = []
    for seat, text in taken.items():
        for word in text.split():
            card = word.removesuffix("=")
            other = SEATS[(SEATS.index(seat) + 1) % 4]
            captures.append(Capture(card, dealt_to=seat if "=" in word else other, taken_by=seat))
    entries = [(word[:2], int(word[3:] or 2)) for word in declared.split()]
    return Case(captures, {"N": entries, "W": [], "S": [], "E": []})


def score_named(rules: RuleSet | str, declared: str = "", **taken: str) -> dict[str, int]:
    """Return the raw scores of captures given as text; the reference engine must agree."""
    rules = load_rules(rules) if isinstance(rules, str) else rules
    case = read_case(declared, taken)
    return check_case(rules, case, score_cases(rules, [case])[0]).raw


ALL_HEARTS = " ".join(HEARTS)
ALL = " ".join(CARDS)
FOUR = "SQ HA DJ CT"
EIGHT = f"{FOUR} {FOUR}"
TWELVE = ALL_HEARTS.removesuffix(" HA")


@pytest.mark.parametrize(
    ("preset", "declared", "cards", "points"),
    [
        # two decks
        ("qq-double", "HA HA SQ SQ CT CT", "HA CT CT", -3200),
        ("qq-double", "HA HA SQ SQ CT CT", "SQ SQ CT CT", -12800),
        ("qq-double", "", "DJ DJ", 200),
        ("qq-double", "DJ", "DJ DJ", 400),
        ("qq-double", "DJ DJ", "DJ DJ", 800),
        ("qq-double", "", "SQ SQ", -200),
        ("qq-double", "SQ", "SQ SQ", -400),
        ("qq-double", "SQ SQ", "SQ SQ", -800),
        ("qq-double", "", f"{ALL_HEARTS} {ALL_HEARTS}", 400),
        ("qq-double", "HA", f"{ALL_HEARTS} {ALL_HEARTS}", 800),
        ("qq-double", "HA HA", f"{ALL_HEARTS} {ALL_HEARTS}", 1600),
        ("qq-double", "", f"{ALL} {ALL}", 1600),
        ("huapai-double", "", f"{ALL_HEARTS} {ALL_HEARTS}", 400),
        ("huapai-double", "", f"{ALL} {ALL}", 1600),
        ("qq-double", "", f"{ALL_HEARTS} {TWELVE}", -350),
        # the transformers of two decks: twice, four times; once for each copy alone
        ("qq-double", "", "DJ CT", 200),
        ("qq-double", "", "DJ CT CT", 400),
        ("qq-double", "CT", "DJ CT", 400),
        ("qq-double", "CT", "DJ CT CT", 800),
        ("qq-double", "CT CT", "DJ CT", 400),
        ("qq-double", "CT CT", "DJ CT CT", 1600),
        ("huapai-double", "CT*4 CT", "DJ CT", 800),
        ("huapai-double", "CT*4 CT", "DJ CT CT", 3200),
        ("qq-double", "", "CT CT", 100),
        ("qq-double", "CT", "CT", 100),
        ("qq-double", "CT CT", "CT CT", 200),
        # one deck
        ("qq", "", "CT", 50),
        ("qq", "CT", "CT", 100),
        ("qq", "", "CT H2", 0),
        ("qq", "", "CT SQ DJ", 0),
        ("qq", "", ALL_HEARTS, 200),
        ("qq", "HA", ALL_HEARTS, 400),
        ("qq", "", f"SQ {ALL_HEARTS}", 100),
        ("pagat", "", f"SQ {ALL_HEARTS}", 300),
        ("qq", "", TWELVE, -150),
        ("qq", "", ALL, 800),
        ("qq", FOUR, ALL, 3200),
        # the book rules
        ("huapai", "", "HA H6 H9 H7 HT", -90),
        ("huapai", "", "H2 H3 H4 H5 H8 HJ HQ HK CT", -220),
        ("huapai", "", "SQ=", -200),
        ("huapai", "SQ*4", "SQ=", -800),
        ("huapai", "H3", "H3= HA", -200),
        ("huapai", "H3*4", "H3= HA", -400),
        ("huapai", "", "DJ= CT=", 800),
        ("huapai", "CT*4", "CT=", 400),
        ("huapai", "", f"SQ= DJ CT= {ALL_HEARTS}", (200 + 200 + 100) * 4),
        ("huapai-double", "DJ", "DJ= DJ", 200 * 3),
        ("huapai-double", "", "HA= HA= H5", -(50 + 50 + 10) * 4),
        ("huapai-double", "", "DJ CT= CT=", 100 * 4 * 4),
        ("huapai-double", "CT*4", "CT= CT", 50 * 4 * 3),
        # flat, and none
        ("scientific", "", ALL_HEARTS, 230),
        ("scientific", "", ALL, 1000),
        ("scrofazero", "", ALL, 400),
        ("red-bonus", "", f"{ALL_HEARTS} CT", 230 * 2 + 200),
        ("taiwan", FOUR, ALL, 1000),
    ],
)
def test_worked_examples(preset, declared, cards, points):
    rules = load_rules(preset)
    decks = rules.decks
    assert all(cards.split().count(card) <= decks for card in CARDS)
    assert score_named(rules, declared, S=cards)["S"] == points


def test_a_marker_captured_by_its_holder_doubles_hearts_for_everybody():
    taken = {"N": "H3= SQ", "W": "HK", "E": "HA CT"}
    assert score_named("huapai", **taken) == {"N": -100, "W": -80, "S": 0, "E": -200}
    taken["N"] = "H3 SQ"
    assert score_named("huapai", **taken) == {"N": -100, "W": -40, "S": 0, "E": -100}


def test_partners_of_the_book_add_up():
    rules = load_rules("huapai").replace({"teams.mode": "opposite", "settlement.kind": "team_sum"})
    case = read_case("", {"N": "HA H6 H9 H7 HT", "S": "H2 H3 H4 H5 H8 HJ HQ HK CT"})
    deal = score_cases(rules, [case])[0]
    assert deal["settled"].tolist() == [-310 * HALVES, 0, -310 * HALVES, 0]


def test_pooled_captures():
    """Partners' cards are scored together, at the side's first seat."""
    taken = {"N": "CT HK", "W": "SQ", "S": "DJ", "E": "HA"}
    assert score_named("lianzhong-pooled", **taken) == {"N": 120, "W": -150, "S": 0, "E": 0}
    half = {"W": "SQ H2 H3 H4 H5 H6 H7", "E": "DJ CT H8 H9 HT HJ HQ HK HA"}
    assert score_named("lianzhong-pooled", **half) == {"N": 0, "W": 800, "S": 0, "E": 0}
    # self-capture stays by seat: a pig that goes to its holder's partner is not doubled
    rules = load_rules("lianzhong-pooled").replace({"declaration.self_capture": 2})
    case = Case([Capture("SQ", "N", "S")], {seat: [] for seat in SEATS})
    assert score_cases(rules, [case])["raw"].tolist() == [[-100, 0, 0, 0]]
    assert score_named(rules, S="SQ=") == {"N": -200, "W": 0, "S": 0, "E": 0}
    # one side has taken nothing
    rules = rules.replace({"values.nothing": -50})
    assert score_named(rules, S="SQ") == {"N": -100, "W": -50, "S": 0, "E": 0}


def test_two_copies_pooled_from_two_hands():
    rules = load_rules("qq-double-partners").replace(
        {"teams.pooled": True, "declaration.self_capture": 2}
    )
    taken = {"W": "CT= DJ", "E": "CT= HK"}
    assert score_named(rules, **taken)["W"] == (100 - 40) * 4 * 2 * 2
    whole = {"W": ALL, "E": ALL}
    assert score_named(rules, **whole)["W"] == 1600


def test_the_holder_of_all_hearts_chooses():
    change = load_rules("colour-change")
    own = change.replace({"all_hearts.scope": "own"})
    pig, goat = f"SQ {ALL_HEARTS}", f"DJ {ALL_HEARTS}"
    assert score_named(change, N=pig, W="DJ") == {"N": 300, "W": -100, "S": 0, "E": 0}
    assert score_named(change, N=goat, W="SQ") == {"N": 300, "W": -100, "S": 0, "E": 0}
    # raw scores: the others' cards make no difference to the holder, so nothing changes
    apart = {"N": ALL_HEARTS, "W": "DJ", "S": "SQ"}
    assert score_named(change, **apart) == {"N": 200, "W": 100, "S": -100, "E": 0}
    # settled by the difference they do: one choice for both, and a tie changes nothing
    zero_sum = change.replace({"settlement.kind": "zero_sum"})
    assert score_named(zero_sum, **apart) == {"N": 200, "W": 100, "S": -100, "E": 0}
    declared = zero_sum, "DJ"
    assert score_named(*declared, **apart) == {"N": 200, "W": -200, "S": 100, "E": 0}
    assert score_named(own.replace({"settlement.kind": "zero_sum"}), "DJ", **apart)["W"] == 200
    # a cap can make a tie of what is not one
    capped = own.replace({"settlement.cap": 100})
    assert score_named(capped, N=pig, W="DJ")["N"] == 100


def test_no_slam_is_all_hearts_with_everything():
    none = load_rules("qq").replace(
        {"slam.value": "none", "slam.bonus": 500, "all_hearts.pig": "flip", "all_hearts.bonus": 9}
    )
    deal = score_cases(none, [read_case("", {"E": ALL})])[0]
    assert (deal["slam"], deal["all_hearts"]) == (-1, 3)
    assert score_named(none, E=ALL)["E"] == (200 + 100 + 100) * 2 + 9


@pytest.mark.parametrize(
    ("preset", "changes", "raw", "settled"),
    [
        ("qq", {"settlement.scale": 1}, [-120, -280, 0, 160], [-80, -293, 80, 293]),
        ("qq", {}, [-120, -280, 0, 160], [-960, -3516, 960, 3516]),
        ("qq-partners", {"settlement.scale": 1}, [-190, 50, -10, 0], [-125, 125, -125, 125]),
        ("qq-partners", {}, [-190, 50, -10, 0], [-1500, 1500, -1500, 1500]),
        ("qq-double-partners", {}, [-15, 0, 0, 10], [-12.5, 12.5, -12.5, 12.5]),
        ("lianzhong-partners", {}, [-190, 50, -10, 0], [-1200, 300, -1200, 300]),
        ("lianzhong-partners", {"settlement.cap": 100}, [-190, 50, -10, 0], [-600, 300] * 2),
        ("huapai", {"settlement.scale": 5}, [-120, -280, 0, 160], [-120, -280, 0, 160]),
    ],
)
def test_settling(preset, changes, raw, settled):
    rules = load_rules(preset).replace(changes)
    deals = np.zeros(1, OUTCOME)
    deals["raw"] = raw
    deals["sides"] = 0b0101 if rules.teams.mode == "opposite" else 0
    _settle_all(pack_rules(rules), deals)
    assert (deals["settled"][0] / HALVES).tolist() == settled


@pytest.mark.parametrize(
    ("sides", "settled"),
    [(0b0010, [10, 200, 10, 10]), (0b1101, [10, 200, 10, 10]), (0b1010, [10, 200] * 2)],
)
def test_sides_of_any_size(sides, settled):
    deals = np.zeros(1, OUTCOME)
    deals["raw"] = [-190, 200, 200, 0]
    deals["sides"] = sides
    _settle_all(pack_rules(load_rules("pig-goat")), deals)
    assert (deals["settled"][0] / HALVES).tolist() == settled
    _settle_all(pack_rules(load_rules("pig-goat").replace({"settlement.kind": "teams"})), deals)
    halves = [Fraction(each - (210 - each), 2) for each in settled]
    assert (deals["settled"][0] / HALVES).tolist() == halves


# directed cases against the reference engine

SHAPES = (
    "spread",
    "two holders",
    "slam",
    "all hearts",
    "lone transformer",
    "zero",
    "low hearts",
    "all hearts",
)


def keep_cards(rng: random.Random, rules: RuleSet, shape: str) -> Counter[str]:
    """Return what one holder takes beside nothing else, each card with its number of copies."""
    values = dict(zip(HEARTS, rules.heart_values(), strict=True))
    kept = Counter({"CT": rng.randint(1, rules.decks)})
    if shape == "low hearts":
        low = [card for card in HEARTS * rules.decks if values[card] == 0]
        kept.update(card for card in low if rng.random() < 0.5)
    if shape == "zero":  # goats against pigs, or against hearts that add up to as much
        kept["DJ"] = rng.randint(1, rules.decks)
        hearts = rng.sample(HEARTS * rules.decks, 13 * rules.decks)
        sums = np.cumsum([values[card] for card in hearts]) + kept["DJ"] * rules.values.goat
        exact = np.flatnonzero(sums == 0)
        if exact.size and (rng.random() < 0.5 or rules.values.pig != -rules.values.goat):
            kept.update(hearts[: exact[0] + 1])
        else:
            kept["SQ"] = kept["DJ"]
    return kept


def take_cards(
    rng: random.Random, rules: RuleSet, shape: str, n_holders: int
) -> Iterator[tuple[str, int]]:
    """Yield every scoring copy and who is to hold it: a seat, or a pooled side."""
    holder, *others = rng.sample(range(n_holders), n_holders)
    kept = keep_cards(rng, rules, shape)
    spared = rng.choice(["SQ", "DJ", "CT"])  # with all hearts, one copy is elsewhere
    for card in CARDS * rules.decks:
        kept[card] -= 1
        if shape == "spread":
            yield card, rng.randrange(n_holders)
        elif shape == "two holders":
            yield card, rng.choice([holder, others[0]])
        elif shape == "slam":
            yield card, holder
        elif shape == "all hearts":
            away = card not in HEARTS and (card == spared or rng.random() < 0.3)
            yield card, rng.choice(others) if away else holder
        else:
            yield card, holder if kept[card] >= 0 else rng.choice(others)


def declare_at_random(
    rng: random.Random, rules: RuleSet, captures: list[Capture]
) -> dict[str, list[tuple[str, int]]]:
    declared: dict[str, list[tuple[str, int]]] = {seat: [] for seat in SEATS}
    mode = rules.declaration.mode
    allowed = [] if mode == "none" else kind_cards(rules)
    for card, seat in ((each.card, each.dealt_to) for each in captures):
        if card not in allowed or (mode == "all_but_goat" and card == "DJ"):
            continue
        if mode != "optional" or rng.random() < 0.5:
            first = rules.declaration.first_draw and all(f == 2 for _, f in declared[seat])
            declared[seat].append((card, 4 if first and rng.random() < 0.4 else 2))
    return declared


def make_case(rng: random.Random, rules: RuleSet, shape: str) -> Case:
    """Make a case of a shape. Declarations and self-captures are rarer where a sum is to be 0."""
    plain = rng.random() < (0.7 if shape == "zero" else 0.3)
    dealt = {card: rng.choices(SEATS, k=rules.decks) for card in CARDS}
    groups = [[seat] for seat in SEATS]
    if rules.teams.pooled:
        hands = {seat: [card for card in CARDS if seat in dealt[card]] for seat in SEATS}
        groups = find_sides(rules, hands) or groups
    captures = []
    for card, holder in take_cards(rng, rules, shape, len(groups)):
        holders, dealt_to = groups[holder], dealt[card].pop()
        captor = rng.choice(holders)
        home = not plain and rng.random() < 0.4
        if rules.teams.mode != "pig_goat":
            dealt_to = captor if home else rng.choice(SEATS.replace(captor, ""))
        elif home and dealt_to in holders:  # there it is the cards dealt that make the sides
            captor = dealt_to
        captures.append(Capture(card, dealt_to=dealt_to, taken_by=captor))
    keeps_quiet = plain and rules.declaration.mode == "optional"
    return Case(captures, declare_at_random(rng, rules, [] if keeps_quiet else captures))


RARE = ("slam", "all_hearts", "lone transformer", "zero", "self-capture")


def check_cases(rules: RuleSet, n: int, *, seed: int) -> Counter[str]:
    """Compare n cases with the reference engine; return how often the rare things happened."""
    rng = random.Random(seed)
    cases = [make_case(rng, rules, SHAPES[i % len(SHAPES)]) for i in range(n)]
    seen: Counter[str] = Counter(dict.fromkeys(RARE, 0))
    kinds = kind_cards(rules)
    for case, deal in zip(cases, score_cases(rules, cases), strict=True):
        scores = check_case(rules, case, deal)
        seen.update(event.partition(":")[0] for event in scores.events)
        own = (each.card for each in case.captures if each.dealt_to == each.taken_by)
        seen["self-capture"] += any(card in kinds for card in own)
        seen["turned"] += bool(scores.turned)
        sides = dealt_sides(rules, case.captures) if rules.teams.pooled else None
        for group in sides or SEATS:
            sheet = scores.sheets[group[0]]
            cards = {each.card for each in case.captures if each.taken_by in group}
            together = sheet.hearts * sheet.hearts_factor + sheet.pig + sheet.goat
            if sheet.kind != "slam" and "CT" in cards:
                seen["lone transformer"] += cards == {"CT"}
                seen["zero"] += cards != {"CT"} and together == 0
    return seen


def check_rare(seen: Counter[str], rules: RuleSet) -> None:
    expected = [each for each in RARE if each != "slam" or rules.slam.value != "none"]
    assert min(seen[each] for each in expected) >= 100, seen
    if "flip" in (rules.all_hearts.pig, rules.all_hearts.goat):
        assert seen["turned"] >= 80, seen  # less often where it is chosen


FLIP = {"all_hearts.pig": "flip", "all_hearts.goat": "flip"}
EVERYONE = FLIP | {"all_hearts.scope": "everyone"}
CHOICE = EVERYONE | {"all_hearts.choice": True}
BOTH_SIGNS = (5, -5, 10, -10, 15, -15, 20, -20, -100, 100, -50, 40, -30)
WITH_ZEROS = (0, -5, 0, -10, 0, 0, -20, 0, 0, -30, 0, -40, 0)
VARIANTS: dict[str, tuple[str, dict[str, Any]]] = {
    "low hearts are alone": ("qq", {"transformer.zero_is_alone": "low_hearts"}),
    "a zero is alone": ("qq", {"transformer.zero_is_alone": "always"}),
    "low hearts are alone, two decks": (
        "huapai-double",
        {"transformer.zero_is_alone": "low_hearts", "values.hearts": WITH_ZEROS},
    ),
    "a zero is alone, two decks": (
        "huapai-double",
        {"transformer.zero_is_alone": "always", "all_hearts.bonus": 45, "values.transformer": 33},
    ),
    "all hearts worth nothing": (
        "huapai",
        {
            "values.hearts": (0,) * 12 + (-100,),
            "all_hearts.value": 0,
            "transformer.zero_is_alone": "low_hearts",
        },
    ),
    "hearts of both signs": ("huapai", {"values.hearts": BOTH_SIGNS}),
    "odd values": (
        "huapai-double",
        {"values.pig": 130, "values.goat": -70, "values.transformer": 33, "values.nothing": -50},
    ),
    "all hearts cost": ("qq-double", {"all_hearts.value": -400, "declaration.self_capture": 2}),
    "flat slam": ("huapai-double", {"slam.value": 2000, "slam.bonus": 33, "values.nothing": -50}),
    "flat slam below zero": ("qq", {"slam.value": -333, "slam.bonus": 33}),
    "total slam": ("huapai", {"slam.value": "total", "slam.base": 801, "slam.bonus": 50}),
    "total slam, two decks": ("huapai-double", {"slam.value": "total"}),
    "shares and a bonus": ("huapai-double", {"slam.bonus": 77, "values.hearts": "pips"}),
    "no slam, two decks": (
        "huapai-double",
        EVERYONE | {"slam.value": "none", "slam.bonus": 9, "all_hearts.bonus": 7},
    ),
    "no slam, a choice": ("qq", CHOICE | {"slam.value": "none"}),
    "own colours change": ("huapai-double", FLIP),
    "only the goat turns": ("huapai", {"all_hearts.goat": "flip"}),
    "everyone's pig turns": ("qq-partners", EVERYONE | {"all_hearts.goat": "keep"}),
    "a choice of one's own": ("huapai-double", CHOICE | {"all_hearts.scope": "own"}),
    "a choice for everyone, two decks": ("huapai-double", CHOICE),
    "a choice of zero sums": ("qq", CHOICE),
    "a choice under a cap": ("qq", CHOICE | {"settlement.cap": 300}),
    "a choice for a side": ("qq-double-partners", CHOICE | {"declaration.self_capture": 2}),
    "a choice of a pooled side": ("lianzhong-pooled", CHOICE),
    "a choice of a pooled side, raw": ("lianzhong-pooled", CHOICE | {"settlement.kind": "raw"}),
    "pooled, everything else too": (
        "huapai",
        CHOICE
        | {
            "teams.mode": "opposite",
            "teams.pooled": True,
            "values.nothing": -50,
            "settlement.kind": "teams",
        },
    ),
    "pooled, two decks": (
        "huapai-double",
        {"teams.mode": "opposite", "teams.pooled": True, "settlement.kind": "zero_sum"},
    ),
    "pooled by pig and goat": (
        "pig-goat",
        CHOICE | {"teams.pooled": True, "values.nothing": -7, "declaration.self_capture": 2},
    ),
    "halves by pig and goat": (
        "pig-goat",
        {"settlement.kind": "teams", "settlement.scale": 3, "declaration.self_capture": 2},
    ),
    "self-capture where nobody declares": ("scientific", {"declaration.self_capture": 2}),
    "capped": ("qq", {"settlement.cap": 300, "settlement.scale": 1}),
    "capped raw": ("huapai", {"settlement.cap": 120, "settlement.scale": 5}),
    "capped halves": ("qq-partners", {"settlement.cap": 95}),
    "capped sums": ("lianzhong-partners", {"settlement.cap": 250}),
}


@pytest.mark.parametrize("preset", preset_names())
def test_presets(preset):
    rules = load_rules(preset)
    check_rare(check_cases(rules, 1_505, seed=21), rules)


@pytest.mark.long(seconds=10)
@pytest.mark.parametrize("preset", preset_names())
def test_presets_at_length(preset):
    rules = load_rules(preset)
    check_rare(check_cases(rules, 20_300, seed=22), rules)


@pytest.mark.parametrize(("preset", "changes"), VARIANTS.values(), ids=VARIANTS)
def test_variants(preset, changes):
    rules = load_rules(preset).replace(changes)
    check_rare(check_cases(rules, 1_505, seed=23), rules)


@pytest.mark.long(seconds=10)
@pytest.mark.parametrize(("preset", "changes"), VARIANTS.values(), ids=VARIANTS)
def test_variants_at_length(preset, changes):
    rules = load_rules(preset).replace(changes)
    check_rare(check_cases(rules, 20_300, seed=24), rules)


FIELDS: dict[str, list[Any]] = {
    "values.hearts": ["standard", "pips", "scientific", BOTH_SIGNS, WITH_ZEROS],
    "values.pig": [-100, -130],
    "values.goat": [100, 60],
    "values.transformer": [50, -35],
    "values.nothing": [0, -50],
    "declaration.mode": ["optional", "optional", "none", "all", "all_but_goat"],
    "declaration.marker": ["A", "3"],
    "declaration.first_draw": [False, True],
    "declaration.self_capture": [1, 2],
    "declaration.forced_last": [False],
    "all_hearts.value": ["flip", 200, 400, -90, 0],
    "all_hearts.bonus": [0, 200],
    "all_hearts.pig": ["keep", "flip"],
    "all_hearts.goat": ["keep", "flip"],
    "all_hearts.scope": ["own", "everyone"],
    "all_hearts.choice": [False, True],
    "transformer.zero_is_alone": ["never", "low_hearts", "always"],
    "slam.value": ["shares", "total", "none", 1000],
    "slam.base": [800, 1600],
    "slam.bonus": [0, 70],
    "teams.mode": ["none", "opposite", "pig_goat"],
    "teams.pooled": [False, True],
    "settlement.kind": ["raw", "zero_sum", "teams", "team_sum"],
    "settlement.scale": [1, 12],
    "settlement.cap": ["none", 300],
}


def check_rules_at_random(n: int, *, seed: int) -> Counter[str]:
    """Check n rule sets, each with a few cases; return what happened in them."""
    rng = random.Random(seed)
    seen: Counter[str] = Counter()
    while seen["rules"] < n:
        base = load_rules(rng.choice(["qq", "qq-double"]))
        try:
            rules = base.replace({field: rng.choice(FIELDS[field]) for field in FIELDS})
        except UsageError:
            continue  # they contradict each other
        seen += check_cases(rules, 21, seed=rng.getrandbits(32))
        seen["rules"] += 1
    return seen


def test_rules_at_random():
    seen = check_rules_at_random(250, seed=25)
    assert min(seen[each] for each in (*RARE, "turned")) >= 100, seen


@pytest.mark.long(seconds=60)
def test_rules_at_random_at_length():
    check_rules_at_random(10_000, seed=26)
