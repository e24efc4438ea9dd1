"""Gains of declaring: what a player's own declaring is worth beside declaring otherwise.

Players that differ in nothing but what they declare are *arms*. All arms meet the same deals
with the same random streams, so where two arms declare alike everything after it is alike as
well, and the difference is exactly 0. Such deals are never played: of them only the declaring
is held. What is left is played in both arms.
"""

import dataclasses
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from gongzhu_sim.analysis.designs import get_design
from gongzhu_sim.analysis.estimates import Mean
from gongzhu_sim.analysis.gains import estimate_gain, sum_gains
from gongzhu_sim.analysis.gathering import play_lanes
from gongzhu_sim.errors import UsageError

if TYPE_CHECKING:
    from gongzhu_sim.rules import RuleSet
    from gongzhu_sim.strategies import Player

__all__ = ["DeclaringArms", "DeclaringGain", "estimate_declaring_gain"]

_DECLARATIONS = ("declared_by", "declared_twice_by", "first_declared_by")


class DeclaringArms:
    """Players that declare differently and play alike, in the same seats of the same deals.

    Parameters
    ----------
    arms : sequence of str or Player
        Two or more that differ in ``declare`` alone. The first is compared with each other.
    rules : str, Path, mapping or RuleSet
    others : str or Player, optional
        Who sits in the other seats; the first arm by default.
    seats : str
        A design of :mod:`gongzhu_sim.analysis.designs`: the arms are its A.
    seed : int

    Attributes
    ----------
    design : Design
    names : tuple of str
    rules : str
        Name of the rule set.
    seed : int

    Raises
    ------
    UsageError
        If there is one arm only, or arms differ in more than what they declare.
    """

    def __init__(
        self,
        arms: "Sequence[str | Player]",
        *,
        rules: "str | Path | Mapping[str, Any] | RuleSet",
        others: "str | Player | None" = None,
        seats: str,
        seed: int,
    ) -> None:
        from gongzhu_sim.cards.dealing import check_seed
        from gongzhu_sim.rules import load_rules
        from gongzhu_sim.rules.packed import pack_rules
        from gongzhu_sim.strategies import Player, build_line_up, get_strategy, parse_player

        players = [each if isinstance(each, Player) else parse_player(each) for each in arms]
        if len(players) < 2:
            raise UsageError("arms: name two players or more that declare differently")
        first = players[0]
        for other in players[1:]:
            if (other.strategy, other.values) != (first.strategy, first.values):
                raise UsageError(
                    f"{str(other)!r} and {str(first)!r} differ in more than declare=…, which is "
                    "all that the arms of a declaring gain may differ in"
                )
        rule_set = load_rules(rules)
        self.design = get_design(seats)
        self.names = tuple(str(player) for player in players)
        self.rules = rule_set.name
        self.seed = check_seed(seed)
        self._packed = pack_rules(rule_set)
        self._weights = np.array(self.design.weights)
        rest = first if others is None else others
        self._line_ups = [
            build_line_up([arm if seat == "A" else rest for seat in self.design.seats])
            for arm in players
        ]
        # The declaring of these four, with anybody to play the cards: nothing of that is read.
        quick = get_strategy("low").choose
        self._declarers = [
            dataclasses.replace(line_up, choosers=(quick,) * 4) for line_up in self._line_ups
        ]

    def play(self, rotation: int, first: int, deals: int) -> np.ndarray:
        """Hold the declaring of deals in every arm, and play where the first arm differs.

        Parameters
        ----------
        rotation : int
            Hands, streams and first lead are moved on by so many seats.
        first, deals : int

        Returns
        -------
        ndarray of int64, shape (deals, arms - 1, 2)
            By deal and further arm: the weighted scores of the first arm less those of this
            one; and 1 where they declared differently, else 0.
        """
        declared = [self._declare(arm, rotation, first, deals) for arm in range(len(self.names))]
        differs = [(declared[0] != other).any(axis=1) for other in declared[1:]]
        found = np.zeros((deals, len(differs), 2), np.int64)
        where = np.logical_or.reduce(differs)
        base = self._score(0, rotation, first, where)
        for arm, different in enumerate(differs):
            scores = self._score(arm + 1, rotation, first, different)
            found[different, arm, 0] = (base - scores)[different]
            found[:, arm, 1] = different
        return found

    def _declare(self, arm: int, rotation: int, first: int, deals: int) -> np.ndarray:
        """Return what stands declared, one row a deal."""
        from gongzhu_sim.engine.batch import play_deals

        options: Any = {"seed": self.seed, "first": first, "rotation": rotation}
        outcomes = play_deals(self._packed, self._declarers[arm], deals=deals, **options)
        return np.concatenate([outcomes[name] for name in _DECLARATIONS], axis=1)

    def _score(self, arm: int, rotation: int, first: int, where: np.ndarray) -> np.ndarray:
        """Return the weighted scores of the deals marked in `where`, 0 for the others."""
        from gongzhu_sim.engine.batch import play_deals

        scores = np.zeros(len(where), np.int64)
        marked = np.flatnonzero(where)
        runs = np.split(marked, np.flatnonzero(np.diff(marked) != 1) + 1)
        for run in runs:
            if len(run) == 0:
                continue
            outcomes = play_deals(
                self._packed,
                self._line_ups[arm],
                deals=len(run),
                seed=self.seed,
                first=first + int(run[0]),
                rotation=rotation,
            )
            scores[run] = outcomes["raw"] @ self._weights
        return scores


@dataclass(frozen=True)
class DeclaringGain:
    """What declaring one way gained on declaring another way.

    Attributes
    ----------
    player, instead : str
        Who declared as it does, and the same player declaring otherwise.
    rules : str
    seats : str
    deals : int
    seed : int
    gain : Mean
        Raw points a deal: the first arm's gain on the other seats less that of the second.
    wins, draws, losses : int
        Deals in which it was positive, zero, negative.
    differing : int
        Deals in which the two declared differently from some seat: these were played out.
    plays : int
        Of the plays of all deals (2 or 4 each), those in which they did.
    seconds : float
    """

    player: str
    instead: str
    rules: str
    seats: str
    deals: int
    seed: int
    gain: Mean
    wins: int
    draws: int
    losses: int
    differing: int
    plays: int
    seconds: float

    def to_dict(self) -> dict[str, Any]:
        """Return the result as one dict of plain values."""
        document = dataclasses.asdict(self)
        return document | {"gain": self.gain.to_dict()}


def estimate_declaring_gain(
    player: "str | Player",
    instead: "str | Player",
    *,
    rules: "str | Path | Mapping[str, Any] | RuleSet",
    deals: int,
    seed: int,
    others: "str | Player | None" = None,
    seats: str = "one",
    threads: int | None = None,
    progress: Callable[[int], None] | None = None,
) -> DeclaringGain:
    """Estimate what a player's declaring gains beside declaring otherwise.

    Parameters
    ----------
    player, instead : str or Player
        The same strategy and parameters; ``declare`` differs, as in ``folk`` and
        ``folk:declare=never``.
    rules, seed, threads
        As for :func:`gongzhu_sim.duel`.
    deals : int
        Each is declared in all plays of the design; only those are played out in which the two
        declare differently.
    others : str or Player, optional
        Who sits in the other seats; `player` by default.
    seats : str
        ``"one"``: the two are compared in one seat among three others, each hand once, by what
        the seat scores beyond the mean of these. ``"sides"``: as a side against a side.
    progress : callable, optional
        Called with the number of plays finished since the last call.

    Returns
    -------
    DeclaringGain

    Raises
    ------
    UsageError
        If the two differ in more than ``declare``, a name is unknown or a number out of range.

    Notes
    -----
    The same number as the difference of two duels against `others` on the same deals, at the
    cost of those deals alone in which something changes.

    Examples
    --------
    >>> found = estimate_declaring_gain(
    ...     "folk", "folk:declare=never", rules="qq", deals=200, seed=1
    ... )
    >>> found.differing < found.deals
    True
    """
    from gongzhu_sim.engine.blocks import check_count

    check_count(deals, what="deals")
    arms = DeclaringArms([player, instead], rules=rules, others=others, seats=seats, seed=seed)
    found, seconds = play_lanes(
        arms.play,
        lanes=arms.design.plays,
        first=0,
        deals=deals,
        threads=threads,
        progress=progress,
    )
    gain = estimate_gain(sum_gains(found[:, :, 0, 0][:, None]), arms.design)
    differs = found[:, :, 0, 1]
    return DeclaringGain(
        player=arms.names[0],
        instead=arms.names[1],
        rules=arms.rules,
        seats=seats,
        deals=deals,
        seed=arms.seed,
        gain=gain.gain,
        wins=gain.wins,
        draws=gain.draws,
        losses=gain.losses,
        differing=int(differs.any(axis=1).sum()),
        plays=int(differs.sum()),
        seconds=seconds,
    )
