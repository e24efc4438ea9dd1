"""Means and rates, against numpy, scipy and exact values."""

import math
from fractions import Fraction

import numpy as np
import pytest
from scipy import stats

from gongzhu_sim.analysis.estimates import LEVEL, estimate_mean, estimate_rate


def sums(values):
    return len(values), sum(values), sum(value * value for value in values)


@pytest.mark.parametrize("unit", [1, 2, 3])
def test_a_mean_is_what_numpy_says(unit):
    counted = np.random.default_rng(1).integers(-3200, 3200, 1000).tolist()
    values = np.array(counted) / unit
    estimate = estimate_mean(*sums(counted), unit=unit)
    se = values.std(ddof=1) / math.sqrt(len(values))
    low, high = stats.norm.interval(LEVEL, values.mean(), se)
    assert estimate.n == 1000
    assert estimate.mean == pytest.approx(values.mean(), rel=1e-12)
    assert estimate.sd == pytest.approx(values.std(ddof=1), rel=1e-12)
    assert estimate.se == pytest.approx(se, rel=1e-12)
    assert (estimate.low, estimate.high) == pytest.approx((low, high), rel=1e-12)


def test_exact_values():
    estimate = estimate_mean(2, 0, 2)  # -1 and 1
    assert (estimate.mean, estimate.sd, estimate.se) == (0.0, math.sqrt(2), 1.0)
    halves = estimate_mean(2, 3, 5, unit=2)  # a half and one
    assert (halves.mean, halves.se) == (0.75, 0.25)


def test_nothing_cancels_in_many_deals_far_from_zero():
    n, far = 10**10, 10**9  # half of the deals score 10^9, the others one point more
    total = n * far + n // 2
    squares = n // 2 * far**2 + n // 2 * (far + 1) ** 2
    estimate = estimate_mean(n, total, squares)
    assert estimate.mean == far + 0.5
    assert estimate.sd == pytest.approx(float(Fraction(1, 2)), rel=1e-9)


@pytest.mark.parametrize(("n", "mean"), [(0, math.nan), (1, 7.0)])
def test_too_few_deals_have_no_spread(n, mean):
    estimate = estimate_mean(n, 7 * n, 49 * n)
    assert estimate.mean == pytest.approx(mean, nan_ok=True)
    assert all(math.isnan(x) for x in (estimate.se, estimate.sd, estimate.low, estimate.high))


def test_a_constant_has_no_error():
    estimate = estimate_mean(5, 35, 245)
    assert (estimate.mean, estimate.se, estimate.low, estimate.high) == (7.0, 0.0, 7.0, 7.0)


@pytest.mark.parametrize(("count", "n"), [(0, 10), (10, 10), (3, 10), (1, 10**6), (173, 10**4)])
def test_a_rate_has_the_interval_of_wilson(count, n):
    rate = estimate_rate(count, n)
    expected = stats.binomtest(count, n).proportion_ci(LEVEL, method="wilson")
    assert rate.rate == count / n
    assert (rate.low, rate.high) == pytest.approx((expected.low, expected.high), abs=1e-12)
    assert 0 <= rate.low <= rate.rate <= rate.high <= 1


def test_a_rate_of_no_deals():
    rate = estimate_rate(0, 0)
    assert (rate.count, rate.n) == (0, 0)
    assert all(math.isnan(x) for x in (rate.rate, rate.low, rate.high))


def test_the_interval_covers_the_mean_as_often_as_it_says():
    rng = np.random.default_rng(7)
    draws = rng.binomial(1, 0.02, (2000, 400)).sum(axis=1).tolist()  # 8 events expected
    rates = [estimate_rate(count, 400) for count in draws]
    covered = sum(rate.low <= 0.02 <= rate.high for rate in rates)
    assert 0.93 < covered / len(rates) < 0.975


def test_plain_dicts():
    assert set(estimate_mean(3, 1, 1).to_dict()) == {"mean", "se", "sd", "low", "high"}
    assert set(estimate_rate(1, 3).to_dict()) == {"count", "rate", "low", "high"}
