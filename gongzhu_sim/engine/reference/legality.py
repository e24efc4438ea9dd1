"""What may be led, what may be followed with, and who wins a trick.

These functions look at one hand and at what everybody has seen, so that they serve a deal
of the full game and a count of small decks alike. A hand is a list of `Copy`; a play is a
tuple of one or two card names in canonical order.
"""

from collections.abc import Collection, Sequence
from itertools import combinations

from gongzhu_sim.engine.reference.cards import RANKS, Copy, play_order, sort_cards

__all__ = ["legal_follows", "legal_leads", "locked_copies", "trick_winner"]

Play = tuple[str, ...]


def locked_copies(
    hand: Sequence[Copy],
    *,
    led_suit: str | None,
    suits_led: Collection[str],
    discard_before_led: bool = True,
) -> list[Copy]:
    """Return the declared copies that are locked for the play now to be made.

    A declared card may not be played in the first trick in which its suit is led, neither
    led nor followed with, while its holder has an undeclared card of that suit. If every
    card of the suit in hand is declared, none is locked (with two cards of two decks that
    is a house reading). The lock of a suit ends when the first trick led in it is over;
    discards do not end it.

    Parameters
    ----------
    hand : sequence of Copy
        The hand before the play.
    led_suit : str or None
        The suit of the trick, None for the leader.
    suits_led : collection of str
        The suits led in tricks that are over.
    discard_before_led : bool
        Whether a declared card may be discarded before its suit was first led. If not,
        the same restriction covers such discards.
    """
    locked = []
    for copy in hand:
        if not copy.declared or copy.suit in suits_led:
            continue
        if all(other.declared for other in hand if other.suit == copy.suit):
            continue
        discard = led_suit is not None and copy.suit != led_suit
        if discard and discard_before_led:
            continue
        locked.append(copy)
    return locked


def _as_plays(choices: Collection[Sequence[Copy]]) -> list[Play]:
    """Turn choices of copies into plays, each once, in canonical order."""
    plays = {tuple(sort_cards(copy.card for copy in choice)) for choice in choices}
    return sorted(plays, key=play_order)


def _choose(pool: Sequence[Copy], locked: Sequence[Copy], number: int) -> list[list[Copy]]:
    """Return the ways to take `number` cards from those that could be played.

    House reading for two cards: locked ones are used only where the free ones are too few;
    then all the free ones are played and locked ones make up the number.
    """
    free = [copy for copy in pool if copy not in locked]
    if len(free) >= number:
        return [list(choice) for choice in combinations(free, number)]
    bound = [copy for copy in pool if copy in locked]
    return [free + list(extra) for extra in combinations(bound, number - len(free))]


def legal_leads(
    hand: Sequence[Copy],
    *,
    pairs: bool = False,
    suits_led: Collection[str] = (),
    hearts_barred: bool = False,
    named: str | None = None,
) -> list[Play]:
    """Return the plays that may be led, in canonical order.

    Parameters
    ----------
    hand : sequence of Copy
        The leader's hand.
    pairs : bool
        Whether a pair of identical cards may be led (two decks). A led pair is a free
        choice, so both copies must be free of the lock.
    suits_led : collection of str
        The suits led in tricks that are over.
    hearts_barred : bool
        Whether hearts may be led only from a hand of hearts.
    named : str, optional
        The card that must be led: one copy, or with two decks both (a house reading). It
        must be led whatever else would forbid it.
    """
    if named is not None:
        allowed = [copy for copy in hand if copy.card == named]
    else:
        locked = locked_copies(hand, led_suit=None, suits_led=suits_led)
        allowed = [copy for copy in hand if copy not in locked]
        others = [copy for copy in allowed if copy.suit != "H"]
        if hearts_barred and others:
            allowed = others
    choices: list[Sequence[Copy]] = [[copy] for copy in allowed]
    if pairs:
        choices += [both for both in combinations(allowed, 2) if both[0].card == both[1].card]
    return _as_plays(choices)


def legal_follows(
    hand: Sequence[Copy],
    led: Play,
    *,
    suits_led: Collection[str] = (),
    discard_before_led: bool = True,
) -> list[Play]:
    """Return the plays that may follow a lead, in canonical order.

    A led single must be followed in suit if possible. On a led pair a seat with a playable
    pair in the suit must play a pair of it, otherwise two cards of the suit; with one card
    of the suit that card and any other, with none any two cards.

    Parameters
    ----------
    hand : sequence of Copy
        The hand before the play.
    led : tuple of str
        What was led.
    suits_led : collection of str
        The suits led in tricks that are over.
    discard_before_led : bool
        As in `locked_copies`.
    """
    led_suit = led[0][0]
    locked = locked_copies(
        hand, led_suit=led_suit, suits_led=suits_led, discard_before_led=discard_before_led
    )
    in_suit = [copy for copy in hand if copy.suit == led_suit]
    others = [copy for copy in hand if copy.suit != led_suit]
    if len(led) == 1:
        return _as_plays(_choose(in_suit or others, locked, 1))
    if len(in_suit) >= 2:
        free = [copy for copy in in_suit if copy not in locked]
        both = [each for each in combinations(free, 2) if each[0].card == each[1].card]
        return _as_plays(both or _choose(in_suit, locked, 2))
    missing = 2 - len(in_suit)
    return _as_plays([in_suit + rest for rest in _choose(others, locked, missing)])


def trick_winner(plays: Sequence[Play]) -> int:
    """Return the place in the trick (0 the leader) of the play that wins it.

    The highest card of the led suit wins; of equal ones the earlier. In a pair trick of
    spades, hearts or clubs two singles beat a pair, in diamonds a pair beats two singles;
    within a kind the higher card decides and the lower never matters. A play that contains
    a discard never wins (a house reading where only one of its two cards is a discard).

    Examples
    --------
    >>> trick_winner([("S4", "S4"), ("SK", "SK"), ("SQ", "S8"), ("HA", "H2")])
    2
    >>> trick_winner([("D4", "D4"), ("DK", "DK"), ("DQ", "D8"), ("DA", "D2")])
    1
    """
    led_suit = plays[0][0][0]

    def strength(play: Play) -> tuple[bool, int]:
        is_pair = len(play) == 2 and play[0] == play[1]
        better_kind = is_pair if led_suit == "D" else not is_pair
        highest = max(len(RANKS) - RANKS.index(card[1]) for card in play)
        return better_kind, highest

    best = 0
    for place, play in enumerate(plays):
        in_suit = all(card[0] == led_suit for card in play)
        if in_suit and strength(play) > strength(plays[best]):
            best = place
    return best
