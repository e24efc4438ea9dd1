"""How often some seat takes all hearts, or a slam: estimates from the tally ``shoots``."""

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from gongzhu_sim.analysis.estimates import estimate_rate

if TYPE_CHECKING:
    import polars as pl

__all__ = ["estimate_shoots"]


def estimate_shoots(rows: Iterable[Mapping[str, Any]]) -> "pl.DataFrame":
    """Estimate how often some seat takes all hearts, or every scoring card.

    Parameters
    ----------
    rows : iterable of mapping
        Rows of the tally ``shoots``.

    Returns
    -------
    polars.DataFrame
        ``rules, players, event, n`` (deals), ``count`` and ``rate, low, high``: per deal, by
        any seat, with Wilson 95 % intervals.

    Examples
    --------
    >>> row = {"rules": "qq", "players": "folk", "event": "slam", "n": 200, "count": 1}
    >>> estimate_shoots([row])["rate"].item()
    0.005
    """
    import polars as pl

    records = []
    for row in rows:
        found = estimate_rate(row["count"], row["n"])
        records.append(
            {name: row[name] for name in ("rules", "players", "event", "n", "count")}
            | {"rate": found.rate, "low": found.low, "high": found.high}
        )
    schema = dict.fromkeys(("rules", "players", "event"), pl.String)
    schema |= {"n": pl.Int64, "count": pl.Int64}
    schema |= dict.fromkeys(("rate", "low", "high"), pl.Float64)
    return pl.DataFrame(records, schema=schema)
