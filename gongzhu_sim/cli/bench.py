"""``gongzhu bench``: how fast this machine is."""

from typing import Annotated

import typer

from gongzhu_sim.cli.options import Json, Load
from gongzhu_sim.cli.output import print_json, print_table, progress
from gongzhu_sim.cli.players import load_files

__all__ = ["bench"]

_RUNS, _RUN_SECONDS, _SPEED_SECONDS = 7, 0.2, 1.0
_QUICK_RUNS, _QUICK_RUN_SECONDS, _QUICK_SPEED_SECONDS = 3, 0.03, 0.1


def bench(
    quick: Annotated[
        bool, typer.Option("--quick", help="Measure for about a second; less exact.")
    ] = False,
    load: Load = None,
    json: Json = False,
) -> None:
    """Measure nanoseconds a deal for each part, and deals a second for each strategy.

    Example: gongzhu bench --quick
    """
    from gongzhu_sim.strategies import strategy_names
    from gongzhu_sim.studies.benchmark import (
        describe_machine,
        measure_row,
        measure_speed,
        row_names,
    )

    load_files(load)
    runs = _QUICK_RUNS if quick else _RUNS
    run_seconds = _QUICK_RUN_SECONDS if quick else _RUN_SECONDS
    speed_seconds = _QUICK_SPEED_SECONDS if quick else _SPEED_SECONDS
    names = strategy_names()
    rows, speeds = {}, {}
    with progress(len(row_names()) + 2 * len(names), "measuring") as advance:
        for name in row_names():
            rows[name] = measure_row(name, runs=runs, run_seconds=run_seconds)
            advance(1)
        for name in names:
            speeds[name] = {}
            for key, threads in (("one_core", 1), ("all", None)):
                speed = measure_speed(name, seconds=speed_seconds, threads=threads)
                speeds[name][f"deals_per_second_{key}"] = speed
                advance(1)
    machine = describe_machine()
    if json:
        print_json(
            {
                "machine": machine,
                "rows": {name: row.to_dict() for name, row in rows.items()},
                "strategies": speeds,
            }
        )
        return

    print(f"{machine['cpu']}, {machine['cores']} cores, BMI2 {'yes' if machine['bmi2'] else 'no'}")
    versions = (f"{each} {machine[each.lower()]}" for each in ("Python", "numba", "numpy"))
    print(f"{machine['system']}, {', '.join(versions)}")
    print_table(
        ("one core, rules qq", "ns a deal", "quickest", "slowest"),
        [
            (_ROWS.get(name, name), *(f"{ns:,.1f}" for ns in (row.ns, row.low, row.high)))
            for name, row in rows.items()
        ],
        title=f"Time a deal (median of {runs} runs)",
        text=("one core, rules qq",),
    )
    print_table(
        ("four of", "one core", "all cores"),
        [(name, *(f"{speed:,.0f}" for speed in row.values())) for name, row in speeds.items()],
        title="Deals a second",
        text=("four of",),
    )


_ROWS = {
    "deal": "deal: the four hands",
    "random": "random: four play a deal",
    "folk": "folk: four play a deal",
    "score": "score: the four seats",
}
