"""``gongzhu ladder``: every player measured against every other."""

import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from gongzhu_sim.cli.interrupt import Interrupted
from gongzhu_sim.cli.options import Json, Seed, Threads
from gongzhu_sim.cli.output import print_json, print_table, progress

if TYPE_CHECKING:
    from collections.abc import Callable

    from gongzhu_sim.analysis.ladder.cells import Cell
    from gongzhu_sim.analysis.ladder.running import Forecast
    from gongzhu_sim.analysis.ladder.store import Samples

__all__ = ["ladder"]

_SILENCE = 60.0  # seconds
_TRUST = 60.0  # seconds that the forecast weighs against the pace so far


def _complete_parts(incomplete: str) -> list[str]:
    from gongzhu_sim.analysis.ladder.plan import PARTS

    return [name for name in PARTS if name.startswith(incomplete)]


def ladder(
    part: Annotated[
        list[str] | None,
        typer.Option(
            "--part",
            metavar="NAME",
            help="sides, alone, double, double-sides, worlds, responses or declaring; may be "
            "repeated; all by default.",
            autocompletion=_complete_parts,
            show_default=False,
        ),
    ] = None,
    scale: Annotated[
        float,
        typer.Option(
            "--scale", metavar="X", help="Play so many times the deals, as in --scale 0.1."
        ),
    ] = 1.0,
    out: Annotated[Path, typer.Option("--out", metavar="DIR", help="Where the results go.")] = Path(
        "results/ladder"
    ),
    seed: Seed = 2026,
    threads: Threads = None,
    restart: Annotated[
        bool, typer.Option("--restart", help="Throw away the samples that are there.")
    ] = False,
    dry_run: Annotated[
        bool,
        typer.Option("--dry-run", help="Say how long it would take, write what is there, no more."),
    ] = False,
    json: Json = False,
) -> None:
    """Measure the whole ladder of players; keep what is finished, go on where it stopped.

    Tables, figures, the page ladder.md and the manifest land in the folder of the results.

    Example: gongzhu ladder --part sides --scale 0.1 --out results/ladder-tenth
    """
    from gongzhu_sim.analysis.ladder.plan import build_parts
    from gongzhu_sim.analysis.ladder.running import forecast_ladder, run_ladder
    from gongzhu_sim.analysis.ladder.store import Store
    from gongzhu_sim.engine.blocks import count_cores
    from gongzhu_sim.report.ladder import write_ladder

    parts = build_parts(part or None, scale=scale)
    everything = build_parts(scale=scale)
    store = Store(out, seed=seed, restart=restart)
    threads = count_cores() if threads is None else threads
    began = written = time.perf_counter()
    if not store.read_timings():
        print("gongzhu: measuring how fast the players are…", file=sys.stderr, flush=True)
    forecasts = forecast_ladder(parts, store, threads=threads)
    if not json:
        _print_forecast(forecasts, threads)

    def write() -> list[Path]:
        return write_ladder(everything, store, out, scale=scale, threads=threads)

    def write_now_and_then(part: object) -> None:
        nonlocal written
        if time.perf_counter() - written > _SILENCE:
            write()
            written = time.perf_counter()

    if not dry_run:
        total = sum(forecast.seconds for forecast in forecasts)
        try:
            with progress(max(1, round(total)), "ladder, seconds") as advance:
                steps = _Steps(forecasts, advance)
                run_ladder(
                    parts,
                    store,
                    threads=threads,
                    on_chunk=steps.take,
                    on_part=write_now_and_then,
                )
        except KeyboardInterrupt:
            write()
            raise Interrupted(
                f"interrupted: what is finished is kept in {out}, and the same command goes on"
            ) from None
    files = write()
    seconds = time.perf_counter() - began
    if json:
        print_json(
            {
                "parts": [each.name for each in parts],
                "scale": scale,
                "seed": seed,
                "threads": threads,
                "forecast": {each.part: each.seconds for each in forecasts},
                "seconds": seconds,
                "out": str(out),
                "files": [str(path) for path in files],
            }
        )
    else:
        print(f"{seconds:.0f} s; the page {out / 'ladder.md'}, and {len(files) - 1} other files")


def _print_forecast(forecasts: "list[Forecast]", threads: int) -> None:
    total = sum(forecast.seconds for forecast in forecasts)
    cores = "1 thread" if threads == 1 else f"{threads} threads"
    print(f"About {_duration(total)} of play on {cores}, if nothing else runs:")
    print_table(
        ("part", "cells", "unfinished", "about"),
        [(each.part, each.cells, each.left, _duration(each.seconds)) for each in forecasts],
        text=("part",),
    )
    sys.stdout.flush()


def _duration(seconds: float) -> str:
    if seconds < 100:
        return f"{seconds:.0f} s"
    minutes = round(seconds / 60)
    return f"{minutes} min" if minutes < 100 else f"{minutes // 60} h {minutes % 60:02} min"


class _Steps:
    """Tells how far the ladder is: a bar on a terminal, else lines."""

    def __init__(self, forecasts: "list[Forecast]", advance: "Callable[[int], None]") -> None:
        self._left: dict[Any, float] = {}
        for forecast in forecasts:
            self._left |= forecast.by_cell
        self._all = sum(self._left.values())
        self._shown = 0
        self._advance = advance
        self._began = self._told = time.perf_counter()

    def take(self, cell: "Cell", samples: "Samples", new: int) -> None:
        """Note that a cell has grown by so many deals."""
        rest = cell.deals - samples.deals
        if cell.seconds is None:
            self._left[cell] *= rest / (rest + new)
        else:
            self._left[cell] = max(0.0, cell.seconds - samples.seconds)
        left = sum(self._left.values())
        done = self._all - left
        self._advance(round(done) - self._shown)
        self._shown = round(done)
        now = time.perf_counter()
        if sys.stderr.isatty() or (self._left[cell] > 0 and now - self._told < _SILENCE):
            return
        self._told = now
        pace = (now - self._began + _TRUST) / (done + _TRUST)
        print(
            f"{cell.title}: {samples.deals:,} deals; about {_duration(pace * left)} left in all",
            file=sys.stderr,
            flush=True,
        )
