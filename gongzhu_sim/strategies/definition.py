"""What a strategy is: its functions, its parameters, and what is said about it."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from gongzhu_sim.cards.compiling import kernel
from gongzhu_sim.errors import UsageError
from gongzhu_sim.strategies.declaring import declare_never
from gongzhu_sim.strategies.interpreted import Interpreted, declare_interpreted
from gongzhu_sim.strategies.packing import Value

__all__ = ["BUILT_IN", "SESSION", "Strategy", "compile_function", "home_of", "ships"]

BUILT_IN = "built-in"
"""The source of strategies that ship."""

SESSION = "this session"
"""The source of strategies that came from no file or package that was loaded."""

_PACKAGE = Path(__file__).parents[1]


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
    home : str
        Module and name of the function that was decorated.
    source : str
        Where it comes from, for people: ``built-in``, a file, a package, or this session.
    interpreted : Interpreted, optional
        Its functions, if they are plain Python.
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
    home: str = ""
    source: str = SESSION
    interpreted: Interpreted | None = None

    def declaring(self, function: Callable[..., Any]) -> "Strategy":
        """Decorate the function with which this strategy declares."""
        if self.interpreted is not None:
            self.interpreted.declare = function
            self.declare = declare_interpreted
        else:
            self.declare = compile_function(function)
        return self

    def otherwise(self, function: Callable[..., Any]) -> "Strategy":
        """Decorate the function that plays where a parameter is not at its default.

        ``choose`` may then take the defaults for granted, and be the faster for it.
        """
        if self.interpreted is not None:
            raise UsageError(f"strategy {self.name!r}: plain Python has no use for `otherwise`")
        self.choose_otherwise = compile_function(function)
        return self

    def chooser(self, values: Mapping[str, Value]) -> Any:
        """Return the function that plays with these values of parameters."""
        usual = all(value == self.params[name] for name, value in values.items())
        return self.choose if usual or self.choose_otherwise is None else self.choose_otherwise

    @property
    def summary(self) -> str:
        """The first line of the documentation."""
        return self.doc.strip().splitlines()[0] if self.doc.strip() else ""

    @property
    def searches(self) -> bool:
        """Whether it plays out sampled worlds: it has a parameter ``worlds``."""
        return "worlds" in self.params


def compile_function(function: Any) -> Any:
    """Return the kernel that a strategy's function becomes."""
    # the cache is keyed by this package's sources, so other people's functions stay out of it
    return function if hasattr(function, "py_func") else kernel(function, cache=ships(function))


def ships(function: Any) -> bool:
    """Say whether a function, or a kernel's, is of this package."""
    plain = getattr(function, "py_func", function)
    return Path(plain.__code__.co_filename).is_relative_to(_PACKAGE)


def home_of(function: Any) -> str:
    """Return module and name of a function, or a kernel's."""
    plain = getattr(function, "py_func", function)
    return f"{plain.__module__}.{plain.__qualname__}"
