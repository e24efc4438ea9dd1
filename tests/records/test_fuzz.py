"""Records changed at random: refused cleanly, and judged alike by both engines."""

import copy
import io
import json
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from gongzhu_sim.cards.layout import RANKS, SEATS, SUITS
from gongzhu_sim.engine.reference import score_record
from gongzhu_sim.errors import InputError
from gongzhu_sim.records.fields import read_game
from gongzhu_sim.records.judging import judge_games
from gongzhu_sim.records.reading import parse_record, read_blocks
from gongzhu_sim.records.rule_book import find_rules
from gongzhu_sim.records.scoring import score_records
from gongzhu_sim.rules import preset_names

CARDS = [suit + rank for suit in SUITS for rank in RANKS]
DECLARABLE = ["SQ", "DJ", "CT", "HA", "H3"]
ODD_VALUES: list[Any] = [
    *(None, True, False, 0, 1, -1, 1.5, 10**30, "", "SQ", "N", "C2C2", "AKQ...", "qq", "\ud800"),
    *("qq-double", "AA...", "S8SQ", "C2C2C2"),
    *([], {}, [[]], ["SQ"], {"N": []}, {"N": ["SQ"]}, {"X": []}, [["C2"]], [[[]]]),
]
PRESETS = preset_names()

_games: list[dict[str, Any]] = []


@pytest.fixture(scope="module", autouse=True)
def games(make_record, variants) -> None:
    for seed, rules in enumerate(variants):
        _games.append(make_record(rules, seed, first_deal=seed % 2 == 0))
        stop = 15 + 3 * (seed % 12)
        _games.append(make_record(rules, seed, stop=stop, first_deal=seed % 4 < 2))


def expected_of(content: bytes) -> dict[str, Any]:
    """Return what the strict reading and the reference engine make of a line."""
    try:
        record = parse_record(content)
        return score_record(record, find_rules(record).rules, legal=True)
    except InputError as error:
        return {"ok": False, "error": str(error)}


def check_alike(content: bytes) -> None:
    lines = [line for block in read_blocks(io.BytesIO(content)) for line in block]
    results = list(score_records(io.BytesIO(content), legal=True))
    assert [result.pop("line") for result in results] == [line.number for line in lines]
    for line, result in zip(lines, results, strict=True):
        assert line.content is not None
        assert result == expected_of(line.content)
        json.dumps(result)
        game = read_game(line.content)
        if game is not None and result["ok"]:
            found = find_rules(parse_record(line.content))
            packed = found.packed_first if game.first_deal else found.packed_later
            assert judge_games(packed, [game], first_deal=game.first_deal).sound.all()


def places_of(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Return the paths of everything inside a JSON value."""
    keys = (
        value if isinstance(value, dict) else range(len(value)) if isinstance(value, list) else ()
    )
    found = []
    for key in keys:
        found += [(*path, key), *places_of(value[key], (*path, key))]
    return found


def change_anything(draw: st.DrawFn, record: dict[str, Any]) -> None:
    places = places_of(record)
    if not places:
        return
    *path, last = draw(st.sampled_from(places))
    inside: Any = record
    for key in path:
        inside = inside[key]
    kind = draw(st.sampled_from(["value", "remove", "add", "repeat"]))
    if kind == "remove":
        del inside[last]
    elif kind == "value":
        inside[last] = draw(st.sampled_from(ODD_VALUES))
    elif isinstance(inside, list):
        inside.insert(last, inside[last] if kind == "repeat" else draw(st.sampled_from(ODD_VALUES)))
    else:
        key = draw(st.sampled_from([*SEATS, "X", "rules", "leader", "first_deal", "é"]))
        inside[key] = inside[last] if kind == "repeat" else draw(st.sampled_from(ODD_VALUES))


def change_plays(draw: st.DrawFn, record: dict[str, Any]) -> None:
    """Exchange two plays, of any seats or of one, or put any card or two in the place of one."""
    places = [
        (trick, place)
        for trick, plays in enumerate(record["tricks"])
        for place in range(len(plays))
    ]
    if not places:
        return
    tricks = record["tricks"]
    trick, place = draw(st.sampled_from(places))
    play = tricks[trick][place]
    kind = draw(st.sampled_from(["own", "own", "any", "other", "part", "turned", "wide"]))
    if kind in ("own", "part"):  # a revoke, a broken lock, or a trick that goes to another seat
        hand = next(hand for hand in _split_hands(record) if play[:2] in hand)
        places = [(each, at) for each, at in places if {*_split_play(tricks[each][at])} <= hand]
    if kind == "turned":
        tricks[trick][place] = play[2:] + play[:2]
    elif kind == "wide":  # one card too many, or one too few
        extra = draw(st.sampled_from(["", play[:2], draw(st.sampled_from(CARDS))]))
        tricks[trick][place] = play[:2] + extra
    elif kind == "other":
        cards = [draw(st.sampled_from(CARDS)) for _ in range(len(play) // 2)]
        tricks[trick][place] = "".join(cards)
    elif places:
        other, at = draw(st.sampled_from(places))
        new = tricks[other][at]
        if kind == "part" and len(play) == len(new) == 4:
            play, new = play[:2] + new[2:], new[:2] + play[2:]
        tricks[trick][place], tricks[other][at] = new, play


def _split_play(play: str) -> list[str]:
    return [play[at : at + 2] for at in range(0, len(play), 2)]


def _split_hands(record: dict[str, Any]) -> list[set[str]]:
    return [
        {suit + rank for suit, ranks in zip(SUITS, text.split("."), strict=True) for rank in ranks}
        for text in record["hands"].values()
    ]


def change_hands(draw: st.DrawFn, record: dict[str, Any]) -> None:
    """Exchange two cards between hands or within the text of one."""
    texts = record["hands"]
    seat, other = draw(st.sampled_from("NWSE")), draw(st.sampled_from("NWSE"))
    i = draw(st.integers(0, len(texts[seat]) - 1))
    j = draw(st.integers(0, len(texts[other]) - 1))
    first, second = [*texts[seat]], [*texts[other]]
    first[i], second[j] = second[j], first[i]
    texts[seat], texts[other] = "".join(first), "".join(second)


def change_terms(draw: st.DrawFn, record: dict[str, Any]) -> None:
    """Change what is declared, who leads, in which deal, by which rules."""
    names = ["declared", "first_declared", "moved", "leader", "first_deal", "rules", "cut"]
    entry = draw(st.sampled_from(names))
    holder = draw(st.sampled_from(SEATS))
    if entry == "declared":
        record["declared"][holder] = draw(st.lists(st.sampled_from(DECLARABLE), max_size=4))
    elif entry == "first_declared":
        cards = st.lists(st.sampled_from(DECLARABLE), max_size=2)
        record["first_declared"][holder] = draw(cards)
    elif entry == "moved":  # from the ordinary ones to the first draw, or in both
        ordinary = record["declared"].get(holder, [])
        if ordinary:
            card = draw(st.sampled_from(ordinary))
            record["first_declared"][holder] = [card]
            if draw(st.booleans()):
                ordinary.remove(card)
    elif entry == "leader":
        record["leader"] = draw(st.sampled_from([*SEATS, None]))
    elif entry == "first_deal":
        record["first_deal"] = not record["first_deal"]
    elif entry == "rules":
        record["rules"] = draw(st.sampled_from(PRESETS))
    else:
        record["tricks"] = record["tricks"][: draw(st.integers(0, 26))]


CHANGES = [change_plays, change_terms, change_hands, change_anything]


@st.composite
def changed_records(draw: st.DrawFn) -> bytes:
    """Draw a line with a valid record changed once to three times as JSON."""
    record = copy.deepcopy(draw(st.sampled_from(_games)))
    last = draw(st.integers(0, 2))
    for number in range(last + 1):
        # what may break the form of a record comes last: the others need it
        choice = draw(st.sampled_from(CHANGES if number == last else CHANGES[:2]))
        choice(draw, record)
    return json.dumps(record).encode()


@st.composite
def changed_texts(draw: st.DrawFn) -> bytes:
    """Draw a line with a valid record changed once to three times as text."""
    text = json.dumps(draw(st.sampled_from(_games))).encode()
    for _ in range(draw(st.integers(1, 3))):
        at = draw(st.integers(0, len(text)))
        end = min(len(text), at + draw(st.integers(0, 12)))
        piece = draw(
            st.one_of(
                st.sampled_from(
                    [b"", b'"', b",", b":", b"{", b"}", b"[", b"]", b"\\", b"\\u0041", b"\0"]
                ),
                st.sampled_from(
                    [b"\n", b"\r\n", b"null", b"NaN", b"1e999", b"\xff", b"\xef\xbb\xbf"]
                ),
                st.sampled_from(CARDS).map(str.encode),
                st.just(text[at:end] * 2),
                st.binary(max_size=3),
            )
        )
        text = text[:at] + piece + text[end:]
    return text


QUICK = settings(
    max_examples=200,
    deadline=None,
    derandomize=True,
    database=None,
    suppress_health_check=[HealthCheck.too_slow],
)
LONG = settings(QUICK, max_examples=5_000)


@QUICK
@given(changed_records())
def test_changed_records(content):
    check_alike(content)


@QUICK
@given(changed_texts())
def test_changed_texts(content):
    check_alike(content)


@pytest.mark.long
@LONG
@given(changed_records())
def test_many_changed_records(content):
    check_alike(content)


@pytest.mark.long
@LONG
@given(changed_texts())
def test_many_changed_texts(content):
    check_alike(content)
