"""``gongzhu tournament``: every player against every other, and a rating."""

import math
from functools import partial
from typing import TYPE_CHECKING, Annotated

import typer

from gongzhu_sim.cli import options
from gongzhu_sim.cli.estimates import MEAN_COLUMNS, count_decimals, mean_cells
from gongzhu_sim.cli.interrupt import play_and_print
from gongzhu_sim.cli.output import find_width, print_table
from gongzhu_sim.cli.players import complete_player

if TYPE_CHECKING:
    from collections.abc import Iterable

    from gongzhu_sim.analysis.estimates import Mean
    from gongzhu_sim.analysis.tournament import Tournament

__all__ = ["tournament"]

_DEALS = 1024
_PADDING = 3  # columns that a table leaves free beside a cell


def tournament(
    players: Annotated[
        list[str],
        typer.Argument(
            metavar="PLAYER",
            help="NAME[:param=value…], two or more.",
            autocompletion=complete_player,
        ),
    ],
    rules: options.Rules = "qq",
    changes: options.Changes = None,
    deals: Annotated[
        int | None,
        options.most_deals(str(_DEALS)),
    ] = None,
    seed: options.Seed = 1,
    seats: options.Seats = "sides",
    deals_file: options.DealsFile = None,
    threads: options.Threads = None,
    load: options.Load = None,
    json: options.Json = False,
) -> None:
    """Let every player meet every other on the same deals, and rate them.

    Example: gongzhu tournament folk folk:declare=never random --deals 2000
    """
    from gongzhu_sim.analysis.tournament import tournament as play_tournament

    rule_set, given, count = options.read_meeting(
        rules, changes, load, deals_file, deals, default=_DEALS
    )
    playing = partial(
        play_tournament,
        players,
        rules=rule_set,
        deals=count,
        seed=seed,
        seats=seats,
        deals_file=given,
        threads=threads,
    )
    play_and_print(playing, _print_tables, count=count, json=json)


def _print_tables(result: "Tournament") -> None:
    plays = {"sides": "twice", "one": "four times"}[result.seats]
    duels = "1 duel" if len(result.meetings) == 1 else f"{len(result.meetings)} duels"
    print(
        f"rules {result.rules}, seed {result.seed}, {duels} on "
        f"{result.deals:,} deals, each played {plays}, in {result.seconds:.2f} s"
    )
    _print_ratings(result)
    _print_matrix(result)
    _print_reduction(result)
    _print_departure(result)


def _print_ratings(result: "Tournament") -> None:
    means = [rating.points for rating in result.ratings]
    decimals = count_decimals(means)
    print_table(
        ("", "player", *(name for name in MEAN_COLUMNS if name != "sd"), "over the next"),
        [
            (
                str(place),
                rating.player,
                *_without_sd(mean_cells(rating.points, decimals)),
                "" if rating.over_next is None else _describe(rating.over_next, decimals),
            )
            for place, rating in enumerate(result.ratings, start=1)
        ],
        title="Rating, raw points a deal",
        text=("player",),
    )


def _without_sd(cells: list[str]) -> list[str]:
    mean, se, _, low, high = cells
    return [mean, se, low, high]


def _print_matrix(result: "Tournament") -> None:
    """Print the gains in as many tables as the terminal needs, with names if there is room."""
    gains: dict[tuple[str, str], str] = {}
    decimals = count_decimals(meeting.found.gain for meeting in result.meetings)
    for meeting in result.meetings:
        gain = meeting.found.gain
        gains[meeting.a, meeting.b] = _describe(gain, decimals)
        if result.seats == "sides":
            gains[meeting.b, meeting.a] = _describe(gain, decimals, sign=-1)
    order = [rating.player for rating in result.ratings]
    labels = [f"{place} {player}" for place, player in enumerate(order, start=1)]
    if _count_fitting(labels, gains.values()) < len(order):
        labels = [str(place) for place in range(1, len(order) + 1)]
    tables = math.ceil(len(order) / _count_fitting(labels, gains.values()))
    size = math.ceil(len(order) / tables)
    heading = "side over side" if result.seats == "sides" else "one seat over the three others"
    for begin in range(0, len(order), size):
        columns = order[begin : begin + size]
        print_table(
            ("", *(str(place) for place in range(begin + 1, begin + len(columns) + 1))),
            [
                (label, *(gains.get((row, column), "") for column in columns))
                for label, row in zip(labels, order, strict=True)
            ],
            title=f"Row over column, {heading}, ± standard error",
            text=("",),
        )


def _count_fitting(labels: list[str], cells: "Iterable[str]") -> int:
    """Return how many columns of the matrix the terminal has room for beside the labels."""
    room = find_width() - _PADDING - max(map(len, labels))
    return max(1, room // (_PADDING + max(map(len, cells))))


def _describe(mean: "Mean", decimals: int, *, sign: int = 1) -> str:
    se = "–" if math.isnan(mean.se) else f"{mean.se:.{decimals}f}"
    return f"{sign * mean.mean + 0.0:,.{decimals}f} ± {se}"  # plus 0: never -0.0


def _print_reduction(result: "Tournament") -> None:
    found = [meeting.found.variance_reduction for meeting in result.meetings]
    known = [reduction for reduction in found if math.isfinite(reduction)]
    if not known:
        return
    low, high = f"{min(known):.2f}", f"{max(known):.2f}"
    span = low if low == high else f"{low} to {high}"
    print(f"Variance reduction: as many independent plays would have {span} times the variance.")


def _print_departure(result: "Tournament") -> None:
    """Print the meeting that the ratings explain worst, in standard errors."""
    departures = [meeting for meeting in result.meetings if meeting.beyond.se > 0]
    if not departures:
        return
    worst = max(departures, key=lambda meeting: abs(meeting.beyond.mean) / meeting.beyond.se)
    gain = _describe(worst.beyond, count_decimals([worst.beyond]))
    print(f"Farthest from its ratings: {worst.a} over {worst.b}, {gain} beyond their difference.")
