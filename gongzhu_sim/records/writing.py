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
from gongzhu_sim.records.forms import list_names, write_hand
from gongzhu_sim.records.rule_book import name_rules
from gongzhu_sim.rules import RuleSet

__all__ = ["RecordFile", "describe_deal", "format_outcomes", "format_record"]

# Every trick is written with the same number of characters, so all are written at once.
_TRICK = '["??","??","??","??"],'
_TRICKS = 13
_SUIT_COLUMNS = [
    len(_TRICK) * trick + 2 + 5 * position for trick in range(_TRICKS) for position in range(4)
]


def describe_deal(deal: Deal) -> dict[str, Any]:
    """Return a deal as a record, as far as it has been played."""
    return make_record(deal) | {"rules": name_rules(deal.rules)}


def format_record(record: dict[str, Any]) -> str:
    """Return a record as one line of JSON, without the line end."""
    return json.dumps(record, separators=(",", ":"))


def format_outcomes(outcomes: np.ndarray, rules: RuleSet) -> bytes:
    """Return deals that were played as records, one a line.

    Parameters
    ----------
    outcomes : ndarray of OUTCOME, shape (n,)
        First deals of one deck.
    rules : RuleSet
        The rules they were played by.

    Returns
    -------
    bytes
        `n` lines, each ended, the same as :func:`format_record` gives.
    """
    n = len(outcomes)
    start = f'{{"rules":{json.dumps(name_rules(rules), separators=(",", ":"))},"hands":{{'
    suits = np.frombuffer(SUITS.encode(), np.uint8)
    ranks = np.frombuffer(RANKS.encode(), np.uint8)
    tricks = np.tile(np.frombuffer((_TRICK * _TRICKS).encode(), np.uint8), (n, 1))
    columns = np.array(_SUIT_COLUMNS)
    tricks[:, columns] = suits[outcomes["plays"] >> 4]  # plays are bit indices of cards
    tricks[:, columns + 1] = ranks[outcomes["plays"] & 15]
    text = tricks.tobytes().decode("ascii")
    width = tricks.shape[1]

    lines = []
    for row, (hands, declared, leader, n_plays) in enumerate(
        zip(
            outcomes["hands"].tolist(),
            outcomes["declared"].tolist(),
            outcomes["leader"].tolist(),
            outcomes["n_plays"].tolist(),
            strict=True,
        )
    ):
        end = row * width + n_plays // 4 * len(_TRICK) - 1  # without the last comma
        lines.append(
            f'{start}"N":"{write_hand(hands[0])}","W":"{write_hand(hands[1])}",'
            f'"S":"{write_hand(hands[2])}","E":"{write_hand(hands[3])}"}},'
            f'"declared":{{{_write_declared(declared, hands)}}},"first_declared":{{}},'
            f'"first_deal":true,"leader":"{SEATS[leader]}",'
            f'"tricks":[{text[row * width : end]}]}}\n'
        )
    return "".join(lines).encode()


def _write_declared(declared: int, hands: Sequence[int]) -> str:
    if not declared:
        return ""
    return ",".join(
        f'"{seat}":{json.dumps(list_names(declared & hand), separators=(",", ":"))}'
        for seat, hand in zip(SEATS, hands, strict=True)
        if declared & hand
    )


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
