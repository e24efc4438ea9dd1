"""Blocks: a long run of deals cut up for threads, and put together in order again."""

import os
import time
from collections import deque
from collections.abc import Callable, Generator
from concurrent.futures import Future, ThreadPoolExecutor
from typing import TypeVar

from gongzhu_sim.cards.dealing import check_seed
from gongzhu_sim.errors import UsageError

__all__ = ["check_count", "count_cores", "iterate_blocks"]

_BLOCK_SECONDS = 0.05  # short enough for Ctrl-C and progress, long beside the launch
_LARGEST_BLOCK = 8192

Result = TypeVar("Result")


def count_cores() -> int:
    """Return how many cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def check_count(number: int, *, what: str) -> int:
    """Return a number of deals, threads … if it is a whole number of at least 1.

    Raises
    ------
    UsageError
        If it is not.

    Examples
    --------
    >>> check_count(7, what="deals")
    7
    """
    whole = hasattr(number, "__index__") and not isinstance(number, bool)
    if not whole or number < 1:
        raise UsageError(f"{what} {number!r} is not a whole number of at least 1")
    return int(number)


def iterate_blocks(
    play: Callable[[int, int], Result], *, deals: int, first: int = 0, threads: int | None = None
) -> Generator[Result, None, None]:
    """Play deals block by block over threads and yield what each block gives, in order.

    Parameters
    ----------
    play : callable
        ``play(first, deals)`` plays so many deals from index `first` on, without the GIL.
        What it returns must not depend on how the deals are cut up, once put together.
    deals : int
        How many deals in all, at least 1.
    first : int
        Index of the first deal.
    threads : int, optional
        How many threads play; one a core by default.

    Yields
    ------
    object
        What `play` returned, for blocks of about 0.05 seconds of play.

    Raises
    ------
    UsageError
        If a number is out of range.
    """
    end = first + check_count(deals, what="deals")
    threads = count_cores() if threads is None else check_count(threads, what="threads")
    check_seed(end - 1, what="last deal index")
    start, size, pending = first, 1, deque[Future[tuple[Result, int, float]]]()

    def timed(first: int, deals: int) -> tuple[Result, int, float]:
        began = time.perf_counter()
        return play(first, deals), deals, time.perf_counter() - began

    pool = ThreadPoolExecutor(threads)
    try:
        while pending or start < end:
            while start < end and len(pending) < 2 * threads:
                block = min(size, end - start)
                pending.append(pool.submit(timed, start, block))
                start += block
            result, played, seconds = pending.popleft().result()
            fitting = int(played * _BLOCK_SECONDS / max(seconds, 1e-9))
            # the next deals may be slower: other players, where several meet
            size = max(1, min(fitting, 2 * size, _LARGEST_BLOCK))
            yield result
    finally:
        pool.shutdown(wait=True, cancel_futures=True)
