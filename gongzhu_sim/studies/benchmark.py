"""How fast things are on this machine: what ``gongzhu bench`` measures."""

import math
import platform
import statistics
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from typing import Any, Final

import numba
import numpy as np

from gongzhu_sim.cards.compiling import has_bmi2, kernel
from gongzhu_sim.cards.dealing import deal_hands
from gongzhu_sim.engine.batch import OutcomeRoom, play_deals
from gongzhu_sim.engine.blocks import count_cores, iterate_blocks
from gongzhu_sim.rules import load_rules
from gongzhu_sim.rules.packed import pack_rules
from gongzhu_sim.rules.scoring import score_deal
from gongzhu_sim.strategies import Player, build_line_up, strategy_names

__all__ = ["Row", "describe_machine", "measure_row", "measure_speed", "row_names"]

_RULES: Final = "qq"
_SEED: Final = 1
_PLAYERS: Final = ("random", "folk")  # line-ups of four that have a row
_BLOCK: Final = 8192  # deals in one call, as in a long run


@dataclass(frozen=True)
class Row:
    """Nanoseconds a deal: the median of several runs, and the quickest and slowest of them."""

    ns: float
    low: float
    high: float

    def to_dict(self) -> dict[str, float]:
        """Return the three numbers."""
        return asdict(self)


def describe_machine() -> dict[str, Any]:
    """Return the machine and the versions that decide how fast kernels are."""
    return {
        "cpu": _cpu_model(),
        "cores": count_cores(),
        "bmi2": has_bmi2(),
        "system": f"{platform.system()} {platform.machine()}",
        "python": platform.python_version(),
        "numba": numba.__version__,
        "numpy": np.__version__,
    }


def _cpu_model() -> str:
    try:
        with open("/proc/cpuinfo", encoding="utf-8", errors="replace") as lines:
            for line in lines:
                key, _, value = line.partition(":")
                if key.strip() == "model name" and value.strip():
                    return value.strip()
    except OSError:
        pass  # not Linux
    return platform.processor() or platform.machine()


@kernel
def _score_all(packed: Any, outcomes: Any) -> None:
    for i in range(outcomes.shape[0]):
        score_deal(packed[0], outcomes[i])


def row_names() -> list[str]:
    """Return the names of the rows that :func:`measure_row` gives.

    Examples
    --------
    >>> row_names()[0]
    'deal'
    """
    known = strategy_names()
    return ["deal", *(name for name in _PLAYERS if name in known), "score"]


def measure_row(name: str, *, runs: int, run_seconds: float) -> Row:
    """Measure one part of the work on one core.

    Parameters
    ----------
    name : str
        ``deal``: dealing four hands. ``random``, ``folk``: a deal dealt, declared and played
        by four of them under ``qq`` up to the last scoring card, and scored. ``score``:
        scoring the four seats.
    runs : int
        How often it is measured.
    run_seconds : float
        About how long one run takes, in seconds.

    Returns
    -------
    Row
    """
    packed = pack_rules(load_rules(_RULES))

    room = OutcomeRoom()

    def deal() -> None:
        deal_hands(_BLOCK, seed=_SEED)

    def play() -> None:
        play_deals(packed, line_up, deals=_BLOCK, seed=_SEED, room=room)

    def score() -> None:
        _score_all(packed, outcomes)

    if name == "deal":
        return _time(deal, runs=runs, run_seconds=run_seconds)
    line_up = build_line_up(["random" if name == "score" else name])
    if name != "score":
        return _time(play, runs=runs, run_seconds=run_seconds)
    outcomes = play_deals(packed, line_up, deals=_BLOCK, seed=_SEED)
    return _time(score, runs=runs, run_seconds=run_seconds)


def _time(task: Callable[[], None], *, runs: int, run_seconds: float) -> Row:
    """Time a task that handles one block of deals."""
    task()  # compiles
    calls = max(1, round(run_seconds / _seconds(task, 1)))
    times = [1e9 * _seconds(task, calls) / (calls * _BLOCK) for _ in range(runs)]
    return Row(statistics.median(times), min(times), max(times))


def _seconds(task: Callable[[], None], calls: int) -> float:
    began = time.perf_counter()
    for _ in range(calls):
        task()
    return time.perf_counter() - began


def measure_speed(player: str | Player, *, seconds: float, threads: int | None = None) -> float:
    """Measure how many deals a second four of a player play, with its own declaring.

    Parameters
    ----------
    player : str or Player
    seconds : float
        About how long to measure.
    threads : int, optional
        How many threads play; one a core by default.

    Returns
    -------
    float
        Deals a second under ``qq``.
    """
    packed, line_up = pack_rules(load_rules(_RULES)), build_line_up([player])

    room = OutcomeRoom()

    def play(first: int, deals: int) -> None:
        play_deals(packed, line_up, deals=deals, seed=_SEED, first=first, room=room)

    play(0, 1)  # compiles
    deals = 1
    while True:
        began = time.perf_counter()
        for _ in iterate_blocks(play, deals=deals, threads=threads):
            pass
        elapsed = time.perf_counter() - began
        if elapsed > seconds / 2:
            return deals / elapsed
        deals = min(8 * deals, math.ceil(deals * seconds / elapsed))
