"""``gongzhu rules``: the presets, or one rule set in full."""

from typing import Annotated

import typer

from gongzhu_sim.cli.options import Changes, Json, complete_rules, read_rules
from gongzhu_sim.cli.output import print_json, print_table
from gongzhu_sim.errors import UsageError

__all__ = ["rules"]


def rules(
    name: Annotated[
        str | None,
        typer.Argument(
            metavar="NAME|FILE",
            help="A preset or a TOML file, to be printed in full.",
            autocompletion=complete_rules,
            show_default=False,
        ),
    ] = None,
    changes: Changes = None,
    json: Json = False,
) -> None:
    """List the presets with their sources, or print one rule set as TOML.

    Example: gongzhu rules qq --set all_hearts.value=-200
    """
    from gongzhu_sim.rules import load_rules, preset_names

    if name is not None:
        rule_set = read_rules(name, changes)
        if json:
            print_json(rule_set.to_dict())
        else:
            print(rule_set.to_toml(), end="")
        return

    if changes:
        raise UsageError("--set needs the rules to change: gongzhu rules NAME --set FIELD=VALUE")
    presets = [load_rules(preset) for preset in preset_names()]
    if json:
        print_json([{"name": p.name, "title": p.title, "source": p.source} for p in presets])
    else:
        print_table(
            ("preset", "title", "source"),
            [(p.name, p.title, p.source) for p in presets],
            text=("preset", "title", "source"),
            cut=("title", "source"),
        )
