"""Designs: how two players meet on a deal, and what the sample of a deal is.

Each deal is played several times, every hand, stream and first lead moved on by one seat
from one play to the next, while the players keep their seats. So both meet the same cards,
and much of what the cards decide cancels.
"""

import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from gongzhu_sim.errors import UsageError, nearest

if TYPE_CHECKING:
    import numpy as np

    from gongzhu_sim.rules import RuleSet
    from gongzhu_sim.strategies import Player

__all__ = ["DESIGNS", "Design", "Meetings", "get_design", "prepare_meetings"]

_CALL_SECONDS = 0.01  # of play in one call: long beside what a call costs
_MOST_A_CALL = 1024  # deals


@dataclass(frozen=True)
class Design:
    """How two players meet.

    Attributes
    ----------
    name : str
    seats : str
        Who sits at N, W, S, E.
    plays : int
        Plays of a deal.
    weights : tuple of four int
        What the raw scores of the seats count for A in one play.
    unit : int
        The weighted scores of all plays of a deal add up to so many times its sample.
    label : str
        What the sample is, for the heading of a table.
    """

    name: str
    seats: str
    plays: int
    weights: tuple[int, int, int, int]
    unit: int
    label: str


DESIGNS: Final = {
    design.name: design
    for design in (
        Design("sides", "ABAB", 2, (1, -1, 1, -1), 2, "A's side less B's"),
        Design("one", "ABBB", 4, (3, -1, -1, -1), 12, "A less the mean of the three B"),
    )
}
"""``sides``: A sits N and S, B sits W and E, two plays. ``one``: A sits N against three B,
four plays, so that A holds each of the four hands once."""


def get_design(name: str) -> Design:
    """Return a design by its name.

    Raises
    ------
    UsageError
        If there is none of that name.

    Examples
    --------
    >>> get_design("one").plays
    4
    """
    if name not in DESIGNS:
        raise UsageError(f"seats {name!r} is no way to sit{nearest(name, DESIGNS)}")
    return DESIGNS[name]


class Meetings:
    """Pairs of players who all meet on the same deals.

    A *lane* is one play of one pair. The unit of work is one play of one deal, and the units
    go through a few deals lane by lane, then through the next few: so a block is short even
    where players think for long and pairs are many, and quick players still play many deals
    in one call. Built by :func:`prepare_meetings`.

    Attributes
    ----------
    design : Design
    rules : str
        Name of the rule set.
    names : tuple of str
        The players, as they call themselves.
    pairs : tuple of (int, int)
        Who meets whom: numbers of players, A first.
    deals : int
        Deals to be played.
    seed : int
    """

    def __init__(
        self,
        design: Design,
        rule_set: "RuleSet",
        players: "Sequence[str | Player]",
        pairs: Sequence[tuple[int, int]],
        *,
        deals: int,
        seed: int,
        given: "np.ndarray | None",
    ) -> None:
        import numpy as np

        from gongzhu_sim.engine.batch import OutcomeRoom
        from gongzhu_sim.rules.packed import pack_rules
        from gongzhu_sim.strategies import build_line_up

        self.design = design
        self.rules = rule_set.name
        self.names = tuple(build_line_up([player]).names[0] for player in players)
        self.pairs = tuple(pairs)
        self.deals = deals
        self.seed = seed
        self._packed = pack_rules(rule_set)
        self._given = given
        self._weights = np.array(design.weights)
        self._room = OutcomeRoom()
        self._line_ups = []
        for a, b in pairs:
            seats = [players[a] if seat == "A" else players[b] for seat in design.seats]
            self._line_ups.append(build_line_up(seats))
        self._n_lanes = len(pairs) * design.plays
        self._waiting = [self._weights[:0]] * self._n_lanes
        self._few = self._find_few()

    @property
    def n_units(self) -> int:
        """How many plays there are in all."""
        return self.deals * self._n_lanes

    def _find_few(self) -> int:
        """Return after how many deals to change lanes; every player plays, and is compiled."""
        few = min(_MOST_A_CALL, self.deals)
        for player in range(0, len(self.names), 2):
            first = min(player, len(self.names) - 2)
            lane = self.pairs.index((first, first + 1)) * self.design.plays
            self._play_lane(lane, 0, 1)  # compiles
            deals = 1
            while deals < few and self._time_lane(lane, deals) < _CALL_SECONDS:
                deals = min(2 * deals, few)
            few = deals
        return few

    def _time_lane(self, lane: int, deals: int) -> float:
        began = time.thread_time()  # what else the machine does is left out
        self._play_lane(lane, 0, deals)
        return time.thread_time() - began

    def play(self, first: int, n: int) -> "list[tuple[int, np.ndarray]]":
        """Play the units `first` to ``first + n - 1``.

        Returns
        -------
        list of (int, ndarray of int64)
            Lanes and the weighted scores of further deals in them.
        """
        gains = []
        unit, end = first, first + n
        while unit < end:
            deal, inside = divmod(unit, self._few * self._n_lanes)
            deal *= self._few
            few = min(self._few, self.deals - deal)
            lane, offset = divmod(inside, few)
            deals = min(few - offset, end - unit)
            gains.append((lane, self._play_lane(lane, deal + offset, deals)))
            unit += deals
        return gains

    def _play_lane(self, lane: int, first: int, deals: int) -> "np.ndarray":
        from gongzhu_sim.engine.batch import play_deals
        from gongzhu_sim.engine.fixed import play_given_deals

        pair, rotation = divmod(lane, self.design.plays)
        options: Any = {
            "seed": self.seed,
            "first": first,
            "rotation": rotation,
            "room": self._room,
        }
        if self._given is None:
            line_up = self._line_ups[pair]
            outcomes = play_deals(self._packed, line_up, deals=deals, plays=False, **options)
        else:
            given = self._given[first : first + deals]
            outcomes = play_given_deals(self._packed, self._line_ups[pair], given, **options)
        return outcomes["raw"] @ self._weights

    def join(self, gains: "list[tuple[int, np.ndarray]]") -> "np.ndarray":
        """Take the next block of units, and return the deals that it makes whole.

        Returns
        -------
        ndarray of int64, shape (deals, pairs, plays)
        """
        import numpy as np

        for lane, new in gains:
            self._waiting[lane] = np.concatenate([self._waiting[lane], new])
        whole = min(map(len, self._waiting))
        shape = (whole, len(self.pairs), self.design.plays)
        joined = np.stack([lane[:whole] for lane in self._waiting], axis=1).reshape(shape)
        self._waiting = [lane[whole:] for lane in self._waiting]
        return joined


def prepare_meetings(
    players: "Sequence[str | Player]",
    pairs: Sequence[tuple[int, int]],
    *,
    rules: Any,
    seats: str,
    deals: int | None,
    deals_file: "str | Path | np.ndarray | None",
    seed: int,
) -> Meetings:
    """Read what a duel or a tournament is given, and compile its players.

    Parameters are those of :func:`gongzhu_sim.duel`; ``pairs`` numbers who meets whom.

    Raises
    ------
    UsageError
        If a name is unknown or a number out of range.
    InputError
        If the rules or the deals were read and found wrong.
    """
    from gongzhu_sim.cards.dealing import check_seed
    from gongzhu_sim.engine.blocks import check_count
    from gongzhu_sim.records.given import read_deals
    from gongzhu_sim.rules import load_rules

    design = get_design(seats)
    rule_set = load_rules(rules)
    check_seed(seed)
    if deals is None and deals_file is None:
        raise UsageError("deals: say how many, or name a file of them")
    if deals is not None:
        check_count(deals, what="deals")
    given = read_deals(deals_file, rule_set) if isinstance(deals_file, str | Path) else deals_file
    if given is not None:
        deals = len(given) if deals is None else min(deals, len(given))
    assert deals is not None
    return Meetings(design, rule_set, players, pairs, deals=deals, seed=int(seed), given=given)
