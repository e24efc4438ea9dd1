"""The rules that records name, and how records name rules."""

import functools
import json
from dataclasses import dataclass
from typing import Any

import numpy as np

from gongzhu_sim.errors import InputError, nearest
from gongzhu_sim.rules import RuleSet, load_rules, preset_names
from gongzhu_sim.rules.packed import pack_rules

__all__ = ["DealRules", "find_rules", "name_rules", "pack_deal_rules"]

_KEPT_TABLES = 256
_LONGEST_TABLE = 20_000  # characters; a complete table has about 1,300


@dataclass(frozen=True, eq=False)
class DealRules:
    """Rules as records need them; the same rules are the same object while they are kept.

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


def find_rules(entry: object) -> DealRules:
    """Return the rules that a record's ``rules`` entry stands for.

    Parameters
    ----------
    entry : object
        A preset's name, or a table of fields (``base`` may name a preset). No file is opened.

    Returns
    -------
    DealRules
        Those of the last 256 different tables are kept.

    Raises
    ------
    InputError
        If there is no such preset, the table is wrong, or a rule is not built yet.

    Examples
    --------
    >>> find_rules({"base": "qq", "settlement": {"scale": 1}}).rules.settlement.scale
    1
    """
    if isinstance(entry, str):
        _check_preset(entry, where="rules")
        return _preset_rules(entry)
    if not isinstance(entry, dict):
        raise InputError("rules must be a preset's name or a table of rules")
    if "base" in entry:
        base = entry["base"]
        if not isinstance(base, str):
            raise InputError("rules: base must be a preset's name")
        _check_preset(base, where="rules: base")
    text = json.dumps(entry, sort_keys=True)
    if len(text) > _LONGEST_TABLE:
        raise InputError(
            f"rules: the table has {len(text):,} characters; at most {_LONGEST_TABLE:,} are read"
        )
    return _table_rules(text)


def _check_preset(name: str, *, where: str) -> None:
    if name not in preset_names():
        shown = name if len(name) <= 60 else name[:59] + "…"
        raise InputError(f"{where}: unknown preset {shown!r}{nearest(shown, preset_names())}")


@functools.cache
def _preset_rules(name: str) -> DealRules:
    return _prepare(load_rules(name))


@functools.lru_cache(maxsize=_KEPT_TABLES)
def _table_rules(text: str) -> DealRules:
    return _prepare(load_rules(json.loads(text)))


def _prepare(rules: RuleSet) -> DealRules:
    return DealRules(
        rules,
        pack_deal_rules(rules, first_deal=True),
        pack_deal_rules(rules, first_deal=False),
    )


def name_rules(rules: RuleSet) -> str | dict[str, Any]:
    """Return what stands for rules in a record; the inverse of :func:`find_rules`.

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
