"""The options that several commands share, and how the shell completes them."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from gongzhu_sim.cli.players import complete_players, load_files

if TYPE_CHECKING:
    import numpy as np

    from gongzhu_sim.rules import RuleSet

__all__ = [
    "Changes",
    "Deals",
    "DealsFile",
    "Json",
    "Load",
    "Players",
    "Rules",
    "Seats",
    "Seed",
    "Threads",
    "complete_rules",
    "most_deals",
    "read_meeting",
    "read_rules",
]

_LARGEST_SEED = 2**64 - 1


def complete_rules(incomplete: str) -> list[tuple[str, str]]:
    """Return the presets that begin as typed, each with its title."""
    from gongzhu_sim.rules import load_rules, preset_names

    return [
        (name, load_rules(name).title) for name in preset_names() if name.startswith(incomplete)
    ]


def _complete_changes(incomplete: str) -> list[str]:
    """Return the rule fields that begin as typed, each with its ``=``."""
    from gongzhu_sim.rules.ruleset import FIELDS

    return [f"{field}=" for field in FIELDS if field.startswith(incomplete)]


def _complete_seats(incomplete: str) -> list[str]:
    from gongzhu_sim.analysis.designs import DESIGNS

    return [name for name in DESIGNS if name.startswith(incomplete)]


Rules = Annotated[
    str,
    typer.Option(
        "--rules",
        metavar="NAME|FILE",
        help="A preset (see `gongzhu rules`) or a TOML file.",
        autocompletion=complete_rules,
    ),
]
Changes = Annotated[
    list[str] | None,
    typer.Option(
        "--set",
        metavar="FIELD=VALUE",
        help="Change a field of the rules, e.g. all_hearts.value=-200; may be repeated.",
        autocompletion=_complete_changes,
    ),
]
Players = Annotated[
    str,
    typer.Option(
        "--players",
        metavar="PLAYER[,…]",
        help="NAME[:param=value…] for the seats N,W,S,E; one player serves all four.",
        autocompletion=complete_players,
    ),
]
Seed = Annotated[
    int,
    typer.Option("--seed", min=0, max=_LARGEST_SEED, help="The seed that every deal follows from."),
]
Deals = Annotated[int, typer.Option("--deals", min=1, help="How many deals to play.")]


def most_deals(default: str) -> Any:
    """Return ``--deals`` for commands that can play the deals of a file, or stop early.

    Parameters
    ----------
    default : str
        How many there are by default, for the help.
    """
    return typer.Option(
        "--deals",
        min=1,
        help=f"How many deals to play at most. By default {default}; all that a file has.",
        show_default=False,
    )


DealsFile = Annotated[
    Path | None,
    typer.Option(
        "--deals-file",
        metavar="FILE.jsonl",
        help="Play the hands and leaders of these records, instead of dealing.",
        show_default=False,
    ),
]
Seats = Annotated[
    str,
    typer.Option(
        "--seats",
        metavar="sides|one",
        help="Two against two, each deal twice; or one against three, each deal four times.",
        autocompletion=_complete_seats,
    ),
]
Threads = Annotated[
    int | None,
    typer.Option(
        "--threads",
        min=1,
        help="How many threads to use; one a core by default. The results do not depend on it.",
        show_default=False,
    ),
]
Json = Annotated[bool, typer.Option("--json", help="Print one JSON document instead of tables.")]
Load = Annotated[
    list[Path] | None,
    typer.Option(
        "--load",
        metavar="FILE.py",
        help="Register the strategies of a Python file; may be repeated.",
    ),
]


def read_rules(rules: str, changes: Sequence[str] | None = None) -> "RuleSet":
    """Load the rules that ``--rules`` and ``--set`` ask for.

    Parameters
    ----------
    rules : str
        A preset's name or the path of a TOML file.
    changes : sequence of str, optional
        Changes of the form ``field=value``.

    Returns
    -------
    RuleSet
        The rules with every change made.

    Raises
    ------
    GongzhuError
        For an unknown preset or field, or a value that is not allowed.
    """
    from gongzhu_sim.rules import load_rules, parse_changes

    return load_rules(rules, changes=parse_changes(changes or []))


def read_meeting(
    rules: str,
    changes: Sequence[str] | None,
    load: Sequence[Path] | None,
    file: Path | None,
    deals: int | None,
    *,
    default: int,
) -> "tuple[RuleSet, np.ndarray | None, int]":
    """Read what commands ask for in which players meet on the same deals.

    Parameters
    ----------
    rules, changes
        As for :func:`read_rules`.
    load : sequence of Path or None
        Files with the user's own strategies.
    file : Path or None
        The deals to play; dealt if there is none.
    deals : int or None
        At most so many; of a file all by default.
    default : int
        How many to deal if neither is given.

    Returns
    -------
    rules : RuleSet
    given : ndarray of GIVEN or None
    deals : int
        How many are to be played.

    Raises
    ------
    GongzhuError
        If there is no such file, or a line of it is wrong; as for :func:`read_rules`.
    """
    rule_set = read_rules(rules, changes)
    load_files(load)
    if file is None:
        return rule_set, None, default if deals is None else deals
    from gongzhu_sim.records.given import read_deals

    given = read_deals(file, rule_set)
    return rule_set, given, len(given) if deals is None else min(deals, len(given))
