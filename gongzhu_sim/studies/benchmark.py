"""How fast players are on this machine, and how timings are taken.

The parts of the work that ``gongzhu bench`` measures stand in
:mod:`gongzhu_sim.studies.benchmark_rows`.
"""

import math
import platform
import statistics
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

import numba
import numpy as np

from gongzhu_sim.cards.compiling import has_bmi2, kernel
from gongzhu_sim.engine.batch import OutcomeRoom, play_deals
from gongzhu_sim.engine.blocks import count_cores, iterate_blocks
from gongzhu_sim.engine.legality import legal_cards
from gongzhu_sim.engine.replay import lay_table, put_play
from gongzhu_sim.engine.table import new_table
from gongzhu_sim.rules import load_rules
from gongzhu_sim.rules.packed import pack_rules
from gongzhu_sim.strategies import Player, build_line_up, parse_player

__all__ = [
    "FULL",
    "QUICK",
    "SLOW_DEAL",
    "Effort",
    "Measure",
    "Row",
    "Task",
    "count_decisions",
    "describe_machine",
    "measure_decisions",
    "measure_speed",
    "time_task",
]

SLOW_DEAL: Final = 0.02
"""Seconds a deal from which on a strategy is said to search, and timed by the decision."""

_RULES: Final = "qq"
_SEED: Final = 1
_ZERO = np.uint64(0)
_ONE = np.uint64(1)


@dataclass(frozen=True)
class Effort:
    """How long is measured.

    Attributes
    ----------
    runs : int
        How often each row is timed.
    run_seconds : float
        About how long one run takes.
    starts : int
        How many new processes are started where one takes a second or more.
    """

    runs: int
    run_seconds: float
    starts: int


FULL = Effort(runs=7, run_seconds=0.2, starts=5)
QUICK = Effort(runs=3, run_seconds=0.03, starts=1)


class Task(NamedTuple):
    """A piece of work to be timed, and how many deals (or matches) it handles."""

    run: Callable[[], object]
    n: int


@dataclass(frozen=True)
class Row:
    """Nanoseconds a deal: the median of several runs, and the quickest and slowest of them."""

    ns: float
    low: float
    high: float

    @property
    def deals_per_second(self) -> float:
        """Deals a second of the median run."""
        return 1e9 / self.ns

    def to_dict(self) -> dict[str, float]:
        """Return the three numbers and the deals a second."""
        return {
            "ns": self.ns,
            "low": self.low,
            "high": self.high,
            "deals_per_second": self.deals_per_second,
        }


@dataclass(frozen=True)
class Measure:
    """What is not a time a deal: the median of several runs, the lowest and the highest."""

    unit: str
    value: float
    low: float
    high: float

    @classmethod
    def of(cls, unit: str, values: list[float]) -> "Measure":
        """Return the measure that several runs make."""
        return cls(unit, statistics.median(values), min(values), max(values))

    def to_dict(self) -> dict[str, Any]:
        """Return the unit and the three numbers."""
        return {"unit": self.unit, "value": self.value, "low": self.low, "high": self.high}


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


def time_task(task: Task, *, runs: int, run_seconds: float) -> Row:
    """Time a task of this thread, after one call that compiles what has to be compiled.

    Time is that of the core, so that what else the machine does counts for little.

    Parameters
    ----------
    task : Task
    runs : int
        How often it is timed.
    run_seconds : float
        About how long one run takes, in seconds.

    Returns
    -------
    Row
        Nanoseconds a deal, or a match, of the task.
    """
    task.run()
    calls = max(1, round(run_seconds / _seconds(task, 1)))
    times = [1e9 * _seconds(task, calls) / (calls * task.n) for _ in range(runs)]
    return Row(statistics.median(times), min(times), max(times))


def _seconds(task: Task, calls: int) -> float:
    began = time.thread_time()
    for _ in range(calls):
        task.run()
    return max(time.thread_time() - began, 1e-9)


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
        play_deals(packed, line_up, deals=deals, seed=_SEED, first=first, plays=False, room=room)

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


def measure_decisions(player: str | Player, *, seconds: float) -> float:
    """Measure how long four of a player take to choose a card, on one core under ``qq``.

    Parameters
    ----------
    player : str or Player
        Nobody declares, so that all the time is that of choosing cards.
    seconds : float
        Deals are begun for so long; at least one is played.

    Returns
    -------
    float
        Milliseconds a decision. A seat that has one legal card is not asked, and such a play
        is no decision.
    """
    chosen = player if isinstance(player, Player) else parse_player(player)
    packed = pack_rules(load_rules(_RULES))
    line_up = build_line_up([Player(chosen.strategy, chosen.values, "never")])
    play_deals(packed, line_up, deals=1, seed=_SEED)  # compiles
    decisions, elapsed, index = 0, 0.0, 0
    while elapsed < seconds or decisions == 0:
        began = time.perf_counter()
        outcomes = play_deals(packed, line_up, deals=1, seed=_SEED, first=index)
        elapsed += time.perf_counter() - began
        decisions += count_decisions(packed, outcomes)
        index += 1
    return 1000 * elapsed / decisions


def count_decisions(packed: np.ndarray, outcomes: np.ndarray) -> int:
    """Count the plays of finished deals in which the seat had two legal cards or more.

    Parameters
    ----------
    packed : ndarray of RULES, shape (1,)
        The rules they were played under: one deck.
    outcomes : ndarray of OUTCOME

    Returns
    -------
    int
        How often a player was asked for a card.

    Examples
    --------
    >>> packed, four = pack_rules(load_rules("qq")), build_line_up(["random"])
    >>> asked = count_decisions(packed, play_deals(packed, four, deals=10, seed=1))
    >>> 10 * 20 < asked < 10 * 48
    True
    """
    hands, twice = np.zeros((2, 4), np.uint64)
    return int(_count_asked(new_table(packed), outcomes, hands, twice))


@kernel
def _count_asked(table_array: Any, outcomes: Any, hands: Any, twice: Any) -> Any:
    """Play the deals again card by card."""
    table = table_array[0]
    asked = 0
    for i in range(outcomes.shape[0]):
        deal = outcomes[i]
        lay_table(table, deal, hands, twice)
        for k in range(deal.n_plays):
            legal = legal_cards(table, hands[table.turn])
            if legal & (legal - _ONE) != _ZERO:
                asked += 1
            put_play(table, deal, hands, twice, _ONE << np.uint64(deal.plays[k]), _ZERO)
    return asked
