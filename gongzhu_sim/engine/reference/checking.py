"""Checking a game record card by card, scoring it, and writing one.

A record is the JSON object of one game: hands, declarations, leader and tricks. Reading its
`rules` entry is left to the caller, who passes the rules.
"""

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from gongzhu_sim.engine.reference.cards import SEATS, print_hand
from gongzhu_sim.engine.reference.declaring import FIRST_DRAW
from gongzhu_sim.engine.reference.legality import Play
from gongzhu_sim.engine.reference.playing import Deal
from gongzhu_sim.engine.reference.settling import Number
from gongzhu_sim.errors import InputError

__all__ = ["check_record", "make_record", "score_record"]

KEYS = ("rules", "hands", "declared", "first_declared", "first_deal", "leader", "tricks")


def check_record(
    record: Mapping[str, Any], rules: Any, *, legal: list[list[Play]] | None = None
) -> Deal:
    """Play a record through, checking every card.

    Parameters
    ----------
    record : mapping
        The record as read from JSON.
    rules : RuleSet
        Its rules.
    legal : list, optional
        Receives the legal plays at every play made.

    Returns
    -------
    Deal
        The deal after the last play of the record.

    Raises
    ------
    InputError
        If an entry is wrong; `RuleBroken`, one of these, if a play is.
    """
    for key in record:
        if key not in KEYS:
            raise InputError(f"{key!r} is not an entry of a record; entries are {', '.join(KEYS)}")
    if "hands" not in record:
        raise InputError("hands are missing")
    hands = record["hands"]
    if not isinstance(hands, Mapping) or not all(isinstance(text, str) for text in hands.values()):
        raise InputError("hands must give each seat its cards as text")
    first_deal = record.get("first_deal", True)
    if not isinstance(first_deal, bool):
        raise InputError("first_deal must be true or false")
    leader = record.get("leader")
    if leader is not None and not isinstance(leader, str):
        raise InputError("leader must be the name of a seat")
    deal = Deal(
        rules,
        hands,
        declared=_read_declared(record, "declared"),
        first_declared=_read_declared(record, "first_declared"),
        leader=leader,
        first_deal=first_deal,
    )
    tricks = record.get("tricks", [])
    if not isinstance(tricks, list):
        raise InputError("tricks must be a list of tricks, each a list of plays")
    for number, plays in enumerate(tricks, start=1):
        if not isinstance(plays, list) or not all(isinstance(text, str) for text in plays):
            raise InputError(f"trick {number} must be a list of plays, each a text")
        if len(plays) > 4:
            raise InputError(f"trick {number} has {len(plays)} plays instead of 4")
        if len(plays) < 4 and number < len(tricks):
            raise InputError(f"trick {number} has {len(plays)} plays but another trick follows")
        for text in plays:
            if legal is not None:
                legal.append(deal.legal_plays())
            deal.play(text)
    return deal


def _read_declared(record: Mapping[str, Any], key: str) -> dict[str, list[str]]:
    """Return an entry that gives seats lists of cards."""
    entry = record.get(key)
    if entry is None:
        return {}
    if not isinstance(entry, Mapping) or not all(
        isinstance(cards, list) and all(isinstance(card, str) for card in cards)
        for cards in entry.values()
    ):
        raise InputError(f"{key} must give seats lists of cards")
    return {seat: list(cards) for seat, cards in entry.items()}


def score_record(record: Mapping[str, Any], rules: Any, *, legal: bool = False) -> dict[str, Any]:
    """Check a record and return what `gongzhu score` prints for it, less the line number.

    Parameters
    ----------
    record : mapping
        The record as read from JSON.
    rules : RuleSet
        Its rules.
    legal : bool
        Whether to list the legal plays at every play made.

    Returns
    -------
    dict
        ``{"ok": True, "complete": …, "declared": …, …}``, or ``{"ok": False, "error": …}``.
    """
    lists: list[list[Play]] = []
    try:
        deal = check_record(record, rules, legal=lists)
    except InputError as error:
        return {"ok": False, "error": str(error)}
    scores = deal.scores() if deal.complete else None
    settled = scores.settled if scores else {}
    result: dict[str, Any] = {
        "ok": True,
        "complete": deal.complete,
        "declared": deal.declared(),
        "captured": deal.captured_cards(),
        "raw": {seat: scores.raw[seat] for seat in SEATS} if scores else None,
        "settled": {seat: _as_json(settled[seat]) for seat in SEATS} if scores else None,
        "events": scores.events if scores else [],
        "next_leader": deal.next_leader() if scores else None,
    }
    if legal:
        result["legal"] = [["".join(play) for play in plays] for plays in lists]
    return result


def _as_json(number: Number) -> int | float:
    """Return a whole number as an integer and a half as a decimal fraction."""
    return float(number) if isinstance(number, Fraction) else number


def make_record(deal: Deal) -> dict[str, Any]:
    """Write a deal, as far as it has been played, as a record.

    The `rules` entry is the rules' name. What the rules made compulsory is listed too.
    """
    declared: dict[str, list[str]] = {}
    first_declared: dict[str, list[str]] = {}
    for seat in SEATS:
        for card, factor in deal.declarations.by_seat[seat]:
            entry = first_declared if factor == FIRST_DRAW else declared
            entry.setdefault(seat, []).append(card)
    return {
        "rules": deal.rules.name,
        "hands": {seat: print_hand(deal.dealt[seat]) for seat in SEATS},
        "declared": declared,
        "first_declared": first_declared,
        "first_deal": deal.first_deal,
        "leader": deal.first_leader,
        "tricks": [["".join(play) for play in trick.plays] for trick in deal.tricks if trick.plays],
    }
