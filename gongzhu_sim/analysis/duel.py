"""Duels: how much one player gains on another, every deal played from both sides.

A sits N and S, B sits W and E. Each deal is played twice, the second time with every hand,
stream and first lead moved on by one seat, so that each side meets the other's cards. The
sample is the deal: the mean over the two of A's side total less B's, in raw points whatever
the settlement.
"""

import time
from collections.abc import Callable, Mapping
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from gongzhu_sim.analysis.estimates import Mean, estimate_mean

if TYPE_CHECKING:
    from gongzhu_sim.rules import RuleSet
    from gongzhu_sim.strategies import Player

__all__ = ["Duel", "duel"]


_SIDES: Final = (1, -1, 1, -1)  # N and S less W and E
_HALVES: Final = 2  # what the two plays add up to is twice their mean


@dataclass(frozen=True)
class Duel:
    """What a duel found.

    Attributes
    ----------
    a, b : str
        The players: A at N and S, B at W and E.
    rules : str
        Name of the rule set.
    deals : int
        Deals played, each twice: those asked for, or fewer if it was interrupted.
    seed : int
    gain : Mean
        A's side less B's, raw points a deal.
    wins, draws, losses : int
        Deals in which that was positive, zero, negative.
    seconds : float
        Time of play, without that of compiling.
    """

    a: str
    b: str
    rules: str
    deals: int
    seed: int
    gain: Mean
    wins: int
    draws: int
    losses: int
    seconds: float

    def to_dict(self) -> dict[str, Any]:
        """Return the result as one dict of plain values."""
        return {
            "a": self.a,
            "b": self.b,
            "rules": self.rules,
            "deals": self.deals,
            **self.gain.to_dict(),
            "wins": self.wins,
            "draws": self.draws,
            "losses": self.losses,
            "seconds": self.seconds,
        }


def duel(
    a: "str | Player",
    b: "str | Player",
    *,
    rules: "str | Path | Mapping[str, Any] | RuleSet",
    deals: int,
    seed: int,
    threads: int | None = None,
    progress: Callable[[int], None] | None = None,
    keep_partial: bool = False,
) -> Duel:
    """Play deals twice, A against B and the seats moved on by one, and estimate A's gain.

    Parameters
    ----------
    a, b : str or Player
        ``NAME[:param=value…]``; A sits N and S, B sits W and E.
    rules : str, Path, mapping or RuleSet
        A rule set, or whatever :func:`gongzhu_sim.load_rules` takes.
    deals : int
        How many deals, each played twice; their indices are 0 to ``deals - 1``.
    seed : int
        Master seed, 0 to 2**64 - 1.
    threads, progress, keep_partial
        As for :func:`gongzhu_sim.simulate`.

    Returns
    -------
    Duel

    Raises
    ------
    UsageError
        If a name is unknown or a number out of range.
    InputError
        If the rules were read and found wrong.
    PlayError
        If a strategy plays or declares what it may not.

    Examples
    --------
    >>> result = duel("random", "random", rules="scrofazero", deals=100, seed=1)
    >>> result.wins + result.draws + result.losses
    100
    """
    from gongzhu_sim.cards.dealing import check_seed
    from gongzhu_sim.engine.batch import play_deals
    from gongzhu_sim.engine.blocks import check_count, iterate_blocks
    from gongzhu_sim.rules import load_rules
    from gongzhu_sim.rules.packed import pack_rules
    from gongzhu_sim.strategies import build_line_up

    rule_set = load_rules(rules)
    line_up = build_line_up([a, b, a, b])
    packed = pack_rules(rule_set)
    check_seed(seed)
    check_count(deals, what="deals")

    def play(first: int, n: int) -> _Sums:
        here, moved = (
            play_deals(packed, line_up, deals=n, seed=seed, first=first, rotation=rotation)["raw"]
            for rotation in (0, 1)
        )
        return _add_up(((here + moved) @ _SIDES).tolist())

    sums = _Sums()
    play(0, 1)  # compiles what has to be compiled, outside the threads and the clock
    began = time.perf_counter()
    try:
        with closing(iterate_blocks(play, deals=deals, threads=threads)) as blocks:
            for block in blocks:
                sums += block  # one assignment: Ctrl-C leaves whole sums behind
                if progress is not None:
                    progress(block.deals)
    except KeyboardInterrupt:
        if not keep_partial or sums.deals == 0:
            raise
    return Duel(
        a=line_up.names[0],
        b=line_up.names[1],
        rules=rule_set.name,
        deals=sums.deals,
        seed=seed,
        gain=estimate_mean(sums.deals, sums.total, sums.squares, unit=_HALVES),
        wins=sums.wins,
        draws=sums.deals - sums.wins - sums.losses,
        losses=sums.losses,
        seconds=time.perf_counter() - began,
    )


@dataclass(frozen=True)
class _Sums:
    """Exact sums over deals; gains in half points."""

    deals: int = 0
    total: int = 0
    squares: int = 0
    wins: int = 0
    losses: int = 0

    def __add__(self, other: "_Sums") -> "_Sums":
        return _Sums(
            self.deals + other.deals,
            self.total + other.total,
            self.squares + other.squares,
            self.wins + other.wins,
            self.losses + other.losses,
        )


def _add_up(gains: list[int]) -> _Sums:
    return _Sums(
        deals=len(gains),
        total=sum(gains),
        squares=sum(gain * gain for gain in gains),  # Python's integers cannot overflow
        wins=sum(gain > 0 for gain in gains),
        losses=sum(gain < 0 for gain in gains),
    )
