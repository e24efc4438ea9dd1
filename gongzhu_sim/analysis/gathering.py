"""Gathering: blocks of play put together in order, until there are enough or Ctrl-C."""

import time
from collections.abc import Callable
from contextlib import closing
from typing import TypeVar

__all__ = ["gather"]

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
