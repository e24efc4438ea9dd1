"""Counting games exactly: how many ways a small deck can be dealt and played.

Nothing is declared; the first seat leads anything, the winner of a trick leads the next.
The counts hold legality and the winner of tricks against numbers found independently.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations

from gongzhu_sim.engine.reference.cards import Copy, Deck
from gongzhu_sim.engine.reference.legality import (
    Play,
    legal_follows,
    legal_leads,
    trick_winner,
)

__all__ = ["Census", "count_sequences", "find_mean_tricks", "list_deals", "take_census"]

Hands = tuple[tuple[str, ...], ...]


def list_deals(deck: Deck, players: int) -> Iterator[Hands]:
    """Yield every way to deal a deck evenly; equal copies are not told apart.

    Examples
    --------
    >>> sum(1 for _ in list_deals(Deck(suits="SH", ranks="AK"), 2))
    6
    """
    cards = deck.cards()
    size = len(cards) // players

    def split(left: list[str]) -> Iterator[Hands]:
        if not left:
            yield ()
            return
        for hand in sorted(set(combinations(left, size))):
            rest = list(left)
            for card in hand:
                rest.remove(card)
            for others in split(rest):
                yield (hand, *others)

    return split(cards)


def _legal(hands: Hands, seat: int, plays: Sequence[Play], pairs: bool) -> list[Play]:
    hand = [Copy(card, dealt_to=str(seat)) for card in hands[seat]]
    return legal_follows(hand, plays[0]) if plays else legal_leads(hand, pairs=pairs)


def _without(hands: Hands, seat: int, play: Play) -> Hands:
    left = list(hands[seat])
    for card in play:
        left.remove(card)
    return (*hands[:seat], tuple(left), *hands[seat + 1 :])


def count_sequences(
    hands: Hands,
    *,
    depth: int | None = None,
    pairs: bool = False,
    leader: int = 0,
    plays: tuple[Play, ...] = (),
) -> int:
    """Count the legal sequences of plays from a position.

    Parameters
    ----------
    hands : tuple of tuple of str
        The hands in order of play.
    depth : int, optional
        The number of plays; to the last card if left out.
    pairs : bool
        Whether pairs may be led.
    leader : int
        The seat that leads or led the current trick.
    plays : tuple
        What has been played into the current trick.
    """
    if len(plays) == len(hands):
        leader = (leader + trick_winner(plays)) % len(hands)
        plays = ()
    if depth == 0 or not any(hands):
        return 1
    seat = (leader + len(plays)) % len(hands)
    return sum(
        count_sequences(
            _without(hands, seat, play),
            depth=None if depth is None else depth - 1,
            pairs=pairs,
            leader=leader,
            plays=(*plays, play),
        )
        for play in _legal(hands, seat, plays, pairs)
    )


def find_mean_tricks(
    hands: Hands, *, pairs: bool = False, leader: int = 0, plays: tuple[Play, ...] = ()
) -> list[Fraction]:
    """Return the exact mean number of tricks of each seat if every legal play is as likely.

    Parameters as in `count_sequences`.
    """
    won: int | None = None
    if len(plays) == len(hands):
        leader = won = (leader + trick_winner(plays)) % len(hands)
        plays = ()
    means = [Fraction(0)] * len(hands)
    if any(hands):
        seat = (leader + len(plays)) % len(hands)
        legal = _legal(hands, seat, plays, pairs)
        for play in legal:
            rest = find_mean_tricks(
                _without(hands, seat, play), pairs=pairs, leader=leader, plays=(*plays, play)
            )
            means = [mean + part / len(legal) for mean, part in zip(means, rest, strict=True)]
    if won is not None:
        means[won] += 1
    return means


@dataclass(frozen=True)
class Census:
    """The count over all deals of a deck.

    Attributes
    ----------
    deals : int
        The number of deals.
    sequences : int
        The legal play sequences, summed over the deals.
    fewest, most : int
        The smallest and the largest number of sequences of a deal.
    mean_tricks : tuple of Fraction
        The mean tricks by seat under uniformly random legal play, over all deals.
    """

    deals: int
    sequences: int
    fewest: int
    most: int
    mean_tricks: tuple[Fraction, ...]


def take_census(deck: Deck, players: int, *, pairs: bool = False) -> Census:
    """Count every deal of a deck and every way to play it.

    Parameters
    ----------
    deck : Deck
        The deck; its size must be a multiple of `players`.
    players : int
        The number of seats.
    pairs : bool
        Whether pairs may be led.

    Examples
    --------
    >>> census = take_census(Deck(suits="SH", ranks="AK"), 2)
    >>> census.deals, census.sequences, census.fewest, census.most
    (6, 16, 2, 4)
    >>> [str(mean) for mean in census.mean_tricks]
    ['4/3', '2/3']
    """
    counts = []
    totals = [Fraction(0)] * players
    for hands in list_deals(deck, players):
        counts.append(count_sequences(hands, pairs=pairs))
        means = find_mean_tricks(hands, pairs=pairs)
        totals = [total + mean for total, mean in zip(totals, means, strict=True)]
    return Census(
        deals=len(counts),
        sequences=sum(counts),
        fewest=min(counts),
        most=max(counts),
        mean_tricks=tuple(total / len(counts) for total in totals),
    )
