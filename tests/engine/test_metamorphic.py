"""What must follow when seats, suits, players or declarations are changed."""

import itertools

import numpy as np
import pytest

from gongzhu_sim.cards.compiling import kernel
from gongzhu_sim.cards.layout import DECK, SUITS
from gongzhu_sim.engine.table import OUTCOME
from gongzhu_sim.rules import load_rules
from gongzhu_sim.rules.loading import preset_names
from gongzhu_sim.rules.packed import pack_rules
from gongzhu_sim.rules.scoring import score_captures
from gongzhu_sim.strategies import strategy_names

LINE_UPS = ("random", "folk", "random,folk,folk:declare=always,random:declare=never")


@pytest.mark.parametrize("turn", [1, 2, 3])
@pytest.mark.parametrize("players", LINE_UPS)
@pytest.mark.parametrize("preset", preset_names())
def test_seats_turned_turn_the_results(play, preset, players, turn):
    rules = load_rules(preset)
    seated = players.split(",")
    moved = ",".join(seated[-turn:] + seated[:-turn]) if len(seated) == 4 else players
    base = play(rules, players, deals=400, seed=21)
    turned = play(rules, moved, deals=400, seed=21, rotation=turn)
    for name in ("hands", "captured", "raw", "settled"):
        assert (turned[name] == np.roll(base[name], turn, axis=1)).all(), name
    assert (turned["leader"] == (base["leader"] + turn) % 4).all()
    assert (turned["declared"] == base["declared"]).all()
    assert (turned["n_plays"] == base["n_plays"]).all()
    played = np.arange(52) < base["n_plays"][:, None]
    assert (turned["plays"][played] == base["plays"][played]).all()


def move_suits(masks: np.ndarray, to: tuple[int, ...]) -> np.ndarray:
    """Move suit ``i`` of sets of cards to suit ``to[i]``."""
    moved = np.zeros_like(masks)
    for suit, target in enumerate(to):
        cards = masks >> np.uint64(16 * suit) & np.uint64(0x1FFF)
        moved |= cards << np.uint64(16 * target)
    return moved


@pytest.mark.parametrize("preset", ["qq", "pagat", "scrofazero"])
def test_suits_exchanged_exchange_legal_cards_and_keep_winners(play, replay, preset):
    rules = load_rules(preset)
    outcomes = play(rules, "random", deals=200, seed=22, full=True)
    plain = replay(rules, outcomes)
    # The kernels take any cards for declared: a quarter of the deck, so that the lock is met
    # everywhere. That the plays were then not all legal changes nothing for either side.
    rng = np.random.default_rng(1)
    quarter = rng.integers(0, 2**64, (2, len(outcomes)), np.uint64)
    outcomes["declared"] = quarter[0] & quarter[1] & DECK
    base = replay(rules, outcomes)
    assert (base.legal != plain.legal).any(axis=1).mean() > 0.9
    first = rules.play.first_lead
    for to in itertools.permutations(range(4)):
        lead = first if first == "draw" else SUITS[to[SUITS.index(first[0])]] + first[1]
        changed = np.zeros(len(outcomes), OUTCOME)
        changed[:] = outcomes
        changed["hands"] = move_suits(outcomes["hands"], to)
        changed["declared"] = move_suits(outcomes["declared"], to)
        changed["plays"] = np.array(to)[outcomes["plays"] >> 4] * 16 + (outcomes["plays"] & 15)
        found = replay(rules.replace({"play.first_lead": lead}), changed)
        assert (found.legal == move_suits(base.legal, to)).all()
        assert (found.winners == base.winners).all()


@pytest.mark.parametrize("preset", preset_names())
def test_who_plays_never_changes_the_deal(play, preset):
    rules = load_rules(preset)
    players = [*strategy_names(), "random:chance=0", "folk:run=off", LINE_UPS[2]]
    dealt = [play(rules, each, deals=200, seed=23) for each in players]
    for outcomes in dealt[1:]:
        assert (outcomes["hands"] == dealt[0]["hands"]).all()
        assert (outcomes["leader"] == dealt[0]["leader"]).all()


@kernel
def _score(packed, captured, declared, raw):
    for i in range(captured.shape[0]):
        score_captures(packed[0], captured[i], declared[i], raw[i])


@pytest.mark.parametrize("preset", ["qq", "qq-partners", "pagat", "pips"])
def test_declaring_with_unchanged_play_is_rescoring(play, preset):
    """Where declaring changed no play, the deal scores as the undeclared one rescored."""
    rules = load_rules(preset)
    never = play(rules, "random:declare=never", deals=3_000, seed=24, full=True)
    declared = play(rules, "random:chance=0.3", deals=3_000, seed=24, full=True)
    same = (never["plays"] == declared["plays"]).all(axis=1) & (declared["declared"] != 0)
    never, declared = never[same], declared[same]
    assert len(never) > 100
    assert (never["captured"] == declared["captured"]).all()
    raw = np.zeros((len(never), 4), np.int64)
    captured = np.ascontiguousarray(never["captured"])
    _score(pack_rules(rules), captured, np.ascontiguousarray(declared["declared"]), raw)
    assert (raw == declared["raw"]).all()
    assert (raw != never["raw"]).any(axis=1).mean() > 0.5


def test_doubled_values_double_the_scores_of_the_same_play(play):
    """`random` looks at no value, so it plays the same."""
    rules = load_rules("qq")
    plain = play(rules, "random", deals=1_000, seed=25)
    twice = play(
        rules.replace(
            {
                "values.hearts": tuple(2 * value for value in rules.heart_values()),
                "values.pig": -200,
                "values.goat": 200,
                "values.transformer": 100,
                "all_hearts.value": 400,
            }
        ),
        "random",
        deals=1_000,
        seed=25,
    )
    assert (twice["captured"] == plain["captured"]).all()
    assert (twice["raw"] == 2 * plain["raw"]).all()
