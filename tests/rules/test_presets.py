"""Every preset against its row: what it plays differently from qq, and nothing else."""

import importlib.util
from pathlib import Path

import pytest

from gongzhu_sim.rules import load_rules, preset_names
from gongzhu_sim.rules.ruleset import FIELDS

ROOT = Path(__file__).parents[2]
ABOUT = ("name", "title", "source")

RAW = {"settlement.kind": "raw", "settlement.scale": 1}
PARTNERS = {"teams.mode": "opposite"}
DOUBLE = {
    "decks": 2,
    "declaration.forced_last": False,
    "all_hearts.value": 400,
    "slam.base": 1600,
    "settlement.scale": 1,
}
BOOK = {
    **RAW,
    "declaration.marker": "3",
    "declaration.first_draw": True,
    "declaration.self_capture": 2,
    "declaration.discard_before_led": False,
    "declaration.forced_last": False,
    "all_hearts.value": "flip",
    "play.first_lead": "draw",
    "play.must_lead_it": False,
    "match.win_at": 1000,
}
DRAWN = {"play.first_lead": "draw", "play.must_lead_it": False, "play.later_lead": "rotate"}
TEAM_SUM = {"settlement.kind": "team_sum", "settlement.scale": 1}


def without(changes: dict[str, object], *fields: str) -> dict[str, object]:
    """Return changes less those that go back to the value of qq."""
    return {path: value for path, value in changes.items() if path not in fields}


PRESETS: dict[str, dict[str, object]] = {
    "qq": {},
    "qq-partners": {**PARTNERS, "settlement.kind": "teams"},
    "qq-double": DOUBLE,
    "qq-double-partners": {**DOUBLE, **PARTNERS, "settlement.kind": "teams"},
    "lianzhong-partners": {**PARTNERS, "settlement.kind": "team_sum", "settlement.scale": 6},
    "lianzhong-pooled": {**PARTNERS, "teams.pooled": True, "settlement.kind": "team_sum"},
    "huapai": BOOK,
    "huapai-forced": without(BOOK, "declaration.forced_last"),
    "huapai-hidden": {**BOOK, "declaration.hidden": True},
    "huapai-all": {**without(BOOK, "declaration.first_draw"), "declaration.mode": "all"},
    "huapai-all-but-goat": {
        **without(BOOK, "declaration.first_draw"),
        "declaration.mode": "all_but_goat",
    },
    "huapai-colour": {**BOOK, "play.discard_colour": "penalty"},
    "huapai-double": {
        **without(
            BOOK,
            "declaration.marker",
            "declaration.discard_before_led",
            "play.first_lead",
            "play.must_lead_it",
        ),
        "decks": 2,
        "slam.base": 1600,
    },
    "pips": {**RAW, "values.hearts": "pips"},
    "red-bonus": {
        **RAW,
        "values.hearts": "scientific",
        "all_hearts.value": "flip",
        "all_hearts.bonus": 200,
    },
    "colour-change": {
        **RAW,
        "all_hearts.pig": "flip",
        "all_hearts.goat": "flip",
        "all_hearts.scope": "everyone",
        "all_hearts.choice": True,
    },
    "pig-goat": {**TEAM_SUM, "declaration.mode": "none", "teams.mode": "pig_goat"},
    "scientific": {
        **TEAM_SUM,
        **DRAWN,
        **PARTNERS,
        "values.hearts": "scientific",
        "declaration.mode": "none",
        "all_hearts.value": "flip",
        "slam.value": 1000,
        "match.win_at": 1000,
        "match.awards": True,
    },
    "pagat": {
        **RAW,
        "declaration.forced_last": False,
        "play.first_lead": "S2",
        "all_hearts.pig": "flip",
    },
    "taiwan": {
        **RAW,
        "values.hearts": "pips",
        "declaration.forced_last": False,
        "play.first_lead": "S7",
        "play.must_lead_it": False,
        "all_hearts.pig": "flip",
        "all_hearts.goat": "flip",
        "slam.value": 1000,
    },
    "scrofazero": {
        **TEAM_SUM,
        **DRAWN,
        **PARTNERS,
        "declaration.mode": "none",
        "slam.value": "none",
    },
}


def test_the_presets_are_these():
    assert preset_names() == ["qq", *sorted(set(PRESETS) - {"qq"})]


@pytest.mark.parametrize("name", PRESETS)
def test_a_preset_differs_from_qq_in_this_only(name):
    qq, rules = load_rules("qq"), load_rules(name)
    differing = {path: rules.field(path) for path in FIELDS if rules.field(path) != qq.field(path)}
    assert without(differing, *ABOUT) == PRESETS[name]
    assert rules.name == name
    assert rules.title and rules.source


def test_titles_tell_the_presets_apart():
    assert len({load_rules(name).title for name in PRESETS}) == len(PRESETS)


def test_qq_in_full():
    rules = load_rules("qq").to_dict()
    del rules["name"], rules["title"], rules["source"]
    assert rules == {
        "decks": 1,
        "values": {
            "hearts": "standard",
            "pig": -100,
            "goat": 100,
            "transformer": 50,
            "nothing": 0,
        },
        "declaration": {
            "mode": "optional",
            "marker": "A",
            "order": "simultaneous",
            "forced_last": True,
            "first_draw": False,
            "hidden": False,
            "discard_before_led": True,
            "self_capture": 1,
        },
        "play": {
            "first_lead": "C2",
            "must_lead_it": True,
            "later_lead": "pig_taker",
            "hearts_lead": "free",
            "discard_colour": "free",
        },
        "all_hearts": {
            "value": 200,
            "bonus": 0,
            "pig": "keep",
            "goat": "keep",
            "scope": "own",
            "choice": False,
        },
        "transformer": {"zero_is_alone": "never"},
        "slam": {"value": "shares", "base": 800, "bonus": 0},
        "teams": {"mode": "none", "pooled": False},
        "settlement": {"kind": "zero_sum", "scale": 12, "cap": "none"},
        "coins": {"rake": 0.1},
        "match": {
            "lose_at": -1000,
            "win_at": "none",
            "pigs": "lowest",
            "deals": "none",
            "awards": False,
        },
    }


@pytest.mark.parametrize("name", PRESETS)
def test_a_preset_survives_text_and_dicts(name, tmp_path):
    rules = load_rules(name)
    path = tmp_path / "again.toml"
    path.write_text(rules.to_toml(), encoding="utf-8")
    assert load_rules(path) == rules
    assert load_rules(rules.to_dict()) == rules
    assert load_rules(rules) is rules


@pytest.mark.parametrize("name", PRESETS)
def test_a_rule_file_may_start_from_any_preset(name, tmp_path):
    path = tmp_path / "house.toml"
    path.write_text(f'base = "{name}"\n[values]\npig = -150\n', encoding="utf-8")
    rules = load_rules(path)
    assert rules == load_rules(name, changes={"values.pig": -150, "name": "house"})


def test_the_tables_of_the_rules_page_are_up_to_date():
    script = ROOT / "docs" / "make_rules_table.py"
    spec = importlib.util.spec_from_file_location("make_rules_table", script)
    assert spec is not None and spec.loader is not None
    maker = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(maker)
    page = (ROOT / "docs" / "rules.md").read_text(encoding="utf-8")
    assert maker.fill_in(page) == page, "run docs/make_rules_table.py"
    for name in PRESETS:
        assert f"`{name}`" in maker.make_tables()
