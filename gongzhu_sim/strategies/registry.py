"""The registry of strategies: a choice of cards, a way to declare, and what they are."""

import functools
import inspect
import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

from gongzhu_sim.engine.table import N_PARAMS
from gongzhu_sim.errors import UsageError
from gongzhu_sim.strategies.definition import (
    BUILT_IN,
    SESSION,
    Strategy,
    compile_function,
    home_of,
    ships,
)
from gongzhu_sim.strategies.interpreted import (
    Interpreted,
    choose_interpreted,
    number_interpreted,
)
from gongzhu_sim.strategies.packing import Value

__all__ = [
    "Strategy",
    "name_player",
    "named_players",
    "registered",
    "strategy",
]

_MOST_SWITCHES = 64
_NAME = re.compile(r"[a-z][a-z0-9_-]*\Z")
_registry: dict[str, Strategy] = {}
_named: dict[str, str] = {}


def strategy(
    name: str,
    *,
    params: Mapping[str, Value] | None = None,
    is_random: bool = False,
    uses_declarations: bool = False,
    is_quick: bool = False,
    compiled: bool = True,
    limits: Mapping[str, tuple[float, float]] | None = None,
    numbers: Sequence[int] = (),
    doc: str | None = None,
    choices: Mapping[str, tuple[str, ...]] | None = None,
    weights: Mapping[str, Callable[[str], np.ndarray]] | None = None,
) -> Callable[[Callable[..., Any]], Strategy]:
    """Register a strategy: decorate its ``choose(table, hand, legal)``.

    Parameters
    ----------
    name : str
        How players name it: small letters, digits, ``-`` and ``_``.
    params : mapping, optional
        Parameters and their defaults: booleans, whole numbers, floats or texts. A text names
        another strategy unless the parameter is one of ``choices`` or ``weights``.
    is_random : bool
        Whether it draws random numbers.
    uses_declarations : bool
        Whether its play looks at declared cards.
    is_quick : bool
        Whether it chooses in a few nanoseconds: it is then asked in every turn.
    compiled : bool
        False for plain Python: any code, with whole numbers for masks, but hundreds of times
        slower.
    limits : mapping, optional
        Lowest and highest value of parameters that have bounds.
    numbers : sequence of int, optional
        Further entries of ``table.own.params``, after the parameters, that players cannot
        change: strategies that share a function differ in them.
    doc : str, optional
        What it does, where that is not the function's docstring.
    choices : mapping, optional
        The words that a parameter can be.
    weights : mapping, optional
        Functions that read the weights a parameter names; they are called once for a text.

    Returns
    -------
    callable
        Turns the function into a :class:`Strategy`, whose ``declaring`` decorates the
        function that declares.

    Raises
    ------
    UsageError
        If the name is taken by another function or is no name, what is decorated is no
        function, there are too many parameters, or plain Python is given what only compiled
        functions can use.

    Examples
    --------
    >>> import numpy as np
    >>> @strategy("lowest-bit")
    ... def choose(table, hand, legal):
    ...     "Play the lowest card of the first suit it may play."
    ...     return legal & (~legal + np.uint64(1))
    >>> choose.summary
    'Play the lowest card of the first suit it may play.'
    """
    settings = dict(params or {})
    words = dict(choices or {})
    _check_name(name)
    numeric = [each for each, value in settings.items() if not isinstance(value, bool)]
    n_numbers = len(numeric) + len(numbers)
    most = N_PARAMS if compiled else N_PARAMS - 1
    if len(settings) - len(numeric) > _MOST_SWITCHES or n_numbers > most:
        raise UsageError(
            f"strategy {name!r} has too many parameters: at most {_MOST_SWITCHES} booleans and "
            f"{most} numbers"
        )
    if "declare" in settings:
        raise UsageError(f"strategy {name!r}: 'declare' is a parameter every player has already")
    others = [each for each in numeric if isinstance(settings[each], str) and each not in words]
    if not compiled and (others or numbers):
        what = f"the texts of {others[0]!r} need `choices`" if others else "it has no `numbers`"
        raise UsageError(f"strategy {name!r} is plain Python: {what}")

    def register(function: Callable[..., Any]) -> Strategy:
        if not inspect.isfunction(getattr(function, "py_func", function)):
            raise UsageError(f"strategy {name!r}: {function!r} is not a function")
        home = home_of(function)
        known = _registry.get(name)
        if known is not None and known.home != home:
            raise UsageError(f"strategy {name!r} is registered already ({known.home})")
        if name in _named:
            raise UsageError(f"{name!r} cannot name a strategy: it is the player {_named[name]}")
        plain = None if compiled else Interpreted(name, settings, words, function)
        found = Strategy(
            name,
            choose_interpreted if plain else compile_function(function),
            settings,
            is_random,
            uses_declarations,
            is_quick,
            inspect.getdoc(function) or "" if doc is None else inspect.cleandoc(doc),
            dict(limits or {}),
            number_interpreted(plain, n_numbers) if plain else tuple(numbers),
            words,
            {param: functools.cache(read) for param, read in (weights or {}).items()},
            home=home,
            source=BUILT_IN if ships(function) else SESSION,
            interpreted=plain,
        )
        _registry[name] = found
        return found

    return register


def name_player(name: str, player: str) -> None:
    """Give a player a name of its own, for instance one with usual values of its parameters.

    Parameters
    ----------
    name : str
        Further parameters can follow it, as they follow a strategy's name.
    player : str
        ``NAME[:param=value…]``, read when the name is first used.

    Raises
    ------
    UsageError
        If the name is taken or is no name.

    Examples
    --------
    >>> name_player("often-declares", "random:chance=0.9")
    >>> from gongzhu_sim.strategies import parse_player
    >>> str(parse_player("often-declares:declare=own"))
    'random:chance=0.9'
    """
    _check_name(name)
    taken = "a strategy" if name in _registry else _named.get(name, player)
    if taken != player:
        raise UsageError(f"{name!r} cannot name the player {player}: it is {taken} already")
    _named[name] = player


def _check_name(name: str) -> None:
    if not _NAME.match(name) or name in ("own", "never", "always"):
        raise UsageError(
            f"{name!r} cannot name a strategy: use small letters, digits, - and _, begin with "
            "a letter, and leave own, never, always to declaring"
        )


def registered() -> dict[str, Strategy]:
    """Return the strategies registered so far, by name."""
    return dict(_registry)


def named_players() -> dict[str, str]:
    """Return the players that have a name of their own, as they read in full."""
    return dict(_named)
