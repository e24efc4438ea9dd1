"""What declaring a card is worth to its holder: estimates from the tally ``declaring``."""

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from gongzhu_sim.analysis.estimates import estimate_mean, estimate_rate

if TYPE_CHECKING:
    import polars as pl

__all__ = ["estimate_declaring"]

_THIRDS = 3  # the tally counts in thirds of a point


def estimate_declaring(
    rows: Iterable[Mapping[str, Any]], *, by_held: bool = True
) -> "pl.DataFrame":
    """Estimate the passive value of declaring each card.

    Parameters
    ----------
    rows : iterable of mapping
        Rows of the tally ``declaring`` (see :func:`gongzhu_sim.studies.run_study`).
    by_held : bool
        One row for each number of cards held in the suit; otherwise one row a card.

    Returns
    -------
    polars.DataFrame
        ``rules, players, card, held`` (absent unless ``by_held``), ``mean, se, low, high``
        (points: the change of the holder's raw score less the mean change of the others),
        ``n`` (deals), ``locked`` (deals in which the lock would have forbidden the card's
        play) and ``locked_rate, locked_low, locked_high``. Intervals are of 95 %. Numbers of
        cards that never occurred are left out.

    Examples
    --------
    >>> row = {"rules": "qq", "players": "folk", "card": "pig", "held": 3, "n": 2,
    ...        "total_thirds": -600, "total_squared_thirds": 180000, "locked": 1}
    >>> estimate_declaring([row])["mean"].item()
    -100.0
    """
    import polars as pl

    sums: dict[tuple[Any, ...], list[int]] = {}
    for row in rows:
        key = (row["rules"], row["players"], row["card"], *([row["held"]] if by_held else []))
        known = sums.setdefault(key, [0, 0, 0, 0])
        for i, name in enumerate(("n", "total_thirds", "total_squared_thirds", "locked")):
            known[i] += row[name]

    names = ("rules", "players", "card", *(["held"] if by_held else []))
    records = []
    for key, (n, total, total_squares, locked) in sums.items():
        if n == 0:
            continue
        value = estimate_mean(n, total, total_squares, unit=_THIRDS)
        share = estimate_rate(locked, n)
        records.append(
            dict(zip(names, key, strict=True))
            | {"mean": value.mean, "se": value.se, "low": value.low, "high": value.high, "n": n}
            | {"locked": locked, "locked_rate": share.rate}
            | {"locked_low": share.low, "locked_high": share.high}
        )
    schema = dict.fromkeys(names[:3], pl.String) | ({"held": pl.Int64} if by_held else {})
    schema |= dict.fromkeys(("mean", "se", "low", "high"), pl.Float64)
    schema |= dict.fromkeys(("n", "locked"), pl.Int64)
    schema |= dict.fromkeys(("locked_rate", "locked_low", "locked_high"), pl.Float64)
    return pl.DataFrame(records, schema=schema)
