"""The play loop of two decks: singles and pairs.

What everybody plays to a trick is as many cards as its leader led. A strategy chooses them
one at a time: ``table.part`` says which one is asked for. A leader that holds both copies is
asked for the twin after its first card, and leads a single by returning 0.
"""

from typing import Any

import numpy as np

from gongzhu_sim.cards.bits import highest_index, lowest_index
from gongzhu_sim.cards.compiling import inner_kernel, kernel
from gongzhu_sim.cards.layout import DIAMONDS, GOAT, PIG, SCORING, TRANSFORMER
from gongzhu_sim.engine.asking import hand_over, show_declarations
from gongzhu_sim.engine.calling import ask
from gongzhu_sim.engine.legality import legal_parts
from gongzhu_sim.engine.table import CHOOSE
from gongzhu_sim.engine.unusual import reveal

__all__ = ["finish_double_trick", "make_play", "play_double_tricks", "play_strength"]

_ZERO = np.uint64(0)
_ONE = np.uint64(1)
_LANE = np.uint64(0x1FFF)
_LANE_START = np.uint64(48)
_RANK = np.uint64(15)
_BETTER_KIND = np.int64(16)


@inner_kernel(forceinline=True)
def play_strength(led: Any, first: Any, second: Any) -> Any:
    """Return how strong a play is in the led suit; the earlier of two equal ones wins.

    Parameters
    ----------
    led : uint64
        The suit led, filled.
    first, second : uint64
        The cards played; ``second`` is 0 for a single.

    Returns
    -------
    int
        0 for a play with a discard, which never wins (a house reading where only one of the
        two is a discard).

    Notes
    -----
    In spades, hearts and clubs two singles beat a pair, in diamonds a pair beats two singles.
    Within a kind the higher card decides; the lower one never matters.
    """
    if (first | second) & ~led != _ZERO:
        return np.int64(0)
    rank = np.int64(highest_index(first | second) & _RANK) + 1
    if second == _ZERO:
        return rank
    is_pair = first == second
    pairs_win = led == DIAMONDS
    return rank + (_BETTER_KIND if is_pair == pairs_win else np.int64(0))


@inner_kernel(forceinline=True)
def _put_card(table: Any, deal: Any, seat: Any, hand: Any, twice: Any, card: Any) -> Any:
    """Put one card of a hand on the table; return what is left of the hand."""
    if table.rules.hidden != 0:
        reveal(table, deal, seat, card, twice & card == _ZERO)
    if twice & card != _ZERO:
        twice ^= card
    else:
        hand ^= card
    table.seen_twice |= table.seen & card
    table.seen |= card
    table.on_table_twice |= table.on_table & card
    table.on_table |= card
    table.played_by[seat] |= card
    table.plays[table.n_plays] = np.uint8(lowest_index(card))
    table.n_plays += 1
    return hand, twice


@inner_kernel(forceinline=True)
def _comes_before(first: Any, second: Any) -> Any:
    """Say whether two cards stand in canonical order: by suit, and high to low within it."""
    suit = lowest_index(first) & _LANE_START
    other = lowest_index(second) & _LANE_START
    return first >= second if suit == other else suit < other


@inner_kernel(forceinline=True)
def make_play(
    table: Any, deal: Any, seat: Any, hand: Any, twice: Any, first: Any, second: Any
) -> Any:
    """Make a legal play of one card, or of two, and compare it with the best one so far.

    ``second`` is 0 for a single. Two cards are laid down in canonical order, whichever was
    chosen first. Returned is what is left of the hand: its cards, and those held twice.
    """
    if second != _ZERO and not _comes_before(first, second):
        first, second = second, first
    hand, twice = _put_card(table, deal, seat, hand, twice, first)
    if second != _ZERO:
        hand, twice = _put_card(table, deal, seat, hand, twice, second)
    if table.position == 0:
        table.led = _LANE << (lowest_index(first) & _LANE_START)
        table.width = 1 if second == _ZERO else 2
    strength = play_strength(table.led, first, second)
    if (first | second) & ~table.led != _ZERO:
        table.voids[seat] |= table.led
    if strength > table.best_strength:
        table.best_strength = strength
        table.best = _ONE << highest_index(first | second)
        table.winner = seat
    table.position += 1
    return hand, twice


@inner_kernel
def finish_double_trick(table: Any) -> None:
    """Give the trick to its winner, who leads the next."""
    taker = table.winner
    kinds = PIG | GOAT | TRANSFORMER | table.rules.marker
    own = table.played_by[taker] & kinds
    # a pair of one's own is the seat's only card of the trick: it shows as one bit
    both = own if table.width == 2 and own & (own - _ONE) == _ZERO else _ZERO
    both = both if table.played_by[taker] == own else _ZERO
    table.own_captured_twice[taker] |= both | (table.own_captured[taker] & own)
    table.own_captured[taker] |= own
    once = table.on_table & SCORING
    twice = table.on_table_twice & SCORING
    table.captured_twice[taker] |= twice | (table.captured[taker] & once)
    table.captured[taker] |= once
    if table.pig_taker < 0 and once & PIG != _ZERO:
        table.pig_taker = taker
    table.opened |= table.led
    table.led = _ZERO
    table.on_table = _ZERO
    table.on_table_twice = _ZERO
    table.best = _ZERO
    table.best_strength = 0
    for seat in range(4):
        table.played_by[seat] = _ZERO
    table.widths[table.trick] = np.uint8(table.width)
    table.width = 1
    table.leader = taker
    table.trick += 1
    table.position = 0


@kernel(forceinline=True)
def _choose_part(
    table: Any, seats: Any, players: Any, seat: Any, part: Any, first: Any, hand: Any, twice: Any
) -> Any:
    """Ask for one card of a play; ``table.best_strength`` is -1 after an illegal answer."""
    table.part = part
    table.first_part = first
    table.turn = seat
    legal, legal_twice = legal_parts(table, hand, twice)
    hand_over(table, seats, CHOOSE, seat, 2 * table.trick + part)
    table.own.hand_twice = twice
    table.own.legal_twice = legal_twice
    leads_twin = part == 1 and table.led == _ZERO
    if legal & (legal - _ONE) == _ZERO and not leads_twin:
        return legal
    card = ask(players, CHOOSE, seats, seat, table, hand, legal)
    if (card == _ZERO and leads_twin) or (card & legal != _ZERO and card & (card - _ONE) == _ZERO):
        return card
    table.best = card
    table.best_strength = -1
    return _ZERO


@inner_kernel
def play_double_tricks(table: Any, deal: Any, seats: Any, players: Any, full: Any) -> Any:
    """Play a deal of two decks from any point to its end.

    Parameters are those of :func:`gongzhu_sim.engine.play.play_tricks`.
    """
    hidden = table.rules.hidden != 0
    while table.position != 0 or (
        seats.hands[table.leader] != _ZERO and (full or table.seen_twice & SCORING != SCORING)
    ):
        for position in range(table.position, 4):
            seat = (table.leader + position) & 3
            hand = seats.hands[seat]
            pairs = seats.twice[seat]
            if hidden:
                show_declarations(table, deal, seat, False)
            first = _choose_part(table, seats, players, seat, 0, _ZERO, hand, pairs)
            second = _ZERO
            if table.best_strength >= 0:
                leads_pair = position == 0 and table.own.legal_twice & first != _ZERO
                if leads_pair or (position > 0 and table.width == 2):
                    second = _choose_part(table, seats, players, seat, 1, first, hand, pairs)
            if table.best_strength < 0:
                return False
            table.part = 0
            hand, pairs = make_play(table, deal, seat, hand, pairs, first, second)
            seats.hands[seat] = hand
            seats.twice[seat] = pairs
        finish_double_trick(table)
    return True
