"""``gongzhu tournament``."""

import json
from contextlib import contextmanager

import pytest

from gongzhu_sim.cli.main import main

PLAYERS = ("folk", "random", "random:chance=1")


def printed(capsys, *args: str) -> str:
    assert main(["tournament", *args]) == 0
    captured = capsys.readouterr()
    assert captured.err == ""
    return captured.out


@pytest.mark.parametrize(("seats", "meetings"), [("sides", 3), ("one", 6)])
def test_the_document(capsys, seats, meetings):
    args = (*PLAYERS, "--deals", "100", "--seed", "2", "--seats", seats, "--json")
    document = json.loads(printed(capsys, *args))
    assert list(document) == [
        "players",
        "rules",
        "deals",
        "seed",
        "seats",
        "seconds",
        "meetings",
        "ratings",
    ]
    assert document["players"] == [*PLAYERS]
    assert (document["deals"], document["seed"], document["seats"]) == (100, 2, seats)
    assert len(document["meetings"]) == meetings
    assert list(document["meetings"][0]) == [
        "a",
        "b",
        "mean",
        "se",
        "sd",
        "low",
        "high",
        "wins",
        "draws",
        "losses",
        "variance_reduction",
        "beyond_ratings",
    ]
    best = document["ratings"][0]
    assert list(best) == ["player", "mean", "se", "sd", "low", "high", "over_next"]
    assert best["player"] == "folk"
    assert document["ratings"][-1]["over_next"] is None


def test_the_tables(capsys, monkeypatch):
    monkeypatch.setenv("COLUMNS", "80")
    out = printed(capsys, *PLAYERS, "--deals", "200")
    assert "3 duels on 200 deals, each played twice" in out
    for text in ("Rating", "1 folk", "over the next", "Row over column", "Variance reduction", "±"):
        assert text in out
    assert max(map(len, out.splitlines()[:-2])) <= 80


@pytest.mark.parametrize("width", [80, 120])
def test_a_wide_matrix_is_printed_in_parts_and_loses_no_digit(capsys, monkeypatch, width):
    monkeypatch.setenv("COLUMNS", str(width))
    players = ["folk", *(f"random:chance=0.{n}" for n in range(1, 9))]
    out = printed(capsys, *players, "--deals", "40")
    matrix = out.partition("Row over column")[2].partition("Variance reduction")[0]
    assert matrix.count(" ± ") == 1 + 9 * 8 + matrix.count("Row over column")
    assert max(map(len, matrix.splitlines())) <= width


def test_two_players(capsys):
    out = printed(capsys, "folk", "random", "--deals", "50")
    assert "1 duel on 50 deals" in out
    assert "Farthest" not in out  # one number is always explained


@pytest.mark.parametrize(
    ("args", "hint"),
    [
        ([], "PLAYER"),
        (["folk"], "two players or more"),
        (["folk", "folk"], "'folk' stands twice"),
        (["folk", "rnadom"], "'random'"),
        (["folk", "random", "--deals", "0"], "'--deals'"),
        (["folk", "random", "--seats", "soles"], "sides"),
        (["folk", "random", "--deals-file", "no/such/file"], "no such file"),
    ],
)
def test_a_wrong_command_line_is_one_line_and_status_2(args, hint, capsys):
    assert main(["tournament", *args]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.count("\n") == 1
    assert hint in captured.err


def test_a_bad_file_of_deals_is_status_1(capsys, tmp_path):
    file = tmp_path / "deals.jsonl"
    file.write_text('{"hands": {}}\n', encoding="utf-8")
    assert main(["tournament", "folk", "random", "--deals-file", str(file)]) == 1
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err == f"gongzhu: {file}: line 1: hands: seat N is missing\n"


def test_ctrl_c_prints_what_was_finished(capsys, monkeypatch):
    @contextmanager
    def interrupting(total, description):
        def advance(deals):
            raise KeyboardInterrupt

        yield advance

    monkeypatch.setattr("gongzhu_sim.cli.interrupt.progress", interrupting)
    assert main(["tournament", *PLAYERS, "--deals", "1000000", "--json"]) == 130
    captured = capsys.readouterr()
    deals = json.loads(captured.out)["deals"]
    assert 1 <= deals < 1_000_000
    assert captured.err == (
        f"gongzhu: interrupted: this is what {deals:,} of 1,000,000 deals gave\n"
    )
