"""Training: recording, fitting, declaring, and the whole of it."""

from typing import Any

import numpy as np
import pytest

from gongzhu_sim.errors import InputError
from gongzhu_sim.rules import load_rules
from gongzhu_sim.rules.packed import pack_rules
from gongzhu_sim.strategies.learning.declaring_values import fit_declaring
from gongzhu_sim.strategies.learning.fitting import fit_weights
from gongzhu_sim.strategies.learning.places import (
    N_PAIR_TABLES,
    N_TABLES,
    N_WEIGHTS,
    TABLES,
)
from gongzhu_sim.strategies.learning.plan import TrainingPlan, load_training_plan
from gongzhu_sim.strategies.learning.recording import ROW, record_deals
from gongzhu_sim.strategies.learning.training import train_weights
from gongzhu_sim.strategies.learning.weights import load_family

pytestmark = pytest.mark.long  # compiling the search takes longer than the ordinary tests may


@pytest.mark.parametrize("rules", ["scrofazero", "qq", "qq-double-partners"])
def test_every_place_lies_in_its_table(rules):
    packed = pack_rules(load_rules(rules))
    rows = record_deals(
        packed, "folk", deals=4, seed=1, worlds=1, declaring="random", plays_best=True
    )
    assert len(rows) > 300
    for k, table in enumerate(TABLES.values()):
        places = rows["places"][:, k]
        used = places[places < N_WEIGHTS]
        assert ((used >= table.start) & (used < table.stop)).all()
        assert len(used) == len(rows) or k >= N_TABLES
    has_pairs = (rows["places"][:, -1] < N_WEIGHTS).any()
    assert has_pairs == (rules == "qq-double-partners")


def test_who_plays_the_deals_is_a_choice():
    packed = pack_rules(load_rules("scrofazero"))
    settings: Any = dict(deals=3, seed=1, worlds=2, declaring="folk")
    best = record_deals(packed, "folk", plays_best=True, **settings)
    own = record_deals(packed, "folk", plays_best=False, **settings)
    again = record_deals(packed, "folk", plays_best=False, **settings)
    assert (own == again).all()
    assert len(own) != len(best) or (own != best).any()


def test_a_search_can_be_stopped():
    packed = pack_rules(load_rules("qq"))
    settings: Any = dict(deals=3, seed=1, worlds=2, declaring="folk", plays_best=True)
    assert len(record_deals(packed, "folk", stop=np.ones(1, np.int64), **settings)) == 0


def test_fitting_finds_what_the_values_depend_on():
    generator = np.random.Generator(np.random.Philox(1))
    rows = np.zeros(6000, ROW)
    rows["decision"] = np.arange(6000) // 3 * 3
    rows["places"] = generator.integers(0, 50, (6000, N_TABLES + N_PAIR_TABLES))
    worth = generator.normal(0, 5, 50)
    rows["value"] = worth[rows["places"]].sum(axis=1)
    weights, regret = fit_weights(rows, temperature=10, seed=1)
    assert regret < 0.5
    assert np.corrcoef(weights[:50], worth)[0, 1] > 0.99
    assert not weights[50:].any()


def test_missing_tables_of_a_card_have_no_weight():
    rows = np.zeros(4, ROW)
    rows["decision"] = [0, 0, 2, 2]
    rows["places"][:, :] = N_WEIGHTS
    rows["places"][:, 0] = [1, 2, 1, 2]
    rows["value"] = [10, 0, 10, 0]
    weights, regret = fit_weights(rows, temperature=10, seed=1)
    assert weights[1] > 0 > weights[2] and regret == 0


def test_declaring_what_cannot_lose_is_worth_it():
    rules = load_rules("qq").replace({"values.pig": 100})  # a pig that is a second goat
    packed = pack_rules(rules)
    weights = fit_declaring(packed, "learned", deals=400, seed=1)
    worth = weights[: 128 * 4].reshape(4, 8, 4, 4)[0]  # the pig, by length, higher and high
    assert worth.any()


@pytest.fixture
def plan():
    return TrainingPlan(
        name="tiny",
        rules=load_rules("scrofazero"),
        seed=3,
        generations=2,
        deals=30,
        worlds=2,
        duel_deals=50,
    )


def test_a_training_goes_on_where_it_stopped(plan, tmp_path):
    whole = list(train_weights(plan, tmp_path / "whole", threads=2))
    assert [each.name for each in whole] == ["1", "2", "final"]
    steps = train_weights(plan, tmp_path / "parts", threads=1)
    next(steps)
    steps.close()  # type: ignore[attr-defined]
    (tmp_path / "parts" / "search-1" / "chunk-00001.npy").unlink()
    counted = []
    parts = list(train_weights(plan, tmp_path / "parts", threads=1, advance=counted.append))
    assert sum(counted) == 4
    for one, other in zip(whole, parts, strict=True):
        assert (load_family(one.path) == load_family(other.path)).all()
        assert (one.decisions, one.regret) == (other.decisions, other.regret)


def test_a_folder_belongs_to_one_plan(plan, tmp_path):
    next(iter(train_weights(plan, tmp_path)))
    other = plan.model_copy(update={"seed": 4})
    with pytest.raises(InputError, match="another plan"):
        next(iter(train_weights(other, tmp_path)))
    next(iter(train_weights(other, tmp_path, restart=True)))


def test_a_plan_says_what_is_wrong(tmp_path):
    file = tmp_path / "plan.toml"
    file.write_text('name = "x"\nrules = "qqq"\nseed = 1\ndeals = 0\nworld = 3\n')
    with pytest.raises(InputError) as caught:
        load_training_plan(file)
    for words in ("rules", "deals", "world", "did you mean 'qq'"):
        assert words in str(caught.value)
