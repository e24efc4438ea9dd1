"""Rule sets from presets, TOML files and dicts.

A file or dict is complete, or says ``base = "qq"`` (a preset, or another file beside it) and
only what differs. One that names no base and leaves a field out is refused: a rule that nobody
wrote down should not be played in silence.
"""

import functools
import re
import tomllib
from collections.abc import Iterable, Mapping
from importlib import resources
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from gongzhu_sim.errors import InputError, UsageError, nearest
from gongzhu_sim.rules.problems import describe_problems, nearest_field, show_value
from gongzhu_sim.rules.ruleset import FIELDS, RuleSet, label_variant

__all__ = ["load_rules", "parse_changes", "preset_names"]

_FREE_TEXT = ("name", "title", "source")
_PLACE = re.compile(r" \(at (?:line (\d+), column (\d+)|end of document)\)$")


def load_rules(
    source: str | Path | Mapping[str, Any] | RuleSet,
    *,
    changes: Mapping[str, object] | None = None,
) -> RuleSet:
    """Return the rule set of a preset, a file or a dict.

    Parameters
    ----------
    source : str, Path, mapping or RuleSet
        A preset's name (see :func:`preset_names`), the path of a TOML file, nested dicts in
        the layout of such a file, or a rule set.
    changes : mapping of str to object, optional
        Fields to change, by dotted path; see :meth:`RuleSet.replace`.

    Returns
    -------
    RuleSet
        The rules. Without a name of its own, a file's rules are called after the file, those
        of a dict after its base and what differs from it.

    Raises
    ------
    UsageError
        If there is no such preset or file, or `changes` are wrong.
    InputError
        If a file or dict was read and found wrong; the message lists everything that is wrong,
        one line each.

    Examples
    --------
    >>> load_rules("pagat").play.first_lead
    'S2'
    >>> load_rules({"base": "qq", "settlement": {"scale": 1}}).name
    'qq+settlement.scale=1'
    >>> load_rules("qq", changes={"slam.value": "none"}).slam.value
    'none'
    """
    rules = _read(source)
    return rules.replace(changes) if changes else rules


def preset_names() -> list[str]:
    """Return the names of the presets, ``qq`` first and the rest sorted.

    Examples
    --------
    >>> preset_names()[:2]
    ['qq', 'colour-change']
    """
    return list(_preset_names())


def parse_changes(settings: Iterable[str]) -> dict[str, object]:
    """Return changes for :func:`load_rules` from ``FIELD=VALUE`` texts.

    Parameters
    ----------
    settings : iterable of str
        Each a dotted path and a TOML value; text needs no quotes. Of several for one field the
        last one counts.

    Returns
    -------
    dict of str to object
        Values by dotted path.

    Raises
    ------
    UsageError
        If a text has no ``=`` or names an unknown field; every fault is listed.

    Examples
    --------
    >>> parse_changes(["all_hearts.value=-200", "play.first_lead=S2"])
    {'all_hearts.value': -200, 'play.first_lead': 'S2'}
    """
    changes: dict[str, object] = {}
    problems = []
    for setting in settings:
        path, equals, text = (part.strip() for part in setting.partition("="))
        if not equals:
            problems.append(
                f"{setting!r} is no change; write FIELD=VALUE, as all_hearts.value=-200"
            )
        elif path not in FIELDS:
            problems.append(f"unknown field {path!r}{nearest_field(path, FIELDS)}")
        else:
            value = _parse_value(text)
            free = path in _FREE_TEXT and not isinstance(value, str)
            changes[path] = text if free else value
    if problems:
        raise UsageError("\n".join(problems))
    return changes


def _parse_value(text: str) -> object:
    """Return a TOML value, or the text itself if it is none."""
    try:
        document = tomllib.loads(f"value = {text}")
    except (ValueError, RecursionError):
        return text
    return document["value"] if len(document) == 1 else text


def _read(source: object) -> RuleSet:
    if isinstance(source, RuleSet):
        return source
    if isinstance(source, Mapping):
        return _from_table(source, where="rules", folder=Path(), opened=())
    if isinstance(source, str):
        if source in _preset_names():
            return _read_preset(source)
        if not (_looks_like_path(source) or Path(source).is_file()):
            raise UsageError(f"unknown rules {source!r}{nearest(source, _preset_names())}")
    elif not isinstance(source, Path):
        raise UsageError(
            f"rules cannot be read from {source!r}; give a preset's name, a TOML file or a dict"
        )
    if not Path(source).exists():
        raise UsageError(f"{source}: no such file of rules")
    return _read_file(Path(source), opened=())


def _looks_like_path(text: str) -> bool:
    return text.endswith(".toml") or "/" in text or "\\" in text


def _preset_folder() -> Any:
    return resources.files("gongzhu_sim.rules") / "presets"


@functools.cache
def _preset_names() -> tuple[str, ...]:
    files = (item.name for item in _preset_folder().iterdir() if item.name.endswith(".toml"))
    names = (file.removesuffix(".toml") for file in files)
    return tuple(sorted(names, key=lambda name: (name != "qq", name)))


@functools.cache
def _read_preset(name: str) -> RuleSet:
    where = f"preset {name}"
    data = (_preset_folder() / f"{name}.toml").read_bytes()
    return _from_table(_parse_toml(data, where=where), where=where, folder=Path(), opened=())


def _read_file(path: Path, *, opened: tuple[Path, ...]) -> RuleSet:
    """Return the rules of a file; `opened` are the files that led here through their bases."""
    here = path.resolve()
    if here in opened:
        chain = " → ".join(each.name for each in (*opened[opened.index(here) :], here))
        raise InputError(f"{path}: base leads round in a circle: {chain}")
    try:
        content = path.read_bytes()
    except OSError as error:
        raise InputError(f"{path}: cannot be read: {error.strerror or error}") from None
    table = _parse_toml(content, where=str(path))
    rules = _from_table(table, where=str(path), folder=path.parent, opened=(*opened, here))
    return rules if "name" in table else rules.model_copy(update={"name": path.stem})


def _parse_toml(content: bytes, *, where: str) -> dict[str, Any]:
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        raise InputError(f"{where}: line {line}: not UTF-8 text") from None
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise InputError(f"{where}: {_place_toml_error(str(error), text)}") from None
    except (ValueError, RecursionError) as error:  # numbers or nesting beyond all measure
        raise InputError(f"{where}: not readable as TOML: {error}") from None


def _place_toml_error(message: str, text: str) -> str:
    place = _PLACE.search(message)
    if place is None:
        return message
    lines = text.split("\n")
    line, column = place.groups() if place[1] else (len(lines), len(lines[-1]) + 1)
    return f"line {line}, column {column}: {message[: place.start()]}"


def _from_table(
    table: Mapping[str, Any], *, where: str, folder: Path, opened: tuple[Path, ...]
) -> RuleSet:
    data = {
        key: dict(value) if isinstance(value, Mapping) else value for key, value in table.items()
    }
    base = None
    if "base" in data:
        base = _read_base(data.pop("base"), where=where, folder=folder, opened=opened)
        data = _lay_over(base.to_dict(), data)
    try:
        rules = RuleSet.model_validate(data)
    except ValidationError as error:
        problems = describe_problems(error, RuleSet, data)
        raise InputError("\n".join(f"{where}: {line}" for line in problems)) from None
    return rules if base is None or "name" in table else label_variant(base, rules)


def _read_base(base: object, *, where: str, folder: Path, opened: tuple[Path, ...]) -> RuleSet:
    if isinstance(base, str) and base in _preset_names():
        return _read_preset(base)
    if isinstance(base, str) and _looks_like_path(base):
        path = folder / base
        if path.exists():
            return _read_file(path, opened=opened)
        raise InputError(f"{where}: base = {show_value(base)}: no such file ({path})")
    hint = nearest(base, _preset_names()) if isinstance(base, str) else ""
    raise InputError(
        f"{where}: base = {show_value(base)} is not allowed; "
        f"allowed: a preset's name or the path of a TOML file{hint}"
    )


def _lay_over(base: dict[str, Any], table: Mapping[str, Any]) -> dict[str, Any]:
    """Return `base` with what `table` says put in its place, table by table."""
    merged = dict(base)
    for key, value in table.items():
        below = merged.get(key)
        if isinstance(below, dict) and isinstance(value, dict):
            merged[key] = {**below, **value}
        else:
            merged[key] = value
    return merged
