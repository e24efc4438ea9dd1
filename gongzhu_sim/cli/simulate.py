"""``gongzhu simulate``: scores by seat and position, and rates of events."""

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from gongzhu_sim.cli.estimates import (
    MEAN_COLUMNS,
    RATE_COLUMNS,
    count_decimals,
    mean_cells,
    rate_cells,
)
from gongzhu_sim.cli.interrupt import play_and_print
from gongzhu_sim.cli.options import (
    Changes,
    Deals,
    Json,
    Load,
    Players,
    Rules,
    Seed,
    Threads,
    read_rules,
)
from gongzhu_sim.cli.output import print_table
from gongzhu_sim.cli.players import describe_players, read_players

if TYPE_CHECKING:
    from collections.abc import Iterator

    from gongzhu_sim.analysis.estimates import Mean
    from gongzhu_sim.analysis.simulation import Scores, Simulation

__all__ = ["simulate"]

_REMARKS = {"0": " (leads)", "3": " (last)"}


def simulate(
    rules: Rules = "qq",
    changes: Changes = None,
    players: Players = "folk",
    deals: Deals = 100_000,
    seed: Seed = 1,
    threads: Threads = None,
    records: Annotated[
        Path | None,
        typer.Option(
            "--records",
            metavar="FILE.jsonl",
            help="Write the games to a file, one record a line (see `gongzhu score`).",
            show_default=False,
        ),
    ] = None,
    load: Load = None,
    json: Json = False,
) -> None:
    """Play deals and estimate scores and the rates of events.

    Example: gongzhu simulate --rules qq --players folk --deals 1000000 --seed 1
    """
    from gongzhu_sim.analysis.simulation import simulate as play

    rule_set = read_rules(rules, changes)
    line_up = read_players(players, load)
    playing = partial(
        play, rule_set, line_up, deals=deals, seed=seed, threads=threads, records=records
    )
    play_and_print(playing, _print_tables, count=deals, json=json)


def _print_tables(result: "Simulation") -> None:
    print(f"rules {result.rules}, {describe_players(result.players)}, seed {result.seed}")
    print(
        f"{result.deals:,} deals in {result.seconds:.2f} s, "
        f"{result.deals_per_second:,.0f} deals a second"
    )
    raw = {place: scores.raw for place, scores in _label_places(result)}
    settled = {place: scores.settled for place, scores in _label_places(result)}
    if raw == settled:
        _print_means("Points a deal, raw and settled alike", raw)
    else:
        _print_means("Raw points a deal", raw)
        _print_means("Settled points a deal", settled)

    events = result.events
    rows = [("all hearts", events.all_hearts), ("slam", events.slam)]
    rows += [(f"{kind} declared", rate) for kind, rate in events.declared.items()]
    rows += [(f"{kind} taken by its holder", rate) for kind, rate in events.own_capture.items()]
    print_table(
        ("event", *RATE_COLUMNS),
        [(name, *rate_cells(rate)) for name, rate in rows],
        title="Events",
        text=("event",),
    )


def _label_places(result: "Simulation") -> "Iterator[tuple[str, Scores]]":
    for seat, scores in result.seats.items():
        yield f"seat {seat}", scores
    for place, scores in result.positions.items():
        yield f"position {place}{_REMARKS.get(place, '')}", scores


def _print_means(title: str, means: "dict[str, Mean]") -> None:
    decimals = count_decimals(means.values())
    print_table(
        ("", *MEAN_COLUMNS),
        [(place, *mean_cells(mean, decimals)) for place, mean in means.items()],
        title=title,
        text=("",),
    )
