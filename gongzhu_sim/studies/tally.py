"""What a tally is, and the registry of them.

A tally turns blocks of finished deals, or of whole matches, into whole-number sums. To add a
statistic, write one file in :mod:`gongzhu_sim.studies.tallies` that calls
:func:`register_tally`.
"""

import importlib
import itertools
import pkgutil
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

import numpy as np

from gongzhu_sim.errors import UsageError, nearest
from gongzhu_sim.rules import RuleSet

__all__ = [
    "DEALS",
    "LONGEST_MATCH",
    "MATCHES",
    "Tally",
    "get_tally",
    "is_passively_declared",
    "largest_score",
    "register_tally",
    "tally_names",
]

Key = str | int

DEALS: Final = "deals"
MATCHES: Final = "matches"

LONGEST_MATCH: Final = 1000
"""A study breaks matches off after so many deals: where totals drift away from the target on the
average, some would never end."""

_registry: dict[str, "Tally"] = {}


@dataclass(frozen=True)
class Tally:
    """A statistic as whole-number sums over deals or matches.

    Attributes
    ----------
    name : str
        How plans name it.
    title : str
        What it counts, in one line.
    keys : mapping of str to tuple
        Columns that tell the rows apart, each with its values in order.
    sums : tuple of str
        The columns that are added up, ``n`` (deals or matches) first.
    passive : bool
        True where the deals are played with nobody declaring, under rules in which cards can
        be declared; False where everybody declares as they please.
    count : callable
        ``count(packed, outcomes, sums)`` adds a block, an ndarray of OUTCOME or, of matches,
        of MATCH_OUTCOME, to ``sums``: int64 with an axis for each key and a last one for the
        sums.
    reach : callable
        From a rule set to the largest number, in absolute value, whose square is added up.
    unit : {"deals", "matches"}
        What is counted: single deals, or whole matches.
    reads_plays : bool
        Whether ``count`` reads ``plays`` or ``widths`` of the outcomes. Where no tally does,
        they are not noted, and some players are quicker.
    """

    name: str
    title: str
    keys: Mapping[str, tuple[Key, ...]]
    sums: tuple[str, ...]
    passive: bool
    count: Callable[[np.ndarray, np.ndarray, np.ndarray], Any]
    reach: Callable[[RuleSet], int]
    unit: str = DEALS
    reads_plays: bool = True

    @property
    def shape(self) -> tuple[int, ...]:
        """The shape of the array of sums."""
        return (*(len(values) for values in self.keys.values()), len(self.sums))

    def rows(self, sums: list[int]) -> Iterator[dict[str, Key]]:
        """Yield one dict a row, keys and sums, from the flattened sums."""
        numbers = iter(sums)
        for values in itertools.product(*self.keys.values()):
            row: dict[str, Key] = dict(zip(self.keys, values, strict=True))
            row.update((name, next(numbers)) for name in self.sums)
            yield row


def register_tally(tally: Tally) -> Tally:
    """Make a tally known by its name.

    Raises
    ------
    UsageError
        If the name is taken.
    """
    if tally.name in _registry:
        raise UsageError(f"tally {tally.name!r} is registered already")
    _registry[tally.name] = tally
    return tally


def tally_names() -> list[str]:
    """Return the names of all tallies, sorted.

    Examples
    --------
    >>> tally_names()
    ['declaring', 'matches', 'positions', 'scores', 'shoots']
    """
    package = importlib.import_module("gongzhu_sim.studies.tallies")
    for module in pkgutil.iter_modules(package.__path__):
        importlib.import_module(f"{package.__name__}.{module.name}")
    return sorted(_registry)


def get_tally(name: str) -> Tally:
    """Return a tally by its name.

    Raises
    ------
    UsageError
        If there is none; the message names the nearest.
    """
    known = tally_names()
    if name not in known:
        raise UsageError(f"unknown table {name!r}{nearest(name, known)}")
    return _registry[name]


def is_passively_declared(rules: RuleSet) -> bool:
    """Say whether passive tables are counted: each seat of one deck chooses what it declares.

    What the rules declare by themselves cannot be left undeclared, and with two decks a
    copy is played at a choice between two.
    """
    return rules.decks == 1 and rules.declaration.mode == "optional"


def largest_score(rules: RuleSet) -> int:
    """Return a bound on every seat's raw score, in points, whatever is declared.

    Parameters
    ----------
    rules : RuleSet

    Returns
    -------
    int
        At least the absolute value of any raw score.

    Examples
    --------
    >>> from gongzhu_sim.rules import load_rules
    >>> largest_score(load_rules("qq"))
    3200
    """
    hearts = rules.heart_values()
    all_hearts = rules.all_hearts.value
    decks, own = rules.decks, rules.declaration.self_capture
    declared = (4 if rules.declaration.first_draw else 2) ** decks
    most_hearts = decks * sum(abs(value) for value in hearts)
    if all_hearts != "flip":
        most_hearts = max(most_hearts, abs(int(all_hearts)))
    pigs_and_goats = decks * (abs(rules.values.pig) + abs(rules.values.goat)) * own
    parts = declared * (most_hearts * own**decks + pigs_and_goats)
    times = 2**decks * declared * own**decks
    bonus = max(abs(rules.all_hearts.bonus), abs(rules.slam.bonus))
    slam = rules.slam.value
    base = rules.slam.base * 2 ** (4 * decks)
    flat = base if slam == "total" else slam if isinstance(slam, int) else 0
    alone = max(abs(rules.values.transformer) * decks * declared * own, abs(rules.values.nothing))
    return max(parts * times + bonus, abs(flat) + bonus, alone)
