"""``gongzhu ladder``, with cheap players."""

import json
from itertools import combinations

import pytest

from gongzhu_sim.analysis.ladder import plan
from gongzhu_sim.analysis.ladder.cells import DeclaringCell, MeetingCell
from gongzhu_sim.analysis.ladder.plan import CURVE, LIST, MATRIX, Part
from gongzhu_sim.cli.main import main

PLAYERS = ("random", "plain", "folk")


def _sides() -> Part:
    cells = {
        (a, b): MeetingCell("scrofazero", "sides", a, b, 100)
        for a, b in combinations(reversed(PLAYERS), 2)
    }
    extra = {("never", "random"): MeetingCell("scrofazero", "sides", "low", "random", 100)}
    return Part("sides", MATRIX, "Two against two", "About it.", cells, extra, PLAYERS)


def _worlds() -> Part:
    cells = {
        ("expert", str(n)): MeetingCell("scrofazero", "sides", a, "random", 100)
        for n, a in ((8, "cautious"), (16, "hunter"))
    }
    return Part("worlds", CURVE, "Worlds", "About it.", cells, {})


def _declaring() -> Part:
    cells = {("one", "qq"): DeclaringCell("qq", "one", "folk", ("never",), 100)}
    return Part("declaring", LIST, "Declaring", "About it.", cells, {})


def _responses() -> Part:
    cells = {("x", "y"): MeetingCell("qq", "one", "folk", "plain", 10**9, seconds=0.05)}
    return Part("responses", LIST, "Responses", "About it.", cells, {})


@pytest.fixture(autouse=True)
def cheap(monkeypatch):
    small = {
        "sides": _sides,
        "worlds": _worlds,
        "responses": _responses,
        "declaring": _declaring,
    }
    monkeypatch.setattr(plan, "_BUILDERS", small)
    monkeypatch.setattr(plan, "PARTS", tuple(small))


def test_tables_figures_page_and_manifest(tmp_path, capsys):
    out = tmp_path / "out"
    assert main(["ladder", "--out", str(out), "--threads", "1", "--seed", "7"]) == 0
    printed, told = capsys.readouterr()
    assert "About" in printed and "of play on 1 thread" in printed
    assert told.count("left in all") == 4 + 2 + 1 + 1
    manifest = json.loads((out / "manifest.json").read_text(encoding="utf-8"))
    assert set(manifest["rules"]) == {"scrofazero", "qq"}
    assert manifest["rules"]["qq"]["values"]["pig"] == -100
    assert (manifest["seed"], manifest["scale"], manifest["threads"]) == (7, 1.0, 1)
    assert manifest["machine"]["cores"] >= 1
    assert len(manifest["cells"]) == 8
    for name in (
        *(f"tables/{name}.csv" for name in ("sides", "sides-ratings", "worlds", "declaring")),
        *(f"figures/{name}.png" for name in ("sides", "worlds", "declaring", "responses")),
        "tables/worlds-differences.csv",
        "ladder.md",
    ):
        assert (out / name).is_file()
        assert name in manifest["files"]
    page = (out / "ladder.md").read_text(encoding="utf-8")
    assert "| `folk` |  | +" in page
    assert "Beside the matrix: `low` over `random`" in page
    assert "never play significantly worse" in page
    assert "instead of" in page


def test_a_part_at_a_time_and_a_scale(tmp_path, capsys):
    out = str(tmp_path)
    assert main(["ladder", "--part", "sides", "--scale", "0.1", "--out", out, "--json"]) == 0
    document = json.loads(capsys.readouterr().out)
    assert document["parts"] == ["sides"]
    csv = (tmp_path / "tables" / "sides.csv").read_text(encoding="utf-8")
    assert csv.splitlines()[0].startswith("rules,seats,a,b,player_a,player_b,mean,se")
    assert all(",10," in line for line in csv.splitlines()[1:])
    assert main(["ladder", "--part", "worlds", "--scale", "0.1", "--out", out]) == 0
    assert "Too few deals to say" in (tmp_path / "ladder.md").read_text(encoding="utf-8")
    assert (tmp_path / "tables" / "sides.csv").read_text(encoding="utf-8") == csv


def test_a_dry_run_plays_nothing(tmp_path, capsys):
    assert main(["ladder", "--dry-run", "--out", str(tmp_path)]) == 0
    assert "declaring" in capsys.readouterr().out
    assert not list(tmp_path.glob("cells/*.npz"))
    assert json.loads((tmp_path / "manifest.json").read_text(encoding="utf-8"))["cells"] == []


def test_ctrl_c_keeps_what_is_finished(tmp_path, capsys, monkeypatch):
    from gongzhu_sim.analysis.ladder import running

    play, calls = running.play_lanes, []

    def stop(*args, **options):
        calls.append(1)
        if len(calls) > 3:
            raise KeyboardInterrupt
        return play(*args, **options)

    monkeypatch.setattr(running, "play_lanes", stop)
    assert main(["ladder", "--part", "sides", "--out", str(tmp_path)]) == 130
    assert "the same command goes on" in capsys.readouterr().err
    kept = (tmp_path / "tables" / "sides.csv").read_text(encoding="utf-8")
    assert len(kept.splitlines()) == 2
    monkeypatch.setattr(running, "play_lanes", play)
    assert main(["ladder", "--part", "sides", "--out", str(tmp_path)]) == 0
    kept = (tmp_path / "tables" / "sides.csv").read_text(encoding="utf-8")
    assert len(kept.splitlines()) == 5


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (["--part", "sidse"], "did you mean 'sides'"),
        (["--scale", "0"], "scale 0 is not a number above 0"),
    ],
)
def test_what_is_refused(args, message, tmp_path, capsys):
    assert main(["ladder", "--out", str(tmp_path), *args]) == 2
    assert message in capsys.readouterr().err
