"""What is known of a deal, read and checked: for constrained dealing.

Here it is plain Python numbers; :mod:`gongzhu_sim.cards.dealer` works out the same for kernels.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import combinations
from math import comb, factorial, prod
from typing import Any

import numpy as np

from gongzhu_sim.cards.layout import DECK, SEATS, SUITS
from gongzhu_sim.cards.text import card_index, card_names, parse_hand
from gongzhu_sim.errors import InputError, UsageError, nearest

__all__ = ["Cards", "Situation", "count_ways", "find_fault", "read_situation"]

Cards = int | np.uint64 | str | Iterable[str]
"""A mask, a hand as text (``AKQ52.T98.J43.T7``), or names of cards; with two decks text and
names can repeat a card."""

_DECK = int(DECK)


@dataclass(frozen=True)
class Situation:
    """What is known, checked: planes of cards (at least once, twice) and counts by seat."""

    decks: int
    hidden: tuple[int, int]
    known: tuple[tuple[int, int], ...]
    forbidden: tuple[int, ...]  # hidden cards a seat cannot hold, and others
    need: tuple[int, ...]  # hidden cards a seat receives

    def classes(self) -> dict[tuple[int, ...], tuple[int, int]]:
        """Return the hidden cards by the seats that may hold them, as planes."""
        found: dict[tuple[int, ...], tuple[int, int]] = {}
        open_seats = [seat for seat in range(4) if self.need[seat]]
        for index in range(64):
            card = 1 << index
            if self.hidden[0] & card:
                seats = tuple(seat for seat in open_seats if not self.forbidden[seat] & card)
                once, twice = found.get(seats, (0, 0))
                found[seats] = once | card, twice | (self.hidden[1] & card)
        return found


def _size(planes: tuple[int, int]) -> int:
    return planes[0].bit_count() + planes[1].bit_count()


def _read_cards(cards: Cards, decks: int, what: str) -> tuple[int, int]:
    """Return cards as planes: at least once, twice."""
    if isinstance(cards, (int, np.integer)):
        mask = int(cards)
        if mask < 0 or mask & ~_DECK:
            raise UsageError(f"{what}: mask {mask:#x} has bits that are no card")
        return mask, 0
    if isinstance(cards, str):
        suits = cards.strip().upper().replace("10", "T").split(".")
        if len(suits) != 4:
            parse_hand(cards)  # says how a hand is written
        cards = [suit + rank for suit, ranks in zip(SUITS, suits, strict=True) for rank in ranks]
    once = twice = 0
    for name in cards:
        card = 1 << card_index(name)
        if once & card and (decks == 1 or twice & card):
            raise InputError(f"{what}: {name} stands more than {'once' if decks == 1 else 'twice'}")
        twice |= once & card
        once |= card
    return once, twice


def _by_seat(given: Mapping[str, Any] | None, default: Any, what: str) -> list[Any]:
    """Return one value a seat from a mapping by names of seats."""
    values = dict.fromkeys(SEATS, default)
    for name, value in (given or {}).items():
        if name not in values:
            raise UsageError(f"{what}: {name!r} is not a seat{nearest(str(name), SEATS)}")
        values[name] = value
    return list(values.values())


def read_situation(
    decks: int,
    known: Mapping[str, Cards] | None,
    voids: Mapping[str, str] | None,
    forbidden: Mapping[str, Cards] | None,
    need: Mapping[str, int] | None,
    hidden: Cards | None,
) -> Situation:
    """Check what is known; see :func:`gongzhu_sim.cards.constrained.deal_constrained`.

    Raises
    ------
    UsageError
        If a seat or suit is unknown or a number out of range.
    InputError
        If cards are given twice.
    """
    if decks not in (1, 2):
        raise UsageError(f"decks {decks!r} is not 1 or 2")
    held = [_read_cards(cards, decks, "known") for cards in _by_seat(known, 0, "known")]
    bars = [
        _read_cards(each, decks, "forbidden")[0] for each in _by_seat(forbidden, 0, "forbidden")
    ]
    for seat, suits in enumerate(_by_seat(voids, "", "voids")):
        for suit in suits:
            if suit not in SUITS:
                raise UsageError(f"voids: {suit!r} is not a suit{nearest(suit, SUITS)}")
            bars[seat] |= 0x1FFF << 16 * SUITS.index(suit)
    left = [_DECK, _DECK if decks == 2 else 0]  # at least once, twice
    for seat, planes in enumerate(held):
        for plane in planes:
            if missing := plane & ~left[0]:
                raise InputError(
                    f"known: {card_names(missing)[0]} of {SEATS[seat]} is held by others already"
                )
            left = [(left[0] & ~plane) | (left[1] & plane), left[1] & ~plane]
    planes = (left[0], left[1])
    if hidden is not None:
        planes = _read_cards(hidden, decks, "hidden")
        for given, free in zip(planes, left, strict=True):
            if given & ~free:
                raise InputError(f"hidden: {card_names(given & ~free)[0]} is known to be held")
    full = 13 * decks
    wants = _by_seat(need, None, "need")
    for seat, name in enumerate(SEATS):
        room = full - _size(held[seat])
        if room < 0:
            raise InputError(f"known: {name} holds {full - room} cards, more than {full}")
        wants[seat] = room if wants[seat] is None else wants[seat]
        if not isinstance(wants[seat], (int, np.integer)) or not 0 <= wants[seat] <= full:
            raise UsageError(f"need: {name} has {wants[seat]!r}, which is not from 0 to {full}")
    return Situation(decks, planes, tuple(held), tuple(bars), tuple(int(n) for n in wants))


def find_fault(situation: Situation) -> str | None:
    """Return why no deal is possible, or None: Hall's condition, the plainest reason first."""
    need, classes = situation.need, situation.classes()
    total, n_hidden = sum(need), _size(situation.hidden)
    if total != n_hidden:
        return f"the seats need {total} cards and {n_hidden} are hidden"
    if nowhere := classes.get(()):
        return f"no seat may hold {card_names(nowhere[0])[0]}"
    seats = [seat for seat in range(4) if need[seat]]
    for n in range(1, len(seats)):
        for some in combinations(seats, n):
            wanted = sum(need[seat] for seat in some)
            may = sum(_size(cards) for held, cards in classes.items() if set(held) & set(some))
            must = sum(_size(cards) for held, cards in classes.items() if set(held) <= set(some))
            names = " and ".join(SEATS[seat] for seat in some)
            needs, place = ("needs", "there") if n == 1 else ("together need", "with them")
            if may < wanted:
                there = f"only {may} of the hidden ones may lie {place}"
            elif must > wanted:
                there = f"{must} of the hidden ones can lie nowhere else"
            else:
                continue
            return f"{names} {needs} {wanted} cards and {there}"
    return None


def count_ways(situation: Situation) -> int:
    """Return the exact number of deals; the copies of a card are different things.

    Parameters
    ----------
    situation : Situation

    Returns
    -------
    int
    """
    if find_fault(situation):
        return 0
    classes = sorted(situation.classes().items(), key=lambda each: _size(each[1]))
    if not classes:
        return 1
    ways = {situation.need: 1}  # by what each seat still needs
    for seats, cards in classes[:-1]:
        states = {(rest, _size(cards)): n for rest, n in ways.items()}
        for seat in seats:
            following: dict[tuple[tuple[int, ...], int], int] = {}
            may_leave = seat != seats[-1]
            for (rest, left), n in states.items():
                most = min(rest[seat], left)
                for taken in range(0 if may_leave else left, most + 1):
                    after = (*rest[:seat], rest[seat] - taken, *rest[seat + 1 :])
                    state = (after, left - taken)
                    following[state] = following.get(state, 0) + n * comb(left, taken)
            states = following
        ways = {rest: n for (rest, _), n in states.items()}
    seats, cards = classes[-1]
    barred = set(range(4)) - set(seats)
    return sum(
        n * factorial(_size(cards)) // prod(map(factorial, rest))
        for rest, n in ways.items()
        if not any(rest[seat] for seat in barred)
    )
