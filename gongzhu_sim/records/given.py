"""Deals to be played again, read from records for their hands and first leader alone."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np

from gongzhu_sim.cards.layout import SEATS
from gongzhu_sim.engine.fixed import GIVEN
from gongzhu_sim.engine.reference.cards import Deck, check_dealt, parse_hand
from gongzhu_sim.engine.reference.leading import check_leader
from gongzhu_sim.errors import InputError, UsageError
from gongzhu_sim.records.arguments import read_hands
from gongzhu_sim.records.forms import CARD_INDICES, split_piles
from gongzhu_sim.records.reading import LONGEST_LINE, Line, parse_record, read_blocks
from gongzhu_sim.rules import RuleSet

__all__ = ["read_deals"]

_TWICE = 64  # where the second copies of a pile begin


def read_deals(path: str | Path, rules: RuleSet) -> np.ndarray:
    """Read the deals of a file of records.

    Parameters
    ----------
    path : str or Path
        One record a line. Of each the entries ``hands`` and ``leader`` are read and nothing
        else: neither its rules nor how it was played. Blank lines are skipped.
    rules : RuleSet
        The rules they will be played by: how many cards a hand has, and which card names the
        leader where a record names none.

    Returns
    -------
    ndarray of GIVEN, shape (deals,)
        In the order of the file; its deal indices are the numbers from 0 in this order.

    Raises
    ------
    UsageError
        If there is no such file.
    InputError
        If a line is wrong; the message names file, line and entry. Or if there is no line.
    """
    path = Path(path)
    if not path.is_file():
        problem = "is a folder, not a file of records" if path.is_dir() else "no such file"
        raise UsageError(f"{path}: {problem}")
    piles, leaders = [], []
    with open(path, "rb") as stream:
        for block in read_blocks(stream):
            for line in block:
                try:
                    hands, leader = _read_deal(line, rules)
                except InputError as error:
                    raise InputError(f"{path}: line {line.number}: {error}") from None
                piles.append(hands)
                leaders.append(leader)
    if not piles:
        raise InputError(f"{path}: no records")
    given = np.zeros(len(piles), GIVEN)
    given["hands"], given["hands_twice"] = split_piles(piles)
    given["leader"] = leaders
    return given


def _read_deal(line: Line, rules: RuleSet) -> tuple[list[int], int]:
    if line.content is None:
        raise InputError(f"longer than {LONGEST_LINE:,} bytes, which no record is")
    record = parse_record(line.content)
    if "hands" not in record:
        raise InputError("hands are missing")
    hands = read_hands(record["hands"])
    dealt = {seat: _parse_hand(hands[seat], seat) for seat in hands}
    check_dealt(dealt, Deck(copies=rules.decks))
    return [_stack(dealt[seat]) for seat in SEATS], SEATS.index(_find_leader(record, dealt, rules))


def _parse_hand(hand: str | list[str], seat: str) -> list[str]:
    if not isinstance(hand, str):
        return hand
    if seat not in SEATS:
        return []  # refused next, and with a better reason
    try:
        return parse_hand(hand)
    except InputError as error:
        raise InputError(f"hands: {seat}: {error}") from None


def _find_leader(record: Mapping[str, Any], dealt: Mapping[str, list[str]], rules: RuleSet) -> str:
    """Return the leader that a record names; else the holder of the card that the rules name."""
    leader = record.get("leader")
    if leader is not None and not isinstance(leader, str):
        raise InputError(f"leader: {leader!r} is not a seat; seats are N, W, S, E")
    # a leader that is named may be that of a later deal, which no card decides
    return check_leader(rules, dealt, leader=leader, first_deal=leader is None)


def _stack(cards: list[str]) -> int:
    once = twice = 0
    for card in cards:
        bit = 1 << CARD_INDICES[card]
        twice |= once & bit
        once |= bit
    return once | twice << _TWICE
