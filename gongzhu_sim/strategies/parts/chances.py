"""How likely a card is to keep the trick, and a seat to be void: small tables.

Chances are whole numbers out of 64, so that a score built from them stays a whole number.
The tables are computed from two simple models of the unseen cards, each of which lies with
any of the three other seats alike:

- ``HOLD``: seats play below the best card when they can. Each one has about u/3 of the u
  unseen cards of the suit; it is forced over if all of those are higher, and goes over by
  choice 15 times in 100 if it could do either.
- ``WANTED``: seats want the trick and take it with any higher card; a card lies with one of
  k seats with probability k/3, and 95 of 100 such seats can use it.
"""

from typing import Any

import numpy as np

from gongzhu_sim.cards.compiling import inner_kernel

__all__ = ["CERTAIN", "hold_chance", "mean_of", "pair_hold_chance", "void_chance"]

CERTAIN = np.int64(64)

_MOST = np.int64(7)


def _model_hold(followers: int, higher: int, lower: int) -> float:
    unseen = higher + lower
    if higher == 0:
        return 1.0
    share = max(1.0, unseen / 3)
    has_some = 1 - (2 / 3) ** unseen
    only_higher = (higher / unseen) ** share
    no_higher = (1 - higher / unseen) ** share
    goes_over = has_some * (only_higher + 0.15 * (1 - no_higher))
    return (1 - min(1.0, goes_over)) ** followers


_SIZES = range(int(_MOST) + 1)
_HOLD = np.array(
    [[[round(64 * _model_hold(k, h, low)) for low in _SIZES] for h in _SIZES] for k in range(4)]
)
_WANTED = np.array([[round(64 * (1 - 0.95 * k / 3) ** h) for h in _SIZES] for k in range(4)])
# a led pair keeps a trick where two singles beat it, by the seats still to play
_PAIR_HOLDS = np.array([64, 22, 8, 3])
# and where only a higher pair does: a pair lies with one of k seats in k of 9 cases
_HIGH_PAIR_HOLDS = np.array([[round(64 * (1 - k / 9) ** h) for h in _SIZES] for k in range(4)])
_VOID = np.array([round(64 * (2 / 3) ** unseen) for unseen in range(27)])
_RECIPROCAL_BITS = np.int64(16)
_RECIPROCAL = np.array([0] + [round((1 << 16) / n) for n in range(1, 105)])


@inner_kernel(forceinline=True)
def hold_chance(followers: Any, higher: Any, lower: Any, wanted: Any) -> Any:
    """Return the chance, out of 64, that a card keeps the trick.

    Parameters
    ----------
    followers : int
        Seats still to play that may hold the suit, 0 to 3.
    higher, lower : int
        Unseen cards of the suit above and below the card.
    wanted : bool
        Whether those seats want the trick.
    """
    higher = min(higher, _MOST)
    if wanted:
        return _WANTED[followers, higher]
    return _HOLD[followers, higher, min(lower, _MOST)]


@inner_kernel(forceinline=True)
def void_chance(unseen: Any) -> Any:
    """Return the chance, out of 64, that a seat is void in a suit with so many cards unseen."""
    return _VOID[unseen]


@inner_kernel(forceinline=True)
def pair_hold_chance(followers: Any, higher_pairs: Any, pairs_win: Any) -> Any:
    """Return the chance, out of 64, that a pair keeps the trick.

    Parameters
    ----------
    followers : int
        Seats still to play that may hold the suit, 0 to 3.
    higher_pairs : int
        Higher cards of which both copies are unseen.
    pairs_win : bool
        Whether pairs beat two singles in the suit.
    """
    if pairs_win:
        return _HIGH_PAIR_HOLDS[followers, min(higher_pairs, _MOST)]
    return _PAIR_HOLDS[followers]


@inner_kernel(forceinline=True)
def mean_of(total: Any, n: Any) -> Any:
    """Return ``total / n`` without a division; 0 of nothing, ``n`` at most 104 cards."""
    return (total * _RECIPROCAL[n]) >> _RECIPROCAL_BITS
