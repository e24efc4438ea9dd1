"""Writing records: from the outcomes of a simulation, and from a deal of the reference engine."""

import json
import os
from collections.abc import Sequence
from pathlib import Path
from types import TracebackType
from typing import Any, Self

import numpy as np

from gongzhu_sim.cards.layout import RANKS, SEATS, SUITS
from gongzhu_sim.engine.reference import Deal, make_record
from gongzhu_sim.errors import InputError
from gongzhu_sim.records.forms import list_names, stack_piles, write_hand
from gongzhu_sim.records.rule_book import name_rules
from gongzhu_sim.rules import RuleSet

__all__ = ["RecordFile", "describe_deal", "format_outcomes", "format_record"]

# A trick by how many cards each seat plays to it; 0 for one that was not played.
_TRICKS = (b"", b'["??","??","??","??"],', b'["????","????","????","????"],')
_LENGTHS = np.array([len(trick) for trick in _TRICKS])
_CARD = 2  # characters
_BETWEEN = 3  # characters between two plays
_SEATS = np.arange(4)
_RANK_BITS = np.uint8(15)
_SUIT_LETTERS = np.frombuffer(SUITS.encode(), np.uint8)
_RANK_LETTERS = np.frombuffer(RANKS.encode(), np.uint8)


def describe_deal(deal: Deal) -> dict[str, Any]:
    """Return a deal as a record, as far as it has been played."""
    return make_record(deal) | {"rules": name_rules(deal.rules)}


def format_record(record: dict[str, Any]) -> str:
    """Return a record as one line of JSON, without the line end."""
    return _format(record)


def format_outcomes(outcomes: np.ndarray, rules: RuleSet) -> bytes:
    """Return deals that were played as records, one a line.

    Parameters
    ----------
    outcomes : ndarray of OUTCOME, shape (n,)
        First deals.
    rules : RuleSet
        The rules they were played by.

    Returns
    -------
    bytes
        `n` lines, each ended, the same as :func:`format_record` gives.
    """
    start = f'{{"rules":{_format(name_rules(rules))},"hands":{{'
    first = outcomes["first_declared_by"]
    once, twice = outcomes["declared_by"], outcomes["declared_twice_by"]
    # a card declared at the first draw stands there alone; its twin may stand here
    ordinary = stack_piles((once & ~first) | (twice & first), twice & ~first)
    lines = []
    for hands, declared, at_first, leader, tricks in zip(
        stack_piles(outcomes["hands"], outcomes["hands_twice"]),
        ordinary,
        first.tolist(),
        outcomes["leader"].tolist(),
        _format_tricks(outcomes),
        strict=True,
    ):
        n, w, s, e = map(write_hand, hands)
        lines.append(
            f'{start}"N":"{n}","W":"{w}","S":"{s}","E":"{e}"}},'
            f'"declared":{_format_declared(declared)},'
            f'"first_declared":{_format_declared(at_first)},'
            f'"first_deal":true,"leader":"{SEATS[leader]}","tricks":[{tricks}]}}\n'
        )
    return "".join(lines).encode()


def _format(value: Any) -> str:
    return json.dumps(value, separators=(",", ":"))


def _format_declared(declared: Sequence[int]) -> str:
    if not any(declared):
        return "{}"
    return _format(
        {seat: list_names(cards) for seat, cards in zip(SEATS, declared, strict=True) if cards}
    )


def _format_tricks(outcomes: np.ndarray) -> list[str]:
    """Return the tricks of each deal; all cards are written into one long text at once."""
    plays, widths = outcomes["plays"], outcomes["widths"].astype(np.int64)
    lengths = _LENGTHS[widths]
    text = np.frombuffer(b"".join([_TRICKS[width] for width in widths.ravel().tolist()]), np.uint8)
    text = text.copy()
    starts = (np.cumsum(lengths) - lengths.ravel()).reshape(lengths.shape)
    before = 4 * (np.cumsum(widths, axis=1) - widths)  # cards played before each trick
    deal, trick = np.nonzero(widths)
    width = widths[deal, trick][:, None]
    place = starts[deal, trick][:, None] + 2 + _SEATS * (_CARD * width + _BETWEEN)
    number = before[deal, trick][:, None] + _SEATS * width
    first = plays[deal[:, None], number]
    is_pair = width[:, 0] == 2
    second = plays[deal[is_pair, None], number[is_pair] + 1]
    # of two cards the first is that of the lower suit, or else of the higher rank
    one = first[is_pair]
    swapped = one ^ _RANK_BITS > second ^ _RANK_BITS
    first[is_pair] = np.where(swapped, second, one)
    second = np.where(swapped, one, second)
    for cards, at in ((first, place), (second, place[is_pair] + _CARD)):
        text[at] = _SUIT_LETTERS[cards >> 4]
        text[at + 1] = _RANK_LETTERS[cards & _RANK_BITS]
    whole = text.tobytes().decode("ascii")
    ends = starts[:, 0] + lengths.sum(axis=1)
    return [
        whole[begin : max(begin, end - 1)]  # without the last comma
        for begin, end in zip(starts[:, 0].tolist(), ends.tolist(), strict=True)
    ]


class RecordFile:
    """A file of records that appears under its name only when it is whole.

    Until then it has another name in the same folder. Leaving the context keeps the file as
    far as :meth:`keep` has said; so does Ctrl-C, if that is anything. Any other exception
    discards it, and leaves what stood under the name before.

    Parameters
    ----------
    path : str or Path
        Where the records go; a file that is there is replaced at the end.

    Raises
    ------
    InputError
        If no file can be written there.
    """

    def __init__(self, path: str | Path) -> None:
        self._path = Path(path).resolve()
        self._partial = self._path.with_name(f".{self._path.name}.{os.getpid()}.partial")
        self._kept = 0
        if self._path.exists() and not self._path.is_file():
            raise InputError(f"cannot write records to {path}: it is not a file")
        try:
            self._file = open(self._partial, "wb")  # noqa: SIM115 - closed by __exit__
        except OSError as error:
            raise InputError(f"cannot write records to {path}: {error.strerror}") from None

    def write(self, lines: bytes) -> int:
        """Add lines and return the size of the file with them, in bytes."""
        self._file.write(lines)
        return self._file.tell()

    def keep(self, size: int) -> None:
        """Say up to which size the file is to be kept; called once the lines count."""
        self._kept = size

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        interrupted = kind is not None and issubclass(kind, KeyboardInterrupt)
        try:
            self._file.truncate(self._kept)
            self._file.close()
            if kind is None or (interrupted and self._kept):
                os.replace(self._partial, self._path)
        finally:
            self._file.close()
            self._partial.unlink(missing_ok=True)
