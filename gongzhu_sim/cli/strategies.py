"""``gongzhu strategies``: what can play, and how fast it is."""

from typing import TYPE_CHECKING, Annotated, Any

import typer

from gongzhu_sim.cli.options import Json, Load
from gongzhu_sim.cli.output import print_json, print_table, progress, say
from gongzhu_sim.cli.players import complete_player, load_files

if TYPE_CHECKING:
    from gongzhu_sim.strategies import Player, Strategy

__all__ = ["strategies"]

_SECONDS = 0.2  # of measuring a strategy
_MOST_SWITCHES = 4  # that the table lists one by one
_MOST_PARAMS = 5  # that it lists


def strategies(
    name: Annotated[
        str | None,
        typer.Argument(
            metavar="NAME",
            help="A strategy, to be described in full.",
            autocompletion=complete_player,
            show_default=False,
        ),
    ] = None,
    load: Load = None,
    json: Json = False,
) -> None:
    """List the strategies with their parameters and speed, or describe one.

    Strategies that search are measured only when they are named: they have to be compiled first,
    which takes up to a minute.

    Example: gongzhu strategies folk
    """
    from gongzhu_sim.strategies import parse_player, strategy_names

    load_files(load)
    if name is not None:
        player = parse_player(name)
        if player.strategy.searches:
            say(f"measuring {player}; it may have to be compiled first, up to a minute…")
        described = _describe(player.strategy) | _measure(player)
        if json:
            print_json(described)
        else:
            _print_one(described)
        return
    found = []
    names = strategy_names()
    with progress(len(names), "measuring") as advance:
        for player in map(parse_player, names):
            speeds = {} if player.strategy.searches else _measure(player)
            found.append(_describe(player.strategy) | speeds)
            advance(1)
    if json:
        print_json(found)
    else:
        _print_table(found)


def _describe(strategy: "Strategy") -> dict[str, Any]:
    from gongzhu_sim.strategies import named_players

    return {
        "name": strategy.name,
        "summary": strategy.summary,
        "doc": strategy.doc,
        "params": strategy.params,
        "random": strategy.is_random,
        "uses_declarations": strategy.uses_declarations,
        "searches": strategy.searches,
        "compiled": strategy.interpreted is None,
        "source": strategy.source,
        "players": {
            name: player
            for name, player in named_players().items()
            if player.partition(":")[0] == strategy.name
        },
        "measured": None,
        "deals_per_second": None,
        "ms_per_decision": None,
    }


def _measure(player: "Player") -> dict[str, Any]:
    """Measure a player, by the decision too if it searches."""
    from gongzhu_sim.studies.benchmark import measure_decisions, measure_speed

    speeds = {
        "measured": str(player),
        "deals_per_second": measure_speed(player, seconds=_SECONDS, threads=1),
    }
    if player.strategy.searches:
        speeds["ms_per_decision"] = measure_decisions(player, seconds=_SECONDS)
    return speeds


def _show_value(value: object) -> str:
    """Write a parameter's value as players are written."""
    if isinstance(value, bool):
        return "on" if value else "off"
    return f"{value:g}" if isinstance(value, float) else str(value)


def _list_params(params: dict[str, Any]) -> str:
    """Return parameters with their defaults; many are counted, not listed."""
    switches = [name for name, value in params.items() if isinstance(value, bool)]
    parts = []
    if len(switches) > _MOST_SWITCHES:
        n_on = sum(params[name] for name in switches)
        parts = [f"{len(switches)} switches, {'all' if n_on == len(switches) else n_on} on"]
        params = {name: value for name, value in params.items() if name not in switches}
    shown = list(params.items())
    if len(shown) > _MOST_PARAMS:
        shown = shown[: _MOST_PARAMS - 1]
    parts += [f"{name}={_show_value(value)}" for name, value in shown]
    if len(shown) < len(params):
        parts.append(f"and {len(params) - len(shown)} more")
    return " ".join(parts) or "–"


def _plain(doc: str) -> str:
    """Return a docstring without its markup of names."""
    return doc.replace("``", "")


def _print_table(described: list[dict[str, Any]]) -> None:
    print_table(
        ("strategy", "what it does", "parameters", "random", "looks", "from", "deals/s"),
        [
            (
                each["name"],
                ("" if each["compiled"] else "(plain Python, slow) ") + _plain(each["summary"]),
                _list_params(each["params"]),
                "yes" if each["random"] else "no",
                "yes" if each["uses_declarations"] else "no",
                each["source"],
                "name it" if each["searches"] else f"{each['deals_per_second']:,.0f}",
            )
            for each in described
        ],
        text=("strategy", "what it does", "parameters", "random", "looks", "from"),
    )
    print("looks: its play looks at declared cards; deals/s: four of them, one core, rules qq.")
    print("name it: it searches, and is measured by `gongzhu strategies NAME`.")
    for each in described:
        for name, player in each["players"].items():
            print(f"{name} is {player}.")
    print("Every player also has declare=own|never|always|NAME. In full: gongzhu strategies NAME")


def _print_one(each: dict[str, Any]) -> None:
    print(f"{each['name']}: {_plain(each['doc'])}\n")
    for param, value in each["params"].items():
        print(f"  {each['name']}:{param}={_show_value(value)}")
    print(f"  {each['name']}:declare=own  (or never, always, the name of another strategy)\n")
    for name, player in each["players"].items():
        print(f"  {name} is {player}")
    if each["players"]:
        print()
    draws = "draws random numbers" if each["random"] else "draws no random numbers"
    looks = "looks" if each["uses_declarations"] else "does not look"
    print(f"It {draws} and {looks} at declared cards in play.")
    code = (
        "compiled" if each["compiled"] else "plain Python, hundreds of times slower than compiled"
    )
    print(f"It is {code}, and comes from: {each['source']}.")
    speed = _show_speed(each["deals_per_second"])
    print(f"Four of {each['measured']} play {speed} deals a second on one core.")
    if each["searches"]:
        print(f"A decision takes {each['ms_per_decision']:.3g} milliseconds.")


def _show_speed(speed: float) -> str:
    return f"{speed:,.0f}" if speed >= 10 else f"{speed:.2g}"
