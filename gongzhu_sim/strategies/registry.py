"""The registry of strategies: a choice of cards, a way to declare, and what they are."""

import functools
import importlib
import importlib.util
import inspect
import math
import pkgutil
import re
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from gongzhu_sim.cards.compiling import kernel
from gongzhu_sim.engine.table import N_PARAMS
from gongzhu_sim.errors import InputError, UsageError, nearest
from gongzhu_sim.strategies.declaring import declare_never

__all__ = [
    "FIXED_POINT",
    "Strategy",
    "get_strategy",
    "load_strategies",
    "strategy",
    "strategy_names",
]

FIXED_POINT = 1 << 32
"""A parameter that is not a whole number reaches the kernel multiplied by this."""

_MOST_SWITCHES = 64
_LARGEST = 1 << 30  # a float this large would not fit its parameter
_ON_OFF = {"on": True, "true": True, "1": True, "off": False, "false": False, "0": False}
_registry: dict[str, "Strategy"] = {}
_NAME = re.compile(r"[a-z][a-z0-9_-]*\Z")

Value = bool | int | float | str


@dataclass
class Strategy:
    """A named way to play and to declare.

    Attributes
    ----------
    name : str
    choose : numba dispatcher
        ``choose(table, hand, legal) -> card``, all cards as masks.
    declare : numba dispatcher
        ``declare(table, hand, allowed) -> mask``; the strategy never declares without one.
    params : dict
        Names and default values. Booleans are bits of ``table.own.switches`` in their
        order here; other values are ``table.own.params`` in theirs, floats times 2**32. A text
        is one of ``choices`` and becomes its number there; or what one of ``weights`` reads,
        and becomes the address of the weights; else it names another strategy, and becomes the
        address of that player's record.
    is_random, uses_declarations : bool
        Whether it draws random numbers, and whether it looks at declared cards.
    is_quick : bool
        Whether it chooses in a few nanoseconds. It is then asked even where it has one legal
        card, which costs less than telling these turns apart.
    doc : str
        What it does.
    limits : dict
        Lowest and highest value of a parameter, where it has bounds.
    numbers : tuple of int
        Further entries of ``table.own.params``, after the parameters: what sets strategies
        apart that share their functions, and so are compiled once.
    choose_otherwise : numba dispatcher, optional
        Plays instead of ``choose`` where a parameter is not at its default.
    choices : dict
        What a parameter that is a choice of words can be.
    weights : dict
        Of a parameter that names weights, the function that reads them: it takes the text and
        returns an array.
    """

    name: str
    choose: Any
    params: dict[str, Value] = field(default_factory=dict)
    is_random: bool = False
    uses_declarations: bool = False
    is_quick: bool = False
    doc: str = ""
    limits: dict[str, tuple[float, float]] = field(default_factory=dict)
    numbers: tuple[int, ...] = ()
    choices: dict[str, tuple[str, ...]] = field(default_factory=dict)
    weights: dict[str, Callable[[str], np.ndarray]] = field(default_factory=dict)
    declare: Any = declare_never
    choose_otherwise: Any = None

    def declaring(self, function: Callable[..., Any]) -> "Strategy":
        """Decorate the function with which this strategy declares."""
        self.declare = _compiled(function)
        return self

    def otherwise(self, function: Callable[..., Any]) -> "Strategy":
        """Decorate the function that plays where a parameter is not at its default.

        ``choose`` may then take the defaults for granted, and be the faster for it.
        """
        self.choose_otherwise = _compiled(function)
        return self

    def chooser(self, values: Mapping[str, Value]) -> Any:
        """Return the function that plays with these values of parameters."""
        usual = all(value == self.params[name] for name, value in values.items())
        return self.choose if usual or self.choose_otherwise is None else self.choose_otherwise

    @property
    def summary(self) -> str:
        """The first line of the documentation."""
        return self.doc.strip().splitlines()[0] if self.doc.strip() else ""

    def read_value(self, param: str, text: str) -> Value:
        """Return a parameter's value from text, by the type of its default.

        Raises
        ------
        UsageError
            If the parameter is unknown or the text does not fit.
        """
        if param not in self.params:
            known = [*self.params, "declare"]
            raise UsageError(
                f"strategy {self.name!r} has no parameter {param!r}{nearest(param, known)}"
            )
        default = self.params[param]
        if isinstance(default, str):
            return self._read_text(param, text.strip())
        low, high = self.limits.get(param, (-math.inf, math.inf))
        allowed = "on or off"
        try:
            if isinstance(default, bool):
                return _ON_OFF[text.strip().lower()]
            allowed = "a whole number" if isinstance(default, int) else "a number"
            if param in self.limits:
                allowed += f" from {low:g} to {high:g}"
            value = int(text) if isinstance(default, int) else float(text)
            if low <= value <= high and abs(value) < _LARGEST:
                return value
        except (KeyError, ValueError):
            pass
        raise UsageError(
            f"parameter {param!r} of strategy {self.name!r} is {text!r}; it must be {allowed}"
        )

    def _read_text(self, param: str, text: str) -> str:
        if param in self.choices:
            known = self.choices[param]
            if text not in known:
                raise UsageError(
                    f"parameter {param!r} of strategy {self.name!r} is {text!r}; it must be one "
                    f"of {', '.join(known)}{nearest(text, known)}"
                )
        elif param in self.weights:
            self.weights[param](text)
        else:
            get_strategy(text)
        return text


def _compiled(function: Any) -> Any:
    if hasattr(function, "py_func"):
        return function
    # the cache is keyed by this package's sources, so other people's functions stay out of it
    ours = Path(function.__code__.co_filename).is_relative_to(Path(__file__).parents[1])
    return kernel(function, cache=ours)


def strategy(
    name: str,
    *,
    params: Mapping[str, Value] | None = None,
    is_random: bool = False,
    uses_declarations: bool = False,
    is_quick: bool = False,
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
        If the name is taken by another function or is no name, or there are too many
        parameters.

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
    if not _NAME.match(name) or name in ("own", "never", "always"):
        raise UsageError(
            f"{name!r} cannot name a strategy: use small letters, digits, - and _, begin with "
            "a letter, and leave own, never, always to declaring"
        )
    switches = [each for each in settings.values() if isinstance(each, bool)]
    n_numbers = len(settings) - len(switches) + len(numbers)
    if len(switches) > _MOST_SWITCHES or n_numbers > N_PARAMS:
        raise UsageError(
            f"strategy {name!r} has too many parameters: at most {_MOST_SWITCHES} booleans and "
            f"{N_PARAMS} numbers"
        )
    if "declare" in settings:
        raise UsageError(f"strategy {name!r}: 'declare' is a parameter every player has already")

    def register(function: Callable[..., Any]) -> Strategy:
        known = _registry.get(name)
        if known is not None and _origin(known.choose) != _origin(function):
            raise UsageError(f"strategy {name!r} is registered already ({_origin(known.choose)})")
        found = Strategy(
            name,
            _compiled(function),
            settings,
            is_random,
            uses_declarations,
            is_quick,
            inspect.getdoc(function) or "" if doc is None else inspect.cleandoc(doc),
            dict(limits or {}),
            tuple(numbers),
            dict(choices or {}),
            {param: functools.cache(read) for param, read in (weights or {}).items()},
        )
        _registry[name] = found
        return found

    return register


def _origin(function: Any) -> str:
    plain = getattr(function, "py_func", function)
    return f"{plain.__module__}.{plain.__qualname__}"


def _discover() -> None:
    package = importlib.import_module("gongzhu_sim.strategies.players")
    for module in pkgutil.iter_modules(package.__path__):
        importlib.import_module(f"{package.__name__}.{module.name}")


def strategy_names() -> list[str]:
    """Return the names of all registered strategies, sorted.

    Examples
    --------
    >>> "folk" in strategy_names()
    True
    """
    _discover()
    return sorted(_registry)


def get_strategy(name: str) -> Strategy:
    """Return a strategy by its name.

    Raises
    ------
    UsageError
        If there is none; the message names the nearest.
    """
    _discover()
    if name not in _registry:
        raise UsageError(f"unknown strategy {name!r}{nearest(name, _registry)}")
    return _registry[name]


def load_strategies(path: str | Path) -> list[str]:
    """Register the strategies of a user's own file.

    Parameters
    ----------
    path : str or Path
        A Python file that uses :func:`strategy`.

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
    before = set(strategy_names())
    name = f"gongzhu_user_{file.stem}"
    spec = importlib.util.spec_from_file_location(name, file)
    if spec is None or spec.loader is None:
        raise InputError(f"cannot load strategies from {str(file)!r}: it is not a Python file")
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    try:
        spec.loader.exec_module(module)
    except Exception as error:
        del sys.modules[name]
        if isinstance(error, UsageError):
            raise InputError(f"{file}: {error}") from error
        raise InputError(f"{file}: {type(error).__name__}: {error}") from error
    added = sorted(set(_registry) - before)
    if not added:
        raise InputError(f"{file} registers no strategy: decorate one with @gz.strategy('name')")
    return added
