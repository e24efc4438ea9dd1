"""Records written: from simulations and from deals, and read again."""

import io
import json
import os
import stat

import pytest

from gongzhu_sim import load_rules, simulate
from gongzhu_sim.analysis import simulation
from gongzhu_sim.engine.batch import play_deals
from gongzhu_sim.engine.reference import check_record
from gongzhu_sim.errors import InputError
from gongzhu_sim.records.rule_book import find_rules, name_rules
from gongzhu_sim.records.scoring import score_records
from gongzhu_sim.records.writing import (
    RecordFile,
    describe_deal,
    format_outcomes,
    format_record,
)
from gongzhu_sim.rules import preset_names
from gongzhu_sim.rules.packed import pack_rules
from gongzhu_sim.rules.settling import HALVES
from gongzhu_sim.strategies import build_line_up

DEALS = 40


@pytest.mark.parametrize("full", [True, False])
@pytest.mark.parametrize("preset", preset_names())
def test_what_is_played_is_what_is_scored(preset, full):
    rules = load_rules(preset)
    line_up = build_line_up(["folk", "random", "folk:declare=always", "random:chance=1"])
    outcomes = play_deals(pack_rules(rules), line_up, deals=DEALS, seed=3, full=full)
    lines = format_outcomes(outcomes, rules)
    results = list(score_records(io.BytesIO(lines)))
    assert len(results) == DEALS
    for outcome, result in zip(outcomes, results, strict=True):
        assert result["ok"] and result["complete"]
        assert [*result["raw"].values()] == outcome["raw"].tolist()
        halves = [points * HALVES for points in result["settled"].values()]
        assert halves == outcome["settled"].tolist()


@pytest.mark.parametrize(
    "rules",
    [
        *preset_names(),
        {"base": "pips", "settlement": {"scale": 2}},
        {"base": "huapai-double", "declaration": {"order": "sequential"}},
        {"base": "qq-double", "declaration": {"mode": "all"}},
    ],
    ids=lambda rules: rules if isinstance(rules, str) else rules["base"] + "+",
)
def test_both_ways_to_write_give_the_same_line(rules):
    rule_set = load_rules(rules)
    line_up = build_line_up(["random", "random:declare=always", "folk", "random"])
    outcomes = play_deals(pack_rules(rule_set), line_up, deals=DEALS, seed=4, full=True)
    lines = format_outcomes(outcomes, rule_set).decode().splitlines()
    assert len(lines) == DEALS
    for line in lines:
        deal = check_record(json.loads(line), rule_set)
        assert format_record(describe_deal(deal)) == line


def test_two_decks_and_first_draws_are_written():
    rules = load_rules("huapai-double")
    line_up = build_line_up(["folk:declare=always"])
    outcomes = play_deals(pack_rules(rules), line_up, deals=DEALS, seed=4)
    records = [*map(json.loads, format_outcomes(outcomes, rules).splitlines())]
    assert any(record["first_declared"] for record in records)
    twice = 0
    for record, outcome in zip(records, outcomes, strict=True):
        assert all(len(hand) == 26 + 3 for hand in record["hands"].values())
        declared = [card for cards in record["declared"].values() for card in cards]
        at_first = [card for cards in record["first_declared"].values() for card in cards]
        assert sorted(declared + at_first) == sorted(2 * ["SQ", "HA", "DJ", "CT"])
        twice += any(len({*cards}) < len(cards) for cards in record["declared"].values())
        widths = outcome["widths"][outcome["widths"] > 0].tolist()
        assert [len(trick[0]) // 2 for trick in record["tricks"]] == widths
        assert {1, 2} >= {*widths}
    assert twice > 0
    assert any(2 in outcome["widths"] for outcome in outcomes)


def test_no_deals_are_no_lines():
    rules = load_rules("qq-double")
    outcomes = play_deals(pack_rules(rules), build_line_up(["random"]), deals=1, seed=4)
    assert format_outcomes(outcomes[:0], rules) == b""


def test_rules_are_named_only_if_the_preset_is_exactly_these():
    qq = load_rules("qq")
    assert name_rules(qq) == "qq"
    for changed in (
        qq.replace({"values.pig": -90}),
        qq.replace({"values.pig": -90, "name": "qq"}),
        qq.replace({"name": "mine"}),
    ):
        table = name_rules(changed)
        assert isinstance(table, dict)
        assert find_rules({"rules": table}).rules == changed


def read(path) -> list[str]:
    return path.read_text().splitlines()


def without_time(result) -> dict:
    document = result.to_dict()
    del document["seconds"], document["deals_per_second"]
    return document


def test_simulating_with_records_changes_nothing(tmp_path):
    path = tmp_path / "games.jsonl"
    plain = simulate("pagat", ["folk"], deals=700, seed=5)
    kept = simulate("pagat", ["folk"], deals=700, seed=5, records=path, threads=2)
    assert without_time(kept) == without_time(plain)
    with path.open("rb") as stream:
        results = list(score_records(stream))
    assert len(results) == 700
    assert all(result["complete"] for result in results)
    assert sum(result["raw"]["W"] for result in results) / 700 == pytest.approx(
        plain.seats["W"].raw.mean
    )
    assert all(len(json.loads(line)["tricks"]) == 13 for line in read(path))
    assert [each.name for each in tmp_path.iterdir()] == ["games.jsonl"]
    assert stat.S_IMODE(path.stat().st_mode) == 0o666 & ~_umask()


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask


def test_after_ctrl_c_the_finished_games_are_kept(tmp_path):
    for keep_partial in (True, False):
        path = tmp_path / f"{keep_partial}.jsonl"
        played = []

        def stop(n: int, played=played) -> None:
            played.append(n)
            if sum(played) > 100:
                raise KeyboardInterrupt

        def run(path=path, stop=stop, keep_partial=keep_partial):
            return simulate(
                "qq",
                ["random"],
                deals=10**7,
                seed=1,
                records=path,
                progress=stop,
                keep_partial=keep_partial,
            )

        if keep_partial:
            assert run().deals == sum(played)
        else:
            with pytest.raises(KeyboardInterrupt):
                run()
        assert len(read(path)) == sum(played)
        with path.open("rb") as stream:
            assert all(result["complete"] for result in score_records(stream))
    assert len(list(tmp_path.iterdir())) == 2


def test_ctrl_c_in_the_middle_of_writing_leaves_whole_lines(tmp_path):
    path = tmp_path / "games.jsonl"
    with pytest.raises(KeyboardInterrupt), RecordFile(path) as file:
        file.keep(file.write(b"{}\n"))
        file.write(b'{"ru')
        raise KeyboardInterrupt
    assert read(path) == ["{}"]


def test_an_error_leaves_what_was_there(tmp_path):
    path = tmp_path / "games.jsonl"
    path.write_text("before\n")
    with pytest.raises(ValueError, match="broken"), RecordFile(path) as file:
        file.keep(file.write(b"{}\n"))
        raise ValueError("broken")
    assert read(path) == ["before"]
    with RecordFile(path) as file:
        file.keep(file.write(b"{}\n"))
        assert read(path) == ["before"]
    assert read(path) == ["{}"]
    assert len(list(tmp_path.iterdir())) == 1


def test_where_nothing_can_be_written_nothing_is_played(tmp_path, monkeypatch):
    def play(*_, **__):
        raise AssertionError("a deal was played")

    monkeypatch.setattr("gongzhu_sim.engine.batch.play_deals", play)
    (tmp_path / "file").write_text("")
    for path in (tmp_path, tmp_path / "no" / "folder.jsonl", tmp_path / "file" / "x.jsonl"):
        with pytest.raises(InputError, match="cannot write records to"):
            simulation.simulate("qq", ["random"], deals=10, seed=1, records=path)
    assert [each.name for each in tmp_path.iterdir()] == ["file"]
