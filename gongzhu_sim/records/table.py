"""`Table`: one deal, step by step, for programs that play against the package's players."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Self, overload

import numpy as np

from gongzhu_sim.cards.dealing import check_seed
from gongzhu_sim.cards.layout import SEATS
from gongzhu_sim.cards.text import card_index
from gongzhu_sim.engine.reference import Deal, check_record
from gongzhu_sim.engine.reference.cards import check_card
from gongzhu_sim.engine.table import new_table
from gongzhu_sim.errors import InputError, UsageError, nearest
from gongzhu_sim.records.asking import ask_card, ask_declaration
from gongzhu_sim.records.judging import put_card
from gongzhu_sim.records.reading import parse_record
from gongzhu_sim.records.rule_book import find_rules, pack_deal_rules
from gongzhu_sim.records.writing import describe_deal
from gongzhu_sim.rules import RuleSet, load_rules
from gongzhu_sim.strategies import Player, build_line_up

__all__ = ["Table"]

Rules = str | Path | Mapping[str, Any] | RuleSet


class Table:
    """One deal of one deck, played card by card.

    The reference engine keeps the rules and gives the reasons when it refuses something; the
    players that are asked see the same table as in a simulation.

    Parameters
    ----------
    rules : str, Path, mapping or RuleSet
        A rule set, or whatever :func:`gongzhu_sim.load_rules` takes.
    hands : mapping
        Seat to its cards: ``"AKQ52.T98.J43.T7"`` (spades, hearts, diamonds, clubs) or a list
        of names.
    declared, first_declared : mapping, optional
        Seat to the cards it declared, in the ordinary way and at the first draw. What the
        rules make compulsory may be left out.
    leader : str, optional
        The first leader; may be left out in a first deal that a named card begins.
    first_deal : bool
        Whether this is the first deal of a match, or no part of one.

    Attributes
    ----------
    deal : Deal
        The deal in the reference engine: hands, tricks and captures so far.

    Raises
    ------
    UsageError
        If there are no such rules.
    InputError
        If the rules, the hands, the declarations or the leader are wrong.

    Examples
    --------
    >>> hands = {"N": "AKQJT98765432...", "W": ".AKQJT98765432..",
    ...          "S": "..AKQJT98765432.", "E": "...AKQJT98765432"}
    >>> table = Table("qq", hands)
    >>> table.turn, table.legal()
    ('E', ['C2'])
    >>> table.play("C2")
    >>> table.turn, table.ask("folk", seed=1, index=0) in table.legal()
    ('N', True)
    """

    def __init__(
        self,
        rules: Rules,
        hands: Mapping[str, str | Sequence[str]],
        *,
        declared: Mapping[str, Sequence[str]] | None = None,
        first_declared: Mapping[str, Sequence[str]] | None = None,
        leader: str | None = None,
        first_deal: bool = True,
    ) -> None:
        deal = Deal(
            load_rules(rules),
            _read_hands(hands),
            declared=_read_declared(declared, "declared"),
            first_declared=_read_declared(first_declared, "first_declared"),
            leader=leader,
            first_deal=first_deal,
        )
        self._begin(deal)

    @classmethod
    def from_record(cls, record: str | bytes | Mapping[str, Any]) -> Self:
        """Return the table after the last play of a record.

        Parameters
        ----------
        record : str, bytes or mapping
            A line of JSON, or what it says.

        Raises
        ------
        InputError
            If the record is refused; the message says why.
        """
        entries = record if isinstance(record, Mapping) else parse_record(record)
        table = cls.__new__(cls)
        table._begin(check_record(entries, find_rules(entries).rules))
        return table

    def _begin(self, deal: Deal) -> None:
        """Lay the compiled engine's table as the deal stands."""
        self.deal = deal
        self._packed = pack_deal_rules(deal.rules, first_deal=deal.first_deal)
        self._table = self._lay()
        for seat, name in enumerate(SEATS):
            declared = _mask(deal.declarations.cards(name))
            self._table["declared_by"][0, seat] = declared
            self._table["declared"] |= declared
        for trick in deal.tricks:
            for play in trick.plays:
                put_card(self._table, _mask(play))

    def _lay(self) -> np.ndarray:
        """Return a table before the declarations."""
        table = new_table(self._packed)
        table["first_leader"] = table["leader"] = SEATS.index(self.deal.first_leader)
        return table

    @property
    def turn(self) -> str | None:
        """The seat that plays next, None once every card has been played."""
        return self.deal.turn

    @property
    def done(self) -> bool:
        """Whether all scoring cards are captured: there are scores, and they cannot change.

        The remaining cards may be played, until :attr:`turn` is None.
        """
        return self.deal.complete

    def legal(self) -> list[str]:
        """Return what the seat in turn may play, in canonical order; empty at the end."""
        return ["".join(play) for play in self.deal.legal_plays()]

    def play(self, card: str) -> None:
        """Play a card for the seat in turn.

        Parameters
        ----------
        card : str
            Its name, such as ``"C2"``.

        Raises
        ------
        InputError
            If the rules do not allow it: trick, seat, card and rule are named, and the table
            is as it was.
        """
        if not isinstance(card, str):
            raise InputError(f"{card!r} is not the name of a card, such as 'C2'")
        self.deal.play(card)
        put_card(self._table, np.uint64(1 << card_index(card)))

    def raw(self) -> dict[str, int]:
        """Return the raw scores by seat, in points.

        Raises
        ------
        InputError
            Before the deal is :attr:`done`.
        """
        return self.deal.scores().raw

    def settled(self) -> dict[str, int | float]:
        """Return the settled scores by seat, in points; halves as ``62.5``.

        Raises
        ------
        InputError
            Before the deal is :attr:`done`.
        """
        return {
            seat: points if isinstance(points, int) else float(points)
            for seat, points in self.deal.scores().settled.items()
        }

    def record(self) -> dict[str, Any]:
        """Return the deal as a record, as far as it has been played."""
        return describe_deal(self.deal)

    def ask(self, player: str | Player, *, seed: int, index: int) -> str:
        """Return the card that a player would play now at the seat in turn.

        Parameters
        ----------
        player : str or Player
            ``NAME[:param=value…]``.
        seed, index : int
            The stream its random numbers come from: what it plays is what it would play in
            this state in deal `index` of a simulation with that seed.

        Returns
        -------
        str

        Raises
        ------
        UsageError
            If the player is unknown, a number is out of range, or no card is left to play.
        PlayError
            If the player chooses a card it may not play.
        """
        check_seed(seed)
        check_seed(index, what="deal index")
        line_up = build_line_up([player])
        if self.turn is None:
            raise UsageError("nobody can be asked: every card has been played")
        legal = self.legal()
        if len(legal) == 1:
            return legal[0]
        own, seat = _mask(copy.card for copy in self.deal.hands[self.turn]), SEATS.index(self.turn)
        return ask_card(line_up, seat, self._table, own, _mask(legal), seed=seed, index=index)

    @overload
    def ask_declare(
        self, player: str | Player, seat: str, *, seed: int, index: int
    ) -> list[str]: ...
    @overload
    def ask_declare(
        self, player: str | Player, seat: None = None, *, seed: int, index: int
    ) -> dict[str, list[str]]: ...

    def ask_declare(
        self, player: str | Player, seat: str | None = None, *, seed: int, index: int
    ) -> list[str] | dict[str, list[str]]:
        """Return the cards that a player would declare, before the first lead.

        Each seat decides on its own cards alone; what stands declared at this table, or would
        have to be declared, does not enter.

        Parameters
        ----------
        player : str or Player
            ``NAME[:param=value…]``.
        seat : str, optional
            Where the player sits; at all four seats if left out.
        seed, index : int
            As for :meth:`ask`.

        Returns
        -------
        list of str, or dict of seat to list of str
            The cards in canonical order. For all seats those with none are left out, so that
            it can be passed as ``declared=`` to a new table.

        Raises
        ------
        UsageError
            If the player or the seat is unknown, a number is out of range, or a card has been
            played.
        PlayError
            If the player declares a card it may not declare.
        """
        check_seed(seed)
        check_seed(index, what="deal index")
        line_up = build_line_up([player])
        if self.deal.trick.plays or len(self.deal.tricks) > 1:
            raise UsageError("nobody can be asked to declare: a card has been played")
        if seat is None:
            asked = {each: self.ask_declare(player, each, seed=seed, index=index) for each in SEATS}
            return {each: cards for each, cards in asked.items() if cards}
        if seat not in [*SEATS]:
            raise UsageError(f"{seat!r} is not a seat{nearest(str(seat), SEATS)}")
        hand = _mask(self.deal.dealt[seat])
        return ask_declaration(
            line_up, SEATS.index(seat), self._lay(), hand, seed=seed, index=index
        )


def _read_hands(hands: object) -> dict[str, str | list[str]]:
    if not isinstance(hands, Mapping):
        raise InputError("hands must give each seat its cards, as text or as a list of names")
    return {
        seat: cards if isinstance(cards, str) else _read_names(cards, f"hands: {seat}")
        for seat, cards in hands.items()
    }


def _read_declared(declared: object, where: str) -> dict[str, list[str]]:
    if declared is None:
        return {}
    if not isinstance(declared, Mapping):
        raise InputError(f"{where} must give seats lists of cards")
    return {seat: _read_names(cards, f"{where}: {seat}") for seat, cards in declared.items()}


def _read_names(cards: object, where: str) -> list[str]:
    names = [] if isinstance(cards, str) or not isinstance(cards, Sequence) else list(cards)
    if not isinstance(cards, Sequence) or isinstance(cards, str):
        raise InputError(f"{where} must have a list of cards, not {cards!r}")
    for name in names:
        if not isinstance(name, str):
            raise InputError(f"{where}: {name!r} is not the name of a card, such as 'C2'")
        check_card(name)
    return names


def _mask(names: Any) -> np.uint64:
    return np.uint64(sum(1 << card_index(name) for name in names))
