"""The learned policy: its weights, what it looks at, and how it plays."""

import numpy as np
import pytest

from gongzhu_sim.analysis.duel import duel
from gongzhu_sim.cards.layout import DECK
from gongzhu_sim.cards.text import parse_card
from gongzhu_sim.engine.table import new_table
from gongzhu_sim.errors import InputError
from gongzhu_sim.rules import load_rules
from gongzhu_sim.rules.packed import pack_rules
from gongzhu_sim.strategies import check_strategy, parse_player
from gongzhu_sim.strategies.learning.declaring import N_DECLARING
from gongzhu_sim.strategies.learning.places import (
    N_TABLES,
    N_WEIGHTS,
    TABLES,
)
from gongzhu_sim.strategies.learning.weights import (
    BLOCK,
    FAMILIES,
    family_number,
    load_weights,
    save_family,
)
from gongzhu_sim.strategies.players.learned import card_scores


def weights_with(**cards: int) -> np.ndarray:
    """Return weights of all families that like and dislike cards, whatever else there is."""
    play = np.zeros(N_WEIGHTS, np.int16)
    by_card = play[TABLES["CARD"]].reshape(-1, 64)
    for name, weight in cards.items():
        by_card[:, int(parse_card(name)).bit_length() - 1] = weight
    return np.tile(np.r_[play, np.zeros(N_DECLARING, np.int16)], (len(FAMILIES), 1))


def score(weights: np.ndarray, hand: np.uint64, table: np.ndarray) -> np.ndarray:
    scores = np.zeros(64, np.int64)
    card_scores(table[0], hand, hand, weights.ctypes.data, scores)
    return scores


def test_it_keeps_the_contract():
    assert check_strategy("learned", deals=2).plays > 1000


@pytest.mark.parametrize(
    ("rules", "family"),
    [
        ("scrofazero", "sides"),
        ("qq", "alone-declaring"),
        ("qq-partners", "sides-declaring"),
        ("huapai-all", "alone-declaring"),
        ("pig-goat", "alone"),
        ("qq-double", "alone-double-declaring"),
        ("qq-double-partners", "sides-double-declaring"),
    ],
)
def test_every_game_has_its_family(rules, family):
    assert FAMILIES[family_number(pack_rules(load_rules(rules))[0])] == family


def test_a_score_is_the_sum_of_weights():
    table = new_table(pack_rules(load_rules("scrofazero")))
    table["factor"] = 1
    table["width"] = 1
    hand = parse_card("SA") | parse_card("S3") | parse_card("H7")
    scores = score(weights_with(S3=5, H7=-3), hand, table)
    found = {int(i): int(scores[i]) for i in np.flatnonzero(scores)}
    assert found == {1: 5, 16 + 5: -3}


def test_the_scores_of_cards_add_up_all_tables():
    table = new_table(pack_rules(load_rules("scrofazero")))
    table["factor"] = 1
    table["width"] = 1
    hand = DECK & ~np.uint64(0xFFFF_FFFF_FFFF)  # all clubs
    weights = np.ones((len(FAMILIES), BLOCK), np.int16)
    scores = score(weights, hand, table)
    assert set(scores[48:61]) == {N_TABLES}
    assert not scores[:48].any()


def test_weights_of_a_file_serve_every_game(tmp_path):
    play = np.arange(N_WEIGHTS).astype(np.int16)
    save_family(tmp_path / "mine.npz", play, np.full(N_DECLARING, 7, np.int16))
    weights = load_weights(str(tmp_path / "mine.npz"))
    assert weights.shape == (len(FAMILIES), BLOCK)
    assert (weights[:, :N_WEIGHTS] == play).all() and (weights[:, N_WEIGHTS:] == 7).all()


def test_a_game_without_weights_has_those_of_the_nearest(tmp_path):
    for value, name in ((1, "sides"), (2, "alone-double-declaring")):
        full = np.full(N_WEIGHTS, value, np.int16)
        save_family(tmp_path / f"{name}.npz", full, np.zeros(N_DECLARING, np.int16))
    first = load_weights(str(tmp_path))[:, 0]
    found = dict(zip(FAMILIES, first.tolist(), strict=True))
    assert found["sides-declaring"] == 1
    assert found["alone-double"] == found["sides-double-declaring"] == 2


def test_what_are_no_weights_is_refused(tmp_path):
    with pytest.raises(InputError, match="no weights there"):
        parse_player(f"learned:weights={tmp_path}")
    wrong = tmp_path / "wrong.npz"
    np.savez(wrong, play=np.zeros(3, np.int16), declaring=np.zeros(2, np.int16))
    with pytest.raises(InputError, match="has 5 weights of int16"):
        parse_player(f"learned:weights={wrong}")
    wrong.write_text("no archive")
    with pytest.raises(InputError, match="cannot be read as weights"):
        parse_player(f"learned:weights={wrong}")


def test_shipped_weights_are_small_and_have_a_card():
    from gongzhu_sim.strategies.learning.weights import SHIPPED

    files = sorted(SHIPPED.glob("*.npz"))
    assert {"sides", "alone-declaring", "alone-double-declaring"} <= {each.stem for each in files}
    for file in files:
        assert file.stem in FAMILIES
        assert file.stat().st_size < 100_000
        assert file.with_suffix(".toml").is_file()


@pytest.mark.parametrize(("rules", "least"), [("scrofazero", 40), ("qq", 30)])
def test_it_beats_the_rule_bot(rules, least):
    found = duel("learned", "folk", rules=rules, deals=1500, seed=3).gain
    assert found.mean > least
