"""``gongzhu duel``: how much one player gains on another."""

import math
from functools import partial
from typing import TYPE_CHECKING, Annotated

import typer

from gongzhu_sim.cli import options
from gongzhu_sim.cli.estimates import (
    MEAN_COLUMNS,
    count_decimals,
    describe_reduction,
    mean_cells,
)
from gongzhu_sim.cli.interrupt import play_and_print
from gongzhu_sim.cli.output import print_table
from gongzhu_sim.cli.players import complete_player
from gongzhu_sim.errors import UsageError

if TYPE_CHECKING:
    from gongzhu_sim.analysis.duel import Duel
    from gongzhu_sim.analysis.sequential import Stopping

__all__ = ["duel"]

_DEALS, _MOST_DEALS = 1024, 100_000
_PLACES = {"sides": ("N and S", "W and E"), "one": ("one seat", "the three others")}
_TIMES = {"sides": "twice", "one": "four times"}


def duel(
    a: Annotated[
        str,
        typer.Argument(
            metavar="A",
            help="NAME[:param=value…]; sits N and S, or in one seat.",
            autocompletion=complete_player,
        ),
    ],
    b: Annotated[
        str,
        typer.Argument(
            metavar="B",
            help="NAME[:param=value…]; sits W and E, or in three seats.",
            autocompletion=complete_player,
        ),
    ],
    rules: options.Rules = "qq",
    changes: options.Changes = None,
    deals: Annotated[
        int | None,
        options.most_deals(f"{_DEALS}, with --until or --sprt {_MOST_DEALS:,}"),
    ] = None,
    seed: options.Seed = 1,
    seats: options.Seats = "sides",
    until: Annotated[
        float | None,
        typer.Option(
            "--until",
            metavar="H",
            help="Stop when an interval that allows for looking has this half-width, in points.",
            show_default=False,
        ),
    ] = None,
    sprt: Annotated[
        str | None,
        typer.Option(
            "--sprt",
            metavar="LOW,HIGH",
            help="Stop when it is clear which of two gains, in points, fits better.",
            show_default=False,
        ),
    ] = None,
    deals_file: options.DealsFile = None,
    threads: options.Threads = None,
    load: options.Load = None,
    json: options.Json = False,
) -> None:
    """Play A against B, every deal several times with the cards moved on by one seat.

    Example: gongzhu duel folk random --rules scrofazero --deals 1024 --seed 1
    """
    from gongzhu_sim.analysis.duel import duel as play_duel

    means = None if sprt is None else _read_means(sprt)
    default = _DEALS if until is None and sprt is None else _MOST_DEALS
    rule_set, given, count = options.read_meeting(
        rules, changes, load, deals_file, deals, default=default
    )
    playing = partial(
        play_duel,
        a,
        b,
        rules=rule_set,
        deals=count,
        seed=seed,
        seats=seats,
        until=until,
        sprt=means,
        deals_file=given,
        threads=threads,
    )
    play_and_print(
        playing,
        _print_table,
        count=count,
        json=json,
        is_done=lambda result: result.stopping is not None and result.stopping.reached,
    )


def _read_means(text: str) -> tuple[float, float]:
    try:
        low, high = map(float, text.split(","))
    except ValueError:
        raise UsageError(f"--sprt {text!r} is not LOW,HIGH in points, as in 0,10") from None
    return low, high


def _print_table(result: "Duel") -> None:
    from gongzhu_sim.analysis.designs import DESIGNS

    a, b = _PLACES[result.seats]
    print(f"A: {result.a} ({a}), B: {result.b} ({b})")
    print(
        f"rules {result.rules}, seed {result.seed}, {result.deals:,} deals, "
        f"each played {_TIMES[result.seats]}, in {result.seconds:.2f} s"
    )
    decimals = count_decimals([result.gain])
    outcomes = (f"{n:,}" for n in (result.wins, result.draws, result.losses))
    print_table(
        (*MEAN_COLUMNS, "wins", "draws", "losses"),
        [(*mean_cells(result.gain, decimals), *outcomes)],
        title=f"Raw points a deal, {DESIGNS[result.seats].label}",
    )
    print(f"Variance reduction: {describe_reduction(result.variance_reduction)}.")
    if result.stopping is not None:
        _print_stopping(result.stopping, result.deals, decimals)


def _print_stopping(stopping: "Stopping", deals: int, decimals: int) -> None:
    from gongzhu_sim.analysis.sequential import FEWEST_DEALS, FEWEST_DECIDED

    goal = stopping.goal
    if math.isnan(stopping.low):
        print(
            f"No interval yet that allows for looking: it takes {FEWEST_DEALS} deals, "
            f"{FEWEST_DECIDED} of them no draws."
        )
    else:
        print(
            f"95 % interval that allows for looking: "
            f"{stopping.low:,.{decimals}f} to {stopping.high:,.{decimals}f}."
        )
    if goal.half_width is not None:
        end = "reached" if stopping.reached else "not reached"
        print(f"Half-width {goal.half_width:g}: {end} after {deals:,} deals.")
        return
    means = f"{goal.low:g} or less against {goal.high:g} or more"
    if stopping.decision is None:
        found = "undecided"
    else:
        found = f"decided for {stopping.decision}: " + (
            f"more than {goal.low:g}" if stopping.decision == "high" else f"less than {goal.high:g}"
        )
    print(f"Gain {means}: {found} after {deals:,} deals.")
