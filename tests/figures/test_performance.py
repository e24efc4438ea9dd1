"""The figure of costs draws what the frames hold."""

import matplotlib as mpl
import polars as pl
import pytest

from gongzhu_sim.figures.performance import plot_costs
from gongzhu_sim.figures.style import render

PLAYERS = ("random", "folk")
SPREAD = {"ns": 1000.0, "low": 900.0, "high": 1500.0}


@pytest.fixture
def frames() -> list[pl.DataFrame]:
    costs = [
        {"group": group, "rules": rules, "players": players} | SPREAD
        for group, names in {"Presets": ("qq", "pagat", "taiwan"), "Changes": ("hidden",)}.items()
        for rules in names
        for players in PLAYERS
    ]
    calls = [{"players": each, "deals": n} | SPREAD for each in PLAYERS for n in (1, 100)]
    threads = [
        {"players": each, "threads": n, "value": 0.9 * n, "low": 0.8 * n, "high": 1.0 * n}
        for each in PLAYERS
        for n in (1, 2, 3)
    ]
    return [pl.DataFrame(rows) for rows in (costs, calls, threads)]


def test_every_group_has_a_panel_and_every_rule_set_a_line(frames):
    figure = plot_costs(*frames, note="a machine")
    presets, changes, calls, threads = figure.axes
    assert [label.get_text() for label in presets.get_yticklabels()] == ["qq", "pagat", "taiwan"]
    assert changes.get_title(loc="left") == "Changes"
    assert [label.get_text() for label in changes.get_yticklabels()] == ["hidden"]
    assert calls.get_xscale() == calls.get_yscale() == "log"
    assert threads.get_xticks().tolist() == [1, 2, 3]
    assert any("a machine" in text.get_text() for text in figure.texts)
    assert [text.get_text() for text in figure.legends[0].get_texts()] == [
        "four random",
        "four folk",
    ]


def test_the_same_numbers_give_the_same_file(frames):
    before = mpl.rcParams["axes.titlesize"]
    for kind in ("png", "svg"):
        first, second = (render(plot_costs(*frames, note="n"), kind) for _ in range(2))
        assert first == second
    assert mpl.rcParams["axes.titlesize"] == before


def test_one_line_up_alone(frames):
    alone = [frame.filter(players="folk") for frame in frames]
    assert len(plot_costs(*alone).legends[0].get_texts()) == 1
