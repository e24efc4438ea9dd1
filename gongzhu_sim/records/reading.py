"""Reading records: lines from a stream in bounded memory, and strict JSON.

What is accepted beside plain JSON lines: a byte-order mark at the start, Windows line ends,
and blank lines, which are skipped but counted. Everything else is refused line by line.
"""

import json
from collections.abc import Iterator
from io import BufferedIOBase
from typing import Any, NamedTuple, NoReturn

from gongzhu_sim.errors import InputError

__all__ = ["LONGEST_LINE", "Line", "parse_json", "parse_record", "read_blocks"]

LONGEST_LINE = 1_000_000
"""Bytes a line may have; of a longer one nothing is kept."""

_CHUNK = 1 << 16  # bytes: a hundred records or so, whose results stay in a processor's cache
_DEEPEST = 8  # levels; a record has four, the hearts' values in a table of rules
_TOO_DEEP = f"not a record: nested too deeply; at most {_DEEPEST} levels are read"
_BYTE_ORDER_MARK = b"\xef\xbb\xbf"


class Line(NamedTuple):
    """A line that is not blank: its number from 1, and its bytes, None if it is too long."""

    number: int
    content: bytes | None


def read_blocks(stream: BufferedIOBase) -> Iterator[list[Line]]:
    """Read lines in blocks, as they come: a block ends where the stream would wait.

    Parameters
    ----------
    stream : BufferedIOBase
        A buffered binary stream: an open file, standard input.

    Yields
    ------
    list of Line
        In the order of the stream. At most a chunk of 64 KiB and a line are held.
    """
    number, rest, too_long = 0, bytearray(), False

    def finish(piece: bytes) -> Line:
        nonlocal number, too_long
        number += 1
        whole = None if too_long or len(rest) + len(piece) > LONGEST_LINE else bytes(rest) + piece
        rest.clear()
        too_long = False
        if whole is not None:
            if number == 1:
                whole = whole.removeprefix(_BYTE_ORDER_MARK)
            whole = whole.removesuffix(b"\r") if whole.strip() else b""
        return Line(number, whole)

    while chunk := stream.read1(_CHUNK):
        *ends, last = chunk.split(b"\n")
        block = [line for line in map(finish, ends) if line.content != b""]
        if not too_long:
            rest += last
            if len(rest) > LONGEST_LINE:
                too_long = True
                rest.clear()
        if block:
            yield block
    if rest or too_long:
        line = finish(b"")
        if line.content != b"":
            yield [line]


class _NotStrict(ValueError):
    """What JSON, or our reading of it, forbids and Python's decoder would take."""


def _refuse_constant(text: str) -> NoReturn:
    raise _NotStrict(f"{text} is no JSON value")


def _build_object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    table = dict(pairs)
    if len(table) < len(pairs):
        keys = [key for key, _ in pairs]
        twice = next(key for key in keys if keys.count(key) > 1)
        raise _NotStrict(f"the key {twice!r} stands twice in one object")
    return table


_DECODER = json.JSONDecoder(object_pairs_hook=_build_object, parse_constant=_refuse_constant)


def parse_json(content: bytes | str) -> Any:
    """Return what a text of strict JSON says.

    Raises
    ------
    InputError
        If it is not UTF-8, not JSON, has a key twice, NaN or an infinity, or is nested too
        deeply.

    Examples
    --------
    >>> parse_json('{"a": [1, true]}')
    {'a': [1, True]}
    """
    try:
        value = _DECODER.decode(content if isinstance(content, str) else content.decode())
    except UnicodeDecodeError as error:
        raise InputError(
            f"not UTF-8: byte {error.start + 1} of the line is 0x{error.object[error.start]:02x}"
        ) from None
    except json.JSONDecodeError as error:
        end = ", where the line ends" if error.pos >= len(error.doc.rstrip()) else ""
        what = error.msg.removesuffix(" at")
        raise InputError(f"not JSON: {what} at column {error.colno}{end}") from None
    except _NotStrict as error:
        raise InputError(f"not strict JSON: {error}") from None
    except RecursionError:
        raise InputError(_TOO_DEEP) from None
    except ValueError:  # Python reads no whole number of more than 4,300 digits
        raise InputError("not a record: a number has too many digits") from None
    if _is_deeper(value, _DEEPEST):
        raise InputError(_TOO_DEEP)
    return value


def _is_deeper(value: Any, levels: int) -> bool:
    if isinstance(value, dict):
        value = value.values()
    elif not isinstance(value, list):
        return False
    return levels == 0 or any(_is_deeper(each, levels - 1) for each in value)


def parse_record(content: bytes | str) -> dict[str, Any]:
    """Return a record from its line; strict about JSON, not yet about what it says.

    Parameters
    ----------
    content : bytes or str
        The line, bytes in UTF-8.

    Returns
    -------
    dict

    Raises
    ------
    InputError
        As :func:`parse_json`, and if it is no object.

    Examples
    --------
    >>> parse_record('{"rules": "qq"}')
    {'rules': 'qq'}
    """
    record = parse_json(content)
    if not isinstance(record, dict):
        kind = _KINDS.get(type(record), "null")
        raise InputError(f"not a record: a record is a JSON object, this is {kind}")
    return record


_KINDS = {
    list: "a list",
    str: "a text",
    int: "a number",
    float: "a number",
    bool: "true or false",
}
