"""Figures about all hearts and slams."""

from typing import TYPE_CHECKING, Final

from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator

from gongzhu_sim.figures.style import COLOURS, MARKERS, in_style, label_figure

if TYPE_CHECKING:
    import polars as pl

__all__ = ["plot_shoots"]

_EVENTS: Final = {"all_hearts": "all hearts", "slam": "slam (every scoring card)"}


@in_style
def plot_shoots(frame: "pl.DataFrame", *, note: str = "") -> Figure:
    """Draw how often some seat takes all hearts, or a slam.

    Parameters
    ----------
    frame : polars.DataFrame
        From :func:`gongzhu_sim.analysis.shoots.estimate_shoots`.
    note : str
        Small print: deals and seed.

    Returns
    -------
    Figure
        A panel for each event, a line for each rule set and line-up; bars are 95 % intervals.
    """
    cells = frame.select("rules", "players").unique(maintain_order=True).rows()
    players = frame["players"].unique(maintain_order=True).to_list()
    figure = Figure(figsize=(10.2, 1.35 + 0.36 * max(2, len(cells))), layout="constrained")
    grid = figure.subplots(1, len(_EVENTS), sharey=True, squeeze=False)[0]
    for axes, (event, title) in zip(grid, _EVENTS.items(), strict=True):
        top = 0.0
        for line, (rules, who) in enumerate(cells):
            row = frame.filter(rules=rules, players=who, event=event).row(0, named=True)
            rate, low, high = (100 * row[name] for name in ("rate", "low", "high"))
            number = players.index(who)
            axes.errorbar(
                rate,
                line,
                xerr=[[rate - low], [high - rate]],
                color=COLOURS[number % 7],
                marker=MARKERS[number % 7],
                markersize=5.5,
                elinewidth=1.3,
                capsize=2.5,
                clip_on=False,
            )
            axes.annotate(
                f"{rate:.2f} %",
                (high, line),
                xytext=(7, 0),
                textcoords="offset points",
                va="center",
                fontsize=8.5,
            )
            top = max(top, high)
        axes.set_xlim(0, top * 1.25 or 1)
        axes.xaxis.set_major_locator(MaxNLocator(6, steps=[1, 2, 2.5, 5, 10]))
        axes.set_title(title)
        axes.set_xlabel("share of deals (%)")
        axes.grid(axis="y", visible=False)
        axes.tick_params(axis="y", length=0)
    grid[0].set_ylim(len(cells) - 0.4, -0.6)
    grid[0].set_yticks(range(len(cells)), [f"{rules}, {who}" for rules, who in cells])
    label_figure(
        figure,
        "How often some seat takes all hearts, or a slam",
        note="Everybody declares as they please; a slam does not count as all hearts. "
        f"Bars are 95 % intervals.\n{note}",
        header=0.4,
    )
    return figure
