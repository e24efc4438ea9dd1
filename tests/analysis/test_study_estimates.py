"""Estimates of the tables of a study, against NumPy on the bare observations."""

import math

import numpy as np
import pytest

from gongzhu_sim.analysis.comparison import compare_rules
from gongzhu_sim.analysis.declaring import estimate_declaring
from gongzhu_sim.analysis.estimates import estimate_rate
from gongzhu_sim.analysis.match_lengths import count_match_lengths, estimate_match_lengths
from gongzhu_sim.analysis.positions import estimate_positions
from gongzhu_sim.analysis.scores import estimate_scores
from gongzhu_sim.analysis.shoots import estimate_shoots
from gongzhu_sim.studies.tally import LONGEST_MATCH

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


def score_rows(score: str, halves: np.ndarray) -> list[dict]:
    columns = dict(
        zip(("N", "W", "S", "E", "together"), (*halves.T, halves.sum(axis=1)), strict=True)
    )
    return [
        LABEL
        | {"score": score, "seat": seat, "n": len(each), "total_halves": int(each.sum())}
        | {"total_squared_halves": int((each * each).sum())}
        for seat, each in columns.items()
    ]


def length_rows(lengths: list[int]) -> list[dict]:
    counts = {length: lengths.count(length) for length in sorted({1, *lengths})}
    return [
        LABEL
        | {"length": length, "n": n, "total_deals": n * length}
        | {"total_squared_deals": n * length * length}
        for length, n in counts.items()
    ]


def test_scores_of_any_seat_rest_on_deals():
    halves = np.array([[-200, 40, 0, 31], [10, 20, -30, 40], [-400, 0, 0, 100], [5, 5, 5, 5]])
    frame = estimate_scores(score_rows("raw", halves))
    assert frame["seat"].to_list() == ["N", "W", "S", "E", "any"]
    points = halves / 2
    west = frame.row(1, named=True)
    assert west["mean"] == pytest.approx(points[:, 1].mean())
    assert west["sd"] == pytest.approx(points[:, 1].std(ddof=1))
    whichever = frame.row(4, named=True)
    se = points.mean(axis=1).std(ddof=1) / 2
    assert whichever["mean"] == pytest.approx(points.mean())
    assert whichever["se"] == pytest.approx(se)
    assert whichever["high"] == pytest.approx(points.mean() + Z * se)
    assert whichever["sd"] == pytest.approx(points.std(ddof=1))
    assert whichever["n"] == 4


def test_match_lengths_have_their_quantiles():
    lengths = [1] + [2] * 3 + [5] * 10 + [9] * 5 + [30]
    (row,) = estimate_match_lengths(length_rows(lengths)).to_dicts()
    assert row["mean"] == pytest.approx(np.mean(lengths))
    assert row["sd"] == pytest.approx(np.std(lengths, ddof=1))
    expected = np.quantile(lengths, (0.05, 0.25, 0.5, 0.75, 0.95), method="inverted_cdf")
    assert [row[name] for name in ("p5", "p25", "median", "p75", "p95")] == expected.tolist()
    assert (row["n"], row["broken_off"]) == (20, 0)
    counted = count_match_lengths([*length_rows(lengths), LABEL | {"length": 3, "n": 0}])
    assert dict(counted.select("length", "n").rows()) == {1: 1, 2: 3, 5: 10, 9: 5, 30: 1}


def test_there_is_no_mean_length_where_matches_were_broken_off():
    (row,) = estimate_match_lengths(length_rows([2, 3, 3, LONGEST_MATCH])).to_dicts()
    assert [row[name] for name in ("mean", "se", "sd", "low", "high")] == [None] * 5
    assert (row["median"], row["n"], row["broken_off"]) == (3, 4, 1)


def test_a_comparison_is_a_row_a_cell():
    halves = np.array([[-200, 40, 0, 31], [10, 20, -30, 40]])
    position = {"score": "relative", "n": 4, "total_sixths": 240, "total_squared_sixths": 20000}
    frame = compare_rules(
        scores=estimate_scores(score_rows("raw", halves) + score_rows("settled", 3 * halves)),
        shoots=estimate_shoots(
            [
                LABEL | {"event": name, "n": 2, "count": k}
                for k, name in enumerate(("all_hearts", "slam"))
            ]
        ),
        positions=estimate_positions([LABEL | position | {"position": p} for p in (2, 3)]),
        match_lengths=estimate_match_lengths(length_rows([2, 4, 6])),
    )
    (row,) = frame.to_dicts()
    assert (row["rules"], row["players"]) == ("qq", "folk")
    assert row["raw_mean"] == pytest.approx(halves.mean() / 2)
    assert row["settled_sd"] == pytest.approx(3 * row["raw_sd"])
    assert (row["all_hearts_rate"], row["slam_rate"]) == (0, 0.5)
    assert row["last_mean"] == 10
    assert (row["length_mean"], row["length_median"]) == (4, 4)
    assert (row["deals"], row["matches"], row["broken_off"]) == (2, 3, 0)


@pytest.mark.parametrize(
    "estimate",
    [
        estimate_declaring,
        estimate_shoots,
        estimate_positions,
        estimate_scores,
        estimate_match_lengths,
    ],
)
def test_no_rows_give_an_empty_frame_with_its_columns(estimate):
    frame = estimate([])
    assert frame.is_empty()
    assert {"rules", "players", "low", "high", "n"} <= set(frame.columns)
