"""What a report shows of one table: frames for files, tables for people, figures and words."""

from dataclasses import dataclass, field

import polars as pl
from matplotlib.figure import Figure

__all__ = ["Section", "ShownFigure", "ShownTable"]


@dataclass(frozen=True)
class ShownTable:
    """A table for people: its cells are text.

    Attributes
    ----------
    title : str
    columns : tuple of str
    rows : list of tuple of str
    words : int
        How many columns, from the left, hold words rather than numbers.
    folded : bool
        Long: a page shows it on demand, the command line not at all.
    """

    title: str
    columns: tuple[str, ...]
    rows: list[tuple[str, ...]]
    words: int = 2
    folded: bool = False


@dataclass(frozen=True)
class ShownFigure:
    """A figure, the name of its files, and how to read it."""

    name: str
    figure: Figure
    title: str
    caption: str


@dataclass(frozen=True)
class Section:
    """All that a report shows of one table.

    Attributes
    ----------
    title : str
    text : tuple of str
        Paragraphs.
    frames : dict of str to polars.DataFrame
        By the name of their files.
    tables : list of ShownTable
    figures : list of ShownFigure
    """

    title: str
    text: tuple[str, ...]
    frames: dict[str, pl.DataFrame]
    tables: list[ShownTable] = field(default_factory=list)
    figures: list[ShownFigure] = field(default_factory=list)
