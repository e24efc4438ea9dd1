"""Declaring: which cards may be declared, which must be, and by what they multiply.

The declarable cards are the pig, the goat, the transformer and the marker heart. A card
declared in the ordinary way has factor 2, one declared at the first draw factor 4.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from math import prod
from typing import Any

from gongzhu_sim.engine.reference.cards import (
    GOAT,
    PIG,
    SEATS,
    TRANSFORMER,
    card_order,
    check_card,
    next_seat,
    sort_cards,
)
from gongzhu_sim.errors import InputError

__all__ = [
    "FIRST_DRAW",
    "ORDINARY",
    "Declarations",
    "allowed_cards",
    "declarable_cards",
    "hold_declaring",
    "marker_card",
    "settle_declarations",
]

Ask = Callable[[str, list[str], list[str], dict[str, list[str]]], Sequence[str]]

ORDINARY, FIRST_DRAW = 2, 4


def marker_card(rules: Any) -> str:
    """Return the heart whose declaration doubles all hearts."""
    return "H" + rules.declaration.marker


def declarable_cards(rules: Any) -> list[str]:
    """Return the four cards that have a declaration, whether or not the mode allows it."""
    return sort_cards([PIG, marker_card(rules), GOAT, TRANSFORMER])


def _open_cards(rules: Any) -> list[str]:
    """Return the cards that may stand declared under the mode of these rules."""
    # Where the pig's and the goat's holders are partners nobody declares, whatever the mode.
    if rules.declaration.mode == "none" or rules.teams.mode == "pig_goat":
        return []
    if rules.declaration.mode == "all_but_goat":
        return [card for card in declarable_cards(rules) if card != GOAT]
    return declarable_cards(rules)


@dataclass(frozen=True)
class Declarations:
    """What stands declared in a deal: for each seat its cards, each with its factor.

    Attributes
    ----------
    by_seat : dict
        Seat to a list of (card, factor), in canonical order; a seat with none has an
        empty list. In two decks each declared copy is an entry.
    """

    by_seat: dict[str, list[tuple[str, int]]]

    def cards(self, seat: str) -> list[str]:
        """Return the declared cards of a seat in canonical order."""
        return [card for card, _ in self.by_seat[seat]]

    def factors(self, card: str) -> list[int]:
        """Return the factors of all declared copies of a card, whoever holds them."""
        return [factor for seat in SEATS for name, factor in self.by_seat[seat] if name == card]

    def product(self, card: str) -> int:
        """Return F: the product of the factors of the declared copies, 1 if none."""
        return prod(self.factors(card))

    def highest(self, card: str) -> int:
        """Return the largest factor of the declared copies, 1 if none."""
        return max([1, *self.factors(card)])

    def count(self) -> int:
        """Return the number of declared cards; in two decks each copy counts."""
        return sum(len(self.by_seat[seat]) for seat in SEATS)


def settle_declarations(
    rules: Any,
    hands: Mapping[str, Sequence[str]],
    *,
    declared: Mapping[str, Sequence[str]] | None = None,
    first_declared: Mapping[str, Sequence[str]] | None = None,
) -> Declarations:
    """Check what the seats declared and add what the rules make compulsory.

    Parameters
    ----------
    rules : RuleSet
        The rules.
    hands : mapping
        Seat to its cards as dealt.
    declared, first_declared : mapping, optional
        Seat to the cards it declared in the ordinary way, and at the first draw (one at
        most). A copy stands in one of the two. Compulsory ones may be listed or not.

    Returns
    -------
    Declarations
        Everything that stands declared before the first lead.

    Raises
    ------
    InputError
        If a card is declared that may not be, or by a seat that does not hold it.
    """
    by_seat: dict[str, list[tuple[str, int]]] = {seat: [] for seat in SEATS}
    for seat, cards in _each_seat(first_declared, where="first_declared"):
        if cards and not rules.declaration.first_draw:
            raise InputError(
                f"first_declared: {seat} declares {cards[0]} but these rules have no "
                "first-draw declaring"
            )
        if len(cards) > 1:
            raise InputError(
                f"first_declared: {seat} declares {', '.join(cards)} but a seat has one first card"
            )
        for card in cards:
            _add(by_seat, rules, hands, seat, card, FIRST_DRAW, where="first_declared")
    for seat, cards in _each_seat(declared, where="declared"):
        for card in cards:
            _add(by_seat, rules, hands, seat, card, ORDINARY, where="declared")
    _add_compulsory(by_seat, rules, hands)
    for seat in SEATS:
        by_seat[seat].sort(key=lambda entry: (card_order(entry[0]), -entry[1]))
    return Declarations(by_seat)


def _each_seat(
    named: Mapping[str, Sequence[str]] | None, *, where: str
) -> list[tuple[str, Sequence[str]]]:
    """Return (seat, cards) in order of the seats, after checking the seats' names."""
    named = named or {}
    for seat in named:
        if seat not in SEATS:
            raise InputError(f"{where}: {seat!r} is not a seat; seats are N, W, S, E")
    return [(seat, named[seat]) for seat in SEATS if seat in named]


def _add(
    by_seat: dict[str, list[tuple[str, int]]],
    rules: Any,
    hands: Mapping[str, Sequence[str]],
    seat: str,
    card: str,
    factor: int,
    *,
    where: str,
) -> None:
    """Add one declaration a seat chose to make, or say why it may not."""
    check_card(card)
    what = f"{where}: {seat} declares {card}"
    open_cards = _open_cards(rules)
    if card not in declarable_cards(rules):
        raise InputError(
            f"{what}, which cannot be declared; declarable: {', '.join(declarable_cards(rules))}"
        )
    if not open_cards:
        raise InputError(f"{what} but nobody declares under these rules")
    if card not in open_cards:
        raise InputError(f"{what} but the goat may not be declared under these rules")
    held = list(hands[seat]).count(card)
    if held == 0:
        holders = " and ".join(other for other in SEATS if card in hands[other])
        raise InputError(f"{what} but does not hold it (dealt to {holders})")
    already = [name for name, _ in by_seat[seat]].count(card)
    if already == held:
        times = "once" if held == 1 else "twice"
        raise InputError(f"{what} more often than it holds it ({times})")
    by_seat[seat].append((card, factor))


def _add_compulsory(
    by_seat: dict[str, list[tuple[str, int]]], rules: Any, hands: Mapping[str, Sequence[str]]
) -> None:
    """Add the declarations that the rules make for the seats, all of the ordinary factor."""
    mode = rules.declaration.mode
    standing = [card for seat in SEATS for card, _ in by_seat[seat]]
    if mode in ("all", "all_but_goat"):
        compulsory = _open_cards(rules)
    elif rules.declaration.forced_last and rules.decks == 1 and len(standing) == 3:
        # The last of the four follows the other three; a first-draw declaration is one of them.
        compulsory = [card for card in declarable_cards(rules) if card not in standing]
    else:
        compulsory = []
    for seat in SEATS:
        for card in compulsory:
            declared = [name for name, _ in by_seat[seat]].count(card)
            missing = list(hands[seat]).count(card) - declared
            by_seat[seat] += [(card, ORDINARY)] * missing


def allowed_cards(rules: Any, hand: Sequence[str], *, declared: Sequence[str] = ()) -> list[str]:
    """Return the cards a seat may still choose to declare, in canonical order.

    Empty where declaring is by rule alone. In two decks a card held twice and not yet
    declared is listed twice.

    Parameters
    ----------
    rules : RuleSet
        The rules.
    hand : sequence of str
        The seat's cards.
    declared : sequence of str
        What the seat has declared already.
    """
    if rules.declaration.mode != "optional":
        return []
    left = [card for card in hand if card in _open_cards(rules)]
    for card in declared:
        left.remove(card)
    return sort_cards(left)


def hold_declaring(
    rules: Any,
    hands: Mapping[str, Sequence[str]],
    *,
    leader: str,
    ask: Ask,
    first_drawn: Mapping[str, str] | None = None,
) -> Declarations:
    """Ask the seats what they declare, in the way the rules lay down.

    First the first draws, each knowing only that card. Then either every seat decides on
    its own hand alone (simultaneous), or the seats are asked in order of play from the
    first leader, seeing what stands declared, until four in a row add nothing (sequential).

    Parameters
    ----------
    rules : RuleSet
        The rules.
    hands : mapping
        Seat to its cards.
    leader : str
        The first leader.
    ask : callable
        ``ask(seat, hand, allowed, shown) -> cards``: `allowed` is what the seat may declare,
        `shown` what it sees standing, seat to cards. With hidden declaring the cards of the
        others are shown as ``"??"``.
    first_drawn : mapping, optional
        Seat to the first card it drew; used where the rules have first-draw declaring.
    """
    chosen: dict[str, list[str]] = {seat: [] for seat in SEATS}
    at_first: dict[str, list[str]] = {seat: [] for seat in SEATS}
    order = [leader]
    while len(order) < 4:
        order.append(next_seat(order[-1]))

    def stand() -> Declarations:
        return settle_declarations(rules, hands, declared=chosen, first_declared=at_first)

    if rules.declaration.first_draw:
        for seat in order:
            card = (first_drawn or {}).get(seat)
            if card is not None and allowed_cards(rules, [card]):
                at_first[seat] += ask(seat, [card], [card], {})

    if rules.declaration.order == "simultaneous":
        for seat in order:
            allowed = allowed_cards(rules, hands[seat], declared=at_first[seat])
            if allowed:
                chosen[seat] += ask(seat, list(hands[seat]), allowed, {})
        return stand()

    passes, turn = 0, leader
    while passes < 4:
        standing = stand()
        allowed = allowed_cards(rules, hands[turn], declared=standing.cards(turn))
        added: list[str] = []
        if allowed:
            shown = {seat: standing.cards(seat) for seat in SEATS}
            if rules.declaration.hidden:
                others = [seat for seat in SEATS if seat != turn]
                shown.update({seat: ["??"] * len(shown[seat]) for seat in others})
            added = list(ask(turn, list(hands[turn]), allowed, shown))
        chosen[turn] += added
        passes = 0 if added else passes + 1
        turn = next_seat(turn)
    return stand()
