"""``gongzhu bench``: how fast this machine is."""

import math
from typing import TYPE_CHECKING, Annotated, Any

import typer

from gongzhu_sim.cli.options import Json, Load
from gongzhu_sim.cli.output import print_json, print_table, progress, say
from gongzhu_sim.cli.players import complete_players, load_files

if TYPE_CHECKING:
    from gongzhu_sim.strategies import Player
    from gongzhu_sim.studies.benchmark import Measure, Row

__all__ = ["bench"]

_SPEED_SECONDS = 1.0
_QUICK_SPEED_SECONDS = 0.1


def _complete_rows(incomplete: str) -> list[tuple[str, str]]:
    """Return the rows that begin as typed, each with what it measures."""
    from gongzhu_sim.studies.benchmark_rows import about_row, row_names

    return [(name, about_row(name)) for name in row_names() if name.startswith(incomplete)]


def bench(
    row: Annotated[
        list[str] | None,
        typer.Option(
            "--row",
            metavar="NAME",
            help="Measure this row, and nothing that is not named; may be repeated.",
            autocompletion=_complete_rows,
        ),
    ] = None,
    strategies: Annotated[
        str | None,
        typer.Option(
            "--strategies",
            metavar="PLAYER[,…]",
            help="Measure these players, NAME[:param=value…], and nothing that is not named.",
            autocompletion=complete_players,
            show_default=False,
        ),
    ] = None,
    quick: Annotated[
        bool,
        typer.Option("--quick", help="Measure for a few seconds, and no memory; less exact."),
    ] = False,
    load: Load = None,
    json: Json = False,
) -> None:
    """Measure how long each part of the work takes, and deals a second for each strategy.

    Players that search are timed by the decision too. The first time they have to be compiled,
    which takes up to a minute each.

    Example: gongzhu bench --row random --strategies folk,pimc
    """
    from gongzhu_sim.studies.benchmark import FULL, QUICK, Row, describe_machine
    from gongzhu_sim.studies.benchmark_rows import about_row, measure_row, row_names

    load_files(load)
    for name in row or []:
        about_row(name)  # an unknown name is said before anything is measured
    everything = row is None and strategies is None
    names = row_names(quick=quick) if everything else list(dict.fromkeys(row or []))
    players = _list_every_player() if everything else _read_players(strategies)
    rows: dict[str, Row] = {}
    measures: dict[str, Measure] = {}
    speeds: dict[str, dict[str, float]] = {}
    with progress(len(names) + len(players), "measuring") as advance:
        for name in names:
            found = measure_row(name, QUICK if quick else FULL)
            if isinstance(found, Row):
                rows[name] = found
            else:
                measures[name] = found
            advance(1)
        seconds = _QUICK_SPEED_SECONDS if quick else _SPEED_SECONDS
        for player in players:
            if player.strategy.searches:
                say(f"measuring {player}; it may have to be compiled first, up to a minute…")
            speeds[str(player)] = _measure_player(player, seconds=seconds)
            advance(1)
    machine = describe_machine()
    if json:
        document: dict[str, Any] = {"machine": machine}
        document["rows"] = {name: each.to_dict() for name, each in rows.items()}
        document["measures"] = {name: each.to_dict() for name, each in measures.items()}
        print_json(document | {"strategies": speeds})
    else:
        _print_machine(machine)
        _print_rows(rows)
        _print_measures(measures)
        _print_speeds(speeds)


def _list_every_player() -> "list[Player]":
    """Return a player of each strategy, and those that have a name of their own."""
    from gongzhu_sim.strategies import named_players, strategy_names

    return _read_players(",".join([*strategy_names(), *named_players()]))


def _read_players(names: str | None) -> "list[Player]":
    """Return players once each; those that search say how many worlds they play out."""
    from gongzhu_sim.strategies import Player, parse_player

    players: dict[str, Player] = {}
    for name in [] if names is None else names.split(","):
        player = parse_player(name)
        if player.strategy.searches:
            worlds = player.strategy.params["worlds"]
            player = Player(player.strategy, {"worlds": worlds} | player.values, player.declare)
        players[str(player)] = player
    return list(players.values())


def _measure_player(player: "Player", *, seconds: float) -> dict[str, float]:
    """Measure a player's deals a second, and milliseconds a decision if it is slow."""
    from gongzhu_sim.studies.benchmark import SLOW_DEAL, measure_decisions, measure_speed

    speeds = {
        f"deals_per_second_{key}": measure_speed(player, seconds=seconds, threads=threads)
        for key, threads in (("one_core", 1), ("all", None))
    }
    if player.strategy.searches or SLOW_DEAL * speeds["deals_per_second_one_core"] < 1:
        speeds["ms_per_decision"] = measure_decisions(player, seconds=seconds)
    return speeds


def _print_machine(machine: dict[str, Any]) -> None:
    print(f"{machine['cpu']}, {machine['cores']} cores, BMI2 {'yes' if machine['bmi2'] else 'no'}")
    versions = (f"{each} {machine[each.lower()]}" for each in ("Python", "numba", "numpy"))
    print(f"{machine['system']}, {', '.join(versions)}")


def _print_rows(rows: "dict[str, Row]") -> None:
    from gongzhu_sim.studies.benchmark_rows import about_row

    if rows:
        print_table(
            ("row", "one core", "ns a deal", "quickest", "slowest", "deals a second"),
            [
                (
                    name,
                    about_row(name),
                    *(f"{ns:,.1f}" for ns in (row.ns, row.low, row.high)),
                    f"{row.deals_per_second:,.0f}",
                )
                for name, row in rows.items()
            ],
            title="Time a deal (median of several runs)",
            text=("row", "one core"),
        )


def _print_measures(measures: "dict[str, Measure]") -> None:
    from gongzhu_sim.studies.benchmark_rows import about_row

    if measures:
        print_table(
            ("row", "what", "median", "lowest", "highest", "unit"),
            [
                (name, about_row(name), *_show(each.value, each.low, each.high), each.unit)
                for name, each in measures.items()
            ],
            title="Other measures",
            text=("row", "what", "unit"),
        )


def _print_speeds(speeds: dict[str, dict[str, float]]) -> None:
    if speeds:
        print_table(
            ("four of", "one core", "all cores", "ms a decision"),
            [
                (
                    name,
                    f"{speed['deals_per_second_one_core']:,.0f}",
                    f"{speed['deals_per_second_all']:,.0f}",
                    *_show(speed.get("ms_per_decision", math.nan)),
                )
                for name, speed in speeds.items()
            ],
            title="Deals a second",
            text=("four of",),
        )


def _show(*numbers: float) -> list[str]:
    """Return numbers with three digits or more; a dash for what was not measured."""
    return ["–" if math.isnan(x) else f"{x:,.0f}" if abs(x) >= 100 else f"{x:.3g}" for x in numbers]
