"""The quick reading of a record: its usual form, as masks and numbers, and nothing else.

It says None about a line it does not understand, wrong or merely unusual; such a line is left
to the strict reading and to the reference engine.
"""

from collections.abc import Sequence
from itertools import chain
from typing import Literal, NamedTuple

import msgspec

from gongzhu_sim.cards.layout import SEATS
from gongzhu_sim.records.forms import CARD_INDICES, RankSets

__all__ = ["Game", "read_game"]

_SEAT_INDEX = {seat: index for index, seat in enumerate(SEATS)}
_RANK_SETS = RankSets()
_NO_LEADER = -1
_SEATS = len(SEATS)
_CARDS = 104
_NOTHING = (0, 0, 0, 0)

_Seat = Literal["N", "W", "S", "E"]
_Declared = dict[_Seat, list[str]] | msgspec.UnsetType | None


class _Hands(msgspec.Struct, forbid_unknown_fields=True):
    N: str
    W: str
    S: str
    E: str


class _Entries(msgspec.Struct, forbid_unknown_fields=True):
    rules: msgspec.Raw
    hands: _Hands
    declared: _Declared = msgspec.UNSET
    first_declared: _Declared = msgspec.UNSET
    first_deal: bool | msgspec.UnsetType = msgspec.UNSET
    leader: _Seat | msgspec.UnsetType | None = msgspec.UNSET
    tricks: list[list[str]] | msgspec.UnsetType = msgspec.UNSET


class _Plays(dict[str, bytes]):
    """The bit indices of the cards of a play, by its text; only plays of one or two are kept."""

    def __missing__(self, text: str) -> bytes:
        if len(text) not in (2, 4):
            raise KeyError(text)
        cards = bytes([CARD_INDICES[text[at : at + 2]] for at in range(0, len(text), 2)])
        self[text] = cards
        return cards


_PLAYS = _Plays()
_DECODER = msgspec.json.Decoder(_Entries)


class Game(NamedTuple):
    """A record ready for the compiled engine; only its form has been checked.

    Attributes
    ----------
    rules : bytes
        The JSON of its ``rules`` entry.
    hands, declared, first_declared : tuple of four int
        Piles by seat (see :mod:`gongzhu_sim.records.forms`); first-draw declarations are one
        card a seat at most, and none of them counts in `declared`.
    leader : int
        -1 if the record names none.
    first_deal : bool
    plays : bytes
        Bit indices of the cards in the order of play, from whole tricks but for the last.
    widths : bytes
        How many cards each seat plays, by trick.
    """

    rules: bytes
    hands: tuple[int, ...]
    declared: tuple[int, ...]
    first_declared: tuple[int, ...]
    leader: int
    first_deal: bool
    plays: bytes
    widths: bytes


def read_game(line: bytes) -> Game | None:
    """Read a line quickly.

    Parameters
    ----------
    line : bytes

    Returns
    -------
    Game or None
        None if it is not JSON, has a key twice, or anything in it is wrong or unusual.
    """
    try:
        entries = _DECODER.decode(line)
        plays, widths = _read_tricks(entries.tricks)
        hands = entries.hands
        game = Game(
            bytes(entries.rules),
            (
                _read_hand(hands.N),
                _read_hand(hands.W),
                _read_hand(hands.S),
                _read_hand(hands.E),
            ),
            _read_declared(entries.declared),
            _read_declared(entries.first_declared, at_most=1),
            _NO_LEADER if not entries.leader else _SEAT_INDEX[entries.leader],
            entries.first_deal is not False,
            plays,
            widths,
        )
    except (msgspec.DecodeError, RecursionError, UnicodeDecodeError, KeyError, ValueError):
        return None
    # Of a key that stands twice the decoder keeps the last value. Each key has its colon.
    colons = _count_keys(entries) + game.rules.count(b":")
    return game if line.count(b":") == colons else None


def _count_keys(entries: _Entries) -> int:
    n_keys = 2 + len(SEATS)  # the rules and the hands, and the seats of these
    for declared in (entries.declared, entries.first_declared):
        if declared is not msgspec.UNSET:
            n_keys += 1 + len(declared or ())
    n_keys += entries.first_deal is not msgspec.UNSET
    n_keys += entries.leader is not msgspec.UNSET
    return n_keys + (entries.tricks is not msgspec.UNSET)


def _read_hand(text: str) -> int:
    spades, hearts, diamonds, clubs = text.split(".")
    sets = _RANK_SETS
    return sets[spades] | sets[hearts] << 16 | sets[diamonds] << 32 | sets[clubs] << 48


def _read_declared(entry: _Declared, *, at_most: int = 8) -> tuple[int, ...]:
    if not entry:
        return _NOTHING
    piles = [0, 0, 0, 0]
    for seat, cards in entry.items():
        if len(cards) > at_most:
            raise ValueError("too many cards are declared")
        once = twice = 0
        for card in cards:
            bit = 1 << CARD_INDICES[card]
            if twice & bit:
                raise ValueError("a card is declared three times")
            twice |= once & bit
            once |= bit
        piles[_SEAT_INDEX[seat]] = once | twice << 64
    return tuple(piles)


def _read_tricks(tricks: Sequence[Sequence[str]] | msgspec.UnsetType) -> tuple[bytes, bytes]:
    """Return the cards played, and how many each seat plays to each trick."""
    if not tricks:
        return b"", b""
    sizes = [*map(len, tricks)]
    n_whole = sizes.count(_SEATS)
    if n_whole < len(sizes) - 1 or (n_whole < len(sizes) and sizes[-1] >= _SEATS):
        raise ValueError("a trick that is not whole before the last, or too many plays in it")
    begun = len(tricks) if sizes[-1] else len(tricks) - 1
    try:  # much the commonest: single cards
        plays = bytes(map(CARD_INDICES.__getitem__, chain.from_iterable(tricks)))
        widths = b"\1" * begun
    except KeyError:
        plays, widths = _read_wide_tricks(tricks[:begun])
    if len(plays) > _CARDS:
        raise ValueError("too many plays")
    return plays, widths


def _read_wide_tricks(tricks: Sequence[Sequence[str]]) -> tuple[bytes, bytes]:
    widths = []
    for trick in tricks:
        (size,) = {*map(len, trick)}  # ValueError if not all plays are equally wide
        widths.append(size // 2)
    plays = b"".join(map(_PLAYS.__getitem__, chain.from_iterable(tricks)))
    return plays, bytes(widths)
