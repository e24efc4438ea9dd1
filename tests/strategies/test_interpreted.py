"""Strategies in plain Python: they see what compiled ones see, and are played alike."""

import numpy as np
import pytest

import gongzhu_sim as gz
from gongzhu_sim.engine.batch import play_deals
from gongzhu_sim.engine.table import TABLE
from gongzhu_sim.errors import PlayError, UsageError
from gongzhu_sim.rules import load_rules
from gongzhu_sim.rules.packed import pack_rules
from gongzhu_sim.strategies import build_line_up, get_strategy, parse_player
from gongzhu_sim.strategies.interpreted import PublicTable, _View

ONE = np.uint64(1)


def lowest(table, hand, legal):
    return legal & -legal


def compiled_lowest(table, hand, legal):
    return legal & (~legal + ONE)


def everything(table, hand, allowed):
    return allowed


def plays_of(player: str, *, rules: str = "qq", deals: int = 30) -> np.ndarray:
    packed = pack_rules(load_rules(rules))
    return play_deals(packed, build_line_up([player]), deals=deals, seed=5, full=True)


@pytest.mark.parametrize("rules", ["qq", "qq-double", "huapai-hidden"])
def test_it_plays_as_its_compiled_twin(rules):
    gz.strategy("slow", compiled=False)(lowest).declaring(everything)
    gz.strategy("fast")(compiled_lowest).declaring(everything)
    slow, fast = (plays_of(name, rules=rules) for name in ("slow", "fast"))
    for field in ("plays", "n_plays", "declared_by", "declared_twice_by", "settled"):
        assert slow[field].tolist() == fast[field].tolist()


def test_it_keeps_the_contract_in_duels_and_beside_others():
    gz.strategy("slow", compiled=False)(lowest)
    assert gz.check_strategy("slow", deals=1).plays > 1000
    found = gz.duel("slow", "random:declare=slow", rules="qq", deals=20, seed=1, threads=2)
    assert found.deals == 20
    alone = gz.duel("slow", "random:declare=slow", rules="qq", deals=20, seed=1, threads=1)
    assert alone.gain == found.gain


def test_what_it_sees_is_plain_and_cannot_be_changed():
    seen = {}

    def looks(table, hand, legal):
        seen.update(table=table, hand=hand, legal=legal)
        return lowest(table, hand, legal)

    gz.strategy("looks", compiled=False)(looks)
    plays_of("looks", deals=1)
    table = seen["table"]
    assert isinstance(table, PublicTable)
    assert type(seen["hand"]) is type(seen["legal"]) is type(table.trick) is int
    assert TABLE.names is not None
    for name in TABLE.names:
        value = getattr(table, name)
        assert isinstance(value, int | tuple | _View), name
    assert [type(each) for each in table.captured] == [int] * 4
    assert table.rules.decks == 1
    assert table.own.decision == table.trick
    with pytest.raises(AttributeError, match="no 'trik'; did you mean 'trick'"):
        _ = table.trik
    with pytest.raises(AttributeError, match="may only read"):
        table.trick = 0
    with pytest.raises(AttributeError, match="may only read"):
        table.own.key = 0


def test_its_parameters_have_their_names():
    seen = []

    def looks(table, hand, legal):
        seen.append(table.params)
        return lowest(table, hand, legal)

    params = {"bold": True, "depth": 3, "share": 0.5, "timid": False, "aim": "pig"}
    gz.strategy("looks", compiled=False, params=params, choices={"aim": ("goat", "pig")})(looks)
    plays_of("looks:depth=-7:timid=on:aim=goat", deals=1)
    assert seen[0] == params | {"depth": -7, "timid": True, "aim": "goat"}


def test_its_random_numbers_follow_from_the_key():
    def draws(table, hand, legal):
        cards = [1 << i for i in range(64) if legal >> i & 1]
        return table.random.choice(cards)

    gz.strategy("draws", compiled=False, is_random=True)(draws)
    assert gz.check_strategy("draws", deals=1).plays > 1000
    one, two = plays_of("draws"), plays_of("draws")
    assert one["plays"].tolist() == two["plays"].tolist()
    assert len({tuple(each) for each in one["plays"].tolist()}) == 30


@pytest.mark.parametrize(
    ("choose", "said"),
    [
        (lambda table, hand, legal: hand & ~legal or legal & -legal, "plays .*; legal: "),
        (lambda table, hand, legal: None, r"TypeError: <lambda>\(\) returned None, which is no"),
        (lambda table, hand, legal: -1, "returned -1, which is no mask of cards"),
        (lambda table, hand, legal: True, "returned True"),
        (lambda table, hand, legal: 1 << 64, "returned 18446744073709551616"),
        (lambda table, hand, legal: 1 // 0, "raises ZeroDivisionError: "),
    ],
)
def test_what_goes_wrong_is_told_with_seat_and_deal(choose, said):
    gz.strategy("broken", compiled=False)(choose)
    with pytest.raises(PlayError, match=said) as error:
        plays_of("broken")
    assert str(error.value).startswith("strategy 'broken' at seat ")
    assert "(seed 5, deal " in str(error.value)
    with pytest.raises(PlayError, match="strategy 'broken' "):
        gz.check_strategy("broken", deals=1)


def test_a_table_of_ones_own_can_ask_it():
    gz.strategy("slow", compiled=False)(lowest)
    suits = ("AKQJT98765432...", ".AKQJT98765432..", "..AKQJT98765432.", "...AKQJT98765432")
    table = gz.Table("scrofazero", dict(zip("NWSE", suits, strict=True)), leader="N")
    assert table.ask("slow", seed=1, index=0) == "S2"


def test_its_slowness_is_told_once(caplog):
    gz.strategy("slow", compiled=False)(lowest)
    assert not caplog.records
    for _ in range(2):
        plays_of("slow", deals=1)
    assert [each.levelname for each in caplog.records] == ["WARNING"]
    assert "'slow' is plain Python" in caplog.text


def test_what_only_compiled_code_can_have_is_refused():
    with pytest.raises(UsageError, match="plain Python: the texts of 'who' need `choices`"):
        gz.strategy("slow", compiled=False, params={"who": "folk"})
    with pytest.raises(UsageError, match="plain Python: it has no `numbers`"):
        gz.strategy("slow", compiled=False, numbers=(3,))
    with pytest.raises(UsageError, match="at most 64 booleans and 7 numbers"):
        gz.strategy("slow", compiled=False, params={f"p{i}": i for i in range(8)})
    with pytest.raises(UsageError, match="no use for `otherwise`"):
        gz.strategy("slow", compiled=False)(lowest).otherwise(lowest)
    with pytest.raises(UsageError, match=r"strategy 'other': .* is not a function"):
        gz.strategy("other", compiled=False)(get_strategy("slow"))  # pyright: ignore[reportArgumentType]


def test_it_can_play_the_rollouts_of_another():
    gz.strategy("slow", compiled=False)(lowest)
    assert str(parse_player("pimc:rollout=slow")) == "pimc:rollout=slow"
    assert get_strategy("slow").interpreted is not None
