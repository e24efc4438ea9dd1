"""The parts of the work that ``gongzhu bench`` measures, one small function each.

A function under ``@_row`` prepares a task that is timed on one core, in nanoseconds a deal.
A function under ``@_measure`` measures something in a unit of its own. To add one, write it
where it belongs in the order of the table.
"""

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

import numpy as np

from gongzhu_sim.cards.constrained import deal_worlds, pack_situation
from gongzhu_sim.cards.dealer import new_dealer, prepare_dealer
from gongzhu_sim.cards.dealing import deal_hands
from gongzhu_sim.engine.batch import OutcomeRoom, play_deals
from gongzhu_sim.engine.blocks import iterate_blocks
from gongzhu_sim.engine.match import play_matches
from gongzhu_sim.errors import UsageError, nearest
from gongzhu_sim.rules import RuleSet, load_rules
from gongzhu_sim.rules.matches import pack_match
from gongzhu_sim.rules.packed import pack_rules
from gongzhu_sim.strategies import Player, build_line_up
from gongzhu_sim.studies.benchmark import (
    FULL,
    Effort,
    Measure,
    Row,
    Task,
    measure_speed,
    time_task,
)
from gongzhu_sim.studies.benchmark_process import start_simulate
from gongzhu_sim.studies.benchmark_work import (
    known_situation,
    prepare_often,
    score_all,
    search_task,
)

__all__ = [
    "about_row",
    "measure_row",
    "play_task",
    "prepare_task",
    "row_names",
    "timed_rows",
]

_SEED: Final = 1
_BLOCK: Final = 8192  # deals in one call, as in a long run
_SMALL_BLOCK: Final = 1024
_MATCHES: Final = 128
_SETUPS: Final = 64
_SHORT_RUN, _LONG_RUN = 100_000, 10_000_000  # deals
_MEBIBYTE: Final = 1 << 20


@dataclass(frozen=True)
class _Part:
    """A row: what it is, and the function that prepares or measures it."""

    about: str
    prepare: Callable[[], Task] | None = None  # timed by the deal, on one core
    rate: str = ""  # what is said instead of nanoseconds: so many of these
    measure: Callable[[Effort], Measure] | None = None
    is_slow: bool = False


_parts: dict[str, _Part] = {}


def _row(
    name: str, about: str, *, rate: str = "", is_slow: bool = False
) -> Callable[..., Callable[[], Task]]:
    def register(prepare: Callable[[], Task]) -> Callable[[], Task]:
        _parts[name] = _Part(about, prepare=prepare, rate=rate, is_slow=is_slow)
        return prepare

    return register


def _measure(
    name: str, about: str, *, is_slow: bool = False
) -> Callable[..., Callable[[Effort], Measure]]:
    def register(measure: Callable[[Effort], Measure]) -> Callable[[Effort], Measure]:
        _parts[name] = _Part(about, measure=measure, is_slow=is_slow)
        return measure

    return register


def row_names(*, quick: bool = False) -> list[str]:
    """Return the names of all rows, or of those that do not take long.

    Examples
    --------
    >>> row_names()[0], "memory_long" in row_names(), "memory_long" in row_names(quick=True)
    ('deal', True, False)
    """
    return [name for name, part in _parts.items() if not (quick and part.is_slow)]


def timed_rows() -> list[str]:
    """Return the names of the rows that :func:`prepare_task` knows: deals or matches, timed."""
    return [name for name, part in _parts.items() if part.prepare is not None]


def about_row(name: str) -> str:
    """Return what a row measures, in a few words."""
    return _find(name).about


def _find(name: str) -> _Part:
    if name not in _parts:
        raise UsageError(f"no row {name!r}{nearest(name, _parts)}")
    return _parts[name]


def measure_row(name: str, effort: Effort = FULL) -> Row | Measure:
    """Measure one row.

    Parameters
    ----------
    name : str
        One of :func:`row_names`.
    effort : Effort

    Returns
    -------
    Row or Measure
        Nanoseconds a deal, or a number with a unit of its own.

    Raises
    ------
    UsageError
        If there is no such row; the message names the nearest.
    """
    part = _find(name)
    if part.measure is not None:
        return part.measure(effort)
    row = time_task(prepare_task(name), runs=effort.runs, run_seconds=effort.run_seconds)
    if part.rate:
        return Measure(part.rate, *(1e9 / ns for ns in (row.ns, row.high, row.low)))
    return row


def prepare_task(name: str) -> Task:
    """Return the task of a row that is timed by the deal.

    Raises
    ------
    UsageError
        If there is no such row, or it is not timed by the deal.
    """
    part = _find(name)
    if part.prepare is None:
        raise UsageError(f"row {name!r} is not timed by the deal: {part.about}")
    return part.prepare()


def play_task(
    rules: str | RuleSet, player: str | Player, *, deals: int = _SMALL_BLOCK, plays: bool = True
) -> Task:
    """Return the task of playing a block of deals with four of a player.

    Parameters
    ----------
    rules : str or RuleSet
    player : str or Player
    deals : int
        How many deals one call plays.
    plays : bool
        Whether the cards played are noted.

    Returns
    -------
    Task
        Deals dealt, declared and played up to the last scoring card, and scored.
    """
    packed, line_up = pack_rules(load_rules(rules)), build_line_up([player])
    room = OutcomeRoom()

    def play() -> None:
        play_deals(packed, line_up, deals=deals, seed=_SEED, plays=plays, room=room)

    return Task(play, deals)


@_row("deal", "the four hands, dealt")
def _deal() -> Task:
    return Task(lambda: deal_hands(_BLOCK, seed=_SEED), _BLOCK)


@_row("random_fast", "four random play a deal: nobody declares, no plays noted")
def _random_fast() -> Task:
    rules = load_rules("qq").replace({"declaration.mode": "none"})
    return play_task(rules, "random", deals=_BLOCK, plays=False)


@_row("random", "four random play a deal")
def _random() -> Task:
    return play_task("qq", "random", deals=_BLOCK)


@_row("folk", "four folk play a deal")
def _folk() -> Task:
    return play_task("qq", "folk", deals=_BLOCK)


@_row("double_random", "four random, two decks")
def _double_random() -> Task:
    return play_task("qq-double", "random")


@_row("double_folk", "four folk, two decks")
def _double_folk() -> Task:
    return play_task("qq-double", "folk")


@_row("score", "the four seats, scored")
def _score() -> Task:
    packed = pack_rules(load_rules("qq"))
    outcomes = play_deals(packed, build_line_up(["random"]), deals=_BLOCK, seed=_SEED)
    captured, raw = outcomes["captured"].copy(), np.empty((_BLOCK, 4), np.int64)
    return Task(lambda: score_all(packed, outcomes, captured, raw), _BLOCK)


@_row("constrained_deal", "hidden cards dealt as what is known after three tricks allows")
def _constrained_deal() -> Task:
    dealer = new_dealer()
    prepare_dealer(dealer[0], *pack_situation(known_situation()))
    hands, twice = np.empty((2, _BLOCK, 4), np.uint64)
    seed, first = np.uint64(_SEED), np.uint64(0)
    return Task(lambda: deal_worlds(dealer, hands, twice, seed, first), _BLOCK)


@_row("constrained_setup", "the set-up for that, once for all deals of a situation")
def _constrained_setup() -> Task:
    dealer, situation = new_dealer(), pack_situation(known_situation())
    return Task(lambda: prepare_often(_SETUPS, dealer, *situation), _SETUPS)


@_row("match_folk", "whole matches of huapai, four folk", rate="matches a second")
def _match_folk() -> Task:
    rules = load_rules("huapai")
    packed, match, line_up = pack_rules(rules), pack_match(rules), build_line_up(["folk"])

    def play() -> None:
        play_matches(packed, match, line_up, matches=_MATCHES, seed=_SEED)

    return Task(play, _MATCHES)


_SEARCHED: Final = {"rate": "rollouts a second", "is_slow": True}  # compiling a search is


@_row("rollouts", "worlds dealt and played out by folk, all decisions of a deal", **_SEARCHED)
def _rollouts() -> Task:
    return search_task("folk", seed=_SEED)


@_row("rollouts_learned", "the same, played out by learned", **_SEARCHED)
def _rollouts_learned() -> Task:
    return search_task("learned", seed=_SEED)


@_measure("threads", "four random, two threads over one")
def _threads(effort: Effort) -> Measure:
    packed, line_up = pack_rules(load_rules("qq")), build_line_up(["random"])
    seconds = 5 * effort.run_seconds
    deals = max(1, round(seconds * measure_speed("random", seconds=seconds, threads=1)))
    room = OutcomeRoom()

    def play(first: int, n: int) -> None:
        play_deals(packed, line_up, deals=n, seed=_SEED, first=first, plays=False, room=room)

    def timed(threads: int) -> float:
        began = time.perf_counter()
        for _ in iterate_blocks(play, deals=deals, threads=threads):
            pass
        return time.perf_counter() - began

    # one after the other, so that what else the machine does meets both
    return Measure.of("times as fast", [timed(1) / timed(2) for _ in range(effort.runs)])


@_measure("start", "a new process of `gongzhu simulate` to its first result")
def _start(effort: Effort) -> Measure:
    start_simulate(1)  # fills the cache of compiled code
    return Measure.of("seconds", [start_simulate(1)[0] for _ in range(effort.starts)])


@_measure("memory_short", f"most memory of `gongzhu simulate`, {_SHORT_RUN:,} deals", is_slow=True)
def _memory_short(effort: Effort) -> Measure:
    return _measure_memory(_SHORT_RUN, effort)


@_measure("memory_long", f"most memory of `gongzhu simulate`, {_LONG_RUN:,} deals", is_slow=True)
def _memory_long(effort: Effort) -> Measure:
    return _measure_memory(_LONG_RUN, effort)


def _measure_memory(deals: int, effort: Effort) -> Measure:
    start_simulate(1)  # compiling takes more memory than playing
    runs = min(2, effort.starts)
    return Measure.of("MiB", [start_simulate(deals)[1] / _MEBIBYTE for _ in range(runs)])
