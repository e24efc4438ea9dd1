"""Fitting the weights of play to the values that a search found.

The policy is a softmax over the sums of weights. It is fitted to the soft target
``exp(value / temperature)`` by Adagrad on the cross-entropy, decision by decision.
"""

from typing import Any

import numpy as np

from gongzhu_sim.cards.compiling import kernel
from gongzhu_sim.strategies.learning.places import (
    N_WEIGHTS,
)
from gongzhu_sim.strategies.learning.weights import UNIT

__all__ = ["fit_weights"]

_TINY = 1e-8


@kernel
def _score_decision(weights: Any, places: Any, first: Any, last: Any, scores: Any) -> Any:
    """Write the scores of a decision's candidates; return the highest."""
    highest = -np.inf
    for row in range(first, last):
        score = 0.0
        for k in range(places.shape[1]):
            score += weights[places[row, k]]
        scores[row - first] = score
        highest = max(highest, score)
    return highest


@kernel
def _fit_pass(
    weights: Any,
    squares: Any,
    places: Any,
    values: Any,
    starts: Any,
    order: Any,
    temperature: Any,
    rate: Any,
) -> None:
    """Go through all decisions once."""
    scores = np.empty(128)
    target = np.empty(128)
    for decision in order:
        first, last = starts[decision], starts[decision + 1]
        highest = _score_decision(weights, places, first, last, scores)
        best = -np.inf
        for row in range(first, last):
            best = max(best, np.float64(values[row]))
        total, total_target = 0.0, 0.0
        for i in range(last - first):
            scores[i] = np.exp(scores[i] - highest)
            total += scores[i]
            target[i] = np.exp((values[first + i] - best) / temperature)
            total_target += target[i]
        for i in range(last - first):
            share = scores[i] / total
            wanted = target[i] / total_target
            step = share - wanted
            for k in range(places.shape[1]):
                place = places[first + i, k]
                if place == N_WEIGHTS:
                    continue
                squares[place] += step * step
                weights[place] -= rate * step / np.sqrt(squares[place] + _TINY)


@kernel
def _regret(weights: Any, places: Any, values: Any, starts: Any) -> Any:
    scores = np.empty(128)
    regret = 0.0
    for decision in range(len(starts) - 1):
        first, last = starts[decision], starts[decision + 1]
        _score_decision(weights, places, first, last, scores)
        pick = np.argmax(scores[: last - first])
        regret += np.max(values[first:last]) - values[first + pick]
    return regret / (len(starts) - 1)


def fit_weights(
    rows: np.ndarray,
    *,
    temperature: float,
    seed: int,
    passes: int = 15,
    rate: float = 0.2,
) -> tuple[np.ndarray, float]:
    """Fit the weights of play to what a search found.

    Parameters
    ----------
    rows : ndarray of ROW
        What :func:`gongzhu_sim.strategies.learning.recording.record_deals` returned, decision
        after decision.
    temperature : float
        Points that make a candidate e times as likely.
    seed : int
        Of the order in which the decisions are gone through.
    passes : int
        How often.
    rate : float
        Adagrad's step.

    Returns
    -------
    weights : ndarray of int16, shape (N_WEIGHTS,)
        ``UNIT`` is one unit of log-odds.
    regret : float
        Points a decision that the policy's first choice is worse, by the same values, than the
        best candidate.
    """
    decision = rows["decision"]
    starts = np.flatnonzero(np.r_[True, decision[1:] != decision[:-1], True])
    places = rows["places"].astype(np.int64)
    values = rows["value"].astype(np.float64)
    weights = np.zeros(N_WEIGHTS + 1)
    squares = np.ones(N_WEIGHTS + 1)
    shuffler = np.random.Generator(np.random.Philox(seed))
    for _ in range(passes):
        order = shuffler.permutation(len(starts) - 1)
        _fit_pass(weights, squares, places, values, starts, order, temperature, rate)
    regret = _regret(weights, places, values, starts)
    limit = np.iinfo(np.int16).max
    rounded = np.clip(np.round(weights[:N_WEIGHTS] * UNIT), -limit, limit)
    return rounded.astype(np.int16), float(regret)
