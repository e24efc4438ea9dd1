"""Figures of the ladder: everybody against everybody, what worlds bring, gains side by side."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final

import numpy as np
from matplotlib.axes import Axes
from matplotlib.colors import LinearSegmentedColormap, Normalize
from matplotlib.figure import Figure
from matplotlib.ticker import FixedLocator, FuncFormatter, MaxNLocator, NullLocator

from gongzhu_sim.figures.style import COLOURS, MARKERS, draw_zero, in_style, label_figure, signed

if TYPE_CHECKING:
    import polars as pl

__all__ = ["plot_gains", "plot_matrix", "plot_worlds"]

_SHADES: Final = LinearSegmentedColormap.from_list("gains", ("#e6a06a", "#ffffff", "#7fb2d6"))
_MILLISECONDS: Final = tuple(m * 10.0**e for e in range(-3, 5) for m in (1, 2, 5))
_BARS: Final[dict[str, Any]] = {"elinewidth": 1.3, "capsize": 2.5}


@in_style
def plot_matrix(
    cells: "pl.DataFrame",
    ratings: "pl.DataFrame | None" = None,
    *,
    players: Sequence[str],
    mirrored: bool,
    title: str,
    note: str = "",
) -> Figure:
    """Draw what every player gains on every other, and beside it how they are rated.

    Parameters
    ----------
    cells : polars.DataFrame
        ``a``, ``b``, ``mean``, ``se``: raw points a deal.
    ratings : polars.DataFrame, optional
        ``player``, ``mean``, ``low``, ``high``, best first, which orders the lines.
    players : sequence of str
        Order of the lines without ratings, from the last one up; cells of others are left out.
    mirrored : bool
        Each pair stands once, and the other way round with the other sign.
    title, note : str

    Returns
    -------
    Figure
        Rows over columns: the mean with its standard error below it.
    """
    order = list(reversed(players)) if ratings is None else ratings["player"].to_list()
    size = len(order)
    figure = Figure(figsize=(2.6 + 0.72 * size + 3.0, 1.7 + 0.46 * size), layout="constrained")
    columns = figure.subplots(1, 2, width_ratios=(0.72 * size, 2.6), sharey=True)
    matrix, points = columns
    means, errors = np.full((size, size), np.nan), np.full((size, size), np.nan)
    for row in cells.iter_rows(named=True):
        if row["a"] in order and row["b"] in order:
            i, j = order.index(row["a"]), order.index(row["b"])
            means[i, j], errors[i, j] = row["mean"], row["se"]
            if mirrored:
                means[j, i], errors[j, i] = -row["mean"], row["se"]
    _draw_matrix(matrix, means, errors)
    matrix.set_xticks(range(size), order, rotation=35, ha="left", rotation_mode="anchor")
    matrix.set_yticks(range(size), order)
    matrix.set_ylim(size - 0.5, -0.5)
    if ratings is None:
        points.set_axis_off()
    else:
        _draw_ratings(points, ratings)
    label_figure(
        figure,
        title,
        note="Raw points a deal of the row over the column, ± standard error; shades go by the "
        f"square root. Ratings: least squares over all cells, with 95 % intervals.\n{note}",
        header=0.4,
    )
    return figure


def _draw_matrix(axes: Axes, means: np.ndarray, errors: np.ndarray) -> None:
    shades = np.sign(means) * np.sqrt(np.abs(means))
    most = np.nanmax(np.abs(shades), initial=1.0)
    axes.imshow(shades, cmap=_SHADES, norm=Normalize(-most, most), aspect="auto")
    decimals = 1 if np.nanmin(errors, initial=np.inf) < 5 else 0
    for (i, j), mean in np.ndenumerate(means):
        if not np.isnan(mean):
            number = f"{mean:+,.{decimals}f}".replace("-", "−")
            axes.text(j, i - 0.13, number, ha="center", va="center", fontsize=8.6)
            below = f"± {errors[i, j]:,.{decimals}f}"
            axes.text(j, i + 0.24, below, ha="center", va="center", fontsize=6.8, color="#555555")
    axes.grid(visible=False)
    axes.xaxis.tick_top()
    axes.tick_params(length=0)
    for side in axes.spines.values():
        side.set_visible(False)


def _draw_ratings(axes: Axes, ratings: "pl.DataFrame") -> None:
    for line, row in enumerate(ratings.iter_rows(named=True)):
        bars = [[row["mean"] - row["low"]], [row["high"] - row["mean"]]]
        axes.errorbar(
            row["mean"], line, xerr=bars, color=COLOURS[0], marker="o", markersize=4.6, **_BARS
        )
    axes.axvline(0, color="#888888", linewidth=0.9, zorder=1)
    axes.set_title("Rating")
    axes.set_xlabel("raw points a deal")
    axes.tick_params(axis="y", length=0, labelleft=False)
    axes.xaxis.set_major_formatter(FuncFormatter(signed))
    axes.xaxis.set_major_locator(MaxNLocator(5, steps=[1, 2, 5, 10]))
    axes.grid(axis="y", visible=False)
    axes.margins(x=0.08)


@in_style
def plot_worlds(
    curve: "pl.DataFrame", differences: "pl.DataFrame", *, title: str, note: str = ""
) -> Figure:
    """Draw what a search gains by how many worlds it plays out, and by the time that takes.

    Parameters
    ----------
    curve : polars.DataFrame
        ``worlds``, ``mean``, ``low``, ``high`` (raw points a deal), and ``ms``, ``ms_low``,
        ``ms_high``: milliseconds a decision, which may be null.
    differences : polars.DataFrame
        ``worlds``, ``instead_of``, ``neighbours``, ``mean``, ``low``, ``high``.
    title, note : str

    Returns
    -------
    Figure
        Left the gain over the time of a decision, right the gain on the next smaller number.
    """
    figure = Figure(figsize=(10.2, 4.1), layout="constrained")
    left, right = figure.subplots(1, 2, width_ratios=(1.25, 1.0))
    curve = curve.filter(curve["ms"].is_not_null()).sort("worlds")
    rows = curve.to_dicts()
    left.plot(curve["ms"].to_list(), curve["mean"].to_list(), color=COLOURS[0], linewidth=1.0)
    for row in rows:
        left.errorbar(
            row["ms"],
            row["mean"],
            xerr=[[row["ms"] - row["ms_low"]], [row["ms_high"] - row["ms"]]],
            yerr=[[row["mean"] - row["low"]], [row["high"] - row["mean"]]],
            color=COLOURS[0],
            marker="o",
            markersize=5,
            **_BARS,
        )
        left.annotate(
            str(row["worlds"]),
            (row["ms"], row["mean"]),
            xytext=(6, -11),
            textcoords="offset points",
            fontsize=8.5,
        )
    left.set_xscale("log")
    left.xaxis.set_major_locator(FixedLocator(_MILLISECONDS))
    left.xaxis.set_minor_locator(NullLocator())
    left.xaxis.set_major_formatter(FuncFormatter(lambda ms, _: f"{ms:g}"))
    left.margins(x=0.12)
    left.set_title("Gain by the time of a decision")
    left.set_xlabel("milliseconds a decision on one core, log scale; numbers: worlds")
    left.set_ylabel("raw points a deal")
    steps = differences.filter(differences["neighbours"]).sort("worlds").to_dicts()
    for place, row in enumerate(steps):
        bars = [[row["mean"] - row["low"]], [row["high"] - row["mean"]]]
        right.errorbar(
            place, row["mean"], yerr=bars, color=COLOURS[1], marker="s", markersize=5, **_BARS
        )
    draw_zero(right)
    right.set_xticks(
        range(len(steps)), [f"{row['instead_of']}\n→ {row['worlds']}" for row in steps]
    )
    right.margins(x=0.12)
    right.yaxis.set_major_formatter(FuncFormatter(signed))
    right.set_title("Gain of twice as many worlds, same deals")
    right.set_xlabel("worlds")
    right.grid(axis="x", visible=False)
    label_figure(figure, title, note=f"Bars are 95 % intervals.\n{note}", header=0.4)
    return figure


@in_style
def plot_gains(
    frame: "pl.DataFrame", *, title: str, axis: str = "raw points a deal", note: str = ""
) -> Figure:
    """Draw gains side by side, a line each.

    Parameters
    ----------
    frame : polars.DataFrame
        ``label``; ``group``, which colours; ``mean``, ``low``, ``high``.
    title, axis, note : str

    Returns
    -------
    Figure
    """
    groups = frame["group"].unique(maintain_order=True).to_list()
    rows = frame.to_dicts()
    figure = Figure(figsize=(9.2, 1.5 + 0.42 * max(2, len(rows))), layout="constrained")
    axes = figure.subplots()
    for line, row in enumerate(rows):
        number = groups.index(row["group"])
        axes.errorbar(
            row["mean"],
            line,
            xerr=[[row["mean"] - row["low"]], [row["high"] - row["mean"]]],
            color=COLOURS[number % len(COLOURS)],
            marker=MARKERS[number % len(MARKERS)],
            markersize=5.5,
            **_BARS,
        )
        axes.annotate(
            f"{row['mean']:+,.1f}".replace("-", "−"),
            (row["high"], line),
            xytext=(7, 0),
            textcoords="offset points",
            va="center",
            fontsize=8.5,
        )
    axes.axvline(0, color="#888888", linewidth=0.9, zorder=1)
    axes.set_yticks(range(len(rows)), [row["label"] for row in rows])
    axes.set_ylim(len(rows) - 0.4, -0.6)
    axes.margins(x=0.12)
    axes.xaxis.set_major_formatter(FuncFormatter(signed))
    axes.set_xlabel(axis)
    axes.grid(axis="y", visible=False)
    axes.tick_params(axis="y", length=0)
    label_figure(figure, title, note=f"Bars are 95 % intervals.\n{note}", header=0.4)
    return figure
