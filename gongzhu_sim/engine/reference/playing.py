"""One deal, played card by card under every rule of play.

`Deal` holds the four hands as lists of physical cards and knows, at any point, whose turn
it is and what that seat may play. It refuses everything else with a message that names the
trick, the seat, the card and the rule.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from gongzhu_sim.engine.reference import refusals
from gongzhu_sim.engine.reference.cards import (
    PIG,
    SEATS,
    Copy,
    Deck,
    card_order,
    check_dealt,
    is_scoring,
    next_seat,
    parse_hand,
    parse_play,
    sort_cards,
)
from gongzhu_sim.engine.reference.declaring import settle_declarations
from gongzhu_sim.engine.reference.leading import (
    check_leader,
    find_named_card,
    find_next_leader,
)
from gongzhu_sim.engine.reference.legality import (
    Play,
    legal_follows,
    legal_leads,
)
from gongzhu_sim.engine.reference.refusals import RuleBroken
from gongzhu_sim.engine.reference.scoring import Capture, Scores, score_deal
from gongzhu_sim.engine.reference.settling import find_sides
from gongzhu_sim.engine.reference.tricks import Trick, is_wrong_colour
from gongzhu_sim.errors import InputError

__all__ = ["Deal"]


class Deal:
    """One deal from the first lead to the last card.

    Parameters
    ----------
    rules : RuleSet
        The rules.
    hands : mapping
        Seat to its cards: text such as ``"AKQ52.T98.J43.T7"`` or a list of names.
    declared, first_declared : mapping, optional
        Seat to the cards it declared, in the ordinary way and at the first draw.
    leader : str, optional
        The first leader; may be left out only in a first deal with a named card that one
        seat alone holds.
    first_deal : bool
        Whether the first lead follows the rule of a match's first deal.

    Attributes
    ----------
    hands : dict
        Seat to the `Copy` cards it still holds, in canonical order.
    tricks : list of Trick
        All tricks so far; the last may be incomplete.
    named_card : str or None
        The card whose holder leads first, None where no card decides.
    captured : dict
        Seat to the scoring cards it captured, as `Capture`, in order of capture.

    Raises
    ------
    InputError
        If the hands, the declarations or the leader are wrong.

    Examples
    --------
    >>> from gongzhu_sim.rules.loading import load_rules
    >>> hands = {"N": "AKQJT98765432...", "W": ".AKQJT98765432..",
    ...          "S": "..AKQJT98765432.", "E": "...AKQJT98765432"}
    >>> deal = Deal(load_rules("qq"), hands)
    >>> deal.turn, deal.legal_plays()
    ('E', [('C2',)])
    >>> deal.play("C2")
    >>> deal.turn, len(deal.legal_plays())
    ('N', 13)
    """

    def __init__(
        self,
        rules: Any,
        hands: Mapping[str, str | Sequence[str]],
        *,
        declared: Mapping[str, Sequence[str]] | None = None,
        first_declared: Mapping[str, Sequence[str]] | None = None,
        leader: str | None = None,
        first_deal: bool = True,
    ) -> None:
        if rules.decks == 2 and rules.play.discard_colour == "penalty":
            raise InputError("play.discard_colour = 'penalty' is a rule for one deck only")
        self.rules = rules
        self.first_deal = first_deal
        self.dealt = {
            seat: parse_hand(hand) if isinstance(hand, str) else sort_cards(hand)
            for seat, hand in hands.items()
        }
        self.deck = Deck(copies=rules.decks)
        check_dealt(self.dealt, self.deck)
        self.declarations = settle_declarations(
            rules, self.dealt, declared=declared, first_declared=first_declared
        )
        self.sides = find_sides(rules, self.dealt)
        self.hands = {seat: self._hold(seat) for seat in SEATS}
        self.captured: dict[str, list[Capture]] = {seat: [] for seat in SEATS}
        self.named_card = find_named_card(rules, first_deal=first_deal)
        self.first_leader = check_leader(rules, self.dealt, leader=leader, first_deal=first_deal)
        self.tricks = [Trick(self.first_leader)]

    def _hold(self, seat: str) -> list[Copy]:
        """Turn a seat's dealt cards into copies, declared ones with their factor."""
        factors: dict[str, list[int]] = {}
        for card, factor in self.declarations.by_seat[seat]:
            factors.setdefault(card, []).append(factor)
        return [
            Copy(card, seat, factors[card].pop() if factors.get(card) else 1)
            for card in self.dealt[seat]
        ]

    # What may be played.

    @property
    def trick(self) -> Trick:
        """The trick being played; once all cards are played, the last one."""
        return self.tricks[-1]

    @property
    def over(self) -> bool:
        """Whether every card has been played."""
        return not any(self.hands.values())

    @property
    def turn(self) -> str | None:
        """The seat that plays next, None once every card has been played."""
        return None if self.over else self.trick.turn

    @property
    def complete(self) -> bool:
        """Whether all scoring cards are captured: the scores cannot change any more."""
        captured = sum(len(cards) for cards in self.captured.values())
        return captured == sum(is_scoring(card) for card in self.deck.cards())

    @property
    def suits_led(self) -> list[str]:
        """The suits led in tricks that are over."""
        return [trick.plays[0][0][0] for trick in self.tricks if trick.winner is not None]

    @property
    def must_lead(self) -> str | None:
        """The card the leader must lead now, if the rules name one."""
        if len(self.tricks) > 1 or self.trick.plays or not self.rules.play.must_lead_it:
            return None
        return self.named_card

    @property
    def hearts_barred(self) -> bool:
        """Whether hearts may now be led only from a hand of hearts."""
        if self.rules.play.hearts_lead == "free":
            return False
        return not any(card[0] == "H" for trick in self.tricks for card in trick.cards())

    def legal_plays(self) -> list[Play]:
        """Return what the seat to play may play, in canonical order; empty at the end."""
        if self.over:
            return []
        hand = self.hands[self.trick.turn]
        if not self.trick.plays:
            return legal_leads(
                hand,
                pairs=self.rules.decks == 2,
                suits_led=self.suits_led,
                hearts_barred=self.hearts_barred,
                named=self.must_lead,
            )
        return legal_follows(
            hand,
            self.trick.plays[0],
            suits_led=self.suits_led,
            discard_before_led=self.rules.declaration.discard_before_led,
        )

    # Playing.

    def play(self, cards: str | Sequence[str], *, seat: str | None = None) -> None:
        """Play one or two cards for the seat whose turn it is.

        Parameters
        ----------
        cards : str or sequence of str
            ``"SQ"``, ``"C4C4"``, or a sequence of one or two names; any order.
        seat : str, optional
            Who plays; given, it is checked against the turn.

        Raises
        ------
        RuleBroken
            If the rules do not allow the play; the deal is left as it was.
        """
        number = len(self.tricks)
        if self.over:
            raise RuleBroken(f"trick {number + 1}: every card has been played")
        turn = self.trick.turn
        try:
            play = parse_play(cards if isinstance(cards, str) else "".join(cards))
        except InputError as error:
            raise RuleBroken(f"trick {number}: {seat or turn}: {error}") from None
        if seat is not None and seat != turn:
            raise RuleBroken(
                f"trick {number}: {seat} plays {''.join(play)} but it is {turn}'s turn"
            )
        if play not in self.legal_plays():
            raise RuleBroken(refusals.explain_refusal(self, play))
        watched = self.rules.play.discard_colour == "penalty" and self.trick.offender is None
        if watched and is_wrong_colour(self.hands[turn], play, self.trick.plays):
            self.trick.offender = turn
        for card in play:
            # Of two equal cards the undeclared one is understood to be played.
            copies = [copy for copy in self.hands[turn] if copy.card == card]
            self.hands[turn].remove(min(copies, key=lambda copy: copy.factor))
        self.trick.plays.append(play)
        if len(self.trick.plays) == 4:
            self._finish_trick()

    def _finish_trick(self) -> None:
        """Name the winner, hand over the scoring cards, and open the next trick."""
        trick = self.trick
        trick.finish()
        assert trick.winner is not None and trick.taker is not None
        seat = trick.leader
        for play in trick.plays:
            self.captured[trick.taker] += [
                Capture(card, dealt_to=seat, taken_by=trick.taker)
                for card in play
                if is_scoring(card)
            ]
            seat = next_seat(seat)
        if not self.over:
            self.tricks.append(Trick(trick.winner))

    # After the play.

    def declared(self) -> dict[str, list[str]]:
        """Return what stands declared, compulsory and first-draw ones included.

        Seats with none are left out; cards are in canonical order.
        """
        cards = {seat: self.declarations.cards(seat) for seat in SEATS}
        return {seat: names for seat, names in cards.items() if names}

    def captured_cards(self) -> dict[str, list[str]]:
        """Return the scoring cards each seat captured, in canonical order."""
        return {
            seat: sorted((capture.card for capture in taken), key=card_order)
            for seat, taken in self.captured.items()
        }

    def pig_taker(self) -> str | None:
        """Return the seat that was first to capture a pig, None while nobody has."""
        for trick in self.tricks:
            if trick.taker is not None and PIG in trick.cards():
                return trick.taker
        return None

    def scores(self) -> Scores:
        """Score and settle the deal.

        Raises
        ------
        InputError
            While scoring cards are still to be captured.
        """
        if not self.complete:
            raise InputError("the deal is not complete: scoring cards are still to be captured")
        return score_deal(self.rules, self.captured, self.declarations, sides=self.sides)

    def next_leader(self) -> str | None:
        """Return the seat that leads the next deal, None where it needs a named card."""
        return find_next_leader(self.rules, leader=self.first_leader, pig_taker=self.pig_taker())
