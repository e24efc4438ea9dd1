"""Gains of players on each other: whole-number sums over deals, and what they say."""

import math
from dataclasses import dataclass
from typing import Any

import numpy as np

from gongzhu_sim.analysis.designs import Design
from gongzhu_sim.analysis.estimates import Mean, estimate_mean

__all__ = ["Gain", "GainSums", "estimate_gain", "sum_gains"]

_SAFE = 1 << 24  # products of numbers below it add up inside 64 bits over a block of deals


@dataclass(frozen=True)
class Gain:
    """What one player gains on another, over deals.

    Attributes
    ----------
    gain : Mean
        Raw points a deal.
    wins, draws, losses : int
        Deals in which it was positive, zero, negative.
    variance_reduction : float
        The variance that as many independent plays would have, over that of the design;
        infinite where the plays of every deal cancel, NaN for fewer than two deals or if
        there is no variance at all.
    """

    gain: Mean
    wins: int
    draws: int
    losses: int
    variance_reduction: float


@dataclass(frozen=True)
class GainSums:
    """Exact sums over deals of pairs of players that met on them.

    Attributes
    ----------
    deals : int
    totals : ndarray of Python int, shape (pairs,)
        Of the weighted scores, all plays of a deal added up.
    products : ndarray of Python int, shape (pairs, pairs)
        Of the products of these.
    play_squares : ndarray of Python int, shape (pairs,)
        Of the squares of the weighted scores of each single play.
    wins, losses : ndarray of Python int, shape (pairs,)
    """

    deals: int
    totals: np.ndarray
    products: np.ndarray
    play_squares: np.ndarray
    wins: np.ndarray
    losses: np.ndarray

    @classmethod
    def empty(cls, pairs: int) -> "GainSums":
        """Return the sums over no deals."""
        zeros = np.zeros(pairs, object)
        return cls(0, zeros, np.zeros((pairs, pairs), object), zeros, zeros, zeros)

    def __add__(self, other: "GainSums") -> "GainSums":
        return GainSums(
            self.deals + other.deals,
            self.totals + other.totals,
            self.products + other.products,
            self.play_squares + other.play_squares,
            self.wins + other.wins,
            self.losses + other.losses,
        )


def sum_gains(gains: np.ndarray) -> GainSums:
    """Add up deals.

    Parameters
    ----------
    gains : ndarray of int64, shape (deals, pairs, plays)
        Weighted scores.

    Returns
    -------
    GainSums

    Examples
    --------
    >>> sums = sum_gains(np.array([[[3, -1]], [[-4, 0]]]))
    >>> sums.totals.tolist(), sums.products.tolist(), sums.wins.tolist()
    ([-2], [[20]], [1])
    """
    if len(gains) == 0:
        return GainSums.empty(gains.shape[1])
    largest = int(np.abs(gains).max()) * gains.shape[2]
    fits = largest < _SAFE and len(gains) < 1 << 14
    numbers: Any = gains if fits else gains.astype(object)
    sums = numbers.sum(axis=2)
    return GainSums(
        deals=len(gains),
        totals=sums.sum(axis=0).astype(object),
        products=(sums.T @ sums).astype(object),
        play_squares=(numbers * numbers).sum(axis=(0, 2)).astype(object),
        wins=(sums > 0).sum(axis=0).astype(object),
        losses=(sums < 0).sum(axis=0).astype(object),
    )


def estimate_gain(sums: GainSums, design: Design, pair: int = 0) -> Gain:
    """Estimate what A gains on B in one of the pairs.

    Parameters
    ----------
    sums : GainSums
    design : Design
    pair : int

    Returns
    -------
    Gain
    """
    n, total, squares = sums.deals, sums.totals[pair], sums.products[pair, pair]
    wins, losses = int(sums.wins[pair]), int(sums.losses[pair])
    return Gain(
        gain=estimate_mean(n, total, squares, unit=design.unit),
        wins=wins,
        draws=n - wins - losses,
        losses=losses,
        variance_reduction=_reduce_variance(
            n, total, squares, sums.play_squares[pair], design.plays
        ),
    )


def _reduce_variance(n: int, total: int, squares: int, play_squares: int, plays: int) -> float:
    """Return (B + W) / (m B) for m plays a deal.

    B is the variance between the means of the deals, W the mean over the deals of the
    variance of the plays about their deal's mean. One play of a deal drawn at random has
    variance B + W, so n m independent plays estimate the mean with (B + W) / (n m); the n
    deals do with B / n.
    """
    if n < 2:
        return math.nan
    between = (n * squares - total * total) / (n * (n - 1))  # both in units of 1 / plays²
    within = (plays * play_squares - squares) / n
    if between == 0:
        return math.inf if within > 0 else math.nan
    return (between + within) / (plays * between)
