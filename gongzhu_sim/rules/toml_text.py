"""Writes a rule set as TOML: plain fields first, then one table after the other.

Lists stay on one line, so that the 13 hearts read as the row they are.
"""

import json
from collections.abc import Mapping

__all__ = ["format_toml"]


def format_toml(tables: Mapping[str, object]) -> str:
    """Return TOML text for plain fields and tables of plain fields.

    Parameters
    ----------
    tables : mapping
        Text, bool, int, float, lists of these, and mappings of them.

    Returns
    -------
    str
        The TOML document, ending in a line break.

    Examples
    --------
    >>> print(format_toml({"decks": 1, "values": {"hearts": "pips", "pig": -100}}), end="")
    decks = 1
    [values]
    hearts = "pips"
    pig = -100
    """
    lines = [
        _format_field(key, value) for key, value in tables.items() if not isinstance(value, Mapping)
    ]
    for key, value in tables.items():
        if isinstance(value, Mapping):
            lines.append(f"[{key}]")
            lines += [_format_field(name, each) for name, each in value.items()]
    return "\n".join(lines) + "\n"


def _format_field(key: str, value: object) -> str:
    # JSON's text, numbers, bools and lists are TOML's too, once DEL is escaped.
    text = json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
    return f"{key} = {text}"
