"""The public table: all that every seat can see, in one structured record.

A strategy receives this record, its own hand and the legal cards, and nothing else:
hidden cards cannot be reached because they are not there. ``table.own`` is private to the
seat that is asked and is rewritten before every call.
"""

import numpy as np

from gongzhu_sim.rules.packed import RULES

__all__ = ["DECLARE_DECISION", "N_PARAMS", "OUTCOME", "OWN", "TABLE", "new_table"]

N_PARAMS = 8
"""Whole-number parameters a strategy can have; boolean ones are bits of ``switches``."""

DECLARE_DECISION = 64
"""Number of the decision to declare; plays are numbered by their trick, from 0."""

OWN = np.dtype(
    [
        ("key", np.uint64),  # the seat's random key in this deal
        ("decision", np.int64),  # number of the decision, for `random_word`
        ("switches", np.uint64),  # boolean parameters, the first one lowest
        ("params", np.int64, N_PARAMS),
    ],
    align=True,
)
"""What is private to the seat asked."""

TABLE = np.dtype(
    [
        ("declared", np.uint64),  # cards that stand declared
        ("declared_by", np.uint64, 4),  # the same by seat
        ("seen", np.uint64),  # cards played so far, this trick's included
        ("captured", np.uint64, 4),  # scoring cards taken by each seat
        ("voids", np.uint64, 4),  # suits in which a seat has shown to be void, filled
        ("opened", np.uint64),  # suits whose first trick is over, filled
        ("led", np.uint64),  # the suit led to this trick, filled; 0 before the lead
        ("on_table", np.uint64),  # cards of this trick
        ("best", np.uint64),  # the card that wins this trick so far
        ("played_by", np.uint64, 4),  # this trick's card of each seat, 0 if none yet
        ("winner", np.int64),  # the seat that wins this trick so far
        ("first_leader", np.int64),  # the seat that leads the deal
        ("leader", np.int64),  # the seat that leads this trick
        ("turn", np.int64),  # the seat that is asked
        ("trick", np.int64),  # number of this trick, from 0
        ("position", np.int64),  # 0 for the leader of the trick to 3 for the last
        ("n_plays", np.int64),
        ("plays", np.uint8, 52),  # bit index of every card played, in order
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
        ("declared", np.uint64),
        ("captured", np.uint64, 4),  # scoring cards by seat
        ("raw", np.int64, 4),  # points
        ("settled", np.int64, 4),  # half points
        ("leader", np.int64),  # the seat that led the deal
        ("n_plays", np.int64),
        ("plays", np.uint8, 52),
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
    table = np.zeros(1, TABLE)
    table["rules"] = packed
    return table
