"""The ladder: its plan, the cells played and kept, and what the tables say of them."""

from dataclasses import replace
from itertools import combinations

import numpy as np
import pytest

import gongzhu_sim as gz
from gongzhu_sim.analysis.designs import get_design
from gongzhu_sim.analysis.ladder import store as stores
from gongzhu_sim.analysis.ladder.cells import (
    DeclaringCell,
    MeetingCell,
    Responder,
    estimate_difference,
    find_covariance,
    identify_cell,
)
from gongzhu_sim.analysis.ladder.plan import CURVE, LIST, MATRIX, PARTS, Part, build_parts
from gongzhu_sim.analysis.ladder.running import forecast_ladder, measure_decision, run_ladder
from gongzhu_sim.analysis.ladder.store import Store
from gongzhu_sim.analysis.ladder.tables import build_tables, says_worse
from gongzhu_sim.errors import InputError, UsageError
from gongzhu_sim.strategies import parse_player, registry

PLAYERS = ("random", "plain", "folk")


def matrix(seats="sides", deals=60, **fewer: int) -> Part:
    """Return a small part: everybody against everybody."""
    pairs = combinations(reversed(PLAYERS), 2)
    cells = {
        (a, b): MeetingCell("qq", seats, a, b, min(fewer.get(a, deals), fewer.get(b, deals)))
        for a, b in [*pairs, *(combinations(PLAYERS, 2) if seats == "one" else ())]
    }
    return Part("small", MATRIX, "Small", "About it.", cells, {}, PLAYERS)


def curve(deals=80) -> Part:
    """Return a curve over players that stand for numbers of worlds."""
    cells = {
        ("expert", worlds): MeetingCell("scrofazero", "sides", player, "random", deals)
        for worlds, player in (("8", "plain"), ("16", "cautious"), ("32", "folk"))
    }
    return Part("curve", CURVE, "Curve", "About it.", cells, {})


@pytest.fixture
def store(tmp_path) -> Store:
    return Store(tmp_path, seed=3)


class TestPlan:
    def test_every_part_can_be_asked_for(self):
        parts = build_parts()
        assert [part.name for part in parts] == list(PARTS)
        assert [part.name for part in build_parts(["worlds", "alone"])] == ["alone", "worlds"]
        with pytest.raises(UsageError, match="did you mean 'alone'"):
            build_parts(["alnoe"])

    @pytest.mark.parametrize("scale", [0.0, -1.0, float("nan"), float("inf")])
    def test_a_scale_that_makes_no_sense(self, scale):
        with pytest.raises(UsageError, match="is not a number above 0"):
            build_parts(scale=scale)

    def test_the_scale_multiplies_deals_and_budgets(self):
        for whole, tenth in zip(build_parts(), build_parts(scale=0.1), strict=True):
            for cell, small in zip(whole.all_cells(), tenth.all_cells(), strict=True):
                assert small.deals == round(cell.deals / 10)
                assert small.seconds == (None if cell.seconds is None else cell.seconds / 10)

    def test_matrices_are_whole(self):
        for part in build_parts():
            if part.kind == MATRIX:
                n = len(part.players)
                met = {frozenset(pair) for pair in part.cells}
                assert len(met) == n * (n - 1) // 2
                one = next(iter(part.cells.values())).seats == "one"
                assert len(part.cells) == n * (n - 1) // (1 if one else 2)

    def test_the_expert_never_plays_worlds_out_with_its_opponent(self):
        for part in build_parts():
            for cell in part.all_cells() if part.kind != LIST else ():
                assert isinstance(cell, MeetingCell)
                pair = [parse_player(str(cell.a)), parse_player(cell.b)]
                for player, other in (pair, pair[::-1]):
                    if player.strategy.name == "expert":
                        values = {**player.strategy.params, **player.values}
                        seated = {values[role] for role in ("rollout", "others", "novice")}
                        assert other.strategy.name not in seated

    def test_the_least_numbers_of_deals(self):
        cells = build_parts(["sides"])[0].cells
        for (a, b), cell in cells.items():
            assert cell.deals >= (1_000 if "expert" in (a, b) else 10_000)

    def test_every_player_of_the_plan_exists(self):
        for part in build_parts():
            for cell in part.all_cells():
                for player, _ in cell.players():
                    named = isinstance(player, Responder)
                    parse_player(player.searcher if named else player)
                    parse_player(player.opponent if named else player)


class TestCells:
    @pytest.mark.parametrize("seats", ["sides", "one"])
    def test_a_cell_holds_what_a_duel_finds(self, seats, store):
        part = matrix(seats)
        run_ladder([part], store, threads=1)
        for row in build_tables(part, store)["small"].iter_rows(named=True):
            duel = gz.duel(row["a"], row["b"], rules="qq", deals=60, seed=3, seats=seats)
            assert row["mean"] == pytest.approx(duel.gain.mean, rel=1e-12)
            assert row["se"] == pytest.approx(duel.gain.se, rel=1e-12)
            assert (row["wins"], row["losses"]) == (duel.wins, duel.losses)
            assert row["variance_reduction"] == pytest.approx(duel.variance_reduction)

    def test_more_deals_go_on_from_fewer(self, store, tmp_path):
        told = []
        part = matrix(deals=20)
        run_ladder([part], store, threads=2)
        run_ladder([matrix(deals=50)], store, on_chunk=lambda cell, samples, new: told.append(new))
        assert sum(told) == 3 * 30
        direct = Store(tmp_path / "other", seed=3)
        run_ladder([matrix(deals=50)], direct, threads=1)
        for cell in matrix(deals=50).all_cells():
            one, other = store.read(cell), direct.read(cell)
            assert one is not None and other is not None
            assert (one.rows == other.rows).all()
        told.clear()  # what has more than is asked for stays as it is
        run_ladder([part], store, on_chunk=lambda cell, samples, new: told.append(new))
        assert told == []

    def test_what_is_finished_survives_an_interruption(self, store):
        def stop(cell, samples, new):
            if samples.deals > 10:
                raise KeyboardInterrupt

        with pytest.raises(KeyboardInterrupt):
            run_ladder([matrix(deals=100)], store, on_chunk=stop)
        first, *others = matrix(deals=100).all_cells()
        kept = store.read(first)
        assert kept is not None and 10 < kept.deals < 100
        assert all(store.read(cell) is None for cell in others)

    def test_a_budget_of_time_ends_a_cell(self, store):
        cell = MeetingCell("qq", "one", "folk", "plain", 10**9, seconds=0.05)
        part = Part("budget", LIST, "", "", {("a", "b"): cell}, {})
        run_ladder([part], store, threads=1)
        samples = store.read(cell)
        assert samples is not None
        assert 2 <= samples.deals < 10**9
        (forecast,) = forecast_ladder([part], store, threads=1)
        assert (forecast.left, forecast.seconds) == (0, 0.0)

    def test_a_declaring_cell(self, store):
        cell = DeclaringCell("qq", "one", "folk", ("never", "folk"), 100)
        part = Part("declaring", LIST, "", "", {("one", "qq"): cell}, {})
        run_ladder([part], store, threads=1)
        never, alike = build_tables(part, store)["declaring"].iter_rows(named=True)
        loss = gz.duel("folk:declare=never", "folk", rules="qq", deals=100, seed=3, seats="one")
        assert never["mean"] == pytest.approx(-loss.gain.mean, rel=1e-12)
        assert never["se"] == pytest.approx(loss.gain.se, rel=1e-12)
        assert 0 < never["differing_deals"] < 100
        assert never["differing_plays"] < never["plays"] == 400
        assert (alike["mean"], alike["differing_plays"]) == (0.0, 0)

    def test_what_identifies_a_cell(self):
        cell = MeetingCell("qq", "one", "folk", "plain", 10)
        assert identify_cell(cell) == identify_cell(replace(cell, deals=20))
        others = [
            replace(cell, rules="pagat"),
            replace(cell, seats="sides"),
            replace(cell, a="random"),
            replace(cell, b="random"),
            replace(cell, a=Responder("folk", "plain", "x")),
            replace(cell, a=Responder("folk", "random", "x")),
        ]
        assert len({identify_cell(each) for each in (cell, *others)}) == 7

    @pytest.mark.long
    def test_a_responder_is_named_when_it_plays(self, store, monkeypatch):
        monkeypatch.setattr(registry, "_named", dict(registry._named))
        responder = Responder("pimc:worlds=2", "pimc:worlds=2", "pimc-2")
        cell = MeetingCell("qq", "one", responder, "pimc:worlds=2", 2)
        run_ladder([Part("x", LIST, "", "", {("a", "b"): cell}, {})], store, threads=1)
        assert registry.named_players()["pimc-2"] == "pimc:worlds=2"


class TestStore:
    def test_samples_of_another_seed_are_not_mixed_in(self, store, tmp_path):
        run_ladder([matrix(deals=5)], store)
        with pytest.raises(UsageError, match=r"different: seed\); choose another --out"):
            Store(tmp_path, seed=4)
        again = Store(tmp_path, seed=4, restart=True)
        assert all(again.read(cell) is None for cell in matrix(deals=5).all_cells())

    def test_nor_are_those_of_other_sources(self, store, tmp_path, monkeypatch):
        known = stores.describe_sources()
        monkeypatch.setattr(stores, "describe_sources", lambda: known | {"weights": "other"})
        with pytest.raises(UsageError, match="the weights of learned players"):
            Store(tmp_path, seed=3)

    def test_a_broken_file_is_told(self, store):
        part = matrix(deals=5)
        run_ladder([part], store)
        next(store.folder.glob("*.npz")).write_bytes(b"nothing")
        with pytest.raises(InputError, match="remove it"):
            build_tables(part, store)


class TestTables:
    def test_nothing_has_begun(self, store):
        assert build_tables(matrix(), store) == {}

    def test_a_matrix_that_is_not_whole_has_no_ratings(self, store):
        part = matrix()
        first = dict(list(part.cells.items())[:1])
        run_ladder([replace(part, cells=first)], store)
        assert set(build_tables(part, store)) == {"small"}

    @pytest.mark.parametrize("seats", ["sides", "one"])
    def test_ratings_are_those_of_a_tournament(self, seats, store):
        part = matrix(seats)
        run_ladder([part], store, threads=1)
        found = build_tables(part, store)["small-ratings"].to_dicts()
        usual = gz.tournament(list(PLAYERS), rules="qq", deals=60, seed=3, seats=seats)
        assert [row["player"] for row in found] == [each.player for each in usual.ratings]
        for row, rating in zip(found, usual.ratings, strict=True):
            assert row["mean"] == pytest.approx(rating.points.mean, rel=1e-9)
            assert row["se"] == pytest.approx(rating.points.se, rel=1e-9)
            if rating.over_next is not None:
                assert row["over_next_se"] == pytest.approx(rating.over_next.se, rel=1e-9)

    def test_ratings_of_unequal_cells(self, store):
        part = matrix(deals=120, folk=40)
        run_ladder([part], store)
        rows = build_tables(part, store)["small-ratings"].to_dicts()
        assert sum(row["mean"] for row in rows) == pytest.approx(0, abs=1e-9)
        assert all(row["se"] > 0 for row in rows)

    def test_covariances_of_means_over_unequal_numbers_of_deals(self):
        """Against the spread of many repetitions; the deals common to two cells are shared."""
        random = np.random.default_rng(1)
        design = get_design("sides")
        shared = random.normal(size=(4000, 30))
        one = 100 * (shared + random.normal(size=(4000, 30)))
        other = 100 * (shared + random.normal(size=(4000, 30)))[:, :12]
        means = np.stack([one.mean(axis=1), other.mean(axis=1)]) / design.unit
        true = np.cov(means)
        samples = [each.round().astype(np.int64)[:, :, None] for each in (one, other)]
        found = np.mean(
            [find_covariance([a, b], design) for a, b in zip(*samples, strict=True)], axis=0
        )
        assert found == pytest.approx(true, rel=0.1)

    def test_differences_are_paired(self, store):
        part = curve()
        run_ladder([part], store)
        tables = build_tables(part, store)
        assert tables["curve"]["worlds"].to_list() == [8, 16, 32]
        assert all(
            0 < row["ms_low"] <= row["ms"] <= row["ms_high"] for row in tables["curve"].to_dicts()
        )
        differences = tables["curve-differences"]
        assert differences["neighbours"].to_list() == [True, False, True]
        means = dict(tables["curve"].select("worlds", "mean").iter_rows())
        for row in differences.iter_rows(named=True):
            assert row["mean"] == pytest.approx(means[row["worlds"]] - means[row["instead_of"]])
            assert row["deals"] == 80
        one, other = (store.read(cell).rows[:, :, 0] for cell in list(part.cells.values())[:2])
        paired = (other - one).sum(axis=1) / 2
        gain = estimate_difference(other, one, get_design("sides"))
        assert gain.sd == pytest.approx(paired.std(ddof=1))

    def test_where_more_worlds_play_worse(self, store):
        part = curve(deals=400)
        turned = dict(zip(part.cells, reversed(list(part.cells.values())), strict=True))
        run_ladder([part], store)
        usual = build_tables(part, store)["curve-differences"]
        assert says_worse(usual) == []
        worse = build_tables(replace(part, cells=turned), store)["curve-differences"]
        assert (32, 8) in (says_worse(worse) or ())
        few = usual.with_columns(deals=usual["deals"] * 0 + 10)
        assert says_worse(few) is None


def test_a_forecast_says_what_is_left(store):
    part = matrix(deals=100)
    (before,) = forecast_ladder([part], store, threads=1)
    assert (before.cells, before.left) == (3, 3)
    assert before.seconds == pytest.approx(sum(before.by_cell.values()))
    (two,) = forecast_ladder([part], store, threads=2)
    assert two.seconds == pytest.approx(before.seconds / 2)
    run_ladder([replace(part, cells=dict(list(part.cells.items())[:1]))], store)
    (after,) = forecast_ladder([part], store, threads=1)
    assert after.left == 2
    assert 0 < after.seconds < before.seconds


def test_the_time_of_a_decision():
    runs = measure_decision("qq", "plain")
    assert runs == sorted(runs)
    assert len(runs) == 5 and runs[0] > 0
