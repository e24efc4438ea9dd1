"""Figures about the position from the first leader."""

from typing import TYPE_CHECKING, Final

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

__all__ = ["plot_positions"]

_POSITIONS: Final = ("leads", "2nd", "3rd", "4th")
_LABELS: Final = {
    "relative": "raw points above the others' mean",
    "raw": "mean raw score (points)",
    "settled": "mean settled score (points)",
}


@in_style
def plot_positions(frame: "pl.DataFrame", *, score: str = "relative", note: str = "") -> Figure:
    """Draw the mean score by position from the first leader.

    Parameters
    ----------
    frame : polars.DataFrame
        From :func:`gongzhu_sim.analysis.positions.estimate_positions`.
    score : {"relative", "raw", "settled"}
        Which score; ``relative`` is the raw one less the mean of the other three seats'.
    note : str
        Small print: deals and seed.

    Returns
    -------
    Figure
        A panel for each rule set, a colour for each line-up; bars are 95 % intervals.
    """
    chosen = frame.filter(score=score)
    rules = chosen["rules"].unique(maintain_order=True).to_list()
    players = chosen["players"].unique(maintain_order=True).to_list()
    width = max(5.2, 0.9 + 3.4 * len(rules))
    figure = Figure(figsize=(min(width, 13), 4.1), layout="constrained")
    # settled scores have each rule set's own scale
    grid = figure.subplots(1, max(1, len(rules)), sharey=score != "settled", squeeze=False)[0]
    for axes, name in zip(grid, rules, strict=False):
        for p, who in enumerate(players):
            part = chosen.filter(rules=name, players=who)
            mean, low, high = (part[column].to_numpy() for column in ("mean", "low", "high"))
            axes.errorbar(
                part["position"].to_numpy() + 0.07 * (p - (len(players) - 1) / 2),
                mean,
                yerr=(mean - low, high - mean),
                color=COLOURS[p % 7],
                marker=MARKERS[p % 7],
                markersize=4.8,
                linewidth=1.0,
                linestyle=":",
                elinewidth=1.3,
                capsize=2.5,
            )
        axes.set_title(f"rules {name}")
        axes.set_xlabel("position from the first leader")
        axes.set_xticks(range(4), _POSITIONS)
        axes.set_xlim(-0.35, 3.35)
        axes.yaxis.set_major_locator(MaxNLocator(8, steps=[1, 2, 5, 10]))
        axes.yaxis.set_major_formatter(FuncFormatter(signed))
        axes.grid(axis="x", visible=False)
        if score == "relative":
            draw_zero(axes)
    grid[0].set_ylabel(_LABELS[score])
    handles = [
        Line2D([], [], color=COLOURS[p % 7], marker=MARKERS[p % 7], linestyle=":", label=who)
        for p, who in enumerate(players)
    ]
    label_figure(
        figure,
        "Score by position from the first leader",
        note=f"Everybody declares as they please. Bars are 95 % intervals.\n{note}",
        handles=handles,
    )
    return figure
