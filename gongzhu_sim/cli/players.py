"""Players as the command line names them."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from gongzhu_sim.strategies import Player

__all__ = [
    "complete_player",
    "complete_players",
    "describe_players",
    "load_files",
    "read_players",
]


def complete_player(incomplete: str) -> list[tuple[str, str]]:
    """Return the players whose names begin as typed, each with what it is."""
    from gongzhu_sim.strategies import get_strategy, known_names, named_players

    names = [name for name in known_names() if name.startswith(incomplete)]
    named = named_players()
    return [(name, named[name] if name in named else get_strategy(name).summary) for name in names]


def complete_players(incomplete: str) -> list[str]:
    """Return the lists that end in each player, keeping the players typed so far."""
    before, comma, last = incomplete.rpartition(",")
    return [before + comma + name for name, _ in complete_player(last)]


def load_files(files: Sequence[Path] | None) -> None:
    """Register the strategies of the files that ``--load`` names.

    Raises
    ------
    GongzhuError
        If a file does not exist, cannot be run or registers nothing.
    """
    from gongzhu_sim.strategies import load_strategies

    for file in files or []:
        load_strategies(file)


def read_players(
    players: str, files: Sequence[Path] | None = None
) -> "tuple[Player, Player, Player, Player]":
    """Return the line-up that ``--players`` and ``--load`` ask for.

    Parameters
    ----------
    players : str
        One player for all seats, or four for N, W, S, E separated by commas.
    files : sequence of Path, optional
        Python files with the user's own strategies.

    Raises
    ------
    GongzhuError
        For an unknown strategy or parameter, or a file that registers none.
    """
    from gongzhu_sim.strategies import parse_line_up

    load_files(files)
    return parse_line_up(players)


def describe_players(names: Sequence[str]) -> str:
    """Return four players in one line.

    Examples
    --------
    >>> describe_players(["folk"] * 4)
    'four folk'
    >>> describe_players(["folk", "random", "folk", "random"])
    'N folk, W random, S folk, E random'
    """
    if len(set(names)) == 1:
        return f"four {names[0]}"
    return ", ".join(f"{seat} {name}" for seat, name in zip("NWSE", names, strict=True))
