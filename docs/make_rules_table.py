"""Writes the tables of every rule field under every preset into docs/rules.md.

Run it after a change of the presets: python docs/make_rules_table.py
"""

import json
from pathlib import Path

from gongzhu_sim.rules import load_rules, preset_names
from gongzhu_sim.rules.ruleset import FIELDS

PAGE = Path(__file__).parent / "rules.md"
BEGIN = "<!-- the tables below are written by docs/make_rules_table.py -->"
END = "<!-- end of the tables -->"
ABOUT = ("name", "title", "source")
SAME = "·"

GROUPS = {
    "Online rooms": (
        "qq-partners",
        "qq-double",
        "qq-double-partners",
        "lianzhong-partners",
        "lianzhong-pooled",
    ),
    "The book": (
        "huapai",
        "huapai-forced",
        "huapai-hidden",
        "huapai-all",
        "huapai-all-but-goat",
        "huapai-colour",
        "huapai-double",
    ),
    "One thing different from qq": ("pips", "red-bonus", "colour-change", "pig-goat"),
    "Other traditions": ("scientific", "pagat", "taiwan", "scrofazero"),
}


def show(value: object) -> str:
    """Return a value as a rule file has it, text without its quotes."""
    text = value if isinstance(value, str) else json.dumps(value)
    return text.replace("-", "−") if isinstance(value, int) else text


def make_table(presets: tuple[str, ...]) -> list[str]:
    """Return the lines of one table: fields in rows, qq and the presets in columns."""
    qq, others = load_rules("qq"), [load_rules(name) for name in presets]
    lines = ["| field | `qq` | " + " | ".join(f"`{name}`" for name in presets) + " |"]
    lines.append("|---" * (len(presets) + 2) + "|")
    for path in FIELDS:
        if path in ABOUT:
            continue
        default = show(qq.field(path))
        cells = [show(rules.field(path)) for rules in others]
        cells = [SAME if cell == default else f"**{cell}**" for cell in cells]
        lines.append(f"| `{path}` | {default} | " + " | ".join(cells) + " |")
    return lines


def make_tables() -> str:
    """Return all tables; every preset is in one of them."""
    shown = ["qq", *(name for group in GROUPS.values() for name in group)]
    if sorted(shown) != sorted(preset_names()):
        raise SystemExit("GROUPS in docs/make_rules_table.py does not name every preset once")
    parts = []
    for title, presets in GROUPS.items():
        parts += [f"### {title}", "", *make_table(presets), ""]
    return "\n".join(parts)


def fill_in(page: str) -> str:
    """Return the page with the tables put in their place."""
    before, _, rest = page.partition(BEGIN)
    _, _, after = rest.partition(END)
    return f"{before}{BEGIN}\n\n{make_tables()}\n{END}{after}"


if __name__ == "__main__":
    PAGE.write_text(fill_in(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
