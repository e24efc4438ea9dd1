"""A contest between candidates: close calls are given more worlds, clear ones no more than needed.

All candidates are played in the first lap of worlds. After each lap those drop out that are
behind the best one by more than chance explains; the others go on, for so many laps at most.
What a card is worth is then its mean over the worlds, drawn towards what the learned policy
thinks of it as far as chance still blurs the mean.
"""

# pyright: reportCallIssue=false
# numba supplies an intrinsic's typing context, which type checkers miss
from typing import Any

import numpy as np

from gongzhu_sim.cards.compiling import kernel
from gongzhu_sim.strategies.search.bench import MOST_CANDIDATES

__all__ = ["CONTEST", "MOST_WORLDS", "begin_contest", "drop_losers", "find_winner", "note_worth"]

MOST_WORLDS = 4096
"""Worlds that a decision can be given at most."""

CONTEST = np.dtype(
    [
        ("n_worlds", np.int64),  # played so far
        ("n_in", np.int64),  # candidates that have not dropped out
        ("is_in", np.int64, MOST_CANDIDATES),
        ("total", np.float64, MOST_CANDIDATES),
        ("prior", np.float64, MOST_CANDIDATES),  # what the policy thinks, in a search's unit
        ("blur", np.float64),  # the policy's own error, squared; 0: it has no say
        ("worth", np.float64, (MOST_WORLDS, MOST_CANDIDATES)),
    ],
    align=True,
)
"""Working space of a contest; rows of ``worth`` are worlds in the order they were played."""

_FAR_BEHIND = 4.0  # squared: two standard errors


@kernel
def begin_contest(contest: Any, n: Any) -> None:
    """Let ``n`` candidates take part, of which the policy thinks nothing."""
    contest.n_worlds = 0
    contest.n_in = n
    contest.blur = 0.0
    for i in range(n):
        contest.is_in[i] = 1
        contest.total[i] = 0.0
        contest.prior[i] = 0.0


@kernel
def note_worth(contest: Any, i: Any, worth: Any) -> None:
    """Note what a candidate is worth in the world that is being played."""
    contest.worth[contest.n_worlds, i] = worth
    contest.total[i] += worth


@kernel
def _square_ahead(contest: Any, best: Any, other: Any) -> Any:
    """Return the squared standard error of the difference of two means."""
    n = contest.n_worlds
    total, squares = 0.0, 0.0
    for k in range(n):
        ahead = contest.worth[k, best] - contest.worth[k, other]
        total += ahead
        squares += ahead * ahead
    return (squares - total * total / n) / (n * max(n - 1, 1))


@kernel
def _ahead(contest: Any, best: Any, other: Any, error: Any) -> Any:
    """Return by how much one candidate is ahead of another, the policy's opinion included."""
    ahead = (contest.total[best] - contest.total[other]) / contest.n_worlds
    if contest.blur > 0.0:
        opinion = contest.prior[best] - contest.prior[other]
        share = error / (error + contest.blur)
        ahead += share * (opinion - ahead)
    return ahead


@kernel
def find_winner(contest: Any, n: Any) -> Any:
    """Return the best of ``n`` candidates, the earliest of equals."""
    best = -1
    for i in range(n):
        if contest.is_in[i] == 0:
            continue
        if best < 0 or _ahead(contest, i, best, _square_ahead(contest, i, best)) > 0.0:
            best = i
    return best


@kernel
def drop_losers(contest: Any, n: Any) -> None:
    """Drop the candidates that are two standard errors of the difference behind the best."""
    best = find_winner(contest, n)
    for i in range(n):
        if i == best or contest.is_in[i] == 0:
            continue
        error = _square_ahead(contest, best, i)
        ahead = _ahead(contest, best, i, error)
        if contest.blur > 0.0:  # what is left of the error, with the policy's opinion
            error *= contest.blur / (error + contest.blur)
        if ahead * ahead >= _FAR_BEHIND * error:
            contest.is_in[i] = 0
            contest.n_in -= 1
