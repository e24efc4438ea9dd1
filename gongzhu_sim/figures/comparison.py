"""Figures that put rule sets side by side, one line each."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final

from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from matplotlib.ticker import FixedLocator, FuncFormatter, MaxNLocator, NullLocator

from gongzhu_sim.figures.style import COLOURS, MARKERS, in_style, label_figure, signed

if TYPE_CHECKING:
    import polars as pl

__all__ = ["lay_out_rules", "plot_comparison", "plot_match_lengths", "plot_position_rows"]

_POSITIONS: Final = ("leads", "2nd", "3rd", "4th")
_EVENTS: Final = ("all_hearts", "slam")
_DEALS: Final = (1, 2, 3, 5, 10, 20, 30, 50, 100, 200, 500, 1000)
_POINTS: Final = (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10_000)
_PERCENTS: Final = (0.0001, 0.001, 0.01, 0.1, 1, 10, 100)
_STRIPE: Final = "#f5f6f8"

Row = dict[str, Any]


@in_style
def plot_comparison(frame: "pl.DataFrame", *, note: str = "") -> Figure:
    """Draw rule sets side by side: scores, all hearts and slams, the last seat, match lengths.

    Parameters
    ----------
    frame : polars.DataFrame
        From :func:`gongzhu_sim.analysis.comparison.compare_rules`.
    note : str
        Small print: deals, matches and seed.

    Returns
    -------
    Figure
        A line for each rule set, by the spread of the raw score, and a colour for each
        line-up. Rates and lengths stand on logarithmic scales.
    """
    order = frame.sort("raw_sd", maintain_order=True)["rules"].unique(maintain_order=True)
    players = frame["players"].unique(maintain_order=True).to_list()
    order = order.to_list()
    widths = (1.1, 0.85, 1.25, 1.15, 1.0)
    figure, grid = lay_out_rules(order, widths=widths, among=len(players), width=12.2)
    means, spreads, rates, last, lengths = grid
    for row in frame.iter_rows(named=True):
        number = players.index(row["players"])
        line = order.index(row["rules"]) + _shift(number, len(players))
        _draw_interval(means, row["raw_mean"], row["raw_low"], row["raw_high"], line, number)
        _draw_interval(spreads, row["raw_sd"], row["raw_sd"], row["raw_sd"], line, number)
        _draw_rates(rates, row, line, number)
        _draw_interval(last, row["last_mean"], row["last_low"], row["last_high"], line, number)
        _draw_length(lengths, row, "length_", line, number)

    means.set_title("Raw score: mean")
    means.set_xlabel("points a deal")
    means.xaxis.set_major_formatter(FuncFormatter(signed))
    _mark_zero(means)
    spreads.set_title("Raw score: SD")
    spreads.set_xlabel("points, log scale")
    _scale(spreads, _POINTS)
    smallest: Any = frame["raw_sd"].min()
    spreads.set_xlim(left=max((each for each in _POINTS if each < (smallest or 0)), default=None))
    rates.set_title("All hearts (filled), slam (open)")
    rates.set_xlabel("share of deals (%), log scale")
    _scale(rates, _PERCENTS)
    last.set_title("Last in the first trick")
    last.set_xlabel("raw points above the others")
    last.xaxis.set_major_formatter(FuncFormatter(signed))
    _mark_zero(last)
    lengths.set_title("Match length")
    lengths.set_xlabel("deals, log scale")
    _scale(lengths, _DEALS)
    label_figure(
        figure,
        "Every rule set side by side",
        note="Ordered by the SD of one seat's raw score. Everybody declares as they please. Bars "
        "are 95 % intervals, those of match length the middle 90 % of the matches about their "
        "median.\nA triangle pointing left: none seen; it stands at the upper end of the "
        f"interval.\n{note}",
        handles=_explain(players),
        header=0.62 if len(players) > 1 else 0.4,
    )
    return figure


@in_style
def plot_match_lengths(frame: "pl.DataFrame", *, note: str = "") -> Figure:
    """Draw how many deals matches last.

    Parameters
    ----------
    frame : polars.DataFrame
        From :func:`gongzhu_sim.analysis.match_lengths.estimate_match_lengths`.
    note : str
        Small print: matches and seed.

    Returns
    -------
    Figure
        A line for each rule set, the shortest matches first, and a colour for each line-up.
    """
    by_length = frame.sort("median", "mean", "p95", maintain_order=True, nulls_last=True)
    order = by_length["rules"].unique(maintain_order=True).to_list()
    players = frame["players"].unique(maintain_order=True).to_list()
    figure, (axes,) = lay_out_rules(order, widths=(1.0,), among=len(players), width=7.6)
    for row in frame.iter_rows(named=True):
        number = players.index(row["players"])
        line = order.index(row["rules"]) + _shift(number, len(players))
        _draw_length(axes, row, "", line, number)
        half = (row["p25"], row["p75"])
        axes.plot(
            half,
            (line, line),
            color=COLOURS[number % 7],
            linewidth=4.5,
            alpha=0.5,
            solid_capstyle="butt",
        )
        if row["mean"] is not None:
            axes.plot(row["mean"], line, "|", color="#222222", markersize=9, markeredgewidth=1.4)
    axes.set_xlabel("deals, log scale")
    _scale(axes, _DEALS)
    label_figure(
        figure,
        "How many deals a match lasts",
        note="Mark: median. Bars: the middle half and the middle 90 % of the matches. Upright "
        f"line: mean, where every match ended.\n{note}",
        handles=_explain(players),
        header=0.62 if len(players) > 1 else 0.4,
    )
    return figure


@in_style
def plot_position_rows(frame: "pl.DataFrame", *, note: str = "") -> Figure:
    """Draw the raw score by position from the first leader, a line for each rule set.

    Parameters
    ----------
    frame : polars.DataFrame
        From :func:`gongzhu_sim.analysis.positions.estimate_positions`.
    note : str
        Small print: deals and seed.

    Returns
    -------
    Figure
        A panel for each line-up and a colour for each position; bars are 95 % intervals.
    """
    chosen = frame.filter(score="relative")
    order = chosen["rules"].unique(maintain_order=True).to_list()
    players = chosen["players"].unique(maintain_order=True).to_list()
    widths = (1.0,) * max(1, len(players))
    figure, grid = lay_out_rules(order, widths=widths, among=2, width=3.4 + 5.2 * len(widths))
    for axes, who in zip(grid, players, strict=False):
        for row in chosen.filter(players=who).iter_rows(named=True):
            number = row["position"]
            line = order.index(row["rules"]) + _shift(number, len(_POSITIONS))
            _draw_interval(axes, row["mean"], row["low"], row["high"], line, number)
        axes.set_title(who)
        axes.set_xlabel("raw points above the others' mean")
        axes.xaxis.set_major_formatter(FuncFormatter(signed))
        _mark_zero(axes)
    label_figure(
        figure,
        "Score by position from the first leader",
        note=f"Everybody declares as they please. Bars are 95 % intervals.\n{note}",
        handles=_explain(_POSITIONS),
    )
    return figure


def lay_out_rules(
    rules: Sequence[str], *, widths: Sequence[float], among: int, width: float = 13.0
) -> tuple[Figure, list[Axes]]:
    """Return a figure with a line for each rule set, and its panels side by side.

    Parameters
    ----------
    rules : sequence of str
        Their names, from top to bottom.
    widths : sequence of float
        Of the panels, beside each other.
    among : int
        How many marks a line has to hold beside each other.
    width : float
        Of the figure, in inches.
    """
    lines = max(2, len(rules))
    height = 1.75 + lines * (0.2 + 0.07 * among)
    figure = Figure(figsize=(width, height), layout="constrained")
    grid = figure.subplots(1, len(widths), sharey=True, squeeze=False, width_ratios=widths)[0]
    for axes in grid:
        for line in range(0, lines, 2):
            axes.axhspan(line - 0.5, line + 0.5, color=_STRIPE, zorder=0)
        axes.set_ylim(lines - 0.5, -0.5)
        axes.grid(axis="y", visible=False)
        axes.tick_params(axis="y", length=0)
        axes.xaxis.set_major_locator(MaxNLocator(6, steps=[1, 2, 2.5, 5, 10]))
    grid[0].set_yticks(range(len(rules)), rules)
    return figure, list(grid)


def _shift(number: int, among: int) -> float:
    """Return how far from the middle of its line a mark stands, so that none hides another."""
    return (number - (among - 1) / 2) * 0.6 / max(among, 2)


def _draw_interval(
    axes: Axes, middle: float, low: float, high: float, line: float, number: int, **look: Any
) -> None:
    axes.errorbar(
        middle,
        line,
        xerr=[[middle - low], [high - middle]],
        **{
            "color": COLOURS[number % 7],
            "marker": MARKERS[number % 7],
            "markersize": 4.6,
            "elinewidth": 1.3,
            "capsize": 2.0,
        }
        | look,
    )


def _draw_rates(axes: Axes, row: Row, line: float, number: int) -> None:
    for event, shift in zip(_EVENTS, (-0.12, 0.12), strict=True):
        rate, low, high = (100 * row[f"{event}_{name}"] for name in ("rate", "low", "high"))
        face = "white" if event == "slam" else COLOURS[number % 7]
        if rate > 0:
            _draw_interval(axes, rate, low, high, line + shift, number, markerfacecolor=face)
        else:
            colour = COLOURS[number % 7]
            axes.plot(high, line + shift, "<", color=colour, markerfacecolor=face, markersize=5)


def _draw_length(axes: Axes, row: Row, prefix: str, line: float, number: int) -> None:
    low, middle, high = (row[prefix + name] for name in ("p5", "median", "p95"))
    _draw_interval(axes, middle, low, high, line, number)


def _scale(axes: Axes, ticks: Sequence[float]) -> None:
    axes.set_xscale("log")
    axes.xaxis.set_major_locator(FixedLocator(ticks))
    axes.xaxis.set_minor_locator(NullLocator())
    axes.xaxis.set_major_formatter(FuncFormatter(_plain))


def _mark_zero(axes: Axes) -> None:
    axes.axvline(0, color="#888888", linewidth=0.9, zorder=1)


def _plain(value: float, _position: object = None) -> str:
    return f"{value:,.4f}".rstrip("0").rstrip(".")


def _explain(labels: Sequence[str]) -> list[Line2D]:
    if len(labels) < 2:
        return []
    return [
        Line2D([], [], color=COLOURS[i % 7], marker=MARKERS[i % 7], markersize=4.6, label=label)
        for i, label in enumerate(labels)
    ]
