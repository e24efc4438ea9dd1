"""The plays a seat can choose from, without those that come to the same."""

from typing import Any

import numpy as np

from gongzhu_sim.cards.bits import lowest_index
from gongzhu_sim.cards.compiling import kernel
from gongzhu_sim.cards.layout import GOAT, HEARTS, PIG, TRANSFORMER
from gongzhu_sim.rules.scoring import hearts_sum
from gongzhu_sim.strategies.view import unseen_cards

__all__ = ["list_candidates"]

_ZERO = np.uint64(0)
_ONE = np.uint64(1)
_LANE = np.uint64(0x1FFF)
_LANE_START = np.uint64(48)


@kernel
def _is_alike(table: Any, card: Any, previous: Any, apart: Any, pairs: Any, own: Any) -> Any:
    """Say whether a card is worth what the next lower one in hand is, played or held."""
    if previous == _ZERO or (card - previous) & apart != _ZERO:
        return False
    special = PIG | GOAT | TRANSFORMER | table.rules.marker
    if (card | previous) & special != _ZERO:
        return False
    if (card & pairs != _ZERO) != (previous & pairs != _ZERO):
        return False
    if (card & own != _ZERO) != (previous & own != _ZERO):
        return False
    if card & HEARTS != _ZERO:
        return hearts_sum(table.rules, card) == hearts_sum(table.rules, previous)
    return True


@kernel
def list_candidates(table: Any, hand: Any, legal: Any, bench: Any, merge: Any) -> None:
    """Write the plays that a choice among ``legal`` is between.

    Neighbours in rank with no card of another seat between them (nor the one that wins the
    trick), of the same value, are one candidate: the lowest stands for them.

    Parameters
    ----------
    table : record of TABLE
    hand, legal : uint64
    bench : record of BENCH
        Receives ``n``, ``first`` and ``second``, with totals of 0. ``second`` is 0 for a single,
        and where the rollout player is to choose it.
    merge : bool
        Whether to merge equivalent cards.
    """
    apart = unseen_cards(table, hand) | table.best | table.first_part
    double = table.rules.decks == 2
    pairs = table.own.legal_twice if double else _ZERO
    own_pairs = table.own.hand_twice if double else _ZERO
    bench.n = 0
    if double and table.part != 0:
        if table.led == _ZERO:  # the single or the pair
            _add(bench, table.first_part, _ZERO)
            _add(bench, table.first_part, table.first_part)
            return
        pairs = _ZERO
    leads = table.led == _ZERO
    while legal != _ZERO:
        lane = _LANE << (lowest_index(legal) & _LANE_START)
        cards = legal & lane
        legal &= ~lane
        previous = _ZERO
        while cards != _ZERO:
            card = cards & (~cards + _ONE)
            cards ^= card
            alike = merge and _is_alike(table, card, previous, apart, pairs, own_pairs)
            previous = card
            if alike:
                continue
            if double and table.part != 0:
                _add(bench, table.first_part, card)
            elif leads:
                _add(bench, card, _ZERO)
                if card & pairs != _ZERO:
                    _add(bench, card, card)
            else:
                forced = double and table.width == 2 and card & pairs != _ZERO
                _add(bench, card, card if forced else _ZERO)


@kernel
def _add(bench: Any, first: Any, second: Any) -> None:
    bench.first[bench.n] = first
    bench.second[bench.n] = second
    bench.total[bench.n] = 0
    bench.n += 1
