"""What the ladder plays: its parts, and the cells of each.

A search that plays its worlds out with the very opponent it meets knows that opponent. So
`expert` never does in a matrix: against one of those who usually play its worlds out, it seats
another in its place. In the part on best responses, where that knowledge is the point, the
search is given it.
"""

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from itertools import combinations, permutations
from typing import Any, Final

from gongzhu_sim.analysis.ladder.cells import Cell, DeclaringCell, MeetingCell, Responder
from gongzhu_sim.errors import UsageError, nearest

__all__ = ["CURVE", "MATRIX", "PARTS", "Part", "build_parts"]

PARTS: Final = ("sides", "alone", "double", "double-sides", "worlds", "responses", "declaring")
"""Names of the parts, in the order in which they are played."""

MATRIX, CURVE, LIST = "matrix", "curve", "list"
"""Kinds of parts: everybody against everybody, one player at many strengths, single cells."""

_RULE_PLAYERS = ("random", "plain", "cautious", "shooter", "hunter", "folk")
_ALL = (*_RULE_PLAYERS, "greedy", "learned", "expert")
_FEW = ("random", "plain", "folk", "learned", "expert")
_WORLDS = {8: 6_000, 16: 6_000, 32: 6_000, 64: 6_000, 128: 4_000, 256: 3_000, 512: 3_000}
_FEWEST = 4  # deals of a cell, however small the scale


@dataclass(frozen=True)
class Part:
    """A part of the ladder.

    Attributes
    ----------
    name : str
    kind : str
        ``MATRIX``, ``CURVE`` or ``LIST``.
    title : str
        One line.
    about : str
        A few sentences for whoever reads the tables.
    cells : mapping of tuple to Cell
        By what they stand for: the two players' labels in a matrix, the worlds on a curve (as
        text, after the player's label), else a label and the opponent's.
    extra : mapping of tuple to Cell
        Beside a matrix.
    players : tuple of str
        Labels of a matrix, the weakest expected first.
    """

    name: str
    kind: str
    title: str
    about: str
    cells: Mapping[tuple[str, str], Cell]
    extra: Mapping[tuple[str, str], Cell]
    players: tuple[str, ...] = ()

    def all_cells(self) -> list[Cell]:
        """Return all cells, in the order of play."""
        return [*self.cells.values(), *self.extra.values()]


def build_parts(names: Iterable[str] | None = None, *, scale: float = 1.0) -> list[Part]:
    """Return parts of the ladder.

    Parameters
    ----------
    names : iterable of str, optional
        Which; all by default. They come in the order of :data:`PARTS`.
    scale : float
        Numbers of deals and budgets of time are multiplied by it.

    Raises
    ------
    UsageError
        If a name is unknown or the scale is not above 0.

    Examples
    --------
    >>> [part.kind for part in build_parts(["worlds", "sides"])]
    ['matrix', 'curve']
    """
    if not (scale > 0 and math.isfinite(scale)):
        raise UsageError(f"scale {scale:g} is not a number above 0")
    wanted = set(PARTS if names is None else names)
    for name in wanted:
        if name not in PARTS:
            raise UsageError(f"the ladder has no part {name!r}{nearest(name, PARTS)}")
    return [_scale(_BUILDERS[name](), scale) for name in PARTS if name in wanted]


def _scale(part: Part, scale: float) -> Part:
    def change(cells: Mapping[Any, Cell]) -> dict[Any, Cell]:
        scaled = {}
        for key, cell in cells.items():
            budget = None if cell.seconds is None else cell.seconds * scale
            deals = max(_FEWEST, round(cell.deals * scale))
            scaled[key] = replace(cell, deals=deals, seconds=budget)
        return scaled

    return replace(part, cells=change(part.cells), extra=change(part.extra))


_INSTEAD = {
    "learned": ":rollout=folk:others=hunter",
    "folk": ":others=hunter",
    "random": ":novice=learned",
}
"""How `expert` plays worlds out without the player it meets."""


def _name_expert(worlds: int, against: str) -> str:
    """Return an expert that does not play worlds out with its opponent."""
    return f"expert:worlds={worlds}{_INSTEAD.get(against, '')}"


def _build_matrix(
    players: tuple[str, ...],
    *,
    rules: str,
    seats: str,
    worlds: int,
    deals: int,
    slow: Mapping[str, int],
) -> dict[tuple[str, str], Cell]:
    """Return the cells of a matrix.

    `slow` says how many deals the players that search play; a cell has the fewest of the two's.
    """
    pairs = combinations(reversed(players), 2) if seats == "sides" else permutations(players, 2)
    cells: dict[tuple[str, str], Cell] = {}
    for a, b in pairs:
        cells[a, b] = MeetingCell(
            rules,
            seats,
            _name_expert(worlds, b) if a == "expert" else a,
            _name_expert(worlds, a) if b == "expert" else b,
            min(slow.get(a, deals), slow.get(b, deals)),
        )
    # quick ones first: the tables fill up early
    return dict(sorted(cells.items(), key=lambda item: -item[1].deals))


def _build_sides() -> Part:
    rules, seats = "scrofazero", "sides"
    slow = {"expert": 2_000, "greedy": 10_000}
    blind = "expert:worlds=200:rollout=folk:others=hunter:infer=off"
    return Part(
        "sides",
        MATRIX,
        "Two against two, scrofazero",
        "Each deal is played twice, the cards moved on by one seat. What a side scores beyond the "
        "other. `expert` plays out 200 worlds, never with whom it meets: against `learned` it "
        "seats `folk` and `hunter`, against `folk`, `learned` and `hunter`. It still weighs worlds "
        "by what `learned` would have played (`infer`); beside the matrix stands what is left "
        "without that.",
        _build_matrix(_ALL, rules=rules, seats=seats, worlds=200, deals=40_000, slow=slow),
        {("expert, knowing nothing", "learned"): MeetingCell(rules, seats, blind, "learned", 2000)},
        _ALL,
    )


def _build_alone() -> Part:
    slow = {"expert": 1_000, "greedy": 4_000}
    return Part(
        "alone",
        MATRIX,
        "One against three, qq",
        "Rows sit in one seat among three of the column, each deal four times, so that the one "
        "holds each hand once. Everybody declares. What the one scores beyond the mean of the "
        "three. `expert` plays out 60 worlds.",
        _build_matrix(_ALL, rules="qq", seats="one", worlds=60, deals=20_000, slow=slow),
        {},
        _ALL,
    )


def _build_double() -> Part:
    return Part(
        "double",
        MATRIX,
        "Two decks, one against three, qq-double",
        "As with one deck, one seat among three. `expert` plays out 20 worlds.",
        _build_matrix(
            _FEW, rules="qq-double", seats="one", worlds=20, deals=10_000, slow={"expert": 600}
        ),
        {},
        _FEW,
    )


def _build_double_sides() -> Part:
    return Part(
        "double-sides",
        MATRIX,
        "Two decks, two against two, qq-double-partners",
        "Each deal is played twice. `expert` plays out 20 worlds.",
        _build_matrix(
            _FEW,
            rules="qq-double-partners",
            seats="sides",
            worlds=20,
            deals=20_000,
            slow={"expert": 1_000},
        ),
        {},
        _FEW,
    )


def _build_worlds() -> Part:
    cells: dict[tuple[str, str], Cell] = {
        ("expert", str(worlds)): MeetingCell(
            "scrofazero", "sides", _name_expert(worlds, "folk"), "folk", deals
        )
        for worlds, deals in _WORLDS.items()
    }
    return Part(
        "worlds",
        CURVE,
        "What more worlds bring: expert over folk, scrofazero, two against two",
        "All strengths meet `folk` on the same deals with the same random numbers. Differences are "
        "estimated deal by deal on those that both have played.",
        cells,
        {},
    )


def _build_responses() -> Part:
    rules, seats = "qq", "one"
    nested = Responder("pimc:worlds=20", "pimc:worlds=8", "pimc-8")
    cells: dict[tuple[str, str], Cell] = {
        ("folk", "folk"): MeetingCell(rules, seats, "pimc:worlds=256:rollout=folk", "folk", 4_000),
        ("folk, weighing worlds", "folk"): MeetingCell(
            rules, seats, "expert:worlds=200:rollout=folk:novice=folk", "folk", 2_000
        ),
        ("a stronger player", "pimc:worlds=8"): MeetingCell(
            rules, seats, "expert:worlds=200", "pimc:worlds=8", 1_000
        ),
        ("pimc:worlds=8", "pimc:worlds=8"): MeetingCell(
            rules, seats, nested, "pimc:worlds=8", 1_000_000, seconds=1_200.0
        ),
    }
    return Part(
        "responses",
        LIST,
        "Best responses: one seat that knows how the other three play, qq",
        "A search that plays its worlds out with the very opponent gains on it at most what the "
        "best answer does: each gain is a lower bound on how far the opponent can be exploited, "
        "declaring included. So is what any other player gains. Against itself every player gains "
        "0 here. Where the opponent is itself a search, so is every play of the rollouts; how many "
        "deals that allows is a matter of time, 20 minutes.",
        cells,
        {},
    )


def _build_declaring() -> Part:
    player, ways = "expert:worlds=60", ("never", "folk")
    cells: dict[tuple[str, str], Cell] = {
        ("one", "qq"): DeclaringCell("qq", "one", player, ways, 4_000),
        ("sides", "qq-partners"): DeclaringCell("qq-partners", "sides", player, ways, 6_000),
    }
    return Part(
        "declaring",
        LIST,
        "What declaring gains the expert",
        "The same `expert` with 60 worlds in the same seats on the same deals, declaring by its "
        "race, never, or by the rules of `folk`; the others are `expert` and declare. Where two "
        "ways declare alike the deal is a draw without being played.",
        cells,
        {},
    )


_BUILDERS: Final = {
    "sides": _build_sides,
    "alone": _build_alone,
    "double": _build_double,
    "double-sides": _build_double_sides,
    "worlds": _build_worlds,
    "responses": _build_responses,
    "declaring": _build_declaring,
}
