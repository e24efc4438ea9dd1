"""Plans: read, checked in full, and refused with everything that is wrong."""

from pathlib import Path

import pytest

from gongzhu_sim.errors import InputError, UsageError
from gongzhu_sim.rules import load_rules, preset_names
from gongzhu_sim.studies import load_plan

EXPERIMENTS = Path(__file__).parents[2] / "experiments"
GOOD = {
    "name": "small",
    "seed": 1,
    "deals": 10,
    "rules": ["qq"],
    "players": ["random"],
    "tables": ["shoots"],
}


def refusal(plan: object) -> list[str]:
    with pytest.raises(InputError) as caught:
        load_plan(plan)  # pyright: ignore[reportArgumentType]
    return str(caught.value).splitlines()


def test_the_first_look_asks_for_what_it_should():
    plan = load_plan(EXPERIMENTS / "first_look.toml")
    assert [rules.name for rules in plan.rules] == ["qq", "pagat"]
    assert plan.players == ("random", "folk")
    assert plan.deals >= 1_000_000
    assert plan.tables == ("declaring", "shoots", "positions")


def test_every_rule_compares_all_presets():
    plan = load_plan(EXPERIMENTS / "every_rule.toml")
    assert sorted(rules.name for rules in plan.rules) == sorted(preset_names())
    assert set(plan.tables) == {"scores", "shoots", "positions", "matches"}
    assert plan.matches > 0


def test_rules_come_from_presets_files_and_tables(tmp_path):
    (tmp_path / "mine.toml").write_text('base = "qq"\n[settlement]\nscale = 1\n')
    (tmp_path / "plan.toml").write_text(
        'name = "small"\nseed = 1\ndeals = 10\nplayers = ["random"]\ntables = ["shoots"]\n'
        'rules = ["pagat", "mine.toml", {base = "qq", name = "flat", all_hearts = {value = 0}}]\n'
    )
    first, second, third = load_plan(tmp_path / "plan.toml").rules
    assert first == load_rules("pagat")
    assert (second.name, second.settlement.scale) == ("mine", 1)
    assert (third.name, third.all_hearts.value) == ("flat", 0)


def test_every_fault_is_listed_with_its_path(tmp_path):
    file = tmp_path / "plan.toml"
    file.write_text(
        'name = "a/b"\nseed = -1\nrules = ["qq", "pagta", 3, {base = "qq", values = {pgi = 1}}]\n'
        'players = ["radnom", "random:chanse=1"]\ntables = ["shots"]\nplayer = 1\n'
    )
    lines = refusal(file)
    expected = {
        "name = ": "allowed: a folder's name",
        "seed = -1": "0 to 2**64 - 1",
        "rules[1]: ": "did you mean 'pagat'",
        "rules[2]: ": "3 is not allowed",
        "rules[3]: ": "'values.pig'",
        "players[0]: ": "did you mean 'random'",
        "players[1]: ": "'chance'",
        "tables[0]: ": "did you mean 'shoots'",
        "unknown field 'player'": "'players'",
        "missing: ": "deals",
    }
    assert len(lines) == len(expected)
    for start, hint in expected.items():
        (line,) = [each for each in lines if each.startswith(f"{file}: {start}")]
        assert hint in line


@pytest.mark.parametrize(
    ("changes", "hint"),
    [
        ({"deals": 0}, "deals = 0 is not allowed"),
        ({"deals": True}, "deals = true is not allowed"),
        ({"deals": "10"}, 'deals = "10" is not allowed'),
        ({"seed": 2**64}, "from 0 to 2**64 - 1"),
        ({"first": 2**64 - 5}, "above 2**64 - 1"),
        ({"matches": -1}, "matches = -1 is not allowed"),
        ({"matches": 5}, "matches = 5: no table of the plan counts matches"),
        ({"tables": ["matches"]}, "matches is missing: table 'matches' counts so many a cell"),
        ({"first": 2**64 - 10, "tables": ["matches"], "matches": 11}, "first + matches"),
        ({"rules": []}, "a list of rules, not empty"),
        ({"players": "random"}, "a list of line-ups, not empty"),
        ({"players": [["random"]]}, "players[0]: "),
        ({"players": ["random,random"]}, "players[0]: 2 players given"),
        ({"tables": [1]}, "tables[0]: 1 is not allowed"),
        ({"rules": ["qq", "qq"]}, "rules[1]: 'qq' stands there twice"),
        ({"players": ["random", " random"]}, "players[1]: 'random' stands there twice"),
        ({"tables": ["declaring"], "rules": ["scrofazero"]}, "these are scrofazero"),
    ],
)
def test_a_wrong_value_is_one_line(changes, hint):
    (line,) = refusal(GOOD | changes)
    assert line.startswith("plan: ")
    assert hint in line


def test_a_missing_file_is_a_wrong_call(tmp_path):
    with pytest.raises(UsageError, match="no such plan"):
        load_plan(tmp_path / "none.toml")


@pytest.mark.parametrize("content", [b"name = ", b"\xff\xfe", b"a = 1\na = 2"])
def test_a_file_that_is_no_toml_is_refused(content, tmp_path):
    file = tmp_path / "plan.toml"
    file.write_bytes(content)
    (line,) = refusal(file)
    assert line.startswith(f"{file}: ")


def test_a_folder_is_refused(tmp_path):
    assert "cannot be read" in refusal(tmp_path)[0]
