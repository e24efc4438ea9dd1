"""Estimates of the tables of a study, against NumPy on the bare observations."""

import math

import numpy as np
import pytest

from gongzhu_sim.analysis.declaring import estimate_declaring
from gongzhu_sim.analysis.estimates import estimate_rate
from gongzhu_sim.analysis.positions import estimate_positions
from gongzhu_sim.analysis.shoots import estimate_shoots

LABEL = {"rules": "qq", "players": "folk"}
Z = 1.959963984540054


def declaring_row(held: int, thirds: list[int], locked: int = 0) -> dict:
    squares = sum(each * each for each in thirds)
    sums = {"n": len(thirds), "total_thirds": sum(thirds), "total_squared_thirds": squares}
    return LABEL | {"card": "pig", "held": held} | sums | {"locked": locked}


def test_declaring_is_counted_in_thirds():
    thirds = [-300, -100, 0, 50, 401]
    (row,) = estimate_declaring([declaring_row(3, thirds, locked=2)]).to_dicts()
    points = np.array(thirds) / 3
    se = points.std(ddof=1) / math.sqrt(5)
    assert row["mean"] == pytest.approx(points.mean())
    assert row["se"] == pytest.approx(se)
    assert row["low"] == pytest.approx(points.mean() - Z * se)
    assert row["high"] == pytest.approx(points.mean() + Z * se)
    share = estimate_rate(2, 5)
    assert (row["n"], row["locked"], row["locked_rate"]) == (5, 2, 0.4)
    assert (row["locked_low"], row["locked_high"]) == (share.low, share.high)
    assert (row["rules"], row["players"], row["card"], row["held"]) == ("qq", "folk", "pig", 3)


def test_cards_held_are_pooled_exactly():
    rows = [declaring_row(1, [3, 6, 9], 1), declaring_row(2, [-30, 12], 1), declaring_row(9, [])]
    (pooled,) = estimate_declaring(rows, by_held=False).to_dicts()
    (together,) = estimate_declaring([declaring_row(1, [3, 6, 9, -30, 12], 2)]).to_dicts()
    del together["held"]
    assert pooled == together


def test_what_never_occurred_is_left_out():
    rows = [declaring_row(1, [3, 6]), declaring_row(2, [])]
    assert estimate_declaring(rows)["held"].to_list() == [1]


def test_one_deal_has_a_mean_and_no_error():
    (row,) = estimate_declaring([declaring_row(1, [30])]).to_dicts()
    assert row["mean"] == 10
    assert math.isnan(row["se"])


def test_sums_beyond_64_bits_stay_exact():
    row = declaring_row(1, [0]) | {
        "n": 10**12,
        "total_thirds": 3 * 10**14,
        "total_squared_thirds": 10**17 + 10**21,
    }
    (estimate,) = estimate_declaring([row]).to_dicts()
    assert estimate["mean"] == 100
    assert estimate["se"] == pytest.approx(math.sqrt((1e21 + 1e17) / 9e12 - 1e4) / 1e6, rel=1e-9)


def test_shoots_are_rates():
    row = LABEL | {"event": "slam", "n": 1000, "count": 4}
    (estimate,) = estimate_shoots([row]).to_dicts()
    rate = estimate_rate(4, 1000)
    assert estimate == row | {"rate": 0.004, "low": rate.low, "high": rate.high}


def test_positions_are_counted_in_sixths():
    sixths = [600, -300, 12, 7]
    row = LABEL | {"score": "raw", "position": 2, "n": 4, "total_sixths": sum(sixths)}
    row |= {"total_squared_sixths": sum(each * each for each in sixths)}
    (estimate,) = estimate_positions([row]).to_dicts()
    points = np.array(sixths) / 6
    assert estimate["mean"] == pytest.approx(points.mean())
    assert estimate["sd"] == pytest.approx(points.std(ddof=1))
    assert estimate["se"] == pytest.approx(points.std(ddof=1) / 2)
    assert (estimate["position"], estimate["n"]) == (2, 4)


@pytest.mark.parametrize("estimate", [estimate_declaring, estimate_shoots, estimate_positions])
def test_no_rows_give_an_empty_frame_with_its_columns(estimate):
    frame = estimate([])
    assert frame.is_empty()
    assert {"rules", "players", "low", "high", "n"} <= set(frame.columns)
