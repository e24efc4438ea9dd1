"""The contract of strategies, held against thousands of states.

What a strategy may and must do stands in ``docs/strategies.md``.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from gongzhu_sim.cards.dealing import check_seed
from gongzhu_sim.cards.layout import DECK, SEATS
from gongzhu_sim.cards.streams import PURPOSE_SEAT, stream_key
from gongzhu_sim.cards.text import card_names, pretty_cards
from gongzhu_sim.engine.batch import play_deals
from gongzhu_sim.engine.blocks import check_count
from gongzhu_sim.engine.calling import find_address
from gongzhu_sim.engine.line_up import LineUp
from gongzhu_sim.engine.table import TABLE, new_table
from gongzhu_sim.errors import PlayError
from gongzhu_sim.rules.loading import load_rules, preset_names
from gongzhu_sim.rules.packed import pack_rules
from gongzhu_sim.strategies.examination import (
    ALTERED,
    DECLARED,
    HIDDEN,
    ILLEGAL,
    KEYED,
    LEFTOVER,
    PASSED,
    QUESTION,
    UNSTEADY,
    declaring_kernel,
    playing_kernel,
)
from gongzhu_sim.strategies.line_up import Player, build_line_up, parse_line_up, parse_player

__all__ = ["CheckReport", "check_strategy"]

_OTHERS = ("random", "folk", "random:declare=always", "folk:declare=never,random,folk,random")


@dataclass(frozen=True)
class CheckReport:
    """What a strategy was asked and answered as it must.

    Attributes
    ----------
    strategy : str
        The player that was examined.
    deals : int
        Deals gone through.
    plays, declarations : int
        States in which it was asked for a card, and for its declarations.
    rules, line_ups : tuple of str
        The rules played, and who played the deals whose states it was shown.
    """

    strategy: str
    deals: int
    plays: int
    declarations: int
    rules: tuple[str, ...]
    line_ups: tuple[str, ...]

    def __str__(self) -> str:
        return (
            f"{self.strategy}: kept the contract in {self.plays} plays and "
            f"{self.declarations} declarations of {self.deals} deals, under "
            f"{', '.join(self.rules)}"
        )


def check_strategy(name: str, *, deals: int = 20, seed: int = 1) -> CheckReport:
    """Hold a strategy to the contract, in thousands of states.

    Deals are played under every preset by several line-ups, the last of them made of the
    strategy itself. Before every play with a choice, whoever made it, the strategy is asked for
    its card, and so for its declarations. In each state it must

    - play one card that is legal, or declare cards of those allowed;
    - not raise, and leave the table as it was (``table.own`` apart);
    - answer the same when asked again: it draws from ``table.own.key`` and keeps nothing;
    - answer the same whatever lies in fields that hold nothing at that point: the entries of
      ``table.plays`` from ``n_plays`` on, and ``table.winner`` before a card is led;
    - answer the same when the cards that the other seats hide are exchanged between them;
    - answer the same with another key, unless it is registered with ``is_random=True``; and
      with the same cards undeclared, unless with ``uses_declarations=True``.

    Parameters
    ----------
    name : str
        A registered strategy, or a player such as ``"folk:run=off"``.
    deals : int
        Deals for each preset and each line-up.
    seed : int
        Master seed of the deals.

    Returns
    -------
    CheckReport

    Raises
    ------
    UsageError
        If there is no such strategy, or a number is out of range.
    PlayError
        If the strategy breaks the contract. The message says how, and shows the state.

    Examples
    --------
    >>> report = check_strategy("random", deals=2)
    >>> report.plays > 1000
    True
    """
    check_count(deals, what="deals")
    check_seed(seed)
    examiner = _Examiner(parse_player(name))
    line_ups = (*_OTHERS, name, f"{name},random,{name},random")
    for preset in preset_names():
        packed = pack_rules(load_rules(preset))
        for number, players in enumerate(line_ups):
            line_up = build_line_up(parse_line_up(players))
            first = number * deals
            outcomes = play_deals(packed, line_up, deals=deals, seed=seed, first=first, full=True)
            for i in range(deals):
                examiner.examine(preset, packed, players, seed, outcomes[i : i + 1])
    return CheckReport(
        name,
        deals * len(preset_names()) * len(line_ups),
        int(examiner.asked_plays),
        int(examiner.asked_declarations),
        tuple(preset_names()),
        line_ups,
    )


class _Examiner:
    """Puts one player to the question, deal by deal."""

    def __init__(self, player: Player) -> None:
        self.player = player
        line_up: LineUp = build_line_up([player])
        self.choose, self.declare = line_up.choosers[0], line_up.declarers[0]
        self.choose_own, self.declare_own = line_up.choose_own[:1], line_up.declare_own[:1]
        for function in (self.choose, self.declare):
            find_address(str(player), function)
        self.asked_plays = self.asked_declarations = 0

    def examine(
        self, preset: str, packed: np.ndarray, players: str, seed: int, outcome: np.ndarray
    ) -> None:
        """Ask in every state of one deal; raise PlayError at the first fault."""
        strategy = self.player.strategy
        index = int(outcome["index"][0])
        tables = np.concatenate([new_table(packed), new_table(packed)])
        saved = np.zeros(TABLE.itemsize, np.uint8)
        question = np.zeros(1, QUESTION)
        key = stream_key(np.uint64(seed), np.uint64(index), PURPOSE_SEAT, np.uint64(0))
        self.choose_own["key"] = self.declare_own["key"] = key
        shared = (tables, tables[:1].view(np.uint8), saved)
        spare = np.zeros((4, 4), np.uint64)
        deals = np.concatenate([outcome, outcome])
        declaring = True
        try:
            fault = declaring_kernel()(
                *shared, self.declare, self.declare_own, strategy.is_random, deals, question
            )
            self.asked_declarations += int(question["asked"][0])
            if fault == PASSED:
                declaring = False
                question["asked"] = 0
                fault = playing_kernel()(
                    *shared,
                    self.choose,
                    self.choose_own,
                    strategy.is_random,
                    strategy.uses_declarations,
                    deals,
                    spare,
                    question,
                )
                self.asked_plays += int(question["asked"][0])
        except Exception as error:
            said = f"raises {type(error).__name__}: {error}"
            state = _show_state(tables[0], question[0], declaring=declaring)
            raise self._failure(said, preset, players, seed, index, state) from error
        if fault != PASSED:
            before = saved.view(TABLE)[0]
            said = _describe(fault, question[0], tables[0], before, declaring=declaring)
            state = _show_state(before, question[0], declaring=declaring)
            raise self._failure(said, preset, players, seed, index, state)

    def _failure(
        self, said: str, preset: str, players: str, seed: int, index: int, state: Sequence[str]
    ) -> PlayError:
        lines = [
            f"strategy {str(self.player)!r} {said}",
            *state,
            f"see the deal: gongzhu replay --rules {preset} --players {players} "
            f"--seed {seed} --index {index}",
        ]
        return PlayError("\n  ".join(lines))


def _describe(fault: int, question: Any, table: Any, before: Any, *, declaring: bool) -> str:
    """Say what the strategy did, and what it may do."""
    does = "declares" if declaring else "plays"
    answer, other = (_name(question[each], declaring) for each in ("answer", "other"))
    if fault == ILLEGAL:
        return f"{does} {answer}; allowed: {_name(question['legal'], declaring)}"
    if fault == ALTERED:
        assert TABLE.names is not None
        fields = [each for each in TABLE.names if each != "own"]
        changed = [each for each in fields if not np.array_equal(table[each], before[each])]
        return f"writes to the table ({', '.join(changed)}), which it may only read"
    ways = {
        UNSTEADY: "when asked again in the same state with the same key; it must draw from "
        "table.own.key alone and keep nothing from call to call",
        LEFTOVER: "when fields that hold nothing yet hold something else; of table.plays only the "
        "first n_plays are cards of this deal, and table.winner counts once a card is led",
        KEYED: "with another random key; register it with is_random=True",
        DECLARED: "with the same cards undeclared; register it with uses_declarations=True",
        HIDDEN: "when the cards that the other seats hide are exchanged between them",
    }
    return f"{does} {answer}, but {other} {ways[fault]}"


def _name(cards: Any, declaring: bool) -> str:
    mask = int(cards)
    names = " ".join(card_names(mask & int(DECK))) or ("nothing" if declaring else "no card")
    wrong = mask & ~int(DECK)
    return f"{names} (and bits that are no card: {wrong:#x})" if wrong else names


def _show_state(table: Any, question: Any, *, declaring: bool) -> list[str]:
    """Return the state in which the strategy was asked, a line for each thing it sees."""
    seat = int(question["seat"])
    lines = [
        f"seat {SEATS[seat]}, before the first lead"
        if declaring
        else f"seat {SEATS[seat]}, trick {int(table['trick']) + 1}, led by "
        f"{SEATS[int(table['leader'])]}",
        f"hand      {pretty_cards(question['hand'])}",
        f"{'may declare' if declaring else 'legal    '} {pretty_cards(question['legal'])}",
    ]
    if declaring:
        return lines
    order = [(int(table["leader"]) + place) & 3 for place in range(int(table["position"]))]
    lying = [f"{SEATS[each]} {pretty_cards(table['played_by'][each])}" for each in order]
    lines.append(f"on table  {', '.join(lying) or '–'}")
    for title, field in (("declared", "declared_by"), ("captured", "captured")):
        each_seat = [
            f"{SEATS[each]} {pretty_cards(table[field][each])}"
            for each in range(4)
            if table[field][each]
        ]
        lines.append(f"{title}  {', '.join(each_seat) or '–'}")
    return lines
