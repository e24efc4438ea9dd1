"""Tournaments: the duels they are made of, and ratings against other ways to find them."""

import math
from itertools import combinations, pairwise, permutations

import numpy as np
import pytest

import gongzhu_sim as gz
from gongzhu_sim.analysis.gains import sum_gains
from gongzhu_sim.errors import InputError, UsageError

PLAYERS = ["folk", "random:chance=1", "random", "folk:declare=never"]
OPTIONS = {"rules": "qq", "deals": 400, "seed": 7}


def without_time(result) -> dict:
    document = result.to_dict()
    del document["seconds"]
    return document


@pytest.fixture(scope="module", params=["sides", "one"])
def found(request):
    return gz.tournament(PLAYERS, seats=request.param, **OPTIONS)


def test_every_meeting_is_the_duel_of_the_two(found):
    order = combinations if found.seats == "sides" else permutations
    assert [(each.a, each.b) for each in found.meetings] == [*order(PLAYERS, 2)]
    for meeting in found.meetings:
        duel = gz.duel(meeting.a, meeting.b, seats=found.seats, **OPTIONS)
        assert meeting.found.gain == duel.gain
        assert (meeting.found.wins, meeting.found.losses) == (duel.wins, duel.losses)
        assert meeting.found.variance_reduction == duel.variance_reduction


def test_ratings_are_the_least_squares_of_the_matrix(found):
    ratings = {rating.player: rating.points.mean for rating in found.ratings}
    assert sum(ratings.values()) == pytest.approx(0, abs=1e-9)
    assert list(ratings.values()) == sorted(ratings.values(), reverse=True)

    def misfit(changed: dict[str, float]) -> float:
        return sum(
            (meeting.found.gain.mean - changed[meeting.a] + changed[meeting.b]) ** 2
            for meeting in found.meetings
        )

    for player in PLAYERS:
        for step in (-0.5, 0.5):
            assert misfit(ratings | {player: ratings[player] + step}) > misfit(ratings)
    for meeting in found.meetings:
        beyond = meeting.found.gain.mean - ratings[meeting.a] + ratings[meeting.b]
        assert meeting.beyond.mean == pytest.approx(beyond, abs=1e-9)


def test_standard_errors_are_those_of_the_deals():
    """Against ratings worked out deal by deal: with everybody meeting, they are mean gains."""
    found = gz.tournament(PLAYERS, **OPTIONS)
    from gongzhu_sim.analysis.designs import prepare_meetings

    pairs = list(combinations(range(4), 2))
    meetings = prepare_meetings(PLAYERS, pairs, seats="sides", deals_file=None, **OPTIONS)
    gains = meetings.join(meetings.play(0, meetings.n_units)).mean(axis=2)
    by_deal = np.zeros((len(gains), 4))
    for pair, (a, b) in enumerate(pairs):
        by_deal[:, a] += gains[:, pair] / 4
        by_deal[:, b] -= gains[:, pair] / 4
    order = [PLAYERS.index(rating.player) for rating in found.ratings]
    for rating, player in zip(found.ratings, order, strict=True):
        values = by_deal[:, player]
        assert rating.points.mean == pytest.approx(values.mean(), rel=1e-9)
        assert rating.points.se == pytest.approx(values.std(ddof=1) / 20, rel=1e-9)
    for rating, (player, below) in zip(found.ratings[:-1], pairwise(order), strict=True):
        values = by_deal[:, player] - by_deal[:, below]
        assert rating.over_next is not None
        assert rating.over_next.mean == pytest.approx(values.mean(), rel=1e-9)
        assert rating.over_next.se == pytest.approx(values.std(ddof=1) / 20, rel=1e-9)
    assert found.ratings[-1].over_next is None


def test_two_players_are_one_duel():
    found = gz.tournament(["random", "folk"], **OPTIONS)
    (meeting,) = found.meetings
    first, second = found.ratings
    assert (first.player, second.player) == ("folk", "random")
    assert first.points.mean == pytest.approx(-meeting.found.gain.mean / 2)
    assert first.points.se == pytest.approx(meeting.found.gain.se / 2)
    assert (meeting.beyond.mean, meeting.beyond.se) == (0.0, 0.0)


def test_players_that_play_alike_are_rated_alike():
    players = ["folk", "folk:declare=never", "random"]  # nothing is declared under these rules
    found = gz.tournament(players, rules="scrofazero", deals=100, seed=1)
    first, second, _ = found.ratings
    assert first.points.mean == pytest.approx(second.points.mean)
    assert first.over_next is not None
    assert (first.over_next.mean, first.over_next.se) == (0.0, 0.0)
    assert all(meeting.beyond.se == 0 for meeting in found.meetings)


def test_one_deal_has_no_spread():
    found = gz.tournament(["random", "folk", "random:chance=1"], rules="qq", deals=1, seed=1)
    assert math.isnan(found.ratings[0].points.se)
    assert not math.isnan(found.ratings[0].points.mean)


@pytest.mark.parametrize("threads", [1, 2, 3])
def test_the_number_of_threads_changes_nothing(threads, found):
    again = gz.tournament(PLAYERS, seats=found.seats, threads=threads, **OPTIONS)
    assert without_time(again) == without_time(found)


def test_an_interruption_keeps_whole_deals():
    reported = []

    def stop(deals: int) -> None:
        reported.append(deals)
        if sum(reported) >= 5:
            raise KeyboardInterrupt

    options = {"rules": "qq", "seed": 7}
    part = gz.tournament(PLAYERS, deals=10**6, progress=stop, keep_partial=True, **options)
    assert 5 <= part.deals < 10**6
    assert without_time(part) == without_time(gz.tournament(PLAYERS, deals=part.deals, **options))
    with pytest.raises(KeyboardInterrupt):
        gz.tournament(PLAYERS, deals=10**6, progress=stop, **options)


def test_sums_that_do_not_fit_64_bits():
    rng = np.random.default_rng(4)
    gains = rng.integers(-(10**12), 10**12, (50, 3, 2))
    sums = sum_gains(gains)
    exact = gains.astype(object).sum(axis=2)
    assert sums.products.tolist() == (exact.T @ exact).tolist()
    small = sum_gains(gains // 10**9)
    reduced = (gains // 10**9).sum(axis=2)
    assert small.products.tolist() == (reduced.T @ reduced).tolist()
    assert all(isinstance(each, int) for each in small.products.ravel())


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"players": ["folk"]}, "two players or more"),
        ({"players": ["folk", "random", "folk"]}, "'folk' stands twice"),
        ({"players": ["folk", "rnadom"]}, "did you mean 'random'"),
        ({"deals": 0}, "deals 0 is not"),
        ({"seed": -1}, "seed -1 is not"),
        ({"seats": "four"}, "seats 'four' is no way to sit"),
    ],
)
def test_what_is_out_of_range_is_refused(changes, message):
    arguments = {"players": ["folk", "random"]} | OPTIONS | changes
    with pytest.raises(UsageError, match=message):
        gz.tournament(**arguments)


def test_a_bad_file_of_deals(tmp_path):
    file = tmp_path / "deals.jsonl"
    file.write_text("{}\n", encoding="utf-8")
    with pytest.raises(InputError, match=r"deals\.jsonl: line 1: hands are missing"):
        gz.tournament(["folk", "random"], rules="qq", seed=1, deals_file=file)
