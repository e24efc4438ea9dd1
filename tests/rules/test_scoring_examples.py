"""Every worked example of the rules, one deck and two, scored by both engines."""

from fractions import Fraction

import pytest

from gongzhu_sim.rules import load_rules
from gongzhu_sim.rules.settling import HALVES

HEARTS = ["H" + rank for rank in "23456789TJQKA"]
ALL_HEARTS = " ".join(HEARTS)
ALL = f"SQ DJ CT {ALL_HEARTS}"
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
        ("qq-double", EIGHT, f"{ALL} {ALL}", (400 * 4 + 200 * 4 + 200 * 4) * 2 * 4),
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
def test_worked_examples(score_text, preset, declared, cards, points):
    rules = load_rules(preset)
    assert score_text(rules, declared, S=cards)["raw"][2] == points


def test_a_marker_captured_by_its_holder_doubles_hearts_for_everybody(score_text):
    taken = {"N": "H3= SQ", "W": "HK", "E": "HA CT"}
    assert score_text("huapai", **taken)["raw"].tolist() == [-100, -80, 0, -200]
    taken["N"] = "H3 SQ"
    assert score_text("huapai", **taken)["raw"].tolist() == [-100, -40, 0, -100]


def test_partners_of_the_book_add_up(score_text):
    rules = load_rules("huapai").replace({"teams.mode": "opposite", "settlement.kind": "team_sum"})
    deal = score_text(rules, N="HA H6 H9 H7 HT", S="H2 H3 H4 H5 H8 HJ HQ HK CT")
    assert deal["settled"].tolist() == [-310 * HALVES, 0, -310 * HALVES, 0]


def test_pooled_captures(score_text):
    """Partners' cards are scored together, at the side's first seat."""
    taken = {"N": "CT HK", "W": "SQ", "S": "DJ", "E": "HA"}
    assert score_text("lianzhong-pooled", **taken)["raw"].tolist() == [120, -150, 0, 0]
    half = {"W": "SQ H2 H3 H4 H5 H6 H7", "E": "DJ CT H8 H9 HT HJ HQ HK HA"}
    assert score_text("lianzhong-pooled", **half)["raw"].tolist() == [0, 800, 0, 0]
    # self-capture stays by seat: a pig that goes to its holder's partner is not doubled
    rules = load_rules("lianzhong-pooled").replace({"declaration.self_capture": 2})
    assert score_text(rules, S="SQ=N")["raw"].tolist() == [-100, 0, 0, 0]
    assert score_text(rules, S="SQ=")["raw"].tolist() == [-200, 0, 0, 0]
    # one side has taken nothing
    rules = rules.replace({"values.nothing": -50})
    assert score_text(rules, S="SQ")["raw"].tolist() == [-100, -50, 0, 0]


def test_two_copies_pooled_from_two_hands(score_text):
    rules = load_rules("qq-double-partners").replace(
        {"teams.pooled": True, "declaration.self_capture": 2}
    )
    taken = {"W": "CT= DJ", "E": "CT= HK"}
    assert score_text(rules, **taken)["raw"][1] == (100 - 40) * 4 * 2 * 2
    whole = {"W": ALL, "E": ALL}
    assert score_text(rules, **whole)["raw"][1] == 1600


def test_the_holder_of_all_hearts_chooses(score_text):
    change = load_rules("colour-change")
    own = change.replace({"all_hearts.scope": "own"})
    pig, goat = f"SQ {ALL_HEARTS}", f"DJ {ALL_HEARTS}"
    assert score_text(change, N=pig, W="DJ")["raw"].tolist() == [300, -100, 0, 0]
    assert score_text(change, N=goat, W="SQ")["raw"].tolist() == [300, -100, 0, 0]
    # raw scores: the others' cards make no difference to the holder, so nothing changes
    apart = {"N": ALL_HEARTS, "W": "DJ", "S": "SQ"}
    assert score_text(change, **apart)["raw"].tolist() == [200, 100, -100, 0]
    # settled by the difference they do: one choice for both, and a tie changes nothing
    zero_sum = change.replace({"settlement.kind": "zero_sum"})
    assert score_text(zero_sum, **apart)["raw"].tolist() == [200, 100, -100, 0]
    assert score_text(zero_sum, "DJ", **apart)["raw"].tolist() == [200, -200, 100, 0]
    own_zero_sum = own.replace({"settlement.kind": "zero_sum"})
    assert score_text(own_zero_sum, "DJ", **apart)["raw"][1] == 200
    # a cap can make a tie of what is not one
    capped = own.replace({"settlement.cap": 100})
    assert score_text(capped, N=pig, W="DJ")["raw"][0] == 100


def test_no_slam_is_all_hearts_with_everything(score_text):
    none = load_rules("qq").replace(
        {"slam.value": "none", "slam.bonus": 500, "all_hearts.pig": "flip", "all_hearts.bonus": 9}
    )
    deal = score_text(none, E=ALL)
    assert (deal["slam"], deal["all_hearts"]) == (-1, 3)
    assert deal["raw"][3] == (200 + 100 + 100) * 2 + 9


def test_all_hearts_worth_nothing_one_by_one_are_not_a_zero(score_text):
    rules = load_rules("qq").replace(
        {"values.hearts": (0,) * 13, "transformer.zero_is_alone": "low_hearts"}
    )
    assert score_text(rules, N=f"CT {ALL_HEARTS}")["raw"][0] == 400
    assert score_text(rules, N=f"CT {TWELVE}")["raw"][0] == 50


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
def test_settling(settle, preset, changes, raw, settled):
    assert settle(load_rules(preset).replace(changes), raw) == settled


@pytest.mark.parametrize(
    ("sides", "settled"),
    [(0b0010, [10, 200, 10, 10]), (0b1101, [10, 200, 10, 10]), (0b1010, [10, 200] * 2)],
)
def test_sides_of_any_size(settle, sides, settled):
    rules, raw = load_rules("pig-goat"), [-190, 200, 200, 0]
    assert settle(rules, raw, sides=sides) == settled
    halves = [Fraction(each - (210 - each), 2) for each in settled]
    assert settle(rules.replace({"settlement.kind": "teams"}), raw, sides=sides) == halves
