"""Playing the ladder: how long it will take, and cell after cell until all deals are there."""

import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

import numpy as np

from gongzhu_sim.analysis.gathering import play_lanes
from gongzhu_sim.analysis.ladder.cells import Cell, Responder
from gongzhu_sim.analysis.ladder.plan import CURVE, Part
from gongzhu_sim.analysis.ladder.store import Samples, Store

__all__ = ["Forecast", "forecast_ladder", "measure_decision", "run_ladder"]

_CHUNK_SECONDS = 10.0  # what Ctrl-C may cost
_SPEED_SECONDS = 0.05  # for measuring a player
_DECISION_RUNS, _DECISION_SECONDS = 5, 0.5


@dataclass(frozen=True)
class Forecast:
    """How long what is left of a part will take.

    Attributes
    ----------
    part : str
    cells, left : int
        Cells, and those that are not finished.
    seconds : float
        With so many threads on so many idle cores.
    by_cell : dict of Cell to float
        Seconds left.
    """

    part: str
    cells: int
    left: int
    seconds: float
    by_cell: dict[Cell, float]


def _measure_seat(rules: str, player: str) -> float:
    """Return seconds of one core for one seat of a deal, four of the player, declaring included."""
    from gongzhu_sim.engine.batch import play_deals
    from gongzhu_sim.rules import load_rules
    from gongzhu_sim.rules.packed import pack_rules
    from gongzhu_sim.strategies import build_line_up

    packed, line_up = pack_rules(load_rules(rules)), build_line_up([player])
    play_deals(packed, line_up, deals=1, seed=0)  # compiles
    deals, began = 0, time.thread_time()
    while deals == 0 or time.thread_time() - began < _SPEED_SECONDS:
        n = max(1, deals)
        play_deals(packed, line_up, deals=n, seed=0, first=deals)
        deals += n
    return (time.thread_time() - began) / deals / 4


def measure_decision(rules: str, player: str) -> list[float]:
    """Measure how long four of a player take to choose a card, one deck.

    Returns
    -------
    list of float
        Milliseconds of one core a decision, in each of several runs, the quickest first. Seats
        with one legal card are not asked, and no decision.
    """
    from gongzhu_sim.engine.batch import play_deals
    from gongzhu_sim.rules import load_rules
    from gongzhu_sim.rules.packed import pack_rules
    from gongzhu_sim.strategies import Player, build_line_up, parse_player
    from gongzhu_sim.studies.benchmark import count_decisions

    chosen = parse_player(player)
    packed = pack_rules(load_rules(rules))
    line_up = build_line_up([Player(chosen.strategy, chosen.values, "never")])
    count_decisions(packed, play_deals(packed, line_up, deals=1, seed=0))  # compiles
    runs = []
    for _ in range(_DECISION_RUNS):  # the same deals: runs differ in what the machine does
        decisions, index, began = 0, 0, time.thread_time()
        while index == 0 or time.thread_time() - began < _DECISION_SECONDS / _DECISION_RUNS:
            outcomes = play_deals(packed, line_up, deals=1, seed=0, first=index)
            decisions += count_decisions(packed, outcomes)
            index += 1
        runs.append(1000 * (time.thread_time() - began) / decisions)
    return sorted(runs)


def forecast_ladder(parts: Iterable[Part], store: Store, *, threads: int) -> list[Forecast]:
    """Say how long what is left will take, from the measured speed of every player.

    Parameters
    ----------
    parts : iterable of Part
    store : Store
        Knows what is finished, and keeps the speeds.
    threads : int

    Returns
    -------
    list of Forecast
    """
    timings = store.read_timings()
    speeds: dict[str, float] = timings.setdefault("seat_seconds", {})
    found = []
    for part in parts:
        by_cell = {cell: _forecast_cell(cell, store, speeds, threads) for cell in part.all_cells()}
        left = sum(seconds > 0 for seconds in by_cell.values())
        found.append(Forecast(part.name, len(by_cell), left, sum(by_cell.values()), by_cell))
        store.write_timings(timings)
    return found


def _forecast_cell(cell: Cell, store: Store, speeds: dict[str, float], threads: int) -> float:
    samples = store.read(cell)
    done, spent = (0, 0.0) if samples is None else (samples.deals, samples.seconds)
    if cell.seconds is not None:
        return max(0.0, cell.seconds - spent) if done < cell.deals else 0.0
    if done >= cell.deals:
        return 0.0
    seconds = 0.0
    for player, seats in cell.players():
        assert not isinstance(player, Responder)  # these have a budget
        key = f"{cell.rules} {player}"
        if key not in speeds:
            speeds[key] = _measure_seat(cell.rules, player)
        seconds += seats * speeds[key]
    return (cell.deals - done) * seconds / threads


def _is_finished(cell: Cell, samples: Samples) -> bool:
    spent = cell.seconds is not None and samples.deals > 1 and samples.seconds >= cell.seconds
    return samples.deals >= cell.deals or spent


def run_ladder(
    parts: Iterable[Part],
    store: Store,
    *,
    threads: int | None = None,
    on_chunk: Callable[[Cell, Samples, int], None] = lambda cell, samples, new: None,
    on_part: Callable[[Part], object] = lambda part: None,
) -> None:
    """Play what is still to be played.

    Parameters
    ----------
    parts : iterable of Part
    store : Store
        Receives the samples, every ten seconds or so.
    threads : int, optional
        One a core by default. The samples do not depend on it, but for cells with a budget of
        time: how many there are.
    on_chunk : callable
        Told after every chunk which cell has grown, what it has now, and how many new deals.
    on_part : callable
        Told when a part is finished.
    """
    for part in parts:
        for cell in part.all_cells():
            _run_cell(cell, store, threads, on_chunk)
        if part.kind == CURVE:
            _time_decisions(part, store)
        on_part(part)


def _run_cell(
    cell: Cell, store: Store, threads: int | None, on_chunk: Callable[[Cell, Samples, int], None]
) -> None:
    lanes = cell.design.plays
    samples = store.read(cell)
    if samples is not None and _is_finished(cell, samples):
        return
    play = cell.open(store.seed)
    if samples is None:  # the first call compiles, which is no time of play
        width = play(0, 0, 1).shape[1]
        samples = Samples(np.zeros((0, lanes, width), np.int64), 0.0)
    deals = 1
    while not _is_finished(cell, samples):
        deals = min(deals, cell.deals - samples.deals)
        rows, seconds = play_lanes(
            play, lanes=lanes, first=samples.deals, deals=deals, threads=threads
        )
        samples = Samples(np.concatenate([samples.rows, rows]), samples.seconds + seconds)
        store.write(cell, samples)
        on_chunk(cell, samples, deals)
        fitting = int(deals * _CHUNK_SECONDS / max(seconds, 1e-6))
        deals = max(1, min(fitting, 16 * deals))


def _time_decisions(part: Part, store: Store) -> None:
    timings = store.read_timings()
    known: dict[str, Any] = timings.setdefault("decision_ms", {})
    for cell in part.cells.values():
        player, _ = cell.players()[0]
        key = f"{cell.rules} {player}"
        if key not in known:
            known[key] = measure_decision(cell.rules, str(player))
            store.write_timings(timings)
