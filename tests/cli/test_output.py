"""What commands print where."""

import io
import json

import numpy as np
import pytest

from gongzhu_sim.cli import output


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_json_is_plain(capsys):
    output.print_json(
        {"n": np.int64(3), "se": float("nan"), "rows": np.arange(2), "t": (1.5, "拱")}
    )
    assert json.loads(capsys.readouterr().out) == {
        "n": 3,
        "se": None,
        "rows": [0, 1],
        "t": [1.5, "拱"],
    }


def test_a_table_is_not_wrapped_when_it_goes_to_a_file(capsys, monkeypatch):
    monkeypatch.delenv("COLUMNS", raising=False)
    output.print_table(("name", "mean"), [("x" * 90, "1.25"), ("[y]", -3)], text=("name",))
    out = capsys.readouterr().out
    assert "x" * 90 in out
    assert "[y]" in out


def test_a_narrow_terminal_cuts_only_what_may_be_cut(capsys, monkeypatch):
    monkeypatch.setenv("COLUMNS", "40")
    columns, rows = ("name", "mean", "title"), [("folk", "-1234.56", "long " * 20)]
    output.print_table(columns, rows, text=("name", "title"), cut=("title",))
    lines = [line for line in capsys.readouterr().out.splitlines() if "folk" in line]
    assert len(lines) == 1
    assert "-1234.56" in lines[0]
    assert lines[0].rstrip().endswith("…")
    assert len(lines[0]) <= 40


def test_numbers_are_never_cut(capsys, monkeypatch):
    monkeypatch.setenv("COLUMNS", "30")
    output.print_table(("seat", *"abcdef"), [("N", *["-1234.56"] * 6)], text=("seat",))
    assert capsys.readouterr().out.count("-1234.56") == 6


def test_warnings_and_errors_go_to_stderr(capsys):
    output.warn("no font")
    output.complain("no such deal")
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err == "gongzhu: warning: no font\ngongzhu: no such deal\n"


@pytest.mark.parametrize("stream", [io.StringIO, Terminal])
def test_quick_work_shows_no_bar(stream, monkeypatch):
    monkeypatch.setattr("sys.stderr", shown := stream())
    with output.progress(10, "dealing") as advance:
        advance(10)
    assert shown.getvalue() == ""


def test_long_work_shows_a_bar_on_a_terminal(monkeypatch):
    monkeypatch.setattr("sys.stderr", shown := Terminal())
    bar = output._LateBar(10, "dealing")
    bar.advance(4)
    bar._start()  # what the timer does
    bar.advance(3)
    bar.stop()
    assert "dealing" in shown.getvalue()
    assert "7/10" in shown.getvalue()
