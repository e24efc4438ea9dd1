"""Hands and declarations as a program gives them: read strictly, whatever they are."""

from collections.abc import Mapping, Sequence

from gongzhu_sim.engine.reference.cards import check_card
from gongzhu_sim.errors import InputError

__all__ = ["read_declared", "read_hands"]


def read_hands(hands: object) -> dict[str, str | list[str]]:
    """Return hands by seat, each its text or a list of names of cards.

    Raises
    ------
    InputError
        If they have another form.
    """
    if not isinstance(hands, Mapping):
        raise InputError("hands must give each seat its cards, as text or as a list of names")
    return {
        seat: cards if isinstance(cards, str) else _read_names(cards, f"hands: {seat}")
        for seat, cards in hands.items()
    }


def read_declared(declared: object, where: str) -> dict[str, list[str]]:
    """Return declarations by seat, none for None; `where` is what messages call them.

    Raises
    ------
    InputError
        If they have another form.
    """
    if declared is None:
        return {}
    if not isinstance(declared, Mapping):
        raise InputError(f"{where} must give seats lists of cards")
    return {seat: _read_names(cards, f"{where}: {seat}") for seat, cards in declared.items()}


def _read_names(cards: object, where: str) -> list[str]:
    if not isinstance(cards, Sequence) or isinstance(cards, str):
        raise InputError(f"{where} must have a list of cards, not {cards!r}")
    names = list(cards)
    for name in names:
        if not isinstance(name, str):
            raise InputError(f"{where}: {name!r} is not the name of a card, such as 'C2'")
        check_card(name)
    return names
