"""Kernels and situations that rows of ``gongzhu bench`` time."""

# pyright: reportCallIssue=false
# numba supplies an intrinsic's typing context, which type checkers miss
from typing import Any

import numpy as np

from gongzhu_sim.cards.compiling import kernel
from gongzhu_sim.cards.dealer import DOUBLE_DEALER, prepare_dealer
from gongzhu_sim.cards.situations import Situation, read_situation
from gongzhu_sim.engine.batch import play_deals
from gongzhu_sim.engine.legality import legal_cards
from gongzhu_sim.engine.replay import lay_table, put_play
from gongzhu_sim.engine.table import TABLE, new_table
from gongzhu_sim.rules import load_rules
from gongzhu_sim.rules.packed import pack_rules
from gongzhu_sim.rules.scoring import score_captures
from gongzhu_sim.strategies import build_line_up
from gongzhu_sim.strategies.line_up import record_player
from gongzhu_sim.strategies.search.bench import BENCH
from gongzhu_sim.strategies.search.rollouts import value_cards
from gongzhu_sim.studies.benchmark import Task

__all__ = ["known_situation", "prepare_often", "score_all", "search_task"]

_DECISION = np.dtype([("table", TABLE), ("hand", np.uint64)], align=True)


@kernel
def score_all(packed: Any, deals: Any, captured: Any, raw: Any) -> None:
    """Score captures, uint64[n, 4], into points, int64[n, 4]; all declared as in ``deals[0]``."""
    deal = deals[0]
    for i in range(captured.shape[0]):
        for seat in range(4):
            deal.captured[seat] = captured[i, seat]
        score_captures(packed[0], deal)
        for seat in range(4):
            raw[i, seat] = deal.raw[seat]


def known_situation() -> Situation:
    """Return what a seat knows after three tricks, in two of which somebody was void."""
    known = {
        "N": "AK52.T98.J43.T72",
        "W": ["S3", "D2", "HJ"],
        "S": ["S7", "DQ", "C9"],
        "E": ["S9", "D5", "CK"],
    }
    return read_situation(1, known, {"W": "C", "S": "D"}, {"E": ["SQ"]}, None, None)


@kernel
def prepare_often(
    times: Any,
    dealers: Any,
    hidden: Any,
    hidden_twice: Any,
    known: Any,
    known_twice: Any,
    forbidden: Any,
    need: Any,
) -> None:
    """Set a dealer up so many times; see :func:`gongzhu_sim.cards.dealer.prepare_dealer`."""
    for _ in range(times):
        prepare_dealer(dealers[0], hidden, hidden_twice, known, known_twice, forbidden, need)


def _list_decisions(packed: np.ndarray, player: str, *, deals: int, seed: int) -> np.ndarray:
    """Return the table and the hand at every choice that four of a player have, one deck."""
    found = []
    played = play_deals(packed, build_line_up([player]), deals=deals, seed=seed, full=True)
    table, hands, twice = new_table(packed), np.zeros(4, np.uint64), np.zeros(4, np.uint64)
    for deal in played:
        lay_table(table[0], deal, hands, twice)
        for bit in deal["plays"][: deal["n_plays"]]:
            hand = hands[int(table["turn"][0])]
            if int(legal_cards(table[0], hand)).bit_count() > 1:
                found.append((table[0].copy(), hand))
            put_play(table[0], deal, hands, twice, np.uint64(1) << np.uint64(bit), np.uint64(0))
    return np.array(found, _DECISION)


@kernel
def _search_all(decisions: Any, bench: Any, dealer: Any) -> Any:
    """Play every card out that may be played at the decisions; return how many rollouts it was.

    Parameters
    ----------
    decisions : ndarray
        As :func:`_list_decisions` returns them.
    bench : record of BENCH
        With the settings of the search.
    dealer : record of DOUBLE_DEALER
    """
    rollouts = 0
    for i in range(decisions.size):
        table, hand = decisions[i].table, decisions[i].hand
        value_cards(table, hand, legal_cards(table, hand), bench, dealer)
        rollouts += bench.n * bench.search.worlds
    return rollouts


def search_task(player: str, *, seed: int) -> Task:
    """Return the task of searching at the decisions of a few deals, by the rollout.

    Parameters
    ----------
    player : str
        Who plays the worlds out.
    seed : int
        Of the deals.
    """
    packed = pack_rules(load_rules("scrofazero"))
    decisions = _list_decisions(packed, "learned", deals=8, seed=seed)
    bench, dealer = np.zeros(1, BENCH), np.empty(1, DOUBLE_DEALER)
    search = bench["search"]
    search["worlds"], search["merge"] = 16, 1
    search["player"] = record_player(player).ctypes.data
    rollouts = _search_all(decisions, bench[0], dealer[0])
    return Task(lambda: _search_all(decisions, bench[0], dealer[0]), rollouts)
