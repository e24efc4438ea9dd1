"""The usual case of the constrained dealer: a list of all ways to share out the classes.

The (up to) four groups are put in two pairs, (a, b) and (c, d). A class that both pairs may hold
is a *cell*. Say how many cards of each cell go to the first pair: then a pair has cards that
only one of its groups may hold, and some that both may, and these are shared in
C(cards for both, what a still needs) ways. So a *split*, one number t for each cell of s cards,
has

    product of C(s, t) over the cells  x  C(for a or b, a's rest)  x  C(for c or d, c's rest)

ways. The numbers add up to what the first pair needs, so all but one of them, that of the
largest cell, are free. Three groups have at most three cells, which makes fewer than 340 splits
(1300 with two decks); voids alone make at most four cells, one a suit, and 14^3 splits (27^3).
With one deck both factors of the product fit 64 bits: they are at most C(52, 26) and 2^52.
"""

from typing import Any

import numpy as np

from gongzhu_sim.cards.compiling import inner_kernel
from gongzhu_sim.cards.weights import add_product, choose, convert

__all__ = ["SHIFT", "list_splits", "pair_groups"]

SHIFT = np.uint64(7)
"""Bits for the number of each cell in a split: it is at most 104, and there are nine cells."""


@inner_kernel
def _find_parts(groups: Any, partner: Any) -> Any:
    """Return which of the first pair (0 and its partner), and of the second, are in a set.

    1 stands for the pair's first group, 2 for its second, 3 for both.
    """
    third = 2 if partner == 1 else 1
    fourth = 2 if partner == 3 else 3
    first = (groups & 1) + 2 * (groups >> partner & 1)
    second = (groups >> third & 1) + 2 * (groups >> fourth & 1)
    return first, second


@inner_kernel
def _bound_splits(dealer: Any, partner: Any) -> Any:
    """Return how many splits there are at most if group 0 is paired with another."""
    bound, largest = 1, 0
    for groups in range(3, 16):
        first, second = _find_parts(groups, partner)
        if first and second:
            bound *= dealer.sizes[groups] + 1
            largest = max(largest, dealer.sizes[groups])
    return bound // (largest + 1)


@inner_kernel
def pair_groups(dealer: Any) -> Any:
    """Pair the groups so that the list of splits becomes short, and sort the classes.

    A class that one pair alone may hold goes to a bin: 0 and 1 for what only the first or the
    second group of the first pair may hold, 2 for what both may; 3, 4 and 5 for the second pair.
    Cells are listed in order of size, with the bins for what either pair gets of them.

    Parameters
    ----------
    dealer : record of DEALER or DOUBLE_DEALER

    Returns
    -------
    int
        A bound on the number of splits.
    """
    partner, bound = 1, _bound_splits(dealer, 1)
    for other in range(2, 4):
        other_bound = _bound_splits(dealer, other)
        if other_bound < bound:
            partner, bound = other, other_bound
    dealer.order[0] = 0
    dealer.order[1] = partner
    dealer.order[2] = 2 if partner == 1 else 1
    dealer.order[3] = 2 if partner == 3 else 3
    dealer.n_cells = 0
    for place in range(6):
        dealer.bins[place] = np.uint64(0)
        dealer.bin_sizes[place] = 0
    for groups in range(1, 16):
        if dealer.sizes[groups] == 0:
            continue
        first, second = _find_parts(groups, partner)
        if first and second:
            n = dealer.n_cells
            while n > 0 and dealer.sizes[dealer.cells[n - 1]] > dealer.sizes[groups]:
                dealer.cells[n] = dealer.cells[n - 1]
                n -= 1
            dealer.cells[n] = groups
            dealer.n_cells += 1
        else:
            place = first - 1 if first else second + 2
            dealer.bins[place] = dealer.classes[groups]
            dealer.bin_sizes[place] = dealer.sizes[groups]
    for place in range(6):
        dealer.bins_twice[place] = dealer.bins[place] & dealer.twice
    for cell in range(dealer.n_cells):
        first, second = _find_parts(dealer.cells[cell], partner)
        dealer.places[cell] = first - 1
        dealer.other_places[cell] = second + 2
    return bound


@inner_kernel
def _slopes(dealer: Any, cell: Any) -> Any:
    """Return whether a cell's cards go to bins 0, 2, 3 and 5 (1 or 0 each)."""
    place, other = dealer.places[cell], dealer.other_places[cell]
    return np.int64(place == 0), np.int64(place == 2), np.int64(other == 3), np.int64(other == 5)


@inner_kernel
def _list_last_two(dealer: Any, packed: Any, ways: Any, left: Any, state: Any) -> Any:
    """List the splits that differ in the two largest cells alone.

    ``left`` is how many cards of these cells go to the first pair; ``ways`` and ``packed`` belong
    to the other cells. ``state`` is what group a still needs and how many cards both of its pair
    may hold, the same of group c, and the number and sum of the splits so far.
    """
    a, for_ab, c, for_cd, n, high, low = state
    cell = dealer.n_cells - 2
    size = dealer.sizes[dealer.cells[cell]]
    last_size = dealer.sizes[dealer.cells[cell + 1]]
    a1, ab1, c1, cd1 = _slopes(dealer, cell)
    a2, ab2, c2, cd2 = _slopes(dealer, cell + 1)
    shift = SHIFT * np.uint64(cell)
    for t in range(max(0, left - last_size), min(size, left) + 1):
        u = left - t
        need = a - a1 * t - a2 * u
        both = for_ab + ab1 * t + ab2 * u
        other_need = c + c1 * t + c2 * u
        other_both = for_cd - cd1 * t - cd2 * u
        if need < 0 or need > both or other_need < 0 or other_need > other_both:
            continue
        x = ways * choose(low, size, t) * choose(low, last_size, u)
        y = choose(low, both, need) * choose(low, other_both, other_need)
        high, low = add_product(high, low, x, y)
        dealer.splits[n] = packed | (np.uint64(t) | np.uint64(u) << SHIFT) << shift
        dealer.high[n] = high
        dealer.low[n] = low
        n += 1
    return n, high, low


@inner_kernel
def list_splits(dealer: Any) -> None:
    """List the splits with their cumulative ways.

    Parameters
    ----------
    dealer : record of DEALER or DOUBLE_DEALER
        After :func:`pair_groups`. At least one world must be possible.
    """
    sizes, cells, chosen = dealer.sizes, dealer.cells, dealer.chosen
    n_cells, n_outer = dealer.n_cells, dealer.n_cells - 2
    order, bin_sizes = dealer.order, dealer.bin_sizes
    first_a = dealer.wanted[order[0]] - bin_sizes[0]
    first_c = dealer.wanted[order[2]] - bin_sizes[3]
    first_left = first_a + dealer.wanted[order[1]] - bin_sizes[1] - bin_sizes[2]
    if n_cells < 2:  # nothing to choose
        dealer.splits[0] = np.uint64(first_left)
        dealer.n_splits = 1
        return
    first_cd = bin_sizes[5]
    for cell in range(n_cells):
        _, _, c1, cd1 = _slopes(dealer, cell)
        first_c -= c1 * sizes[cells[cell]]
        first_cd += cd1 * sizes[cells[cell]]
        chosen[cell] = 0
    number = dealer.low[0]
    high = low = convert(0, number)
    n = 0
    while True:
        a, for_ab, c, for_cd, left = first_a, bin_sizes[2], first_c, first_cd, first_left
        ways = convert(1, number)
        packed = np.uint64(0)
        for cell in range(n_outer):
            t = chosen[cell]
            a1, ab1, c1, cd1 = _slopes(dealer, cell)
            a -= a1 * t
            for_ab += ab1 * t
            c += c1 * t
            for_cd -= cd1 * t
            left -= t
            ways *= choose(number, sizes[cells[cell]], t)
            packed |= np.uint64(t) << SHIFT * np.uint64(cell)
        n, high, low = _list_last_two(
            dealer, packed, ways, left, (a, for_ab, c, for_cd, n, high, low)
        )
        cell = 0  # count on, the first cell fastest
        while cell < n_outer and chosen[cell] == sizes[cells[cell]]:
            chosen[cell] = 0
            cell += 1
        if cell >= n_outer:
            break
        chosen[cell] += 1
    dealer.n_splits = n
