"""Figure of what a deal costs: by rules, by deals in a call, by threads."""

from typing import TYPE_CHECKING, Any, Final

from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from matplotlib.ticker import FixedLocator, FuncFormatter, NullLocator

from gongzhu_sim.figures.style import COLOURS, MARKERS, in_style, label_figure

if TYPE_CHECKING:
    import polars as pl

__all__ = ["plot_costs"]

_TICKS: Final = tuple(m * 10**e for e in range(1, 8) for m in (1, 2, 5))  # nanoseconds
_STRIPE: Final = "#f5f6f8"


@in_style
def plot_costs(
    costs: "pl.DataFrame", calls: "pl.DataFrame", threads: "pl.DataFrame", *, note: str = ""
) -> Figure:
    """Draw the time of a deal under every rule set, by size of call and by threads.

    Parameters
    ----------
    costs : polars.DataFrame
        ``group`` (a panel each, in their order), ``rules``, ``players``; ``ns``, ``low``,
        ``high``: nanoseconds a deal of the median, the quickest and the slowest run.
    calls : polars.DataFrame
        ``players``, ``deals`` in one call, and the same three numbers.
    threads : polars.DataFrame
        ``players``, ``threads``; ``value``, ``low``, ``high``: times as fast as one thread.
    note : str
        Small print: the machine.

    Returns
    -------
    Figure
        A colour for each line-up of four of a kind; times stand on logarithmic scales.
    """
    groups = costs["group"].unique(maintain_order=True).to_list()
    players = costs["players"].unique(maintain_order=True).to_list()
    lines = max(costs.filter(group=group)["rules"].n_unique() for group in groups)
    figure = Figure(figsize=(12.2, 2.0 + 0.24 * max(lines, 12)), layout="constrained")
    grid = figure.add_gridspec(2, len(groups) + 1, width_ratios=[*(1.2 for _ in groups), 1.0])
    for column, group in enumerate(groups):
        _draw_rules(figure.add_subplot(grid[:, column]), costs.filter(group=group), players)
    upper = figure.add_subplot(grid[0, -1])
    lower = figure.add_subplot(grid[1, -1])
    for number, who in enumerate(players):
        _draw_curve(upper, calls.filter(players=who), "deals", "ns", number)
        _draw_curve(lower, threads.filter(players=who), "threads", "value", number)
    upper.set_title("By deals in one call")
    upper.set_xlabel("deals, log scale")
    upper.set_ylabel("ns a deal, log scale")
    upper.set_xscale("log")
    _scale(upper, "y")
    most = int(threads["threads"].to_numpy().max())
    lower.set_title("By threads")
    lower.set_xlabel("threads")
    lower.set_ylabel("times as fast as one")
    lower.plot((1, most), (1, most), color="#bbbbbb", linestyle=":", zorder=1)
    lower.set_xticks(range(1, most + 1))
    lower.set_ylim(bottom=0)
    label_figure(
        figure,
        "What a deal costs",
        note="Four of a player, dealt, declared, played up to the last scoring card and scored. "
        f"Marks: median of several runs; bars: the quickest and the slowest.\n{note}",
        handles=_explain(players),
    )
    return figure


def _draw_rules(axes: Axes, frame: "pl.DataFrame", players: list[str]) -> None:
    """Draw a line for each rule set, in their order in the frame."""
    order = frame["rules"].unique(maintain_order=True).to_list()
    for row in frame.iter_rows(named=True):
        number = players.index(row["players"])
        line = order.index(row["rules"]) + 0.3 * (number / max(1, len(players) - 1) - 0.5)
        axes.errorbar(row["ns"], line, xerr=_bars([row], "ns"), **_look(number), linestyle="none")
    for line in range(0, len(order), 2):
        axes.axhspan(line - 0.5, line + 0.5, color=_STRIPE, zorder=0)
    axes.set_ylim(len(order) - 0.5, -0.5)
    axes.set_yticks(range(len(order)), order)
    axes.grid(axis="y", visible=False)
    axes.tick_params(axis="y", length=0)
    axes.set_title(frame["group"][0])
    axes.set_xlabel("ns a deal, log scale")
    _scale(axes, "x")


def _draw_curve(axes: Axes, frame: "pl.DataFrame", x: str, y: str, number: int) -> None:
    frame = frame.sort(x)
    rows = frame.to_dicts()
    axes.errorbar(
        frame[x].to_list(), frame[y].to_list(), yerr=_bars(rows, y), **_look(number), linewidth=1.2
    )


def _bars(rows: list[dict[str, Any]], middle: str) -> list[list[float]]:
    return [
        [row[middle] - row["low"] for row in rows],
        [row["high"] - row[middle] for row in rows],
    ]


def _look(number: int) -> dict[str, Any]:
    return {
        "color": COLOURS[number % len(COLOURS)],
        "marker": MARKERS[number % len(MARKERS)],
        "markersize": 4.6,
        "elinewidth": 1.3,
        "capsize": 2.0,
    }


def _scale(axes: Axes, which: str) -> None:
    axis = axes.xaxis if which == "x" else axes.yaxis
    axes.set(**{f"{which}scale": "log"})
    axis.set_major_locator(FixedLocator(_TICKS))
    axis.set_minor_locator(NullLocator())
    axis.set_major_formatter(FuncFormatter(lambda ns, _: f"{ns:,.0f}"))
    for label in axes.get_xticklabels() if which == "x" else ():
        label.set_rotation(35)


def _explain(players: list[str]) -> list[Line2D]:
    return [
        Line2D([], [], **_look_of_legend(number), label=f"four {who}")
        for number, who in enumerate(players)
    ]


def _look_of_legend(number: int) -> dict[str, Any]:
    kept = ("color", "marker", "markersize")
    return {key: value for key, value in _look(number).items() if key in kept}
