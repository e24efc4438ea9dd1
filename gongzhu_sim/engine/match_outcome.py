"""What is kept of a match, and how a deal is added to it."""

from typing import Any

import numpy as np

from gongzhu_sim.cards.compiling import inner_kernel
from gongzhu_sim.rules.matches import end_deal

__all__ = ["MATCH_DEAL", "MATCH_OUTCOME", "add_to_match", "begin_match"]

_EVERYBODY = np.int64(0b1111)

MATCH_OUTCOME = np.dtype(
    [
        ("index", np.uint64),  # the match's index
        ("n_deals", np.int64),
        ("totals", np.int64, 4),  # points at the end, awards included; of partners the side's
        ("settled", np.int64, 4),  # half points, added up beside the totals
        ("pigs", np.int64),  # bit mask of seats, N being bit 0
        ("first_leader", np.int64),  # the seat that led the first deal
        ("last_leader", np.int64),  # the seat that led the last deal
        ("leader_changes", np.int64),  # deals led by another seat than the deal before
        ("ahead", np.int64),  # bit mask of the seat, or the side, that is or last was ahead
        ("lead_changes", np.int64),  # how often another seat or side came to be ahead
        ("shoots", np.int64, 4),  # deals in which the seat made a slam or took all hearts
        ("award_points", np.int64, 4),  # what awards brought the seat's side, in points
    ],
    align=True,
)
"""What is kept of one match.

A seat, or a side of partners, is ahead once its total alone is the highest, and stays so
while others are merely equal to it. The first one to be ahead changes nothing.
"""

MATCH_DEAL = np.dtype(
    [
        ("match", np.uint64),  # the match's index
        ("number", np.int64),  # of the deal in its match, from 0
        ("leader", np.int64),  # the seat that led it
        ("totals", np.int64, 4),  # points after it
    ],
    align=True,
)
"""What is kept of one deal of a match."""


@inner_kernel
def begin_match(played: Any, awards: Any) -> None:
    """Clear what is kept of a match, and the awards that its seats have had."""
    played.n_deals = 0
    played.pigs = 0
    played.leader_changes = 0
    played.ahead = 0
    played.lead_changes = 0
    for seat in range(4):
        played.totals[seat] = 0
        played.settled[seat] = 0
        played.shoots[seat] = 0
        played.award_points[seat] = 0
        awards[seat] = 0


@inner_kernel
def _note_leader(played: Any, leader: Any) -> None:
    if played.n_deals == 0:
        played.first_leader = leader
    elif leader != played.last_leader:
        played.leader_changes += 1
    played.last_leader = leader


@inner_kernel
def _note_ahead(played: Any, partners: Any) -> None:
    """Note who is ahead; partners, who have one total, are ahead together."""
    totals = played.totals
    highest = max(max(totals[0], totals[1]), max(totals[2], totals[3]))
    top = np.int64(0)
    for seat in range(4):
        if totals[seat] == highest:
            top |= np.int64(1) << np.int64(seat)
    alone = top != _EVERYBODY if partners else top & (top - 1) == 0
    if alone and top != played.ahead:
        if played.ahead != 0:
            played.lead_changes += 1
        played.ahead = top


@inner_kernel
def add_to_match(match: Any, deal: Any, played: Any, awards: Any, partners: Any) -> None:
    """Add a deal that was played to its match."""
    _note_leader(played, deal.leader)
    shooter = deal.slam if deal.slam >= 0 else deal.all_hearts
    if shooter >= 0:
        played.shoots[shooter] += 1
    before = (played.totals[0], played.totals[1])
    end_deal(match, deal.raw, deal.sides, shooter, played.totals, awards)
    for seat in range(4):
        played.settled[seat] += deal.settled[seat]
        if match.awards != 0:  # what the totals gained beyond the side's scores
            made = deal.raw[seat] + deal.raw[(seat + 2) & 3]
            played.award_points[seat] += played.totals[seat] - before[seat & 1] - made
    _note_ahead(played, partners)
    played.n_deals += 1
