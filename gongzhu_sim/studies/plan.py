"""Plans: what a study plays and counts, read from TOML and checked in full beforehand."""

import tomllib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any, Final

from pydantic import (
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    ValidationError,
    ValidationInfo,
    model_validator,
)

from gongzhu_sim.errors import GongzhuError, InputError, UsageError
from gongzhu_sim.rules import RuleSet, load_rules, preset_names
from gongzhu_sim.rules.problems import nearest_field, show_value
from gongzhu_sim.strategies import parse_line_up
from gongzhu_sim.studies.tally import MATCHES, get_tally, is_passively_declared

__all__ = ["LARGEST", "Plan", "load_plan"]

LARGEST: Final = 2**64 - 1
"""The largest seed, and the largest index of a deal."""


def _read_rules(given: object, info: ValidationInfo) -> object:
    folder: Path = (info.context or {}).get("folder", Path())
    source: Any = given
    if isinstance(given, str) and given not in preset_names():
        beside = folder / given  # files are looked for beside the plan
        source = beside if beside.is_file() else given
    elif not isinstance(given, (str, Mapping, RuleSet)):
        raise ValueError(
            f"{show_value(given)} is not allowed; allowed: a preset's name, a file of rules or a "
            "table of rules"
        )
    try:
        return load_rules(source)
    except GongzhuError as error:
        raise ValueError(str(error)) from None


def _read_line_up(given: object) -> str:
    if not isinstance(given, str):
        raise ValueError(
            f'{show_value(given)} is not allowed; allowed: a line-up, as "folk" or '
            '"folk,random,folk,random"'
        )
    try:
        parse_line_up(given)
    except GongzhuError as error:
        raise ValueError(str(error)) from None
    return given.strip()


def _read_table(given: object) -> str:
    if not isinstance(given, str):
        raise ValueError(f"{show_value(given)} is not allowed; allowed: a table's name")
    try:
        return get_tally(given).name
    except UsageError as error:
        raise ValueError(str(error)) from None


_Rules = Annotated[RuleSet, BeforeValidator(_read_rules)]
_LineUp = Annotated[str, BeforeValidator(_read_line_up)]
_TableName = Annotated[str, BeforeValidator(_read_table)]


class Plan(BaseModel):
    """A study: every rule set meets every line-up on the same deals.

    Attributes
    ----------
    name : str
        What the study and its folder are called.
    title, description : str
        One line, and the question in a few sentences.
    seed, first, deals : int
        The deals of every cell: master seed, index of the first one, and how many.
    matches : int
        The matches of every cell, where a table counts matches: their indices begin at `first`
        too, and the first deal of a match is the single deal of that index.
    rules : tuple of RuleSet
        From presets, files (looked for beside the plan) or tables.
    players : tuple of str
        Line-ups, each of one player for all seats or of four.
    tables : tuple of str
        Names of tallies.
    """

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)

    name: Annotated[
        str,
        Field(
            pattern=r"^[A-Za-z0-9][A-Za-z0-9._-]*$",
            description="a folder's name of letters, digits, '.', '_' and '-'",
        ),
    ]
    title: Annotated[str, Field(description="text")] = ""
    description: Annotated[str, Field(description="text")] = ""
    seed: Annotated[int, Field(ge=0, le=LARGEST, description="a whole number from 0 to 2**64 - 1")]
    first: Annotated[
        int, Field(ge=0, le=LARGEST, description="a whole number from 0 to 2**64 - 1")
    ] = 0
    deals: Annotated[int, Field(ge=1, le=LARGEST, description="a whole number from 1 to 2**64 - 1")]
    matches: Annotated[
        int, Field(ge=0, le=LARGEST, description="a whole number from 0 to 2**64 - 1")
    ] = 0
    rules: Annotated[
        tuple[_Rules, ...], Field(min_length=1, description="a list of rules, not empty")
    ]
    players: Annotated[
        tuple[_LineUp, ...], Field(min_length=1, description="a list of line-ups, not empty")
    ]
    tables: Annotated[
        tuple[_TableName, ...], Field(min_length=1, description="a list of tables, not empty")
    ]

    @model_validator(mode="after")
    def _check_together(self) -> "Plan":
        faults = []
        if self.first + self.deals - 1 > LARGEST:
            faults.append("first + deals: the last deal's index is above 2**64 - 1")
        if self.first + self.matches - 1 > LARGEST:
            faults.append("first + matches: the last match's index is above 2**64 - 1")
        of_matches = [name for name in self.tables if get_tally(name).unit == MATCHES]
        if of_matches and not self.matches:
            faults.append(f"matches is missing: table {of_matches[0]!r} counts so many a cell")
        if self.matches and not of_matches:
            faults.append(f"matches = {self.matches}: no table of the plan counts matches")
        names = [rules.name for rules in self.rules]
        for field, labels in (("rules", names), ("players", self.players), ("tables", self.tables)):
            faults += [
                f"{field}[{i}]: {label!r} stands there twice; rows could not be told apart"
                for i, label in enumerate(labels)
                if label in labels[:i]
            ]
        for name in self.tables:
            silent = not any(is_passively_declared(rules) for rules in self.rules)
            if get_tally(name).passive and silent:
                faults.append(
                    f"tables: {name!r} has nothing to count: it needs rules of one deck under "
                    f"which seats choose what they declare, and these are {', '.join(names)}"
                )
        if faults:
            raise ValueError("\n".join(faults))
        return self


def load_plan(source: str | Path | Mapping[str, Any]) -> Plan:
    """Return a plan whose rules, players and tables all exist.

    Parameters
    ----------
    source : str, Path or mapping
        A TOML file, or the same as nested dicts.

    Returns
    -------
    Plan

    Raises
    ------
    UsageError
        If there is no such file.
    InputError
        If the plan is wrong; the message lists everything that is, one line each.

    Examples
    --------
    >>> plan = load_plan({"name": "small", "seed": 1, "deals": 1000, "rules": ["qq"],
    ...                   "players": ["random"], "tables": ["shoots"]})
    >>> plan.rules[0].settlement.scale
    12
    """
    if isinstance(source, Mapping):
        return _read_plan(source, where="plan", folder=Path())
    path = Path(source)
    if not path.exists():
        raise UsageError(f"{path}: no such plan")
    try:
        data = tomllib.loads(path.read_bytes().decode("utf-8-sig"))
    except OSError as error:
        raise InputError(f"{path}: cannot be read: {error.strerror or error}") from None
    except UnicodeDecodeError:
        raise InputError(f"{path}: not UTF-8 text") from None
    except (ValueError, RecursionError) as error:
        raise InputError(f"{path}: not readable as TOML: {error}") from None
    return _read_plan(data, where=str(path), folder=path.parent)


def _read_plan(data: Mapping[str, Any], *, where: str, folder: Path) -> Plan:
    # strict models take lists for tuples from JSON only, so they are turned here
    given = {key: tuple(each) if isinstance(each, list) else each for key, each in data.items()}
    try:
        return Plan.model_validate(given, context={"folder": folder})
    except ValidationError as error:
        lines = _describe(error, data)
        raise InputError("\n".join(f"{where}: {line}" for line in lines)) from None


def _describe(error: ValidationError, data: Mapping[str, Any]) -> list[str]:
    lines: dict[str, None] = {}  # a set that keeps its order
    missing = []
    for fault in error.errors(include_url=False):
        path = _path(fault["loc"])
        field = Plan.model_fields.get(path)
        if fault["type"] == "missing":
            missing.append(path)
        elif fault["type"] == "too_short" and data[path]:
            continue  # its items are wrong, which is told below
        elif fault["type"] == "extra_forbidden":
            lines[f"unknown field {path!r}{nearest_field(path, Plan.model_fields)}"] = None
        elif fault["type"] == "value_error":
            cause = str(fault.get("ctx", {}).get("error", fault["msg"]))
            prefix = f"{path}: " if path else ""
            lines |= dict.fromkeys(prefix + line for line in cause.splitlines())
        else:
            allowed = field.description if field is not None else fault["msg"]
            lines[f"{path} = {show_value(data[path])} is not allowed; allowed: {allowed}"] = None
    if missing:
        lines[f"missing: {', '.join(missing)}"] = None
    return list(lines)


def _path(loc: Sequence[int | str]) -> str:
    """Return where in the file a fault is, as ``rules[1]``."""
    path = ""
    for part in loc:
        path += f"[{part}]" if isinstance(part, int) else f".{part}" if path else part
    return path
