"""Confidence sequences and sequential tests: what can be said however often one looks.

A confidence sequence is an interval for every number of deals that holds the true mean at
all of them at once, in 95 % of runs. A sequential test decides between two means as soon as
the evidence reaches a limit that it crosses wrongly in at most 5 % of runs. Both stay valid
under any rule for stopping that only looks back. ``docs/duels.md`` has the mathematics.
"""

import math
from typing import Final

from gongzhu_sim.analysis.estimates import LEVEL

__all__ = ["LIMIT", "find_half_width", "find_log_ratio", "tune_mixture"]

_ALPHA: Final = 1 - LEVEL

LIMIT: Final = math.log(1 / _ALPHA)
"""What the logarithm of the likelihood ratio must reach for a decision, ln 20."""


def tune_mixture(planned: float) -> float:
    """Return the precision of the normal mixture that is best at a planned number of deals.

    Parameters
    ----------
    planned : float
        Deals.

    Returns
    -------
    float
        ρ², with the confidence sequence about as narrow as it can be at `planned` deals:
        (−2 ln α + ln(−2 ln α + 1)) / planned (Waudby-Smith et al., "Time-uniform central limit
        theory and asymptotic confidence sequences", Annals of Statistics 2024).
    """
    spent = -2 * math.log(_ALPHA)
    return (spent + math.log(spent + 1)) / planned


def find_half_width(deals: int, sd: float, mixture: float) -> float:
    """Return the half-width of the 95 % confidence sequence.

    Parameters
    ----------
    deals : int
        Deals so far, t.
    sd : float
        Standard deviation of a deal, as estimated from them.
    mixture : float
        ρ² of :func:`tune_mixture`.

    Returns
    -------
    float
        sd √(2 (tρ² + 1) / (t² ρ²) · ln(√(tρ² + 1) / α)), from H. Robbins's normal mixture
        (Annals of Mathematical Statistics 1970) with the variance estimated.

    Notes
    -----
    For normal samples of known variance all intervals hold the mean at once with probability
    95 % or more. For others this is a limit as the number of deals at the first look grows:
    with :data:`FEWEST_DEALS` about 5 %, which tests measure, not a bound. At the planned
    number the interval is 1.55 times as wide as the ordinary one.

    Examples
    --------
    >>> wide = find_half_width(1000, 100.0, tune_mixture(1000))
    >>> round(wide / (1.96 * 100 / math.sqrt(1000)), 3)
    1.549
    """
    grown = deals * mixture + 1
    return sd * math.sqrt(
        2 * grown / (deals * deals * mixture) * math.log(math.sqrt(grown) / _ALPHA)
    )


def find_log_ratio(deals: int, mean: float, sd: float, low: float, high: float) -> float:
    """Return the logarithm of the likelihood ratio of two means.

    Parameters
    ----------
    deals : int
    mean, sd : float
        Of the deals so far.
    low, high : float
        The two means.

    Returns
    -------
    float
        n (high − low) (mean − (low + high) / 2) / sd²: that of normal samples, with the
        variance estimated, as in the generalised test that chess engines are measured with.

    Examples
    --------
    >>> find_log_ratio(100, 10.0, 100.0, 0.0, 10.0)
    0.5
    """
    return deals * (high - low) * (mean - (low + high) / 2) / (sd * sd)
