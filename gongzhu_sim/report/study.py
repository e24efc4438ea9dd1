"""The results of a study: what is written below its folder."""

import hashlib
import io
import json
import platform
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numba
import polars as pl

from gongzhu_sim._version import __version__
from gongzhu_sim.figures.style import render
from gongzhu_sim.report.html import render_page
from gongzhu_sim.report.rule_sections import COMPARED, build_comparison
from gongzhu_sim.report.section import Section
from gongzhu_sim.report.sections import build_section
from gongzhu_sim.studies import Plan
from gongzhu_sim.studies.store import publish, source_hash

__all__ = ["Report", "build_report", "write_report"]

_MANIFEST = "manifest.json"


@dataclass(frozen=True)
class Report:
    """The results of a study, ready to be shown.

    Attributes
    ----------
    plan : Plan
    sections : dict of str to Section
        By the name of the plan's table; ``comparison`` comes before them where a plan has
        several rule sets and all the tables that are compared.
    """

    plan: Plan
    sections: dict[str, Section]

    def frames(self) -> dict[str, pl.DataFrame]:
        """Return all frames by the name of their files."""
        return {
            name: frame
            for section in self.sections.values()
            for name, frame in section.frames.items()
        }


def build_report(plan: Plan, tables: Mapping[str, Iterable[Mapping[str, Any]]]) -> Report:
    """Estimate and draw what a study counted.

    Parameters
    ----------
    plan : Plan
    tables : mapping of str to rows
        What :func:`gongzhu_sim.studies.run_study` returned.

    Returns
    -------
    Report
    """
    where = f"from deal {plan.first}, " if plan.first else ""
    played = f"{plan.deals:,} deals"
    if plan.matches:
        played += f" and {plan.matches:,} matches"
    note = f"{played} a cell, {where}seed {plan.seed}; gongzhu_sim {__version__}"
    sections: dict[str, Section] = {}
    if len(plan.rules) > 1 and tables.keys() >= COMPARED:
        sections["comparison"] = build_comparison(tables, note=note)
    for name, rows in tables.items():
        sections[name] = build_section(name, rows, plan, note=note)
    return Report(plan, sections)


def write_report(report: Report, folder: Path) -> list[Path]:
    """Write tables, figures, the page and the manifest.

    Parameters
    ----------
    report : Report
    folder : Path
        The study's folder. Files of an earlier report in it that are not made any more are
        removed; nothing else is touched.

    Returns
    -------
    list of Path
        ``report.html``, ``manifest.json``, ``tables/*`` (Parquet and CSV) and ``figures/*``
        (PNG and SVG). The same study gives the same bytes on the same versions.

    Raises
    ------
    InputError
        If a file cannot be written; those of an earlier report stay as they were.
    """
    files: dict[str, bytes] = {}
    for name, frame in report.frames().items():
        stream = io.BytesIO()
        frame.write_parquet(stream)
        files[f"tables/{name}.parquet"] = stream.getvalue()
        files[f"tables/{name}.csv"] = frame.write_csv().encode()
    drawings: dict[str, bytes] = {}
    for section in report.sections.values():
        for shown in section.figures:
            drawings[shown.name] = render(shown.figure, "svg")
            files[f"figures/{shown.name}.svg"] = drawings[shown.name]
            files[f"figures/{shown.name}.png"] = render(shown.figure, "png")
    files["report.html"] = render_page(report.plan, report.sections.values(), drawings)
    manifest = describe_study(report.plan)
    manifest["files"] = {
        name: hashlib.sha256(content).hexdigest() for name, content in sorted(files.items())
    }
    files[_MANIFEST] = (json.dumps(manifest, indent=1, ensure_ascii=False) + "\n").encode()

    stale = _listed_files(folder) - files.keys()
    paths = publish(folder, files)
    for name in stale:
        (folder / name).unlink(missing_ok=True)
    return paths


def describe_study(plan: Plan) -> dict[str, Any]:
    """Return all that is needed to run a study again, as JSON holds it."""
    return {
        "name": plan.name,
        "title": plan.title,
        "description": plan.description,
        "seed": plan.seed,
        "first": plan.first,
        "deals": plan.deals,
        **({"matches": plan.matches} if plan.matches else {}),
        "players": list(plan.players),
        "tables": list(plan.tables),
        "rules": [rules.to_dict() for rules in plan.rules],
        "versions": {
            "gongzhu_sim": __version__,
            "sources": source_hash(),
            "python": platform.python_version(),
            "numba": numba.__version__,
        },
    }


def _listed_files(folder: Path) -> set[str]:
    """Return the files that the manifest of an earlier report lists, inside its folder only."""
    try:
        listed = json.loads((folder / _MANIFEST).read_text(encoding="utf-8"))["files"]
    except (OSError, ValueError, LookupError, TypeError):
        return set()
    return {
        str(name)
        for name in listed
        if str(name).startswith(("tables/", "figures/")) and ".." not in str(name)
    }
