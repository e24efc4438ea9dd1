"""Finding strategies: those that ship, those of installed packages, those of a user's file."""

import functools
import hashlib
import importlib
import importlib.metadata
import importlib.util
import logging
import pkgutil
import sys
from pathlib import Path

from gongzhu_sim.errors import InputError, UsageError, nearest
from gongzhu_sim.strategies.definition import Strategy
from gongzhu_sim.strategies.registry import named_players, registered

__all__ = [
    "GROUP",
    "find_named_player",
    "get_strategy",
    "has_strategy",
    "known_names",
    "load_strategies",
    "strategy_names",
]

GROUP = "gongzhu_sim.strategies"
"""The group of entry points by which installed packages bring strategies."""

_log = logging.getLogger("gongzhu_sim")


@functools.cache
def _import_shipped() -> None:
    package = importlib.import_module("gongzhu_sim.strategies.players")
    for module in pkgutil.iter_modules(package.__path__):
        importlib.import_module(f"{package.__name__}.{module.name}")


@functools.cache
def _load_packages() -> None:
    """Load what the entry points name; what is broken is logged in a line, and left out."""
    for entry in importlib.metadata.entry_points(group=GROUP):
        package = entry.dist.name if entry.dist is not None else entry.module
        before = registered()
        try:
            found = entry.load()
            if callable(found):
                found()
        except Exception as error:  # whatever somebody else's code does
            _log.warning(
                f"package {package}: its strategies ({entry.name} = {entry.value}) cannot be "
                f"loaded: {_in_one_line(error)}"
            )
        _set_source(before, f"package {package}")


def _in_one_line(error: Exception) -> str:
    said = " ".join(str(error).split())
    if isinstance(error, UsageError):
        return said
    return f"{type(error).__name__}: {said}" if said else type(error).__name__


def _set_source(before: dict[str, Strategy], source: str) -> list[str]:
    """Say where the strategies registered since come from; return their names, sorted."""
    added = [each for each in registered().values() if each is not before.get(each.name)]
    for each in added:
        each.source = source
    return sorted(each.name for each in added)


def strategy_names() -> list[str]:
    """Return the names of all strategies, sorted; those of installed packages are loaded.

    Examples
    --------
    >>> "folk" in strategy_names()
    True
    """
    _import_shipped()
    _load_packages()
    return sorted(registered())


def known_names() -> list[str]:
    """Return what a player can be named by: strategies, and players with names of their own.

    Examples
    --------
    >>> {"expert", "expert200"} <= set(known_names())
    True
    """
    return sorted({*strategy_names(), *named_players()})


def _find_somewhere(name: str) -> None:
    """Load what may have registered a name; packages only if nothing else has."""
    _import_shipped()
    if name not in registered() and name not in named_players():
        _load_packages()


def find_named_player(name: str) -> str | None:
    """Return the player that has this name of its own, as it reads in full, or None."""
    _find_somewhere(name)
    return named_players().get(name)


def has_strategy(name: str) -> bool:
    """Say whether there is a strategy of this name."""
    _find_somewhere(name)
    return name in registered()


def get_strategy(name: str) -> Strategy:
    """Return a strategy by its name.

    Raises
    ------
    UsageError
        If there is none; the message names the nearest.
    """
    if not has_strategy(name):
        raise UsageError(f"unknown strategy {name!r}{nearest(name, known_names())}")
    return registered()[name]


def load_strategies(path: str | Path) -> list[str]:
    """Register the strategies of a user's own file.

    Parameters
    ----------
    path : str or Path
        A Python file that uses :func:`gongzhu_sim.strategy`.

    Returns
    -------
    list of str
        The names it registered.

    Raises
    ------
    UsageError
        If the file does not exist.
    InputError
        If it cannot be run, or registers nothing.
    """
    file = Path(path)
    if not file.is_file():
        raise UsageError(f"cannot load strategies from {str(file)!r}: there is no such file")
    _import_shipped()
    before, named = registered(), named_players()
    # named by its place too: two files of one name are told apart
    place = hashlib.sha256(str(file.resolve()).encode()).hexdigest()[:8]
    name = f"gongzhu_user_{file.stem}_{place}"
    spec = importlib.util.spec_from_file_location(name, file)
    if spec is None or spec.loader is None:
        raise InputError(f"cannot load strategies from {str(file)!r}: it is not a Python file")
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    try:
        spec.loader.exec_module(module)
    except Exception as error:
        del sys.modules[name]
        raise InputError(f"{file}: {_in_one_line(error)}") from error
    added = _set_source(before, f"file {file}")
    added += [each for each in named_players() if each not in named]
    if not added:
        raise InputError(f"{file} registers no strategy: decorate one with @gz.strategy('name')")
    return added
