"""The rules that records name, and how records name rules."""

import functools
import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from gongzhu_sim.errors import InputError, nearest
from gongzhu_sim.records.reading import parse_json
from gongzhu_sim.rules import RuleSet, load_rules, preset_names
from gongzhu_sim.rules.packed import pack_rules

__all__ = ["DealRules", "find_rules", "name_rules", "pack_deal_rules", "read_rules"]

_KEPT_TABLES = 256
_LONGEST_TABLE = 20_000  # bytes; a complete table has about 1,300
_LONGEST_NAME = 60  # characters of a wrong name that a message repeats
_OR_TABLE = {"rules": " or a table of rules", "rules: base": ""}


@dataclass(frozen=True, eq=False)
class DealRules:
    """Rules as records need them.

    Attributes
    ----------
    rules : RuleSet
    packed_first, packed_later : ndarray of RULES, shape (1,)
        For the first deal of a match and for later ones; see :func:`pack_deal_rules`.
    """

    rules: RuleSet
    packed_first: np.ndarray
    packed_later: np.ndarray


def pack_deal_rules(rules: RuleSet, *, first_deal: bool) -> np.ndarray:
    """Pack rules for a first deal or for a later one of a match.

    Parameters
    ----------
    rules : RuleSet
    first_deal : bool
        In a later deal no card is named for the first lead, unless ``play.later_lead`` is
        ``named_card``.

    Returns
    -------
    ndarray of RULES, shape (1,)
    """
    packed = pack_rules(rules)
    if not first_deal and rules.play.later_lead != "named_card":
        packed["first_lead"] = 0
    return packed


@functools.lru_cache(maxsize=_KEPT_TABLES)
def read_rules(text: bytes) -> DealRules:
    """Return the rules that the JSON of a record's ``rules`` entry stands for.

    Parameters
    ----------
    text : bytes
        A preset's name, or a table of fields (``base`` may name a preset). No file is opened.

    Returns
    -------
    DealRules
        Those of the last 256 different texts are kept.

    Raises
    ------
    InputError
        If there is no such preset, or the table is wrong.

    Examples
    --------
    >>> read_rules(b'{"base": "qq", "settlement": {"scale": 1}}').rules.settlement.scale
    1
    """
    if len(text) > _LONGEST_TABLE:
        raise InputError(
            f"rules: the entry has {len(text):,} bytes; at most {_LONGEST_TABLE:,} are read"
        )
    entry = parse_json(text)
    if isinstance(entry, dict):
        if "base" in entry:
            _check_preset(entry["base"], where="rules: base")
    else:
        _check_preset(entry, where="rules")
    rules = load_rules(entry)
    return DealRules(
        rules,
        pack_deal_rules(rules, first_deal=True),
        pack_deal_rules(rules, first_deal=False),
    )


def find_rules(record: Mapping[str, Any]) -> DealRules:
    """Return the rules of a record.

    Parameters
    ----------
    record : mapping
        Its entries.

    Raises
    ------
    InputError
        If it names no rules, or as :func:`read_rules`.

    Examples
    --------
    >>> find_rules({"rules": "pagat"}).rules.play.first_lead
    'S2'
    """
    if "rules" not in record:
        raise InputError("rules are missing: a preset's name or a table of rules")
    try:
        return read_rules(json.dumps(record["rules"]).encode())
    except TypeError:
        raise InputError("rules must be a preset's name or a table of rules") from None


def _check_preset(name: object, *, where: str) -> None:
    if not isinstance(name, str):
        raise InputError(f"{where} must be a preset's name{_OR_TABLE[where]}")
    if name not in preset_names():
        shown = name if len(name) <= _LONGEST_NAME else name[: _LONGEST_NAME - 1] + "…"
        raise InputError(f"{where}: unknown preset {shown!r}{nearest(shown, preset_names())}")


def name_rules(rules: RuleSet) -> str | dict[str, Any]:
    """Return what stands for rules in a record; the inverse of :func:`read_rules`.

    Parameters
    ----------
    rules : RuleSet

    Returns
    -------
    str or dict
        The name if a preset of that name has exactly these rules, else the whole table.

    Examples
    --------
    >>> name_rules(load_rules("pagat"))
    'pagat'
    >>> name_rules(load_rules("qq").replace({"values.pig": -90}))["values"]["pig"]
    -90
    """
    if rules.name in preset_names() and load_rules(rules.name) == rules:
        return rules.name
    return rules.to_dict()
