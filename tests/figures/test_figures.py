"""Figures draw what the frames hold, and the same frame gives the same file."""

import matplotlib as mpl
import numpy as np
import polars as pl
import pytest

from gongzhu_sim.figures.comparison import (
    plot_comparison,
    plot_match_lengths,
    plot_position_rows,
)
from gongzhu_sim.figures.declaring import plot_declaring, plot_locked
from gongzhu_sim.figures.positions import plot_positions
from gongzhu_sim.figures.shoots import plot_shoots
from gongzhu_sim.figures.style import render

RULES, PLAYERS = ("qq", "pagat"), ("random", "folk")
CARDS = ("pig", "goat", "transformer", "marker")


@pytest.fixture
def declaring() -> pl.DataFrame:
    rows = [
        {"rules": rules, "players": players, "card": card, "held": held, "n": 6000 // held**2}
        | {"mean": 10.0 * held, "se": 1.0, "low": 10.0 * held - 2, "high": 10.0 * held + 2}
        | {"locked": 3, "locked_rate": 0.5, "locked_low": 0.4, "locked_high": 0.6}
        for rules in RULES
        for players in PLAYERS
        for card in CARDS
        for held in range(1, 7)
    ]
    return pl.DataFrame(rows)


@pytest.fixture
def shoots() -> pl.DataFrame:
    rows = [
        {"rules": rules, "players": players, "event": event, "n": 1000, "count": 20}
        | {"rate": 0.02, "low": 0.01, "high": 0.03}
        for rules in RULES
        for players in PLAYERS
        for event in ("all_hearts", "slam")
    ]
    return pl.DataFrame(rows)


@pytest.fixture
def positions() -> pl.DataFrame:
    rows = [
        {"rules": rules, "players": players, "score": score, "position": position}
        | {"mean": 2.0 * position, "se": 0.5, "sd": 9.0, "n": 1000}
        | {"low": 2.0 * position - 1, "high": 2.0 * position + 1}
        for rules in RULES
        for players in PLAYERS
        for score in ("raw", "relative", "settled")
        for position in range(4)
    ]
    return pl.DataFrame(rows)


@pytest.fixture
def comparison() -> pl.DataFrame:
    """Return frames of 21 rule sets, as many as there are presets."""
    rows = [
        {"rules": f"rules-{i}", "players": players, "raw_mean": -80.0 + i, "raw_low": -81.0 + i}
        | {"raw_high": -79.0 + i, "raw_sd": 300.0 - 9 * i, "all_hearts_rate": 0.02}
        | {"all_hearts_low": 0.019, "all_hearts_high": 0.021, "slam_rate": 0.001 * (i % 3)}
        | {"slam_low": 0.0005 * (i % 3), "slam_high": 0.002 + 0.001 * (i % 3)}
        | {"last_mean": 5.0, "last_low": 4.0, "last_high": 6.0}
        | {"length_p5": 1, "length_median": 5, "length_p95": 9 + i}
        for i in range(21)
        for players in PLAYERS
    ]
    return pl.DataFrame(rows)


@pytest.fixture
def lengths() -> pl.DataFrame:
    rows = [
        {"rules": rules, "players": players, "mean": mean, "p5": 2, "p25": 4, "median": median}
        | {"p75": median + 2, "p95": 30}
        for rules, median, mean in (("qq", 6, 6.1), ("qq-double", 5, None))
        for players in PLAYERS
    ]
    return pl.DataFrame(rows)


def points(axes) -> list[np.ndarray]:
    """Return the heights of the markers of each errorbar of a panel."""
    return [np.asarray(bar.lines[0].get_ydata()) for bar in axes.containers]


def across(axes) -> list[float]:
    """Return how far right the mark of each errorbar of a panel stands."""
    return [np.asarray(bar.lines[0].get_xdata()).item() for bar in axes.containers]


def lone_marks(axes, marker: str) -> list[float]:
    """Return how far right the marks without a bar stand."""
    found = [line for line in axes.lines if line.get_marker() == marker]
    return [np.asarray(line.get_xdata()).item() for line in found if line.get_markersize() >= 5]


def words(figure) -> str:
    return "\n".join(text.get_text() for text in figure.texts)


def test_declaring_has_a_row_for_each_rule_set_and_a_column_for_each_card(declaring):
    figure = plot_declaring(declaring, note="a note", least=1)
    assert len(figure.axes) == 8
    for axes in figure.axes:
        assert [each.tolist() for each in points(axes)] == [[10, 20, 30, 40, 50, 60]] * 2
    titles = [axes.get_title(loc="left") for axes in figure.axes[:4]]
    assert titles == ["pig ♠Q", "goat ♦J", "transformer ♣10", "marker ♥A"]
    assert "points" in figure.axes[0].get_ylabel() and "qq" in figure.axes[0].get_ylabel()
    assert "a note" in words(figure)


def test_points_on_few_deals_are_left_out_and_the_figure_says_so(declaring):
    figure = plot_declaring(declaring, least=1000)
    assert [len(each) for each in points(figure.axes[0])] == [2, 2]
    assert "fewer than 1,000 deals are left out" in words(figure)


def test_locked_shares_are_percentages(declaring):
    figure = plot_locked(declaring, least=1)
    assert points(figure.axes[0])[0].tolist() == [50] * 6


def test_shoots_begin_at_zero(shoots):
    figure = plot_shoots(shoots)
    left, right = figure.axes
    assert left.get_xlim()[0] == right.get_xlim()[0] == 0
    assert [tick.get_text() for tick in left.get_yticklabels()] == [
        "qq, random",
        "qq, folk",
        "pagat, random",
        "pagat, folk",
    ]


def test_positions_have_a_panel_for_each_rule_set(positions):
    figure = plot_positions(positions, score="raw")
    assert [axes.get_title(loc="left") for axes in figure.axes] == ["rules qq", "rules pagat"]
    assert points(figure.axes[0])[0].tolist() == [0, 2, 4, 6]
    assert "raw score" in figure.axes[0].get_ylabel()


def test_a_comparison_is_ordered_by_spread(comparison):
    figure = plot_comparison(comparison, note="a note")
    names = [tick.get_text() for tick in figure.axes[0].get_yticklabels()]
    assert names == [f"rules-{i}" for i in reversed(range(21))]
    assert across(figure.axes[1]) == comparison["raw_sd"].to_list()
    assert [axes.get_xscale() for axes in figure.axes] == ["linear", "log", "log", "linear", "log"]
    assert "a note" in words(figure)


def test_rates_of_nothing_seen_are_shown_at_their_bound(comparison):
    figure = plot_comparison(comparison.filter(players="folk"))
    assert lone_marks(figure.axes[2], "<") == [pytest.approx(0.2)] * 7


def test_match_lengths_are_ordered_and_means_left_out_where_there_are_none(lengths):
    figure = plot_match_lengths(lengths)
    (axes,) = figure.axes
    assert [tick.get_text() for tick in axes.get_yticklabels()] == ["qq-double", "qq"]
    assert lone_marks(axes, "|") == [6.1, 6.1]


def test_position_rows_have_a_panel_for_each_line_up(positions):
    figure = plot_position_rows(positions)
    assert [axes.get_title(loc="left") for axes in figure.axes] == list(PLAYERS)
    assert across(figure.axes[0]) == [0, 2, 4, 6] * 2
    assert [tick.get_text() for tick in figure.axes[0].get_yticklabels()] == list(RULES)


@pytest.mark.parametrize("kind", ["png", "svg"])
def test_the_same_frame_gives_the_same_file(declaring, positions, kind):
    for plot, frame in ((plot_declaring, declaring), (plot_positions, positions)):
        assert render(plot(frame), kind) == render(plot(frame), kind)


def test_the_look_does_not_depend_on_the_callers_settings(positions):
    expected = render(plot_positions(positions), "svg")
    with mpl.rc_context({"font.size": 30, "axes.grid": False, "svg.hashsalt": None}):
        assert render(plot_positions(positions), "svg") == expected


def test_labels_do_not_overlap_or_leave_the_page(declaring, positions, shoots, comparison, lengths):
    for figure in (
        plot_declaring(declaring),
        plot_positions(positions),
        plot_shoots(shoots),
        plot_comparison(comparison),
        plot_comparison(comparison.filter(players="folk")),
        plot_match_lengths(lengths),
        plot_position_rows(positions),
    ):
        figure.canvas.draw()
        page = figure.bbox
        for axes in figure.axes:
            box = axes.get_tightbbox()
            assert box is not None
            assert page.x0 <= box.x0 and box.x1 <= page.x1
            assert page.y0 <= box.y0 and box.y1 <= page.y1
            for text in figure.texts:
                assert not box.overlaps(text.get_window_extent())


def test_an_empty_frame_is_an_empty_figure(declaring, shoots, positions, comparison, lengths):
    for plot, frame in (
        (plot_declaring, declaring),
        (plot_shoots, shoots),
        (plot_positions, positions),
        (plot_comparison, comparison),
        (plot_match_lengths, lengths),
        (plot_position_rows, positions),
    ):
        assert render(plot(frame.clear()), "png").startswith(b"\x89PNG")


def test_a_mean_without_an_error_is_drawn(positions):
    bare = positions.with_columns(low=pl.lit(float("nan")), high=pl.lit(float("nan")))
    assert render(plot_positions(bare), "png").startswith(b"\x89PNG")
