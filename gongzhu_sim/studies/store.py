"""The store of a study: chunks that survive an interruption, and files written whole.

A chunk is a run of deals, or matches, of one pass, as whole-number sums, in one Parquet file
below ``chunks/``; sums are written as digits, for they may need more than 64 bits. It is written
under another name and then renamed, so that a chunk that exists is complete.
``chunks/made_from.json`` says what the chunks were made from; chunks of another study are never
mixed in.
"""

import functools
import hashlib
import json
import os
import shutil
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl

from gongzhu_sim.errors import InputError, UsageError
from gongzhu_sim.studies.tally import Tally

__all__ = ["Chunks", "Progress", "claim_folder", "publish", "source_hash", "write_whole", "writing"]

_SOURCES = ("cards", "rules", "engine", "strategies", "studies/tallies")  # what sums depend on
_RECORD = "made_from.json"
_WORDS = {
    "sources": "the package's sources",
    "loaded": "the loaded strategies",
    "weights": "the weights of learned players",
}


@dataclass(frozen=True)
class Progress:
    """What a pass has counted so far.

    Attributes
    ----------
    size : int
        How many deals, or matches, from the study's first one on.
    sums : dict of str to list of int
        By tally, the flattened sums.
    """

    size: int
    sums: dict[str, list[int]]


class Chunks:
    """The chunks of one study.

    Parameters
    ----------
    folder : Path
        The study's folder; ``chunks`` is made in it.
    made_from : mapping
        Everything the sums depend on but how many deals and matches, as JSON would hold it.
    restart : bool
        Throw away what is there.

    Raises
    ------
    UsageError
        If the folder holds chunks made from something else.
    InputError
        If it cannot be written.
    """

    def __init__(self, folder: Path, made_from: Mapping[str, Any], *, restart: bool) -> None:
        self.folder = folder / "chunks"
        claim_folder(self.folder, made_from, holds="chunks", restart=restart)

    def read(self, name: str, tallies: Sequence[Tally]) -> Progress:
        """Return what a pass has finished: its chunks added up.

        Raises
        ------
        InputError
            If a chunk is missing or cannot be read.
        """
        sums = {tally.name: [0] * int(np.prod(tally.shape)) for tally in tallies}
        done = 0
        for path in sorted((self.folder / name).glob("*.parquet")):
            start, _, size = path.stem.partition("-")
            if int(start) != done:
                raise InputError(
                    f"{path}: the chunk before it is missing ({tallies[0].unit} {done} to "
                    f"{int(start) - 1}); start again with --restart"
                )
            try:
                table = pl.read_parquet(path)
            except (OSError, pl.exceptions.PolarsError) as error:
                raise InputError(
                    f"{path}: cannot be read ({error}); start again with --restart"
                ) from None
            for tally, added in table.group_by("table", maintain_order=True):
                known = sums[str(tally[0])]
                for i, digits in enumerate(added["value"].to_list()):
                    known[i] += int(digits)
            done += int(size)
        return Progress(done, sums)

    def write(self, name: str, start: int, size: int, sums: Mapping[str, np.ndarray]) -> None:
        """Keep a finished chunk: deals, or matches, from number `start` of the study on."""
        names = [each for each, array in sums.items() for _ in range(array.size)]
        values = [str(value) for array in sums.values() for value in array.ravel()]
        path = self.folder / name / f"{start:015}-{size}.parquet"
        with writing(path):
            path.parent.mkdir(exist_ok=True)
            hidden = path.with_suffix(".part")
            pl.DataFrame({"table": names, "value": values}).write_parquet(hidden)
            os.replace(hidden, path)


def claim_folder(
    folder: Path, made_from: Mapping[str, Any], *, holds: str, restart: bool = False
) -> None:
    """Make a folder for results that can be gone on with, if it holds none of something else.

    Parameters
    ----------
    folder : Path
    made_from : mapping
        What the results depend on, as JSON would hold it: kept in the folder.
    holds : str
        What to call the results in messages.
    restart : bool
        Throw away what is there.

    Raises
    ------
    UsageError
        If it holds results made from something else; the message says what differs.
    InputError
        If it cannot be written.
    """
    record = folder / _RECORD
    with writing(folder):
        if restart and folder.exists():
            shutil.rmtree(folder)
        folder.mkdir(parents=True, exist_ok=True)
        if record.exists():
            _compare(record, made_from, holds)
        (folder / ".gitignore").write_text("*\n", encoding="utf-8")
        write_whole(record, (json.dumps(made_from, indent=1) + "\n").encode())


def _compare(record: Path, made_from: Mapping[str, Any], holds: str) -> None:
    try:
        known = json.loads(record.read_text(encoding="utf-8"))
    except ValueError:
        known = {}
    if known == made_from:
        return
    differing = [_WORDS.get(key, key) for key in made_from if known.get(key) != made_from[key]]
    raise UsageError(
        f"{record.parent} holds {holds} made from something else "
        f"(different: {', '.join(differing)}); choose another --out, or --restart to throw them "
        "away"
    )


@contextmanager
def writing(path: Path) -> Iterator[None]:
    """Turn an operating system's refusal into one line."""
    try:
        yield
    except OSError as error:
        raise InputError(f"{path}: cannot be written: {error.strerror or error}") from None


def write_whole(path: Path, content: bytes) -> None:
    """Write a file under another name and rename it, so that it is never half there."""
    hidden = path.with_name(path.name + ".part")
    hidden.write_bytes(content)
    os.replace(hidden, path)


def publish(folder: Path, files: Mapping[str, bytes]) -> list[Path]:
    """Write a set of files; all are written aside before the first one is put in its place.

    Parameters
    ----------
    folder : Path
        Made if it is not there.
    files : mapping of str to bytes
        Contents by path below the folder.

    Returns
    -------
    list of Path
        The files, in order.

    Raises
    ------
    InputError
        If something cannot be written.
    """
    paths = [folder / name for name in files]
    hidden = [path.with_name(path.name + ".part") for path in paths]
    try:
        with writing(folder):
            for part, content in zip(hidden, files.values(), strict=True):
                part.parent.mkdir(parents=True, exist_ok=True)
                part.write_bytes(content)
            for part, path in zip(hidden, paths, strict=True):
                os.replace(part, path)
    finally:
        for part in hidden:
            with suppress(OSError):
                part.unlink()
    return paths


@functools.cache
def source_hash() -> str:
    """Return a hash of the sources that the sums of a study depend on.

    Returns
    -------
    str
        16 hexadecimal digits.
    """
    package = Path(__file__).parents[1]
    digest = hashlib.sha256()
    for part in _SOURCES:
        files = [*(package / part).rglob("*.py"), *(package / part).rglob("*.toml")]
        for path in sorted(files):
            digest.update(path.relative_to(package).as_posix().encode())
            digest.update(path.read_bytes())
    return digest.hexdigest()[:16]
