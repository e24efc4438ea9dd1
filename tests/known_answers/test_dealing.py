"""How often a uniform deal brings what, of one deck: exact by the hypergeometric distribution.

The listed figures were computed exactly; the tests compute them once more and then measure.
"""

import math
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest

from gongzhu_sim.cards.dealing import deal_hands
from gongzhu_sim.cards.text import parse_cards

pytestmark = pytest.mark.known_answer

BLOCK = 500_000
RARE = 1e-5  # patterns that would come too seldom to count one by one
SUITS = [np.uint64(0x1FFF << 16 * suit) for suit in range(4)]


def chance(k: int, *, among: int, size: int = 13, deck: int = 52) -> float:
    """Return the chance of k of ``among`` special cards in ``size`` of ``deck``."""
    ways = math.comb(among, k) * math.comb(deck - among, size - k)
    return ways / math.comb(deck, size)


def patterns() -> dict[tuple[int, ...], float]:
    """Return the chance of every suit pattern of a hand, long suits first."""
    found: dict[tuple[int, ...], float] = {}
    for spades in range(14):
        for hearts in range(14 - spades):
            for diamonds in range(14 - spades - hearts):
                lengths = (spades, hearts, diamonds, 13 - spades - hearts - diamonds)
                ways = math.prod(math.comb(13, length) for length in lengths)
                shape = tuple(sorted(lengths, reverse=True))
                found[shape] = found.get(shape, 0.0) + ways / math.comb(52, 13)
    return found


def some_hand_has(least: int) -> float:
    """Return the chance that some hand holds at least so many hearts, more than 6.

    Two hands cannot; three hands of the four are alike, so the four chances add up.
    """
    assert least > 6
    return 4 * sum(chance(k, among=13) for k in range(least, 14))


def any_void() -> float:
    """Return the chance of a hand without some suit, by inclusion and exclusion."""
    return sum(
        (-1) ** (n + 1) * math.comb(4, n) * math.comb(52 - 13 * n, 13) / math.comb(52, 13)
        for n in (1, 2, 3)
    )


def beside(k: int, *, among: int) -> float:
    """Return the chance that the holder of a card has k of ``among`` other cards."""
    return chance(k, among=among, size=12, deck=51)


EXPECTED: dict[str, float] = {
    **{f"hearts in a hand: {k}": chance(k, among=13) for k in range(10)},
    "voids: a hand without a given suit": chance(0, among=13),
    "voids: a hand without some suit": any_void(),
    **{f"declarable cards in a hand: {k}": chance(k, among=4) for k in range(5)},
    "declarable cards spread: all in one hand": 4 * chance(4, among=4),
    "declarable cards spread: one in each hand": 13**4 / math.comb(52, 4),
    "pig's holder: has the goat": 12 / 51,
    **{f"pig's holder, other spades: {k}": beside(k, among=12) for k in range(8)},
    **{f"pig's holder, of ♠A ♠K: {k}": beside(k, among=2) for k in range(3)},
    **{f"goat's holder, of ♦A ♦K ♦Q: {k}": beside(k, among=3) for k in range(4)},
    "hearts, some hand: 7 or more": some_hand_has(7),
    "hearts, some hand: 10 or more": some_hand_has(10),
    **{
        f"suit pattern: {'-'.join(map(str, shape))}": p
        for shape, p in sorted(patterns().items(), key=lambda item: -item[1])
        if p > RARE
    },
    "suit pattern: any rarer one": sum(p for p in patterns().values() if p <= RARE),
}

# The figures as they are listed, in the order above.
LISTED = {
    "hearts in a hand": ".01279095 .08006186 .20587335 .28632961 .23860801 .12469193 .04156398"
    " .00881660 .00116690 .00009261",
    "voids": ".012790948 .051065521",
    "declarable cards in a hand": ".30381753 .43884754 .21349340 .04120048 .00264106",
    "declarable cards spread": ".010564226 .105498199",
    "pig's holder": ".235294118",
    "pig's holder, other spades": ".024634 .126691 .264304 .293671 .191834 .076733 .018990 .002872",
    "pig's holder, of ♠A ♠K": ".581176471 .367058824 .051764706",
    "goat's holder, of ♦A ♦K ♦Q": ".438848 .426987 .123601 .010564",
    "hearts, some hand": ".040321292 .0000168315",
    "suit pattern": ".215512 .155168 .129307 .105797 .105361 .056425 .047021 .034482 .031739"
    " .029932",
}
MOST_FREQUENT = "4-4-3-2 5-3-3-2 5-4-3-1 5-4-2-2 4-3-3-3 6-3-2-2 6-4-2-1 6-3-3-1 5-5-2-1 4-4-4-1"


@pytest.mark.parametrize("group", LISTED)
def test_listed_figures(group):
    listed = LISTED[group].split()
    computed = [p for title, p in EXPECTED.items() if title.rpartition(": ")[0] == group]
    for text, p in zip(listed, computed, strict=group != "suit pattern"):
        assert f"{p:.{len(text) - 1}f}" == f"0{text}"


def test_suit_patterns(known):
    shapes = [title.partition(": ")[2] for title in EXPECTED if title.startswith("suit pattern")]
    known("suit patterns: how many", 39, len(patterns()))
    assert shapes[:10] == MOST_FREQUENT.split()
    assert sum(patterns().values()) == pytest.approx(1, abs=1e-12)


def test_deals_there_are(known):
    ways = math.factorial(52) // math.factorial(13) ** 4
    known("deals of one deck: how many", 53644737765488792839237440000, ways)
    assert round(math.log2(ways), 2) == 95.44


def counted(hands: np.ndarray) -> Iterator[tuple[str, Any, int]]:
    """Yield for every figure one whole number a deal, and its unit."""
    lengths = np.stack([np.bitwise_count(hands & suit) for suit in SUITS], axis=2).astype(np.int64)
    hearts = lengths[:, :, 1]
    for k in range(10):
        yield f"hearts in a hand: {k}", (hearts == k).sum(axis=1), 4
    yield "voids: a hand without a given suit", (lengths == 0).sum(axis=(1, 2)), 16
    yield "voids: a hand without some suit", (lengths == 0).any(axis=2).sum(axis=1), 4
    declarable = np.bitwise_count(hands & parse_cards(["SQ", "HA", "DJ", "CT"]))
    for k in range(5):
        yield f"declarable cards in a hand: {k}", (declarable == k).sum(axis=1), 4
    yield "declarable cards spread: all in one hand", (declarable == 4).any(axis=1), 1
    yield "declarable cards spread: one in each hand", (declarable == 1).all(axis=1), 1
    pig = hands[(hands & parse_cards(["SQ"])) != 0]
    yield "pig's holder: has the goat", (pig & parse_cards(["DJ"])) != 0, 1
    spades = np.bitwise_count(pig & SUITS[0]) - 1
    honours = np.bitwise_count(pig & parse_cards(["SA", "SK"]))
    for k in range(8):
        yield f"pig's holder, other spades: {k}", spades == k, 1
    for k in range(3):
        yield f"pig's holder, of ♠A ♠K: {k}", honours == k, 1
    goat = hands[(hands & parse_cards(["DJ"])) != 0]
    honours = np.bitwise_count(goat & parse_cards(["DA", "DK", "DQ"]))
    for k in range(4):
        yield f"goat's holder, of ♦A ♦K ♦Q: {k}", honours == k, 1
    yield "hearts, some hand: 7 or more", (hearts >= 7).any(axis=1), 1
    yield "hearts, some hand: 10 or more", (hearts >= 10).any(axis=1), 1
    shapes = np.sort(lengths, axis=2)[:, :, ::-1] @ np.array([4096, 256, 16, 1])
    rare = np.zeros(len(hands), np.int64)
    for shape, p in patterns().items():
        code = shape[0] * 4096 + shape[1] * 256 + shape[2] * 16 + shape[3]
        such = (shapes == code).sum(axis=1)
        if p > RARE:
            yield f"suit pattern: {'-'.join(map(str, shape))}", such, 4
        else:
            rare += such
    yield "suit pattern: any rarer one", rare, 4


def measure(known: Callable[..., None], new_sums: Callable[[], Any], deals: int) -> None:
    sums = new_sums()
    for first in range(0, deals, BLOCK):
        for title, values, unit in counted(deal_hands(BLOCK, seed=2026, first=first)):
            sums.add(title, values, unit=unit)
    assert set(sums.names()) == set(EXPECTED)
    for title, p in EXPECTED.items():
        found = sums.mean(title)
        # By the exact chance, hands of a deal taken as independent or, if that is more, by what
        # was measured: rare events are too few to measure their spread.
        se = max(found.se, math.sqrt(p * (1 - p) / (deals * sums.units[title])))
        known(f"{title} ({deals:,} deals)", p, found.mean, se=se)


def test_dealing(known, new_sums):
    measure(known, new_sums, 1_000_000)


@pytest.mark.long(seconds=30)
def test_dealing_at_length(known, new_sums):
    measure(known, new_sums, 10_000_000)
