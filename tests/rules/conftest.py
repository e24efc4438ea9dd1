"""Scoring kernels over many cases at once, and the same cases for the reference engine."""

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import pytest

from gongzhu_sim.cards.compiling import kernel
from gongzhu_sim.cards.layout import SEATS
from gongzhu_sim.cards.text import card_names, parse_cards
from gongzhu_sim.engine.reference import Capture, Declarations, Scores, find_sides, score_deal
from gongzhu_sim.rules.packed import pack_rules
from gongzhu_sim.rules.ruleset import RuleSet
from gongzhu_sim.rules.scoring import score_captures
from gongzhu_sim.rules.settling import HALVES, settle_raw


@kernel
def _score_block(packed, captured, declared, raw, settled):
    rules = packed[0]
    for i in range(captured.shape[0]):
        score_captures(rules, captured[i], declared[i], raw[i])
        settle_raw(rules, raw[i], settled[i])


@pytest.fixture(scope="session")
def score_block() -> Callable[..., tuple[np.ndarray, np.ndarray]]:
    """Return raw (points) and settled (half points) scores of captures, shape (n, 4) each."""

    def score(rules: RuleSet, captured: np.ndarray, declared: np.ndarray) -> Any:
        raw, settled = np.empty((2, *captured.shape), np.int64)
        _score_block(pack_rules(rules), captured, declared, raw, settled)
        return raw, settled

    return score


@pytest.fixture(scope="session")
def score_named(score_block) -> Callable[..., dict[str, int]]:
    """Score captures given as ``N="SQ H5"``, with ``declared="SQ"``: raw points by seat.

    The reference engine must give the same raw and settled scores.
    """

    def score(rules: RuleSet, declared: str = "", **taken: str) -> dict[str, int]:
        captured = np.array([[parse_cards(taken.get(s, "").split()) for s in SEATS]], np.uint64)
        masks = np.array([parse_cards(declared.split())], np.uint64)
        raw, settled = (each[0].tolist() for each in score_block(rules, captured, masks))
        reference = score_in_reference(rules, captured[0], masks[0])
        assert reference.raw == dict(zip(SEATS, raw, strict=True))
        assert [reference.settled[s] * HALVES for s in SEATS] == settled
        return reference.raw

    return score


@pytest.fixture(scope="session")
def settle() -> Callable[..., list[float]]:
    """Settle raw scores in the order N, W, S, E; returns points."""

    def settle(rules: RuleSet, raw: Sequence[int]) -> list[float]:
        settled = np.zeros(4, np.int64)
        settle_raw(pack_rules(rules)[0], np.array(raw, np.int64), settled)
        return (settled / HALVES).tolist()

    return settle


def score_in_reference(rules: RuleSet, captured: np.ndarray, declared: Any) -> Scores:
    taken = {
        seat: [Capture(card, dealt_to="N", taken_by=seat) for card in card_names(mask)]
        for seat, mask in zip(SEATS, captured, strict=True)
    }
    standing = [(card, 2) for card in card_names(declared)]
    declarations = Declarations({"N": standing, "W": [], "S": [], "E": []})
    return score_deal(rules, taken, declarations, sides=find_sides(rules, {s: [] for s in SEATS}))


@pytest.fixture(scope="session")
def reference_scores() -> Callable[..., Scores]:
    """Score captures, given as masks, in the reference engine."""
    return score_in_reference


CARDS = ["SQ", "DJ", "CT", *("H" + rank for rank in "23456789TJQKA")]
BITS = np.array([parse_cards([card]) for card in CARDS], np.uint64)
PIG, GOAT, TRANSFORMER = 0, 1, 2
HEARTS = slice(3, 16)
SHAPES = ("spread", "two seats", "slam", "all hearts", "lone transformer", "zero", "low hearts")


def _fill(rng: np.random.Generator, shape: str, values: tuple[int, ...]) -> np.ndarray:
    """Return who takes each of the 16 scoring cards, and which are to stand undeclared."""
    taker = rng.integers(4, size=16)
    seat, *others = rng.permutation(4)
    if shape == "two seats":
        taker = rng.choice([seat, others[0]], size=16)
    elif shape == "slam":
        taker[:] = seat
    elif shape == "all hearts":
        taker[HEARTS] = seat
        odd = rng.integers(1, 8)  # pig, goat, transformer: at least one elsewhere
        for i in range(3):
            taker[i] = rng.choice(others) if odd >> i & 1 else seat
    elif shape in ("lone transformer", "zero", "low hearts"):
        taker = rng.choice(others, size=16)
        taker[TRANSFORMER] = seat
    if shape == "zero":  # the goat against the pig, or against hearts that add up to as much
        taker[GOAT] = seat
        hearts = rng.permutation(13)
        sums = np.cumsum(np.array(values)[hearts])
        exact = np.flatnonzero(sums == -100)
        if rng.integers(2) and exact.size:
            taker[3 + hearts[: exact[0] + 1]] = seat
        else:
            taker[PIG] = seat
    if shape == "low hearts":
        low = [3 + rank for rank in range(13) if values[rank] == 0]
        taker[[card for card in low if rng.integers(2)]] = seat
    return taker


@pytest.fixture(scope="session")
def directed_cases() -> Callable[..., tuple[np.ndarray, np.ndarray]]:
    """Make captures (n, 4) and declarations (n,) in which the rare things happen.

    The same number of cases of each shape: cards anywhere; with two seats; a slam; all hearts
    with the rest anywhere else; the transformer alone; beside a sum of 0; beside hearts worth
    nothing. Where the rules let cards be declared any set of the four is; a third
    of the cases has none.
    """

    def make(rules: RuleSet, n: int, *, seed: int) -> tuple[np.ndarray, np.ndarray]:
        rng = np.random.default_rng(seed)
        captured, declared = np.zeros((n, 4), np.uint64), np.zeros(n, np.uint64)
        four = [card for card in ("SQ", "HA", "DJ", "CT") if rules.declaration.mode != "none"]
        for i in range(n):
            taker = _fill(rng, SHAPES[i % len(SHAPES)], rules.heart_values())
            for seat in range(4):
                captured[i, seat] = np.bitwise_or.reduce(BITS[taker == seat], initial=np.uint64(0))
            chosen = [card for card in four if rng.integers(2)] if rng.integers(3) else []
            if rules.declaration.forced_last and len(chosen) == 3:
                chosen = four
            declared[i] = parse_cards(chosen)
        return captured, declared

    return make
