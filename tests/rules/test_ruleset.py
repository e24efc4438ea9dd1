"""The rule set itself: strict fields, contradictions, variants and the way back to text."""

import tomllib

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic import ValidationError

from gongzhu_sim.errors import UsageError
from gongzhu_sim.rules import RuleSet, load_rules
from gongzhu_sim.rules.ruleset import FIELDS

QQ = load_rules("qq")


def with_fields(changes: dict[str, object]) -> dict:
    """Return the fields of `qq` with some of them changed, unchecked."""
    data = QQ.to_dict()
    for path, value in changes.items():
        table, _, name = path.rpartition(".")
        (data[table] if table else data)[name] = value
    return data


def refusal(changes: dict[str, object]) -> list[str]:
    with pytest.raises(UsageError) as caught:
        QQ.replace(changes)
    return str(caught.value).splitlines()


def test_every_field_of_a_rule_file_is_there():
    assert len(FIELDS) == 43
    assert (FIELDS[0], FIELDS[4], FIELDS[-1]) == ("name", "values.hearts", "match.awards")


def test_heart_values_of_each_schedule():
    assert QQ.heart_values() == (0, 0, 0, -10, -10, -10, -10, -10, -10, -20, -30, -40, -50)
    pips = QQ.replace({"values.hearts": "pips"}).heart_values()
    assert pips == (-2, -3, -10, -5, -6, -7, -8, -9, -10, -20, -30, -40, -50)
    scientific = QQ.replace({"values.hearts": "scientific"}).heart_values()
    assert scientific == (-10,) * 9 + (-20, -30, -40, -50)
    assert [sum(each) for each in (QQ.heart_values(), pips, scientific)] == [-200, -200, -230]


def test_hearts_take_thirteen_numbers():
    rules = QQ.replace({"values.hearts": list(range(13))})
    assert rules.heart_values() == tuple(range(13))
    assert RuleSet.model_validate(rules.to_dict()) == rules


@pytest.mark.parametrize(
    ("given_card", "canonical"),
    [("C2", "C2"), ("s7", "S7"), ("♣2", "C2"), ("H10", "HT"), (" ♦10 ", "DT"), ("Draw", "draw")],
)
def test_the_first_lead_takes_any_card_or_draw(given_card, canonical):
    assert QQ.replace({"play.first_lead": given_card}).play.first_lead == canonical


def test_the_marker_may_be_written_as_a_number():
    assert QQ.replace({"declaration.marker": 3}).declaration.marker == "3"


@pytest.mark.parametrize(
    ("path", "value", "allowed"),
    [
        ("decks", True, "allowed: a whole number from 1 to 2"),
        ("decks", 3, "allowed: a whole number from 1 to 2"),
        ("values.pig", "-100", "allowed: a whole number from -1000000 to 1000000"),
        ("values.pig", -100.0, "allowed: a whole number from -1000000 to 1000000"),
        ("values.pig", -1_000_001, "allowed: a whole number from -1000000 to 1000000"),
        ("values.hearts", [0] * 12, "13 whole numbers from 2 to A"),
        ("values.hearts", [0] * 12 + [True], "13 whole numbers from 2 to A"),
        ("values.hearts", "pipps", '"scientific" or 13 whole numbers'),
        ("declaration.forced_last", 1, "declaration.forced_last = 1 is not allowed; allowed: true"),
        ("declaration.self_capture", True, "allowed: a whole number from 1 to 2"),
        ("declaration.marker", True, 'allowed: "A", "3"'),
        ("play.first_lead", "C1", 'allowed: "draw" or a card such as "C2"'),
        ("play.first_lead", 2, 'allowed: "draw" or a card such as "C2"'),
        ("all_hearts.value", "flop", '-1000000 to 1000000 or "flip"; did you mean \'flip\'?'),
        ("slam.value", "share", "did you mean 'shares'?"),
        ("settlement.scale", 0, "allowed: a whole number from 1 to 10000"),
        ("settlement.cap", 0, 'allowed: a whole number from 1 to 1000000 or "none"'),
        ("coins.rake", 1.5, "allowed: a number from 0 to 1"),
        ("coins.rake", float("nan"), "allowed: a number from 0 to 1"),
        ("coins.rake", True, "allowed: a number from 0 to 1"),
        ("match.lose_at", 1000, 'allowed: a whole number from -1000000 to -1 or "none"'),
        ("match.win_at", None, 'match.win_at = null is not allowed; allowed: a whole number'),
        ("name", "", "allowed: a name on one line"),
        ("name", "a\nb", "allowed: a name on one line"),
        ("title", "a\nb", "allowed: text on one line"),
    ],
)  # fmt: skip
def test_a_value_that_is_not_allowed(path, value, allowed):
    (line,) = refusal({path: value})
    assert line.startswith(f"{path} = ")
    assert allowed in line


def test_a_number_too_long_to_print_can_be_reported():
    for path, value in {"values.pig": 16**9999, "values.hearts": [16**9999]}.items():
        (line,) = refusal({path: value})
        assert line.startswith(f"{path} = something too long to show is not allowed")


def test_half_a_character_can_be_reported():
    (line,) = refusal({"name": "\ud800"})
    line.encode()


@pytest.mark.parametrize(
    ("path", "hint"),
    [
        ("all_hearts.valeu", "did you mean 'all_hearts.value'?"),
        ("all_heart.value", "did you mean 'all_hearts.value' or 'slam.value'?"),
        ("forced_last", "did you mean 'declaration.forced_last'?"),
        ("values", "unknown field 'values'"),
        ("base", "did you mean 'slam.base'?"),
    ],
)
def test_an_unknown_field(path, hint):
    (line,) = refusal({path: 1})
    assert line.startswith(f"unknown field '{path}'; ")
    assert hint in line


@pytest.mark.parametrize(
    ("changes", "start", "reason"),
    [
        ({"decks": 2}, "decks = 2 with declaration.forced_last = true: ", "only with one deck"),
        (
            {"decks": 2, "declaration.forced_last": False, "play.discard_colour": "penalty"},
            'decks = 2 with play.discard_colour = "penalty": ',
            "one deck only",
        ),
        (
            {
                "decks": 2,
                "declaration.forced_last": False,
                "declaration.mode": "none",
                "teams.mode": "pig_goat",
            },
            'decks = 2 with teams.mode = "pig_goat": ',
            "two pigs and two goats",
        ),
        (
            {"declaration.mode": "all", "declaration.first_draw": True},
            'declaration.mode = "all" with declaration.first_draw = true: ',
            "by choice",
        ),
        (
            {"declaration.mode": "none", "declaration.hidden": True},
            'declaration.mode = "none" with declaration.hidden = true: ',
            "by choice",
        ),
        (
            {"declaration.mode": "all_but_goat"},
            'declaration.mode = "all_but_goat" with declaration.forced_last = true: ',
            "the goat may not be declared",
        ),
        (
            {"teams.mode": "pig_goat"},
            'teams.mode = "pig_goat" with declaration.mode = "optional": ',
            "would tell the sides",
        ),
        (
            {"settlement.kind": "teams"},
            'settlement.kind = "teams" with teams.mode = "none": ',
            "no sides",
        ),
        (
            {"settlement.kind": "team_sum"},
            'settlement.kind = "team_sum" with teams.mode = "none": ',
            "no sides",
        ),
        ({"teams.pooled": True}, 'teams.pooled = true with teams.mode = "none": ', "partners"),
        (
            {"match.awards": True, "match.win_at": 1000},
            'match.awards = true with teams.mode = "none": ',
            "sides",
        ),
        (
            {"match.awards": True, "teams.mode": "opposite"},
            'match.awards = true with match.lose_at = -1000 with match.win_at = "none": ',
            "both targets",
        ),
        (
            {"match.lose_at": "none"},
            'match.lose_at = "none" with match.win_at = "none" with match.deals = "none": ',
            "never end",
        ),
    ],
)
def test_rules_that_contradict_each_other(changes, start, reason):
    (line,) = refusal(changes)
    assert line.startswith(start)
    assert reason in line
    with pytest.raises(ValidationError, match=reason):
        RuleSet.model_validate(with_fields(changes))


@pytest.mark.parametrize(
    "changes",
    [
        {"play.first_lead": "draw"},
        {"declaration.mode": "none"},
        {"declaration.mode": "all"},
        {"match.deals": 16},
        {"settlement.kind": "raw"},
        {"settlement.cap": 300},
        {"match.lose_at": "none", "match.win_at": 800},
        {"teams.mode": "pig_goat", "declaration.mode": "none", "settlement.kind": "team_sum"},
        {"coins.rake": 0},
        {"play.first_lead": "CT"},  # must be led, locked or not
        {"play.first_lead": "H2", "play.hearts_lead": "after_broken"},
        {"decks": 2, "declaration.forced_last": False, "all_hearts.choice": True},
        {"declaration.order": "sequential", "declaration.hidden": True},
        {"teams.mode": "opposite", "match.pigs": "lowest_and_highest"},
        {
            "teams.mode": "opposite",
            "settlement.kind": "team_sum",
            "match.win_at": 1000,
            "match.awards": True,
            "match.deals": 16,
        },
    ],
)
def test_rules_that_do_not_contradict_each_other(changes):
    rules = QQ.replace(changes)
    assert {path: rules.field(path) for path in changes} == changes


def test_all_that_is_wrong_is_listed_at_once():
    lines = refusal({"values.pig": "x", "values.gaot": 1, "slam.value": True, "decks": 2})
    assert [line.split(" ")[0] for line in lines] == [
        "unknown",
        "values.pig",
        "slam.value",
        "decks",
    ]


def test_a_conflict_of_fields_that_are_wrong_themselves_is_not_reported():
    assert len(refusal({"decks": 2, "declaration.forced_last": "yes"})) == 1


def test_a_variant_is_named_after_what_differs():
    variant = QQ.replace({"all_hearts.value": -200, "values.hearts": [0] * 13})
    assert variant.name == "qq+values.hearts=[0,0,0,0,0,0,0,0,0,0,0,0,0]+all_hearts.value=-200"
    assert (variant.title, variant.source) == (QQ.title, QQ.source)
    assert QQ.replace({"name": "mine", "decks": 1}).name == "mine"
    assert QQ.replace({"title": "Ours"}).name == "qq"


def test_a_variant_that_differs_in_nothing_is_equal():
    assert QQ.replace({}) == QQ
    assert QQ.replace({"all_hearts.value": 200, "play.first_lead": "♣2"}) == QQ


def test_rules_do_not_change_and_can_be_hashed():
    with pytest.raises(ValidationError):
        QQ.values.pig = 0  # pyright: ignore[reportAttributeAccessIssue]
    assert hash(QQ) == hash(RuleSet.model_validate(QQ.to_dict()))
    QQ.to_dict()["values"]["pig"] = 0
    assert QQ.values.pig == -100


points = st.integers(-1_000_000, 1_000_000)
line_text = st.text(
    st.characters(exclude_categories=["Cs"], exclude_characters=[*map(chr, range(32)), "\x7f"])
)


@settings(max_examples=60, deadline=None)
@given(
    title=line_text,
    hearts=st.lists(points, min_size=13, max_size=13) | st.sampled_from(["pips", "standard"]),
    value=points | st.just("flip"),
    rake=st.floats(0, 1),
    card=st.tuples(st.sampled_from("SHDC"), st.sampled_from("23456789TJQKA")).map("".join),
    cap=st.integers(1, 1_000_000) | st.just("none"),
    goat_mode=st.sampled_from(["keep", "flip"]),
    choice=st.booleans(),
)
def test_toml_loads_back_to_equal_rules(title, hearts, value, rake, card, cap, goat_mode, choice):
    rules = QQ.replace(
        {
            "title": title,
            "values.hearts": hearts,
            "all_hearts.value": value,
            "all_hearts.goat": goat_mode,
            "all_hearts.choice": choice,
            "coins.rake": rake,
            "play.first_lead": card,
            "settlement.cap": cap,
        }
    )
    assert RuleSet.model_validate(tomllib.loads(rules.to_toml())) == rules


def test_toml_has_the_layout_of_a_rule_file():
    lines = QQ.replace({"values.hearts": [-1] * 13, "name": 'a "b"'}).to_toml().splitlines()
    assert lines[0] == 'name = "a \\"b\\""'
    assert lines[3:6] == ["decks = 1", "[values]", "hearts = [" + ", ".join(["-1"] * 13) + "]"]
    assert lines[-1] == "awards = false"
