"""Why a play is refused: one sentence that names trick, seat, card and rule."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gongzhu_sim.engine.reference.cards import SEATS, SUIT_WORDS, sort_cards
from gongzhu_sim.engine.reference.legality import Play, locked_copies
from gongzhu_sim.errors import InputError

if TYPE_CHECKING:
    from gongzhu_sim.engine.reference.playing import Deal

__all__ = ["RuleBroken", "explain_refusal"]


class RuleBroken(InputError):
    """A play that the rules do not allow."""


def explain_refusal(deal: Deal, play: Play) -> str:
    """Say which rule forbids a play to the seat whose turn it is.

    Parameters
    ----------
    deal : Deal
        The deal before the play.
    play : tuple of str
        The play refused, in canonical order.

    Returns
    -------
    str
        For example ``"trick 3: W plays H7 but holds SK and spades were led"``.
    """
    seat = deal.trick.turn
    why = _not_in_hand(deal, seat, play)
    if why is None:
        why = _bad_follow(deal, seat, play) if deal.trick.plays else _bad_lead(deal, seat, play)
    return f"trick {len(deal.tricks)}: {seat} plays {''.join(play)}{why}"


def _held(deal: Deal, seat: str) -> list[str]:
    return [copy.card for copy in deal.hands[seat]]


def _named(cards: list[str], *, word: str = "and") -> str:
    """Join names for a sentence."""
    cards = list(dict.fromkeys(cards))
    if len(cards) < 2:
        return "".join(cards)
    return ", ".join(cards[:-1]) + f" {word} {cards[-1]}"


def _not_in_hand(deal: Deal, seat: str, play: Play) -> str | None:
    held = _held(deal, seat)
    for card in play:
        copies, wanted = held.count(card), play.count(card)
        if copies >= wanted:
            continue
        if copies:
            return f" but holds {card} only once"
        if card in deal.dealt[seat]:
            before = [
                str(number)
                for number, trick in enumerate(deal.tricks, start=1)
                if len(trick.plays) == 4 and card in trick.play_of(seat)
            ]
            return f" but has already played {card} in trick {_named(before)}"
        holders = [other for other in SEATS if card in deal.dealt[other]]
        return f" but does not hold {card} (dealt to {_named(holders)})"
    return None


def _bad_lead(deal: Deal, seat: str, play: Play) -> str:
    if len(play) == 2 and deal.rules.decks == 1:
        return " but one card is led at a time with one deck"
    if len(play) == 2 and play[0] != play[1]:
        return " but only a single card or two identical cards may be led"
    if deal.must_lead is not None and play[0] != deal.must_lead:
        return f" but must lead {deal.must_lead}"
    others = [card for card in _held(deal, seat) if card[0] != "H"]
    if play[0][0] == "H" and deal.hearts_barred and others:
        return f" but holds {others[0]} and hearts may not be led before one has been played"
    return _locked(deal, seat, play, cards=_held(deal, seat))


def _bad_follow(deal: Deal, seat: str, play: Play) -> str:
    led = deal.trick.plays[0]
    if len(play) != len(led):
        return " but one card was led" if len(led) == 1 else " but two cards were led"
    suit, word = led[0][0], SUIT_WORDS[led[0][0]]
    in_suit = [card for card in _held(deal, seat) if card[0] == suit]
    played_in_suit = [card for card in play if card[0] == suit]
    if len(led) == 1:
        if in_suit and not played_in_suit:
            return f" but holds {in_suit[0]} and {word} were led"
        return _locked(deal, seat, play, cards=in_suit or _held(deal, seat))
    if len(played_in_suit) < min(2, len(in_suit)):
        rest = list(in_suit)
        for card in played_in_suit:
            rest.remove(card)
        return f" but holds {rest[0]} and a pair of {word} was led"
    pairs = [legal for legal in deal.legal_plays() if legal[0] == legal[1]]
    if len(in_suit) >= 2 and pairs and play[0] != play[1]:
        held = _named(["".join(pair) for pair in pairs])
        return f" but holds the pair {held} and a pair of {word} was led"
    if len(in_suit) >= 2:
        return _locked(deal, seat, play, cards=in_suit)
    return _locked(deal, seat, play, cards=[c for c in _held(deal, seat) if c[0] != suit])


def _locked(deal: Deal, seat: str, play: Play, *, cards: list[str]) -> str:
    """Say which card of a play is locked and which cards are free; `cards` could be played."""
    plays = deal.trick.plays
    locked = locked_copies(
        deal.hands[seat],
        led_suit=plays[0][0][0] if plays else None,
        suits_led=deal.suits_led,
        discard_before_led=deal.rules.declaration.discard_before_led,
    )
    bound = [copy.card for copy in locked]
    card = next(card for card in play if card in bound)
    free = list(cards)
    for name in bound:
        if name in free:
            free.remove(name)
    names = _named(sort_cards(free))
    return (
        f" but {card} is declared and locked until {SUIT_WORDS[card[0]]} have been led once; "
        f"free: {names}"
    )
