"""Figures about declaring."""

from typing import TYPE_CHECKING, Final

from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from matplotlib.ticker import FuncFormatter, MaxNLocator

from gongzhu_sim.figures.style import (
    COLOURS,
    MARKERS,
    draw_zero,
    in_style,
    label_figure,
    signed,
)

if TYPE_CHECKING:
    import polars as pl

__all__ = ["LEAST_DEALS", "plot_declaring", "plot_locked"]

LEAST_DEALS: Final = 1000
"""Points that rest on fewer deals are not drawn unless asked for."""

_CARDS: Final = {
    "pig": ("pig ♠Q", "spades held"),
    "goat": ("goat ♦J", "diamonds held"),
    "transformer": ("transformer ♣10", "clubs held"),
    "marker": ("marker", "hearts held"),
}


@in_style
def plot_declaring(
    frame: "pl.DataFrame", *, marker: str = "♥A", note: str = "", least: int = LEAST_DEALS
) -> Figure:
    """Draw the passive value of declaring, by card and number of cards held in its suit.

    Parameters
    ----------
    frame : polars.DataFrame
        From :func:`gongzhu_sim.analysis.declaring.estimate_declaring`.
    marker : str
        The heart that stands for the hearts, for the panel's title.
    note : str
        Small print: deals, seed.
    least : int
        Points that rest on fewer deals are left out; the small print says so.

    Returns
    -------
    Figure
        A row of panels for each rule set, a column for each card, a colour for each line-up;
        bars are 95 % intervals.
    """
    return _draw_grid(
        frame,
        columns=("mean", "low", "high"),
        title="What declaring a card is worth to its holder if nobody changes play",
        label="value to the holder (points)",
        marker=marker,
        note=note,
        least=least,
        signs=True,
    )


@in_style
def plot_locked(
    frame: "pl.DataFrame", *, marker: str = "♥A", note: str = "", least: int = LEAST_DEALS
) -> Figure:
    """Draw how often the lock would have forbidden the declared card's play.

    Parameters and result are those of :func:`plot_declaring`.
    """
    import polars as pl

    names = ("locked_rate", "locked_low", "locked_high")
    return _draw_grid(
        frame.with_columns(pl.col(name) * 100 for name in names),
        columns=names,
        title="How often the lock would have forbidden the holder's play of the card",
        label="share of deals (%)",
        marker=marker,
        note=note,
        least=least,
        signs=False,
    )


def _draw_grid(
    frame: "pl.DataFrame",
    *,
    columns: tuple[str, str, str],
    title: str,
    label: str,
    marker: str,
    note: str,
    least: int,
    signs: bool,
) -> Figure:
    rules = frame["rules"].unique(maintain_order=True).to_list()
    players = frame["players"].unique(maintain_order=True).to_list()
    figure = Figure(figsize=(10.2, 1.25 + 2.55 * max(1, len(rules))), layout="constrained")
    grid = figure.subplots(
        max(1, len(rules)), len(_CARDS), sharey=True, sharex="col", squeeze=False
    )
    for r, name in enumerate(rules or [""]):
        for c, card in enumerate(_CARDS):
            axes = grid[r][c]
            for p, who in enumerate(players):
                part = frame.filter(rules=name, players=who, card=card)
                _draw_line(axes, part.filter(part["n"] >= least), columns, p, len(players))
            _dress(axes, card, first_row=r == 0, last_row=r == len(rules) - 1, signs=signs)
        grid[r][0].set_ylabel(f"rules {name}\n{label}")
    grid[0][-1].set_title(f"marker {marker}")
    handles = [
        Line2D([], [], color=COLOURS[p % 7], marker=MARKERS[p % 7], markersize=4.5, label=who)
        for p, who in enumerate(players)
    ]
    small = (
        "Deals are played with nobody declaring, then scored as if that one card were declared. "
        f"Bars are 95 % intervals; points on fewer than {least:,} deals are left out."
    )
    label_figure(figure, title, note=f"{small}\n{note}".strip(), handles=handles)
    return figure


def _draw_line(
    axes: Axes, part: "pl.DataFrame", columns: tuple[str, str, str], number: int, among: int
) -> None:
    middle, low, high = (part[name].to_numpy() for name in columns)
    shift = 0.09 * (number - (among - 1) / 2)  # so that bars do not hide each other
    axes.errorbar(
        part["held"].to_numpy() + shift,
        middle,
        yerr=(middle - low, high - middle),
        color=COLOURS[number % 7],
        marker=MARKERS[number % 7],
        markersize=4.2,
        linewidth=1.3,
        elinewidth=1.1,
        capsize=2.0,
        clip_on=False,
    )


def _dress(axes: Axes, card: str, *, first_row: bool, last_row: bool, signs: bool) -> None:
    title, held = _CARDS[card]
    if first_row:
        axes.set_title(title)
    if last_row:
        axes.set_xlabel(held)
    axes.xaxis.set_major_locator(MaxNLocator(integer=True, min_n_ticks=1))
    axes.yaxis.set_major_locator(MaxNLocator(9, steps=[1, 2, 2.5, 5, 10]))
    axes.margins(x=0.07)
    axes.grid(axis="x", visible=False)
    draw_zero(axes)
    if signs:
        axes.yaxis.set_major_formatter(FuncFormatter(signed))
