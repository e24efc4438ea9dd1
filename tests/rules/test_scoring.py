"""Raw scores: mistakes that other programs made, and what must hold whatever is captured.

The worked examples of the rules are in `test_scoring_examples.py`.
"""

import numpy as np
import pytest

from gongzhu_sim.cards.layout import GOAT, PIG, TRANSFORMER
from gongzhu_sim.engine.table import OUTCOME
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
        ("CT H2 H3 H4", "HA", 0),
        ("CT SQ DJ", "CT", 0),
        ("CT SQ DJ", "DJ", 200),
        ("CT SQ DJ", "SQ DJ", 0),
        ("DJ HA HK HT", "CT", 0),
        (f"DJ {HEARTS}", "", 300),
        (f"DJ {HEARTS}", "HA", 500),
        (f"CT {HEARTS}", "CT", 800),
        ("SQ", "SQ", -200),
        ("DJ CT", "DJ CT", 800),
        ("HK", "HA", -80),  # the declared ace doubles all hearts, whoever takes it
        (ALL, "SQ", 1000),
        (ALL, "HA", 1200),
        (ALL, "CT", 1600),
    ],
)
def test_one_deck(score_text, cards, declared, points):
    assert score_text(QQ, declared, S=cards)["raw"][2] == points


@pytest.mark.parametrize(
    ("preset", "cards", "points"),
    [
        ("pagat", f"DJ {HEARTS}", 300),
        ("scrofazero", HEARTS, 200),
        ("pips", "H2 H3 H4", -15),
        ("pips", HEARTS, 200),
        ("qq-partners", ALL, 800),
    ],
)
def test_other_presets(score_text, preset, cards, points):
    assert score_text(preset, N=cards)["raw"][0] == points


def test_a_slam_ignores_declarations_where_it_is_a_number(score_text):
    flat = QQ.replace({"slam.value": 1000, "slam.bonus": 7})
    assert score_text(flat, FOUR, E=ALL)["raw"].tolist() == [0, 0, 0, 1007]


@pytest.mark.parametrize(
    ("preset", "copies", "points"),
    [("qq", 1, [800, 1600, 3200, 12800]), ("qq-double", 2, [800, 1600, 3200, 12800])],
)
def test_a_slam_by_its_total_doubles_for_every_declared_card(score_text, preset, copies, points):
    total = load_rules(preset).replace({"slam.value": "total", "slam.base": 800})
    declared = ["", "SQ", "SQ DJ", FOUR]
    found = [score_text(total, each, E=" ".join([ALL] * copies))["raw"][3] for each in declared]
    assert found == points


def test_all_hearts_scored_as_their_sum(score_text):
    # other programs gave -230 and -194 from wrong small hearts
    assert score_text(QQ.replace({"all_hearts.value": -200}), W=HEARTS)["raw"][1] == -200


def test_colour_change_reaches_only_whom_it_should(score_text):
    own = QQ.replace({"all_hearts.pig": "flip", "all_hearts.goat": "flip"})
    everyone = own.replace({"all_hearts.scope": "everyone"})
    taken = {"N": f"SQ {HEARTS}", "W": "DJ", "S": "CT"}
    assert score_text(own, **taken)["raw"].tolist() == [300, 100, 50, 0]
    assert score_text(everyone, **taken)["raw"].tolist() == [300, -100, 50, 0]
    # with the last heart elsewhere nothing turns
    taken = {"N": f"SQ {HEARTS.removesuffix(' H2')}", "W": "DJ H2"}
    assert score_text(everyone, **taken)["raw"][1] == 100


def test_a_seat_without_scoring_cards(score_text):
    poor = QQ.replace({"values.nothing": -50})
    assert score_text(poor, N="SQ", W="H2", E="CT")["raw"].tolist() == [-100, 0, -50, 50]
    assert score_text(poor, N=ALL)["raw"].tolist() == [800, -50, -50, -50]


@pytest.mark.parametrize(
    ("form", "points"),
    [("never", [0, 0, 0, 50]), ("low_hearts", [50, 0, 0, 50]), ("always", [50, 50, 50, 50])],
)
def test_when_a_zero_counts_as_alone(score_text, form, points):
    rules = QQ.replace({"transformer.zero_is_alone": form})
    cards = ["CT H2 H4", "CT SQ DJ", "CT DJ HA HQ HJ H2", "CT"]
    assert [score_text(rules, N=each)["raw"][0] for each in cards] == points


def heart_sums(cards: np.ndarray, values: tuple[int, ...]) -> np.ndarray:
    ranks = np.arange(13, dtype=np.uint64) + np.uint64(16)
    held = (cards[..., None] >> ranks & np.uint64(1)).astype(np.int64)
    return (held * values).sum(axis=-1)


def deal_out(rng: np.random.Generator, n: int) -> np.ndarray:
    """Give every scoring card but the transformer to any seat."""
    captured = np.zeros((n, 4), np.uint64)
    for bit in (10, 41, *range(16, 29)):
        captured[np.arange(n), rng.integers(4, size=n)] |= np.uint64(1 << bit)
    return captured


@pytest.mark.parametrize("preset", preset_names())
def test_raw_scores_add_up_to_the_schedule(score_records, preset):
    """Nothing declared, no seat with all hearts, the transformers beside a sum of 0.

    Then the four raw scores add up to the hearts' total and the pigs and the goats.
    """
    rules = load_rules(preset).replace({"teams.pooled": False})
    values, rng = rules.heart_values(), np.random.default_rng(5)
    planes = [deal_out(rng, 60_000) for _ in range(rules.decks)]
    sums = np.zeros((60_000, 4), np.int64)
    for plane in planes:
        sums += heart_sums(plane, values)
        sums += np.where(plane & PIG, -100, 0) + np.where(plane & GOAT, 100, 0)
    once = np.bitwise_or.reduce(planes)
    twice = np.bitwise_and.reduce(planes) if rules.decks == 2 else np.zeros_like(once)
    zero = (sums == 0) & (once != 0)
    keep = np.flatnonzero(zero.any(axis=1))
    assert len(keep) > 100
    deals = np.zeros(len(keep), OUTCOME)
    deals["captured"], deals["captured_twice"] = once[keep], twice[keep]
    place = (np.arange(len(keep)), zero[keep].argmax(axis=1))
    deals["captured"][place] |= TRANSFORMER
    if rules.decks == 2:
        deals["captured_twice"][place] |= TRANSFORMER
    score_records(rules, deals)
    assert (deals["all_hearts"] < 0).all()
    assert (deals["raw"].sum(axis=1) == rules.decks * sum(values)).all()


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
def test_all_values_doubled_double_the_raw_scores(score_directed, score_again, preset):
    check_doubling(score_directed, score_again, load_rules(preset))


@pytest.mark.parametrize("preset", ["qq", "huapai-double"])
@pytest.mark.parametrize("changes", CHANGED.values(), ids=CHANGED)
def test_all_values_of_a_variant_doubled(score_directed, score_again, preset, changes):
    check_doubling(score_directed, score_again, load_rules(preset).replace(changes))


def check_doubling(score_directed, score_again, rules):
    cases, single = score_directed(rules, 600, seed=4)
    double = score_again(doubled(rules), cases)
    assert (double["raw"] == 2 * single["raw"]).all()
    for event in ("slam", "all_hearts"):
        assert (double[event] == single[event]).all()
    assert (single["raw"] != 0).any()


@pytest.mark.parametrize("preset", preset_names())
def test_seats_turned_turn_the_scores(score_directed, preset):
    rules = load_rules(preset)
    _, plain = score_directed(rules, 600, seed=4)
    for turn in (1, 2, 3):
        _, turned = score_directed(rules, 600, seed=4, turn=turn)
        assert (turned["settled"] == np.roll(plain["settled"], turn, axis=1)).all()
        assert (turned["factor"] == plain["factor"]).all()
        if not rules.teams.pooled:  # there a side's score stands at its first seat
            assert (turned["raw"] == np.roll(plain["raw"], turn, axis=1)).all()
            for event in ("slam", "all_hearts"):
                moved = np.where(plain[event] < 0, -1, (plain[event] + turn) % 4)
                assert (turned[event] == moved).all()
        assert (turned["raw"].sum(axis=1) == plain["raw"].sum(axis=1)).all()
