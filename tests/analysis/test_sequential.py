"""Stopping: wrong answers stay as rare as promised, however often one looks."""

import math

import numpy as np
import pytest

from gongzhu_sim.analysis.confidence import (
    LIMIT,
    find_half_width,
    find_log_ratio,
    tune_mixture,
)
from gongzhu_sim.analysis.designs import prepare_meetings
from gongzhu_sim.analysis.estimates import describe_mean
from gongzhu_sim.analysis.sequential import FEWEST_DEALS, Goal, Watch, find_next_look, read_goal
from gongzhu_sim.errors import UsageError

RUNS, MOST = 1000, 2048
# The binomial standard error of a rate of 5 % in 1,000 runs is 0.7 %.
NOMINAL, TOLERANCE = 0.05, 0.014


def look_counts(most: int) -> list[int]:
    counts = []
    deals = find_next_look(0)
    while deals < most:
        counts.append(deals)
        deals = find_next_look(deals)
    return [*counts, most]


def watch_runs(samples: np.ndarray, goal: Goal, truth: float) -> tuple[float, float, list]:
    """Look at every run at every count; never stop.

    Returns how often the confidence sequence and how often the ordinary interval failed to
    hold the truth at any look, and the first decision of every run.
    """
    n = np.arange(1, samples.shape[1] + 1)
    means = samples.cumsum(axis=1) / n
    spread = (samples**2).cumsum(axis=1) - n * means**2
    decided = (samples != 0).cumsum(axis=1)
    wrong = wrong_ordinary = 0
    decisions = []
    for run in range(len(samples)):
        watch = Watch(goal, samples.shape[1])
        missed = missed_ordinary = False
        decision = None
        for deals in look_counts(samples.shape[1]):
            at = deals - 1
            sd = math.sqrt(max(spread[run, at], 0.0) / at)
            mean = describe_mean(float(means[run, at]), sd, deals)
            watch.look(mean, decided=int(decided[run, at]))
            found = watch.finish(mean)
            missed = missed or found.low > truth or found.high < truth  # NaN is neither
            missed_ordinary = missed_ordinary or not mean.low <= truth <= mean.high
            decision = decision or found.decision
        wrong += missed
        wrong_ordinary += missed_ordinary
        decisions.append(decision)
    return wrong / len(samples), wrong_ordinary / len(samples), decisions


@pytest.fixture(
    scope="module",
    params=[
        ("folk", "random", "scrofazero", "sides"),
        ("folk", "folk:declare=never", "qq", "sides"),
        ("random:chance=1", "random", "qq-double", "sides"),
        ("folk", "random", "qq", "one"),
        ("random:chance=0.31", "random:chance=0.3", "qq", "sides"),  # 24 of 25 deals are drawn
    ],
    ids=lambda each: "-".join(each),
)
def duel_samples(request) -> tuple[np.ndarray, float]:
    """Runs resampled from the deals of a real duel, and their true mean."""
    a, b, rules, seats = request.param
    meetings = prepare_meetings(
        [a, b], [(0, 1)], rules=rules, seats=seats, deals=6000, deals_file=None, seed=5
    )
    gains = meetings.join(meetings.play(0, meetings.n_units)).sum(axis=2)[:, 0]
    pool = gains / meetings.design.unit
    samples = np.random.default_rng(1).choice(pool, (RUNS, MOST))
    return samples, float(pool.mean())


def normal_runs() -> np.ndarray:
    return np.random.default_rng(2).normal(0, 100, (RUNS, MOST))


@pytest.mark.parametrize("half_width", [5, 20])
def test_normal_samples_stay_inside_the_confidence_sequence(half_width):
    wrong, wrong_ordinary, _ = watch_runs(normal_runs(), Goal(half_width=half_width), 0.0)
    assert wrong < NOMINAL
    assert wrong_ordinary > 0.25  # what peeking costs without it


def test_real_samples_stay_inside_the_confidence_sequence(duel_samples):
    samples, truth = duel_samples
    goal = Goal(half_width=float(samples.std()) / 8)
    wrong, _, _ = watch_runs(samples, goal, truth)
    assert wrong < NOMINAL + TOLERANCE


@pytest.mark.parametrize("truth", ["low", "high"])
def test_real_samples_seldom_deceive_the_test(duel_samples, truth):
    samples, mean = duel_samples
    gap = float(samples.std()) / 6
    low = mean if truth == "low" else mean - gap
    _, _, decisions = watch_runs(samples, Goal(low=low, high=low + gap), mean)
    wrong = sum(decision not in (truth, None) for decision in decisions)
    assert wrong / RUNS < NOMINAL + TOLERANCE
    assert decisions.count(truth) > 0.85 * RUNS


def test_the_test_keeps_its_promise_where_it_takes_long():
    """With a gap that needs about all the deals the limit is used to the full."""
    _, _, decisions = watch_runs(normal_runs(), Goal(low=0.0, high=9.0), 0.0)
    wrong = decisions.count("high") / RUNS
    assert 0.015 < wrong < NOMINAL + TOLERANCE
    assert decisions.count("low") > 0.8 * RUNS


def test_a_mean_below_the_lower_one_deceives_it_less():
    _, _, decisions = watch_runs(normal_runs() - 5, Goal(low=0.0, high=10.0), -5.0)
    assert decisions.count("high") < 0.01 * RUNS


def test_the_price_at_the_planned_size():
    planned = tune_mixture(4000)
    ordinary = 1.959963984540054 * 50 / math.sqrt(4000)
    assert find_half_width(4000, 50.0, planned) / ordinary == pytest.approx(1.55, abs=0.005)
    for other in (1000, 16_000):  # no other tuning is much better there
        assert find_half_width(4000, 50.0, tune_mixture(other)) > (
            find_half_width(4000, 50.0, planned)
        )


def test_the_logarithm_of_the_ratio_is_that_of_two_normal_samples():
    x = np.array([3.0, -1.0, 4.0, 12.0])
    likelihood = [-((x - mean) ** 2).sum() / (2 * 25.0) for mean in (1.0, 4.0)]
    assert find_log_ratio(4, x.mean(), 5.0, 1.0, 4.0) == pytest.approx(
        likelihood[1] - likelihood[0]
    )
    assert pytest.approx(math.log(20)) == LIMIT


def test_looks_grow_apart():
    counts = look_counts(100_000)
    assert counts[:4] == [64, 80, 96, 112]
    steps = np.diff(counts[:-1])
    assert (steps >= 16).all()
    assert (steps <= np.maximum(16, np.array(counts[:-2]) // 16)).all()
    assert len(counts) < 130


def test_nothing_is_said_too_early():
    watch = Watch(Goal(half_width=1000.0), 500)
    assert not watch.look(describe_mean(0.0, 1.0, FEWEST_DEALS - 1), decided=60)
    assert not watch.look(describe_mean(0.0, 1.0, FEWEST_DEALS), decided=31)
    assert not watch.look(describe_mean(0.0, 0.0, 200), decided=200)
    assert math.isnan(watch.finish(describe_mean(0.0, 1.0, 200)).low)
    assert watch.look(describe_mean(0.0, 1.0, FEWEST_DEALS), decided=32)
    assert watch.finish(describe_mean(0.0, 1.0, FEWEST_DEALS)).reached


@pytest.mark.parametrize(
    ("until", "sprt", "message"),
    [
        (0, None, "until 0 is not a half-width above 0"),
        (-1.0, None, "until -1 is not"),
        (math.nan, None, "until nan is not"),
        (math.inf, None, "until inf is not"),
        (None, (3.0, 3.0), "sprt 3,3 is not two means"),
        (None, (3.0, 2.0), "the lower one first"),
        (None, (0.0, math.inf), "sprt 0,inf is not"),
        (5.0, (0.0, 1.0), "cannot be given together"),
    ],
)
def test_goals_that_make_no_sense(until, sprt, message):
    with pytest.raises(UsageError, match=message):
        read_goal(until, sprt)


def test_goals():
    assert read_goal(None, None) is None
    assert read_goal(5, None) == Goal(half_width=5.0)
    assert read_goal(None, (0, 10)) == Goal(low=0.0, high=10.0)
