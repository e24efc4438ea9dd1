"""Loading: presets, files, bases, changes, and what each kind of mistake is answered with."""

import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from gongzhu_sim.errors import GongzhuError, InputError, UsageError
from gongzhu_sim.rules import RuleSet, load_rules, parse_changes


def write(folder: Path, name: str, text: str) -> Path:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path


def refusal(source: Any, kind: type[GongzhuError] = InputError, **options: Any) -> list[str]:
    with pytest.raises(kind) as caught:
        load_rules(source, **options)
    return str(caught.value).splitlines()


def test_a_file_may_say_only_what_differs(tmp_path):
    path = write(tmp_path, "house.toml", 'base = "pagat"\nall_hearts.value = -200\n')
    rules = load_rules(str(path))
    assert (rules.name, rules.all_hearts.value, rules.play.first_lead) == ("house", -200, "S2")
    assert rules == load_rules("pagat").replace({"all_hearts.value": -200, "name": "house"})


def test_a_base_may_be_another_file_beside_it(tmp_path):
    (tmp_path / "sub").mkdir()
    write(tmp_path, "a.toml", 'base = "qq"\n[values]\npig = -200\n')
    write(tmp_path / "sub", "b.toml", 'name = "b"\nbase = "../a.toml"\n[values]\ngoat = 200\n')
    rules = load_rules(tmp_path / "sub" / "b.toml")
    assert (rules.name, rules.values.pig, rules.values.goat) == ("b", -200, 200)


def test_a_dict_is_named_after_its_base_or_custom():
    assert load_rules({"base": "qq", "values": {"pig": -200}}).name == "qq+values.pig=-200"
    assert load_rules({"base": "qq"}) == load_rules("qq")
    complete = load_rules("qq").to_dict()
    del complete["name"], complete["title"]
    rules = load_rules(complete)
    assert (rules.name, rules.title) == ("custom", "")


def test_a_file_with_a_byte_order_mark_and_windows_line_ends(tmp_path):
    path = tmp_path / "windows.toml"
    path.write_bytes(b'\xef\xbb\xbfbase = "qq"\r\n[values]\r\npig = -200\r\n')
    assert load_rules(path).values.pig == -200


def test_a_variant_with_a_mistake_is_refused():
    assert refusal("qq", UsageError, changes={"values.pigs": 1}) == [
        "unknown field 'values.pigs'; did you mean 'values.pig' or 'match.pigs'?"
    ]


def test_unknown_presets_and_files(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert refusal("pagta", UsageError) == ["unknown rules 'pagta'; did you mean 'pagat'?"]
    assert "known: colour-change, huapai" in refusal("zzzzzz", UsageError)[0]
    assert refusal("no.toml", UsageError) == ["no.toml: no such file of rules"]
    assert refusal("sub/no", UsageError) == ["sub/no: no such file of rules"]
    assert refusal(Path("qq"), UsageError) == ["qq: no such file of rules"]
    assert "give a preset's name" in refusal(3, UsageError)[0]
    refusal("a\0b.toml", UsageError)
    assert "cannot be read" in refusal(tmp_path)[0]


def test_a_file_need_not_be_called_toml(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    write(tmp_path, "house", 'base = "qq"\n')
    assert load_rules("house").name == "house"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (b'base = "qq"\n[values]\npig = \n', "line 3, column 7: "),
        (b'base = "qq"\n[values', "line 2, column 8: "),
        (b'base = "qq"\nbase = "pips"\n', "line 2, column "),
        (b'base = "qq"\n\xff = 1\n', "line 2: not UTF-8 text"),
        (b"a = " + b"[" * 5000, "not readable as TOML"),
        (b"a = " + b"1" * 5000, "not readable as TOML"),
    ],
)
def test_text_that_is_not_toml(text, said, tmp_path):
    path = tmp_path / "bad.toml"
    path.write_bytes(text)
    (line,) = refusal(path)
    assert line.startswith(f"{path}: {said}")


def test_all_that_is_wrong_in_a_file_is_listed_at_once(tmp_path):
    path = write(
        tmp_path,
        "bad.toml",
        """
        base = "qq"
        decks = 2
        pig = -200
        slam = 3
        [values]
        gaot = 1
        hearts = [1, 2]
        [play]
        later_lead = "pig_take"
        first_lead = 1979-05-27
        [al_hearts]
        value = 1
        """,
    )
    lines = refusal(path)
    assert all(line.startswith(f"{path}: ") for line in lines)
    assert sorted(line.removeprefix(f"{path}: ") for line in lines) == sorted(
        [
            "unknown field 'pig'; did you mean 'values.pig' or 'all_hearts.pig'?",
            "slam = 3 is not allowed; allowed: a table of value, base, bonus",
            "unknown field 'values.gaot'; did you mean 'values.goat'?",
            'values.hearts = [1, 2] is not allowed; allowed: "standard", "pips", "scientific" or '
            "13 whole numbers from 2 to A, each from -1000000 to 1000000",
            'play.later_lead = "pig_take" is not allowed; allowed: "pig_taker", "named_card", '
            "\"rotate\"; did you mean 'pig_taker'?",
            'play.first_lead = "1979-05-27" is not allowed; allowed: "draw" or a card such as "C2"',
            "unknown field 'al_hearts'; did you mean 'all_hearts'?",
            "decks = 2 with declaration.forced_last = true: only with one deck are there four "
            "declarable cards of which the last can be forced; set declaration.forced_last = false",
        ]
    )


def test_missing_fields_are_listed_together():
    table = load_rules("qq").to_dict()
    del table["decks"], table["values"]["pig"], table["transformer"], table["slam"]["base"]
    table["values"]["goat"] = "x"
    assert refusal(table) == [
        'rules: values.goat = "x" is not allowed; allowed: a whole number from -1000000 to 1000000',
        "rules: missing: decks, values.pig, transformer.zero_is_alone, slam.base "
        '(give every field, or say base = "qq" and only what differs)',
    ]
    (line,) = refusal({})
    assert "declaration.self_capture" in line


def test_keys_that_are_no_text():
    assert refusal({"base": "qq", 4: 5})[0].startswith("rules: unknown field '4'; known: ")
    assert refusal({"base": "qq", "values": {4: 5}})[0].startswith(
        "rules: unknown field 'values.4'"
    )


@pytest.mark.parametrize(
    ("base", "said"),
    [
        ('"pagta"', "base = \"pagta\" is not allowed; allowed: a preset's name or the path of a "
                    "TOML file; did you mean 'pagat'?"),
        ("3", "base = 3 is not allowed; allowed: a preset's name"),
        ('"no.toml"', 'base = "no.toml": no such file'),
    ],
)  # fmt: skip
def test_a_base_that_is_not_there(base, said, tmp_path):
    path = write(tmp_path, "a.toml", f"base = {base}\n")
    (line,) = refusal(path)
    assert line.startswith(f"{path}: {said}")


def test_bases_in_a_circle(tmp_path):
    write(tmp_path, "a.toml", 'base = "b.toml"\n')
    write(tmp_path, "b.toml", 'base = "c.toml"\n')
    write(tmp_path, "c.toml", 'base = "b.toml"\n')
    (line,) = refusal(tmp_path / "a.toml")
    assert line.endswith("base leads round in a circle: b.toml → c.toml → b.toml")


def test_a_fault_is_reported_where_it_was_written(tmp_path):
    base = write(tmp_path, "a.toml", 'base = "qq"\n[values]\npig = "x"\n')
    path = write(tmp_path, "b.toml", 'base = "a.toml"\n[values]\ngoat = 1\n')
    (line,) = refusal(path)
    assert line.startswith(f"{base}: values.pig = ")


def test_changes_as_text():
    assert parse_changes(
        [
            "all_hearts.value=-200",
            "match.win_at = +1000",
            "play.first_lead=♣2",
            'slam.value="none"',
            "settlement.cap=none",
            "declaration.forced_last=false",
            "values.hearts=[0,0,0,0,0,0,0,0,0,0,0,0,-1]",
            "coins.rake=0.05",
            "name=7",
            "title=Our rules = best",
            "decks=1",
            "decks=2",
        ]
    ) == {
        "all_hearts.value": -200,
        "match.win_at": 1000,
        "play.first_lead": "♣2",
        "slam.value": "none",
        "settlement.cap": "none",
        "declaration.forced_last": False,
        "values.hearts": [0] * 12 + [-1],
        "coins.rake": 0.05,
        "name": "7",
        "title": "Our rules = best",
        "decks": 2,
    }
    assert parse_changes([]) == {}
    assert parse_changes(["values.pig=1\ndecks=2"]) == {"values.pig": "1\ndecks=2"}


def test_changes_as_text_that_are_wrong():
    with pytest.raises(UsageError) as caught:
        parse_changes(["all_hearts.value", "all_harts.value=1", "values.pig=1", "pigs=2"])
    first, second, third = str(caught.value).splitlines()
    assert first.startswith("'all_hearts.value' is no change; write FIELD=VALUE")
    assert second == (
        "unknown field 'all_harts.value'; did you mean 'all_hearts.value' or 'slam.value'?"
    )
    assert third == "unknown field 'pigs'; did you mean 'match.pigs'?"


def test_a_change_as_text_reaches_the_rules():
    rules = load_rules("pagat", changes=parse_changes(["play.first_lead=draw", "values.pig=-7"]))
    assert isinstance(rules, RuleSet)
    assert (rules.play.first_lead, rules.values.pig) == ("draw", -7)
    (line,) = refusal("qq", UsageError, changes=parse_changes(["values.pig=[1"]))
    assert line.startswith('values.pig = "[1" is not allowed')


def test_rules_load_without_numba():
    code = "import sys, gongzhu_sim.rules as r; r.load_rules('qq'); print('numba' in sys.modules)"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout.strip() == "False"
