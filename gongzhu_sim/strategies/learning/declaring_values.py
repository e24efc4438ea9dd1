"""What declaring a card gains, by playing the same deals with and without it.

North holds or does not hold the card, everybody else declares by the policy so far, and the
policy plays. What North gains is explained by what it looks at (see
:mod:`gongzhu_sim.strategies.learning.declaring`): sums of weights, fitted by least squares
with a small penalty.
"""

from typing import Any

import numpy as np

from gongzhu_sim.cards.compiling import kernel
from gongzhu_sim.cards.layout import GOAT, PIG, TRANSFORMER
from gongzhu_sim.engine.batch import play_deals
from gongzhu_sim.engine.line_up import LineUp
from gongzhu_sim.engine.table import OWN, new_table
from gongzhu_sim.rules.packed import SIDES_NONE
from gongzhu_sim.strategies.learning.declaring import (
    DECLARING_UNIT,
    N_DECLARING,
    N_DECLARING_TABLES,
    declares,
    declaring_places,
)
from gongzhu_sim.strategies.learning.places import (
    N_WEIGHTS,
)
from gongzhu_sim.strategies.learning.weights import find_block
from gongzhu_sim.strategies.line_up import build_line_up

__all__ = ["fit_declaring"]

_ZERO = np.uint64(0)
_ONE = np.uint64(1)
_BATCH = 5000
_PENALTY = 30.0
_SMALL_PENALTY = 0.1  # the seat's place stands for the mean


@kernel
def _declare(table: Any, hand: Any, allowed: Any) -> Any:
    """Declare by the weights, except for one card, which is declared or not as asked.

    Parameters: address of the weights, the card, 1 to declare it, of which copies: 0 the
    first, 1 the second.
    """
    params = table.own.params
    block = find_block(table, params[0])
    probed = np.uint64(params[1])
    chosen = _ZERO
    while allowed != _ZERO:
        card = allowed & (~allowed + _ONE)
        allowed ^= card
        wanted = declares(table, block, np.int64(N_WEIGHTS), hand, card)
        if card == probed:
            # the second copy is only asked about where the first one is declared
            wanted = table.part < params[3] or (table.part == params[3] and params[2] != 0)
        if wanted:
            chosen |= card
    return chosen


@kernel
def _find_places(table: Any, deals: Any, card: Any, part: Any, places: Any) -> None:
    table.turn = 0
    table.part = part
    for i in range(deals.shape[0]):
        deal = deals[i]
        table.first_leader = deal.leader
        table.own.hand_twice = deal.hands_twice[0]
        for k, place in enumerate(declaring_places(table, deal.hands[0], card)):
            places[i, k] = place


def _play(
    packed: np.ndarray, player: str, probe: tuple[int, int, int], deals: int, seed: int, first: int
) -> np.ndarray:
    base = build_line_up([player])
    own = np.zeros(4, OWN)
    own["params"] = base.declare_own["params"]
    own["params"][0, 1:4] = probe
    line_up = LineUp(
        base.names,
        base.choosers,
        (_declare, *base.declarers[1:]),
        base.choose_own,
        own,
    )
    return play_deals(packed, line_up, deals=deals, seed=seed, first=first)


def _gain(packed: np.ndarray, deals: np.ndarray) -> np.ndarray:
    raw = deals["raw"]
    if packed["sides"][0] == SIDES_NONE:
        return raw[:, 0] - raw[:, 1:].mean(axis=1)
    return raw @ [1, -1, 1, -1]


def _measure(
    packed: np.ndarray, player: str, card: int, part: int, deals: int, seed: int, first: int
) -> tuple[np.ndarray, np.ndarray]:
    """Return places and gains of the deals in which North can declare the card."""
    held = "hands_twice" if part else "hands"
    table = new_table(packed)
    places, gains = [], []
    for start in range(first, first + deals, _BATCH):
        n = min(_BATCH, first + deals - start)
        on = _play(packed, player, (card, 1, part), n, seed, start)
        off = _play(packed, player, (card, 0, part), n, seed, start)
        mine = on[held][:, 0] & np.uint64(card) != 0
        found = np.zeros((int(mine.sum()), N_DECLARING_TABLES), np.int64)
        _find_places(table[0], on[mine], np.uint64(card), part, found)
        places.append(found)
        gains.append(_gain(packed, on[mine]) - _gain(packed, off[mine]))
    return np.concatenate(places), np.concatenate(gains)


def _solve(places: np.ndarray, gains: np.ndarray, weights: np.ndarray) -> None:
    """Write the weights that explain the gains best."""
    used, columns = np.unique(places, return_inverse=True)
    columns = columns.reshape(places.shape)
    matrix = np.zeros((len(gains), len(used)))
    matrix[np.arange(len(gains))[:, None], columns] = 1
    penalty = np.full(len(used), _PENALTY)
    penalty[np.unique(columns[:, -1])] = _SMALL_PENALTY
    normal = matrix.T @ matrix + np.diag(penalty)
    weights[used] = np.linalg.solve(normal, matrix.T @ gains)


def fit_declaring(
    packed: np.ndarray, player: str, *, deals: int, seed: int, first: int = 0
) -> np.ndarray:
    """Fit the weights of declaring to what declaring gains a player.

    Parameters
    ----------
    packed : ndarray of RULES, shape (1,)
        Rules under which seats choose what they declare.
    player : str
        ``learned`` with the weights by which everybody plays and the others declare.
    deals : int
        Deals for each card, each played with and without it.
    seed, first : int
        The deals.

    Returns
    -------
    ndarray of int16, shape (N_DECLARING,)
        ``DECLARING_UNIT`` is one point.
    """
    weights = np.zeros(N_DECLARING)
    for kind, card in enumerate((PIG, GOAT, TRANSFORMER, packed["marker"][0])):
        for part in range(int(packed["decks"][0])):
            start = first + (2 * kind + part) * deals
            places, gains = _measure(packed, player, int(card), part, deals, seed, start)
            if len(gains):
                _solve(places, gains, weights)
    limit = np.iinfo(np.int16).max
    return np.clip(np.round(weights * DECLARING_UNIT), -limit, limit).astype(np.int16)
