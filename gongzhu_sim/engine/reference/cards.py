"""Cards, seats and decks as names, and the text forms of hands and plays.

A card is its name: suit then rank, ``"SQ"``, with ``T`` for ten. Two equal cards of a
two-deck game have the same name; the copies are told apart by who was dealt them.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from gongzhu_sim.errors import InputError

__all__ = [
    "GOAT",
    "PIG",
    "RANKS",
    "SEATS",
    "SUITS",
    "SUIT_WORDS",
    "TRANSFORMER",
    "Copy",
    "Deck",
    "card_order",
    "check_card",
    "check_dealt",
    "is_scoring",
    "next_seat",
    "parse_hand",
    "parse_play",
    "play_order",
    "print_hand",
    "sort_cards",
]

SEATS = ("N", "W", "S", "E")
"""Seats in order of play, which is counter-clockwise; N and S sit opposite."""

SUITS = "SHDC"
RANKS = "AKQJT98765432"
SUIT_WORDS = {"S": "spades", "H": "hearts", "D": "diamonds", "C": "clubs"}

PIG = "SQ"
GOAT = "DJ"
TRANSFORMER = "CT"


@dataclass(frozen=True)
class Deck:
    """The cards of a game: every suit with every rank, each `copies` times.

    Examples
    --------
    >>> Deck(suits="SH", ranks="AK").cards()
    ['SA', 'SK', 'HA', 'HK']
    >>> len(Deck(copies=2).cards())
    104
    """

    suits: str = SUITS
    ranks: str = RANKS
    copies: int = 1

    def cards(self) -> list[str]:
        """List all cards in canonical order, equal ones side by side."""
        names = [suit + rank for suit in self.suits for rank in self.ranks]
        return sort_cards(names * self.copies)


@dataclass(frozen=True)
class Copy:
    """One physical card: its name, the seat it was dealt to, and its factor.

    The factor is 1 for an undeclared card, 2 for one declared in the ordinary way and 4
    for one declared at the first draw.
    """

    card: str
    dealt_to: str
    factor: int = 1

    @property
    def suit(self) -> str:
        """The suit letter."""
        return self.card[0]

    @property
    def declared(self) -> bool:
        """Whether this copy was declared."""
        return self.factor > 1


def next_seat(seat: str) -> str:
    """Return the seat that plays after `seat`."""
    return SEATS[(SEATS.index(seat) + 1) % 4]


def is_scoring(card: str) -> bool:
    """Tell whether a card is one of the scoring cards: pig, goat, transformer, any heart."""
    return card[0] == "H" or card in (PIG, GOAT, TRANSFORMER)


def card_order(card: str) -> tuple[int, int]:
    """Return the key of the canonical order: spades, hearts, diamonds, clubs, high to low."""
    return SUITS.index(card[0]), RANKS.index(card[1])


def play_order(play: tuple[str, ...]) -> list[tuple[int, int]]:
    """Return the key that orders plays card by card, a shorter play first.

    Examples
    --------
    >>> sorted([("SK",), ("SA", "S5"), ("SA", "SA"), ("SA",)], key=play_order)
    [('SA',), ('SA', 'SA'), ('SA', 'S5'), ('SK',)]
    """
    return [card_order(card) for card in play]


def sort_cards(cards: Iterable[str]) -> list[str]:
    """Return the cards in canonical order.

    Examples
    --------
    >>> sort_cards(["C2", "HT", "SQ", "SK"])
    ['SK', 'SQ', 'HT', 'C2']
    """
    return sorted(cards, key=card_order)


def check_card(text: str) -> str:
    """Return `text` if it names a card.

    Raises
    ------
    InputError
        If it does not.
    """
    if len(text) != 2 or text[0] not in SUITS or text[1] not in RANKS:
        raise InputError(
            f"{text!r} is not a card; a card is a suit of {SUITS} and a rank of {RANKS}"
        )
    return text


def parse_play(text: str) -> tuple[str, ...]:
    """Read a play of one or two cards, in either order, into canonical order.

    Examples
    --------
    >>> parse_play("S8SQ")
    ('SQ', 'S8')
    """
    if len(text) not in (2, 4):
        raise InputError(f"{text!r} is not a play; a play is one card, or two written together")
    return tuple(sort_cards(check_card(text[at : at + 2]) for at in range(0, len(text), 2)))


def parse_hand(text: str) -> list[str]:
    """Read a hand: spades.hearts.diamonds.clubs; a two-deck hand repeats a rank.

    Examples
    --------
    >>> parse_hand("AQ..J.T2")
    ['SA', 'SQ', 'DJ', 'CT', 'C2']
    """
    parts = text.split(".")
    if len(parts) != 4:
        raise InputError(
            f"hand {text!r} has {len(parts)} suits instead of 4: spades.hearts.diamonds.clubs"
        )
    cards = []
    for suit, ranks in zip(SUITS, parts, strict=True):
        for rank in ranks:
            if rank not in RANKS:
                raise InputError(f"hand {text!r}: {rank!r} is not a rank; ranks are {RANKS}")
            cards.append(suit + rank)
    return sort_cards(cards)


def print_hand(cards: Iterable[str]) -> str:
    """Write a hand as text; the inverse of `parse_hand`.

    Examples
    --------
    >>> print_hand(["C2", "SQ", "CT", "SA", "DJ"])
    'AQ..J.T2'
    """
    ordered = sort_cards(cards)
    return ".".join("".join(card[1] for card in ordered if card[0] == suit) for suit in SUITS)


def check_dealt(hands: Mapping[str, list[str]], deck: Deck) -> None:
    """Check that four hands of equal size use up a deck exactly.

    Raises
    ------
    InputError
        Naming the seat that is missing, the hand of the wrong size, or the card dealt too
        often (a card dealt too often is why another is missing).
    """
    for seat in SEATS:
        if seat not in hands:
            raise InputError(f"hands: seat {seat} is missing")
    for seat in hands:
        if seat not in SEATS:
            raise InputError(f"hands: {seat!r} is not a seat; seats are N, W, S, E")
    size = len(deck.cards()) // 4
    for seat in SEATS:
        if len(hands[seat]) != size:
            raise InputError(f"hands: {seat} has {len(hands[seat])} cards instead of {size}")
    dealt = Counter(card for seat in SEATS for card in hands[seat])
    for card in sort_cards(dealt):
        if dealt[card] > deck.copies:
            holders = ", ".join(seat for seat in SEATS for held in hands[seat] if held == card)
            times = {1: "once", 2: "twice"}.get(deck.copies, f"{deck.copies} times")
            raise InputError(f"hands: {card} is dealt to {holders} but the deck has it {times}")
