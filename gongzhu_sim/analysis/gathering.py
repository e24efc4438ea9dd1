"""Gathering: blocks of play put together in order, until there are enough or Ctrl-C."""

import time
from collections.abc import Callable
from contextlib import closing
from typing import TypeVar

import numpy as np

__all__ = ["gather", "play_lanes"]

Block = TypeVar("Block")


def gather(
    play: Callable[[int, int], Block],
    add: Callable[[Block], int],
    *,
    count: int,
    threads: int | None = None,
    progress: Callable[[int], None] | None = None,
    keep_partial: bool = False,
    is_enough: Callable[[], bool] | None = None,
) -> float:
    """Play block by block over threads and add up what each block gives, in order.

    Parameters
    ----------
    play : callable
        ``play(first, n)`` plays `n` units (deals, matches) from index `first` on.
    add : callable
        Takes what `play` returned into the caller's sums and returns how many deals that
        finished. It must do so in one assignment: Ctrl-C then leaves whole sums behind.
    count : int
        How many units there are in all, at least 1.
    threads : int, optional
        How many threads play; one a core by default.
    progress : callable, optional
        Called with the number of deals that were finished since the last call.
    keep_partial : bool
        Return on Ctrl-C once any deal is finished, instead of raising.
    is_enough : callable, optional
        Asked after each block whether to stop there.

    Returns
    -------
    float
        Seconds of play, without those of compiling.

    Raises
    ------
    KeyboardInterrupt
        On Ctrl-C, unless there is something to keep.
    """
    from gongzhu_sim.engine.blocks import iterate_blocks

    finished = 0
    play(0, 1)  # compiles what has to be compiled, outside the threads and the clock
    began = time.perf_counter()
    try:
        with closing(iterate_blocks(play, deals=count, threads=threads)) as blocks:
            for block in blocks:
                deals = add(block)
                finished += deals
                if progress is not None and deals:
                    progress(deals)
                if is_enough is not None and is_enough():
                    break
    except KeyboardInterrupt:
        if not keep_partial or finished == 0:
            raise
    return time.perf_counter() - began


def play_lanes(
    play: Callable[[int, int, int], np.ndarray],
    *,
    lanes: int,
    first: int,
    deals: int,
    threads: int | None = None,
    progress: Callable[[int], None] | None = None,
) -> tuple[np.ndarray, float]:
    """Play a run of deals in every lane over threads.

    Parameters
    ----------
    play : callable
        ``play(lane, first, deals)`` returns an array with a row for each deal.
    lanes : int
        In how many ways each deal is played.
    first, deals : int
    threads : int, optional
        One a core by default.
    progress : callable, optional
        Called with the number of plays finished since the last call.

    Returns
    -------
    found : ndarray, shape (deals, lanes, …)
    seconds : float
        Of play, compiling included.
    """
    from gongzhu_sim.engine.blocks import iterate_blocks

    def play_units(unit: int, count: int) -> list[np.ndarray]:
        pieces = []
        while count:
            lane, offset = divmod(unit, deals)
            part = min(count, deals - offset)
            pieces.append(play(lane, first + offset, part))
            unit, count = unit + part, count - part
        return pieces

    began = time.perf_counter()
    pieces: list[np.ndarray] = []
    with closing(iterate_blocks(play_units, deals=lanes * deals, threads=threads)) as blocks:
        for block in blocks:
            pieces += block
            if progress is not None:
                progress(sum(map(len, block)))
    whole = np.concatenate(pieces)
    shaped = whole.reshape((lanes, deals, *whole.shape[1:])).swapaxes(0, 1)
    return shaped, time.perf_counter() - began
