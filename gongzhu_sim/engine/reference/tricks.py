"""A trick: its plays, who wins it, and who takes the scoring cards in it."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from gongzhu_sim.engine.reference.cards import SEATS, Copy, sort_cards
from gongzhu_sim.engine.reference.legality import Play, trick_winner

__all__ = ["Trick", "is_wrong_colour"]

RED = "HD"


@dataclass
class Trick:
    """A trick: what was played from its leader on, and what became of it.

    Attributes
    ----------
    leader : str
        The seat that led.
    plays : list of tuple of str
        The plays in order of play.
    winner : str or None
        Who took the trick and leads next; None while it is incomplete.
    taker : str or None
        Who captured its scoring cards: the winner, except under the discard-colour rule.
    offender : str or None
        The first seat that discarded the wrong colour, where that is penalised.
    """

    leader: str
    plays: list[Play] = field(default_factory=list)
    winner: str | None = None
    taker: str | None = None
    offender: str | None = None

    @property
    def turn(self) -> str:
        """The seat that plays next into this trick."""
        return SEATS[(SEATS.index(self.leader) + len(self.plays)) % 4]

    def play_of(self, seat: str) -> Play:
        """Return what a seat played into this trick."""
        return self.plays[(SEATS.index(seat) - SEATS.index(self.leader)) % 4]

    def cards(self) -> list[str]:
        """Return all cards of the trick in canonical order."""
        return sort_cards(card for play in self.plays for card in play)

    def finish(self) -> None:
        """Name the winner, and who takes the scoring cards, once all four have played."""
        self.winner = SEATS[(SEATS.index(self.leader) + trick_winner(self.plays)) % 4]
        self.taker = self.offender or self.winner


def is_wrong_colour(hand: Sequence[Copy], play: Play, plays: Sequence[Play]) -> bool:
    """Tell whether a play is a discard of the wrong colour from a hand with the right one.

    A discard should have the colour (red hearts and diamonds, black spades and clubs) of the
    led suit. The first seat that breaks this, if several do, takes the scoring cards of the
    trick (a house reading); the trick's winner still leads next.

    Parameters
    ----------
    hand : sequence of Copy
        The hand before the play.
    play : tuple of str
        The play, of one card: the rule is for one deck.
    plays : sequence of tuple
        What was played into the trick before.
    """
    if not plays:
        return False
    led_suit, suit = plays[0][0][0], play[0][0]
    led_red = led_suit in RED
    if suit == led_suit or (suit in RED) == led_red:
        return False
    return any((copy.suit in RED) == led_red for copy in hand)
