"""What seats score and how much that spreads: estimates from the tally ``scores``."""

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from gongzhu_sim.analysis.estimates import Mean, estimate_mean
from gongzhu_sim.cards.layout import SEATS

if TYPE_CHECKING:
    import polars as pl

__all__ = ["ANY", "estimate_scores"]

ANY = "any"
"""Stands among the seats for one of them, whichever."""

_HALVES = 2  # the tally counts in half points
_TOGETHER = "together"  # its row of the four seats' sum


def estimate_scores(rows: Iterable[Mapping[str, Any]]) -> "pl.DataFrame":
    """Estimate the mean score of each seat and its spread.

    Parameters
    ----------
    rows : iterable of mapping
        Rows of the tally ``scores``.

    Returns
    -------
    polars.DataFrame
        ``rules, players, score`` (``raw`` or ``settled``), ``seat`` (N, W, S, E, and ``any``:
        one of the four, whichever), ``mean, se, sd, low, high`` (points) and ``n`` (deals).
        ``sd`` is the spread of one seat's score from deal to deal. Intervals are of 95 %. For
        ``any`` they rest on the mean of the four seats in each deal, since the seats of a deal
        depend on each other.

    Examples
    --------
    >>> from gongzhu_sim.studies.tally import get_tally
    >>> sums = [n for _ in "rs" for n in (*[2, 20, 400] * 4, 2, 80, 3200)]
    >>> rows = [{"rules": "qq", "players": "folk"} | row for row in get_tally("scores").rows(sums)]
    >>> any_seat = estimate_scores(rows).row(4, named=True)
    >>> any_seat["seat"], any_seat["mean"], any_seat["se"], round(any_seat["sd"], 2)
    ('any', 5.0, 0.0, 5.35)
    """
    import polars as pl

    cells: dict[tuple[str, str, str], dict[str, tuple[int, int, int]]] = {}
    for row in rows:
        seats = cells.setdefault((row["rules"], row["players"], row["score"]), {})
        seats[row["seat"]] = (row["n"], row["total_halves"], row["total_squared_halves"])

    records = []
    for (rules, players, score), seats in cells.items():
        found = {seat: estimate_mean(*seats[seat], unit=_HALVES) for seat in SEATS}
        for seat, mean in (found | {ANY: _estimate_any(seats)}).items():
            records.append(
                {"rules": rules, "players": players, "score": score, "seat": seat}
                | {"mean": mean.mean, "se": mean.se, "sd": mean.sd}
                | {"low": mean.low, "high": mean.high, "n": mean.n}
            )
    schema = dict.fromkeys(("rules", "players", "score", "seat"), pl.String)
    schema |= dict.fromkeys(("mean", "se", "sd", "low", "high"), pl.Float64) | {"n": pl.Int64}
    return pl.DataFrame(records, schema=schema)


def _estimate_any(seats: Mapping[str, tuple[int, int, int]]) -> Mean:
    """Return the mean of the four seats, with the spread of single scores."""
    of_deals = estimate_mean(*seats[_TOGETHER], unit=_HALVES * len(SEATS))
    n, total, squares = (sum(seats[seat][i] for seat in SEATS) for i in range(3))
    sd = estimate_mean(n, total, squares, unit=_HALVES).sd
    return Mean(of_deals.mean, of_deals.se, sd, of_deals.low, of_deals.high, of_deals.n)
