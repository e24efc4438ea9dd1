"""Batches: the same deals however they are cut up, and strategies that break the rules."""

import numpy as np
import pytest

from gongzhu_sim.cards.compiling import kernel
from gongzhu_sim.engine.batch import iterate_outcomes, play_deals
from gongzhu_sim.engine.table import OUTCOME
from gongzhu_sim.errors import PlayError, UsageError
from gongzhu_sim.rules import load_rules
from gongzhu_sim.rules.loading import preset_names
from gongzhu_sim.rules.packed import pack_rules
from gongzhu_sim.strategies import Player, Strategy, build_line_up

LINE_UPS = ("random", "folk", "random,folk,folk:declare=always,random:declare=never")


def content(outcomes: np.ndarray) -> list[bytes]:
    """Return the bytes of every field; what follows the last play does not count."""
    clean = outcomes.copy()
    clean["plays"][np.arange(104) >= outcomes["n_plays"][:, None]] = 0
    tricks = 4 * np.cumsum(outcomes["widths"], axis=1, dtype=int)
    clean["widths"][tricks - 4 * outcomes["widths"] >= outcomes["n_plays"][:, None]] = 0
    assert OUTCOME.names is not None
    return [np.ascontiguousarray(clean[name]).tobytes() for name in OUTCOME.names]


def gather(rules, players, **options) -> list[bytes]:
    line_up = build_line_up(players.split(","))
    blocks = list(iterate_outcomes(pack_rules(rules), line_up, **options))
    return content(np.concatenate(blocks))


@pytest.mark.parametrize("players", LINE_UPS)
@pytest.mark.parametrize("preset", preset_names())
def test_any_number_of_threads_gives_the_same_results(preset, players):
    rules = load_rules(preset)
    alone, two, three = (
        gather(rules, players, deals=2_000, seed=9, threads=threads) for threads in (1, 2, 3)
    )
    assert alone == two == three


@pytest.mark.parametrize("players", LINE_UPS)
@pytest.mark.parametrize("preset", ["qq", "huapai-hidden", "huapai-double"])
def test_any_cut_into_batches_gives_the_same_results(play, preset, players):
    rules = load_rules(preset)
    whole = play(rules, players, deals=300, seed=10)
    parts = [
        play(rules, players, deals=deals, seed=10, first=first)
        for first, deals in ((0, 1), (1, 2), (3, 250), (253, 47))
    ]
    assert content(np.concatenate(parts)) == content(whole)


def test_the_last_deals_of_all(play):
    last = play(load_rules("qq"), "random", deals=2, seed=2**64 - 1, first=2**64 - 2)
    assert last["index"].tolist() == [2**64 - 2, 2**64 - 1]
    with pytest.raises(UsageError):
        next(iter(iterate_outcomes(pack_rules(load_rules("qq")), build_line_up(["random"]),
                                   deals=1, seed=2**64)))  # fmt: skip


PLAY = """
import hashlib, numpy as np
from gongzhu_sim.engine.batch import play_deals
from gongzhu_sim.rules import load_rules
from gongzhu_sim.rules.packed import pack_rules
from gongzhu_sim.strategies import build_line_up
found = hashlib.sha256()
for preset in ("qq", "scrofazero", "huapai-hidden", "qq-double", "huapai-double"):
    line_up = build_line_up(["random", "folk", "folk:declare=random", "random"])
    outcomes = play_deals(pack_rules(load_rules(preset)), line_up, deals=1000, seed=4, full=True)
    for name in outcomes.dtype.names:
        found.update(np.ascontiguousarray(outcomes[name]).tobytes())
random = build_line_up(["random"])
for changes in ({}, {"declaration.mode": "none"}):
    packed = pack_rules(load_rules("qq").replace(changes))
    outcomes = play_deals(packed, random, deals=1000, seed=4, plays=False)
    for name in outcomes.dtype.names:
        found.update(np.ascontiguousarray(outcomes[name]).tobytes())
print(found.hexdigest())
"""


@pytest.mark.long  # compiles everything once more; tests/cards has the instructions themselves
def test_kernels_without_special_instructions_play_the_same(same_in_portable_form):
    same_in_portable_form(PLAY)


@kernel(cache=False)
def first_card(table, hand, legal):
    return legal & (~legal + np.uint64(1))


@kernel(cache=False)
def no_declaration(table, hand, allowed):
    return np.uint64(0)


@kernel(cache=False)
def revoke(table, hand, legal):
    """Play an illegal card as soon as there is one in hand."""
    other = hand & ~legal
    return (other & (~other + np.uint64(1))) if other else first_card(table, hand, legal)


@kernel(cache=False)
def two_cards(table, hand, legal):
    return legal


@kernel(cache=False)
def nothing(table, hand, legal):
    return np.uint64(0)


@kernel(cache=False)
def no_card(table, hand, legal):
    return np.uint64(1 << 13)


@kernel(cache=False)
def raises(table, hand, legal):
    if table.trick == 3:
        raise ValueError("what now")
    return first_card(table, hand, legal)


@kernel(cache=False)
def second_that_is_illegal(table, hand, legal):
    if table.part == 0:
        return first_card(table, hand, legal)
    return revoke(table, hand, legal)


@kernel(cache=False)
def nothing_as_follower(table, hand, legal):
    follows = table.part == 1 and table.led != np.uint64(0)
    return np.uint64(0) if follows else first_card(table, hand, legal)


@kernel(cache=False)
def no_twin(table, hand, legal):
    """Lead another card of the hand beside the first."""
    if table.part == 1 and table.led == np.uint64(0):
        return first_card(table, hand, hand & ~table.first_part)
    return first_card(table, hand, legal)


@kernel(cache=False)
def twin_and_more(table, hand, legal):
    if table.part == 1 and table.led == np.uint64(0):
        return hand
    return first_card(table, hand, legal)


@kernel(cache=False)
def declares_the_pig(table, hand, allowed):
    return np.uint64(1 << 10)


@kernel(cache=False)
def declares_wrongly(table, hand, allowed):
    return np.uint64(1)


@kernel(cache=False)
def declares_a_third_copy(table, hand, allowed):
    """Declare everything, and as second copies what was not declared once."""
    return hand if table.part == 1 else allowed


def player(choose, declare=no_declaration) -> Player:
    return Player(Strategy("broken", choose, declare=declare))


def broken(choose, declare=no_declaration, *, rules="qq") -> str:
    line_up = build_line_up(["random", player(choose, declare), "random", "random"])
    with pytest.raises(PlayError) as caught:
        play_deals(pack_rules(load_rules(rules)), line_up, deals=50, seed=77, first=1000)
    return str(caught.value)


@pytest.mark.parametrize("rules", ["qq", "qq-double"])
@pytest.mark.parametrize(
    ("choose", "said"),
    [
        (revoke, "plays "),
        (two_cards, "plays "),
        (nothing, "plays no card; legal: "),
        (no_card, "(mask 0x2000 has bits that are no card)"),
        (raises, "raises ValueError: what now"),
    ],
)
def test_a_strategy_that_plays_what_it_may_not(choose, said, rules):
    message = broken(choose, rules=rules)
    assert message.startswith("strategy 'broken' at seat W (seed 77, deal 1")
    assert ", trick " in message
    assert said in message


@pytest.mark.parametrize(
    ("choose", "said"),
    [
        (second_that_is_illegal, "plays "),
        (nothing_as_follower, "plays no card; legal: "),
        (no_twin, "plays "),
        (twin_and_more, "plays "),
    ],
)
def test_a_strategy_that_plays_a_wrong_second_card(choose, said):
    message = broken(choose, rules="qq-double")
    assert message.startswith("strategy 'broken' at seat W (seed 77, deal 1")
    assert said in message
    played, _, legal = message.partition(f" {said}")[2].partition("; legal: ")
    if said == "plays ":
        assert set(played.split()) - set(legal.split())


@pytest.mark.parametrize("rules", ["qq", "qq-double", "huapai-hidden", "huapai-double"])
@pytest.mark.parametrize("declare", [declares_the_pig, declares_wrongly])
def test_a_strategy_that_declares_what_it_may_not(declare, rules):
    message = broken(first_card, declare, rules=rules)
    assert message.startswith("strategy 'broken' at seat W (seed 77, deal 1")
    assert " declares S" in message
    assert "; legal: " in message


def test_a_strategy_that_declares_a_second_copy_it_may_not():
    message = broken(first_card, declares_a_third_copy, rules="qq-double")
    assert message.startswith("strategy 'broken' at seat W (seed 77, deal 1")
    assert " declares " in message


@kernel(cache=False)
def returns_text(table, hand, legal):
    return "the pig"


@kernel(cache=False)
def names_no_field(table, hand, legal):
    return table.no_such_field


@pytest.mark.parametrize("choose", [returns_text, names_no_field])
def test_a_strategy_that_does_not_compile(choose):
    assert "does not compile" in broken(choose)
