"""Simulations, against deals added up by other means and published figures."""

import numpy as np
import pytest

import gongzhu_sim as gz
from gongzhu_sim.cards.layout import GOAT, HEART_ACE, HEARTS, KINDS, PIG, SCORING, TRANSFORMER
from gongzhu_sim.engine.batch import play_deals
from gongzhu_sim.engine.table import OUTCOME
from gongzhu_sim.errors import UsageError
from gongzhu_sim.rules.packed import pack_rules
from gongzhu_sim.strategies import build_line_up
from gongzhu_sim.studies.score_sums import ScoreSums, sum_outcomes

MIXED = ["random", "random:chance=1", "random:declare=never", "random:chance=0.2"]
DECLARABLE = (PIG, GOAT, TRANSFORMER, HEART_ACE)


def without_time(result) -> dict:
    document = result.to_dict()
    del document["seconds"], document["deals_per_second"]
    return document


@pytest.fixture(scope="module")
def outcomes() -> np.ndarray:
    packed = pack_rules(gz.load_rules("qq"))
    return play_deals(packed, build_line_up(MIXED), deals=5000, seed=3)


@pytest.fixture(scope="module")
def result():
    return gz.simulate("qq", MIXED, deals=5000, seed=3)


@pytest.mark.parametrize("score", ["raw", "settled"])
def test_scores_by_seat_and_position(score, outcomes, result):
    values = outcomes[score] / (2 if score == "settled" else 1)
    order = (outcomes["leader"][:, None] + np.arange(4)) & 3
    for scores, table in (
        (result.seats, values),
        (result.positions, np.take_along_axis(values, order, axis=1)),
    ):
        for column, found in enumerate(scores.values()):
            mean = getattr(found, score)
            assert mean.n == 5000
            assert mean.mean == pytest.approx(table[:, column].mean(), rel=1e-12)
            assert mean.sd == pytest.approx(table[:, column].std(ddof=1), rel=1e-12)


def test_events(outcomes, result):
    events, captured = result.events, outcomes["captured"]
    slam = ((captured & SCORING) == SCORING).any(axis=1)
    hearts = ((captured & HEARTS) == HEARTS).any(axis=1)
    assert events.slam.count == slam.sum() > 0
    assert events.all_hearts.count == (hearts & ~slam).sum() > 0
    kept = np.bitwise_or.reduce(captured & outcomes["hands"], axis=1)
    for kind, card in zip(KINDS, DECLARABLE, strict=True):
        assert events.declared[kind].count == ((outcomes["declared"] & card) != 0).sum()
        assert events.own_capture[kind].count == ((kept & card) != 0).sum()


def test_rules_without_a_slam_count_it_as_all_hearts():
    usual = gz.simulate("qq", ["random:declare=never"], deals=20_000, seed=1).events
    none = gz.simulate(
        {"base": "qq", "slam": {"value": "none"}}, ["random:declare=never"], deals=20_000, seed=1
    ).events
    assert none.slam.count == 0
    assert none.all_hearts.count == usual.all_hearts.count + usual.slam.count


def test_declarations_follow_the_players():
    always = gz.simulate("qq", ["random:declare=always"], deals=500, seed=1).events
    never = gz.simulate("qq", ["random:declare=never"], deals=500, seed=1).events
    assert [rate.rate for rate in always.declared.values()] == [1.0] * 4
    assert [rate.count for rate in never.declared.values()] == [0] * 4


@pytest.mark.parametrize("threads", [1, 2, 3])
def test_the_number_of_threads_changes_nothing(threads):
    players = ["random", "random:chance=0", "random", "random:chance=1"]
    one = gz.simulate("qq", players, deals=20_001, seed=5, threads=1)
    assert without_time(gz.simulate("qq", players, deals=20_001, seed=5, threads=threads)) == (
        without_time(one)
    )


@pytest.mark.parametrize(
    ("value", "mean", "sd"),
    # Gongzhu-Society/MrIfOffline (README) and an independent program over 10^6 deals
    [(-200, -63.55, 110.83), (200, -60.95, 112.31)],
)
def test_four_random_players_score_what_others_found(value, mean, sd):
    rules = gz.load_rules("scrofazero").replace({"all_hearts.value": value})
    found = gz.simulate(rules, ["random"], deals=200_000, seed=1)
    for scores in found.seats.values():
        assert abs(scores.raw.mean - mean) < 5 * scores.raw.se
        assert scores.raw.sd == pytest.approx(sd, abs=1.5)


def test_sums_of_parts_are_the_sums_of_the_whole(outcomes):
    packed = pack_rules(gz.load_rules("qq"))
    whole = sum_outcomes(packed, outcomes)
    parts = ScoreSums.empty()
    for cut in np.array_split(outcomes, [1, 7, 4000]):
        parts += sum_outcomes(packed, cut)
    assert parts.deals == whole.deals == 5000
    assert (parts.totals == whole.totals).all()
    assert (parts.squares == whole.squares).all()
    assert (parts.events == whole.events).all()


def test_sums_stay_exact_under_rules_with_enormous_scores():
    outcomes = np.zeros(3000, OUTCOME)
    rng = np.random.default_rng(2)
    outcomes["settled"] = rng.integers(-6 * 10**12, 6 * 10**12, (3000, 4))
    found = sum_outcomes(pack_rules(gz.load_rules("qq")), outcomes)
    for seat in range(4):
        values = outcomes["settled"][:, seat].tolist()
        assert found.of("settled", "seat", seat) == (sum(values), sum(x * x for x in values))
        assert found.of("settled", "position", seat) == found.of("settled", "seat", seat)


class Stop:
    """A progress callback that interrupts the run after a number of deals."""

    def __init__(self, after: int) -> None:
        self.after = after
        self.done = 0

    def __call__(self, deals: int) -> None:
        self.done += deals
        if self.done >= self.after:
            raise KeyboardInterrupt


def test_an_interruption_keeps_what_is_finished():
    stop = Stop(after=100)
    part = gz.simulate("qq", ["random"], deals=10**7, seed=1, progress=stop, keep_partial=True)
    assert 100 <= part.deals == stop.done < 10**7
    assert without_time(part) == without_time(
        gz.simulate("qq", ["random"], deals=part.deals, seed=1)
    )


def test_an_interruption_is_raised_unless_it_is_asked_for():
    with pytest.raises(KeyboardInterrupt):
        gz.simulate("qq", ["random"], deals=10**7, seed=1, progress=Stop(after=100))


def test_progress_adds_up_to_the_deals():
    told: list[int] = []
    gz.simulate("qq", ["random"], deals=3000, seed=1, progress=told.append)
    assert sum(told) == 3000


def test_rules_and_players_as_text_dict_or_object():
    rules = gz.load_rules("qq")
    first = without_time(gz.simulate("qq", ["random"], deals=50, seed=1))
    assert without_time(gz.simulate(rules, ["random"] * 4, deals=50, seed=1)) == first
    assert first["players"] == ["random"] * 4


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"deals": 0}, "deals 0 is not a whole number of at least 1"),
        ({"deals": 1e6}, "deals 1000000.0 is not"),
        ({"seed": -1}, "seed -1 is not a whole number from 0"),
        ({"seed": 2**64}, "is not a whole number from 0"),
        ({"threads": 0}, "threads 0 is not"),
        ({"players": ["random"] * 2}, "2 players given"),
        ({"players": ["rnadom"]}, "did you mean 'random'"),
        ({"rules": "pagta"}, "did you mean 'pagat'"),
    ],
)
def test_what_is_out_of_range_is_refused(changes, message):
    arguments = {"rules": "qq", "players": ["random"], "deals": 10, "seed": 1} | changes
    with pytest.raises(UsageError, match=message):
        gz.simulate(**arguments)
