"""Matches: what is estimated, against the matches counted by other means."""

import math

import numpy as np
import pytest

import gongzhu_sim as gz
from gongzhu_sim.analysis.estimates import estimate_rate, estimate_share
from gongzhu_sim.cards.layout import SEATS
from gongzhu_sim.engine.match import PlayedMatches, play_matches
from gongzhu_sim.errors import InputError, UsageError
from gongzhu_sim.rules.matches import pack_match
from gongzhu_sim.rules.packed import pack_rules
from gongzhu_sim.strategies import build_line_up
from gongzhu_sim.studies.match_sums import LOOK_BUCKETS, LOOK_DEALS, MatchSums, sum_matches

MIXED = ["folk", "random", "folk", "random:chance=1"]
CASES = {
    "qq": {},
    "huapai": {"match.pigs": "lowest_and_highest"},
    "scientific": {"match.lose_at": -400, "match.win_at": 300},
    "qq-partners": {"match.deals": 5},
    "scrofazero": {"match.deals": 25},
}
MATCHES = 600


def without_time(result) -> dict:
    document = result.to_dict()
    del document["seconds"], document["matches_per_second"]
    return document


def play(preset: str, players=MIXED, **options) -> PlayedMatches:
    rules = gz.load_rules(preset, changes=CASES[preset])
    return play_matches(pack_rules(rules), pack_match(rules), build_line_up(players), **options)


@pytest.fixture(scope="module", params=CASES)
def case(request):
    """The preset, its matches one by one, and what was estimated."""
    rules = gz.load_rules(request.param, changes=CASES[request.param])
    played = play(request.param, matches=MATCHES, seed=3)
    found = gz.simulate_matches(rules, MIXED, matches=MATCHES, seed=3)
    return rules, played, found


def pig_seats(match) -> list[int]:
    return [seat for seat in range(4) if int(match["pigs"]) >> seat & 1]


def test_numbers_that_each_match_has(case):
    _, played, found = case
    assert found.matches == MATCHES
    assert found.deals == len(played.deals)
    for count, name in (
        (found.length, "n_deals"),
        (found.lead_changes, "lead_changes"),
        (found.leader_changes, "leader_changes"),
    ):
        values = played.matches[name]
        assert count.mean.mean == pytest.approx(values.mean(), rel=1e-12)
        assert count.mean.se == pytest.approx(values.std(ddof=1) / math.sqrt(MATCHES), abs=1e-12)
        assert count.counts == {n: (values == n).sum() for n in sorted(set(values.tolist()))}


def test_points_at_the_end(case):
    _, played, found = case
    for means, name, unit in ((found.totals, "totals", 1), (found.settled, "settled", 2)):
        for seat, mean in enumerate(means.values()):
            values = played.matches[name][:, seat] / unit
            assert mean.mean == pytest.approx(values.mean(), rel=1e-12)
            assert mean.sd == pytest.approx(values.std(ddof=1), rel=1e-12)


def test_who_is_the_pig(case):
    rules, played, found = case
    pigs = [(match, pig_seats(match)) for match in played.matches]
    for number, seat in enumerate(SEATS):
        count = sum(number in seats for _, seats in pigs)
        assert found.pigs.seats[seat] == estimate_rate(count, MATCHES)
    for rates, leader in (
        (found.pigs.positions, "first_leader"),
        (found.pigs.last_positions, "last_leader"),
    ):
        for place in range(4):
            count = sum((match[leader] + place) % 4 in seats for match, seats in pigs)
            assert rates[str(place)].count == count
    folk = np.array([((0 in seats) + (2 in seats)) / 2 for _, seats in pigs])
    assert list(found.pigs.players) == ["folk", "random", "random:chance=1"]
    mean = found.pigs.players["folk"]
    assert mean.mean == pytest.approx(folk.mean(), rel=1e-12)
    assert mean.sd == pytest.approx(folk.std(ddof=1), rel=1e-12)
    assert found.pigs.players["random"].mean == pytest.approx(found.pigs.seats["W"].rate)
    usual = 2 if rules.match.pigs == "lowest_and_highest" or found.sides else 1
    assert found.pigs.shared.count == sum(len(seats) > usual for _, seats in pigs)


def test_how_sides_fare(case):
    rules, played, found = case
    if rules.teams.mode != "opposite":
        assert found.sides is None
        return
    ahead = played.matches["totals"][:, 0] - played.matches["totals"][:, 1]
    if rules.match.awards:
        ahead[played.matches["pigs"] == 0] = 0
        assert (ahead == 0).sum() > 0
    wins, losses, ties = (ahead > 0).sum(), (ahead < 0).sum(), (ahead == 0).sum()
    north, west = found.sides["NS"], found.sides["WE"]
    assert (north.wins.count, north.losses.count, north.ties.count) == (wins, losses, ties)
    assert (west.wins.count, west.losses.count, west.ties.count) == (losses, wins, ties)
    shoots, points = played.matches["shoots"], played.matches["award_points"]
    for side, seats in ((north, [0, 2]), (west, [1, 3])):
        if rules.match.awards:
            assert side.awards.mean == pytest.approx(shoots[:, seats].sum(axis=1).mean())
            assert side.award_points.mean == pytest.approx(points[:, seats[0]].mean())
        else:
            assert side.awards is side.award_points is None


def test_chances_given_a_total(case):
    _, played, found = case
    cells: dict[tuple, dict[int, list[int]]] = {}
    start = 0
    for number, match in enumerate(played.matches):
        rows = played.deals[start : start + match["n_deals"]]
        start += len(rows)
        for deals, totals in enumerate(rows["totals"][:-1].tolist(), start=1):
            for seat, total in enumerate(totals):
                bucket = min(max(total // 100, LOOK_BUCKETS[0]), LOOK_BUCKETS[-1])
                low = None if bucket == LOOK_BUCKETS[0] else 100 * bucket
                for key in ((None, low), (min(deals, LOOK_DEALS), low)):
                    seen = cells.setdefault(key, {}).setdefault(number, [0, 0])
                    seen[0] += 1
                    seen[1] += seat in pig_seats(match)
    assert len(found.looks) == len(cells)
    for look in found.looks:
        n, c = np.array(list(cells[look.deals, look.low].values())).T
        share = look.pig
        assert (share.units, share.n, share.count) == (len(n), n.sum(), c.sum())
        assert share.rate == c.sum() / n.sum()
        assert look.high is None or look.low is None or look.high == look.low + 99
        if len(n) > 1:
            spread = ((c - share.rate * n) ** 2).sum() * len(n) / (len(n) - 1)
            assert share.se == pytest.approx(math.sqrt(spread) / n.sum(), abs=1e-12)
        independent = estimate_rate(share.count, share.n)
        assert share.low <= independent.low + 1e-12
        assert share.high >= independent.high - 1e-12


def test_looks_that_are_alike_tell_as_much_as_one():
    once = estimate_rate(30, 1000)
    share = estimate_share(1000, 2000, 60, 4000, 120, 120)
    assert share.rate == once.rate
    assert share.se == pytest.approx(math.sqrt(0.03 * 0.97 / 999))
    assert (share.low, share.high) == pytest.approx((once.low, once.high), rel=2e-3)
    none = estimate_share(50, 100, 0, 200, 0, 0)
    assert (none.rate, none.se, none.low) == (0, 0, 0)
    assert none.high == pytest.approx(estimate_rate(0, 50).high)
    assert math.isnan(estimate_share(1, 2, 1, 4, 2, 1).se)
    assert math.isnan(estimate_share(0, 0, 0, 0, 0, 0).rate)


def test_intervals_of_looks_cover():
    """Many samples of dependent looks: the interval holds the truth about as often as it says."""
    rng = np.random.default_rng(11)
    held, runs = 0, 2000
    for _ in range(runs):
        n = rng.integers(1, 5, 200)
        c = np.where(rng.random(200) < 0.2, n, 0)  # all looks of a match alike
        share = estimate_share(200, n.sum(), c.sum(), (n * n).sum(), (n * c).sum(), (c * c).sum())
        held += share.low <= 0.2 <= share.high
    assert 0.935 < held / runs < 0.965


@pytest.mark.parametrize("threads", [1, 2, 3])
def test_the_number_of_threads_changes_nothing(threads):
    one = gz.simulate_matches("huapai", MIXED, matches=1500, seed=1, threads=1)
    found = gz.simulate_matches("huapai", MIXED, matches=1500, seed=1, threads=threads)
    assert without_time(found) == without_time(one)


def test_sums_of_parts_are_the_sums_of_the_whole():
    match = pack_match(gz.load_rules("qq"))
    players = ["a", "b", "a", "c"]
    total = MatchSums.empty()
    for first, n in ((0, 1), (1, 50), (51, 149)):
        part = play("qq", matches=n, seed=4, first=first)
        total += sum_matches(match, part, players=players, partners=False)
    whole = sum_matches(match, play("qq", matches=200, seed=4), players=players, partners=False)
    for name, value in vars(whole).items():
        assert np.array_equal(getattr(total, name), value), name


def test_squares_that_do_not_fit_64_bits():
    changes = {"settlement.scale": 10_000, "values.pig": -1000, "match.deals": 1000}
    rules = gz.load_rules("qq", changes=changes)
    found = gz.simulate_matches(rules, ["random"], matches=50, seed=1).settled["N"]
    rules = rules.replace({"settlement.scale": 1})
    small = gz.simulate_matches(rules, ["random"], matches=50, seed=1).settled["N"]
    assert 50 * (2 * found.sd) ** 2 > 2**63
    assert found.sd == pytest.approx(10_000 * small.sd, rel=1e-12)


def test_an_interruption_keeps_what_is_finished():
    def stop(matches: int) -> None:
        raise KeyboardInterrupt

    options = {"seed": 1, "progress": stop}
    part = gz.simulate_matches("qq", MIXED, matches=10**7, keep_partial=True, **options)
    assert 1 <= part.matches < 10**7
    again = gz.simulate_matches("qq", MIXED, matches=part.matches, seed=1)
    assert without_time(part) == without_time(again)
    with pytest.raises(KeyboardInterrupt):
        gz.simulate_matches("qq", MIXED, matches=10**7, **options)


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"matches": 0}, "matches 0 is not"),
        ({"matches": 1.5}, "matches 1.5 is not"),
        ({"seed": -1}, "seed -1 is not"),
        ({"threads": 0}, "threads 0 is not"),
        ({"players": ["rnadom"]}, "did you mean 'random'"),
        ({"rules": "qqq"}, "did you mean 'qq'"),
    ],
)
def test_what_is_out_of_range_is_refused(changes, message):
    arguments = {"rules": "qq", "players": ["random"], "matches": 10, "seed": 1} | changes
    with pytest.raises(UsageError, match=message):
        gz.simulate_matches(**arguments)


def test_a_match_without_an_end_is_refused():
    rules = {"base": "qq", "match": {"lose_at": "none", "win_at": 10**6}}
    with pytest.raises(InputError, match=r"match 0 \(seed 1\) did not end in 10,000 deals"):
        gz.simulate_matches(rules, ["random"], matches=10, seed=1)
