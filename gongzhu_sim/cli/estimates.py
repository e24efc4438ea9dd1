"""Means and rates as cells of a table."""

import math
from collections.abc import Iterable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from gongzhu_sim.analysis.estimates import Mean, Rate

__all__ = ["MEAN_COLUMNS", "RATE_COLUMNS", "count_decimals", "mean_cells", "rate_cells"]

MEAN_COLUMNS = ("mean", "se", "sd", "95 % low", "high")
RATE_COLUMNS = ("deals", "% of deals", "95 % low", "high")

_MOST_DECIMALS = 6


def count_decimals(means: "Iterable[Mean]") -> int:
    """Return how many decimals show the smallest standard error with two figures, 1 to 6."""
    errors = [mean.se for mean in means if mean.se > 0]  # NaN is not
    if not errors:
        return 1
    return min(max(1 - math.floor(math.log10(min(errors))), 1), _MOST_DECIMALS)


def mean_cells(mean: "Mean", decimals: int) -> list[str]:
    """Return the cells of :data:`MEAN_COLUMNS`, a dash for what one deal cannot tell."""
    numbers = (mean.mean, mean.se, mean.sd, mean.low, mean.high)
    return ["–" if math.isnan(number) else f"{number:,.{decimals}f}" for number in numbers]


def rate_cells(rate: "Rate") -> list[str]:
    """Return the cells of :data:`RATE_COLUMNS`: a count and three percentages."""
    return [f"{rate.count:,}", *(f"{100 * x:.4f}" for x in (rate.rate, rate.low, rate.high))]


def describe_reduction(reduction: float) -> str:
    """Return in words what a variance reduction is.

    Examples
    --------
    >>> describe_reduction(1.234)
    'as many independent plays would have 1.23 times the variance'
    """
    if math.isnan(reduction):
        return "too little variance to tell what as many independent plays would have"
    if math.isinf(reduction):
        return "the plays of every deal cancel"
    return f"as many independent plays would have {reduction:.2f} times the variance"
