"""``gongzhu match``."""

import json
from contextlib import contextmanager

import pytest

from gongzhu_sim.cli.main import main

RATE = {"count", "rate", "low", "high"}
MEAN = {"mean", "se", "sd", "low", "high"}


def printed(capsys, *args: str) -> str:
    assert main(["match", "--players", "random", *args]) == 0
    captured = capsys.readouterr()
    assert captured.err == ""
    return captured.out


def test_the_document(capsys):
    document = json.loads(printed(capsys, "--matches", "300", "--seed", "2", "--json"))
    assert list(document) == [
        "rules",
        "players",
        "matches",
        "deals",
        "seed",
        "seconds",
        "matches_per_second",
        "length",
        "pigs",
        "lead_changes",
        "leader_changes",
        "totals",
        "settled",
        "sides",
        "looks",
    ]
    assert (document["rules"], document["players"]) == ("qq", ["random"] * 4)
    assert (document["matches"], document["seed"], document["sides"]) == (300, 2, None)
    assert set(document["length"]) == MEAN | {"counts"}
    assert sum(document["length"]["counts"].values()) == 300
    pigs = document["pigs"]
    assert list(pigs) == ["seats", "positions", "last_positions", "players", "shared"]
    assert list(pigs["seats"]) == ["N", "W", "S", "E"]
    assert list(pigs["positions"]) == list(pigs["last_positions"]) == ["0", "1", "2", "3"]
    assert set(pigs["seats"]["N"]) == set(pigs["shared"]) == RATE
    assert set(pigs["players"]["random"]) == set(document["totals"]["N"]) == MEAN
    look = document["looks"][0]
    assert list(look) == ["deals", "low", "high", "pig"]
    assert set(look["pig"]) == RATE | {"n", "units", "se"}


def test_the_tables(capsys):
    out = printed(capsys, "--matches", "1500", "--seed", "7")
    assert "rules qq, four random, seed 7" in out
    assert "1,500 matches, " in out
    for text in (
        "Length of a match",
        "changes of who is ahead",
        "seat N",
        "position 0 (leads), first deal",
        "position 3 (last), last deal",
        "shared by equal totals",
        "given one's total so far",
        "-1000 to -901",
        "20+",
    ):
        assert text in out
    for text in ("Sides", "Awards", "Chance of a seat with this player"):
        assert text not in out


def test_players_are_told_apart(capsys):
    out = printed(capsys, "--matches", "50", "--players", "folk,random,folk,random")
    assert "Chance of a seat with this player" in out


def test_a_scientific_match(capsys):
    out = printed(capsys, "--matches", "200", "--rules", "scientific")
    for text in ("NS wins", "WE losses", "WE ties", "NS awards", "WE points for awards"):
        assert text in out
    document = json.loads(printed(capsys, "--matches", "50", "--rules", "scientific", "--json"))
    assert list(document["sides"]) == ["NS", "WE"]
    assert list(document["sides"]["NS"]) == ["wins", "losses", "ties", "awards", "award_points"]


def test_sides_without_awards(capsys):
    out = printed(capsys, "--matches", "50", "--rules", "qq-partners")
    assert "NS wins" in out
    assert "awards" not in out


def test_a_fixed_number_of_deals(capsys):
    out = printed(capsys, "--matches", "20", "--set", "match.deals=1")
    assert "20 matches, 20 deals" in out
    assert "total so far" not in out
    document = json.loads(printed(capsys, "--matches", "1", "--set", "match.deals=3", "--json"))
    assert document["length"]["counts"] == {"3": 1}
    assert document["length"]["se"] is None


def test_long_matches_are_put_together(capsys):
    out = printed(capsys, "--matches", "300", "--set", "match.lose_at=-10000")
    assert "more" in out


@pytest.mark.parametrize(
    ("args", "hint"),
    [
        (["--matches", "0"], "'--matches'"),
        (["--seed", "-1"], "'--seed'"),
        (["--threads", "0"], "'--threads'"),
        (["--rules", "pagta"], "'pagat'"),
        (["--players", "rnadom"], "'random'"),
        (["--set", "match.lose=-100"], "match."),
        (["--deals", "5"], "'--deals'"),
    ],
)
def test_a_wrong_command_line_is_one_line_and_status_2(args, hint, capsys):
    assert main(["match", "--players", "random", "--matches", "10", *args]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.startswith("gongzhu: ")
    assert captured.err.count("\n") == 1
    assert hint in captured.err


def test_a_match_without_an_end_is_one_line(capsys):
    changes = ["--set", "match.lose_at=none", "--set", "match.win_at=1000000"]
    assert main(["match", "--players", "random", *changes]) == 1
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.startswith("gongzhu: match 0 (seed 1) did not end in 10,000 deals")
    assert captured.err.count("\n") == 1


def test_ctrl_c_prints_what_was_finished(capsys, monkeypatch):
    @contextmanager
    def interrupting(total, description):
        def advance(matches):
            raise KeyboardInterrupt

        yield advance

    monkeypatch.setattr("gongzhu_sim.cli.interrupt.progress", interrupting)
    assert main(["match", "--players", "random", "--matches", "1000000", "--json"]) == 130
    captured = capsys.readouterr()
    matches = json.loads(captured.out)["matches"]
    assert 1 <= matches < 1_000_000
    assert captured.err == (
        f"gongzhu: interrupted: this is what {matches:,} of 1,000,000 matches gave\n"
    )
