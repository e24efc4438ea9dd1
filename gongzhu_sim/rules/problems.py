"""What is wrong with a rule set, in words: every fault at once, one line each.

Words are made from the models' own types, so that what is allowed is said in one place.
"""

import difflib
import json
from collections.abc import Iterable, Iterator, Mapping
from typing import Annotated, Any, Literal, TypeGuard, get_args, get_origin

from pydantic import BaseModel, ValidationError
from pydantic.fields import FieldInfo

from gongzhu_sim.errors import nearest
from gongzhu_sim.rules.conflicts import find_conflicts

__all__ = ["describe_problems", "field_names", "nearest_field", "show_value"]

_LONGEST_SHOWN = 60  # characters of a wrong value that a message repeats


def field_names(model: type[BaseModel], *, prefix: str = "") -> tuple[str, ...]:
    """Return the dotted paths of all fields of a model, in their order."""
    names: list[str] = []
    for name, field in model.model_fields.items():
        if _is_table(field.annotation):
            names += field_names(field.annotation, prefix=f"{prefix}{name}.")
        else:
            names.append(prefix + name)
    return tuple(names)


def nearest_field(path: str, fields: Iterable[str]) -> str:
    """Return a hint at the fields a wrong dotted path may have meant.

    Parameters
    ----------
    path : str
        The path that was given.
    fields : iterable of str
        The paths that exist.

    Returns
    -------
    str
        What is spelt nearly so in that table, and fields of that very name in other tables.

    Examples
    --------
    >>> nearest_field("pig", ["decks", "values.pig", "values.goat"])
    "; did you mean 'values.pig'?"
    >>> nearest_field("values.gaot", ["decks", "values.pig", "values.goat"])
    "; did you mean 'values.goat'?"
    """
    known = list(fields)
    table, _, last = path.rpartition(".")
    prefix = f"{table}." if table else ""
    siblings = sorted(
        {each.removeprefix(prefix).partition(".")[0] for each in known if each.startswith(prefix)}
    )
    near = [prefix + each for each in difflib.get_close_matches(last, siblings)]
    near += [each for each in known if each.rpartition(".")[2] == last and each not in near]
    if not near:
        return nearest(path, [prefix + each for each in siblings] or known)
    return "; did you mean " + " or ".join(map(repr, near)) + "?"


def describe_problems(
    error: ValidationError, model: type[BaseModel], data: Mapping[str, Any]
) -> list[str]:
    """Return everything that is wrong with a rule set, one line each.

    Parameters
    ----------
    error : ValidationError
        What validating `data` raised.
    model : type of BaseModel
        The model it was validated with.
    data : mapping
        What was given.

    Returns
    -------
    list of str
        A line for each unknown field, each value that is not allowed and each contradiction
        between fields that are themselves right; one line for all missing fields.
    """
    fields = field_names(model)
    lines: dict[str, str] = {}  # by path: a field of several types fails once for each of them
    missing: list[str] = []
    for fault in error.errors(include_url=False, include_input=False):
        path, field = _locate(model, fault["loc"])
        if not path or path in lines:
            continue  # contradictions are looked for below
        if fault["type"] == "missing":
            missing += [name for name in fields if f"{name}.".startswith(f"{path}.")]
        elif field is None:
            lines[path] = f"unknown field {path!r}{nearest_field(path, fields)}"
        else:
            lines[path] = _refuse_value(path, _look_up(data, path), field)
    faulty = [*lines, *missing]

    def sound(path: str) -> Any:
        if any(f"{path}.".startswith(f"{wrong}.") for wrong in faulty):
            raise LookupError(path)
        return _look_up(data, path)

    last = []
    if missing:
        last = [
            f"missing: {', '.join(missing)} "
            '(give every field, or say base = "qq" and only what differs)'
        ]
    return [*lines.values(), *find_conflicts(sound), *last]


def show_value(value: object) -> str:
    """Return a value as a rule file would write it, cut if it is long."""
    try:
        shown = json.dumps(value, ensure_ascii=False, default=str)  # TOML has dates
    except (TypeError, ValueError):  # a number of thousands of digits, or a list with one
        shown = "something too long to show"
    shown = shown.encode("utf-8", "backslashreplace").decode()  # JSON can hold half characters
    return shown if len(shown) <= _LONGEST_SHOWN else shown[: _LONGEST_SHOWN - 1] + "…"


def _is_table(annotation: Any) -> TypeGuard[type[BaseModel]]:
    return isinstance(annotation, type) and issubclass(annotation, BaseModel)


def _locate(model: type[BaseModel], loc: tuple[int | str, ...]) -> tuple[str, FieldInfo | None]:
    """Return the dotted path of an error and its field, None where there is no such field."""
    parts: list[str] = []
    field = None
    for part in loc:
        parts.append(str(part))
        field = model.model_fields.get(str(part))
        if field is None or not _is_table(field.annotation):
            break  # what follows are the alternatives of a field's type
        model = field.annotation
    return ".".join(parts), field


def _look_up(data: Any, path: str) -> Any:
    for part in path.split("."):
        data = data[part]
    return data


def _refuse_value(path: str, value: object, field: FieldInfo) -> str:
    words: list[str] = []
    if _is_table(field.annotation):
        names = ", ".join(field.annotation.model_fields)
        allowed = [f"a table of {names}"]
    else:
        metadata = [*field.metadata, *([field] if field.description else [])]
        allowed = list(_alternatives(field.annotation, metadata, words))
    line = f"{path} = {show_value(value)} is not allowed; allowed: {' or '.join(allowed)}"
    hint = nearest(value, words) if isinstance(value, str) else ""
    return line + hint if "did you mean" in hint else line


def _alternatives(annotation: Any, metadata: Iterable[Any], words: list[str]) -> Iterator[str]:
    """Yield in words what a type allows; collect the names among it in `words`."""
    said = [each.description for each in metadata if isinstance(each, FieldInfo)]
    if any(said):
        yield from filter(None, said)
    elif get_origin(annotation) is Annotated:
        inner, *metadata = get_args(annotation)
        bounds = [each for info in metadata for each in getattr(info, "metadata", [info])]
        yield from _alternatives(inner, [*metadata, *bounds], words)
    elif get_origin(annotation) is Literal:
        names = [str(each) for each in get_args(annotation)]
        words += names
        yield ", ".join(json.dumps(each) for each in names)
    elif get_args(annotation):
        for each in get_args(annotation):
            yield from _alternatives(each, [], words)
    elif annotation is bool:
        yield "true, false"
    else:
        number = "a number" if annotation is float else "a whole number"
        low, high = (
            next(getattr(each, end) for each in metadata if hasattr(each, end))
            for end in ("ge", "le")
        )
        yield f"{number} from {low} to {high}"
