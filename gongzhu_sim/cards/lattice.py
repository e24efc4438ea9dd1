"""Four groups of seats, the general case of the constrained dealer.

Cards that several groups may hold are put in a row. A point of the lattice says how many cards
of the row so far each group has; a world is a path from none to what all need, one card a step.
The row is cut in two halves of at most 26 cards (52 with two decks): the ways from the start to
a point of the first half and from a point of the second half to the end are counted, which fits
64 bits for one deck (4^26 = 2^52). A world draws a point where the halves meet, in proportion to
the product of both counts, and walks from there to both ends, each step in proportion to the
ways that lead on.

Along every axis there is one place more than the group has room for; it holds 0 and serves as
the place before the first one of the next row, too.
"""

from typing import Any

import numpy as np

from gongzhu_sim.cards.compiling import inner_kernel
from gongzhu_sim.cards.streams import wyrand
from gongzhu_sim.cards.weights import add_product, convert, share

__all__ = ["count_lattice", "walk_lattice"]

_ONE = np.uint64(1)
_MINUS_ONE = np.uint64(0xFFFF_FFFF_FFFF_FFFF)


@inner_kernel
def _line_up_cards(dealer: Any) -> None:
    """Put the cards that several groups may hold in a row, class by class."""
    number = dealer.low[0]
    n = 0
    for groups in range(3, 16):
        if not groups & (groups - 1):
            continue  # cards for one group alone
        for copy in range(2):
            cards = dealer.classes[groups]
            if copy == 1:
                cards &= dealer.twice
            while cards:
                dealer.cards[n] = cards & (~cards + _ONE)
                cards &= cards - _ONE
                for group in range(4):
                    dealer.open[n, group] = convert(groups >> group & 1, number)
                n += 1
    dealer.n_cards = n


@inner_kernel
def _find_point(dealer: Any, n0: Any, n1: Any, n2: Any, n3: Any) -> Any:
    s = dealer.strides
    return (
        np.uint64(n0 + 1) * s[0]
        + np.uint64(n1 + 1) * s[1]
        + np.uint64(n2 + 1) * s[2]
        + np.uint64(n3 + 1)
    )


@inner_kernel
def _count_half(dealer: Any, start: Any, step: Any, card: Any, n_cards: Any) -> None:
    """Count the ways to every point that takes up to ``n_cards`` steps from one end.

    ``step`` is 1 from the start, and 2^64 - 1, which is -1, from the end; ``card`` is the first
    card of the row as seen from there. A point at its end of the axis has no neighbour: 0.
    """
    ways, open_to, room = dealer.ways, dealer.open, dealer.room
    s = dealer.strides
    s0, s1, s2 = step * s[0], step * s[1], step * s[2]
    ways[start] = convert(1, dealer.low[0])
    for n0 in range(min(room[0], n_cards) + 1):
        for n1 in range(min(room[1], n_cards - n0) + 1):
            for n2 in range(min(room[2], n_cards - n0 - n1) + 1):
                done = n0 + n1 + n2
                first = 1 if done == 0 else 0
                point = start + np.uint64(n0) * s0 + np.uint64(n1) * s1 + np.uint64(n2) * s2
                point += step * np.uint64(first)
                near = ways[point - step]
                last = card + step * np.uint64(done + first - 1)
                for _ in range(first, min(room[3], n_cards - done) + 1):
                    near = (
                        ways[point - s0] * open_to[last, 0]
                        + ways[point - s1] * open_to[last, 1]
                        + ways[point - s2] * open_to[last, 2]
                    ) + near * open_to[last, 3]
                    ways[point] = near
                    point += step
                    last += step


@inner_kernel
def _list_middles(dealer: Any) -> None:
    """List the points where the halves meet, with cumulative ways."""
    ways, half, room = dealer.ways, dealer.half, dealer.room
    s = dealer.strides
    open_to = dealer.open[half]
    high = low = convert(0, dealer.low[0])
    n = 0
    for n0 in range(min(room[0], half) + 1):
        for n1 in range(min(room[1], half - n0) + 1):
            left = half - n0 - n1
            for n2 in range(max(0, left - room[3]), min(room[2], left) + 1):
                point = _find_point(dealer, n0, n1, n2, left - n2)
                after = (
                    ways[point + s[0]] * open_to[0]
                    + ways[point + s[1]] * open_to[1]
                    + ways[point + s[2]] * open_to[2]
                    + ways[point + s[3]] * open_to[3]
                )
                high, low = add_product(high, low, ways[point], after)
                dealer.splits[n] = point
                dealer.high[n] = high
                dealer.low[n] = low
                n += 1
    dealer.n_splits = n


@inner_kernel
def count_lattice(dealer: Any) -> None:
    """Count all paths of a dealer whose classes are known; list the middles.

    Parameters
    ----------
    dealer : record of DEALER or DOUBLE_DEALER
        At least one world must be possible, and some cards be open to several groups.
    """
    _line_up_cards(dealer)
    dealer.half = dealer.n_cards // 2
    for group in range(4):
        dealer.room[group] = dealer.wanted[group] - dealer.sizes[1 << group]
    size = np.uint64(1)
    for group in range(3, -1, -1):
        dealer.strides[group] = size
        size *= np.uint64(dealer.room[group] + (2 if group else 3))
    zero = convert(0, dealer.low[0])
    for point in range(size):
        dealer.ways[point] = zero
    room, n = dealer.room, dealer.n_cards
    start = _find_point(dealer, 0, 0, 0, 0)
    end = _find_point(dealer, room[0], room[1], room[2], room[3])
    _count_half(dealer, start, _ONE, np.uint64(0), dealer.half)
    _count_half(dealer, end, _MINUS_ONE, np.uint64(n - 1), n - dealer.half - 1)
    _list_middles(dealer)


@inner_kernel(forceinline=True)
def _choose_step(w0: Any, w1: Any, w2: Any, w3: Any, state: Any) -> Any:
    """Choose one of four groups in proportion to the ways."""
    w1 += w0
    w2 += w1
    state, word = wyrand(state)
    pick = share(word, w2 + w3)
    return np.uint64(pick >= w0) + np.uint64(pick >= w1) + np.uint64(pick >= w2), state


@inner_kernel(forceinline=True)
def _give(dealer: Any, group: Any, card: Any) -> None:
    dealer.parts_twice[group] |= dealer.parts[group] & card
    dealer.parts[group] |= card


@inner_kernel
def walk_lattice(dealer: Any, point: Any, state: Any) -> Any:
    """Deal the cards of the row to the groups' parts, from the middle to both ends.

    Parameters
    ----------
    dealer : record of DEALER or DOUBLE_DEALER
    point : uint64
        Where the halves meet.
    state : uint64
        Of the generator.

    Returns
    -------
    uint64
        The generator's next state.
    """
    ways, open_to, s = dealer.ways, dealer.open, dealer.strides
    s0, s1, s2, s3 = s[0], s[1], s[2], s[3]
    other = point
    back = np.uint64(dealer.half)
    card = back
    for _ in range(dealer.n_cards - dealer.half):
        group, state = _choose_step(
            ways[point + s0] * open_to[card, 0],
            ways[point + s1] * open_to[card, 1],
            ways[point + s2] * open_to[card, 2],
            ways[point + s3] * open_to[card, 3],
            state,
        )
        point += s[group]
        _give(dealer, group, dealer.cards[card])
        card += _ONE
        if back:  # the halves do not wait for each other; the second may be longer by one
            back -= _ONE
            group, state = _choose_step(
                ways[other - s0] * open_to[back, 0],
                ways[other - s1] * open_to[back, 1],
                ways[other - s2] * open_to[back, 2],
                ways[other - s3] * open_to[back, 3],
                state,
            )
            other -= s[group]
            _give(dealer, group, dealer.cards[back])
    return state
