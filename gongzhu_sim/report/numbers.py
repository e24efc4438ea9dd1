"""Numbers as people read them."""

import math

__all__ = ["format_count", "format_mean", "format_rate", "format_spread"]

_MINUS = "−"
_NOTHING = "–"


def format_count(count: int) -> str:
    """Return a whole number with its thousands apart.

    Examples
    --------
    >>> format_count(1000000)
    '1,000,000'
    """
    return f"{count:,}"


def format_mean(mean: float, se: float, *, sign: bool = True) -> str:
    """Return a mean and its standard error, to the digits that the error leaves.

    Parameters
    ----------
    mean, se : float
        In the same unit; NaN where there is none.
    sign : bool
        Put a plus before what is above 0.

    Returns
    -------
    str
        With two figures of the error and at most three decimals.

    Examples
    --------
    >>> format_mean(-49.166, 0.331), format_mean(5.0, 12.3), format_mean(2.0, float("nan"))
    ('−49.17 ± 0.33', '+5 ± 12', '+2.0 ± –')
    """
    if math.isnan(mean):
        return _NOTHING
    known = not math.isnan(se)
    decimals = 1
    if known and se > 0:
        decimals = min(max(1 - math.floor(math.log10(se)), 0), 3)
    number = f"{mean:{'+' if sign else ''},.{decimals}f}".replace("-", _MINUS)
    return f"{number} ± {se:,.{decimals}f}" if known else f"{number} ± {_NOTHING}"


def format_spread(sd: float) -> str:
    """Return a standard deviation to four figures or, where that is more, to whole numbers.

    Examples
    --------
    >>> format_spread(259.387), format_spread(3773.97), format_spread(1.749)
    ('259.4', '3,774', '1.749')
    """
    if math.isnan(sd):
        return _NOTHING
    decimals = 3 - math.floor(math.log10(sd)) if sd > 0 else 1
    return f"{sd:,.{min(max(decimals, 0), 3)}f}"


def format_rate(rate: float, low: float, high: float) -> str:
    """Return a rate as a percentage with its interval.

    Examples
    --------
    >>> format_rate(0.01446, 0.01423, 0.01470)
    '1.446 % (1.423 to 1.470)'
    >>> format_rate(0.5, 0.25, 0.75)
    '50 % (25 to 75)'
    """
    if math.isnan(rate):
        return _NOTHING
    width = 100 * (high - low)
    decimals = min(max(1 - math.floor(math.log10(width)), 0), 4) if width > 0 else 1
    middle, bottom, top = (f"{100 * each:.{decimals}f}" for each in (rate, low, high))
    return f"{middle} % ({bottom} to {top})"
