"""How many deals a match lasts: estimates from the tally ``matches``."""

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any, Final

from gongzhu_sim.analysis.estimates import estimate_mean

if TYPE_CHECKING:
    import polars as pl

__all__ = ["count_match_lengths", "estimate_match_lengths"]

_QUANTILES: Final = {"p5": (1, 20), "p25": (1, 4), "median": (1, 2), "p75": (3, 4), "p95": (19, 20)}


def estimate_match_lengths(rows: Iterable[Mapping[str, Any]]) -> "pl.DataFrame":
    """Estimate how many deals a match lasts.

    Parameters
    ----------
    rows : iterable of mapping
        Rows of the tally ``matches``.

    Returns
    -------
    polars.DataFrame
        ``rules, players, mean, se, sd, low, high`` (deals a match), ``p5, p25, median, p75,
        p95``: the smallest number of deals within which such a share of the matches has ended,
        ``n`` (matches) and ``broken_off``: matches of so many deals that the study broke them
        off. Where there are such, ``mean`` to ``high`` are missing: the few matches without an
        end would decide them. Intervals are of 95 %.

    Examples
    --------
    >>> row = {"rules": "qq", "players": "folk", "length": 3, "n": 4, "total_deals": 12,
    ...        "total_squared_deals": 36}
    >>> estimate_match_lengths([row]).select("mean", "median").row(0)
    (3.0, 3)
    """
    import polars as pl

    from gongzhu_sim.studies.tally import LONGEST_MATCH

    cells: dict[tuple[str, str], list[Mapping[str, Any]]] = {}
    for row in rows:
        cells.setdefault((row["rules"], row["players"]), []).append(row)

    records = []
    for (rules, players), part in cells.items():
        n, total, squares = (
            sum(row[name] for row in part) for name in ("n", "total_deals", "total_squared_deals")
        )
        counts = {row["length"]: row["n"] for row in part}
        broken_off = counts.get(LONGEST_MATCH, 0)
        found = estimate_mean(n, total, squares)
        moments = {name: getattr(found, name) for name in ("mean", "se", "sd", "low", "high")}
        records.append(
            {"rules": rules, "players": players}
            | (dict.fromkeys(moments) if broken_off else moments)
            | {name: _find_quantile(counts, *share) for name, share in _QUANTILES.items()}
            | {"n": n, "broken_off": broken_off}
        )
    schema = dict.fromkeys(("rules", "players"), pl.String)
    schema |= dict.fromkeys(("mean", "se", "sd", "low", "high"), pl.Float64)
    schema |= dict.fromkeys((*_QUANTILES, "n", "broken_off"), pl.Int64)
    return pl.DataFrame(records, schema=schema)


def count_match_lengths(rows: Iterable[Mapping[str, Any]]) -> "pl.DataFrame":
    """Return how many matches lasted how many deals.

    Parameters
    ----------
    rows : iterable of mapping
        Rows of the tally ``matches``.

    Returns
    -------
    polars.DataFrame
        ``rules, players, length`` (deals; at the largest a study breaks matches off), ``n``
        (matches). Lengths that never occurred are left out.
    """
    import polars as pl

    schema: dict[str, Any] = dict.fromkeys(("rules", "players"), pl.String)
    schema |= dict.fromkeys(("length", "n"), pl.Int64)
    records = [{name: row[name] for name in schema} for row in rows if row["n"]]
    return pl.DataFrame(records, schema=schema)


def _find_quantile(counts: Mapping[int, int], share: int, parts: int) -> int | None:
    """Return the smallest length that a share of the matches does not exceed, if there is one."""
    n, below = sum(counts.values()), 0
    for length in sorted(counts):
        below += counts[length]
        if below and below * parts >= n * share:
            return length
    return None
