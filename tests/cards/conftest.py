"""Holding counts to what they should be."""

from collections.abc import Callable

import numpy as np
import pytest
from numpy.typing import ArrayLike
from scipy.stats import chi2


@pytest.fixture(scope="session")
def check_counts() -> Callable[[ArrayLike, ArrayLike], None]:
    """Chi-square over cells with known expectations: ``check_counts(observed, expected)``."""

    def check(observed: ArrayLike, expected: ArrayLike) -> None:
        seen, likely = np.asarray(observed), np.asarray(expected, float)
        assert seen.sum() == pytest.approx(likely.sum())
        if len(likely) > 1:
            statistic = ((seen - likely) ** 2 / likely).sum()
            assert chi2.sf(statistic, len(likely) - 1) > 1e-6

    return check
