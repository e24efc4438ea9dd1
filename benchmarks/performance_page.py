"""Measures this machine and writes docs/performance.md's tables and figure: `make performance`.

The numbers are kept in results/performance/bench.json. With ``--render`` nothing is measured
and the page is written from that file again.
"""

import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import polars as pl

import gongzhu_sim as gz
from gongzhu_sim.cards.compiling import PORTABLE_VARIABLE
from gongzhu_sim.engine.batch import OutcomeRoom, play_deals
from gongzhu_sim.engine.blocks import count_cores, iterate_blocks
from gongzhu_sim.figures.performance import plot_costs
from gongzhu_sim.figures.style import render
from gongzhu_sim.rules import RuleSet, load_rules, preset_names
from gongzhu_sim.rules.packed import pack_rules
from gongzhu_sim.strategies import build_line_up
from gongzhu_sim.studies.benchmark import Measure, measure_speed, time_task
from gongzhu_sim.studies.benchmark_rows import about_row, play_task

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs" / "performance.md"
RESULTS = ROOT / "results" / "performance"
PLAYERS = ("random", "folk")
RUNS, RUN_SECONDS = 5, 0.1
PORTABLE_ROWS = ("deal", "random", "folk", "double_folk")
CALLS = (1, 4, 16, 64, 256, 1024, 4096, 16384)
SIMULATED = (1_000, 10_000, 100_000, 1_000_000)
GROUPS = ("Presets", "qq with one rule changed")
FIELDS: dict[str, dict[str, Any]] = {
    "as it is": {},
    "nobody declares": {"declaration.mode": "none"},
    "declared in turn": {"declaration.order": "sequential"},
    "first draw": {"declaration.first_draw": True},
    "hidden declarations": {"declaration.hidden": True},
    "own captures count twice": {"declaration.self_capture": 2},
    "hearts once broken": {"play.hearts_lead": "after_broken"},
    "colour penalty": {"play.discard_colour": "penalty"},
    "pooled partners": {"teams.mode": "opposite", "teams.pooled": True},
    "two decks": {"decks": 2, "declaration.forced_last": False},
}


def measure_bench(*args: str, portable: bool = False) -> dict[str, Any]:
    """Return what ``gongzhu bench --json`` prints."""
    command = [sys.executable, "-m", "gongzhu_sim", "bench", "--json", *args]
    environment = os.environ | {PORTABLE_VARIABLE: "1" if portable else "0"}
    done = subprocess.run(command, stdout=subprocess.PIPE, env=environment, check=True)
    return json.loads(done.stdout)


def measure_portable() -> dict[str, Any]:
    """Return how many times slower the kernels without special instructions are."""
    rows = [word for name in PORTABLE_ROWS for word in ("--row", name)]
    plain, special = (measure_bench(*rows, portable=portable)["rows"] for portable in (True, False))
    return {
        name: {"ratio": plain[name]["low"] / special[name]["low"], "ns": plain[name]["low"]}
        for name in PORTABLE_ROWS
    }


def list_rules() -> Iterator[tuple[str, str, RuleSet]]:
    """Yield the group, name and rules of every line of the figure."""
    for name in preset_names():
        yield GROUPS[0], name, load_rules(name)
    for name, changes in FIELDS.items():
        yield GROUPS[1], name, load_rules("qq").replace(changes)


def measure_costs() -> list[dict[str, Any]]:
    """Measure a deal under every rule set and every changed rule."""
    rows = []
    for group, name, rules in list_rules():
        for player in PLAYERS:
            row = time_task(play_task(rules, player), runs=RUNS, run_seconds=RUN_SECONDS)
            rows.append({"group": group, "rules": name, "players": player} | row.to_dict())
    return rows


def measure_calls() -> list[dict[str, Any]]:
    """Measure a deal of qq by how many of them one call plays."""
    return [
        {"players": player, "deals": deals}
        | time_task(
            play_task("qq", player, deals=deals), runs=RUNS, run_seconds=RUN_SECONDS
        ).to_dict()
        for player in PLAYERS
        for deals in CALLS
    ]


def measure_threads() -> list[dict[str, Any]]:
    """Measure how many times as fast as one thread several are; in turn, so loads even out."""
    rows = []
    for player in PLAYERS:
        packed, line_up, room = pack_rules(load_rules("qq")), build_line_up([player]), OutcomeRoom()
        deals = round(5 * RUN_SECONDS * measure_speed(player, seconds=RUN_SECONDS, threads=1))

        def play(
            first: int, n: int, packed: Any = packed, line_up: Any = line_up, room: Any = room
        ) -> None:
            play_deals(packed, line_up, deals=n, seed=1, first=first, room=room)

        def seconds(threads: int, play: Any = play, deals: int = deals) -> float:
            began = time.perf_counter()
            for _ in iterate_blocks(play, deals=deals, threads=threads):
                pass
            return time.perf_counter() - began

        for threads in range(1, 2 * count_cores() + 1):
            measure = Measure.of("", [seconds(1) / seconds(threads) for _ in range(RUNS)])
            rows.append({"players": player, "threads": threads} | measure.to_dict())
    return rows


def measure_simulations() -> list[dict[str, Any]]:
    """Measure the time of play of simulations of more and more deals, on all cores."""
    return [
        {
            "players": player,
            "deals": deals,
            "seconds": gz.simulate("qq", [player], deals=deals, seed=1).seconds,
        }
        for player in PLAYERS
        for deals in SIMULATED
    ]


def measure() -> dict[str, Any]:
    """Measure everything; takes some minutes."""
    return {
        "bench": measure_bench(),
        "portable": measure_portable(),
        "costs": measure_costs(),
        "calls": measure_calls(),
        "threads": measure_threads(),
        "simulations": measure_simulations(),
    }


def tabulate(head: tuple[str, ...], rows: list[tuple[str, ...]], *, words: int = 1) -> str:
    """Return a Markdown table whose first columns hold words and the others numbers."""
    rule = ["---"] * words + ["---:"] * (len(head) - words)
    return "\n".join(f"| {' | '.join(cells)} |" for cells in (head, rule, *rows))


def show(x: float) -> str:
    """Return a number with three digits or more."""
    return f"{x:,.0f}" if abs(x) >= 100 else f"{x:.3g}"


def describe_machine(document: Mapping[str, Any]) -> str:
    """Return the machine and versions in one line."""
    machine = document["bench"]["machine"]
    versions = ", ".join(f"{name} {machine[name.lower()]}" for name in ("Python", "numba", "numpy"))
    bmi2 = "with" if machine["bmi2"] else "without"
    return (
        f"{machine['cpu']}, {machine['cores']} cores, {bmi2} BMI2; {machine['system']}, {versions}"
    )


def make_tables(document: Mapping[str, Any]) -> dict[str, str]:
    """Return the parts of the page that hold numbers, by the names of their markers."""
    bench = document["bench"]
    rows = [
        (
            f"`{name}`",
            about_row(name),
            *(show(row[key]) for key in ("ns", "low", "high", "deals_per_second")),
        )
        for name, row in bench["rows"].items()
    ]
    measures = [
        (
            f"`{name}`",
            about_row(name),
            each["unit"],
            *(show(each[k]) for k in ("value", "low", "high")),
        )
        for name, each in bench["measures"].items()
    ]
    speeds = [
        (f"`{name}`", show(each["deals_per_second_one_core"]), show(each["deals_per_second_all"]))
        for name, each in bench["strategies"].items()
    ]
    portable = [
        (f"`{name}`", show(each["ns"]), f"{each['ratio']:.2f}")
        for name, each in document["portable"].items()
    ]
    simulated: dict[int, dict[str, float]] = {}
    for each in document["simulations"]:
        simulated.setdefault(each["deals"], {})[each["players"]] = each["seconds"]
    return {
        "machine": describe_machine(document) + ".",
        "rows": tabulate(
            ("row", "", "ns a deal", "quickest", "slowest", "deals a second"), rows, words=2
        ),
        "measures": tabulate(("row", "", "unit", "median", "lowest", "highest"), measures, words=3),
        "strategies": tabulate(("four of", "one core", "all cores"), speeds),
        "portable": tabulate(("row", "ns a deal", "times as long as with BMI2"), portable),
        "fields": tabulate_fields(document["costs"]),
        "simulations": tabulate(
            ("deals", *(f"four {player}, s" for player in PLAYERS)),
            [(f"{n:,}", *(show(of[p]) for p in PLAYERS)) for n, of in simulated.items()],
            words=0,
        ),
    }


def tabulate_fields(costs: list[dict[str, Any]]) -> str:
    """Return what each changed rule costs beside the rules as they are."""
    found = {
        (row["rules"], row["players"]): row["ns"] for row in costs if row["group"] == GROUPS[1]
    }
    plain = next(iter(FIELDS))
    head = tuple(title for player in PLAYERS for title in (f"four {player}, ns", "times `qq`"))
    rows = [
        (
            name,
            *(
                cell
                for player in PLAYERS
                for cell in (
                    show(found[name, player]),
                    f"{found[name, player] / found[plain, player]:.2f}",
                )
            ),
        )
        for name in FIELDS
    ]
    return tabulate(("`qq`, " + GROUPS[1].removeprefix("qq "), *head), rows)


def fill_in(page: str, document: Mapping[str, Any]) -> str:
    """Return the page with every table put between its markers."""
    for name, table in make_tables(document).items():
        begin, end = f"<!-- begin {name} -->", f"<!-- end {name} -->"
        before, found, rest = page.partition(begin)
        _, ended, after = rest.partition(end)
        if not (found and ended):
            raise SystemExit(f"{PAGE.name} lacks {begin} … {end}")
        page = f"{before}{begin}\n{table}\n{end}{after}"
    return page


def draw(document: Mapping[str, Any]) -> None:
    """Write the figure."""
    frames = (pl.DataFrame(document[name]) for name in ("costs", "calls", "threads"))
    figure = plot_costs(*frames, note=describe_machine(document))
    for kind in ("png", "svg"):
        (RESULTS / f"cost.{kind}").write_bytes(render(figure, kind))


def main() -> None:
    """Measure, unless told to use what is there, and write the page."""
    file = RESULTS / "bench.json"
    if sys.argv[1:] not in ([], ["--render"]):
        raise SystemExit("usage: performance_page.py [--render]")
    if not sys.argv[1:]:
        RESULTS.mkdir(parents=True, exist_ok=True)
        file.write_text(json.dumps(measure(), indent=1) + "\n", encoding="utf-8")
    document = json.loads(file.read_text(encoding="utf-8"))
    draw(document)
    PAGE.write_text(fill_in(PAGE.read_text(encoding="utf-8"), document), encoding="utf-8")


if __name__ == "__main__":
    main()
