"""Deals as far as their scores go, for the kernels and the reference engine alike."""

import random
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple, TypeVar

import numpy as np
import pytest

from gongzhu_sim.cards.compiling import kernel
from gongzhu_sim.cards.layout import SEATS
from gongzhu_sim.cards.text import parse_cards
from gongzhu_sim.engine import reference
from gongzhu_sim.engine.reference import Capture, Declarations, Scores, find_sides
from gongzhu_sim.engine.table import OUTCOME
from gongzhu_sim.rules import load_rules
from gongzhu_sim.rules.packed import pack_rules
from gongzhu_sim.rules.ruleset import RuleSet
from gongzhu_sim.rules.scoring import find_factors, score_deal
from gongzhu_sim.rules.settling import HALVES, settle_deal

HEARTS = ["H" + rank for rank in "23456789TJQKA"]
CARDS = ["SQ", "DJ", "CT", *HEARTS]
BIT = {card: int(parse_cards([card])) for card in CARDS}
PLANES = ("captured", "captured_twice", "own", "own_twice")
PLANES += ("declared_by", "declared_twice_by", "first_declared_by")


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


def add_copy(once: list[int], twice: list[int], seat: int, card: str) -> None:
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
    planes = {name: [0] * 4 for name in PLANES}
    for each in case.captures:
        taken_by = SEATS.index(each.taken_by)
        add_copy(planes["captured"], planes["captured_twice"], taken_by, each.card)
        if each.taken_by == each.dealt_to and each.card in kinds:
            add_copy(planes["own"], planes["own_twice"], taken_by, each.card)
    for seat, entries in case.declared.items():
        for card, factor in entries:
            place = SEATS.index(seat)
            add_copy(planes["declared_by"], planes["declared_twice_by"], place, card)
            if factor == 4:
                planes["first_declared_by"][place] |= BIT[card]
    for name, masks in planes.items():
        deal[name] = masks
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
    scores = reference.score_deal(rules, taken, standing, sides=dealt_sides(rules, case.captures))
    events = [f"{name}:{SEATS[deal[name]]}" for name in ("slam", "all_hearts") if deal[name] >= 0]
    kinds = kind_cards(rules)

    def where() -> str:
        return f"{rules.name}: {case}"

    assert deal["factor"].tolist() == [standing.product(card) for card in kinds], where()
    assert deal["highest"].tolist() == [standing.highest(card) for card in kinds], where()
    assert deal["n_declared"] == standing.count(), where()
    assert deal["declared"] == parse_cards({card for card in kinds if standing.factors(card)}), (
        where()
    )
    assert deal["raw"].tolist() == [scores.raw[seat] for seat in SEATS], where()
    assert deal["settled"].tolist() == [scores.settled[seat] * HALVES for seat in SEATS], where()
    assert events == scores.events, where()
    return scores


def read_case(declared: str, taken: dict[str, str]) -> Case:
    """Read ``N="SQ= H5"`` and ``"SQ CT*4"``: ``=`` marks a copy dealt to its captor.

    ``SQ=W`` was dealt to W, others to the seat after the captor. N declares everything.
    """
    captures = []
    for seat, text in taken.items():
        for word in text.split():
            card, own, dealt_to = word.partition("=")
            other = seat if own else SEATS[(SEATS.index(seat) + 1) % 4]
            captures.append(Capture(card, dealt_to=dealt_to or other, taken_by=seat))
    entries = [(word[:2], int(word[3:] or 2)) for word in declared.split()]
    return Case(captures, {"N": entries, "W": [], "S": [], "E": []})


def score_named(rules: RuleSet | str, declared: str = "", **taken: str) -> np.void:
    """Score captures given as text; the reference engine must agree."""
    rules = load_rules(rules) if isinstance(rules, str) else rules
    case = read_case(declared, taken)
    deal = score_cases(rules, [case])[0]
    check_case(rules, case, deal)
    return deal


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


Item = TypeVar("Item")


def pick(rng: random.Random, items: Sequence[Item]) -> Item:
    """Return one of a few items, in a third of the time of ``rng.choice``."""
    return items[int(rng.random() * len(items))]


def take_cards(
    rng: random.Random, rules: RuleSet, shape: str, n_holders: int
) -> Iterator[tuple[str, int]]:
    """Yield every scoring copy and who is to hold it: a seat, or a pooled side."""
    holder, *others = rng.sample(range(n_holders), n_holders)
    kept = keep_cards(rng, rules, shape)
    spared = pick(rng, ["SQ", "DJ", "CT"])  # with all hearts, one copy is elsewhere
    for card in CARDS * rules.decks:
        kept[card] -= 1
        if shape == "spread":
            yield card, int(rng.random() * n_holders)
        elif shape == "two holders":
            yield card, pick(rng, [holder, others[0]])
        elif shape == "slam":
            yield card, holder
        elif shape == "all hearts":
            away = card not in HEARTS and (card == spared or rng.random() < 0.3)
            yield card, pick(rng, others) if away else holder
        else:
            yield card, holder if kept[card] >= 0 else pick(rng, others)


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
    dealt = {card: [pick(rng, SEATS) for _ in range(rules.decks)] for card in CARDS}
    groups = [[seat] for seat in SEATS]
    if rules.teams.pooled:
        hands = {seat: [card for card in CARDS if seat in dealt[card]] for seat in SEATS}
        groups = find_sides(rules, hands) or groups
    captures = []
    for card, holder in take_cards(rng, rules, shape, len(groups)):
        holders, dealt_to = groups[holder], dealt[card].pop()
        captor = pick(rng, holders)
        home = not plain and rng.random() < 0.4
        if rules.teams.mode != "pig_goat":
            dealt_to = captor if home else pick(rng, SEATS.replace(captor, ""))
        elif home and dealt_to in holders:  # there it is the cards dealt that make the sides
            captor = dealt_to
        captures.append(Capture(card, dealt_to=dealt_to, taken_by=captor))
    keeps_quiet = plain and rules.declaration.mode == "optional"
    return Case(captures, declare_at_random(rng, rules, [] if keeps_quiet else captures))


def make_cases(rules: RuleSet, n: int, seed: int) -> list[Case]:
    """Make cases of every shape, as many of each."""
    rng = random.Random(seed)
    return [make_case(rng, rules, SHAPES[i % len(SHAPES)]) for i in range(n)]


def turn_case(case: Case, turn: int) -> Case:
    """Move every seat of a case on."""
    to = {seat: SEATS[(i + turn) % 4] for i, seat in enumerate(SEATS)}
    captures = [
        Capture(each.card, dealt_to=to[each.dealt_to], taken_by=to[each.taken_by])
        for each in case.captures
    ]
    return Case(captures, {to[seat]: entries for seat, entries in case.declared.items()})


def check_cases(rules: RuleSet, n: int, *, seed: int) -> Counter[str]:
    """Compare n cases with the reference engine; return how often the rare things happened."""
    cases = make_cases(rules, n, seed)
    seen: Counter[str] = Counter()
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


@pytest.fixture(scope="session")
def score_records() -> Callable[[RuleSet, np.ndarray], np.ndarray]:
    """Score records of captures in place; nothing is declared unless it stands in them."""

    def score(rules: RuleSet, deals: np.ndarray) -> np.ndarray:
        _score_all(pack_rules(rules), deals)
        return deals

    return score


@pytest.fixture(scope="session")
def score_directed() -> Callable[..., tuple[list[Case], np.ndarray]]:
    """Make directed cases, of every shape as many, and score them by the kernels alone."""

    made: dict[tuple[str, int, int], list[Case]] = {}  # several tests turn or double the same

    def score(rules: RuleSet, n: int, *, seed: int, turn: int = 0) -> tuple[list[Case], np.ndarray]:
        key = (str(rules.to_dict()), n, seed)
        if key not in made:
            made[key] = make_cases(rules, n, seed)
        cases = [turn_case(case, turn) for case in made[key]]
        return cases, score_cases(rules, cases)

    return score


@pytest.fixture(scope="session")
def score_again() -> Callable[[RuleSet, list[Case]], np.ndarray]:
    """Score cases by the kernels alone, under other rules than they were made for."""
    return score_cases


@pytest.fixture(scope="session")
def settle() -> Callable[..., list[float]]:
    """Settle raw scores in the order N, W, S, E; returns points."""

    def settle(rules: RuleSet, raw: Sequence[int], *, sides: int = 0b0101) -> list[float]:
        deals = np.zeros(1, OUTCOME)
        deals["raw"] = raw
        deals["sides"] = 0 if rules.teams.mode == "none" else sides
        _settle_all(pack_rules(rules), deals)
        return (deals["settled"][0] / HALVES).tolist()

    return settle


@pytest.fixture(scope="session")
def score_text() -> Callable[..., np.void]:
    """Score captures given as text in both engines, and return the kernels' record."""
    return score_named


@pytest.fixture(scope="session")
def check_directed() -> Callable[..., Counter[str]]:
    """Compare directed cases with the reference engine; count how often rare things happened."""
    return check_cases
