"""The entries of a record as masks and numbers: the quick reading, which gives no reasons."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from gongzhu_sim.cards.layout import SEATS
from gongzhu_sim.records.forms import CARD_INDICES, RankSets

__all__ = ["ENTRIES", "Game", "read_game"]

ENTRIES = frozenset(
    ("rules", "hands", "declared", "first_declared", "first_deal", "leader", "tricks")
)
"""All that a record may say."""

_SEAT_INDEX = {seat: index for index, seat in enumerate(SEATS)}
_RANK_SETS = RankSets()
_NO_LEADER = -1
_CARDS = 52
_NOTHING = (0, 0, 0, 0)


class Game(NamedTuple):
    """A record of one deck, ready for the compiled engine; nothing is checked but its form.

    Attributes
    ----------
    hands, declared : tuple of four int
        Masks, by seat.
    leader : int
        -1 if the record names none.
    first_deal : bool
    plays : bytes
        Bit indices of the cards in the order of play, from complete tricks but for the last.
    """

    hands: tuple[int, ...]
    declared: tuple[int, ...]
    leader: int
    first_deal: bool
    plays: bytes


def read_game(record: Mapping[str, Any]) -> Game | None:
    """Read a record's entries.

    Parameters
    ----------
    record : mapping
        As :func:`gongzhu_sim.records.reading.parse_record` returns it.

    Returns
    -------
    Game or None
        None if an entry is missing, unknown or not of its form: the reference engine says why.
    """
    try:
        return _read(record)
    except (AttributeError, KeyError, TypeError, ValueError):
        return None  # not a text, unknown name, not hashable, too few or too many parts


def _read(record: Mapping[str, Any]) -> Game | None:
    if not ENTRIES.issuperset(record):
        return None
    hands = record["hands"]
    first_deal = record.get("first_deal", True)
    if len(hands) != len(SEATS) or type(first_deal) is not bool:
        return None
    if any(_read_declared(record.get("first_declared"))):
        return None  # rules with a first draw are not built yet
    leader = record.get("leader")
    plays = _read_tricks(record.get("tricks", []))
    if plays is None:
        return None
    return Game(
        (
            _read_hand(hands["N"]),
            _read_hand(hands["W"]),
            _read_hand(hands["S"]),
            _read_hand(hands["E"]),
        ),
        _read_declared(record.get("declared")),
        _NO_LEADER if leader is None else _SEAT_INDEX[leader],
        first_deal,
        plays,
    )


def _read_hand(text: str) -> int:
    spades, hearts, diamonds, clubs = text.split(".")
    sets = _RANK_SETS
    return sets[spades] | sets[hearts] << 16 | sets[diamonds] << 32 | sets[clubs] << 48


def _read_declared(entry: Any) -> tuple[int, ...]:
    if entry is None or entry == {}:
        return _NOTHING
    masks = [0, 0, 0, 0]
    for seat, cards in entry.items():
        if type(cards) is not list:
            raise TypeError
        mask = 0
        for card in cards:
            bit = 1 << CARD_INDICES[card]
            if mask & bit:
                raise ValueError
            mask |= bit
        masks[_SEAT_INDEX[seat]] = mask
    return tuple(masks)


def _read_tricks(tricks: Any) -> bytes | None:
    if type(tricks) is not list:
        return None
    sizes = []
    for trick in tricks:
        if type(trick) is not list:
            return None
        sizes.append(len(trick))
    full = sizes.count(4)
    if full < len(sizes) and (full < len(sizes) - 1 or sizes[-1] > 4 or sizes[-1] == 4):
        return None
    indices = CARD_INDICES
    plays = bytes([indices[card] for trick in tricks for card in trick])
    return plays if len(plays) <= _CARDS else None
