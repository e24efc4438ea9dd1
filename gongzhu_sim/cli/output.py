"""What commands print: tables or one JSON document on stdout, all the rest on stderr."""

import json
import logging
import math
import os
import sys
import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from rich.console import Console

__all__ = [
    "abandon_stdout",
    "complain",
    "find_width",
    "print_json",
    "print_table",
    "progress",
    "say",
    "show_notices",
    "warn",
]

SECONDS_BEFORE_BAR = 2.0
_NO_LIMIT = 10_000
_WIDTH_OF_FILES = 200  # columns; a table sent to a file or a pipe is not wrapped at 80


def print_table(
    columns: Sequence[str],
    rows: Iterable[Sequence[object]],
    *,
    title: str | None = None,
    text: Sequence[str] = (),
    cut: Sequence[str] = (),
) -> None:
    """Print a table for people.

    Parameters
    ----------
    columns : sequence of str
        The headings.
    rows : iterable of sequences
        One cell a column; each is printed as ``str`` gives it, so numbers come formatted.
    title : str, optional
        A line above the table.
    text : sequence of str
        The columns that hold words: set to the left, the others to the right. On a narrow
        terminal they wrap, but for the first column; the others keep their width.
    cut : sequence of str
        Those of `text` that a narrow terminal cuts to one line instead.
    """
    from rich import box
    from rich.measure import Measurement
    from rich.table import Table
    from rich.text import Text

    table = Table(title=title, title_justify="left", title_style="bold", box=box.SIMPLE_HEAD)
    for index, column in enumerate(columns):
        table.add_column(
            column,
            justify="left" if column in text else "right",
            # rich narrows the columns that may wrap; a cell that is to be cut says so itself
            no_wrap=column not in text or (index == 0 and column not in cut),
            overflow="fold",
        )
    for row in rows:
        cells = [Text(str(cell)) for cell in row]
        for column, cell in zip(columns, cells, strict=True):
            if column in cut:
                cell.no_wrap, cell.overflow = True, "ellipsis"
        table.add_row(*cells)
    console = _console(sys.stdout)
    unbounded = console.options.update(width=_NO_LIMIT)
    # Rich would cut digits off numbers; a line that the terminal breaks is the lesser evil.
    least = Measurement.get(console, unbounded, table).minimum
    console.width = max(console.width, least)
    console.print(table)


def find_width() -> int:
    """Return how many columns a line of stdout has room for."""
    return _console(sys.stdout).width


def print_json(document: object) -> None:
    """Print one JSON document; NumPy values become plain ones, NaN and infinities null."""
    ascii_only = (sys.stdout.encoding or "").lower().replace("-", "") != "utf8"
    print(json.dumps(_plain(document), indent=2, ensure_ascii=ascii_only, allow_nan=False))


def complain(message: str) -> None:
    """Print an error, which ends the command, on stderr."""
    print(f"gongzhu: {message}", file=sys.stderr)


def say(message: str) -> None:
    """Print on stderr what a command is doing."""
    print(f"gongzhu: {message}", file=sys.stderr, flush=True)


def warn(message: str) -> None:
    """Print a warning on stderr."""
    print(f"gongzhu: warning: {message}", file=sys.stderr)


class _Notices(logging.Handler):
    def emit(self, record: logging.LogRecord) -> None:
        print(f"gongzhu: {record.getMessage()}", file=sys.stderr, flush=True)


def show_notices() -> None:
    """Print on stderr what the package logs: that it compiles, say. The library is silent."""
    log = logging.getLogger("gongzhu_sim")
    log.setLevel(logging.INFO)
    log.addHandler(_Notices())


@contextmanager
def progress(total: int, description: str) -> Iterator[Callable[[int], None]]:
    """Show how far a long piece of work is.

    The bar appears on stderr if that is a terminal and the work is still going on after
    two seconds; quick work shows nothing.

    Parameters
    ----------
    total : int
        How many units (deals, say) there are to do.
    description : str
        What is being done, in a few words.

    Yields
    ------
    callable
        ``advance(n)``: to be called when `n` more units are done, from any thread.
    """
    if not sys.stderr.isatty():
        yield lambda n: None
        return

    bar = _LateBar(total, description)
    try:
        yield bar.advance
    finally:
        bar.stop()


class _LateBar:
    """A progress bar that a timer brings up."""

    def __init__(self, total: int, description: str) -> None:
        self._total = total
        self._description = description
        self._done = 0
        self._bar: Any = None
        self._stopped = False
        self._lock = threading.Lock()
        self._timer = threading.Timer(SECONDS_BEFORE_BAR, self._start)
        self._timer.daemon = True
        self._timer.start()

    def advance(self, n: int) -> None:
        with self._lock:
            self._done += n
            if self._bar is not None:
                self._bar.update(self._bar.task_ids[0], completed=self._done)

    def stop(self) -> None:
        self._timer.cancel()
        with self._lock:
            self._stopped = True
            if self._bar is not None:
                self._bar.stop()

    def _start(self) -> None:
        from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn

        with self._lock:
            if self._stopped:
                return
            self._bar = Progress(
                "{task.description}",
                BarColumn(),
                MofNCompleteColumn(),
                TimeRemainingColumn(),
                console=_console(sys.stderr),
                transient=True,
            )
            self._bar.add_task(self._description, total=self._total, completed=self._done)
            self._bar.start()


def abandon_stdout() -> None:
    """Send what is still buffered for a closed pipe to nowhere, so that exiting stays quiet."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _console(stream: Any) -> "Console":
    from rich.console import Console

    fixed = None if stream.isatty() or "COLUMNS" in os.environ else _WIDTH_OF_FILES
    return Console(file=stream, width=fixed, highlight=False)


def _plain(value: Any) -> Any:
    if isinstance(value, dict):
        return {str(key): _plain(each) for key, each in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(each) for each in value]
    if hasattr(value, "tolist"):  # NumPy scalars and arrays
        return _plain(value.tolist())
    if isinstance(value, float) and not math.isfinite(value):
        return None
    return value
