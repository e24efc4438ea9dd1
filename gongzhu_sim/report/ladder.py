"""The results of the ladder: tables, figures, a page to read, and the manifest."""

import hashlib
import json
import platform
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import polars as pl
from matplotlib.figure import Figure

from gongzhu_sim.analysis.ladder.plan import CURVE, MATRIX, Part
from gongzhu_sim.analysis.ladder.store import Store, describe_sources
from gongzhu_sim.analysis.ladder.tables import build_tables, says_worse
from gongzhu_sim.figures.ladder import plot_gains, plot_matrix, plot_worlds
from gongzhu_sim.figures.style import render
from gongzhu_sim.rules import load_rules
from gongzhu_sim.studies.benchmark import describe_machine
from gongzhu_sim.studies.store import publish

__all__ = ["write_ladder"]

_PAGE, _MANIFEST = "ladder.md", "manifest.json"
Tables = dict[str, pl.DataFrame]


def write_ladder(
    parts: Iterable[Part], store: Store, folder: Path, *, scale: float, threads: int
) -> list[Path]:
    """Write what is there of the ladder.

    Parameters
    ----------
    parts : iterable of Part
        All parts: those that have not begun are left out.
    store : Store
    folder : Path
    scale : float
        That of the last run, for the manifest.
    threads : int
        The same.

    Returns
    -------
    list of Path
        ``ladder.md``, ``manifest.json``, ``tables/*.csv``, ``figures/*`` (PNG and SVG).

    Raises
    ------
    InputError
        If a file cannot be written.
    """
    files: dict[str, bytes] = {}
    sections: list[str] = []
    begun: list[tuple[Part, Tables]] = []
    note = f"seed {store.seed}; gongzhu_sim {describe_sources()['gongzhu_sim']}"
    for part in parts:
        tables = build_tables(part, store)
        if not tables:
            continue
        begun.append((part, tables))
        for name, frame in tables.items():
            files[f"tables/{name}.csv"] = frame.write_csv().encode()
        figure = _draw(part, tables, note)
        if figure is not None:
            for kind in ("png", "svg"):
                files[f"figures/{part.name}.{kind}"] = render(figure, kind)
        sections.append(_write_section(part, tables, drawn=figure is not None))
    machine = describe_machine()
    head = (
        "# The ladder\n\nMade by `gongzhu ladder`; what the parts mean stands in docs/ladder.md. "
        "Raw points a deal, mean ± standard error unless said otherwise. "
        f"Seed {store.seed}; {machine['cpu']}, {threads} thread{'s' if threads > 1 else ''}.\n"
    )
    files[_PAGE] = "\n".join([head, *sections]).encode()
    manifest = _describe(begun, store, scale=scale, threads=threads) | {"machine": machine}
    manifest["files"] = {
        name: hashlib.sha256(content).hexdigest() for name, content in sorted(files.items())
    }
    files[_MANIFEST] = (json.dumps(manifest, indent=1, ensure_ascii=False) + "\n").encode()
    return publish(folder, files)


def _describe(
    begun: list[tuple[Part, Tables]], store: Store, *, scale: float, threads: int
) -> dict[str, Any]:
    """Return all that is needed to run the ladder again, as JSON holds it."""
    cells = []
    rules = {}
    for part, _ in begun:
        for cell in part.all_cells():
            samples = store.read(cell)
            if samples is None:
                continue
            rules[cell.rules] = load_rules(cell.rules).to_dict()
            wanted: dict[str, Any] = {"part": part.name, "title": cell.title}
            wanted |= {"players": [str(player) for player, _ in cell.players()]}
            wanted |= {"asked": cell.deals, "budget_seconds": cell.seconds}
            cells.append(wanted | {"deals": samples.deals, "seconds": round(samples.seconds, 3)})
    return {
        "seed": store.seed,
        "scale": scale,
        "threads": threads,
        "seconds": round(sum(each["seconds"] for each in cells), 1),
        "versions": {**describe_sources(), "python": platform.python_version()},
        "rules": rules,
        "cells": cells,
    }


def _draw(part: Part, tables: Tables, note: str) -> Figure | None:
    frame = tables[part.name]
    title = part.title
    if part.kind == MATRIX:
        return plot_matrix(
            frame,
            tables.get(f"{part.name}-ratings"),
            players=part.players,
            mirrored=frame["seats"][0] == "sides",
            title=title,
            note=f"{_span(frame)} deals a cell, {note}",
        )
    note = f"{_span(frame)} deals each, {note}"
    if part.kind == CURVE:
        differences = tables.get(f"{part.name}-differences")
        if differences is None or frame["ms"].null_count() == len(frame):
            return None
        return plot_worlds(frame, differences, title=title, note=note)
    return plot_gains(_label_rows(frame), title=title, note=note)


def _label_rows(frame: pl.DataFrame) -> pl.DataFrame:
    """Return the rows of a list as a figure of gains wants them."""
    rows = []
    for row in frame.iter_rows(named=True):
        if "instead" in row:
            label = f"{row['rules']}, instead of {_name_way(row['instead'])}"
            group = row["rules"]
        else:
            label, group = f"{row['player_a']}\nover {row['player_b']}", row["player_b"]
        rows.append({"label": label, "group": group} | {k: row[k] for k in ("mean", "low", "high")})
    return pl.DataFrame(rows)


def _name_way(way: str) -> str:
    return "never declaring" if way == "never" else f"declaring as {way}"


def _span(frame: pl.DataFrame) -> str:
    fewest, most = (f"{number:,}" for number in (frame["deals"].min(), frame["deals"].max()))
    return fewest if fewest == most else f"{fewest} to {most}"


def _write_section(part: Part, tables: Tables, *, drawn: bool) -> str:
    lines = [f"## {part.title}", "", part.about, ""]
    if drawn:
        lines += [f"![{part.title}](figures/{part.name}.png)", ""]
    frame = tables[part.name]
    if part.kind == MATRIX:
        lines += _write_matrix(part, tables)
    elif part.kind == CURVE:
        lines += _write_curve(frame, tables.get(f"{part.name}-differences"))
    elif "instead" in frame.columns:
        lines += _write_declaring(frame)
    else:
        rows = [
            (f"`{row['player_a']}`", f"`{row['player_b']}`", *_interval(row), f"{row['deals']:,}")
            for row in frame.iter_rows(named=True)
        ]
        lines += _tabulate(("one seat", "the three others", "gain", "95 %", "deals"), rows, words=2)
    return "\n".join(lines)


def _write_matrix(part: Part, tables: Tables) -> list[str]:
    frame, ratings = tables[part.name], tables.get(f"{part.name}-ratings")
    order = list(reversed(part.players)) if ratings is None else ratings["player"].to_list()
    cells: dict[tuple[str, str], str] = {}
    beside = []
    for row in frame.iter_rows(named=True):
        if (row["a"], row["b"]) not in part.cells:
            beside.append(row)
            continue
        cells[row["a"], row["b"]] = _mean(row["mean"], row["se"])
        if row["seats"] == "sides":
            cells[row["b"], row["a"]] = _mean(-row["mean"], row["se"])
    rows = [(f"`{a}`", *(cells.get((a, b), "") for b in order)) for a in order]
    lines = _tabulate(("row over column", *(f"`{name}`" for name in order)), rows)
    if ratings is not None:
        table = [
            (
                f"`{row['player']}`",
                _mean(row["mean"], row["se"]),
                "" if row["over_next"] is None else _mean(row["over_next"], row["over_next_se"]),
            )
            for row in ratings.iter_rows(named=True)
        ]
        lines += _tabulate(("player", "rating", "over the next"), table)
    for row in beside:
        gain, interval = _interval(row)
        lines += [
            f"Beside the matrix: `{row['player_a']}` over `{row['player_b']}` {gain} "
            f"(95 %: {interval}), {row['deals']:,} deals.",
            "",
        ]
    return lines


def _write_curve(frame: pl.DataFrame, differences: pl.DataFrame | None) -> list[str]:
    steps = {}
    if differences is not None:
        steps = {
            row["worlds"]: _mean(row["mean"], row["se"])
            for row in differences.filter(differences["neighbours"]).iter_rows(named=True)
        }
    rows = [
        (
            str(row["worlds"]),
            "" if row["ms"] is None else f"{row['ms']:.3g}",
            *_interval(row),
            steps.get(row["worlds"], ""),
            f"{row['deals']:,}",
        )
        for row in frame.sort("worlds").iter_rows(named=True)
    ]
    head = ("worlds", "ms a decision", "gain", "95 %", "over half as many", "deals")
    lines = _tabulate(head, rows, words=0)
    if differences is not None:
        lines += [_state_worse(differences), ""]
    return lines


def _state_worse(differences: pl.DataFrame) -> str:
    worse = says_worse(differences)
    if worse is None:
        return "Too few deals to say whether more worlds ever play worse."
    how = f"(all {len(differences)} pairs on the same deals, one sided, 5 % in all)"
    if not worse:
        return f"More worlds never play significantly worse than fewer {how}."
    pairs = ", ".join(f"{more} than {fewer}" for more, fewer in worse)
    return f"Significantly worse with more worlds: {pairs} {how}."


def _write_declaring(frame: pl.DataFrame) -> list[str]:
    rows = [
        (
            row["rules"],
            {"one": "one seat", "sides": "a side"}[row["seats"]],
            _name_way(row["instead"]),
            *_interval(row),
            f"{row['differing_deals']:,} of {row['deals']:,}",
            f"{row['differing_plays']:,} of {row['plays']:,}",
        )
        for row in frame.iter_rows(named=True)
    ]
    head = ("rules", "who", "instead of", "gain", "95 %", "deals played out", "plays")
    return _tabulate(head, rows, words=3)


def _mean(mean: float, se: float) -> str:
    decimals = 1 if se < 5 else 0
    return f"{mean:+,.{decimals}f} ± {se:,.{decimals}f}"


def _interval(row: dict[str, Any]) -> tuple[str, str]:
    decimals = 1 if row["se"] < 5 else 0
    low, high = (f"{row[name]:+,.{decimals}f}" for name in ("low", "high"))
    return _mean(row["mean"], row["se"]), f"{low} to {high}"


def _tabulate(
    head: tuple[str, ...], rows: Iterable[tuple[str, ...]], *, words: int = 1
) -> list[str]:
    """Return the lines of a Markdown table whose first columns hold words, and an empty one."""
    rule = ["---"] * words + ["---:"] * (len(head) - words)
    return [f"| {' | '.join(cells)} |" for cells in (head, rule, *rows)] + [""]
