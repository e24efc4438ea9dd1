"""``gongzhu rules``."""

import json
import tomllib

import pytest

from gongzhu_sim.cli.main import main
from gongzhu_sim.cli.options import complete_rules
from gongzhu_sim.rules import load_rules, preset_names


def printed(capsys, *args: str) -> str:
    assert main(["rules", *args]) == 0
    captured = capsys.readouterr()
    assert captured.err == ""
    return captured.out


def test_every_preset_has_its_line(capsys):
    lines = printed(capsys).splitlines()
    first_words = [line.split()[0] for line in lines if line.strip()]
    assert set(preset_names()) <= set(first_words)


def test_the_list_as_json(capsys):
    rows = json.loads(printed(capsys, "--json"))
    assert [row["name"] for row in rows] == list(preset_names())
    assert all(row["title"] and row["source"] for row in rows)


@pytest.mark.parametrize("name", preset_names())
def test_a_preset_in_full_reads_back_as_itself(name, capsys, tmp_path):
    file = tmp_path / "again.toml"
    file.write_text(printed(capsys, name), encoding="utf-8")
    assert load_rules(str(file)) == load_rules(name)


def test_a_changed_field_is_printed(capsys):
    text = printed(capsys, "qq", "--set", "all_hearts.value=-200")
    assert tomllib.loads(text)["all_hearts"]["value"] == -200
    document = json.loads(printed(capsys, "qq", "--set", "all_hearts.value=-200", "--json"))
    assert document["all_hearts"]["value"] == -200


@pytest.mark.parametrize(
    ("args", "status", "hint"),
    [
        (["pagta"], 2, "'pagat'"),
        (["qq", "--set", "all_harts.value=1"], 2, "all_hearts"),
        (["--set", "decks=1"], 2, "gongzhu rules NAME --set FIELD=VALUE"),
    ],
)
def test_a_wrong_name_is_one_line(args, status, hint, capsys):
    assert main(["rules", *args]) == status
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.startswith("gongzhu: ")
    assert hint in captured.err


def test_names_complete():
    assert dict(complete_rules("qq"))["qq"] == load_rules("qq").title
    assert complete_rules("no such") == []
