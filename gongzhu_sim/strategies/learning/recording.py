"""Recording what a search finds: the value of every candidate of every decision.

Four recorders play a deal. Each is an ordinary player that searches, writes down where the
weights of every candidate lie and what the candidate is worth, and plays: the best card, or
what the policy so far would play, which leads to the positions the policy will meet.
"""

# pyright: reportCallIssue=false
from typing import Any

import numba
import numpy as np

from gongzhu_sim.cards.bits import lowest_index
from gongzhu_sim.cards.compiling import kernel
from gongzhu_sim.cards.dealer import DEALER, DOUBLE_DEALER
from gongzhu_sim.engine.batch import play_deals
from gongzhu_sim.engine.calling import call_address, find_address
from gongzhu_sim.engine.line_up import LineUp
from gongzhu_sim.engine.table import N_PARAMS
from gongzhu_sim.rules.packed import SETTLE_RAW
from gongzhu_sim.strategies.learning.facts import read_facts, read_suit
from gongzhu_sim.strategies.learning.memory import as_pointer
from gongzhu_sim.strategies.learning.places import (
    N_PAIR_TABLES,
    N_TABLES,
    N_WEIGHTS,
    card_places,
    pair_places,
)
from gongzhu_sim.strategies.line_up import PLAYER, build_line_up
from gongzhu_sim.strategies.search.bench import BENCH
from gongzhu_sim.strategies.search.rollouts import best_card, value_cards

__all__ = ["ROW", "record_deals"]

_carray: Any = numba.carray  # pyright: ignore[reportPrivateImportUsage]

ROW = np.dtype(
    [
        ("decision", np.int32),  # number of the decision's first row
        ("value", np.float32),  # points
        ("places", np.uint16, N_TABLES + N_PAIR_TABLES),  # N_WEIGHTS where there is none
    ]
)
"""One candidate of one decision."""

_RECORDER = np.dtype(
    [
        ("player", PLAYER),  # plays the rollouts, and where the policy plays itself
        ("worlds", np.int64),
        ("unit", np.float64),  # of the search's values in a point
        ("plays_best", np.int64),
        ("stop", np.int64),  # address of a number that is not 0 once the search shall stop
        ("rows", np.int64),  # address of what is written down
        ("room", np.int64),  # how many there can be
        ("n", np.int64),
    ],
    align=True,
)
_ZERO = np.uint64(0)
_ONE = np.uint64(1)
_LANE = np.uint64(0x1FFF)
_LANE_START = np.uint64(48)
_ROWS_A_DEAL = 400
_PLAYER_OFFSET = _RECORDER.fields["player"][1]  # type: ignore[index]


@kernel
def _write_rows(table: Any, hand: Any, bench: Any, recorder: Any, rows: Any) -> None:
    """Write down the candidates on a bench."""
    facts = read_facts(table, hand)
    first = recorder.n
    seconds = table.part != 0
    for i in range(bench.n):
        card = bench.second[i] if seconds else bench.first[i]
        suit = read_suit(table, facts, _LANE << (lowest_index(card) & _LANE_START))
        row = rows[recorder.n]
        row.decision = first
        row.value = np.float32(bench.total[i] / recorder.unit)
        k = 0
        for place in card_places(table, facts, suit, card):
            row.places[k] = np.uint16(place)
            k += 1
        is_pair = table.led == _ZERO and bench.second[i] != _ZERO
        for place in pair_places(facts, suit, card):
            row.places[k] = np.uint16(place) if is_pair else np.uint16(N_WEIGHTS)
            k += 1
        recorder.n += 1


@kernel
def _search(table: Any, hand: Any, legal: Any, recorder: Any, player: Any, dealer: Any) -> Any:
    room = np.zeros(1, BENCH)
    bench = room[0]
    bench.search.worlds = recorder.worlds
    bench.search.player = np.uint64(player)
    bench.search.merge = 1
    value_cards(table, hand, legal, bench, dealer)
    # of a led pair's second card nothing is kept: the first choice was between all of this
    keeps = bench.n > 1 and not (table.part != 0 and table.led == _ZERO)
    if keeps and recorder.n + bench.n <= recorder.room:
        rows = _carray(as_pointer(recorder.rows), recorder.room, ROW)
        _write_rows(table, hand, bench, recorder, rows)
    card = best_card(table, bench)
    return card if room.size != 0 else _ZERO  # which keeps the bench until here


@kernel
def _choose(table: Any, hand: Any, legal: Any) -> Any:
    address = table.own.params[0]
    recorders = _carray(as_pointer(address), 1, _RECORDER)
    recorder = recorders[0]
    player = address + _PLAYER_OFFSET
    if _carray(as_pointer(recorder.stop), 1, np.int64)[0] != 0:
        return legal & (~legal + _ONE)
    if table.rules.decks == 1:
        dealers = np.empty(1, DEALER)
        card = _search(table, hand, legal, recorder, player, dealers[0])
        card = card if dealers.size != 0 else _ZERO
    else:
        double_dealers = np.empty(1, DOUBLE_DEALER)
        card = _search(table, hand, legal, recorder, player, double_dealers[0])
        card = card if double_dealers.size != 0 else _ZERO
    if recorder.plays_best == 0:
        for i in range(N_PARAMS):
            table.own.params[i] = recorder.player.own.params[i]
        table.own.switches = recorder.player.own.switches
        card = call_address(recorder.player.choose, table, hand, legal)
        table.own.params[0] = address  # the next seat may find the same parameters
    return card


def record_deals(
    packed: np.ndarray,
    player: str,
    *,
    deals: int,
    seed: int,
    first: int = 0,
    worlds: int,
    declaring: str,
    plays_best: bool,
    stop: np.ndarray | None = None,
) -> np.ndarray:
    """Play deals with the search and return what it found.

    Parameters
    ----------
    packed : ndarray of RULES, shape (1,)
    player : str
        Who plays the rollouts.
    deals, seed, first : int
        The deals.
    worlds : int
        Sampled worlds a decision.
    declaring : str
        The player who declares.
    plays_best : bool
        Whether the deals are played by the search's values; else by ``player``.
    stop : ndarray of int64, shape (1,), optional
        Set it to 1 from another thread to have the rest played at once, without a search: what
        is returned is then of no use.

    Returns
    -------
    ndarray of ROW
    """
    inner = build_line_up([player])
    rows = np.zeros(deals * _ROWS_A_DEAL * int(packed["decks"][0]), ROW)
    recorder = np.zeros(1, _RECORDER)
    recorder["player"]["choose"] = find_address(player, inner.choosers[0])
    recorder["player"]["declare"] = find_address(player, inner.declarers[0])
    recorder["player"]["own"] = inner.choose_own[0]
    recorder["worlds"] = worlds
    scale = 1 if packed["settlement"][0] == SETTLE_RAW else int(packed["scale"][0])
    recorder["unit"] = 24 * scale * worlds
    recorder["plays_best"] = plays_best
    stop = np.zeros(1, np.int64) if stop is None else stop
    recorder["stop"] = stop.ctypes.data
    recorder["rows"], recorder["room"] = rows.ctypes.data, len(rows)
    declarer = build_line_up([declaring])
    own = np.zeros_like(inner.choose_own)
    own["params"][:, 0] = recorder.ctypes.data
    line_up = LineUp(
        ("recorder", "recorder", "recorder", "recorder"),
        (_choose, _choose, _choose, _choose),
        declarer.declarers,
        own,
        declarer.declare_own,
    )
    play_deals(packed, line_up, deals=deals, seed=seed, first=first)
    return rows[: recorder["n"][0]]
