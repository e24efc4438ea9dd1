"""The weights of the learned policy: one block for each family of rules, and their files.

A family is decided by three things: whether partners play together, whether cards are declared,
and the number of decks. The blocks of all families stand in one array, so that
one player knows every game; a kernel finds its block by the rules on the table.

Weights are 16-bit whole numbers. 512 of them are one unit of the fitted log-odds.
"""

from pathlib import Path
from typing import Any, Final

import numpy as np

from gongzhu_sim.cards.compiling import kernel
from gongzhu_sim.errors import InputError
from gongzhu_sim.rules.packed import DECLARE_NONE, SIDES_OPPOSITE
from gongzhu_sim.strategies.learning.declaring import N_DECLARING
from gongzhu_sim.strategies.learning.places import (
    N_WEIGHTS,
)

__all__ = [
    "BLOCK",
    "FAMILIES",
    "SHIPPED",
    "UNIT",
    "family_number",
    "find_block",
    "load_family",
    "load_weights",
    "save_family",
]

FAMILIES: Final = (
    "alone",
    "sides",
    "alone-declaring",
    "sides-declaring",
    "alone-double",
    "sides-double",
    "alone-double-declaring",
    "sides-double-declaring",
)
"""Names of the families in the order of their blocks."""

_NEAREST: Final = {
    "alone": "alone-declaring",
    "sides": "sides-declaring",
    "alone-declaring": "alone",
    "sides-declaring": "sides",
    "alone-double": "alone-double-declaring",
    "sides-double": "sides-double-declaring",
    "alone-double-declaring": "sides-double-declaring",
    "sides-double-declaring": "alone-double-declaring",
}

UNIT: Final = 512
"""One unit of log-odds."""

BLOCK: Final = N_WEIGHTS + N_DECLARING
"""Weights of a family: those of play, then those of declaring."""

SHIPPED: Final = Path(__file__).parents[1] / "weights"
"""The folder of the weights that come with the package."""
_BYTES = np.int64(2 * BLOCK)


@kernel(forceinline=True)
def family_number(rules: Any) -> Any:
    """Return the place of the rules' family in :data:`FAMILIES`."""
    number = np.int64(rules.sides == SIDES_OPPOSITE)
    number += 2 * np.int64(rules.declaring != DECLARE_NONE)
    return number + 4 * (rules.decks - 1)


@kernel(forceinline=True)
def find_block(table: Any, weights: Any) -> Any:
    """Return the address of the weights for the rules on the table, from that of all weights."""
    return weights + family_number(table.rules) * _BYTES


def save_family(path: Path, play: np.ndarray, declaring: np.ndarray) -> None:
    """Write the weights of a family.

    Parameters
    ----------
    path : Path
        The file; its folder exists.
    play : ndarray of int16, shape (N_WEIGHTS,)
    declaring : ndarray of int16, shape (N_DECLARING,)
    """
    np.savez_compressed(path, play=play, declaring=declaring)


def load_family(path: Path) -> np.ndarray:
    """Return the block of a family from its file.

    Returns
    -------
    ndarray of int16, shape (BLOCK,)

    Raises
    ------
    InputError
        If the file cannot be read or holds something else.
    """
    try:
        with np.load(path) as data:
            block = np.concatenate([data["play"], data["declaring"]])
    except (OSError, ValueError, KeyError, EOFError) as error:
        raise InputError(f"{path}: cannot be read as weights: {error}") from None
    if block.shape != (BLOCK,) or block.dtype != np.int16:
        raise InputError(
            f"{path}: has {block.size} weights of {block.dtype}; "
            f"this version of the package uses {BLOCK} of int16"
        )
    return block


def load_weights(path: str = "shipped") -> np.ndarray:
    """Return the weights of every family.

    Parameters
    ----------
    path : str, optional
        A file whose weights are used under all rules, or a folder with a file for each family
        that it knows; ``shipped`` are the package's own.

    Returns
    -------
    ndarray of int16, shape (len(FAMILIES), BLOCK)
        A family without a file has the weights of the nearest one that has one.

    Raises
    ------
    InputError
        If there is no file, or one of them is wrong.
    """
    folder = SHIPPED if path == "shipped" else Path(path)
    if folder.is_file():
        return np.tile(load_family(folder), (len(FAMILIES), 1))
    found = {
        name: load_family(folder / f"{name}.npz")
        for name in FAMILIES
        if (folder / f"{name}.npz").is_file()
    }
    if not found:
        raise InputError(f"{folder}: no weights there: neither a file nor a folder with a family's")
    anything = next(iter(found.values()))
    blocks = [found.get(name, found.get(_NEAREST[name], anything)) for name in FAMILIES]
    weights = np.stack(blocks)
    weights.setflags(write=False)
    return weights
