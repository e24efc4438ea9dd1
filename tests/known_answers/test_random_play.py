"""Four uniformly random players without declarations: figures that others have measured.

The game of `scrofazero` with a seat's own score, all else standard. Two sources: the README of
Gongzhu-Society/MrIfOffline, 16,384 games scored without turning all hearts; and an independent
program over 1,000,000 deals, whose means are given with their standard errors.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
import pytest

from gongzhu_sim.engine.batch import iterate_outcomes
from gongzhu_sim.rules import load_rules
from gongzhu_sim.rules.packed import pack_rules
from gongzhu_sim.strategies import build_line_up

pytestmark = pytest.mark.known_answer

README_MEANS = (-64.01, -63.44, -62.29, -64.00)
README_GAMES = 16_384
README_SD = 110.6
PROGRAM_DEALS = 1_000_000


@dataclass
class Measured:
    """Raw scores of random players.

    Attributes
    ----------
    seats : list of (mean, standard error)
    mean, se : float
        Over all four seats; the deal is the unit.
    sd, sd_se : float
        Standard deviation of a seat's score and its standard error.
    """

    seats: list[tuple[float, float]]
    mean: float
    se: float
    sd: float
    sd_se: float


def play(new_sums: Callable[[], Any], all_hearts: int, deals: int) -> Measured:
    rules = load_rules("scrofazero").replace({"all_hearts.value": all_hearts})
    sums = new_sums()
    powers = np.zeros(5)
    for block in iterate_outcomes(
        pack_rules(rules), build_line_up(["random"]), deals=deals, seed=314
    ):
        raw = block["raw"]
        sums.add("deal", raw.sum(axis=1), unit=4)
        for seat in range(4):
            sums.add(f"seat {seat}", raw[:, seat])
        powers += [(raw.astype(float) ** k).sum() for k in range(5)]
    _, m1, m2, m3, m4 = powers / powers[0]
    variance = m2 - m1**2
    fourth = m4 - 4 * m1 * m3 + 6 * m1**2 * m2 - 3 * m1**4
    # seats of a deal taken for one observation: rather too large than too small
    sd_se = math.sqrt((fourth - variance**2) / deals) / (2 * math.sqrt(variance))
    by_seat = [sums.mean(f"seat {seat}") for seat in range(4)]
    whole = sums.mean("deal")
    return Measured(
        [(each.mean, each.se) for each in by_seat],
        whole.mean,
        whole.se,
        math.sqrt(variance),
        sd_se,
    )


def compare(known, new_sums, deals: int) -> None:
    title = "four random players,"
    size = f"({deals:,} deals)"
    found = play(new_sums, -200, deals)
    for seat, (mean, se), listed in zip("NWSE", found.seats, README_MEANS, strict=True):
        both = math.hypot(se, README_SD / math.sqrt(README_GAMES))
        known(f"{title} README: mean of {seat} {size}", listed, round(mean, 3), se=both)
    both = math.hypot(found.sd_se, found.sd_se * math.sqrt(deals / README_GAMES))
    known(f"{title} README: SD {size}", README_SD, round(found.sd, 3), se=both)
    for value, mean, mean_se, sd in ((-200, -63.55, 0.02, 110.83), (200, -60.95, 0.03, 112.31)):
        if value != -200:
            found = play(new_sums, value, deals)
        what = f"{title} all hearts {value:+d}:"
        known(f"{what} mean {size}", mean, round(found.mean, 3), se=math.hypot(found.se, mean_se))
        both = found.sd_se * math.sqrt(1 + deals / PROGRAM_DEALS)
        known(f"{what} SD {size}", sd, round(found.sd, 3), se=both)


def test_random_play(known, new_sums):
    compare(known, new_sums, 1_000_000)


@pytest.mark.long(seconds=35)
def test_random_play_at_length(known, new_sums):
    compare(known, new_sums, 10_000_000)
