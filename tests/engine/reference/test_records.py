"""Records read, refused, scored and written; playthroughs against golden files."""

import json
from itertools import combinations_with_replacement
from pathlib import Path

import pytest

from gongzhu_sim.engine.reference import (
    RuleBroken,
    check_record,
    make_record,
    score_record,
    trace_deal,
)
from gongzhu_sim.engine.reference.cards import (
    Deck,
    parse_hand,
    parse_play,
    print_hand,
    sort_cards,
)
from gongzhu_sim.errors import InputError

PLAYTHROUGHS = Path(__file__).parent / "playthroughs"


def test_hand_text():
    assert print_hand(parse_hand("AKQ52.T98.J43.T7")) == "AKQ52.T98.J43.T7"
    assert parse_hand("AA...") == ["SA", "SA"]
    with pytest.raises(InputError, match="3 suits instead of 4"):
        parse_hand("A.K.Q")
    with pytest.raises(InputError, match="'X' is not a rank"):
        parse_hand("X...")


def test_play_text():
    assert parse_play("S8SQ") == ("SQ", "S8")
    assert parse_play("H3SK") == ("SK", "H3")
    for wrong in ("S", "S8S", "S1", "QS", "S8S8S8"):
        with pytest.raises(InputError):
            parse_play(wrong)


@pytest.fixture
def record(make_rules, random_deal):
    return make_record(random_deal(make_rules(), 3))


def test_round_trip(make_rules, preset_names, random_deal):
    for name in preset_names:
        rules = make_rules(name)
        deal = random_deal(rules, 7)
        record = json.loads(json.dumps(make_record(deal)))
        again = check_record(record, rules)
        assert again.captured == deal.captured
        assert again.scores() == deal.scores()
        assert make_record(again) == record


def test_score_record(make_rules, record):
    rules = make_rules()
    result = score_record(record, rules, legal=True)
    assert list(result) == [
        "ok",
        "complete",
        "declared",
        "captured",
        "raw",
        "settled",
        "events",
        "next_leader",
        "legal",
    ]
    assert result["ok"] and result["complete"]
    assert len(result["legal"]) == 52
    assert result["legal"][0] == ["C2"]
    assert sum(result["settled"].values()) % 12 == 0
    json.dumps(result)
    record["tricks"] = record["tricks"][:3]
    record["tricks"][-1] = record["tricks"][-1][:2]
    result = score_record(record, rules)
    assert result["ok"] and not result["complete"]
    assert result["raw"] is result["settled"] is result["next_leader"] is None
    assert result["events"] == []
    assert set(result["captured"]) == set("NWSE")


def test_halves_are_decimal(make_rules, random_deal):
    rules = make_rules("qq-partners", {"values.hearts": "pips", "settlement.scale": 1})
    for seed in range(40):
        settled = score_record(make_record(random_deal(rules, seed)), rules)["settled"]
        if any(isinstance(score, float) for score in settled.values()):
            assert all(score % 1 == 0.5 for score in settled.values())
            break
    else:
        pytest.fail("no half among the deals")


def test_refused_plays_name_trick_seat_and_card(make_rules, record):
    record["tricks"][0][0] = "CA"
    result = score_record(record, make_rules())
    assert not result["ok"]
    assert result["error"].startswith(f"trick 1: {record['leader']} plays CA but ")


@pytest.mark.parametrize(
    ("entry", "value", "message"),
    [
        ("hands", None, "hands must give each seat"),
        ("hands", {"N": "AKQ52.T98.J43.T7"}, "hands: seat W is missing"),
        ("tricks", [["C2"], ["C3"]], "trick 1 has 1 plays but another trick follows"),
        ("tricks", [["C2"] * 5], "trick 1 has 5 plays instead of 4"),
        ("tricks", "C2", "tricks must be a list"),
        ("tricks", [[3]], "trick 1 must be a list of plays"),
        ("first_deal", 1, "first_deal must be true or false"),
        ("leader", 2, "leader must be the name of a seat"),
        ("declared", {"N": "SQ"}, "declared must give seats lists of cards"),
        ("declared", {"X": []}, "declared: 'X' is not a seat"),
        ("colour", 1, "'colour' is not an entry of a record"),
    ],
)
def test_wrong_entries(make_rules, record, entry, value, message):
    record[entry] = value
    result = score_record(record, make_rules())
    assert result["ok"] is False
    assert message in result["error"]


def test_wrong_hands(make_rules, record):
    hands = record["hands"]
    north = parse_hand(hands["N"])
    west = parse_hand(hands["W"])
    hands["N"] = print_hand(north[1:])
    assert "hands: N has 12 cards instead of 13" in score_record(record, make_rules())["error"]
    hands["N"] = print_hand([west[0], *north[1:]])
    error = score_record(record, make_rules())["error"]
    assert error == f"hands: {west[0]} is dealt to N, W but the deck has it once"
    del record["hands"]
    assert score_record(record, make_rules())["error"] == "hands are missing"


@pytest.mark.parametrize("preset", ["huapai", "huapai-double", "qq-double"])
def test_whatever_is_not_legal_is_refused_with_a_reason(make_rules, random_deal, preset):
    rules = make_rules(
        preset, {"play.hearts_lead": "after_broken", "declaration.discard_before_led": False}
    )
    for seed in range(4):
        deal = random_deal(rules, seed, stop=seed * 5 + 1)
        for _ in range(3):
            legal = deal.legal_plays()
            assert legal
            held = sorted({copy.card for copy in deal.hands[deal.trick.turn]})
            tried = [(card,) for card in Deck().cards()]
            tried += [tuple(sort_cards(two)) for two in combinations_with_replacement(held, 2)]
            for play in set(tried) - set(legal):
                with pytest.raises(RuleBroken) as caught:
                    deal.play(play)
                start = f"trick {len(deal.tricks)}: {deal.turn} plays {''.join(play)} but "
                assert str(caught.value).startswith(start)
            deal.play(legal[len(legal) // 2])


@pytest.mark.parametrize("path", sorted(PLAYTHROUGHS.glob("*.json")), ids=lambda path: path.stem)
def test_playthroughs(make_rules, path):
    record = json.loads(path.read_text(encoding="utf-8"))
    deal = check_record(record, make_rules(record["rules"]))
    lines = list(trace_deal(deal, title="example"))
    assert max(len(line) for line in lines) <= 100
    assert "\n".join(lines) + "\n" == path.with_suffix(".txt").read_text(encoding="utf-8")


def test_playthroughs_fit_the_page(make_rules, preset_names, random_deal):
    for name in preset_names:
        for seed in range(4):
            for stop in (None, 0, 7):
                lines = list(trace_deal(random_deal(make_rules(name), seed, stop=stop)))
                assert max(len(line) for line in lines) <= 100
                assert lines == [line.rstrip() for line in lines]


def test_very_long_suits_fit_the_page(make_rules):
    suit = "".join(rank * 2 for rank in "AKQJT98765432")
    hands = {"N": f"{suit}...", "W": f".{suit}..", "S": f"..{suit}.", "E": f"...{suit}"}
    record = {"rules": "qq-double", "hands": hands, "tricks": []}
    lines = list(trace_deal(check_record(record, make_rules("qq-double"))))
    assert max(len(line) for line in lines) <= 100
