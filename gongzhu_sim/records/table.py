"""`Table`: one deal, step by step, for programs that play against the package's players."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Self, overload

from gongzhu_sim.cards.dealing import check_seed
from gongzhu_sim.cards.layout import SEATS
from gongzhu_sim.engine.line_up import LineUp
from gongzhu_sim.engine.reference import Deal, allowed_cards, check_record, make_record
from gongzhu_sim.engine.reference.cards import next_seat, parse_play, sort_cards
from gongzhu_sim.errors import InputError, UsageError, nearest
from gongzhu_sim.records.arguments import read_declared, read_hands
from gongzhu_sim.records.laying import LaidDeal
from gongzhu_sim.records.reading import parse_record
from gongzhu_sim.records.rule_book import find_rules
from gongzhu_sim.records.writing import describe_deal
from gongzhu_sim.rules import RuleSet, load_rules
from gongzhu_sim.strategies import Player, build_line_up

__all__ = ["Table"]

Rules = str | Path | Mapping[str, Any] | RuleSet


class Table:
    """One deal, played card by card.

    The reference engine keeps the rules and gives the reasons when it refuses something; the
    players that are asked see the same table as in a simulation.

    Parameters
    ----------
    rules : str, Path, mapping or RuleSet
        A rule set, or whatever :func:`gongzhu_sim.load_rules` takes.
    hands : mapping
        Seat to its cards: ``"AKQ52.T98.J43.T7"`` (spades, hearts, diamonds, clubs) or a list
        of names. With two decks a card held twice stands there twice.
    declared, first_declared : mapping, optional
        Seat to the cards it declared, in the ordinary way and at the first draw; a copy stands
        in one of the two. What the rules make compulsory may be left out.
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
            read_hands(hands),
            declared=read_declared(declared, "declared"),
            first_declared=read_declared(first_declared, "first_declared"),
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
        self.deal = deal
        self._laid = LaidDeal(deal)

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
        """Play a card, or with two decks two cards, for the seat in turn.

        Parameters
        ----------
        card : str
            Its name, such as ``"C2"``; of two, both names written together: ``"C4C4"``,
            ``"SQS8"``, in either order.

        Raises
        ------
        InputError
            If the rules do not allow it: trick, seat, card and rule are named, and the table
            is as it was.
        """
        if not isinstance(card, str):
            raise InputError(f"{card!r} is not the name of a card, such as 'C2'")
        self.deal.play(card)
        self._laid.put(parse_play(card))

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
        """Return what a player would play now at the seat in turn.

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
            One card, or with two decks a whole play of one or two, as :meth:`play` takes it.

        Raises
        ------
        UsageError
            If the player is unknown, a number is out of range, or no card is left to play.
        PlayError
            If the player chooses a card it may not play.
        """
        line_up = _read_player(player, seed, index)
        if self.turn is None:
            raise UsageError("nobody can be asked: every card has been played")
        return self._laid.ask_play(line_up, seed=seed, index=index)

    def ask_first_draw(
        self, player: str | Player, seat: str, card: str, *, seed: int, index: int
    ) -> bool:
        """Say whether a player would declare the first card it drew, there and then.

        It knows no other card and none of the declarations at this table. Whoever declares
        such a card belongs into ``first_declared=`` of the table at which the seats are asked
        for their ordinary declarations.

        Parameters
        ----------
        player : str or Player
            ``NAME[:param=value…]``.
        seat : str
            Where the player sits.
        card : str
            The card the seat drew first, one of its hand.
        seed, index : int
            As for :meth:`ask`.

        Returns
        -------
        bool
            Always False if the rules have no first draw, or for a card that cannot be declared.

        Raises
        ------
        UsageError
            If the player or the seat is unknown, a number is out of range, the card is not of
            the seat's hand, or a card has been played.
        PlayError
            If the player declares another card.
        """
        line_up = _read_player(player, seed, index)
        self._check_declaring(seat)
        if card not in self.deal.dealt[seat]:
            raise UsageError(f"{seat} was not dealt {card!r}, so it cannot have drawn it first")
        rules = self.deal.rules
        if not rules.declaration.first_draw or not allowed_cards(rules, [card]):
            return False
        place = SEATS.index(seat)
        return self._laid.ask_first_draw(line_up, place, card, seed=seed, index=index)

    @overload
    def ask_declare(
        self, player: str | Player, seat: str, *, seed: int, index: int, round_index: int = 0
    ) -> list[str]: ...
    @overload
    def ask_declare(
        self, player: str | Player, seat: None = None, *, seed: int, index: int
    ) -> dict[str, list[str]]: ...

    def ask_declare(
        self,
        player: str | Player,
        seat: str | None = None,
        *,
        seed: int,
        index: int,
        round_index: int = 0,
    ) -> list[str] | dict[str, list[str]]:
        """Return the cards that a player would declare, before the first lead.

        Where each seat decides on its own cards alone, what was declared at this table in the
        ordinary way does not enter; the seat's own first-draw declaration does, which cannot
        be declared again. Where the seats are asked in turn (``declaration.order`` is
        ``sequential``) the player sees what stands declared at this table, of hidden
        declarations of the others only how many, and says what it adds to it. To hold such an
        auction, ask in order of play from the first leader, at a new table whenever somebody
        has declared, until four seats in a row add nothing; a call without `seat` does that.

        Parameters
        ----------
        player : str or Player
            ``NAME[:param=value…]``.
        seat : str, optional
            Where the player sits; at all four seats if left out.
        seed, index : int
            As for :meth:`ask`.
        round_index : int
            Where the seats are asked in turn, how many rounds are over; it chooses the
            player's random numbers.

        Returns
        -------
        list of str, or dict of seat to list of str
            The cards in canonical order, a card declared in both copies twice. For all seats
            those with none are left out, so that it can be passed as ``declared=`` to a new
            table; in an auction it begins with what stands declared at this one.

        Raises
        ------
        UsageError
            If the player or the seat is unknown, a number is out of range, or a card has been
            played.
        PlayError
            If the player declares a card it may not declare.
        """
        line_up = _read_player(player, seed, index)
        check_seed(round_index, what="round")
        if seat is not None:
            self._check_declaring(seat)
            return self._laid.ask_declaration(
                line_up, SEATS.index(seat), round_index=round_index, seed=seed, index=index
            )
        self._check_declaring(SEATS[0])
        if self.deal.rules.declaration.order == "sequential":
            return self._hold_auction(player, seed=seed, index=index)
        asked = {each: self.ask_declare(player, each, seed=seed, index=index) for each in SEATS}
        return {each: cards for each, cards in asked.items() if cards}

    def _check_declaring(self, seat: str) -> None:
        """Refuse to ask a seat that is none, or once a card has been played."""
        if self.deal.trick.plays or len(self.deal.tricks) > 1:
            raise UsageError("nobody can be asked to declare: a card has been played")
        if seat not in [*SEATS]:
            raise UsageError(f"{seat!r} is not a seat{nearest(str(seat), SEATS)}")

    def _hold_auction(self, player: str | Player, *, seed: int, index: int) -> dict[str, list[str]]:
        """Ask one player at all seats in turn until four in a row add nothing."""
        record = make_record(self.deal)
        standing = {seat: record["declared"].get(seat, []) for seat in SEATS}
        table, silent, asked = self, 0, 0
        seat = self.deal.first_leader
        while silent < 4:
            added = table.ask_declare(player, seat, seed=seed, index=index, round_index=asked // 4)
            silent = 0 if added else silent + 1
            if added:
                standing[seat] = sort_cards([*standing[seat], *added])
                table = type(self)(
                    self.deal.rules,
                    self.deal.dealt,
                    declared=standing,
                    first_declared=record["first_declared"],
                    leader=self.deal.first_leader,
                    first_deal=self.deal.first_deal,
                )
            asked += 1
            seat = next_seat(seat)
        return {each: cards for each, cards in standing.items() if cards}


def _read_player(player: str | Player, seed: int, index: int) -> LineUp:
    check_seed(seed)
    check_seed(index, what="deal index")
    return build_line_up([player])
