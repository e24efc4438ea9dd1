"""Players and line-ups: a strategy with its parameters and its way to declare, four times."""

import functools
import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from gongzhu_sim.cards.layout import SEATS
from gongzhu_sim.engine.calling import find_address
from gongzhu_sim.engine.line_up import LineUp
from gongzhu_sim.engine.table import OWN
from gongzhu_sim.errors import UsageError, nearest
from gongzhu_sim.strategies.declaring import declare_always, declare_never
from gongzhu_sim.strategies.definition import Strategy
from gongzhu_sim.strategies.finding import (
    find_named_player,
    get_strategy,
    has_strategy,
    strategy_names,
)
from gongzhu_sim.strategies.interpreted import warn_of_interpreted
from gongzhu_sim.strategies.packing import Value, pack_params

__all__ = ["PLAYER", "Player", "build_line_up", "parse_line_up", "parse_player", "record_player"]

_DECLARING = ("own", "never", "always")
_LARGEST = 1 << 30  # a float this large would not fit its parameter
_ON_OFF = {"on": True, "true": True, "1": True, "off": False, "false": False, "0": False}

PLAYER = np.dtype([("choose", np.uint64), ("declare", np.uint64), ("own", OWN)], align=True)
"""A player that another one plays with: addresses of its functions, and its parameters."""


@dataclass(frozen=True)
class Player:
    """A strategy as somebody plays it.

    Attributes
    ----------
    strategy : Strategy
    values : dict
        Parameters that differ from their defaults.
    declare : str
        ``own``, ``never``, ``always``, or the name of the strategy that declares.
    """

    strategy: Strategy
    values: dict[str, Value] = field(default_factory=dict)
    declare: str = "own"

    def __str__(self) -> str:
        parts = [self.strategy.name]
        for name, value in self.values.items():
            shown = value if isinstance(value, str) else f"{value:g}"
            if isinstance(value, bool):
                shown = "on" if value else "off"
            parts.append(f"{name}={shown}")
        if self.declare != "own":
            parts.append(f"declare={self.declare}")
        return ":".join(parts)


def read_value(chosen: Strategy, param: str, text: str) -> Value:
    """Return a parameter's value from text, by the type of its default.

    Raises
    ------
    UsageError
        If the parameter is unknown or the text does not fit.
    """
    if param not in chosen.params:
        known = [*chosen.params, "declare"]
        raise UsageError(
            f"strategy {chosen.name!r} has no parameter {param!r}{nearest(param, known)}"
        )
    default = chosen.params[param]
    if isinstance(default, str):
        return _read_text(chosen, param, text.strip())
    low, high = chosen.limits.get(param, (-math.inf, math.inf))
    allowed = "on or off"
    try:
        if isinstance(default, bool):
            return _ON_OFF[text.strip().lower()]
        allowed = "a whole number" if isinstance(default, int) else "a number"
        if param in chosen.limits:
            allowed += f" from {low:g} to {high:g}"
        value = int(text) if isinstance(default, int) else float(text)
        if low <= value <= high and abs(value) < _LARGEST:
            return value
    except (KeyError, ValueError):
        pass
    raise UsageError(
        f"parameter {param!r} of strategy {chosen.name!r} is {text!r}; it must be {allowed}"
    )


def _read_text(chosen: Strategy, param: str, text: str) -> str:
    if param in chosen.choices:
        known = chosen.choices[param]
        if text not in known:
            raise UsageError(
                f"parameter {param!r} of strategy {chosen.name!r} is {text!r}; it must be one "
                f"of {', '.join(known)}{nearest(text, known)}"
            )
    elif param in chosen.weights:
        chosen.weights[param](text)
    elif _find_player(text).declare not in _DECLARING:
        raise UsageError(
            f"parameter {param!r} of strategy {chosen.name!r} is {text!r}, which declares as "
            "another strategy; here a player declares as its own does, never or always"
        )
    return text


def parse_player(text: str) -> Player:
    """Return a player from ``NAME[:param=value…]``.

    Raises
    ------
    UsageError
        If the strategy, a parameter or a value is unknown; the message names the nearest.

    Examples
    --------
    >>> str(parse_player("random:chance=0.25:declare=never"))
    'random:chance=0.25:declare=never'
    >>> str(parse_player("expert20"))
    'expert:worlds=20'
    """
    name, *settings = text.strip().split(":")
    player = _find_player(name.strip())
    found, values, declare = player.strategy, dict(player.values), player.declare
    for setting in settings:
        param, equals, value = setting.partition("=")
        param = param.strip()
        if not equals:
            raise UsageError(
                f"player {text!r}: {setting!r} is not param=value, as in {found.name}:declare=never"
            )
        if param == "declare":
            declare = value.strip()
            if declare not in _DECLARING and not has_strategy(declare):
                known = [*_DECLARING, *strategy_names()]
                raise UsageError(
                    f"player {text!r}: cannot declare={declare}{nearest(declare, known)}"
                )
        else:
            values[param] = read_value(found, param, value)
    return Player(found, values, declare)


def _find_player(name: str) -> Player:
    """Return the player of a name of its own, or a strategy's with its defaults."""
    full = find_named_player(name)
    return Player(get_strategy(name)) if full is None else parse_player(full)


def parse_line_up(text: str) -> tuple[Player, Player, Player, Player]:
    """Return four players from one (for all seats) or four separated by commas (N,W,S,E).

    Raises
    ------
    UsageError
        If there are neither one nor four, or one of them is wrong.

    Examples
    --------
    >>> [str(player) for player in parse_line_up("folk,random,folk,random")]
    ['folk', 'random', 'folk', 'random']
    """
    return as_line_up(text.split(","))


def as_line_up(players: Sequence[str | Player]) -> tuple[Player, Player, Player, Player]:
    """Return four players from one or four names or players; see :func:`parse_line_up`."""
    if len(players) not in (1, 4):
        raise UsageError(
            f"{len(players)} players given: name one for all seats, or four for {','.join(SEATS)}"
        )
    read = [each if isinstance(each, Player) else parse_player(each) for each in players]
    first, second, third, fourth = read * (4 // len(read))
    return first, second, third, fourth


def _pack(own: np.ndarray, chosen: Strategy, values: dict[str, Value]) -> None:
    """Write parameters where the kernels read them."""
    if chosen.interpreted is not None:
        warn_of_interpreted(chosen.interpreted)
    merged = chosen.params | values
    pack_params(own, merged, chosen.numbers, functools.partial(_pack_text, chosen))


def _pack_text(chosen: Strategy, param: str, text: str) -> int:
    """Return what stands for a text in a kernel: a number, or the address of its array."""
    if param in chosen.choices:
        return chosen.choices[param].index(text)
    if param in chosen.weights:
        return chosen.weights[param](text).ctypes.data
    return record_player(text).ctypes.data


@functools.cache  # kernels know the record by its address, so it lives as long as the process
def record_player(name: str) -> np.ndarray:
    """Return a player as kernels that ask it by its address need it.

    Returns
    -------
    ndarray of PLAYER, shape (1,)
    """
    player = _find_player(name)
    record = np.zeros(1, PLAYER)
    declarer, _ = _find_declarer(player)
    record["choose"] = find_address(name, player.strategy.chooser(player.values))
    record["declare"] = find_address(name, declarer)
    _pack(record["own"][0], player.strategy, player.values)
    return record


def _find_declarer(player: Player) -> tuple[Any, Player]:
    """Return the function that declares for a player, and whose parameters it is given."""
    if player.declare == "own":
        return player.strategy.declare, player
    if player.declare in _DECLARING:  # which look at no parameters
        return declare_never if player.declare == "never" else declare_always, player
    other = Player(get_strategy(player.declare))
    return other.strategy.declare, other


def build_line_up(players: Sequence[str | Player]) -> LineUp:
    """Return a line-up that the engine can play.

    Parameters
    ----------
    players : sequence of one or four str or Player
        One player serves all four seats.

    Returns
    -------
    LineUp

    Raises
    ------
    UsageError
        As :func:`parse_line_up`.
    """
    four = as_line_up(players)
    choose_own, declare_own = np.zeros(4, OWN), np.zeros(4, OWN)
    choosers, declarers = [], []
    for seat, player in enumerate(four):
        _pack(choose_own[seat], player.strategy, player.values)
        choosers.append(player.strategy.chooser(player.values))
        declarer, whose = _find_declarer(player)
        _pack(declare_own[seat], whose.strategy, whose.values)
        declarers.append(declarer)
    n, w, s, e = (str(player) for player in four)
    return LineUp(
        (n, w, s, e),
        tuple(choosers),
        tuple(declarers),
        choose_own,
        declare_own,
        all(player.strategy.is_quick for player in four),
    )
