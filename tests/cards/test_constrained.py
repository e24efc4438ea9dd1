"""Constrained deals agree with what is known, and all that do are alike."""

import itertools
import math
from collections import Counter

import numpy as np
import pytest

from gongzhu_sim.cards.compiling import kernel
from gongzhu_sim.cards.constrained import count_deals, deal_constrained
from gongzhu_sim.cards.dealer import BAD_COUNTS, READY, new_dealer, prepare_dealer, scale_ways
from gongzhu_sim.cards.lattice import count_lattice
from gongzhu_sim.cards.layout import DECK, SEATS
from gongzhu_sim.cards.text import parse_cards
from gongzhu_sim.cards.worlds import deal_world
from gongzhu_sim.errors import InputError, UsageError

CARDS = [16 * suit + rank for suit in range(4) for rank in range(13)]
NONE = np.zeros(4, np.uint64)
SEED = 31


@kernel(cache=False)
def deal_worlds(dealers, hands, twice, state):
    for i in range(hands.shape[0]):
        state = deal_world(dealers[0], hands[i], twice[i], state)


@kernel(cache=False)
def use_lattice(dealers):
    """Count by the lattice what was counted by splits."""
    dealers[0].by_lattice = 1
    count_lattice(dealers[0])
    scale_ways(dealers[0])


def prepare(hidden, forbidden, need) -> tuple[np.ndarray, int]:
    dealer = new_dealer()
    masks = np.array(forbidden, np.uint64)
    needs = np.array(need, np.int64)
    zero = np.uint64(0)
    status = prepare_dealer(dealer[0], np.uint64(hidden), zero, NONE, NONE, masks, needs)
    return dealer, status


def sample(dealer, deals, state=SEED) -> np.ndarray:
    hands = np.empty((deals, 4), np.uint64)
    deal_worlds(dealer, hands, np.empty_like(hands), np.uint64(state))
    return hands


def every_deal(cards, forbidden, need):
    """Yield who holds each card in every deal there is."""
    if not cards:
        yield ()
        return
    for seat in range(4):
        if need[seat] and not forbidden[seat] & cards[0]:
            less = [n - (other == seat) for other, n in enumerate(need)]
            for rest in every_deal(cards[1:], forbidden, less):
                yield (seat, *rest)


def holders_of(hands, cards) -> np.ndarray:
    """Return who holds each card, as one number with two bits a card."""
    code = np.zeros(len(hands), np.int64)
    for card in cards:
        held = (hands & np.uint64(card)) != 0
        assert (held.sum(axis=1) == 1).all()
        code = 4 * code + held.argmax(axis=1)
    return code


def small_situations(n, *, seats=(3, 4), cards=(4, 9)):
    """Return random situations of few cards: (cards, forbidden, need)."""
    rng = np.random.default_rng(SEED)
    found = []
    for _ in range(n):
        size = int(rng.integers(*cards, endpoint=True))
        chosen = [1 << int(index) for index in rng.permutation(CARDS)[:size]]
        open_seats = rng.permutation(4)[: int(rng.choice(seats))]
        need = np.bincount(rng.choice(open_seats, size), minlength=4).tolist()
        chance = rng.choice([0.1, 0.3, 0.5])
        forbidden = [sum(c for c in chosen if rng.random() < chance) for _ in range(4)]
        found.append((chosen, forbidden, need))
    return found


@pytest.mark.parametrize("lattice", [False, True])
def test_every_possible_deal_of_few_cards_comes_as_often(check_counts, lattice):
    possible = 0
    for cards, forbidden, need in small_situations(60):
        deals = list(every_deal(cards, forbidden, need))
        dealer, status = prepare(sum(cards), forbidden, need)
        assert (status == READY) == bool(deals)
        if not deals:
            continue
        if lattice:
            use_lattice(dealer)
        possible += 1
        codes = [sum(4**i * seat for i, seat in enumerate(reversed(deal))) for deal in deals]
        found = Counter(holders_of(sample(dealer, 40 * len(deals)), cards).tolist())
        assert set(found) <= set(codes)
        check_counts([found[code] for code in codes], [40] * len(codes))
    assert possible > 30


def ways(dealer) -> list[int]:
    """Return the ways of each split (or middle point), exactly."""
    n = int(dealer["n_splits"][0])
    sums = [
        (int(high) << 64) + int(low)
        for high, low in zip(dealer["high"][0, :n], dealer["low"][0, :n], strict=True)
    ]
    return [one - before for one, before in zip(sums, [0, *sums[:-1]], strict=True)]


def ways_within_groups(dealer) -> int:
    """Return in how many ways the groups' cards are split among their seats."""
    product = 1
    for group in range(4):
        sizes = dealer["need"][0][dealer["group"][0] == group].tolist()
        product *= math.factorial(sum(sizes)) // math.prod(map(math.factorial, sizes))
    return product


def test_the_ways_of_every_split_are_those_of_brute_force():
    checked = 0
    for cards, forbidden, need in small_situations(150, seats=(4,), cards=(5, 8)):
        deals = list(every_deal(cards, forbidden, need))
        dealer, status = prepare(sum(cards), forbidden, need)
        if status != READY or dealer["n_cells"][0] < 2:
            continue
        first_pair = set(dealer["order"][0, :2].tolist())
        groups = dealer["group"][0].tolist()
        cells = [
            int(dealer["classes"][0, number])
            for number in dealer["cells"][0, : dealer["n_cells"][0]]
        ]
        expected: Counter = Counter()
        for deal in deals:
            taken = [
                card for card, seat in zip(cards, deal, strict=True) if groups[seat] in first_pair
            ]
            expected[
                sum((sum(taken) & cell).bit_count() << 7 * i for i, cell in enumerate(cells))
            ] += 1
        splits = dealer["splits"][0, : dealer["n_splits"][0]].tolist()
        found = {
            split: n * ways_within_groups(dealer)
            for split, n in zip(splits, ways(dealer), strict=True)
        }
        assert found == expected
        checked += 1
    assert checked > 40


def large_situations():
    """Return situations of many cards: (hidden, forbidden, need)."""
    rng = np.random.default_rng(SEED)
    suits = [0x1FFF << 16 * suit for suit in range(4)]
    spades, hearts, diamonds, clubs = suits
    yield int(DECK), [0, 0, 0, 0], [13] * 4
    yield int(DECK), [spades, 0, 0, 0], [13] * 4
    yield int(DECK), [spades, hearts, diamonds, clubs], [13] * 4
    yield int(DECK), [spades, hearts, diamonds, 0], [13] * 4
    three = sum(1 << int(index) for index in rng.permutation(CARDS)[:39])
    for bars in ([0] * 4, [spades, 0, 0, 0], [spades, hearts, 0, 0], [spades, hearts, clubs, 0]):
        yield three, bars, [13, 13, 13, 0]
    few = sum(1 << int(index) for index in rng.permutation(CARDS)[:24])
    yield few, [0, spades, hearts, diamonds], [0, 8, 8, 8]
    while True:
        yield (
            int(DECK),
            [sum(1 << c for c in CARDS if rng.random() < 0.25) for _ in range(4)],
            [13] * 4,
        )


def as_known(hidden, forbidden, need):
    """Return the arguments of the public functions."""
    return {
        "hidden": hidden,
        "forbidden": dict(zip(SEATS, forbidden, strict=True)),
        "need": dict(zip(SEATS, need, strict=True)),
    }


LARGE = list(itertools.islice(large_situations(), 14))


@pytest.mark.parametrize("situation", LARGE)
def test_the_ways_add_up_to_the_number_of_deals(situation):
    deals = count_deals(**as_known(*situation))
    dealer, status = prepare(*situation)
    assert (status == READY) == (deals > 0)
    if status == READY and dealer["n_splits"][0] > 1:
        assert sum(ways(dealer)) * ways_within_groups(dealer) == deals
        use_lattice(dealer)
        assert sum(ways(dealer)) * ways_within_groups(dealer) == deals


def test_the_lattice_is_used_where_splits_are_many():
    used = [int(prepare(*situation)[0]["by_lattice"][0]) for situation in LARGE]
    assert not any(used[:9])
    assert any(used[9:])


def joint_probabilities(situation, cards) -> dict[tuple[int, ...], float]:
    """Return how likely it is that given seats hold given cards, from exact numbers of deals."""
    hidden, forbidden, need = situation
    total = count_deals(**as_known(*situation))
    found = {}
    for seats in itertools.product(range(4), repeat=len(cards)):
        left = [n - seats.count(seat) for seat, n in enumerate(need)]
        barred = any(forbidden[seat] & card for seat, card in zip(seats, cards, strict=True))
        if barred or min(left) < 0:
            continue
        if n := count_deals(**as_known(hidden & ~sum(cards), forbidden, left)):
            found[seats] = n / total
    return found


def where_cards_lie(situation, cards, hands) -> tuple[list[int], list[float]]:
    """Return how often the cards lay where they can, and how often they should have.

    What is expected less than five times is put together.
    """
    chances = joint_probabilities(situation, cards)
    found = Counter(holders_of(hands, cards).tolist())
    codes = [sum(4**i * seat for i, seat in enumerate(reversed(seats))) for seats in chances]
    assert set(found) <= set(codes)
    expected = {code: p * len(hands) for code, p in zip(codes, chances.values(), strict=True)}
    likely = [code for code in codes if expected[code] >= 5]  # the others are one cell
    cells = [([code], expected[code]) for code in likely]
    if rest := sorted(set(codes) - set(likely)):
        cells.append((rest, sum(expected[code] for code in rest)))
    return [sum(found[code] for code in some) for some, _ in cells], [n for _, n in cells]


@pytest.mark.parametrize("situation", LARGE[:11])
def test_where_two_cards_lie_in_large_deals(check_counts, situation):
    dealer, status = prepare(*situation)
    if status != READY:
        pytest.skip("no deal is possible")
    hands = sample(dealer, 60_000)
    assert (np.bitwise_count(hands) == situation[2]).all()
    assert (np.bitwise_or.reduce(hands, axis=1) == situation[0]).all()
    assert not (hands & np.array(situation[1], np.uint64)).any()
    hidden = [1 << index for index in CARDS if situation[0] >> index & 1]
    check_counts(*where_cards_lie(situation, [hidden[2], hidden[-3]], hands))


@pytest.mark.long
@pytest.mark.parametrize("situation", LARGE)
def test_where_three_cards_lie_in_large_deals(check_counts, situation):
    dealer, status = prepare(*situation)
    if status != READY:
        pytest.skip("no deal is possible")
    hands = sample(dealer, 1_000_000)
    hidden = [1 << index for index in CARDS if situation[0] >> index & 1]
    for cards in np.random.default_rng(SEED).permutation(hidden)[:6].reshape(2, 3).tolist():
        check_counts(*where_cards_lie(situation, cards, hands))


def test_a_deal_follows_from_situation_seed_and_index():
    known = {"voids": {"N": "S", "W": "H"}, "known": {"E": ["SQ", "C2"]}}
    deals = deal_constrained(50, seed=7, **known)
    assert (deal_constrained(20, seed=7, first=15, **known) == deals[15:35]).all()
    assert (deal_constrained(50, seed=8, **known) != deals).any(axis=1).all()
    assert ((deals[:, 3] & parse_cards(["SQ", "C2"])) == parse_cards(["SQ", "C2"])).all()
    assert not (deals[:, 0] & np.uint64(0x1FFF)).any()


def test_every_way_to_name_cards():
    one = deal_constrained(5, seed=1, known={"N": "AK..Q10.2"})
    assert (deal_constrained(5, seed=1, known={"N": ["SA", "SK", "DQ", "D10", "♣2"]}) == one).all()
    mask = parse_cards(["SA", "SK", "DQ", "DT", "C2"])
    assert (deal_constrained(5, seed=1, known={"N": mask}) == one).all()
    assert (deal_constrained(5, seed=1, known={"N": int(mask)}) == one).all()
    spades = [f"S{rank}" for rank in "AKQJT98765432"]
    assert (
        deal_constrained(5, seed=1, forbidden={"W": spades})
        == deal_constrained(5, seed=1, voids={"W": "S"})
    ).all()


def test_nothing_hidden_and_one_seat_open():
    hands = ("AKQJT98765432...", ".AKQJT98765432..", "..AKQJT98765432.", "...AKQJT98765432")
    known = dict(zip(SEATS, hands, strict=True))
    full = [0x1FFF << 16 * suit for suit in range(4)]
    assert deal_constrained(2, seed=1, known=known).tolist() == [full] * 2
    del known["S"]
    assert deal_constrained(2, seed=1, known=known).tolist() == [full] * 2
    need = dict.fromkeys("NWE", 0) | {"S": 2}
    (hand,) = deal_constrained(1, seed=1, hidden=["SA", "SK"], need=need)
    assert hand.tolist() == [0, 0, 3 << 11, 0]


SPADES = "AKQJT98765432"


@pytest.mark.parametrize(
    ("known", "said"),
    [
        ({"voids": dict.fromkeys(SEATS, "D")}, "no seat may hold DA"),
        ({"voids": {"W": "SHD"}, "known": {"N": ["C2"]}},
         "W needs 13 cards and only 12 of the hidden ones may lie there"),
        ({"hidden": "AKQ...", "need": {"N": 1, "W": 1, "S": 1, "E": 0}, "forbidden": {
            "N": ["SA", "SK"], "S": ["SA", "SK"]}},
         "W needs 1 cards and 2 of the hidden ones can lie nowhere else"),
        ({"hidden": "AKQJ...", "need": dict.fromkeys(SEATS, 1), "forbidden": {
            "N": ["SA", "SK", "SQ"], "W": ["SA", "SK", "SQ"]}},
         "N and W together need 2 cards and only 1 of the hidden ones may lie with them"),
        ({"hidden": "AKQJ..."}, "the seats need 52 cards and 4 are hidden"),
    ],
)  # fmt: skip
def test_what_is_impossible_is_explained(known, said):
    with pytest.raises(InputError) as caught:
        deal_constrained(1, seed=1, **known)
    assert str(caught.value) == f"no deal is possible: {said}"
    assert count_deals(**known) == 0


@pytest.mark.parametrize(
    ("error", "known", "said"),
    [
        (UsageError, {"known": {"North": 1}}, "known: 'North' is not a seat; "),
        (UsageError, {"voids": {"N": "Z"}}, "voids: 'Z' is not a suit; known: "),
        (UsageError, {"known": {"N": 1 << 13}}, "known: mask 0x2000 has bits that are no card"),
        (UsageError, {"need": {"E": 14}}, "need: E has 14, which is not from 0 to 13"),
        (UsageError, {"need": {"E": 1.5}}, "need: E has 1.5, which"),
        (InputError, {"known": {"N": ["SA", "SA"]}}, "known: SA stands more than once"),
        (InputError, {"known": {"N": ["SA"], "E": ["SA"]}}, "known: SA of E is held by others"),
        (InputError, {"known": {"N": f"{SPADES}.2.."}}, "known: N holds 14 cards, more than 13"),
        (InputError, {"known": {"N": "A"}}, "hand 'A' has 1 suits"),
        (InputError, {"known": {"N": "1..."}}, "is not a card"),
        (InputError, {"known": {"N": ["SA"]}, "hidden": ["SA"]}, "hidden: SA is known to be held"),
    ],
)
def test_what_is_given_wrongly(error, known, said):
    with pytest.raises(error) as caught:
        deal_constrained(1, seed=1, **known)
    assert said in str(caught.value)
    with pytest.raises(error):
        count_deals(**known)


def test_seeds_and_numbers_of_deals():
    for wrong in (-1, 2**64, 1.0, True):
        with pytest.raises(UsageError, match="seed"):
            deal_constrained(1, seed=wrong)  # pyright: ignore[reportArgumentType]
    with pytest.raises(UsageError, match="deals"):
        deal_constrained(0, seed=1)
    with pytest.raises(UsageError, match="decks"):
        count_deals(decks=3)


def test_the_status_of_a_kernel():
    assert prepare(0b111, [0] * 4, [1, 1, 0, 0])[1] == BAD_COUNTS
    assert prepare(0b11, [0] * 4, [3, -1, 0, 0])[1] == BAD_COUNTS
    assert prepare(0x3FFF & int(DECK) | 1 << 16, [0] * 4, [14, 0, 0, 0])[1] == BAD_COUNTS
    assert prepare(0b1111, [0b111, 0, 0b111, 0], [1] * 4)[1] == 0b0101
    assert prepare(0b1111, [0, 0b1111, 0, 0], [1] * 4)[1] == 0b0010
    assert prepare(0b11, [1, 0, 1, 1], [1, 1, 0, 0])[1] == READY


def test_random_situations_with_kernel_and_python_agree():
    for cards, forbidden, need in small_situations(200):
        known = as_known(sum(cards), forbidden, need)
        deals = count_deals(**known)
        assert deals == sum(1 for _ in every_deal(cards, forbidden, need))
        if deals:
            hands = deal_constrained(3, seed=1, **known)
            assert (np.bitwise_count(hands) == need).all()
        else:
            with pytest.raises(InputError, match=r"no deal is possible: (?!None)"):
                deal_constrained(3, seed=1, **known)
