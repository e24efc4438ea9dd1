"""Tricks, captures and the lock through whole deals."""

import numpy as np
import pytest

from gongzhu_sim.cards.layout import DECK, SCORING, SEATS
from gongzhu_sim.cards.text import card_index, card_names, parse_cards, parse_hand
from gongzhu_sim.engine.table import OUTCOME
from gongzhu_sim.rules import load_rules
from gongzhu_sim.rules.loading import preset_names

# W holds the pig with other spades; S is void in diamonds.
HANDS = {
    "N": "AKJT.AKQ.AKQ.AKQ",
    "W": "Q98.JT9.JT98.JT9",
    "S": "7654.8765..87654",
    "E": "32.432.765432.32",
}
NAMES = ("index", "hands", "hands_twice", "first_drawn", "declared", "declared_by", "factor")
NAMES += ("declared_twice_by", "first_declared_by", "captured", "captured_twice", "own", "raw")
NAMES += ("own_twice", "settled", "leader", "pig_taker", "slam", "all_hearts", "sides")


def same_deal(one, other) -> bool:
    n = int(one["n_plays"])
    same = all(np.array_equal(one[name], other[name]) for name in (*NAMES, "n_plays"))
    return same and np.array_equal(one["plays"][:n], other["plays"][:n])


def scripted(plays: str, declared: str, leader: str) -> np.ndarray:
    outcome = np.zeros(1, OUTCOME)
    hands = [parse_hand(HANDS[seat]) for seat in SEATS]
    outcome["hands"] = hands
    outcome["declared_by"] = [hand & parse_cards(declared.split()) for hand in hands]
    outcome["leader"] = SEATS.index(leader)
    cards = [card_index(card) for card in plays.split()]
    outcome["n_plays"] = len(cards)
    outcome["plays"][0, : len(cards)] = cards
    return outcome


@pytest.fixture(scope="session")
def legal_singles(name_card):
    """Name what might have been played in one play of a replayed deal, one deck."""
    return lambda replayed, k: [name_card(code >> 6) for code in replayed.legal[0, k] if code >= 0]


def test_a_discarded_spade_does_not_end_the_lock_of_the_pig(replay, legal_singles):
    rules = load_rules("scrofazero")
    found = replay(rules, scripted("DA DJ S7 D2 SA S8", "SQ", "N"))
    assert found.winners[0, 0] == 0
    assert legal_singles(found, 5) == ["S9", "S8"]  # other programs offered the queen
    found = replay(rules, scripted("SA S9 S7 S3 SK S8", "SQ", "N"))
    assert legal_singles(found, 5) == ["SQ", "S8"]


def test_the_highest_card_of_the_led_suit_takes_the_trick(replay):
    found = replay(load_rules("scrofazero"), scripted("H2 HA H9 H8", "", "E"))
    assert found.winners[0, 0] == 0
    assert card_names(found.captured[0, 0, 0, 0]) == ["HA", "H9", "H8", "H2"]
    # a discard never takes it, however high
    found = replay(load_rules("scrofazero"), scripted("D2 DA D8 CK", "", "E"))
    assert found.winners[0, 0] == 0
    found = replay(load_rules("scrofazero"), scripted("D2 DK D8 H8", "", "E"))
    assert card_names(found.captured[0, 0, 0, 0]) == ["H8"]


def test_the_first_discard_of_the_other_colour_takes_the_cards_and_leads_nothing(replay):
    rules = load_rules("huapai-colour")
    # S, void in diamonds, throws a spade although it has hearts; N still leads
    found = replay(rules, scripted("DA DJ S7 D2 DK", "", "N"))
    assert found.winners[0, 0] == 0
    assert card_names(found.captured[0, 0, 0, 2]) == ["DJ"]
    # with a heart it keeps the colour
    found = replay(rules, scripted("DA DJ H8 D2 DK", "", "N"))
    assert card_names(found.captured[0, 0, 0, 0]) == ["H8", "DJ"]
    assert found.captured[0, 0, 0, 1:].tolist() == [0, 0, 0]


PAIRS = {
    "spades, the example": ("S4S4 SKSK SQS8 HAC2", 2),
    "diamonds turn it round": ("D4D4 DKDK DQD8 HAC2", 1),
    "the lower card never matters": ("S4S4 SKS2 SKSQ SJST", 1),
    "equal plays go to the earlier": ("H4H4 HAH9 HAHK H3H3", 1),
    "in diamonds the higher pair": ("D5D5 D6D6 DAD9 DKDA", 1),
    "a pair with a discard never wins": ("S2S2 SAH5 S3C4 H2H2", 0),
    "nor does a pair of another suit": ("C2C2 DADA SASA HAHA", 0),
    "singles": ("SA SA SK S2", 0),
    "singles, the later higher": ("S2 S2 S3 HA", 2),
}


@pytest.mark.parametrize(("plays", "place"), PAIRS.values(), ids=PAIRS)
def test_who_wins_a_trick_of_two_decks(replay, plays, place):
    """Four seats that hold just what they play; N leads."""
    outcome = np.zeros(1, OUTCOME)
    cards = [[each[i : i + 2] for i in range(0, len(each), 2)] for each in plays.split()]
    for seat, pair in enumerate(cards):
        outcome["hands"][0, seat] = parse_cards(set(pair))
        outcome["hands_twice"][0, seat] = parse_cards({c for c in pair if pair.count(c) == 2})
    played = [card_index(card) for pair in cards for card in pair]
    outcome["plays"][0, : len(played)] = played
    outcome["n_plays"], outcome["widths"][0, 0] = len(played), len(cards[0])
    found = replay(load_rules("qq-double"), outcome)
    assert found.winners[0, 0] == place
    names = [card for pair in cards for card in pair]
    scoring = [card for card in names if np.uint64(1 << card_index(card)) & SCORING]
    taken = found.captured[0, 0, :2, place]
    assert sorted(card_names(taken[0]) + card_names(taken[1])) == sorted(scoring)
    assert np.bitwise_count(found.captured[0, 0, :2]).sum() == len(scoring)


def double_plane(outcomes, field: str) -> np.ndarray:
    return np.bitwise_count(outcomes[field]).astype(int) + np.bitwise_count(
        outcomes[f"{field}_twice"]
    )


@pytest.mark.parametrize("preset", preset_names())
@pytest.mark.parametrize("players", ["random", "folk"])
def test_a_deal_ends_with_the_last_scoring_card(play, preset, players):
    rules = load_rules(preset)
    short = play(rules, players, deals=300, seed=5)
    full = play(rules, players, deals=300, seed=5, full=True)
    for name in NAMES:
        assert (short[name] == full[name]).all(), name
    assert (full["n_plays"] == 52 * rules.decks).all()
    assert (short["n_plays"] % 4 == 0).all()
    assert (short["n_plays"] < 52 * rules.decks).any()
    scoring = set(card_names(SCORING))
    for one, other in zip(short, full, strict=True):
        n = int(one["n_plays"])
        assert (one["plays"][:n] == other["plays"][:n]).all()
        tricks = np.flatnonzero(4 * np.cumsum(one["widths"], dtype=int) == n)
        width = int(one["widths"][tricks[0]])
        cards = [card_names(1 << int(card))[0] for card in one["plays"][:n]]
        assert sum(card in scoring for card in cards) == 16 * rules.decks
        assert any(card in scoring for card in cards[n - 4 * width :])


@pytest.mark.parametrize("preset", preset_names())
def test_every_card_is_played_once_by_its_holder(play, replay, preset):
    rules = load_rules(preset)
    outcomes = play(rules, "random", deals=300, seed=6, full=True)
    decks, size = rules.decks, 52 * rules.decks
    every = np.repeat([card_index(card) for card in card_names(DECK)], decks)
    assert (np.sort(outcomes["plays"][:, :size], axis=1) == np.sort(every)).all()
    assert (double_plane(outcomes, "hands") == 13 * decks).all()
    winners = replay(rules, outcomes).winners
    for outcome, won in zip(outcomes, winners, strict=True):
        leaders = [int(outcome["leader"]), *won[:-1]]
        widths = outcome["widths"][: np.flatnonzero(won >= 0)[-1] + 1]
        assert 4 * widths.sum(dtype=int) == size
        seats = np.concatenate(
            [
                np.repeat((leader + np.arange(4)) % 4, width)
                for leader, width in zip(leaders, widths, strict=False)
            ]
        )
        for seat in range(4):
            held = [
                card_index(card)
                for plane in ("hands", "hands_twice")
                for card in card_names(outcome[plane][seat])
            ]
            assert sorted(outcome["plays"][:size][seats == seat]) == sorted(held)
    for field in ("captured", "captured_twice")[:decks]:
        assert (np.bitwise_or.reduce(outcomes[field], axis=1) & ~SCORING == 0).all()
    assert (np.bitwise_or.reduce(outcomes["captured"], axis=1) == SCORING).all()
    assert double_plane(outcomes, "captured").sum(axis=1).tolist() == [16 * decks] * 300


def test_the_first_leader(play):
    outcomes = play(load_rules("qq"), "random", deals=200, seed=7)
    for outcome in outcomes:
        assert outcome["hands"][outcome["leader"]] & parse_cards(["C2"])
        assert outcome["plays"][0] == card_index("C2")
    outcomes = play(load_rules("scrofazero"), "random", deals=200, seed=7, first=3)
    assert (outcomes["leader"] == (outcomes["index"] % 4)).all()
    outcomes = play(load_rules("qq-double"), "random", deals=200, seed=7)
    for outcome in outcomes:
        assert outcome["hands"][outcome["leader"]] & parse_cards(["C2"])
        assert (outcome["plays"][: outcome["widths"][0]] == card_index("C2")).all()
    both = outcomes["widths"][:, 0] == 2
    pairs = outcomes["hands_twice"][np.arange(200), outcomes["leader"]] & parse_cards(["C2"])
    assert both.any()
    assert (pairs[both] != 0).all()


@pytest.mark.parametrize("preset", preset_names())
def test_a_deal_knows_nothing_of_the_one_before(play, preset):
    """Deals played in one batch are those played alone, declared cards and all."""
    rules = load_rules(preset)
    players = "random,folk,random:declare=always,random"
    outcomes = play(rules, players, deals=100, seed=8)
    pig = parse_cards(["SQ"])
    stood = (outcomes["declared"] & pig) != 0
    if rules.declaration.mode == "optional":
        assert 20 < stood.sum() < 90
    for index in range(0, 100, 3):
        alone = play(rules, players, deals=1, seed=8, first=index)
        assert same_deal(alone[0], outcomes[index])
    taken = ((outcomes["captured"] & pig) != 0).sum(axis=1)
    taken += ((outcomes["captured_twice"] & pig) != 0).sum(axis=1)
    assert (taken == rules.decks).all()
