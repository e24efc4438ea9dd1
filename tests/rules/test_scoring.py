"""Raw scores: worked examples, mistakes that other programs made, and what must hold."""

import numpy as np
import pytest

from gongzhu_sim.rules import load_rules
from gongzhu_sim.rules.loading import preset_names

QQ = load_rules("qq")
HEARTS = " ".join("H" + rank for rank in "AKQJT98765432")
ALL = f"SQ DJ CT {HEARTS}"
FOUR = "SQ HA DJ CT"


@pytest.mark.parametrize(
    ("cards", "declared", "points"),
    [
        ("", "", 0),
        ("CT", "", 50),
        ("CT", "CT", 100),
        ("CT H2", "", 0),
        ("CT H2 H3 H4", "HA", 0),
        ("CT SQ DJ", "", 0),
        ("CT SQ DJ", "CT", 0),
        ("CT SQ DJ", "DJ", 200),
        ("CT SQ DJ", "SQ DJ", 0),
        ("DJ HA HK HT", "CT", 0),
        (HEARTS, "", 200),
        (HEARTS, "HA", 400),
        (f"SQ {HEARTS}", "", 100),
        (f"DJ {HEARTS}", "", 300),
        (f"DJ {HEARTS}", "HA", 500),
        (f"CT {HEARTS}", "CT", 800),
        (HEARTS.removeprefix("HA "), "", -150),
        ("SQ", "SQ", -200),
        ("DJ CT", "DJ CT", 800),
        ("HK", "HA", -80),  # the declared ace doubles all hearts, whoever takes it
        (ALL, "", 800),
        (ALL, "SQ", 1000),
        (ALL, "HA", 1200),
        (ALL, "CT", 1600),
        (ALL, FOUR, 3200),
    ],
)
def test_worked_examples_of_one_deck(score_named, cards, declared, points):
    assert score_named(QQ, declared, S=cards)["S"] == points


@pytest.mark.parametrize(
    ("preset", "cards", "points"),
    [
        ("pagat", f"SQ {HEARTS}", 300),
        ("pagat", f"DJ {HEARTS}", 300),
        ("scientific", HEARTS, 230),
        ("scientific", ALL, 1000),
        ("scrofazero", ALL, 400),
        ("scrofazero", HEARTS, 200),
        ("pips", "H2 H3 H4", -15),
        ("pips", HEARTS, 200),
        ("qq-partners", ALL, 800),
    ],
)
def test_worked_examples_of_other_presets(score_named, preset, cards, points):
    assert score_named(load_rules(preset), N=cards)["N"] == points


def test_a_slam_ignores_declarations_where_it_is_a_number(score_named):
    flat = QQ.replace({"slam.value": 1000, "slam.bonus": 7})
    assert score_named(flat, FOUR, E=ALL) == {"N": 0, "W": 0, "S": 0, "E": 1007}


def test_a_slam_by_its_total_doubles_for_every_declared_card(score_named):
    total = QQ.replace({"slam.value": "total"})
    declared = ["", "SQ", "SQ DJ", FOUR]
    points = [score_named(total, each, E=ALL)["E"] for each in declared]
    assert points == [800, 1600, 3200, 12800]


def test_all_hearts_scored_as_their_sum(score_named):
    # other programs gave -230 and -194 from wrong small hearts
    assert score_named(QQ.replace({"all_hearts.value": -200}), W=HEARTS)["W"] == -200


def test_colour_change_reaches_only_whom_it_should(score_named):
    own = QQ.replace({"all_hearts.pig": "flip", "all_hearts.goat": "flip"})
    everyone = own.replace({"all_hearts.scope": "everyone"})
    taken = {"N": f"SQ {HEARTS}", "W": "DJ", "S": "CT"}
    assert score_named(own, **taken) == {"N": 300, "W": 100, "S": 50, "E": 0}
    assert score_named(everyone, **taken) == {"N": 300, "W": -100, "S": 50, "E": 0}
    # with the last heart elsewhere nothing turns
    taken = {"N": f"SQ {HEARTS.removesuffix(' H2')}", "W": "DJ H2"}
    assert score_named(everyone, **taken)["W"] == 100


def test_a_seat_without_scoring_cards(score_named):
    poor = QQ.replace({"values.nothing": -50})
    assert score_named(poor, N="SQ", W="H2", E="CT") == {"N": -100, "W": 0, "S": -50, "E": 50}
    assert score_named(poor, N=ALL) == {"N": 800, "W": -50, "S": -50, "E": -50}


@pytest.mark.parametrize(
    ("form", "points"),
    [("never", [0, 0, 0, 50]), ("low_hearts", [50, 0, 0, 50]), ("always", [50, 50, 50, 50])],
)
def test_when_a_zero_counts_as_alone(score_named, form, points):
    rules = QQ.replace({"transformer.zero_is_alone": form})
    cards = ["CT H2 H4", "CT SQ DJ", "CT DJ HA HQ HJ H2", "CT"]
    assert [score_named(rules, N=each)["N"] for each in cards] == points


def heart_sums(captured: np.ndarray, values: tuple[int, ...]) -> np.ndarray:
    ranks = np.arange(13, dtype=np.uint64) + np.uint64(16)
    held = (captured[..., None] >> ranks & np.uint64(1)).astype(np.int64)
    return (held * values).sum(axis=-1)


def deal_out(rng: np.random.Generator, n: int) -> np.ndarray:
    """Give every scoring card to any seat."""
    captured = np.zeros((n, 4), np.uint64)
    for bit in (10, 41, 56, *range(16, 29)):
        captured[np.arange(n), rng.integers(4, size=n)] |= np.uint64(1 << bit)
    return captured


@pytest.mark.parametrize("preset", preset_names())
def test_raw_scores_add_up_to_the_schedule(score_block, preset):
    """Nothing declared, no seat with all hearts, the transformer beside a sum of 0 or moved there.

    Then the four raw scores add up to the hearts' total and the pig and the goat.
    """
    rules = load_rules(preset)
    values = rules.heart_values()
    captured = deal_out(np.random.default_rng(5), 60_000)
    captured &= ~np.uint64(1 << 56)
    sums = heart_sums(captured, values)
    sums += np.where(captured & np.uint64(1 << 10), -100, 0)
    sums += np.where(captured & np.uint64(1 << 41), 100, 0)
    zero = (sums == 0) & (captured != 0)
    keep = np.flatnonzero(zero.any(axis=1))
    captured, seat = captured[keep], zero[keep].argmax(axis=1)
    captured[np.arange(len(keep)), seat] |= np.uint64(1 << 56)
    assert len(keep) > 100
    raw, _ = score_block(rules, captured, np.zeros(len(keep), np.uint64))
    assert (raw.sum(axis=1) == sum(values)).all()


CHANGED = {
    "low hearts alone": {"transformer.zero_is_alone": "low_hearts"},
    "any zero alone": {"transformer.zero_is_alone": "always"},
    "a flat slam": {"slam.value": 700, "slam.bonus": 30, "values.nothing": -50},
    "a total slam": {"slam.value": "total", "slam.bonus": 10},
    "colour change": {
        "all_hearts.pig": "flip",
        "all_hearts.goat": "flip",
        "all_hearts.scope": "everyone",
        "all_hearts.value": "flip",
        "all_hearts.bonus": 200,
    },
}


def doubled(rules):
    numbers = ["values.pig", "values.goat", "values.transformer", "values.nothing"]
    numbers += ["all_hearts.value", "all_hearts.bonus", "slam.value", "slam.base", "slam.bonus"]
    changes = {
        path: 2 * rules.field(path) for path in numbers if isinstance(rules.field(path), int)
    }
    return rules.replace(
        changes | {"values.hearts": tuple(2 * value for value in rules.heart_values())}
    )


@pytest.mark.parametrize("preset", preset_names())
def test_all_values_doubled_double_the_raw_scores(score_block, directed_cases, preset):
    check_doubling(score_block, directed_cases, load_rules(preset))


@pytest.mark.parametrize("changes", CHANGED.values(), ids=CHANGED)
def test_all_values_of_a_variant_doubled(score_block, directed_cases, changes):
    check_doubling(score_block, directed_cases, QQ.replace(changes))


def check_doubling(score_block, directed_cases, rules):
    captured, declared = directed_cases(rules, 1400, seed=3)
    single, _ = score_block(rules, captured, declared)
    double, _ = score_block(doubled(rules), captured, declared)
    assert (double == 2 * single).all()
    assert (single != 0).any()


@pytest.mark.parametrize("preset", preset_names())
def test_seats_turned_turn_the_scores(score_block, directed_cases, preset):
    rules = load_rules(preset)
    captured, declared = directed_cases(rules, 1400, seed=4)
    raw, settled = score_block(rules, captured, declared)
    for turn in (1, 2, 3):
        turned = score_block(rules, np.roll(captured, turn, axis=1), declared)
        assert (turned[0] == np.roll(raw, turn, axis=1)).all()
        assert (turned[1] == np.roll(settled, turn, axis=1)).all()
