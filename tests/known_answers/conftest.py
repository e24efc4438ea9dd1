"""Holding a measured figure to a known one."""

from collections.abc import Callable, Iterable
from typing import Any

import numpy as np
import pytest

from gongzhu_sim.analysis.estimates import Mean, estimate_mean

LIMIT = 5.0
"""Standard errors that a measured figure may lie from the expected one."""


def _show(number: Any) -> str:
    if isinstance(number, (int, np.integer)):
        return f"{int(number)}"
    return f"{number:.8f}" if isinstance(number, float) and abs(number) < 1 else f"{number}"


@pytest.fixture
def known(request: pytest.FixtureRequest) -> Callable[..., None]:
    """Compare with a known figure: ``known(title, expected, measured, se=None)``.

    With a standard error the two may differ by five of them, without one not at all. Every
    comparison becomes a row of the table that the long run prints; the first part of the title,
    up to a colon, puts the rows in order.
    """

    def compare(title: str, expected: Any, measured: Any, *, se: float | None = None) -> None:
        if se is None:
            distance, near = "exact", measured == expected
        else:
            deviations = (measured - expected) / se if se > 0 else 0.0
            distance, near = f"{deviations:+.2f}", abs(deviations) < LIMIT
        row = (title, _show(expected), _show(measured), distance)
        request.node.user_properties.append(("known_answer", row))
        assert near, row

    return compare


class Sums:
    """Exact sums of whole numbers and of their squares, by name; the deal is the unit."""

    def __init__(self) -> None:
        self.n: dict[str, int] = {}
        self.totals: dict[str, int] = {}
        self.squares: dict[str, int] = {}
        self.units: dict[str, int] = {}

    def add(self, name: str, values: np.ndarray, *, unit: int = 1) -> None:
        """Add one value a deal, counted in parts of ``1 / unit``."""
        numbers = values.astype(np.int64)
        self.units[name] = unit
        self.n[name] = self.n.get(name, 0) + len(numbers)
        self.totals[name] = self.totals.get(name, 0) + int(numbers.sum())
        self.squares[name] = self.squares.get(name, 0) + int((numbers * numbers).sum())

    def mean(self, name: str) -> Mean:
        n, total, squares = self.n[name], self.totals[name], self.squares[name]
        return estimate_mean(n, total, squares, unit=self.units[name])

    def names(self) -> Iterable[str]:
        return self.totals


@pytest.fixture(scope="session")
def new_sums() -> Callable[[], Sums]:
    return Sums
