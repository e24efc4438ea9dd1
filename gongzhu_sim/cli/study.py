"""``gongzhu study``: run a plan into tables, figures and a report."""

import time
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from gongzhu_sim.cli.options import Json, Load
from gongzhu_sim.cli.output import print_json, print_table, progress
from gongzhu_sim.cli.players import load_files

if TYPE_CHECKING:
    from gongzhu_sim.report import Report

__all__ = ["study"]


def study(
    plan: Annotated[
        Path, typer.Argument(metavar="PLAN.toml", help="The plan.", show_default=False)
    ],
    out: Annotated[
        Path | None,
        typer.Option(
            "--out",
            metavar="DIR",
            help="Where the results go; results/NAME by default, after the plan's name.",
            show_default=False,
        ),
    ] = None,
    workers: Annotated[
        int | None,
        typer.Option(
            "--workers",
            min=1,
            help="How many threads play; one a core by default. The results do not depend on it.",
            show_default=False,
        ),
    ] = None,
    restart: Annotated[
        bool, typer.Option("--restart", help="Throw away the chunks that are there.")
    ] = False,
    load: Load = None,
    json: Json = False,
) -> None:
    """Run a plan, keep what is finished, resume where it stopped.

    Every rule set of the plan meets every line-up on the same deals. Tables, figures and
    report.html land in the folder of the results.

    Example: gongzhu study experiments/first_look.toml --out results/first_look
    """
    from gongzhu_sim.studies import load_plan, run_study
    from gongzhu_sim.studies.runner import passes

    load_files(load)
    asked = load_plan(plan)
    folder = Path("results") / asked.name if out is None else out
    began = time.perf_counter()
    total = sum(each.size for each in passes(asked))
    with progress(total, f"study {asked.name}") as advance:
        tables = run_study(
            asked, folder, threads=workers, restart=restart, loaded=load or [], advance=advance
        )
    from gongzhu_sim.report import build_report, write_report

    report = build_report(asked, tables)
    files = write_report(report, folder)
    seconds = time.perf_counter() - began
    if json:
        print_json(
            {
                "name": asked.name,
                "rules": [rules.name for rules in asked.rules],
                "players": list(asked.players),
                "deals": asked.deals,
                **({"matches": asked.matches} if asked.matches else {}),
                "seed": asked.seed,
                "seconds": seconds,
                "out": str(folder),
                "files": [str(path) for path in files],
                "tables": {name: frame.to_dicts() for name, frame in report.frames().items()},
            }
        )
    else:
        _print_summary(report, folder, files, seconds)


def _print_summary(report: "Report", folder: Path, files: list[Path], seconds: float) -> None:
    plan = report.plan
    cells = len(plan.rules) * len(plan.players)
    matches = f" and {plan.matches:,} matches" if plan.matches else ""
    print(
        f"study {plan.name}: {plan.deals:,} deals{matches} for each of {cells} "
        f"{'cell' if cells == 1 else 'cells'}, seed {plan.seed}, {seconds:.1f} s"
    )
    for section in report.sections.values():
        for table in section.tables:
            if not table.folded:
                words = table.columns[: table.words]
                print_table(table.columns, table.rows, title=table.title, text=words)
    n_tables = sum(path.suffix == ".parquet" for path in files)
    n_figures = sum(path.suffix == ".svg" for path in files)
    print(f"report   {folder / 'report.html'}")
    print(f"tables   {folder / 'tables'} ({n_tables}, each as Parquet and CSV)")
    print(f"figures  {folder / 'figures'} ({n_figures}, each as SVG and PNG)")
