"""One deal from its seed and index, played again for people to read."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from gongzhu_sim.cards.dealing import check_seed
from gongzhu_sim.cards.layout import SEATS
from gongzhu_sim.engine.batch import play_deals
from gongzhu_sim.engine.reference import Deal, check_record
from gongzhu_sim.errors import GongzhuError
from gongzhu_sim.records.writing import format_outcomes
from gongzhu_sim.rules import RuleSet, load_rules
from gongzhu_sim.rules.packed import pack_rules
from gongzhu_sim.rules.settling import HALVES
from gongzhu_sim.strategies import Player, build_line_up

__all__ = ["Playthrough", "replay_deal"]


@dataclass(frozen=True)
class Playthrough:
    """A deal that was played again.

    Attributes
    ----------
    deal : Deal
        The deal in the reference engine, played to its last card.
    players : tuple of four str
    seed, index : int
    """

    deal: Deal
    players: tuple[str, ...]
    seed: int
    index: int


def replay_deal(
    rules: str | Path | Mapping[str, Any] | RuleSet,
    players: Sequence[str | Player],
    *,
    seed: int,
    index: int,
) -> Playthrough:
    """Play one deal again, to the last card.

    The compiled engine plays it; the reference engine checks every card and scores it again.

    Parameters
    ----------
    rules : str, Path, mapping or RuleSet
        A rule set, or whatever :func:`gongzhu_sim.load_rules` takes.
    players : sequence of one or four str or Player
        One player serves all four seats.
    seed, index : int
        Master seed and the deal's index.

    Returns
    -------
    Playthrough

    Raises
    ------
    UsageError
        If a name is unknown or a number out of range.
    PlayError
        If a strategy plays or declares what it may not.
    GongzhuError
        If the two engines do not agree; the message names the deal.
    """
    rule_set = load_rules(rules)
    line_up = build_line_up(players)
    check_seed(seed)
    check_seed(index, what="deal index")
    packed = pack_rules(rule_set)
    outcomes = play_deals(packed, line_up, deals=1, seed=seed, first=index, full=True)
    where = f"deal {index} of seed {seed} under rules {rule_set.name!r}"
    try:
        deal = check_record(json.loads(format_outcomes(outcomes, rule_set)), rule_set)
    except GongzhuError as error:
        raise GongzhuError(f"{where}: the two engines differ: {error}") from error
    scores, outcome = deal.scores(), outcomes[0]
    raw = dict(zip(SEATS, outcome["raw"].tolist(), strict=True))
    halves = dict(zip(SEATS, outcome["settled"].tolist(), strict=True))
    settled = {seat: points * HALVES for seat, points in scores.settled.items()}
    events = [
        f"{event}:{SEATS[outcome[event]]}"
        for event in ("slam", "all_hearts")
        if outcome[event] >= 0
    ]
    if scores.raw != raw or settled != halves or scores.events != events:
        raise GongzhuError(
            f"{where}: the two engines differ: raw {raw}, settled {halves} halves, events {events} "
            f"compiled, {scores.raw}, {settled} halves, {scores.events} in the reference"
        )
    return Playthrough(deal, line_up.names, seed, index)
