"""``gongzhu score``: game records checked card by card, and their scores."""

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from io import BufferedIOBase
from typing import Annotated, Any

import typer

from gongzhu_sim.cli.options import Json
from gongzhu_sim.cli.output import progress
from gongzhu_sim.errors import InputError, UsageError

__all__ = ["score"]


def score(
    file: Annotated[
        str,
        typer.Argument(
            metavar="FILE.jsonl",
            help="Records, one a line; - for standard input.",
            show_default=False,
        ),
    ],
    legal: Annotated[
        bool, typer.Option("--legal", help="List the legal plays at every play made.")
    ] = False,
    json: Json = False,
) -> None:
    """Check records card by card and score them, one JSON object a line.

    A bad line says what rule it breaks and stops nothing; the exit status is then 1, as it is
    for a file without any record. Blank lines are skipped. With or without --json the output
    is the same.

    Example: gongzhu score games.jsonl
    """
    from gongzhu_sim.records.scoring import score_blocks

    n = n_bad = 0
    with _open_input(file) as stream, _show_progress(file, stream) as advance:
        for results in score_blocks(stream, legal=legal):
            sys.stdout.write("".join(map(_write_line, results)))
            sys.stdout.flush()  # whoever writes records to a pipe may wait for the answer
            n += len(results)
            n_bad += sum(not result["ok"] for result in results)
            advance()
    if n == 0:
        raise InputError(f"{'standard input' if file == '-' else file}: no records")
    counts = f"{n:,} {'record' if n == 1 else 'records'}: {n - n_bad:,} good, {n_bad:,} bad"
    if n_bad:
        raise InputError(counts)
    print(counts, file=sys.stderr)


def _write_line(result: dict[str, Any]) -> str:
    """Return a result as a line of ASCII, which every terminal can show."""
    import msgspec

    try:
        return msgspec.json.encode(result).decode("ascii") + "\n"
    except UnicodeError:
        import json

        return json.dumps(result, separators=(",", ":")) + "\n"


@contextmanager
def _open_input(file: str) -> Iterator[BufferedIOBase]:
    if file == "-":
        yield sys.stdin.buffer  # pyright: ignore[reportReturnType] - buffered, in all but name
        return
    if not os.path.exists(file):
        raise UsageError(f"{file}: no such file")
    if os.path.isdir(file):
        raise UsageError(f"{file}: is a folder, not a file of records")
    with open(file, "rb") as stream:
        yield stream


@contextmanager
def _show_progress(file: str, stream: BufferedIOBase) -> Iterator[Callable[[], None]]:
    """Show how many bytes of a file are read, unless the results themselves go to a terminal."""
    if sys.stdout.isatty() or not os.path.isfile(file):  # a pipe has no size
        yield lambda: None
        return
    before = 0
    with progress(os.path.getsize(file), "bytes read") as advance_by:

        def advance() -> None:
            nonlocal before
            here = stream.tell()
            advance_by(here - before)
            before = here

        yield advance
