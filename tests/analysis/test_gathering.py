"""Gathering: blocks in order, until there are enough or Ctrl-C."""

import pytest

from gongzhu_sim.analysis.gathering import gather


def collect(count=500, *, stop_at=None, interrupt_at=None, keep_partial=False):
    """Gather whole numbers, two of which make a deal; return them and the deals reported."""
    units: list[int] = []
    reported = []

    def add(block: list[int]) -> int:
        if interrupt_at is not None and len(units) >= interrupt_at:
            raise KeyboardInterrupt
        units.extend(block)
        return len(units) // 2 - sum(reported)

    def progress(deals: int) -> None:
        assert deals > 0
        reported.append(deals)

    gather(
        lambda first, n: list(range(first, first + n)),
        add,
        count=count,
        threads=2,
        progress=progress,
        keep_partial=keep_partial,
        is_enough=None if stop_at is None else lambda: len(units) >= stop_at,
    )
    return units, sum(reported)


def test_everything_is_added_once_and_in_order():
    assert collect() == (list(range(500)), 250)


def test_it_stops_when_there_is_enough():
    units, deals = collect(10**7, stop_at=100)
    assert units == list(range(len(units)))
    assert 100 <= len(units) < 10**6
    assert deals == len(units) // 2


def test_an_interruption_keeps_what_is_finished_if_that_is_wanted():
    units, _ = collect(10**7, interrupt_at=100, keep_partial=True)
    assert units == list(range(len(units)))
    with pytest.raises(KeyboardInterrupt):
        collect(10**7, interrupt_at=100)


def test_without_a_whole_deal_there_is_nothing_to_keep():
    with pytest.raises(KeyboardInterrupt):
        collect(10**7, interrupt_at=1, keep_partial=True)  # half a deal
