"""Whole matches: each deal and the way to the next against the reference, and the records."""

from typing import Any

import numpy as np
import pytest

from gongzhu_sim.cards.compiling import kernel
from gongzhu_sim.cards.layout import SEATS
from gongzhu_sim.cards.text import card_name, card_names
from gongzhu_sim.engine.batch import play_deals
from gongzhu_sim.engine.match import MOST_DEALS, PlayedMatches, play_matches
from gongzhu_sim.engine.match_outcome import MATCH_OUTCOME
from gongzhu_sim.engine.reference import Deal, Match
from gongzhu_sim.errors import InputError, PlayError
from gongzhu_sim.rules import load_rules
from gongzhu_sim.rules.matches import pack_match
from gongzhu_sim.rules.packed import pack_rules
from gongzhu_sim.rules.ruleset import RuleSet
from gongzhu_sim.rules.settling import HALVES
from gongzhu_sim.strategies import Player, Strategy, build_line_up

MIXED = ("random", "folk", "random:declare=always", "folk:declare=never")
RULES: list[tuple[str, dict[str, Any]]] = [
    ("qq", {}),
    ("qq", {"play.later_lead": "named_card", "match.pigs": "lowest_and_highest"}),
    ("qq", {"play.later_lead": "rotate", "play.first_lead": "SQ", "match.win_at": 300}),
    ("qq", {"play.later_lead": "named_card", "play.first_lead": "draw", "match.deals": 3}),
    ("huapai", {}),
    ("pagat", {}),
    ("scrofazero", {"match.lose_at": "none", "match.win_at": 100}),
    ("scientific", {}),
    ("scientific", {"match.lose_at": -300, "match.win_at": 300}),
    ("scientific", {"match.deals": 4, "match.lose_at": -200, "match.win_at": 200}),
    ("lianzhong-pooled", {}),
    ("pig-goat", {"match.pigs": "lowest_and_highest"}),
    ("qq-double", {}),
    ("qq-double", {"play.later_lead": "named_card", "match.deals": 4}),
    ("huapai-double", {}),
]
PER_SEAT = ("totals", "settled", "shoots", "award_points")
NAMES = [f"{preset} {changes or ''}" for preset, changes in RULES]


def run(rules: RuleSet, players=MIXED, **options: Any) -> PlayedMatches:
    return play_matches(pack_rules(rules), pack_match(rules), build_line_up(players), **options)


def play_in_reference(rules: RuleSet, outcome: Any, *, first_deal: bool) -> Deal:
    """Play a deal that was kept once more; the reference refuses what is not legal."""
    hands, declared, first_declared = {}, {}, {}
    for i, seat in enumerate(SEATS):
        hands[seat] = card_names(outcome["hands"][i]) + card_names(outcome["hands_twice"][i])
        early, twice = outcome["first_declared_by"][i], outcome["declared_twice_by"][i]
        first_declared[seat] = card_names(early)
        declared[seat] = card_names(outcome["declared_by"][i] & ~early) + card_names(twice)
    deal = Deal(
        rules,
        hands,
        declared=declared,
        first_declared=first_declared,
        leader=SEATS[outcome["leader"]],
        first_deal=first_deal,
    )
    at, trick = 0, 0
    while at < outcome["n_plays"]:
        width = int(outcome["widths"][trick])
        for _ in range(4):
            deal.play("".join(card_name(int(card)) for card in outcome["plays"][at : at + width]))
            at += width
        trick += 1
    return deal


def check_deal(deal: Deal, outcome: Any) -> None:
    scores = deal.scores()
    assert list(scores.raw.values()) == outcome["raw"].tolist()
    assert [scores.settled[seat] * HALVES for seat in SEATS] == outcome["settled"].tolist()
    events = [f"slam:{SEATS[outcome['slam']]}"] if outcome["slam"] >= 0 else []
    if outcome["all_hearts"] >= 0:
        events.append(f"all_hearts:{SEATS[outcome['all_hearts']]}")
    assert scores.events == events


def check_match(rules: RuleSet, played: Any, rows: Any, outcomes: Any) -> Match:
    """Every deal, its leader, the totals after it, and how the match ends."""
    match = Match(rules)
    settled = np.zeros(4, np.int64)
    next_leader = SEATS[int(played["index"]) % 4] if rules.play.first_lead == "draw" else None
    for number, (row, outcome) in enumerate(zip(rows, outcomes, strict=True)):
        assert not match.over
        assert (row["match"], row["number"]) == (played["index"], number)
        assert outcome["index"] == played["index"]
        deal = play_in_reference(rules, outcome, first_deal=number == 0)
        check_deal(deal, outcome)
        leader = SEATS[row["leader"]]
        assert leader == SEATS[outcome["leader"]] == deal.first_leader
        if next_leader is None:
            assert deal.named_card in deal.dealt[leader]
        else:
            assert leader == next_leader
        scores = deal.scores()
        match.add_deal(scores.raw, sides=deal.sides, events=scores.events)
        settled += outcome["settled"]
        players = ["NS", "WE"] * 2 if rules.teams.mode == "opposite" else SEATS
        assert row["totals"].tolist() == [match.totals[player] for player in players]
        next_leader = deal.next_leader()
    assert match.over
    assert played["n_deals"] == match.n_deals == len(rows)
    assert played["totals"].tolist() == rows["totals"][-1].tolist()
    assert played["settled"].tolist() == settled.tolist()
    pigs = [seat for i, seat in enumerate(SEATS) if int(played["pigs"]) >> i & 1]
    assert pigs == match.pigs()
    return match


def split(played: PlayedMatches):
    """Yield each match with its deals and outcomes."""
    ends = np.cumsum(played.matches["n_deals"])
    assert ends[-1] == len(played.deals) == len(played.outcomes)
    for match, end in zip(played.matches, ends, strict=True):
        rows = slice(end - match["n_deals"], end)
        yield match, played.deals[rows], played.outcomes[rows]


@pytest.mark.parametrize(("preset", "changes"), RULES, ids=NAMES)
def test_matches_against_the_reference(preset, changes):
    rules = load_rules(preset, changes=changes)
    for match, rows, outcomes in split(run(rules, matches=25, seed=31, first=2, keep=True)):
        check_match(rules, match, rows, outcomes)


def count_lead_changes(totals: np.ndarray, *, partners: bool) -> tuple[int, set[int]]:
    """Return how often the lead changes hands, and the seats that have it at the end."""
    changes, ahead = 0, set()
    for row in totals.tolist():
        top = {seat for seat in range(4) if row[seat] == max(row)}
        if len(top) == (2 if partners else 1) and top != ahead:
            changes += bool(ahead)
            ahead = top
    return changes, ahead


@pytest.mark.parametrize("preset", ["qq", "scientific", "pig-goat"])
def test_what_is_counted_on_the_way(preset):
    rules = load_rules(preset)
    partners = rules.teams.mode == "opposite"
    played = run(rules, matches=400, seed=5, keep=True)
    for match, rows, outcomes in split(played):
        changes, ahead = count_lead_changes(rows["totals"], partners=partners)
        assert match["lead_changes"] == changes
        assert {seat for seat in range(4) if int(match["ahead"]) >> seat & 1} == ahead
        leaders = rows["leader"]
        assert (match["first_leader"], match["last_leader"]) == (leaders[0], leaders[-1])
        assert match["leader_changes"] == (leaders[1:] != leaders[:-1]).sum()
        shooters = np.where(outcomes["slam"] >= 0, outcomes["slam"], outcomes["all_hearts"])
        assert match["shoots"].tolist() == [(shooters == seat).sum() for seat in range(4)]
    assert played.matches["lead_changes"].max() > 2


def test_awards():
    rules = load_rules("scientific", changes={"match.lose_at": -300, "match.win_at": 300})
    brought = 0
    for match, rows, outcomes in split(run(rules, ["random"], matches=4000, seed=8, keep=True)):
        raw = outcomes["raw"].sum(axis=0)
        sides = np.tile(raw[:2] + raw[2:], 2)
        assert (match["totals"] - sides == match["award_points"]).all()
        if match["award_points"].any():
            brought += 1
            check_match(rules, match, rows, outcomes)
    assert brought > 10


def test_the_first_deal_is_the_single_deal_of_that_index():
    rules = load_rules("qq")
    played = run(rules, matches=50, seed=6, first=100, keep=True)
    single = play_deals(pack_rules(rules), build_line_up(MIXED), deals=50, seed=6, first=100)
    first = played.outcomes[played.deals["number"] == 0]
    for name in ("index", "hands", "declared", "captured", "raw", "settled", "leader", "n_plays"):
        assert (first[name] == single[name]).all()
    assert len(np.unique(played.outcomes["hands"][:, 0])) == len(played.deals)


def test_a_later_leader_need_not_lead_the_named_card():
    played = run(load_rules("qq"), ["random"], matches=300, seed=7, keep=True)
    outcomes, later = played.outcomes, played.deals["number"] > 0
    named = outcomes["plays"][~later][0, 0]
    assert (outcomes["plays"][~later][:, 0] == named).all()
    leaders = outcomes["hands"][np.arange(len(outcomes)), outcomes["leader"]]
    holds = later & ((leaders >> named.astype(np.uint64) & np.uint64(1)) == 1)
    led = outcomes["plays"][holds][:, 0] == named
    assert 0 < led.sum() < holds.sum() / 2


@pytest.mark.parametrize("preset", ["qq", "huapai", "scientific", "pig-goat", "qq-double"])
@pytest.mark.parametrize("rotation", [1, 2, 3])
def test_turning_the_seats_turns_the_results(preset, rotation):
    rules = load_rules(preset)
    players = ["random", "folk", "folk:declare=never", "random:declare=always"]
    turned_players = [players[(seat - rotation) & 3] for seat in range(4)]
    here = run(rules, players, matches=60, seed=12).matches
    there = run(rules, turned_players, matches=60, seed=12, rotation=rotation).matches
    for name in MATCH_OUTCOME.names or ():
        expected = here[name]
        if name in PER_SEAT:
            expected = np.roll(expected, rotation, axis=1)
        elif name in ("pigs", "ahead"):
            expected = (expected << rotation | expected >> (4 - rotation)) & 15
        elif name in ("first_leader", "last_leader"):
            expected = (expected + rotation) & 3
        assert (there[name] == expected).all(), name


def test_any_cut_gives_the_same_matches():
    rules = load_rules("qq")
    whole = run(rules, matches=100, seed=3)
    parts = [run(rules, matches=n, seed=3, first=first) for first, n in ((0, 1), (1, 60), (61, 39))]
    for part in (0, 1):
        joined = np.concatenate([each[part] for each in parts])
        assert joined.tobytes() == whole[part].tobytes()


def test_keeping_the_deals_changes_nothing():
    rules = load_rules("huapai")
    plain, kept = run(rules, matches=20, seed=3), run(rules, matches=20, seed=3, keep=True)
    assert plain.matches.tobytes() == kept.matches.tobytes()
    assert plain.deals.tobytes() == kept.deals.tobytes()
    assert len(plain.outcomes) == 0


def test_a_long_match_of_a_fixed_number_of_deals():
    rules = load_rules("qq", changes={"match.deals": MOST_DEALS + 1})
    played = run(rules, ["random"], matches=2, seed=1)
    assert played.matches["n_deals"].tolist() == [MOST_DEALS + 1] * 2
    again = run(rules, ["random"], matches=1, seed=1, first=1)
    assert again.matches["totals"].tolist() == played.matches["totals"][1:].tolist()


def test_a_match_that_is_broken_off():
    whole = run(load_rules("qq"), matches=40, seed=3)
    short = run(load_rules("qq"), matches=40, seed=3, most_deals=4)
    lengths = whole.matches["n_deals"]
    assert lengths.min() < 4 < lengths.max()
    assert short.matches["n_deals"].tolist() == np.minimum(lengths, 4).tolist()
    kept = whole.deals["number"] < 4
    assert short.deals.tobytes() == whole.deals[kept].tobytes()
    ended = lengths <= 4
    assert short.matches[ended].tobytes() == whole.matches[ended].tobytes()


def test_no_matches():
    played = run(load_rules("qq"), matches=0, seed=1)
    assert [len(part) for part in played] == [0, 0, 0]


def test_a_match_without_an_end():
    rules = load_rules("qq", changes={"match.lose_at": "none", "match.win_at": 10**6})
    with pytest.raises(InputError) as caught:
        run(rules, ["random"], matches=3, seed=1, first=17)
    assert str(caught.value) == (
        "match 17 (seed 1) did not end in 10,000 deals under rules with match.lose_at = none "
        "and match.win_at = 1000000; set nearer targets, or match.deals"
    )


@kernel(cache=False)
def lowest(table, hand, legal):
    return legal & (~legal + np.uint64(1))


@kernel(cache=False)
def no_declaration(table, hand, allowed):
    return np.uint64(0)


@kernel(cache=False)
def cheats_late(table, hand, legal):
    """Play a card that is not in hand once north is far behind."""
    if table.match_score[0] <= -500:
        return ~hand & (hand + np.uint64(1))
    return lowest(table, hand, legal)


@kernel(cache=False)
def raises_late(table, hand, legal):
    if table.match_score[0] <= -500:
        raise ValueError("what now")
    return lowest(table, hand, legal)


@pytest.mark.parametrize(("choose", "said"), [(cheats_late, "plays "), (raises_late, "raises ")])
def test_a_strategy_that_fails_when_it_is_behind(choose, said):
    def line_up(choose):
        broken = Player(Strategy("broken", choose, declare=no_declaration))
        return ["random", broken, "random", "random"]

    rules = load_rules("qq")
    sound = run(rules, line_up(lowest), matches=50, seed=77, first=900)
    before = [rows["totals"][:, 0] for _, rows, _ in split(sound._replace(outcomes=sound.deals))]
    late = next(
        (match, int(np.argmax(totals <= -500)) + 1)
        for match, totals in enumerate(before)
        if (totals[:-1] <= -500).any()
    )
    with pytest.raises(PlayError) as caught:
        run(rules, line_up(choose), matches=50, seed=77, first=900)
    match, deal = 900 + late[0], late[1] + 1
    where = f"strategy 'broken' at seat W (seed 77, match {match}, deal {deal} of it, trick "
    assert str(caught.value).startswith(where)
    assert said in str(caught.value)
