"""Say roughly how long ``make test-long`` will take on this machine, before it begins.

Long tests are marked ``@pytest.mark.long(seconds=…)``: seconds on one core of a machine on which
the reference engine plays `REFERENCE_RATE` random deals a second. Here that rate is measured anew.
"""

import contextlib
import io
import random
import time

import pytest

from gongzhu_sim.engine.blocks import count_cores
from gongzhu_sim.engine.reference import Deal
from gongzhu_sim.engine.reference.cards import SEATS, Deck
from gongzhu_sim.rules import load_rules

REFERENCE_RATE = 450.0
UNKNOWN = 10.0  # seconds of a long test that does not say
QUICK = 0.3  # and of a known answer that is no long test
START = 25.0  # collecting tests and compiling


def measure_rate(seconds: float = 1.5) -> float:
    """Return how many random deals a second the reference engine plays on one core."""
    rng = random.Random(1)
    rules = load_rules("scrofazero")
    began, deals = time.perf_counter(), 0
    while (spent := time.perf_counter() - began) < seconds:
        cards = Deck().cards()
        rng.shuffle(cards)
        deal = Deal(rules, {seat: cards[i::4] for i, seat in enumerate(SEATS)}, leader="N")
        while not deal.over:
            deal.play(rng.choice(deal.legal_plays()))
        deals += 1
    return deals / spent


class Collected:
    """Collects what the run will consist of."""

    def __init__(self) -> None:
        self.tests, self.seconds = 0, 0.0

    def pytest_collection_finish(self, session: pytest.Session) -> None:
        for item in session.items:
            mark = item.get_closest_marker("long")
            self.tests += 1
            self.seconds += mark.kwargs.get("seconds", UNKNOWN) if mark else QUICK


def main() -> None:
    """Print the estimate."""
    collected = Collected()
    with contextlib.redirect_stdout(io.StringIO()):
        pytest.main(
            ["--collect-only", "-q", "-m", "long or known_answer", "tests"], plugins=[collected]
        )
    rate, cores = measure_rate(), count_cores()
    seconds = START + collected.seconds * REFERENCE_RATE / rate / cores
    print(
        f"{collected.tests} long tests on {cores} cores, {rate:.0f} reference deals a second a "
        f"core: about {max(1, round(seconds / 60))} minutes",
        flush=True,
    )


if __name__ == "__main__":
    main()
