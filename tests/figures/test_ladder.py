"""Figures of the ladder."""

import polars as pl
import pytest

from gongzhu_sim.figures.ladder import plot_gains, plot_matrix, plot_worlds
from gongzhu_sim.figures.style import render

PLAYERS = ("random", "plain", "folk")
GAIN = {"mean": 10.0, "se": 2.0, "low": 6.0, "high": 14.0}


@pytest.fixture
def cells() -> pl.DataFrame:
    pairs = (("folk", "plain"), ("folk", "random"), ("plain", "random"), ("other", "folk"))
    return pl.DataFrame([{"a": a, "b": b, **GAIN} for a, b in pairs])


@pytest.fixture
def ratings() -> pl.DataFrame:
    return pl.DataFrame([{"player": player, **GAIN} for player in ("folk", "plain", "random")])


def texts(axes) -> list[str]:
    return [text.get_text() for text in axes.texts]


def test_a_matrix_shows_every_cell(cells, ratings):
    figure = plot_matrix(cells, ratings, players=PLAYERS, mirrored=True, title="t")
    matrix, points = figure.axes
    assert [label.get_text() for label in matrix.get_yticklabels()] == ["folk", "plain", "random"]
    assert texts(matrix).count("+10.0") == 3
    assert texts(matrix).count("−10.0") == 3
    assert points.get_title(loc="left") == "Rating"


def test_a_matrix_without_ratings_and_one_way(cells):
    figure = plot_matrix(cells.head(1), None, players=PLAYERS, mirrored=False, title="t")
    matrix, points = figure.axes
    assert texts(matrix) == ["+10.0", "± 2.0"]
    assert not points.axison


def test_worlds():
    curve = pl.DataFrame(
        [
            {"worlds": worlds, **GAIN, "ms": worlds / 10, "ms_low": worlds / 11, "ms_high": worlds}
            for worlds in (8, 16, 32)
        ]
    )
    differences = pl.DataFrame(
        [
            {"worlds": 16, "instead_of": 8, "neighbours": True, **GAIN},
            {"worlds": 32, "instead_of": 8, "neighbours": False, **GAIN},
            {"worlds": 32, "instead_of": 16, "neighbours": True, **GAIN},
        ]
    )
    figure = plot_worlds(curve, differences, title="t")
    left, right = figure.axes
    assert texts(left) == ["8", "16", "32"]
    assert [label.get_text() for label in right.get_xticklabels()] == ["8\n→ 16", "16\n→ 32"]


def test_gains():
    frame = pl.DataFrame([{"label": each, "group": each[0], **GAIN} for each in ("a1", "a2", "b")])
    (axes,) = plot_gains(frame, title="t").axes
    assert texts(axes) == ["+10.0"] * 3


def test_the_same_frame_gives_the_same_file(cells, ratings):
    first, second = (
        plot_matrix(cells, ratings, players=PLAYERS, mirrored=True, title="t") for _ in range(2)
    )
    assert render(first, "svg") == render(second, "svg")
