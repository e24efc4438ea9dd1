"""Where the samples of the ladder are kept: one file a cell, replaced as it grows.

``made_from.json`` says what they were made from; samples of other sources or another seed are
never mixed in.
"""

import functools
import hashlib
import io
import json
import zipfile
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from gongzhu_sim._version import __version__
from gongzhu_sim.analysis.ladder.cells import Cell, identify_cell
from gongzhu_sim.errors import InputError
from gongzhu_sim.studies.store import claim_folder, source_hash, write_whole, writing

__all__ = ["Samples", "Store", "describe_sources"]

_NOTES = "timings.json"


@dataclass(frozen=True)
class Samples:
    """What a cell has so far.

    Attributes
    ----------
    rows : ndarray of int64, shape (deals, lanes, numbers)
    seconds : float
        How long they took to play.
    """

    rows: np.ndarray
    seconds: float

    @property
    def deals(self) -> int:
        """Deals finished in all lanes."""
        return len(self.rows)


@functools.cache
def describe_sources() -> dict[str, str]:
    """Return version and hashes of all that results depend on beside the seed."""
    from gongzhu_sim.strategies.learning.weights import SHIPPED

    digest = hashlib.sha256()
    for path in sorted(SHIPPED.iterdir()):
        digest.update(path.name.encode() + path.read_bytes())
    return {
        "gongzhu_sim": __version__,
        "sources": source_hash(),
        "weights": digest.hexdigest()[:16],
    }


class Store:
    """The samples of one ladder.

    Parameters
    ----------
    folder : Path
        The ladder's folder; ``cells`` is made in it.
    seed : int
    restart : bool
        Throw away what is there.

    Raises
    ------
    UsageError
        If the folder holds samples made from something else.
    InputError
        If it cannot be written.
    """

    def __init__(self, folder: Path, *, seed: int, restart: bool = False) -> None:
        self.folder = folder / "cells"
        self.seed = seed
        made_from = {**describe_sources(), "seed": seed}
        claim_folder(self.folder, made_from, holds="samples", restart=restart)

    def _path(self, cell: Cell) -> Path:
        digest = hashlib.sha256(identify_cell(cell).encode()).hexdigest()[:12]
        words = "".join(each if each.isalnum() else "-" for each in cell.title)
        return self.folder / f"{words[:100]}-{digest}.npz"

    def read(self, cell: Cell) -> Samples | None:
        """Return what a cell has, None if nothing.

        Raises
        ------
        InputError
            If its file cannot be read.
        """
        path = self._path(cell)
        if not path.exists():
            return None
        try:
            with np.load(path, allow_pickle=False) as kept:
                return Samples(kept["rows"].astype(np.int64), float(kept["seconds"]))
        except (OSError, ValueError, KeyError, zipfile.BadZipFile) as error:
            raise InputError(f"{path}: cannot be read ({error}); remove it") from None

    def write(self, cell: Cell, samples: Samples) -> None:
        """Keep what a cell has."""
        stream = io.BytesIO()
        rows = samples.rows
        small = np.abs(rows).max(initial=0) < 1 << 31
        np.savez_compressed(
            stream, rows=rows.astype(np.int32) if small else rows, seconds=samples.seconds
        )
        path = self._path(cell)
        with writing(path):
            write_whole(path, stream.getvalue())

    def read_timings(self) -> dict[str, Any]:
        """Return what was measured of the players' speed."""
        try:
            return json.loads((self.folder / _NOTES).read_text(encoding="utf-8"))
        except (OSError, ValueError):
            return {}

    def write_timings(self, timings: Mapping[str, Any]) -> None:
        """Keep what was measured of the players' speed."""
        path = self.folder / _NOTES
        with writing(path):
            write_whole(path, (json.dumps(timings, indent=1) + "\n").encode())
