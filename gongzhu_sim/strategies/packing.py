"""Parameters of strategies as the table carries them: switches, and whole numbers."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

__all__ = ["FIXED_POINT", "Value", "pack_params", "unpack_params"]

FIXED_POINT = 1 << 32
"""A parameter that is not a whole number reaches the kernel multiplied by this."""

Value = bool | int | float | str


def pack_params(
    own: np.ndarray,
    values: Mapping[str, Value],
    numbers: Sequence[int],
    pack_text: Callable[[str, str], int],
) -> None:
    """Write parameters where the kernels read them.

    Parameters
    ----------
    own : record of OWN
    values : mapping
        All of them, in the strategy's order. Booleans become bits of ``switches``, the first
        one lowest, others the first entries of ``params``.
    numbers : sequence of int
        Further entries of ``params``.
    pack_text : callable
        ``pack_text(name, text)`` returns the whole number that stands for a text.
    """
    switches, slot, bit = 0, 0, 0
    for name, value in values.items():
        if isinstance(value, bool):
            switches |= value << bit
            bit += 1
            continue
        if isinstance(value, float):
            value = round(value * FIXED_POINT)
        elif isinstance(value, str):
            value = pack_text(name, value)
        own["params"][slot] = value
        slot += 1
    own["switches"] = switches
    for number in numbers:
        own["params"][slot] = number
        slot += 1


def unpack_params(
    own: Any, defaults: Mapping[str, Value], choices: Mapping[str, Sequence[str]]
) -> dict[str, Value]:
    """Return the parameters that :func:`pack_params` wrote, by name.

    Parameters
    ----------
    own : record of OWN
    defaults : mapping
        The strategy's parameters: their order and types.
    choices : mapping
        The words that each of its texts can be.

    Examples
    --------
    >>> from gongzhu_sim.engine.table import OWN
    >>> own = np.zeros(1, OWN)[0]
    >>> values = {"bold": True, "depth": 3, "share": 0.5, "aim": "pig"}
    >>> words = {"aim": ("goat", "pig")}
    >>> pack_params(own, values, (), lambda name, text: words[name].index(text))
    >>> unpack_params(own, values, words) == values
    True
    """
    switches, params = int(own["switches"]), own["params"].tolist()
    values: dict[str, Value] = {}
    slot, bit = 0, 0
    for name, default in defaults.items():
        if isinstance(default, bool):
            values[name] = bool(switches >> bit & 1)
            bit += 1
            continue
        number: int = params[slot]
        slot += 1
        if isinstance(default, float):
            values[name] = number / FIXED_POINT
        elif isinstance(default, str):
            values[name] = choices[name][number]
        else:
            values[name] = number
    return values
