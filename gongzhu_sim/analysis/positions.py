"""Scores by position from the first leader: estimates from the tally ``positions``."""

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from gongzhu_sim.analysis.estimates import estimate_mean

if TYPE_CHECKING:
    import polars as pl

__all__ = ["estimate_positions"]

_SIXTHS = 6  # the tally counts in sixths of a point


def estimate_positions(rows: Iterable[Mapping[str, Any]]) -> "pl.DataFrame":
    """Estimate the scores of each position from the first leader.

    Parameters
    ----------
    rows : iterable of mapping
        Rows of the tally ``positions``.

    Returns
    -------
    polars.DataFrame
        ``rules, players, score`` (``raw``, ``relative``: the raw score less the mean of the
        other three, or ``settled``), ``position`` (0 for the first leader, then in order of
        play), ``mean, se, sd, low, high`` (points) and ``n``
        (deals). Intervals are of 95 %. The four positions of one deal are not independent.

    Examples
    --------
    >>> row = {"rules": "qq", "players": "folk", "score": "raw", "position": 0, "n": 4,
    ...        "total_sixths": -1200, "total_squared_sixths": 720000}
    >>> estimate_positions([row])["mean"].item()
    -50.0
    """
    import polars as pl

    records = []
    for row in rows:
        found = estimate_mean(
            row["n"], row["total_sixths"], row["total_squared_sixths"], unit=_SIXTHS
        )
        records.append(
            {name: row[name] for name in ("rules", "players", "score", "position")}
            | {"mean": found.mean, "se": found.se, "sd": found.sd}
            | {"low": found.low, "high": found.high, "n": found.n}
        )
    schema = dict.fromkeys(("rules", "players", "score"), pl.String) | {"position": pl.Int64}
    schema |= dict.fromkeys(("mean", "se", "sd", "low", "high"), pl.Float64) | {"n": pl.Int64}
    return pl.DataFrame(records, schema=schema)
