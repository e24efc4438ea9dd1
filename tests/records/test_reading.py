"""Lines from streams, and strict JSON."""

import io
import json
import tracemalloc
from collections.abc import Iterator

import pytest

from gongzhu_sim.errors import InputError
from gongzhu_sim.records.reading import LONGEST_LINE, parse_record, read_blocks
from gongzhu_sim.records.scoring import score_blocks


class Endless(io.RawIOBase):
    """A stream that hands out chunks made on the way, so that it holds nothing itself."""

    def __init__(self, chunks: Iterator[bytes], size: int = 1 << 16):
        self._chunks, self._rest, self._size = chunks, b"", size

    def readable(self) -> bool:
        return True

    def readinto(self, buffer) -> int:
        if not self._rest:
            self._rest = next(self._chunks, b"")
        piece = self._rest[: min(len(buffer), self._size)]
        self._rest = self._rest[len(piece) :]
        buffer[: len(piece)] = piece
        return len(piece)


def stream_of(*chunks: bytes, size: int = 1 << 16) -> io.BufferedReader:
    return io.BufferedReader(Endless(iter(chunks), size))


def lines_of(*chunks: bytes, size: int = 1 << 16) -> list[tuple[int, bytes | None]]:
    blocks = read_blocks(stream_of(*chunks, size=size))
    return [(line.number, line.content) for block in blocks for line in block]


@pytest.mark.parametrize("size", [1, 2, 3, 7, 1 << 16])
def test_lines_do_not_depend_on_how_they_arrive(size):
    text = b"\xef\xbb\xbf{1}\r\n\n  \t\r\n{2}\n\xef\xbb\xbf{3}\n{4}"
    expected = [(1, b"{1}"), (4, b"{2}"), (5, b"\xef\xbb\xbf{3}"), (6, b"{4}")]
    assert lines_of(text, size=size) == expected
    assert lines_of(text + b"\n", size=size) == expected


def test_an_empty_stream_has_no_lines():
    assert lines_of() == lines_of(b"\n\r\n  \n") == lines_of(b"\xef\xbb\xbf") == []


@pytest.mark.parametrize("size", [1 << 16, 1 << 20])
def test_a_line_may_have_a_million_bytes_and_not_one_more(size):
    fits, over = b"x" * LONGEST_LINE, b"y" * (LONGEST_LINE + 1)
    lines = lines_of(fits + b"\n" + over + b"\n" + fits + b"\n" + over, size=size)
    assert lines == [(1, fits), (2, None), (3, fits), (4, None)]


def test_what_has_arrived_is_handed_on_before_more_is_waited_for():
    blocks = read_blocks(stream_of(b"{1}\n{2}\n{3", b"}\n{4}\n"))
    assert [line.number for line in next(blocks)] == [1, 2]
    assert [line.number for line in next(blocks)] == [3, 4]


def peak_memory(chunks: Iterator[bytes]) -> int:
    tracemalloc.start()
    try:
        for _ in score_blocks(io.BufferedReader(Endless(chunks))):
            pass
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


def test_memory_does_not_grow_with_the_lines(make_record):
    line = json.dumps(make_record("qq", 1)).encode() + b"\n"
    peak_memory(iter([line]))  # what is compiled and kept for good
    few, many = (peak_memory(line for _ in range(n)) for n in (20, 2000))
    assert many < few + 100_000  # 2,000 lines are 1.4 MB


def test_a_long_line_is_not_held():
    def chunks(megabytes: int) -> Iterator[bytes]:
        for _ in range(megabytes):
            yield b"x" * 1_000_000

    peak_memory(chunks(2))
    assert peak_memory(chunks(10)) < peak_memory(chunks(2)) + 200_000


@pytest.mark.parametrize(
    ("line", "message"),
    [
        (b'{"rules": "q', "not JSON: Unterminated string starting at column 11"),
        (b'{"rules": ', "not JSON: Expecting value at column 11, where the line ends"),
        (b'{"rules": "qq"', "not JSON: Expecting ',' delimiter at column 15, where the line ends"),
        (b'{"rules": "qq"} {}', "not JSON: Extra data at column 17"),
        (b"{'rules': 1}", "not JSON: Expecting property name enclosed in double quotes"),
        (b"hello", "not JSON: Expecting value at column 1"),
        (b'{"rules": "\xff"}', "not UTF-8: byte 12 of the line is 0xff"),
        (b"\xff\xfe{\0}\0", "not UTF-8: byte 1 of the line is 0xff"),
        (b'{"a": {"b": 1, "c": 2, "b": 3}}', "the key 'b' stands twice in one object"),
        (b'{"a": NaN}', "not strict JSON: NaN is no JSON value"),
        (b'{"a": -Infinity}', "not strict JSON: -Infinity is no JSON value"),
        (b"[" * 10_000 + b"]" * 10_000, "nested too deeply"),
        (b'{"a":' * 10_000, "nested too deeply"),
        (b'{"rules": ' + b"[" * 400_000 + b"]" * 400_000 + b"}", "nested too deeply"),
        (b'{"tricks": ' + b"[" * 900 + b"]" * 900 + b"}", "nested too deeply; at most 8 levels"),
        (b'{"rules": ' + b'{"a":' * 8 + b"1" + b"}" * 9, "nested too deeply"),
        (b'{"a": ' + b"1" * 5000 + b"}", "a number has too many digits"),
        (b"[1]", "a record is a JSON object, this is a list"),
        (b'"x"', "this is a text"),
        (b"1", "this is a number"),
        (b"true", "this is true or false"),
        (b"null", "this is null"),
    ],
)
def test_what_is_not_strict_json(line, message, score_lines):
    with pytest.raises(InputError) as caught:
        parse_record(line)
    assert message in str(caught.value)
    assert score_lines(line) == [{"line": 1, "ok": False, "error": str(caught.value)}]
