"""The look of all figures, and how they become files."""

import functools
import io
from collections.abc import Callable, Sequence
from typing import Any, Final, ParamSpec

import matplotlib as mpl
from matplotlib.axes import Axes
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure

__all__ = ["COLOURS", "MARKERS", "draw_zero", "in_style", "label_figure", "render", "signed"]

COLOURS: Final = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#000000")
"""Colours that the colour-blind tell apart (M. Okabe and K. Ito 2008)."""

MARKERS: Final = ("o", "s", "^", "D", "v", "P", "X")
"""Markers in step with the colours, so that a grey print can be read too."""

_INK, _FAINT, _GRID = "#222222", "#666666", "#e4e4e4"

_STYLE: Final[dict[Any, Any]] = {
    "axes.axisbelow": True,
    "axes.edgecolor": "#999999",
    "axes.grid": True,
    "axes.labelcolor": _INK,
    "axes.labelsize": 9.5,
    "axes.linewidth": 0.8,
    "axes.spines.right": False,
    "axes.spines.top": False,
    "axes.titlelocation": "left",
    "axes.titlesize": 10.5,
    "axes.unicode_minus": True,
    "figure.dpi": 100,
    "figure.facecolor": "white",
    "font.family": "DejaVu Sans",  # comes with matplotlib and has the suit symbols
    "font.size": 9.5,
    "grid.color": _GRID,
    "grid.linewidth": 0.7,
    "legend.frameon": False,
    "savefig.dpi": 160,
    "svg.fonttype": "path",
    "svg.hashsalt": "gongzhu_sim",  # the same figure is the same file
    "text.color": _INK,
    "xtick.color": _FAINT,
    "xtick.labelsize": 9,
    "ytick.color": _FAINT,
    "ytick.labelsize": 9,
}

_P = ParamSpec("_P")


def in_style(plot: Callable[_P, Figure]) -> Callable[_P, Figure]:
    """Decorate a ``plot_*`` function to draw in the style, whatever the caller's settings."""

    @functools.wraps(plot)
    def styled(*args: _P.args, **kwargs: _P.kwargs) -> Figure:
        with mpl.rc_context(_STYLE):
            figure = plot(*args, **kwargs)
            FigureCanvasAgg(figure)
            _freeze_layout(figure)
            return figure

    return styled


def _freeze_layout(figure: Figure) -> None:
    """Lay a figure out once and round the places of its panels.

    The solver's last digits differ from run to run, and names inside an SVG file hash them.
    """
    figure.draw_without_rendering()
    figure.set_layout_engine("none")
    for axes in figure.axes:
        left, bottom, width, height = (round(each, 4) for each in axes.get_position().bounds)
        axes.set_position((left, bottom, width, height))


def render(figure: Figure, kind: str) -> bytes:
    """Return a figure as the bytes of a file, the same whenever it is drawn.

    Parameters
    ----------
    figure : Figure
    kind : {"png", "svg"}

    Returns
    -------
    bytes
    """
    metadata: dict[str, Any] = {"Date": None} if kind == "svg" else {"Software": None}
    stream = io.BytesIO()
    with mpl.rc_context(_STYLE):
        figure.savefig(stream, format=kind, metadata=metadata)
    return stream.getvalue()


def label_figure(
    figure: Figure, title: str, *, note: str, handles: Sequence[Any] = (), header: float = 0.62
) -> None:
    """Write a figure's title, its legend line and its footnote, and make room for them.

    Parameters
    ----------
    figure : Figure
        With a constrained layout.
    title : str
        What is shown.
    note : str
        Small print below, of any number of lines.
    handles : sequence of artists
        What the legend explains.
    header : float
        Height kept for title and legend, in inches.
    """
    width, height = figure.get_size_inches()
    inch_x, inch_y = 1 / width, 1 / height
    figure.text(
        0.12 * inch_x, 1 - 0.1 * inch_y, title, ha="left", va="top", fontsize=12.5, weight="bold"
    )
    if handles:
        figure.legend(
            handles=handles,
            loc="upper left",
            bbox_to_anchor=(0.12 * inch_x, 1 - 0.34 * inch_y),
            ncols=len(handles),
            handletextpad=0.5,
            columnspacing=1.8,
            borderaxespad=0.0,
            borderpad=0.0,
        )
    lines = note.count("\n") + 1
    figure.text(
        0.12 * inch_x,
        0.08 * inch_y,
        note,
        ha="left",
        va="bottom",
        fontsize=7.8,
        color=_FAINT,
        linespacing=1.35,
    )
    bottom = (0.14 + 0.155 * lines) * inch_y
    engine: Any = figure.get_layout_engine()
    side = 0.08 * inch_x
    engine.set(rect=(side, bottom, 1 - 2 * side, 1 - bottom - header * inch_y))


def draw_zero(axes: Axes) -> None:
    """Draw the line of no effect."""
    axes.axhline(0, color="#888888", linewidth=0.9, zorder=1)


def signed(value: float, _position: object = None) -> str:
    """Return a whole number of points with its sign, as tick labels want it.

    Examples
    --------
    >>> signed(-20.0), signed(0), signed(5)
    ('−20', '0', '+5')
    """
    return f"{value:+.0f}".replace("-", "−") if round(value) else "0"
