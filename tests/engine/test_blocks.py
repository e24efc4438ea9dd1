"""Blocks: a run of deals cut up and put together in order."""

import threading

import pytest

from gongzhu_sim.engine.blocks import check_count, count_cores, iterate_blocks
from gongzhu_sim.errors import PlayError, UsageError


def list_deals(first: int, deals: int) -> list[int]:
    return list(range(first, first + deals))


@pytest.mark.parametrize("threads", [1, 2, 5, None])
@pytest.mark.parametrize(("first", "deals"), [(0, 1), (0, 7), (100, 30_000), (2**64 - 9, 9)])
def test_every_deal_comes_once_and_in_order(first, deals, threads):
    blocks = list(iterate_blocks(list_deals, deals=deals, first=first, threads=threads))
    assert [index for block in blocks for index in block] == list_deals(first, deals)


def test_no_more_threads_than_asked_for():
    names = set()

    def play(first: int, deals: int) -> None:
        names.add(threading.current_thread().name)

    list(iterate_blocks(play, deals=20_000, threads=2))
    assert 1 <= len(names) <= 2


def test_an_error_ends_the_run():
    def play(first: int, deals: int) -> int:
        if first + deals > 5000:
            raise PlayError(f"deal {first}")
        return deals

    with pytest.raises(PlayError, match="deal "):
        list(iterate_blocks(play, deals=10**9, threads=2))


def test_a_closed_run_starts_nothing_more():
    played = []
    blocks = iterate_blocks(lambda first, deals: played.append(first), deals=10**9, threads=2)
    next(blocks)
    blocks.close()
    before = len(played)
    assert list(blocks) == []
    assert len(played) == before


@pytest.mark.parametrize("number", [0, -1, 1.0, "7", True, None])
def test_a_count_is_a_whole_number_of_at_least_1(number):
    with pytest.raises(UsageError, match=r"is not a whole number of at least 1"):
        check_count(number, what="threads")


def test_indices_fit_64_bits():
    with pytest.raises(UsageError, match="last deal index"):
        next(iterate_blocks(list_deals, deals=2, first=2**64 - 1))


def test_there_is_a_core():
    assert count_cores() >= 1
