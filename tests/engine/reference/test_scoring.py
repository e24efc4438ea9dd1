"""Worked examples of scoring and settling, and the identity of the raw scores."""

import random
from fractions import Fraction

import pytest

from gongzhu_sim.engine.reference import (
    convert_to_coins,
    find_rank_title,
    find_sides,
    score_deal,
    settle_before_scaling,
    settle_deal,
)
from gongzhu_sim.engine.reference.cards import Deck, is_scoring
from gongzhu_sim.errors import InputError

HEARTS = " ".join("H" + rank for rank in "AKQJT98765432")
BOTH = f"{HEARTS} {HEARTS}"
ALL = f"{HEARTS} SQ DJ CT"
ALL_TWICE = f"{ALL} {ALL}"
SEATS = ("N", "W", "S", "E")


def raw_score(rules, cards, declared="", *, make, declare):
    """Return N's raw score for cards dealt to W."""
    return score_deal(rules, make(N=cards), declare(declared), sides=None).raw["N"]


@pytest.mark.parametrize(
    ("preset", "cards", "declared", "score"),
    [
        # two decks
        ("qq-double", "HA CT CT", "HA HA SQ SQ CT CT", -3200),
        ("qq-double", "SQ SQ CT CT", "HA HA SQ SQ CT CT", -12800),
        ("qq-double", "DJ DJ", "", 200),
        ("qq-double", "DJ DJ", "DJ", 400),
        ("qq-double", "DJ DJ", "DJ DJ", 800),
        ("qq-double", "SQ SQ", "", -200),
        ("qq-double", "SQ SQ", "SQ", -400),
        ("qq-double", "SQ SQ", "SQ SQ", -800),
        ("qq-double", BOTH, "", 400),
        ("qq-double", BOTH, "HA", 800),
        ("qq-double", BOTH, "HA HA", 1600),
        ("qq-double", ALL_TWICE, "", 1600),
        ("qq-double", ALL_TWICE, "CT", 3200),
        ("qq-double", ALL_TWICE, "CT CT", 6400),
        ("qq-double", ALL_TWICE, "DJ", 2000),
        # the transformer in two decks: one captured, both captured; none, one, both declared
        ("qq-double", "DJ CT", "", 200),
        ("qq-double", "DJ CT CT", "", 400),
        ("qq-double", "DJ CT", "CT", 400),
        ("qq-double", "DJ CT CT", "CT", 800),
        ("qq-double", "DJ CT", "CT CT", 400),
        ("qq-double", "DJ CT CT", "CT CT", 1600),
        ("qq-double", "CT", "CT CT", 100),
        ("qq-double", "CT CT", "CT", 200),
        ("huapai-double", "DJ CT", "CT*4 CT", 800),
        ("huapai-double", "DJ CT CT", "CT*4 CT", 3200),
        # one deck
        ("qq", "CT", "", 50),
        ("qq", "CT", "CT", 100),
        ("qq", "CT H2", "", 0),
        ("qq", "CT H2 H3 H4", "CT", 0),
        ("qq", "CT SQ DJ", "", 0),
        ("qq", "CT SQ DJ", "SQ DJ CT", 0),
        ("qq", HEARTS, "", 200),
        ("qq", HEARTS, "HA", 400),
        ("qq", f"{HEARTS} SQ", "", 100),
        ("pagat", f"{HEARTS} SQ", "", 300),
        ("qq", f"{HEARTS} DJ", "", 300),
        ("qq", f"{HEARTS} DJ", "HA", 500),
        ("qq", HEARTS.replace("HA ", ""), "", -150),
        ("qq", ALL, "", 800),
        ("qq", ALL, "HA SQ DJ CT", 3200),
        ("qq", "HK", "HA", -80),
        ("qq", "H2", "", 0),
        # the book rules
        ("huapai", "HA H6 H9 H7 HT", "", -90),
        ("huapai", "H2 H3 H4 H5 H8 HJ HQ HK CT", "", -220),
        ("huapai", HEARTS, "", 200),
        ("huapai", "SQ=N", "", -200),
        ("huapai", "SQ=N", "SQ*4", -800),
        ("huapai", "SQ", "SQ*4", -400),
        ("huapai", "CT=N", "", 100),
        ("huapai", "CT=N DJ=N", "", 800),
        ("huapai", "H3=N HA", "", -100),
        ("huapai", "H3=N HA", "H3*4", -400),
        ("huapai", "HA=N", "", -50),
        ("huapai-double", "SQ=N SQ", "", -300),
        ("huapai-double", "CT=N CT=N DJ", "", 1600),
        ("huapai-double", "CT=N CT", "CT", 300),
        # other schedules and values
        ("scientific", HEARTS, "", 230),
        ("scientific", ALL, "", 1000),
        ("red-bonus", HEARTS, "", 430),
        ("red-bonus", f"{HEARTS} CT", "", 660),
        ("red-bonus", ALL, "", 860),
        ("pips", "H2 H3 H4", "", -15),
        ("pips", "CT H2", "CT", -8),
        ("taiwan", f"{HEARTS} SQ", "", 300),
        ("taiwan", f"{HEARTS} DJ", "", 100),
        ("taiwan", ALL, "HA SQ", 1000),
        ("scrofazero", ALL, "", 400),
        ("scrofazero", HEARTS, "", 200),
    ],
)
def test_worked_examples(
    make_rules, make_captures, make_declarations, preset, cards, declared, score
):
    rules = make_rules(preset, {"settlement.kind": "raw"})
    found = raw_score(rules, cards, declared, make=make_captures, declare=make_declarations)
    assert found == score


@pytest.mark.parametrize(
    ("changes", "cards", "declared", "score"),
    [
        ({"all_hearts.value": -200}, HEARTS, "", -200),
        ({"all_hearts.value": -200}, ALL, "", 800),
        ({"values.nothing": -50}, "", "", -50),
        ({"transformer.zero_is_alone": "low_hearts"}, "CT H2 H4", "CT", 100),
        ({"transformer.zero_is_alone": "low_hearts"}, "CT SQ DJ", "", 0),
        ({"transformer.zero_is_alone": "low_hearts"}, "CT H5", "", -20),
        ({"transformer.zero_is_alone": "always"}, "CT SQ DJ", "", 50),
        ({"transformer.zero_is_alone": "always"}, "CT H2", "", 50),
        ({"slam.value": "total"}, ALL, "", 800),
        ({"slam.value": "total"}, ALL, "HA SQ", 3200),
        ({"slam.value": "total", "slam.bonus": 7}, ALL, "HA", 1607),
        ({"slam.value": 500, "slam.bonus": 7}, ALL, "HA", 507),
        ({"slam.bonus": 7}, ALL, "", 807),
        ({"slam.value": "none", "slam.bonus": 7}, ALL, "", 400),
        ({"slam.value": "none", "all_hearts.pig": "flip"}, ALL, "", 800),
        ({"values.hearts": [1] * 13, "all_hearts.value": "flip"}, HEARTS, "", -13),
        ({"values.hearts": [1] * 13}, "H2 HA", "HA", 4),
    ],
)
def test_single_fields(
    make_rules, make_captures, make_declarations, changes, cards, declared, score
):
    rules = make_rules("qq", changes)
    found = raw_score(rules, cards, declared, make=make_captures, declare=make_declarations)
    assert found == score


def test_partners_of_the_book_rules_make_minus_310(make_rules, make_captures, make_declarations):
    rules = make_rules("huapai", {"teams.mode": "opposite", "settlement.kind": "team_sum"})
    rules = rules.replace({"settlement.scale": 1})
    taken = make_captures(N="HA H6 H9 H7 HT", S="H2 H3 H4 H5 H8 HJ HQ HK CT", W="SQ DJ")
    scores = score_deal(rules, taken, make_declarations(), sides=find_sides(rules, {}))
    assert scores.raw == {"N": -90, "W": 0, "S": -220, "E": 0}
    assert scores.settled == {"N": -310, "W": 0, "S": -310, "E": 0}


def test_a_self_captured_marker_doubles_all_hearts_for_everybody(
    make_rules, make_captures, make_declarations
):
    rules = make_rules("huapai")
    taken = make_captures(N="H3=N", W="HA HK", S="SQ DJ CT")
    assert score_deal(rules, taken, make_declarations()).raw["W"] == -180
    # In two decks each copy of the marker has its own factor.
    rules = make_rules("huapai-double")
    taken = make_captures(N="HA=N HA=N", W="HK")
    assert score_deal(rules, taken, make_declarations("HA")).raw["W"] == -40 * 2 * 4


def test_pooled_partners_are_scored_together(make_rules, make_captures, make_declarations):
    rules = make_rules("lianzhong-pooled")
    sides = [["N", "S"], ["W", "E"]]
    taken = make_captures(N="CT", S="DJ HA", W="SQ")
    scores = score_deal(rules, taken, make_declarations(), sides=sides)
    assert scores.raw == {"N": 100, "W": -100, "S": 0, "E": 0}
    assert scores.settled == {"N": 1200, "W": -1200, "S": 1200, "E": -1200}
    taken = make_captures(E=" ".join(HEARTS.split()[:6]), W=" ".join(HEARTS.split()[6:]))
    scores = score_deal(rules, taken, make_declarations(), sides=sides)
    assert scores.raw["W"] == 200
    assert scores.events == ["all_hearts:W"]
    taken = make_captures(N=HEARTS, S="SQ DJ CT")
    scores = score_deal(rules, taken, make_declarations(), sides=sides)
    assert scores.raw["N"] == 800
    assert scores.events == ["slam:N"]


def test_pooled_self_capture_stays_by_seat(make_rules, make_captures, make_declarations):
    rules = make_rules("lianzhong-pooled", {"declaration.self_capture": 2})
    sides = [["N", "S"], ["W", "E"]]
    scores = score_deal(rules, make_captures(N="SQ=S"), make_declarations(), sides=sides)
    assert scores.raw["N"] == -100
    scores = score_deal(rules, make_captures(S="SQ=S"), make_declarations(), sides=sides)
    assert scores.raw["N"] == -200


def test_events(make_rules, make_captures, make_declarations):
    rules = make_rules()

    def events(**taken):
        return score_deal(rules, make_captures(**taken), make_declarations()).events

    assert events(N="HA", W="SQ") == []
    assert events(W=HEARTS) == ["all_hearts:W"]
    assert events(E=ALL) == ["slam:E"]
    rules = make_rules("scrofazero", {"settlement.kind": "raw"})
    assert events(E=ALL) == ["all_hearts:E"]


def test_a_slam_leaves_the_others_without_a_scoring_card(
    make_rules, make_captures, make_declarations
):
    rules = make_rules("qq", {"values.nothing": -50})
    scores = score_deal(rules, make_captures(E=ALL), make_declarations())
    assert scores.raw == {"N": -50, "W": -50, "S": -50, "E": 800}


class TestColourChange:
    """When somebody holds all hearts, the signs of pig and goat may turn."""

    @pytest.fixture
    def score(self, make_rules, make_captures, make_declarations):
        def run(changes, **taken):
            rules = make_rules("colour-change", changes)
            return score_deal(rules, make_captures(**taken), make_declarations())

        return run

    def test_own_cards_only(self, score):
        scores = score(
            {"all_hearts.scope": "own", "all_hearts.choice": False}, N=f"{HEARTS} SQ", W="DJ"
        )
        assert scores.raw == {"N": 300, "W": 100, "S": 0, "E": 0}
        assert scores.turned == ("SQ", "DJ")

    def test_everyone(self, score):
        scores = score({"all_hearts.choice": False}, N=f"{HEARTS} DJ", W="SQ CT", S="")
        assert scores.raw == {"N": 100, "W": 200, "S": 0, "E": 0}

    def test_nothing_turns_without_all_hearts_or_with_a_slam(self, score):
        scores = score({"all_hearts.choice": False}, N="HA SQ", W="DJ")
        assert scores.raw["N"] == -150
        assert scores.turned == ()
        assert score({"all_hearts.choice": False}, N=ALL).raw["N"] == 800

    def test_the_holder_chooses_the_better_settled_score(self, score):
        assert score({}, N=f"{HEARTS} DJ").raw["N"] == 300
        assert score({}, N=f"{HEARTS} SQ").raw["N"] == 300
        # With both in hand the parts cancel either way: a tie, nothing changes.
        scores = score({}, N=f"{HEARTS} SQ DJ")
        assert scores.raw["N"] == 200
        assert scores.turned == ()

    def test_what_the_others_hold_matters_to_a_settled_choice(self, score):
        # Raw, N is indifferent; settled against the others it prefers W's goat turned.
        scores = score({"settlement.kind": "zero_sum"}, N=HEARTS, W="DJ", S="CT")
        assert scores.raw["W"] == -100
        assert scores.turned == ("SQ", "DJ")
        assert score({}, N=HEARTS, W="DJ", S="CT").raw["W"] == 100


RAW = {"N": -120, "W": -280, "S": 0, "E": 160}


class TestSettling:
    def test_zero_sum(self, make_rules):
        rules = make_rules()
        once = settle_before_scaling(rules, RAW)
        assert list(once.values()) == [-80, -293, 80, 293]
        assert list(settle_deal(rules, RAW).values()) == [-960, -3516, 960, 3516]
        assert [convert_to_coins(rules, once[seat]) for seat in "SN"] == [864, -960]
        assert convert_to_coins(rules, 80, room=5) == 5 * 864

    def test_teams(self, make_rules):
        rules = make_rules("qq-partners")
        raw = {"N": -190, "W": 50, "S": -10, "E": 0}
        sides = find_sides(rules, {})
        assert list(settle_before_scaling(rules, raw, sides=sides).values()) == [
            -125,
            125,
            -125,
            125,
        ]
        assert list(settle_deal(rules, raw, sides=sides).values()) == [-1500, 1500, -1500, 1500]

    def test_exact_halves_are_kept(self, make_rules):
        rules = make_rules("qq-double-partners", {"values.hearts": "pips"})
        raw = {"N": -3, "W": 0, "S": 0, "E": 0}
        settled = settle_deal(rules, raw, sides=find_sides(rules, {}))
        assert settled["N"] == Fraction(-3, 2)
        assert settled["W"] == Fraction(3, 2)

    def test_raw_is_not_scaled(self, make_rules):
        assert settle_deal(make_rules("huapai"), RAW) == RAW

    def test_cap_comes_before_scaling(self, make_rules):
        rules = make_rules("qq", {"settlement.cap": 90})
        assert list(settle_deal(rules, RAW).values()) == [-960, -1080, 960, 1080]

    def test_sides_of_pig_and_goat(self, make_rules):
        rules = make_rules("pig-goat")
        hands = {"N": ["SQ"], "W": ["DJ"], "S": [], "E": []}
        assert find_sides(rules, hands) == [["N", "W"], ["S", "E"]]
        alone = {"N": [], "W": [], "S": ["SQ", "DJ"], "E": []}
        sides = find_sides(rules, alone)
        assert sides == [["S"], ["N", "W", "E"]]
        assert settle_deal(rules, RAW, sides=sides) == {
            "N": -240,
            "W": -240,
            "S": 0,
            "E": -240,
        }
        assert find_sides(make_rules(), hands) is None

    def test_sides_are_needed_to_settle_between_them(self, make_rules):
        with pytest.raises(InputError, match="needs sides"):
            settle_deal(make_rules("qq-partners"), RAW)

    def test_titles(self):
        assert find_rank_title(-100_001) == "微型猪"
        assert find_rank_title(-99_999) is None
        assert find_rank_title(-9_000_000) == "猪神"
        assert find_rank_title(10_000) == "猪倌"
        assert find_rank_title(6_999_999) == "巡抚"
        assert find_rank_title(7_000_000) == "大学士"


@pytest.mark.parametrize(("preset", "total"), [("qq", -200), ("pips", -200), ("scientific", -230)])
@pytest.mark.parametrize("decks", [1, 2])
def test_raw_scores_add_up(make_rules, make_captures, make_declarations, preset, total, decks):
    """Where the transformer changes nothing and nobody has all hearts, the sum is fixed."""
    rules = make_rules(preset, {"declaration.forced_last": False, "decks": decks})
    sides = find_sides(rules, {})
    scoring = [card for card in Deck(copies=decks).cards() if is_scoring(card)]
    rng = random.Random(3)
    checked = 0
    for _ in range(300):
        # The transformers go, together or apart, with cards whose sum is 0.
        harmless = ["SQ", "DJ"] if preset != "qq" or rng.random() < 0.5 else ["H2", "H4"]
        holders = rng.sample(SEATS, 4)
        rest = [card for card in scoring if card not in ("CT", *harmless)]
        held: dict[str, list[str]] = {seat: [] for seat in SEATS}
        for holder in rng.choices(holders[:2], k=decks):
            held[holder] += ["CT", *harmless]
        for card in rest:
            held[rng.choice(holders[2:])].append(card)
        taken = make_captures(**{seat: " ".join(cards) for seat, cards in held.items()})
        scores = score_deal(rules, taken, make_declarations(), sides=sides)
        if not scores.events:
            assert sum(scores.raw.values()) == total * decks
            checked += 1
    assert checked > 280
