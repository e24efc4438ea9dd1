"""What the samples of the ladder say: one frame a table."""

from typing import TYPE_CHECKING, Any

import numpy as np

from gongzhu_sim.analysis.estimates import Mean, describe_mean
from gongzhu_sim.analysis.gains import Gain
from gongzhu_sim.analysis.ladder.cells import (
    Cell,
    DeclaringCell,
    estimate_difference,
    estimate_samples,
    find_covariance,
)
from gongzhu_sim.analysis.ladder.plan import CURVE, MATRIX, Part
from gongzhu_sim.analysis.ladder.store import Samples, Store
from gongzhu_sim.analysis.sequential import FEWEST_DEALS
from gongzhu_sim.analysis.tournament import find_rating_weights

if TYPE_CHECKING:
    import polars as pl

__all__ = ["build_tables", "says_worse"]

_FAMILY_ERROR = 0.05  # that any of several true statements is called wrong

Row = dict[str, Any]


def build_tables(part: Part, store: Store) -> "dict[str, pl.DataFrame]":
    """Return the tables of a part, from what is finished of it.

    Parameters
    ----------
    part : Part
    store : Store

    Returns
    -------
    dict of str to polars.DataFrame
        By the name of their file. ``NAME``: a row for each cell, with ``a``, ``b`` (labels),
        ``player_a``, ``player_b``, ``deals``, ``mean``, ``se``, ``sd``, ``low``, ``high`` (raw
        points a deal, 95 %), ``wins``, ``draws``, ``losses``, ``variance_reduction``,
        ``seconds``. ``NAME-ratings`` where all of a matrix is there: ``player``, the rating
        ``mean``, ``se``, ``low``, ``high``, and ``over_next``, ``over_next_se``. The curve
        has ``worlds``, ``ms`` (``ms_low``, ``ms_high``) a decision in its first table, and in
        ``NAME-differences`` what each number of worlds gains on each smaller one. Nothing for
        a part that has not begun.
    """
    import polars as pl

    found = {
        key: samples
        for key, cell in [*part.cells.items(), *part.extra.items()]
        if (samples := store.read(cell)) is not None and samples.deals > 1
    }
    if not found:
        return {}
    cells = {**part.cells, **part.extra}
    rows: list[Row] = []
    for key, samples in found.items():
        rows += _describe_cell(key, cells[key], samples)
    tables: dict[str, pl.DataFrame] = {}
    if part.kind == CURVE:
        _add_speeds(part, rows, store)
        tables[part.name] = pl.DataFrame(rows)
        if len(found) > 1:
            tables[f"{part.name}-differences"] = pl.DataFrame(_compare_worlds(part, found))
        return tables
    tables[part.name] = pl.DataFrame(rows)
    if part.kind == MATRIX and part.cells.keys() <= found.keys():
        tables[f"{part.name}-ratings"] = pl.DataFrame(_rate(part, found))
    return tables


def _describe_cell(key: tuple[str, str], cell: Cell, samples: Samples) -> list[Row]:
    """Return the rows of a cell: one, or one for each way to declare instead."""
    common: Row = {"deals": samples.deals, "seconds": samples.seconds}
    place: Row = {"rules": cell.rules, "seats": cell.seats}
    if not isinstance(cell, DeclaringCell):
        found = estimate_samples(samples.rows[:, :, 0], cell.design)
        names: Row = {"a": key[0], "b": key[1], "player_a": str(cell.a), "player_b": cell.b}
        return [place | names | _describe_gain(found) | common]
    rows = []
    for number, way in enumerate(cell.instead):
        gains, differs = (samples.rows[:, :, 2 * number + i] for i in range(2))
        names = {"player": cell.player, "instead": way}
        played: Row = {
            "differing_deals": int(differs.any(axis=1).sum()),
            "differing_plays": int(differs.sum()),
            "plays": int(differs.size),
        }
        gain = _describe_gain(estimate_samples(gains, cell.design))
        rows.append(place | names | gain | played | common)
    return rows


def _describe_gain(found: Gain) -> Row:
    return {
        **found.gain.to_dict(),
        "wins": found.wins,
        "draws": found.draws,
        "losses": found.losses,
        "variance_reduction": found.variance_reduction,
    }


def _rate(part: Part, found: dict[tuple[str, str], Samples]) -> list[Row]:
    """Return the rating of every player, best first, as tournaments rate them."""
    design = next(iter(part.cells.values())).design
    names = part.players
    pairs = [(names.index(a), names.index(b)) for a, b in part.cells]
    samples = [found[key].rows[:, :, 0] for key in part.cells]
    means = np.array([estimate_samples(each, design).gain.mean for each in samples])
    covariance = find_covariance(samples, design)
    rate = find_rating_weights(pairs, len(names))
    fewest = min(map(len, samples))

    def describe(weights: np.ndarray) -> Mean:
        variance = max(0.0, float(weights @ covariance @ weights))
        return describe_mean(float(weights @ means), (variance * fewest) ** 0.5, fewest)

    order = sorted(range(len(names)), key=lambda number: -(rate[number] @ means))
    rows: list[Row] = []
    for place, number in enumerate(order):
        points = describe(rate[number])
        row: Row = {"player": names[number], "mean": points.mean, "se": points.se}
        row |= {"low": points.low, "high": points.high, "over_next": None, "over_next_se": None}
        if place + 1 < len(order):
            ahead = describe(rate[number] - rate[order[place + 1]])
            row |= {"over_next": ahead.mean, "over_next_se": ahead.se}
        rows.append(row)
    return rows


def _add_speeds(part: Part, rows: list[Row], store: Store) -> None:
    """Add the worlds and the time of a decision."""
    timings = store.read_timings().get("decision_ms", {})
    for row in rows:
        row["worlds"] = int(row["b"])
        row["a"], row["b"] = "expert", row["player_b"]
        runs = timings.get(f"{row['rules']} {row['player_a']}", [])
        row["ms"] = runs[len(runs) // 2] if runs else None
        row["ms_low"], row["ms_high"] = (runs[0], runs[-1]) if runs else (None, None)


def _compare_worlds(part: Part, found: dict[tuple[str, str], Samples]) -> list[Row]:
    """Return what every number of worlds gains on every smaller one, on the same deals."""
    design = next(iter(part.cells.values())).design
    keys = list(found)
    rows = []
    for i, fewer in enumerate(keys):
        for j, more in enumerate(keys[i + 1 :], start=i + 1):
            gain = estimate_difference(
                found[more].rows[:, :, 0], found[fewer].rows[:, :, 0], design
            )
            rows.append(
                {
                    "worlds": int(more[1]),
                    "instead_of": int(fewer[1]),
                    "neighbours": j == i + 1,
                    "deals": gain.n,
                    **gain.to_dict(),
                }
            )
    return rows


def says_worse(differences: "pl.DataFrame") -> list[tuple[int, int]] | None:
    """Return where more worlds play significantly worse than fewer.

    Parameters
    ----------
    differences : polars.DataFrame
        The table ``worlds-differences``.

    Returns
    -------
    list of (int, int) or None
        Worlds and the smaller number, where the difference is below 0 by more than chance: one
        sided, with an error of 5 % over all comparisons together (C. E. Bonferroni). None with
        fewer than 64 deals, whose mean is not near enough to normal.
    """
    from statistics import NormalDist

    if min(differences["deals"].to_list()) < FEWEST_DEALS:
        return None

    limit = NormalDist().inv_cdf(1 - _FAMILY_ERROR / max(1, len(differences)))
    return [
        (row["worlds"], row["instead_of"])
        for row in differences.iter_rows(named=True)
        if row["mean"] < -limit * row["se"]
    ]
