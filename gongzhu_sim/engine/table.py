"""The public table: all that every seat can see, in one structured record.

A strategy receives this record, its own hand and the legal cards, and nothing else:
hidden cards cannot be reached because they are not there. ``table.own`` is private to the
seat that is asked and is rewritten before every call.
"""

import numpy as np

from gongzhu_sim.rules.packed import RULES

__all__ = [
    "CHOOSE",
    "DECLARE",
    "DECLARE_DECISION",
    "N_PARAMS",
    "OUTCOME",
    "OWN",
    "SEATING",
    "TABLE",
    "lay_tables",
    "new_table",
]

N_PARAMS = 8
"""Whole-number parameters a strategy can have; boolean ones are bits of ``switches``."""

DECLARE_DECISION = 64
"""Number of the decision to declare; plays are numbered by their trick, from 0."""

OWN = np.dtype(
    [
        ("key", np.uint64),  # the seat's random key in this deal
        ("decision", np.int64),  # number of the decision, for `random_word`
        ("hand_twice", np.uint64),  # two decks: cards of which the seat holds both copies
        ("legal_twice", np.uint64),  # two decks: legal cards of which both copies may be played
        ("switches", np.uint64),  # boolean parameters, the first one lowest
        ("params", np.int64, N_PARAMS),
    ],
    align=True,
)
"""What is private to the seat asked."""

CHOOSE, DECLARE = 0, 1
"""What a seat's function is asked for: the first index into ``own`` and ``address``."""

SEATING = np.dtype(
    [
        ("index", np.uint64),  # of the deal that is played
        ("hands", np.uint64, 4),  # cards still held, at least one copy
        ("twice", np.uint64, 4),  # two decks: both copies
        ("dealt", np.uint64, (3, 4)),  # working space: hands, twice and first drawn as dealt
        ("key", np.uint64, 4),  # the seats' random keys in this deal
        ("own", OWN, (2, 4)),  # by role and seat: parameters
        ("alike", np.int64),  # 1: all have the same parameters, and `table.own` has them
        ("is_quick", np.uint64),  # 1: asking costs less than seeing whether there is a choice
        ("address", np.uint64, (2, 4)),  # by role and seat: the player's compiled function
    ],
    align=True,
)
"""What the engine knows of the seats and shows to nobody.

A record, not arrays: numba counts references to every array a kernel passes on, which cost
more than the play itself.
"""

TABLE = np.dtype(
    [
        ("declared", np.uint64),  # cards that stand declared, as far as the seat in turn sees
        ("declared_by", np.uint64, 4),  # the same by seat
        ("declared_twice_by", np.uint64, 4),
        ("n_declared_by", np.int64, 4),  # how many copies, the hidden ones too
        ("first_declared_by", np.uint64, 4),  # those declared at the first draw: factor 4
        ("revealed_by", np.uint64, 4),  # hidden declarations that were played
        ("revealed_twice_by", np.uint64, 4),
        ("factor", np.int64, 4),  # pig, goat, transformer, marker: product of the seen factors
        ("highest", np.int64, 4),  # the highest of them, at least 1
        ("n_declared", np.int64),  # copies seen to be declared
        ("seen", np.uint64),  # cards played so far, this trick's included
        ("seen_twice", np.uint64),
        ("captured", np.uint64, 4),  # scoring cards taken by each seat
        ("captured_twice", np.uint64, 4),
        ("own_captured", np.uint64, 4),  # two decks: declarable cards a seat took of its own
        ("own_captured_twice", np.uint64, 4),
        ("voids", np.uint64, 4),  # suits in which a seat has shown to be void, filled
        ("opened", np.uint64),  # suits whose first trick is over, filled
        ("led", np.uint64),  # the suit led to this trick, filled; 0 before the lead
        ("on_table", np.uint64),  # cards of this trick
        ("on_table_twice", np.uint64),
        ("played_by", np.uint64, 4),  # this trick's cards of each seat, 0 if none yet
        ("best", np.uint64),  # one deck and singles: the card that wins this trick so far
        ("best_strength", np.int64),  # two decks: strength of the best play so far
        ("winner", np.int64),  # the seat that wins this trick so far
        ("offender", np.int64),  # the seat that the colour penalty makes take it, -1 if none
        ("first_leader", np.int64),  # the seat that leads the deal
        ("leader", np.int64),  # the seat that leads this trick
        ("turn", np.int64),  # the seat that is asked
        ("trick", np.int64),  # number of this trick, from 0
        ("position", np.int64),  # 0 for the leader of the trick to 3 for the last
        ("width", np.int64),  # cards everybody plays to this trick, 1 or 2
        ("part", np.int64),  # 0, or 1 where the second of two cards is asked for
        ("first_part", np.uint64),  # what was chosen as the first
        ("pig_taker", np.int64),  # two decks: the first seat to capture a pig, -1 if none yet
        ("pig_holder", np.int64),  # who played the pig and the goat, -1 while nobody has
        ("goat_holder", np.int64),
        ("sides", np.int64),  # bit mask of the seats of one side; 0 without sides or unknown
        ("n_plays", np.int64),
        ("plays", np.uint8, 104),  # bit index of every card played, in order
        ("widths", np.uint8, 26),  # two decks: cards each seat played, by trick
        ("match_score", np.int64, 4),  # raw points before this deal
        ("own", OWN),
        ("rules", RULES),
    ],
    align=True,
)
"""The public table. Cards are masks (see :mod:`gongzhu_sim.cards.layout`)."""

OUTCOME = np.dtype(
    [
        ("index", np.uint64),  # the deal's index
        ("hands", np.uint64, 4),  # as dealt
        ("hands_twice", np.uint64, 4),  # two decks: cards dealt to a seat in both copies
        ("first_drawn", np.uint64, 4),  # the card each seat drew first
        ("declared", np.uint64),  # by anybody, at least one copy
        ("declared_by", np.uint64, 4),
        ("declared_twice_by", np.uint64, 4),
        ("first_declared_by", np.uint64, 4),  # at the first draw; also in `declared_by`
        ("factor", np.int64, 4),  # pig, goat, transformer, marker: product over declared copies
        ("highest", np.int64, 4),  # the highest of those factors, at least 1
        ("n_declared", np.int64),  # copies declared
        ("captured", np.uint64, 4),  # scoring cards by seat, at least one copy
        ("captured_twice", np.uint64, 4),  # both copies
        ("own", np.uint64, 4),  # declarable cards of which the seat took a copy dealt to itself
        ("own_twice", np.uint64, 4),  # and of which it took two such copies
        ("sides", np.int64),  # bit mask of the seats of one side; 0 without sides
        ("raw", np.int64, 4),  # points
        ("settled", np.int64, 4),  # half points
        ("slam", np.int64),  # the seat with a slam, -1 if none (pooled: the side's first seat)
        ("all_hearts", np.int64),  # the seat with all hearts and no slam, -1 if none
        ("leader", np.int64),  # the seat that led the deal
        ("pig_taker", np.int64),  # the seat first to capture a pig, -1 while it is out
        ("n_plays", np.int64),
        ("plays", np.uint8, 104),
        ("widths", np.uint8, 26),
    ],
    align=True,
)
"""What is kept of one deal."""


def new_table(packed: np.ndarray) -> np.ndarray:
    """Return a table under a packed rule set.

    Parameters
    ----------
    packed : ndarray of RULES, shape (1,)

    Returns
    -------
    ndarray of TABLE, shape (1,)
        Keep the array: a record taken out of it points into its memory.
    """
    room = np.zeros((1, TABLE.itemsize), np.uint8)
    _write(room, "rules", packed.tobytes())
    return np.ndarray(1, TABLE, room)


def lay_tables(
    packed: np.ndarray, seating: np.ndarray, *, lanes: int = 1
) -> tuple[np.ndarray, np.ndarray]:
    """Return tables under a packed rule set, and who sits at them.

    They share one piece of memory: the processor takes addresses that are some 4096 bytes apart
    for one at first, so their distance had better not be left to chance.

    Parameters
    ----------
    packed : ndarray of RULES, shape (1,)
    seating : ndarray of SEATING, shape (1,)
    lanes : int
        How many such tables.

    Returns
    -------
    tables, seatings : ndarrays of TABLE and SEATING, shape (lanes,)
    """
    end = lanes * TABLE.itemsize
    room = np.zeros(end + lanes * SEATING.itemsize, np.uint8)
    rows = room[:end].reshape(lanes, TABLE.itemsize)
    sitting = seating.tobytes()
    start = _place(SEATING, "own")
    _write(rows, "rules", packed.tobytes())
    _write(rows, "own", sitting[start : start + OWN.itemsize])
    room[end:].reshape(lanes, SEATING.itemsize)[:] = np.frombuffer(sitting, np.uint8)
    return np.ndarray(lanes, TABLE, room), np.ndarray(lanes, SEATING, room, end)


def _place(dtype: np.dtype, field: str) -> int:
    return dtype.fields[field][1]  # type: ignore[index]


def _write(rows: np.ndarray, field: str, octets: bytes) -> None:
    """Write a field of tables that are rows of octets: by NumPy's fields it takes 10 us."""
    start = _place(TABLE, field)
    rows[:, start : start + len(octets)] = np.frombuffer(octets, np.uint8)
