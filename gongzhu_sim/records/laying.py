"""A deal of the reference engine laid on the compiled engine's table, where players are asked."""

from collections.abc import Sequence

import numpy as np

from gongzhu_sim.cards.layout import SEATS
from gongzhu_sim.cards.text import parse_card
from gongzhu_sim.engine.asking import show_declarations
from gongzhu_sim.engine.line_up import LineUp
from gongzhu_sim.engine.reference import Deal
from gongzhu_sim.engine.reference.declaring import FIRST_DRAW
from gongzhu_sim.engine.replay import lay_table, put_play
from gongzhu_sim.engine.table import OUTCOME, new_table
from gongzhu_sim.records.asking import ask_declaration, ask_first_draw, ask_play
from gongzhu_sim.records.forms import CARD_INDICES, list_names
from gongzhu_sim.records.rule_book import pack_deal_rules

__all__ = ["LaidDeal"]

_ZERO = np.uint64(0)


class LaidDeal:
    """A deal at the compiled engine's table, as far as it has been played.

    Parameters
    ----------
    deal : Deal
        The deal in the reference engine, which keeps the rules; nothing is checked here.
    """

    def __init__(self, deal: Deal) -> None:
        self._packed = pack_deal_rules(deal.rules, first_deal=deal.first_deal)
        self._in_turn = deal.rules.declaration.order == "sequential"
        self._hands, self._twice = np.zeros((2, 4), np.uint64)
        self._outcome = np.zeros(1, OUTCOME)
        self._outcome["leader"] = SEATS.index(deal.first_leader)
        for seat, name in enumerate(SEATS):
            standing = deal.declarations.by_seat[name]
            at_first = [card for card, factor in standing if factor == FIRST_DRAW]
            self._write("hands", "hands_twice", seat, deal.dealt[name])
            self._write("declared_by", "declared_twice_by", seat, deal.declarations.cards(name))
            self._write("first_declared_by", None, seat, at_first)
        self._table = self._lay(self._outcome)
        for trick in deal.tricks:
            for play in trick.plays:
                self.put(play)

    def _write(self, once: str, twice: str | None, seat: int, names: Sequence[str]) -> None:
        """Write which cards are there at least once, and which twice."""
        low = high = 0
        for name in names:
            card = 1 << CARD_INDICES[name]
            high |= low & card
            low |= card
        self._outcome[once][0, seat] = low
        if twice is not None:
            self._outcome[twice][0, seat] = high

    def _lay(self, outcome: np.ndarray) -> np.ndarray:
        """Return a table before the first lead, and hand out the cards."""
        table = new_table(self._packed)
        lay_table(table[0], outcome[0], self._hands, self._twice)
        return table

    def _undeclared(self) -> np.ndarray:
        """Return the deal as it was before any declaration."""
        outcome = self._outcome.copy()
        for name in ("declared_by", "declared_twice_by", "first_declared_by"):
            outcome[name] = 0
        return outcome

    def put(self, play: Sequence[str]) -> None:
        """Play one or two cards, by their names, for the seat in turn."""
        first, second = *map(parse_card, play), *[_ZERO] * (2 - len(play))
        put_play(self._table[0], self._outcome[0], self._hands, self._twice, first, second)

    def ask_play(self, line_up: LineUp, *, seed: int, index: int) -> str:
        """Return what the player at the seat in turn plays."""
        seat = int(self._table["turn"][0])
        hand, twice = self._hands[seat], self._twice[seat]
        play = ask_play(line_up, self._table, hand, twice, seed=seed, index=index)
        return "".join(list_names(play))

    def ask_first_draw(
        self, line_up: LineUp, seat: int, card: str, *, seed: int, index: int
    ) -> bool:
        """Say whether a player declares the first card it draws; it may be declared."""
        table = self._lay(self._undeclared())
        return ask_first_draw(line_up, seat, table, parse_card(card), seed=seed, index=index)

    def ask_declaration(
        self, line_up: LineUp, seat: int, *, round_index: int, seed: int, index: int
    ) -> list[str]:
        """Return what a player declares, before the first lead, beside what it has declared.

        Where the seats are asked in turn it sees what stands declared. Else it sees nothing,
        and has declared nothing but at the first draw.
        """
        if self._in_turn:
            outcome = self._outcome
            table = self._lay(outcome)
            show_declarations(table[0], outcome[0], seat, not table["rules"]["hidden"][0])
            decision = 4 * round_index + (seat - int(outcome["leader"][0])) % 4
        else:
            outcome = self._undeclared()
            table = self._lay(outcome)
            outcome["declared_by"] = self._outcome["first_declared_by"]
            decision = 0
        chosen = ask_declaration(
            line_up, table, outcome, seat=seat, decision=decision, seed=seed, index=index
        )
        return list_names(chosen)
