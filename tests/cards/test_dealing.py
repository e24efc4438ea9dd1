"""Dealing: every deal is a deal, follows from seed and index, and all are alike."""

import itertools
import math

import numpy as np
import pytest

from gongzhu_sim.cards.dealing import check_seed, deal_double_hands, deal_hands
from gongzhu_sim.cards.layout import DECK
from gongzhu_sim.errors import UsageError

DEALS = 200_000
SEED = 20_240


@pytest.fixture(scope="module")
def hands() -> np.ndarray:
    return deal_hands(DEALS, seed=SEED)


@pytest.fixture(scope="module")
def holders(hands) -> np.ndarray:
    """Return who holds each card, shape (deals, 52), cards by suit and rank."""
    indices = [16 * suit + rank for suit in range(4) for rank in range(13)]
    found = np.empty((DEALS, 52), np.int64)
    for column, index in enumerate(indices):
        held = hands >> np.uint64(index) & np.uint64(1)
        found[:, column] = held.argmax(axis=1)
    return found


def check_uniform(counts: np.ndarray) -> None:
    """Chi-square of equally likely cells, within five standard deviations of its mean."""
    expected = counts.sum() / counts.size
    degrees = counts.size - 1
    chi_square = ((counts - expected) ** 2 / expected).sum()
    assert abs(chi_square - degrees) < 5 * math.sqrt(2 * degrees)


def test_hands_are_13_cards_each_of_one_deck(hands):
    assert (np.bitwise_count(hands) == 13).all()
    assert (np.bitwise_or.reduce(hands, axis=1) == DECK).all()


def test_every_card_goes_to_every_seat_alike(holders):
    counts = np.array([np.bincount(column, minlength=4) for column in holders.T])
    # within a card three degrees of freedom; over cards the seats' totals are fixed
    chi_square = ((counts - DEALS / 4) ** 2 / (DEALS / 4)).sum()
    degrees = 51 * 3
    assert abs(chi_square - degrees * 52 / 51) < 5 * math.sqrt(2 * degrees)


def test_every_two_cards_lie_together_alike(holders):
    together = np.zeros((52, 52))
    for seat in range(4):
        holds = (holders == seat).astype(np.float32)  # counts below 2**24 stay exact
        together += holds.T @ holds
    together = together[np.triu_indices(52, 1)]
    p = 12 / 51
    deviations = (together - DEALS * p) / math.sqrt(DEALS * p * (1 - p))
    assert abs(deviations).max() < 5
    assert together.sum() == DEALS * 4 * math.comb(13, 2)


def test_every_order_of_four_cards_comes_as_often(holders):
    # A shuffle that makes only even permutations would give but 12 of the 24.
    for cards in ([10, 35, 47, 25], [0, 1, 2, 3]):  # the four declarable cards; ♠2 ♠3 ♠4 ♠5
        four = holders[:, cards]
        apart = four[(np.sort(four, axis=1) == np.arange(4)).all(axis=1)]
        codes = (apart * [64, 16, 4, 1]).sum(axis=1)
        counts = np.unique(codes, return_counts=True)[1]
        assert len(counts) == 24
        check_uniform(counts)


def test_every_way_to_hold_four_cards_occurs(holders):
    codes = (holders[:, [10, 35, 47, 25]] * [64, 16, 4, 1]).sum(axis=1)
    counts = np.bincount(codes, minlength=256)
    # the number of ways to deal the rest, given how many of the four each seat holds
    ways = np.array(
        [
            math.prod(math.perm(13, seats.count(seat)) for seat in range(4))
            for seats in itertools.product(range(4), repeat=4)
        ]
    )
    expected = DEALS * ways / ways.sum()
    chi_square = ((counts - expected) ** 2 / expected).sum()
    assert abs(chi_square - 255) < 5 * math.sqrt(2 * 255)


def test_both_parities_of_the_deck_occur(holders):
    # Sorted by seat and card, a deal is a permutation of the deck; half of them are odd.
    n = 20_000
    order = np.argsort(holders[:n], axis=1, kind="stable")
    inversions = np.zeros(n, np.int64)
    for i in range(52):
        inversions += (order[:, i + 1 :] < order[:, i : i + 1]).sum(axis=1)
    odd = int((inversions & 1).sum())
    assert abs(odd - n / 2) < 5 * math.sqrt(n) / 2


def test_a_deal_follows_from_seed_and_index_in_any_order():
    deals = deal_hands(50, seed=7)
    for index in (49, 0, 31, 7):
        assert (deal_hands(1, seed=7, first=index)[0] == deals[index]).all()
    assert (deal_hands(20, seed=7, first=15) == deals[15:35]).all()
    assert (deal_hands(50, seed=7) == deals).all()


def test_seeds_and_indices_over_their_whole_range_give_different_deals():
    ends = (0, 1, 2**32 - 1, 2**32, 2**63, 2**64 - 1)
    deals = {
        tuple(map(int, deal_hands(1, seed=seed, first=first)[0])) for seed in ends for first in ends
    }
    assert len(deals) == len(ends) ** 2


def copies_held(hands: np.ndarray, twice: np.ndarray) -> np.ndarray:
    """Return how many copies of each of the 52 cards each seat holds, shape (deals, 4, 52)."""
    indices = np.array([16 * suit + rank for suit in range(4) for rank in range(13)], np.uint64)
    planes = (plane[..., None] >> indices & np.uint64(1) for plane in (hands, twice))
    return sum(plane.astype(np.int64) for plane in planes)  # pyright: ignore[reportReturnType]


def test_hands_of_two_decks_are_26_cards_each_of_104():
    hands, twice = deal_double_hands(20_000, seed=SEED)
    assert (twice & ~hands == 0).all()
    held = copies_held(hands, twice)
    assert (held.sum(axis=2) == 26).all()
    assert (held.sum(axis=1) == 2).all()


def test_every_card_of_two_decks_goes_to_every_two_seats_alike():
    n = 100_000
    held = copies_held(*deal_double_hands(n, seed=SEED))
    both = (held == 2).sum(axis=0)
    p = 25 / (4 * 103)
    assert (abs(both - n * p) < 5 * math.sqrt(n * p * (1 - p))).all()
    for one, other in itertools.combinations(range(4), 2):
        apart = ((held[:, one] == 1) & (held[:, other] == 1)).sum(axis=0)
        p = 2 * 26 * 26 / (104 * 103)
        assert (abs(apart - n * p) < 5 * math.sqrt(n * p * (1 - p))).all()


def test_a_deal_of_two_decks_follows_from_seed_and_index_in_any_order():
    hands, twice = deal_double_hands(50, seed=7)
    for index in (49, 0, 31, 7):
        alone = deal_double_hands(1, seed=7, first=index)
        assert (alone[0][0] == hands[index]).all()
        assert (alone[1][0] == twice[index]).all()
    assert (deal_double_hands(50, seed=8)[0] != hands).any(axis=1).all()


DEAL = """
import hashlib
from gongzhu_sim.cards.dealing import deal_double_hands, deal_hands
found = hashlib.sha256(deal_hands(3000, seed=4).tobytes())
for plane in deal_double_hands(3000, seed=4):
    found.update(plane.tobytes())
print(found.hexdigest())
"""


def test_kernels_without_special_instructions_deal_the_same(same_in_portable_form):
    same_in_portable_form(DEAL)


@pytest.mark.parametrize("wrong", [-1, 2**64, 1.0, "1", None, True])
def test_what_is_no_seed(wrong):
    with pytest.raises(UsageError, match=r"seed .* is not a whole number from 0 to 2\*\*64 - 1"):
        check_seed(wrong)
    with pytest.raises(UsageError, match="seed"):
        deal_hands(1, seed=wrong)
    with pytest.raises(UsageError, match="seed"):
        deal_double_hands(1, seed=wrong)
    with pytest.raises(UsageError, match="first deal index"):
        deal_hands(1, seed=1, first=wrong)


@pytest.mark.parametrize("deals", [0, -3])
def test_no_deals(deals):
    with pytest.raises(UsageError, match="deals"):
        deal_hands(deals, seed=1)
    with pytest.raises(UsageError, match="deals"):
        deal_double_hands(deals, seed=1)
