"""Tallies against the plain Python engine and against what must hold."""

from collections import defaultdict
from typing import Any

import numpy as np
import pytest

from gongzhu_sim.cards.text import card_name, format_hand
from gongzhu_sim.engine.batch import play_deals
from gongzhu_sim.engine.match import play_matches
from gongzhu_sim.engine.reference import Deal, RuleBroken, score_deal, settle_declarations
from gongzhu_sim.errors import UsageError
from gongzhu_sim.rules import load_rules
from gongzhu_sim.rules.matches import pack_match
from gongzhu_sim.rules.packed import pack_rules
from gongzhu_sim.strategies import build_line_up
from gongzhu_sim.studies import get_tally, tally_names
from gongzhu_sim.studies.tally import LONGEST_MATCH, largest_score, register_tally

SEATS = "NWSE"
CARDS = {"pig": "SQ", "goat": "DJ", "transformer": "CT", "marker": "HA"}
DEALS = 300


def played(rules: Any, players: str) -> np.ndarray:
    return play_deals(pack_rules(rules), build_line_up([players]), deals=DEALS, seed=3)


def counted(name: str, rules: Any, outcomes: np.ndarray) -> list[dict[str, Any]]:
    tally = get_tally(name)
    sums = np.zeros(tally.shape, np.int64)
    tally.count(pack_rules(rules), outcomes, sums)
    return list(tally.rows(sums.ravel().tolist()))


def replayed(rules: Any, outcome: Any, declared: dict[str, list[str]]) -> Deal:
    """Play a deal card by card in the reference engine; raises RuleBroken at the lock."""
    hands = {seat: format_hand(hand) for seat, hand in zip(SEATS, outcome["hands"], strict=True)}
    deal = Deal(rules, hands, declared=declared, leader=SEATS[outcome["leader"]])
    for index in outcome["plays"][: outcome["n_plays"]]:
        deal.play(card_name(int(index)))
    return deal


@pytest.mark.parametrize("name", ["qq", "pagat"])
def test_declaring_agrees_with_the_reference_engine(name):
    rules = load_rules(name)
    outcomes = played(rules, "random:declare=never")
    expected: dict[tuple[str, int], list[int]] = defaultdict(lambda: [0, 0, 0, 0])
    for outcome in outcomes:
        base = replayed(rules, outcome, {})
        before = base.scores().raw
        for kind, card in CARDS.items():
            (holder,) = [seat for seat in SEATS if card in base.dealt[seat]]
            declarations = settle_declarations(rules, base.dealt, declared={holder: [card]})
            after = score_deal(rules, base.captured, declarations).raw
            change = {seat: after[seat] - before[seat] for seat in SEATS}
            thirds = 4 * change[holder] - sum(change.values())
            try:
                replayed(rules, outcome, {holder: [card]})
                locked = 0
            except RuleBroken:
                locked = 1
            held = sum(each[0] == card[0] for each in base.dealt[holder])
            cell = expected[kind, held]
            for i, number in enumerate((1, thirds, thirds * thirds, locked)):
                cell[i] += number
    rows = counted("declaring", rules, outcomes)
    assert len(rows) == 4 * 13
    assert sum(row["locked"] for row in rows) > 0
    for row in rows:
        sums = [row[key] for key in ("n", "total_thirds", "total_squared_thirds", "locked")]
        assert sums == expected[row["card"], row["held"]]


def test_a_card_that_must_lead_the_deal_is_not_locked():
    rules = load_rules("qq").replace({"play.first_lead": "SQ"})
    rows = counted("declaring", rules, played(rules, "random:declare=never"))
    assert sum(row["locked"] for row in rows if row["card"] == "pig") == 0
    assert sum(row["locked"] for row in rows if row["card"] == "goat") > 0


def test_shoots_agree_with_the_events_of_the_reference_engine():
    rules = load_rules("qq")
    outcomes = played(rules, "random")
    shot = [
        o for o in outcomes if any(h & 0x1FFF0000 == 0x1FFF0000 for h in map(int, o["captured"]))
    ]
    assert len(shot) >= 2  # of 300 random deals about five are
    events = [
        event.partition(":")[0]
        for outcome in shot
        for event in replayed(rules, outcome, declared_by(outcome)).scores().events
    ]
    rows = {row["event"]: row for row in counted("shoots", rules, outcomes)}
    assert all(row["n"] == DEALS for row in rows.values())
    assert {name: row["count"] for name, row in rows.items()} == {
        name: events.count(name) for name in rows
    }


def declared_by(outcome: Any) -> dict[str, list[str]]:
    bits = {card: 1 << i for card, i in zip(CARDS.values(), (10, 41, 56, 28), strict=True)}
    return {
        seat: [card for card, bit in bits.items() if int(outcome["declared"]) & int(hand) & bit]
        for seat, hand in zip(SEATS, outcome["hands"], strict=True)
    }


def test_a_slam_is_all_hearts_where_there_is_no_slam():
    with_slam = load_rules("qq")
    without = with_slam.replace({"slam.value": "none"})
    outcomes = played(with_slam, "random")
    both = [
        {row["event"]: row["count"] for row in counted("shoots", rules, outcomes)}
        for rules in (with_slam, without)
    ]
    assert both[1] == {"all_hearts": both[0]["all_hearts"] + both[0]["slam"], "slam": 0}


@pytest.mark.parametrize("name", ["qq", "qq-partners", "pagat"])
def test_positions_add_up_what_the_seats_scored(name):
    rules = load_rules(name)
    outcomes = played(rules, "random")
    expected = np.zeros((3, 4, 3), np.int64)
    for outcome in outcomes:
        raw, settled = outcome["raw"], outcome["settled"]
        for seat in range(4):
            position = (seat - int(outcome["leader"])) % 4
            others = int(raw.sum() - raw[seat])
            sixths = (6 * raw[seat], 6 * raw[seat] - 2 * others, 3 * settled[seat])
            for score, value in enumerate(sixths):
                expected[score, position] += (1, value, value * value)
    rows = counted("positions", rules, outcomes)
    got = [[row[key] for key in ("n", "total_sixths", "total_squared_sixths")] for row in rows]
    assert got == expected.reshape(12, 3).tolist()
    relative = [row["total_sixths"] for row in rows if row["score"] == "relative"]
    assert sum(relative) == 0


@pytest.mark.parametrize("name", ["qq", "qq-partners", "huapai-double"])
def test_scores_add_up_by_seat_and_together(name):
    rules = load_rules(name)
    outcomes = played(rules, "random")
    expected = []
    for halves in (2 * outcomes["raw"], outcomes["settled"]):
        columns = [*halves.T, halves.sum(axis=1)]
        expected += [[DEALS, each.sum(), (each * each).sum()] for each in columns]
    rows = counted("scores", rules, outcomes)
    assert [(row["score"], row["seat"]) for row in rows] == [
        (score, seat) for score in ("raw", "settled") for seat in (*SEATS, "together")
    ]
    sums = ("n", "total_halves", "total_squared_halves")
    assert [[row[key] for key in sums] for row in rows] == expected


def test_matches_are_counted_by_their_length():
    rules = load_rules("qq")
    line_up = build_line_up(["random"])
    matches = play_matches(
        pack_rules(rules), pack_match(rules), line_up, matches=50, seed=3
    ).matches
    rows = counted("matches", rules, matches)
    assert [row["length"] for row in rows] == list(range(1, LONGEST_MATCH + 1))
    for row in rows:
        n = int((matches["n_deals"] == row["length"]).sum())
        assert row["n"] == n
        assert row["total_deals"] == n * row["length"]
        assert row["total_squared_deals"] == n * row["length"] ** 2


@pytest.mark.parametrize("name", ["qq", "pagat", "pips", "scientific", "scrofazero"])
def test_no_score_is_above_the_bound(name):
    rules = load_rules(name)
    outcomes = played(rules, "random:declare=always")
    assert abs(outcomes["raw"]).max() <= largest_score(rules)


def test_the_bound_is_reached_by_a_slam_with_everything_declared():
    assert largest_score(load_rules("qq")) == 3200


def test_tallies_are_found_by_themselves():
    assert tally_names() == ["declaring", "matches", "positions", "scores", "shoots"]
    assert get_tally("declaring").passive and not get_tally("shoots").passive
    with pytest.raises(UsageError, match="did you mean 'shoots'"):
        get_tally("shots")
    with pytest.raises(UsageError, match="registered already"):
        register_tally(get_tally("shoots"))
