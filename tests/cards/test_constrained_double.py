"""Constrained deals of two decks: every physical deal alike, the copies told apart."""

import itertools
from collections import Counter

import numpy as np
import pytest

from gongzhu_sim.cards.compiling import kernel
from gongzhu_sim.cards.constrained import count_deals, deal_double_constrained
from gongzhu_sim.cards.dealer import READY, new_dealer, prepare_dealer, scale_ways
from gongzhu_sim.cards.lattice import count_lattice
from gongzhu_sim.cards.layout import DECK, SEATS
from gongzhu_sim.cards.worlds import deal_double_world
from gongzhu_sim.errors import InputError

CARDS = [1 << 16 * suit + rank for suit in range(4) for rank in range(13)]
NONE = np.zeros(4, np.uint64)
SEED = 32


@kernel(cache=False)
def deal_worlds(dealers, hands, twice, state):
    for i in range(hands.shape[0]):
        state = deal_double_world(dealers[0], hands[i], twice[i], state)


@kernel(cache=False)
def use_lattice(dealers):
    dealers[0].by_lattice = 1
    count_lattice(dealers[0])
    scale_ways(dealers[0])


def planes_of(copies) -> tuple[int, int]:
    once = twice = 0
    for card in copies:
        twice |= once & card
        once |= card
    return once, twice


def prepare(copies, forbidden, need) -> tuple[np.ndarray, int]:
    dealer = new_dealer(2)
    once, twice = map(np.uint64, planes_of(copies))
    masks = np.array(forbidden, np.uint64)
    needs = np.array(need, np.int64)
    return dealer, prepare_dealer(dealer[0], once, twice, NONE, NONE, masks, needs)


def sample(dealer, deals) -> np.ndarray:
    """Return both planes of each deal, shape (deals, 8)."""
    hands = np.empty((deals, 4), np.uint64)
    twice = np.empty((deals, 4), np.uint64)
    deal_worlds(dealer, hands, twice, np.uint64(SEED))
    assert (twice & ~hands == 0).all()
    return np.hstack([hands, twice])


def every_deal(copies, forbidden, need):
    if not copies:
        yield ()
        return
    for seat in range(4):
        if need[seat] and not forbidden[seat] & copies[0]:
            less = [n - (other == seat) for other, n in enumerate(need)]
            for rest in every_deal(copies[1:], forbidden, less):
                yield (seat, *rest)


@pytest.mark.parametrize("lattice", [False, True])
def test_every_physical_deal_of_few_copies_comes_as_often(check_counts, lattice):
    rng = np.random.default_rng(SEED)
    possible = 0
    for _ in range(50):
        size = int(rng.integers(4, 9))
        several = [CARDS[int(i)] for i in rng.choice(52, 6, replace=False)] * 2
        copies = [several[int(i)] for i in rng.permutation(12)[:size]]
        open_seats = rng.permutation(4)[: int(rng.choice([3, 4]))]
        need = np.bincount(rng.choice(open_seats, size), minlength=4).tolist()
        chance = rng.choice([0.1, 0.3])
        forbidden = [sum(c for c in set(copies) if rng.random() < chance) for _ in range(4)]
        deals = list(every_deal(copies, forbidden, need))
        dealer, status = prepare(copies, forbidden, need)
        assert (status == READY) == bool(deals)
        if not deals:
            continue
        possible += 1
        if lattice:
            use_lattice(dealer)
        expected = Counter()
        for deal in deals:
            hands = [
                planes_of(card for card, at in zip(copies, deal, strict=True) if at == seat)
                for seat in range(4)
            ]
            expected[(*(a for a, _ in hands), *(b for _, b in hands))] += 40
        found = Counter(map(tuple, sample(dealer, 40 * len(deals)).tolist()))
        assert set(found) <= set(expected)
        check_counts([found[deal] for deal in expected], list(expected.values()))
    assert possible > 25


def large_situations():
    suits = [0x1FFF << 16 * suit for suit in range(4)]
    spades, hearts, diamonds, clubs = suits
    rng = np.random.default_rng(SEED)
    full = CARDS * 2
    yield full, [0] * 4, [26] * 4
    yield full, [spades, hearts, 0, 0], [26] * 4
    part = [full[int(i)] for i in rng.permutation(104)[:60]]
    yield part, [0, spades, 0, 0], [0, 20, 20, 20]
    yield part, [0, spades, hearts, clubs], [0, 20, 20, 20]
    yield part[:40], [spades, hearts, diamonds, clubs], [10] * 4
    barred = dict(zip(CARDS, rng.integers(0, 15, 52).tolist(), strict=True))  # never all four
    yield part, [sum(c for c in CARDS if barred[c] >> seat & 1) for seat in range(4)], [15] * 4


LARGE = list(large_situations())


def count(copies, forbidden, need) -> int:
    names = ["SHDC"[card.bit_length() - 1 >> 4] + "23456789TJQKA"[card.bit_length() - 1 & 15]
             for card in copies]  # fmt: skip
    return count_deals(
        decks=2,
        hidden=names,
        forbidden=dict(zip(SEATS, forbidden, strict=True)),
        need=dict(zip(SEATS, need, strict=True)),
    )


@pytest.mark.parametrize("situation", LARGE)
def test_where_both_copies_of_a_card_lie_in_large_deals(check_counts, situation):
    copies, forbidden, need = situation
    deals = 30_000
    dealer, status = prepare(*situation)
    assert status == READY
    found = sample(dealer, deals)
    sizes = np.bitwise_count(found)
    assert (sizes[:, :4] + sizes[:, 4:] == need).all()
    assert not (found[:, :4] & np.array(forbidden, np.uint64)).any()
    card = next(card for card in copies if copies.count(card) == 2)
    rest = [other for other in copies if other != card]
    total = count(*situation)
    observed, expected = [], []
    for one, other in itertools.combinations_with_replacement(range(4), 2):
        left = [n - (seat == one) - (seat == other) for seat, n in enumerate(need)]
        if min(left) < 0 or (forbidden[one] | forbidden[other]) & card:
            continue
        chance = (1 if one == other else 2) * count(rest, forbidden, left) / total
        if one == other:
            lies = found[:, 4 + one] & np.uint64(card)
        else:
            lies = found[:, one] & found[:, other] & np.uint64(card)
        observed.append(np.count_nonzero(lies))
        expected.append(chance * deals)
    check_counts(observed, expected)


@pytest.mark.parametrize("situation", LARGE[3:])
def test_splits_and_lattice_count_the_same(situation):
    dealer, _ = prepare(*situation)
    n = dealer["n_splits"][0]
    by_splits = dealer["low"][0, n - 1]
    use_lattice(dealer)
    n = dealer["n_splits"][0]
    by_lattice = dealer["low"][0, n - 1]
    assert by_splits == pytest.approx(by_lattice, rel=1e-12)
    sizes = dealer["group"][0]
    assert len(set(sizes[sizes >= 0].tolist())) == (sizes >= 0).sum()  # no seats dealt together
    assert by_lattice == pytest.approx(count(*situation), rel=1e-12)


def test_known_copies_lie_where_they_are_known():
    known = {"N": ["SQ", "SQ", "SA"], "W": "A.2.2.2", "S": int(DECK) & 0x1FFE << 16}
    hands, twice = deal_double_constrained(200, seed=3, known=known, voids={"E": "S"})
    queen, ace = np.uint64(1 << 10), np.uint64(1 << 12)
    assert (twice[:, 0] & queen).all()
    assert ((hands[:, 0] & ace) & (hands[:, 1] & ace)).all()
    assert not (hands[:, 3] & np.uint64(0x1FFF)).any()
    assert (np.bitwise_count(hands) + np.bitwise_count(twice) == 26).all()
    every = [sum(map(int, row)) for row in np.hstack([hands, twice])]
    assert every == [2 * int(DECK)] * 200
    again = deal_double_constrained(5, seed=3, first=20, known=known, voids={"E": "S"})
    assert (again[0] == hands[20:25]).all()
    assert (again[1] == twice[20:25]).all()


def test_what_is_wrong_or_impossible_with_two_decks():
    with pytest.raises(InputError, match="known: SA stands more than twice"):
        deal_double_constrained(1, seed=1, known={"N": "AAA..."})
    with pytest.raises(InputError, match="known: SA of S is held by others already"):
        deal_double_constrained(1, seed=1, known={"N": ["SA", "SA"], "S": ["SA"]})
    with pytest.raises(InputError, match=r"W needs 26 cards and only 25 of the hidden ones may"):
        deal_double_constrained(1, seed=1, known={"E": ["C2"]}, voids={"W": "SHD"})
    assert count_deals(decks=2, hidden=["SA", "SA"], need={"N": 1, "W": 1, "S": 0, "E": 0}) == 2


DEAL = """
import hashlib
from gongzhu_sim.cards.constrained import deal_constrained, deal_double_constrained
found = hashlib.sha256()
singles = dict(zip("NWSE", (0x0123_1456_0789_0ABC, 0x1111_0F0F_1234_0421, 0x00FF_0300_0010_1C00,
                            0x1842_0180_1003_0006)))
for known in ({}, {"voids": {"N": "S"}}, {"voids": {"N": "S", "W": "H", "S": "D"}},
              {"forbidden": singles}):
    found.update(deal_constrained(500, seed=4, **known).tobytes())
    for plane in deal_double_constrained(500, seed=4, **known):
        found.update(plane.tobytes())
print(found.hexdigest())
"""


@pytest.mark.long
def test_kernels_without_special_instructions_deal_the_same(same_in_portable_form):
    same_in_portable_form(DEAL)
