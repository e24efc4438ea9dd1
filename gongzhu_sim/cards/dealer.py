"""Set-up of the constrained dealer: which cards may lie where, and in how many ways.

Some cards are hidden; each open seat lacks a number of them and may not hold some others. A
*world* is one way to lay them out, and all worlds are to be equally likely. Set-up, done once:

1. Seats that may hold the same hidden cards form a *group* and are dealt to as one; a group's
   cards are split among its seats afterwards.
2. Hidden cards that the same groups may hold form a *class*; cards of a class are exchangeable.
   So a world is how many cards of each class go to each group, chosen in proportion to the
   number of ways, and then which ones, every choice alike.
3. These numbers are listed with their ways: :mod:`gongzhu_sim.cards.splits`. Where that list
   would be long, which takes four groups and many classes, the cards are dealt one by one:
   :mod:`gongzhu_sim.cards.lattice`.

With one deck the ways are exact integers; sums beyond 64 bits are cut to their first 63 or 64
before they are compared with 64 random bits, which puts the probability of any event off by
less than 1e-15. With two decks the ways are float64, and adding up and scaling n of them puts it
off by less than 2e-16 n: by less than 1e-12 for three open seats, where n is below 1300, and by
less than 4e-12 for four with the longest list of 20 000.
"""

from typing import Any

import numpy as np

from gongzhu_sim.cards.bits import count
from gongzhu_sim.cards.compiling import inner_kernel, kernel
from gongzhu_sim.cards.lattice import count_lattice
from gongzhu_sim.cards.splits import list_splits, pair_groups
from gongzhu_sim.cards.weights import scale

__all__ = [
    "BAD_COUNTS",
    "DEALER",
    "DOUBLE_DEALER",
    "READY",
    "new_dealer",
    "prepare_dealer",
    "scale_ways",
]

READY = 0
"""Status: worlds can be dealt."""

BAD_COUNTS = -1
"""Status: the seats' needs are out of range or do not add up to the hidden cards."""

_NOBODY = np.uint64(0xFFFF_FFFF_FFFF_FFFF)  # the bars of a group that is not there


def _record(word: type, n_cards: int, n_splits: int) -> np.dtype:
    """Return the record of a dealer whose ways are counted in ``word``."""
    n_points = (n_cards // 4 + 3) * (n_cards // 4 + 2) ** 3
    return np.dtype(
        [
            ("known", np.uint64, 4),  # cards that lie at a seat in every world
            ("known_twice", np.uint64, 4),
            ("need", np.int64, 4),  # hidden cards a seat receives
            ("group", np.int64, 4),  # of each seat, -1 if it needs nothing
            ("is_last", np.int64, 4),  # 1 if no later seat is of the same group
            ("bars", np.uint64, 4),  # hidden cards a group may not hold
            ("wanted", np.int64, 4),  # hidden cards a group receives
            ("twice", np.uint64),  # two decks: cards of which both copies are hidden
            ("classes", np.uint64, 16),  # cards by the set of groups that may hold them
            ("sizes", np.int64, 16),  # their numbers, both copies counted
            ("by_lattice", np.int64),  # 1 if the cards are dealt one by one
            ("n_splits", np.int64),
            ("splits", np.uint64, n_splits),  # see `list_splits`; or points of the lattice
            ("thresholds", np.uint64, n_splits),  # cumulative ways, scaled to 64 bits
            ("high", word, n_splits),  # cumulative ways
            ("low", word, n_splits),
            # splits: the groups in two pairs, and what may lie where
            ("order", np.int64, 4),  # first pair, second pair
            ("bins", np.uint64, 6),  # see `pair_groups`
            ("bins_twice", np.uint64, 6),
            ("bin_sizes", np.int64, 6),
            ("n_cells", np.int64),
            ("cells", np.int64, 9),  # each the number of a class
            ("places", np.int64, 9),  # the bins for what either pair gets of a cell
            ("other_places", np.int64, 9),
            ("chosen", np.int64, 9),  # used while listing
            # lattice
            ("n_cards", np.int64),  # cards that several groups may hold
            ("cards", np.uint64, n_cards),
            ("open", word, (n_cards, 4)),  # 1 where the group may hold the card
            ("half", np.int64),
            ("room", np.int64, 4),  # cards a group needs beside those only it may hold
            ("strides", np.uint64, 4),
            ("ways", word, n_points),
            # the world being dealt
            ("filled", np.uint64, 6),
            ("filled_twice", np.uint64, 6),
            ("parts", np.uint64, 4),  # cards of each group
            ("parts_twice", np.uint64, 4),
        ],
        align=True,
    )


DEALER = _record(np.uint64, 52, 4096)
"""A dealer of one deck. It is scratch memory as well: every thread needs one of its own."""

DOUBLE_DEALER = _record(np.float64, 104, 20_000)
"""A dealer of two decks. Most of its 5.6 MB is touched only by the lattice."""


def new_dealer(decks: int = 1) -> np.ndarray:
    """Return memory for a dealer of one deck or two.

    Parameters
    ----------
    decks : int
        1 or 2.

    Returns
    -------
    ndarray of DEALER or DOUBLE_DEALER, shape (1,)
        Keep the array: a record taken out of it points into its memory.

    Examples
    --------
    >>> new_dealer().shape
    (1,)
    """
    return np.zeros(1, DOUBLE_DEALER if decks == 2 else DEALER)


@inner_kernel
def _form_groups(dealer: Any, hidden: Any, forbidden: Any) -> None:
    n = 0
    for group in range(4):
        dealer.bars[group] = _NOBODY
        dealer.wanted[group] = 0
    for seat in range(4):
        dealer.group[seat] = -1
        dealer.is_last[seat] = 0
        if dealer.need[seat] == 0:
            continue
        bars = forbidden[seat] & hidden
        group = 0
        while group < n and dealer.bars[group] != bars:
            group += 1
        if group == n:
            dealer.bars[group] = bars
            n += 1
        dealer.group[seat] = group
        dealer.wanted[group] += dealer.need[seat]
    met = 0
    for seat in range(3, -1, -1):
        group = dealer.group[seat]
        if group >= 0 and not met >> group & 1:
            dealer.is_last[seat] = 1
            met |= 1 << group


@inner_kernel
def _form_classes(dealer: Any, hidden: Any) -> None:
    for groups in range(16):
        cards = hidden
        for group in range(4):
            bars = dealer.bars[group]
            cards &= ~bars if groups >> group & 1 else bars
        dealer.classes[groups] = cards
        dealer.sizes[groups] = np.int64(count(cards) + count(cards & dealer.twice))


@inner_kernel
def _find_shortage(dealer: Any) -> Any:
    """Return the seats of the fewest groups that need more cards than they may hold, or 0.

    By Hall's theorem there is a world if and only if no set of groups is short.
    """
    short, fewest = 0, np.uint64(5)
    for groups in range(1, 16):
        need, there = 0, 0
        for group in range(4):
            if groups >> group & 1:
                need += dealer.wanted[group]
        for held_by in range(16):
            if held_by & groups:
                there += dealer.sizes[held_by]
        n = count(np.uint64(groups))
        if there < need and n < fewest:
            short, fewest = groups, n
    seats = 0
    for seat in range(4):
        if dealer.group[seat] >= 0 and short >> dealer.group[seat] & 1:
            seats |= 1 << seat
    return seats


@inner_kernel
def scale_ways(dealer: Any) -> None:
    """Turn cumulative ways into what 64 random bits are compared with.

    Parameters
    ----------
    dealer : record of DEALER or DOUBLE_DEALER
        After :func:`gongzhu_sim.cards.splits.list_splits` or
        :func:`gongzhu_sim.cards.lattice.count_lattice`.
    """
    last = dealer.n_splits - 1
    if last > 0:
        high, low = dealer.high[last], dealer.low[last]
        for n in range(last + 1):
            dealer.thresholds[n] = scale(dealer.high[n], dealer.low[n], high, low)


@kernel
def prepare_dealer(
    dealer: Any,
    hidden: Any,
    hidden_twice: Any,
    known: Any,
    known_twice: Any,
    forbidden: Any,
    need: Any,
) -> Any:
    """Set a dealer up for one situation.

    Parameters
    ----------
    dealer : record of DEALER or DOUBLE_DEALER
        Any contents; all are rewritten.
    hidden, hidden_twice : uint64
        Cards to be dealt, and those of which both copies are (0 with one deck).
    known, known_twice : uint64[4]
        Cards that each world's hands hold beside those dealt: none of them hidden.
    forbidden : uint64[4]
        Cards that a seat cannot hold, such as all of a suit; others than hidden ones do not
        matter.
    need : int64[4]
        How many hidden cards each seat receives, at most 13 (26 with two decks).

    Returns
    -------
    int
        READY; BAD_COUNTS; or the smallest set of seats, as bits 0 (N) to 3 (E), that together
        need more hidden cards than may lie with them: no world is possible.
    """
    total = 0
    limit = dealer.cards.size // 4
    for seat in range(4):
        if need[seat] < 0 or need[seat] > limit:
            return BAD_COUNTS
        total += need[seat]
        dealer.need[seat] = need[seat]
        dealer.known[seat] = known[seat]
        dealer.known_twice[seat] = known_twice[seat]
    if total != np.int64(count(hidden) + count(hidden_twice)):
        return BAD_COUNTS
    dealer.twice = hidden_twice
    _form_groups(dealer, hidden, forbidden)
    _form_classes(dealer, hidden)
    short = _find_shortage(dealer)
    if short:
        return short
    if pair_groups(dealer) <= dealer.splits.size:
        dealer.by_lattice = 0
        list_splits(dealer)
    else:
        dealer.by_lattice = 1
        count_lattice(dealer)
    scale_ways(dealer)
    return READY
