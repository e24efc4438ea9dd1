"""Scoring a deal: raw scores from what each seat captured.

The rules, in the order in which a holder's cards are looked at (a holder is a seat or, where
partners pool their cards, a side):

1. No scoring card: `values.nothing`.
2. Hearts part: the sum of the hearts, or `all_hearts.value` for all of them, times h.
3. Pig and goat parts, each copy times F and its self-capture factor; their signs may turn
   when somebody holds all hearts.
4. The transformer multiplies the sum of the two.
5. The transformer alone has a value of its own.
6. `all_hearts.bonus` is added.
7. A slam, every scoring card, replaces 2 to 6.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from math import prod
from typing import Any

from gongzhu_sim.engine.reference.cards import GOAT, PIG, SEATS, TRANSFORMER
from gongzhu_sim.engine.reference.declaring import (
    Declarations,
    declarable_cards,
    marker_card,
)
from gongzhu_sim.engine.reference.settling import Number, settle_deal

__all__ = ["HEART_SCHEDULES", "Capture", "Scores", "Sheet", "heart_value", "score_deal"]

HEART_SCHEDULES = {
    "standard": (0, 0, 0, -10, -10, -10, -10, -10, -10, -20, -30, -40, -50),
    "pips": (-2, -3, -10, -5, -6, -7, -8, -9, -10, -20, -30, -40, -50),
    "scientific": (-10, -10, -10, -10, -10, -10, -10, -10, -10, -20, -30, -40, -50),
}
"""The values of the hearts from 2 to A, in points."""


@dataclass(frozen=True)
class Capture:
    """A captured scoring card: which, who was dealt (and so played) it, and who took it."""

    card: str
    dealt_to: str
    taken_by: str


@dataclass
class Sheet:
    """How one holder's raw score comes about.

    Attributes
    ----------
    kind : str
        ``"nothing"``, ``"slam"``, ``"alone"`` (transformer with nothing beside it) or
        ``"sum"``.
    hearts, hearts_factor : int
        The hearts' sum (or all-hearts value) before h, and h.
    all_hearts : bool
        Whether the holder has every heart and scores them as such.
    pig, goat : int
        The pig and goat parts, with all their factors and any change of sign.
    multiplier : int
        What the transformers multiply the sum by, 1 without one.
    bonus : int
        What is added unmultiplied.
    total : int
        The raw score.
    """

    kind: str = "nothing"
    hearts: int = 0
    hearts_factor: int = 1
    all_hearts: bool = False
    pig: int = 0
    goat: int = 0
    multiplier: int = 1
    bonus: int = 0
    total: int = 0


@dataclass
class Scores:
    """The scores of a deal.

    Attributes
    ----------
    raw, settled : dict
        Seat to its score, in points. A pooled side's raw score stands at its first seat.
    events : list of str
        ``"slam:N"`` or ``"all_hearts:W"``, none otherwise.
    sheets : dict
        Holder's seat to how its raw score came about.
    turned : tuple of str
        The cards (pig, goat) whose sign turned for somebody holding all hearts.
    """

    raw: dict[str, int]
    settled: dict[str, Number]
    events: list[str] = field(default_factory=list)
    sheets: dict[str, Sheet] = field(default_factory=dict)
    turned: tuple[str, ...] = ()


def heart_value(rules: Any, card: str) -> int:
    """Return the base value of a heart, in points."""
    schedule = rules.values.hearts
    values = HEART_SCHEDULES[schedule] if isinstance(schedule, str) else schedule
    return values["23456789TJQKA".index(card[1])]


@dataclass(frozen=True)
class _Table:
    """What all holders' scores depend on."""

    rules: Any
    declarations: Declarations
    captured: list[Capture]

    def own(self, capture: Capture) -> int:
        """Return s: the self-capture factor of one captured copy."""
        itself = capture.dealt_to == capture.taken_by
        if itself and capture.card in declarable_cards(self.rules):
            return self.rules.declaration.self_capture
        return 1

    def hearts_factor(self) -> int:
        """Return h. A self-captured marker doubles all hearts for all (a house reading)."""
        marker = marker_card(self.rules)
        own = prod(self.own(each) for each in self.captured if each.card == marker)
        return self.declarations.product(marker) * own

    def part(self, cards: list[Capture], card: str, value: int) -> int:
        """Return the part of the pigs or of the goats: each copy its value × F × s."""
        factor = self.declarations.product(card)
        return sum(value * factor * self.own(each) for each in cards if each.card == card)


def score_deal(
    rules: Any,
    captured: Mapping[str, Sequence[Capture]],
    declarations: Declarations,
    *,
    sides: Sequence[Sequence[str]] | None = None,
) -> Scores:
    """Score and settle a deal.

    Parameters
    ----------
    rules : RuleSet
        The rules.
    captured : mapping
        Seat to the scoring cards it captured; a seat with none may be left out.
    declarations : Declarations
        What stood declared.
    sides : sequence, optional
        The sides, where there are any.

    Returns
    -------
    Scores
        Raw and settled scores, events, and how they came about.
    """
    everything = [each for seat in SEATS for each in captured.get(seat, [])]
    table = _Table(rules, declarations, everything)
    pooled = sides is not None and rules.teams.pooled
    groups = sides if sides is not None and pooled else [[seat] for seat in SEATS]
    # A pooled side's score is written at its first seat (N or W where partners sit opposite).
    holders = {
        group[0]: [each for seat in group for each in captured.get(seat, [])] for group in groups
    }

    def score_all(turned: Mapping[str, Sequence[str]]) -> Scores:
        sheets = {seat: _score(table, holders[seat], turned.get(seat, ())) for seat in holders}
        raw = {seat: sheets[seat].total if seat in sheets else 0 for seat in SEATS}
        return Scores(raw, settle_deal(rules, raw, sides=sides), sheets=sheets)

    plain = score_all({})
    slam = [seat for seat, sheet in plain.sheets.items() if sheet.kind == "slam"]
    full = [seat for seat, sheet in plain.sheets.items() if sheet.all_hearts]
    if slam:
        plain.events.append(f"slam:{slam[0]}")
    if not full:
        return plain

    # Colour change: somebody holds all hearts without a slam.
    shooter = full[0]
    cards = [
        card
        for card, setting in ((PIG, rules.all_hearts.pig), (GOAT, rules.all_hearts.goat))
        if setting == "flip"
    ]
    touched = list(holders) if rules.all_hearts.scope == "everyone" else [shooter]
    changed = score_all({seat: cards for seat in touched})
    result = changed
    if rules.all_hearts.choice and changed.settled[shooter] <= plain.settled[shooter]:
        result = plain
    if result is changed:
        result.turned = tuple(cards)
    result.events.append(f"all_hearts:{shooter}")
    return result


def _score(table: _Table, cards: list[Capture], turned: Sequence[str]) -> Sheet:
    """Score one holder's captures; the signs of the `turned` cards are changed."""
    rules = table.rules
    names = [each.card for each in cards]
    if not names:
        return Sheet("nothing", total=rules.values.nothing)
    hearts = [name for name in names if name[0] == "H"]
    all_hearts = len(hearts) == 13 * rules.decks
    every_card = len(names) == 16 * rules.decks
    if every_card and rules.slam.value != "none":
        return _score_slam(table, cards)

    sheet = Sheet("sum", hearts_factor=table.hearts_factor(), all_hearts=all_hearts)
    sheet.hearts = sum(heart_value(rules, name) for name in hearts)
    if all_hearts:
        sheet.hearts = _all_hearts_value(rules, sheet.hearts)
        sheet.bonus = rules.all_hearts.bonus
    sheet.pig = table.part(cards, PIG, rules.values.pig) * (-1 if PIG in turned else 1)
    sheet.goat = table.part(cards, GOAT, rules.values.goat) * (-1 if GOAT in turned else 1)
    together = sheet.hearts * sheet.hearts_factor + sheet.pig + sheet.goat

    transformers = [each for each in cards if each.card == TRANSFORMER]
    if transformers and _counts_as_alone(rules, names, together):
        sheet.kind = "alone"
        highest = table.declarations.highest(TRANSFORMER)
        # Each of two transformers alone counts for itself (a house reading).
        alone = sum(rules.values.transformer * highest * table.own(each) for each in transformers)
        sheet.total = alone + sheet.bonus
        return sheet
    if transformers:
        if len(transformers) == 1:
            sheet.multiplier = 2 * table.declarations.highest(TRANSFORMER)
        else:
            sheet.multiplier = 4 * table.declarations.product(TRANSFORMER)
        sheet.multiplier *= prod(table.own(each) for each in transformers)
    sheet.total = together * sheet.multiplier + sheet.bonus
    return sheet


def _all_hearts_value(rules: Any, total: int) -> int:
    """Return what all hearts count before h; `total` is the sum of their values."""
    return -total if rules.all_hearts.value == "flip" else rules.all_hearts.value


def _counts_as_alone(rules: Any, names: list[str], together: int) -> bool:
    """Tell whether the transformer stands alone, given the sum of what is beside it."""
    beside = [name for name in names if name != TRANSFORMER]
    if not beside:
        return True
    if together != 0 or rules.transformer.zero_is_alone == "never":
        return False
    if rules.transformer.zero_is_alone == "always":
        return True
    return all(name[0] == "H" and heart_value(rules, name) == 0 for name in beside)


def _score_slam(table: _Table, cards: list[Capture]) -> Sheet:
    """Score every scoring card in one holder's hands."""
    rules, declarations = table.rules, table.declarations
    sheet = Sheet("slam", bonus=rules.slam.bonus)
    if rules.slam.value == "shares":
        # The online rule as the book has it (a house reading); all shares are positive.
        total = sum(heart_value(rules, each.card) for each in cards if each.card[0] == "H")
        sheet.hearts = abs(_all_hearts_value(rules, total))
        sheet.hearts_factor = table.hearts_factor()
        sheet.pig = abs(table.part(cards, PIG, rules.values.pig))
        sheet.goat = abs(table.part(cards, GOAT, rules.values.goat))
        sheet.multiplier = 2 * declarations.product(TRANSFORMER)
        sheet.multiplier *= prod(table.own(each) for each in cards if each.card == TRANSFORMER)
        shares = sheet.hearts * sheet.hearts_factor + sheet.pig + sheet.goat
        sheet.total = shares * sheet.multiplier + sheet.bonus
    elif rules.slam.value == "total":
        sheet.multiplier = 2 ** declarations.count()
        sheet.total = rules.slam.base * sheet.multiplier + sheet.bonus
    else:
        sheet.total = rules.slam.value + sheet.bonus
    return sheet
