"""Means and rates with their intervals, from integer sums.

Sums and sums of squares are exact whole numbers, so an estimate does not depend on the order
in which deals were added up. The deal is the unit: whatever is averaged within a deal is
averaged before it is summed.
"""

import math
from dataclasses import asdict, dataclass
from typing import Final

__all__ = [
    "LEVEL",
    "Mean",
    "Rate",
    "Share",
    "describe_mean",
    "estimate_mean",
    "estimate_rate",
    "estimate_share",
]

LEVEL: Final = 0.95
"""Coverage of every interval unless said otherwise."""

_Z: Final = 1.959963984540054  # normal quantile of (1 + LEVEL) / 2


@dataclass(frozen=True)
class Mean:
    """A mean with its uncertainty.

    Attributes
    ----------
    mean, se, sd : float
        Mean, its standard error and the standard deviation of one observation, in the units
        of the observations.
    low, high : float
        Normal 95 % interval of the mean.
    n : int
        Observations (deals).
    """

    mean: float
    se: float
    sd: float
    low: float
    high: float
    n: int

    def to_dict(self) -> dict[str, float]:
        """Return the five numbers without ``n``."""
        numbers = asdict(self)
        del numbers["n"]
        return numbers


@dataclass(frozen=True)
class Rate:
    """A frequency with its Wilson 95 % interval."""

    count: int
    n: int
    rate: float
    low: float
    high: float

    def to_dict(self) -> dict[str, float]:
        """Return count, rate, low and high."""
        numbers = asdict(self)
        del numbers["n"]
        return numbers


@dataclass(frozen=True)
class Share:
    """A frequency among looks that depend on each other within an independent unit.

    Attributes
    ----------
    count, n : int
        How often it happened among how many looks.
    units : int
        Independent units (matches) that the looks belong to.
    rate, se : float
    low, high : float
        95 % interval.
    """

    count: int
    n: int
    units: int
    rate: float
    se: float
    low: float
    high: float

    def to_dict(self) -> dict[str, float]:
        """Return count, n, units, rate, se, low and high."""
        return asdict(self)


def estimate_mean(n: int, total: int, total_squares: int, *, unit: int = 1) -> Mean:
    """Estimate a mean from exact sums.

    Parameters
    ----------
    n : int
        Observations.
    total, total_squares : int
        Sum of the observations and of their squares, in units of ``1 / unit``.
    unit : int
        2 where the observations were counted in halves, 3 in thirds.

    Returns
    -------
    Mean
        NaN where there is nothing to estimate from: everything for ``n = 0``, the spread
        for ``n = 1``.

    Notes
    -----
    The variance is (n Σx² − (Σx)²) / (n (n − 1)), computed in whole numbers until the last
    division, so that nothing cancels.

    Examples
    --------
    >>> estimate_mean(4, 10, 30).mean, round(estimate_mean(4, 10, 30).sd, 4)
    (2.5, 1.291)
    """
    n, total, total_squares = int(n), int(total), int(total_squares)
    if n == 0:
        return Mean(math.nan, math.nan, math.nan, math.nan, math.nan, 0)
    mean = total / (n * unit)
    if n == 1:
        return describe_mean(mean, math.nan, 1)
    spread = n * total_squares - total * total
    return describe_mean(mean, math.sqrt(spread / (n * (n - 1))) / unit, n)


def describe_mean(mean: float, sd: float, n: int) -> Mean:
    """Return a mean with its standard error and interval, given the spread of `n` deals.

    Examples
    --------
    >>> describe_mean(1.0, 10.0, 400).se
    0.5
    """
    if math.isnan(sd):
        return Mean(mean, math.nan, math.nan, math.nan, math.nan, n)
    se = sd / math.sqrt(n)
    return Mean(mean, se, sd, mean - _Z * se, mean + _Z * se, n)


def estimate_rate(count: int, n: int) -> Rate:
    """Estimate how often something happens.

    Parameters
    ----------
    count, n : int
        How often it happened among how many.

    Returns
    -------
    Rate
        With Wilson's score interval (E. B. Wilson 1927), which stays inside 0 to 1 and is
        right for rare events; NaN for ``n = 0``.

    Examples
    --------
    >>> rate = estimate_rate(0, 100)
    >>> rate.low, round(rate.high, 4)
    (0.0, 0.037)
    """
    count, n = int(count), int(n)
    if n == 0:
        return Rate(count, 0, math.nan, math.nan, math.nan)
    return Rate(count, n, count / n, *_wilson(count / n, n))


def estimate_share(
    units: int, n: int, count: int, n_squares: int, products: int, count_squares: int
) -> Share:
    """Estimate how often something happens where looks within a unit are dependent.

    Parameters
    ----------
    units : int
        Units with at least one look.
    n, count : int
        Looks, and those in which it happened.
    n_squares, products, count_squares : int
        Sums over the units of n_u², n_u c_u and c_u², with n_u looks in unit u of which it
        happened in c_u.

    Returns
    -------
    Share
        NaN where there is nothing to estimate from: everything for ``n = 0``, the standard
        error for ``units = 1``.

    Notes
    -----
    A ratio estimator R = Σ c_u / Σ n_u over independent units (W. G. Cochran, Sampling
    Techniques, 1977, chapter 6), linearised: its variance is
    u / (u − 1) Σ (c_u − R n_u)² / (Σ n_u)². The interval is Wilson's with R (1 − R) / se² in
    place of the number of looks, which is what so many independent looks would tell; never
    with more than the looks, and with the units where the spread cannot be estimated.

    Examples
    --------
    >>> share = estimate_share(10, 20, 10, 40, 20, 20)  # all looks of a unit alike
    >>> share.rate, round(share.se, 4)
    (0.5, 0.1667)
    """
    units, n, count = int(units), int(n), int(count)
    if n == 0:
        return Share(count, 0, units, math.nan, math.nan, math.nan, math.nan)
    rate = count / n
    # Σ (c − R n)² times n², in whole numbers until the last division
    spread = n * n * int(count_squares) - 2 * n * count * int(products)
    spread += count * count * int(n_squares)
    se = math.sqrt(spread * units / (units - 1)) / (n * n) if units > 1 else math.nan
    alike = min(rate * (1 - rate) / (se * se), n) if se > 0 else units
    return Share(count, n, units, rate, se, *_wilson(rate, alike))


def _wilson(rate: float, n: float) -> tuple[float, float]:
    z2 = _Z * _Z
    centre = (rate + z2 / (2 * n)) / (1 + z2 / n)
    half = _Z * math.sqrt(rate * (1 - rate) / n + z2 / (4 * n * n)) / (1 + z2 / n)
    return 0.0 if rate == 0 else centre - half, 1.0 if rate == 1 else centre + half
