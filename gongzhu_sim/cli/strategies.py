"""``gongzhu strategies``: what can play, and how fast it is."""

from typing import TYPE_CHECKING, Annotated, Any

import typer

from gongzhu_sim.cli.options import Json, Load
from gongzhu_sim.cli.output import print_json, print_table, progress
from gongzhu_sim.cli.players import complete_player, load_files

if TYPE_CHECKING:
    from gongzhu_sim.strategies import Strategy

__all__ = ["strategies"]

_SECONDS = 0.2  # of measuring a strategy
_MOST_SWITCHES = 4  # that the table lists one by one


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

    Example: gongzhu strategies folk
    """
    from gongzhu_sim.strategies import get_strategy, strategy_names
    from gongzhu_sim.studies.benchmark import measure_speed

    load_files(load)
    found = [get_strategy(each) for each in ([name] if name is not None else strategy_names())]
    speeds = {}
    with progress(len(found), "measuring") as advance:
        for each in found:
            speeds[each.name] = measure_speed(each.name, seconds=_SECONDS, threads=1)
            advance(1)
    described = [_describe(each, speeds[each.name]) for each in found]
    if json:
        print_json(described if name is None else described[0])
    elif name is None:
        _print_table(described)
    else:
        _print_one(described[0])


def _describe(strategy: "Strategy", speed: float) -> dict[str, Any]:
    return {
        "name": strategy.name,
        "summary": strategy.summary,
        "doc": strategy.doc,
        "params": strategy.params,
        "random": strategy.is_random,
        "uses_declarations": strategy.uses_declarations,
        "deals_per_second": speed,
    }


def _show_value(value: object) -> str:
    """Write a parameter's value as players are written."""
    if isinstance(value, bool):
        return "on" if value else "off"
    return f"{value:g}" if isinstance(value, float) else str(value)


def _list_params(params: dict[str, Any]) -> str:
    """Return parameters with their defaults; many switches are counted, not listed."""
    switches = [name for name, value in params.items() if isinstance(value, bool)]
    parts = []
    if len(switches) > _MOST_SWITCHES:
        n_on = sum(params[name] for name in switches)
        parts = [f"{len(switches)} switches, {'all' if n_on == len(switches) else n_on} on"]
        params = {name: value for name, value in params.items() if name not in switches}
    parts += [f"{name}={_show_value(value)}" for name, value in params.items()]
    return " ".join(parts) or "–"


def _plain(doc: str) -> str:
    """Return a docstring without its markup of names."""
    return doc.replace("``", "")


def _print_table(described: list[dict[str, Any]]) -> None:
    print_table(
        ("strategy", "what it does", "parameters", "random", "looks", "deals/s"),
        [
            (
                each["name"],
                _plain(each["summary"]),
                _list_params(each["params"]),
                "yes" if each["random"] else "no",
                "yes" if each["uses_declarations"] else "no",
                f"{each['deals_per_second']:,.0f}",
            )
            for each in described
        ],
        text=("strategy", "what it does", "parameters", "random", "looks"),
    )
    print("looks: its play looks at declared cards; deals/s: four of them, one core, rules qq.")
    print("Every player also has declare=own|never|always|NAME. In full: gongzhu strategies NAME")


def _print_one(each: dict[str, Any]) -> None:
    print(f"{each['name']}: {_plain(each['doc'])}\n")
    for param, value in each["params"].items():
        print(f"  {each['name']}:{param}={_show_value(value)}")
    print(f"  {each['name']}:declare=own  (or never, always, the name of another strategy)\n")
    draws = "draws random numbers" if each["random"] else "draws no random numbers"
    looks = "looks" if each["uses_declarations"] else "does not look"
    print(f"It {draws} and {looks} at declared cards in play.")
    print(f"Four of them play {each['deals_per_second']:,.0f} deals a second on one core.")
