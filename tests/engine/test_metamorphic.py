"""What must follow when seats, suits, players or declarations are changed."""

import itertools

import numpy as np
import pytest

from gongzhu_sim.cards.compiling import kernel
from gongzhu_sim.cards.layout import DECK, SUITS
from gongzhu_sim.rules import load_rules
from gongzhu_sim.rules.loading import preset_names
from gongzhu_sim.rules.packed import pack_rules
from gongzhu_sim.rules.scoring import find_factors, score_deal
from gongzhu_sim.strategies import get_strategy, strategy_names

LINE_UPS = ("random", "folk", "random,folk,folk:declare=always,random:declare=never")
SEQUENTIAL = {"declaration.order": "sequential"}
VARIANTS = {
    "sequential": ("qq", SEQUENTIAL),
    "sequential, hidden, first draws": ("huapai-hidden", SEQUENTIAL),
    "sequential, two decks": ("huapai-double", SEQUENTIAL),
    "sequential, hidden, two decks": (
        "huapai-double",
        SEQUENTIAL | {"declaration.hidden": True, "declaration.discard_before_led": False},
    ),
    "hearts wait, two decks, partners": (
        "qq-double-partners",
        {"play.hearts_lead": "after_broken", "play.first_lead": "S7", "teams.pooled": True},
    ),
}
BY_SEAT = ("hands", "hands_twice", "first_drawn", "declared_by", "declared_twice_by", "captured")
BY_SEAT += ("first_declared_by", "captured_twice", "own", "own_twice", "settled")
SEATS_NAMED = ("leader", "pig_taker")
UNTURNED = ("declared", "factor", "highest", "n_declared", "n_plays")


def played(outcomes: np.ndarray) -> np.ndarray:
    return np.arange(104) < outcomes["n_plays"][:, None]


def check_turned(play, rules, players, turn: int, *, deals: int) -> None:
    seated = players.split(",")
    moved = ",".join(seated[-turn:] + seated[:-turn]) if len(seated) == 4 else players
    base = play(rules, players, deals=deals, seed=21)
    turned = play(rules, moved, deals=deals, seed=21, rotation=turn)
    for name in BY_SEAT:
        assert (turned[name] == np.roll(base[name], turn, axis=1)).all(), name
    for name in SEATS_NAMED:
        assert (turned[name] == (base[name] + turn) % 4).all(), name
    for name in UNTURNED:
        assert (turned[name] == base[name]).all(), name
    assert (turned["plays"][played(turned)] == base["plays"][played(base)]).all()
    if not rules.teams.pooled:
        assert (turned["raw"] == np.roll(base["raw"], turn, axis=1)).all()
        for name in ("slam", "all_hearts"):
            wanted = np.where(base[name] < 0, -1, (base[name] + turn) % 4)
            assert (turned[name] == wanted).all(), name
        return
    # a pooled side's score stands at its first seat, which turning may change
    sides = np.array([[int(mask) >> seat & 1 for seat in range(4)] for mask in base["sides"]])
    there = np.array([[int(mask) >> seat & 1 for seat in range(4)] for mask in turned["sides"]])
    same = there == there[:, :1]
    seat = np.roll(sides, turn, axis=1)
    first = (base["raw"] * (sides == seat[:, :1])).sum(axis=1)
    assert (first == (turned["raw"] * same).sum(axis=1)).all()
    assert (turned["raw"].sum(axis=1) == base["raw"].sum(axis=1)).all()


@pytest.mark.parametrize("turn", [1, 2, 3])
@pytest.mark.parametrize("players", LINE_UPS)
@pytest.mark.parametrize("preset", preset_names())
def test_seats_turned_turn_the_results(play, preset, players, turn):
    check_turned(play, load_rules(preset), players, turn, deals=400)


@pytest.mark.parametrize("turn", [1, 2, 3])
@pytest.mark.parametrize("players", LINE_UPS)
@pytest.mark.parametrize(("preset", "changes"), VARIANTS.values(), ids=VARIANTS)
def test_seats_turned_under_other_rules(play, preset, changes, players, turn):
    check_turned(play, load_rules(preset).replace(changes), players, turn, deals=300)


def move_suits(masks: np.ndarray, to: tuple[int, ...]) -> np.ndarray:
    """Move suit ``i`` of sets of cards to suit ``to[i]``."""
    moved = np.zeros_like(masks)
    for suit, target in enumerate(to):
        cards = masks >> np.uint64(16 * suit) & np.uint64(0x1FFF)
        moved |= cards << np.uint64(16 * target)
    return moved


def sort_plays(legal: np.ndarray, to: tuple[int, ...]) -> np.ndarray:
    """Return lists of legal plays with suits moved, in an order that suits do not matter to."""
    first, second = legal >> 6, legal & 63
    moved = np.array(to)[first >> 4] * 16 + (first & 15)
    other = np.where(second == 63, 63, np.array(to)[second >> 4] * 16 + (second & 15))
    codes = np.minimum(moved, other) * 64 + np.maximum(moved, other)
    return np.sort(np.where(legal < 0, -1, codes), axis=2)


@pytest.mark.parametrize(
    ("preset", "suits", "deals"),
    [
        ("qq", range(4), 200),
        ("pagat", range(4), 200),
        ("scrofazero", range(4), 200),
        ("huapai", range(4), 100),
        ("qq-double", (0, 1, 3), 60),  # in diamonds pairs beat two singles
        ("huapai-double", (0, 1, 3), 60),
    ],
)
def test_suits_exchanged_exchange_legal_plays_and_keep_winners(play, replay, preset, suits, deals):
    rules = load_rules(preset)
    outcomes = play(rules, "random", deals=deals, seed=22, full=True)
    plain = replay(rules, outcomes)
    # The kernels take any cards for declared: a quarter of the deck, so that the lock is met
    # everywhere. That the plays were then not all legal changes nothing for either side.
    rng = np.random.default_rng(1)
    quarter = rng.integers(0, 2**64, (2, deals, 4), np.uint64)
    outcomes["declared_by"] = quarter[0] & quarter[1] & DECK & outcomes["hands"]
    outcomes["declared_twice_by"] = outcomes["declared_by"] & outcomes["hands_twice"] & quarter[0]
    base = replay(rules, outcomes)
    assert (base.legal != plain.legal).any(axis=(1, 2)).mean() > 0.9
    first = rules.play.first_lead
    for order in itertools.permutations(suits):
        to = list(range(4))
        for suit, target in zip(suits, order, strict=True):
            to[suit] = target
        to = tuple(to)
        lead = first if first == "draw" else SUITS[to[SUITS.index(first[0])]] + first[1]
        changed = outcomes.copy()
        for name in ("hands", "hands_twice", "declared_by", "declared_twice_by"):
            changed[name] = move_suits(outcomes[name], to)
        changed["first_declared_by"] = 0
        changed["plays"] = np.array(to)[outcomes["plays"] >> 4] * 16 + (outcomes["plays"] & 15)
        found = replay(rules.replace({"play.first_lead": lead}), changed)
        assert (sort_plays(found.legal, (0, 1, 2, 3)) == sort_plays(base.legal, to)).all()
        assert (found.winners == base.winners).all()


@pytest.mark.parametrize("preset", preset_names())
def test_who_plays_never_changes_the_deal(play, preset):
    rules = load_rules(preset)
    quick = [each for each in strategy_names() if "worlds" not in get_strategy(each).params]
    players = [*quick, "random:chance=0", "folk:run=off", LINE_UPS[2]]
    dealt = [play(rules, each, deals=200, seed=23) for each in players]
    for outcomes in dealt[1:]:
        for name in ("hands", "hands_twice", "first_drawn", "leader", "sides"):
            assert (outcomes[name] == dealt[0][name]).all(), name


@kernel
def _score(packed, deals):
    for i in range(deals.shape[0]):
        find_factors(packed[0], deals[i])
        score_deal(packed[0], deals[i])


DECLARED = ("declared_by", "declared_twice_by", "first_declared_by")


@pytest.mark.parametrize(
    ("preset", "chance", "least"),
    [
        *((preset, 0.3, 100) for preset in ("qq", "qq-partners", "pagat", "pips", "huapai")),
        ("qq-double", 0.05, 30),  # a lock is met sooner or later, and then the plays differ
        ("huapai-double", 0.05, 30),
    ],
)
def test_declaring_with_unchanged_play_is_rescoring(play, preset, chance, least):
    """Where declaring changed no play, the deal scores as the undeclared one rescored."""
    rules = load_rules(preset)
    never = play(rules, "random:declare=never", deals=3_000, seed=24, full=True)
    declared = play(rules, f"random:chance={chance}", deals=3_000, seed=24, full=True)
    same = (never["plays"] == declared["plays"]).all(axis=1) & (declared["declared"] != 0)
    never, declared = never[same], declared[same]
    assert len(never) > least
    assert (never["captured"] == declared["captured"]).all()
    rescored = never.copy()
    for name in DECLARED:
        rescored[name] = declared[name]
    _score(pack_rules(rules), rescored)
    for name in ("raw", "settled", "slam", "all_hearts", "factor", "highest", "n_declared"):
        assert (rescored[name] == declared[name]).all(), name
    assert (rescored["raw"] != never["raw"]).any(axis=1).mean() > 0.5


@pytest.mark.parametrize(
    ("preset", "extra"),
    [
        ("qq", {"all_hearts.value": 400}),
        ("qq-double", {"all_hearts.value": 800}),
        ("huapai-double", {}),  # all hearts there are their own total, turned
        ("huapai", {}),
    ],
)
def test_doubled_values_double_the_scores_of_the_same_play(play, preset, extra):
    """`random` looks at no value, so it plays the same."""
    rules = load_rules(preset)
    plain = play(rules, "random", deals=1_000, seed=25)
    changes = {
        "values.hearts": tuple(2 * value for value in rules.heart_values()),
        "values.pig": -200,
        "values.goat": 200,
        "values.transformer": 100,
    }
    twice = play(rules.replace(changes | extra), "random", deals=1_000, seed=25)
    for name in ("captured", "captured_twice", "own", "plays"):
        assert (twice[name] == plain[name]).all(), name
    assert (twice["raw"] == 2 * plain["raw"]).all()
    assert (plain["raw"] != 0).any(axis=1).all()
