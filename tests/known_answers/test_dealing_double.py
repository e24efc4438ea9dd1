"""How often a uniform deal of two decks brings what: exact by the hypergeometric distribution.

The listed figures were computed exactly; the tests compute them once more and then measure. So
is the order of dealing, which decides who leads and what is declared at the first draw.
"""

import math
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from gongzhu_sim.cards.compiling import kernel
from gongzhu_sim.cards.dealing import deal_double_hands, deal_into, draw_first
from gongzhu_sim.cards.dealing import find_first_receiver as find_receiver
from gongzhu_sim.cards.layout import DECK
from gongzhu_sim.cards.streams import PURPOSE_DEAL, stream_key
from gongzhu_sim.cards.text import card_names, parse_cards

pytestmark = pytest.mark.known_answer

BLOCK = 250_000
RARE = 1e-4  # patterns that would come too seldom to count one by one
SUITS = [np.uint64(0x1FFF << 16 * suit) for suit in range(4)]
DECLARABLE = ("SQ", "HA", "DJ", "CT")


def chance(k: int, *, among: int, size: int = 26, deck: int = 104) -> float:
    """Return the chance of k of ``among`` special cards in ``size`` of ``deck``."""
    return math.comb(among, k) * math.comb(deck - among, size - k) / math.comb(deck, size)


def patterns() -> dict[tuple[int, ...], float]:
    """Return the chance of every suit pattern of a hand, long suits first."""
    found: dict[tuple[int, ...], float] = {}
    ways = [math.comb(26, length) for length in range(27)]
    for spades in range(27):
        for hearts in range(27 - spades):
            for diamonds in range(27 - spades - hearts):
                lengths = (spades, hearts, diamonds, 26 - spades - hearts - diamonds)
                shape = tuple(sorted(lengths, reverse=True))
                found[shape] = found.get(shape, 0.0) + math.prod(ways[n] for n in lengths)
    return {shape: n / math.comb(104, 26) for shape, n in found.items()}


def any_void() -> float:
    """Return the chance of a hand without some suit, by inclusion and exclusion."""
    return sum(
        (-1) ** (n + 1) * math.comb(4, n) * math.comb(104 - 26 * n, 26) / math.comb(104, 26)
        for n in (1, 2, 3)
    )


def no_pair() -> float:
    """Return the chance that a hand holds 26 different cards."""
    return math.comb(52, 26) * 2**26 / math.comb(104, 26)


SHAPES = patterns()
EXPECTED: dict[str, float] = {
    **{f"hearts in a hand: {k}": chance(k, among=26) for k in range(14)},
    "voids: a hand without a given suit": chance(0, among=26),
    "voids: a hand without some suit": any_void(),
    **{f"declarable cards in a hand: {k}": chance(k, among=8) for k in range(9)},
    "pigs: both in one hand": 25 / 103,
    **{f"pigs in a hand: {k}": chance(k, among=2) for k in range(3)},
    "pairs in a hand: mean": 52 * 26 * 25 / (104 * 103),
    "pairs in a hand: none": no_pair(),
    **{
        f"suit pattern: {'-'.join(map(str, shape))}": p
        for shape, p in sorted(SHAPES.items(), key=lambda item: -item[1])
        if p > RARE
    },
    "suit pattern: any rarer one": sum(p for p in SHAPES.values() if p <= RARE),
}

# The figures as they are listed, in the order above.
LISTED = {
    "hearts in a hand": ".00015438 .00196901 .01139473 .03977798 .09393997 .15953314 .20216700"
    " .19580339 .14726046 .08690781 .04051026 .01496483 .00438423 .00101693",
    "voids": ".000154375 .000617499",
    "declarable cards in a hand": ".09102915 .26667695 .32408657 .21309802 .08279146 .01942840"
    " .00268419 .00019920 .00000607",
    "pigs": ".242718447",
    "pigs in a hand": ".560679612 .378640777 .060679612",
    "pairs in a hand": "3.155339806 .014757885",
    "suit pattern": ".165635 .075289 .061023 .057972 .053778 .051089",
}
MOST_FREQUENT = "8-7-6-5 9-7-6-4 7-7-6-6 9-6-6-5 8-7-7-4 9-8-5-4"


@pytest.mark.parametrize("group", LISTED)
def test_listed_figures(group):
    listed = LISTED[group].split()
    computed = [p for title, p in EXPECTED.items() if title.rpartition(": ")[0] == group]
    for text, p in zip(listed, computed, strict=group != "suit pattern"):
        digits = len(text.partition(".")[2])
        assert f"{p:.{digits}f}" == (f"0{text}" if text[0] == "." else text)


def test_suit_patterns(known):
    shapes = [title.partition(": ")[2] for title in EXPECTED if title.startswith("suit pattern")]
    known("suit patterns of two decks: how many", 206, len(SHAPES))
    assert shapes[:6] == MOST_FREQUENT.split()
    assert sum(SHAPES.values()) == pytest.approx(1, abs=1e-12)


def test_deals_there_are(known):
    ways = math.factorial(104) // math.factorial(26) ** 4
    known("deals of two decks, copies told apart: bits", 197.95, round(math.log2(ways), 2))


def counted(hands: np.ndarray, twice: np.ndarray) -> Iterator[tuple[str, Any, int]]:
    """Yield for every figure one whole number a deal, and its unit."""

    def copies(cards: np.uint64) -> np.ndarray:
        once = np.bitwise_count(hands & cards).astype(np.int64)
        return once + np.bitwise_count(twice & cards)

    lengths = np.stack([copies(suit) for suit in SUITS], axis=2)
    hearts = lengths[:, :, 1]
    for k in range(14):
        yield f"hearts in a hand: {k}", (hearts == k).sum(axis=1), 4
    yield "voids: a hand without a given suit", (lengths == 0).sum(axis=(1, 2)), 16
    yield "voids: a hand without some suit", (lengths == 0).any(axis=2).sum(axis=1), 4
    declarable = copies(parse_cards(DECLARABLE))
    for k in range(9):
        yield f"declarable cards in a hand: {k}", (declarable == k).sum(axis=1), 4
    pigs = copies(parse_cards(["SQ"]))
    yield "pigs: both in one hand", (pigs == 2).any(axis=1), 1
    for k in range(3):
        yield f"pigs in a hand: {k}", (pigs == k).sum(axis=1), 4
    pairs = np.bitwise_count(twice).astype(np.int64)
    yield "pairs in a hand: mean", pairs.sum(axis=1), 4
    yield "pairs in a hand: none", (pairs == 0).sum(axis=1), 4
    shapes = np.sort(lengths, axis=2)[:, :, ::-1] @ np.array([32**3, 32**2, 32, 1])
    rare = np.full(len(hands), 4)
    for shape, p in SHAPES.items():
        if p > RARE:
            such = (shapes == sum(n * 32 ** (3 - i) for i, n in enumerate(shape))).sum(axis=1)
            rare -= such
            yield f"suit pattern: {'-'.join(map(str, shape))}", such, 4
    yield "suit pattern: any rarer one", rare, 4


def measure(known, new_sums, deals: int) -> None:
    sums = new_sums()
    for first in range(0, deals, BLOCK):
        for title, values, unit in counted(*deal_double_hands(BLOCK, seed=2026, first=first)):
            sums.add(title, values, unit=unit)
    assert set(sums.names()) == set(EXPECTED)
    for title, p in EXPECTED.items():
        found = sums.mean(title)
        se = found.se
        if p < 1:  # rare events are too few to measure their spread
            se = max(se, math.sqrt(p * (1 - p) / (deals * sums.units[title])))
        known(f"two decks, {title} ({deals:,} deals)", p, found.mean, se=se)


def test_dealing(known, new_sums):
    measure(known, new_sums, 1_000_000)


@pytest.mark.long(seconds=45)
def test_dealing_at_length(known, new_sums):
    measure(known, new_sums, 10_000_000)


# The order of dealing.

ORDER_DEALS = 400_000


@kernel
def _draw_many(decks, card, drawn_by, hands, twice, first_drawn, receivers):
    for i in range(hands.shape[0]):
        index = np.uint64(i)
        state = deal_into(
            hands[i], twice[i], decks, stream_key(np.uint64(5), index, PURPOSE_DEAL, np.uint64(0))
        )
        state = draw_first(hands[i], twice[i], first_drawn[i], state)
        receivers[i] = find_receiver(hands[i], first_drawn[i], card, drawn_by, state)


@pytest.fixture(scope="module")
def drawn():
    """Deals of two decks with what each seat drew first, N the first to draw, and who got ♣2."""
    hands, twice, first_drawn = np.zeros((3, ORDER_DEALS, 4), np.uint64)
    receivers = np.zeros(ORDER_DEALS, np.int64)
    _draw_many(2, parse_cards(["C2"]), 0, hands, twice, first_drawn, receivers)
    return hands, twice, first_drawn, receivers


def first_receiver(place: int) -> float:
    """Return the chance that the first of two equal cards goes to a place in the drawing order.

    The cards of a seat in place p are numbers p, p + 4, …, p + 100 of the 104 drawn. The first
    of the two copies is number t with chance (103 - t) / C(104, 2).
    """
    return sum(103 - t for t in range(place, 104, 4)) / math.comb(104, 2)


@pytest.mark.parametrize("place", range(4))
def test_who_is_dealt_the_first_club_two(known, drawn, place):
    *_, receivers = drawn
    p = first_receiver(place)
    se = math.sqrt(p * (1 - p) / ORDER_DEALS)
    title = f"two decks, first ♣2: place {place} in the drawing order ({ORDER_DEALS:,} deals)"
    known(title, p, float((receivers == place).mean()), se=se)


def test_the_first_club_two_among_those_who_hold_one_each(known, drawn):
    """Two seats that hold a copy each: of 26 places the earlier, of equal ones who draws first."""
    hands, _, _, receivers = drawn
    assert sum(first_receiver(place) for place in range(4)) == pytest.approx(1)
    held = hands & parse_cards(["C2"]) != 0
    assert held[np.arange(ORDER_DEALS), receivers].all()
    both = held[:, 0] & held[:, 3]
    p = (25 * 26 / 2 + 26) / 26**2
    n = int(both.sum())
    title = "two decks, first ♣2: N before E if each holds one"
    known(title, p, float((receivers[both] == 0).mean()), se=math.sqrt(p * (1 - p) / n))


def test_what_is_drawn_first_is_any_card_of_the_hand(known, drawn):
    """Chi-square over the hand's cards: of a pair either copy may be the first."""
    hands, twice, first_drawn, _ = drawn
    assert (first_drawn & hands == first_drawn).all()
    assert (np.bitwise_count(first_drawn) == 1).all()
    pairs = (first_drawn & twice) != 0
    n_pairs = np.bitwise_count(twice).astype(float)
    p = 2 * n_pairs / 26
    se = math.sqrt((p * (1 - p)).sum()) / p.size
    known("two decks, first card: one of a pair", p.mean(), float(pairs.mean()), se=se)
    counts = np.array([(first_drawn == parse_cards([card])).sum() for card in card_names(DECK)])
    expected = counts.sum() / 52
    chi_square = ((counts - expected) ** 2 / expected).sum()
    degrees = 51
    known(
        "two decks, first card: chi-square of the 52",
        float(degrees),
        float(chi_square),
        se=math.sqrt(2 * degrees),
    )


def test_what_is_drawn_first_of_one_deck(known):
    """By the place of the card in its hand, thirteen alike."""
    hands, twice, first_drawn = np.zeros((3, ORDER_DEALS, 4), np.uint64)
    _draw_many(1, parse_cards(["C2"]), 0, hands, twice, first_drawn, np.zeros(ORDER_DEALS, int))
    assert (first_drawn & hands == first_drawn).all()
    below = np.bitwise_count(hands & (first_drawn - np.uint64(1)))
    counts = np.bincount(below.ravel(), minlength=13)
    assert len(counts) == 13
    expected = counts.sum() / 13
    chi_square = ((counts - expected) ** 2 / expected).sum()
    known(
        "one deck, first card: chi-square of the 13 places",
        12.0,
        float(chi_square),
        se=math.sqrt(24),
    )
