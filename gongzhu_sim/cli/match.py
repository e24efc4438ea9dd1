"""``gongzhu match``: whole matches, their length, and who becomes the pig."""

import math
from functools import partial
from typing import TYPE_CHECKING, Annotated

import typer

from gongzhu_sim.cli.estimates import MEAN_COLUMNS, count_decimals, mean_cells, rate_cells
from gongzhu_sim.cli.interrupt import play_and_print
from gongzhu_sim.cli.options import (
    Changes,
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
    from gongzhu_sim.analysis.estimates import Mean
    from gongzhu_sim.analysis.match_results import Count, Look, MatchSimulation

__all__ = ["match"]

Matches = Annotated[int, typer.Option("--matches", min=1, help="How many matches to play.")]

_RATE_COLUMNS = ("matches", "% of matches", "95 % low", "high")
_REMARKS = {"0": " (leads)", "3": " (last)"}
_DEALS_SHOWN = (1, 2, 3, 4, 5, 6, 8, 10, 15)  # columns of the table of looks
_LEAST_MATCHES = 100  # that a cell of that table is shown for
_MOST_LENGTHS = 30  # rows of the table of lengths; longer matches are put together


def match(
    rules: Rules = "qq",
    changes: Changes = None,
    players: Players = "folk",
    matches: Matches = 10_000,
    seed: Seed = 1,
    threads: Threads = None,
    load: Load = None,
    json: Json = False,
) -> None:
    """Play whole matches: how long they last, who is the pig, what a total so far says.

    Example: gongzhu match --rules qq --players folk --matches 10000 --seed 1
    """
    from gongzhu_sim.analysis.matches import simulate_matches

    rule_set = read_rules(rules, changes)
    line_up = read_players(players, load)
    playing = partial(
        simulate_matches, rule_set, line_up, matches=matches, seed=seed, threads=threads
    )
    play_and_print(playing, _print_tables, count=matches, what="matches", json=json)


def _print_tables(result: "MatchSimulation") -> None:
    print(f"rules {result.rules}, {describe_players(result.players)}, seed {result.seed}")
    print(
        f"{result.matches:,} matches, {result.deals:,} deals in {result.seconds:.2f} s, "
        f"{result.matches_per_second:,.0f} matches a second"
    )
    _print_lengths(result.length)
    _print_means(
        "A match",
        {
            "deals": result.length.mean,
            "changes of who is ahead": result.lead_changes.mean,
            "changes of who leads the deal": result.leader_changes.mean,
        },
    )
    _print_pigs(result)
    totals = {f"seat {seat}, raw": mean for seat, mean in result.totals.items()}
    settled = {f"seat {seat}, settled": mean for seat, mean in result.settled.items()}
    _print_means("Points at the end of a match", totals | settled)
    if result.sides is not None:
        _print_sides(result)
    _print_looks(result.looks)


def _print_lengths(length: "Count") -> None:
    matches = sum(length.counts.values())
    rows = []
    longer = matches
    for deals, count in list(length.counts.items())[:_MOST_LENGTHS]:
        rows.append((f"{deals:,}", f"{count:,}", f"{100 * count / matches:.2f}"))
        longer -= count
    if longer:
        rows.append(("more", f"{longer:,}", f"{100 * longer / matches:.2f}"))
    print_table(("deals", "matches", "% of matches"), rows, title="Length of a match")


def _print_means(title: str, means: "dict[str, Mean]") -> None:
    decimals = count_decimals(means.values())
    print_table(
        ("", *MEAN_COLUMNS),
        [(name, *mean_cells(mean, decimals)) for name, mean in means.items()],
        title=title,
        text=("",),
    )


def _print_pigs(result: "MatchSimulation") -> None:
    pigs = result.pigs
    rows = [(f"seat {seat}", rate) for seat, rate in pigs.seats.items()]
    rows += [
        (f"position {place}{_REMARKS.get(place, '')}, first deal", rate)
        for place, rate in pigs.positions.items()
    ]
    rows += [
        (f"position {place}{_REMARKS.get(place, '')}, last deal", rate)
        for place, rate in pigs.last_positions.items()
    ]
    rows.append(("shared by equal totals", pigs.shared))
    print_table(
        ("pig", *_RATE_COLUMNS),
        [(name, *rate_cells(rate)) for name, rate in rows],
        title="Who is the pig",
        text=("pig",),
    )
    if len(pigs.players) > 1:
        _print_means("Chance of a seat with this player to be the pig", pigs.players)


def _print_sides(result: "MatchSimulation") -> None:
    assert result.sides is not None
    print_table(
        ("side", *_RATE_COLUMNS),
        [
            (f"{name} {outcome}", *rate_cells(getattr(side, outcome)))
            for name, side in result.sides.items()
            for outcome in ("wins", "losses", "ties")
        ],
        title="Sides",
        text=("side",),
    )
    awards: dict[str, Mean] = {}
    for name, side in result.sides.items():
        if side.awards is not None and side.award_points is not None:
            awards[f"{name} awards"] = side.awards
            awards[f"{name} points for awards"] = side.award_points
    if awards:
        _print_means("Awards a match", awards)


def _print_looks(looks: "list[Look]") -> None:
    """Print the chance of the pig by total so far, over any number of deals and by deals."""
    from gongzhu_sim.studies.match_sums import LOOK_DEALS

    anytime = [look for look in looks if look.deals is None]
    if not anytime:
        return
    print_table(
        ("total", "matches", "looks", "% pig", "se", "95 % low", "high"),
        [
            (
                _describe_total(look.low, look.high),
                f"{look.pig.units:,}",
                f"{look.pig.n:,}",
                *_percentages(look.pig.rate, look.pig.se, look.pig.low, look.pig.high),
            )
            for look in anytime
        ],
        title="Chance of becoming the pig, given one's total so far",
        text=("total",),
    )
    print("Looks are seats after deals that did not end the match. Those at one match depend on")
    print("each other: standard errors and intervals are taken over matches.")
    chances = {
        (look.low, look.high, look.deals): f"{100 * look.pig.rate:.1f}"
        for look in looks
        if look.pig.units >= _LEAST_MATCHES
    }
    shown = (*_DEALS_SHOWN, LOOK_DEALS)
    rows = []
    for look in anytime:
        cells = [chances.get((look.low, look.high, deals), "") for deals in shown]
        if any(cells):
            rows.append((_describe_total(look.low, look.high), *cells))
    if rows:
        print_table(
            ("total", *map(str, _DEALS_SHOWN), f"{LOOK_DEALS}+"),
            rows,
            title=f"The same in %, by deals played, where {_LEAST_MATCHES} matches or more tell",
            text=("total",),
        )


def _describe_total(low: int | None, high: int | None) -> str:
    if low is None:
        return f"{high} or less"
    return f"{low} or more" if high is None else f"{low} to {high}"


def _percentages(*numbers: float) -> list[str]:
    return ["–" if math.isnan(x) else f"{100 * x:.2f}" for x in numbers]
