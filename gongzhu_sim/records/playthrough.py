"""One deal from its seed and index, played again for people to read."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from gongzhu_sim.cards.dealing import check_seed
from gongzhu_sim.cards.layout import SEATS
from gongzhu_sim.cards.text import card_name, card_names
from gongzhu_sim.engine.batch import play_deals
from gongzhu_sim.engine.reference import Deal
from gongzhu_sim.errors import GongzhuError
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
    outcome = play_deals(pack_rules(rule_set), line_up, deals=1, seed=seed, first=index, full=True)[
        0
    ]
    where = f"deal {index} of seed {seed} under rules {rule_set.name!r}"
    try:
        deal = _play_again(rule_set, outcome)
    except GongzhuError as error:
        raise GongzhuError(f"{where}: the two engines differ: {error}") from error
    scores = deal.scores()
    raw = {seat: int(points) for seat, points in zip(SEATS, outcome["raw"], strict=True)}
    halves = {seat: int(points) for seat, points in zip(SEATS, outcome["settled"], strict=True)}
    settled = {seat: points * HALVES for seat, points in scores.settled.items()}
    if scores.raw != raw or settled != halves:
        raise GongzhuError(
            f"{where}: the two engines differ: raw {raw} and settled {halves} halves compiled, "
            f"{scores.raw} and {settled} halves in the reference"
        )
    return Playthrough(deal, line_up.names, seed, index)


def _play_again(rules: RuleSet, outcome: np.void) -> Deal:
    hands = {seat: card_names(hand) for seat, hand in zip(SEATS, outcome["hands"], strict=True)}
    declared = card_names(outcome["declared"])
    deal = Deal(
        rules,
        hands,
        declared={seat: [card for card in declared if card in hands[seat]] for seat in SEATS},
        leader=SEATS[int(outcome["leader"])],
    )
    for play in outcome["plays"][: int(outcome["n_plays"])]:
        deal.play(card_name(int(play)))
    return deal
