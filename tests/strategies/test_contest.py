"""The contest between candidates: who drops out, who wins, and what the policy has to say."""

from typing import Any

import numpy as np

from gongzhu_sim.strategies.search.contest import (
    CONTEST,
    begin_contest,
    drop_losers,
    find_winner,
)


def hold(worth: np.ndarray, *, prior: tuple[float, ...] = (), blur: float = 0.0) -> Any:
    """Return a contest in which every candidate (a column) was played in all worlds (rows)."""
    contest = np.zeros(1, CONTEST)
    n_worlds, n = worth.shape
    begin_contest(contest[0], n)
    contest["n_worlds"] = n_worlds
    contest["worth"][0, :n_worlds, :n] = worth
    contest["total"][0, :n] = worth.sum(axis=0)
    contest["prior"][0, : len(prior)] = prior
    contest["blur"] = blur
    return contest


def test_the_highest_mean_wins_and_the_earliest_of_equals() -> None:
    assert find_winner(hold(np.array([[1.0, 3.0, 2.0], [1.0, 5.0, 2.0]]))[0], 3) == 1
    assert find_winner(hold(np.array([[4.0, 4.0], [2.0, 2.0]]))[0], 2) == 0


def test_who_is_far_behind_drops_out_and_who_is_close_stays() -> None:
    noise = np.random.default_rng(1).normal(0, 10, 400)
    worth = np.column_stack([np.zeros(400), noise - 5, noise + 0.2])
    contest = hold(worth)
    drop_losers(contest[0], 3)  # two errors of the differences: 1 point; 5 are behind, 0.2 not
    assert contest["is_in"][0, :3].tolist() == [1, 0, 1]
    assert contest["n_in"][0] == 2
    assert find_winner(contest[0], 3) in (0, 2)


def test_differences_are_paired_world_by_world() -> None:
    """Worlds differ by 100 points and the candidates by 1 in every one of them: that is sure."""
    shared = np.random.default_rng(2).normal(0, 100, 50)
    contest = hold(np.column_stack([shared, shared + 1]))
    drop_losers(contest[0], 2)
    assert contest["is_in"][0, :2].tolist() == [0, 1]


def test_the_policy_decides_where_the_sample_cannot() -> None:
    noise = np.random.default_rng(3).normal(0, 50, 40)
    noise -= noise.mean()
    close = np.column_stack([noise + 1, -noise])  # 1 point apart, with an error of 16
    assert find_winner(hold(close, prior=(0.0, 30.0))[0], 2) == 0
    assert find_winner(hold(close, prior=(0.0, 30.0), blur=20.0**2)[0], 2) == 1
    clear = np.column_stack([noise + 1, noise])  # 1 point apart in every world
    assert find_winner(hold(clear, prior=(0.0, 30.0), blur=20.0**2)[0], 2) == 0
