"""The report of a study: complete, self-contained, and the same bytes again."""

import json
import re
import shutil

import polars as pl
import pytest
from polars.testing import assert_frame_equal

from gongzhu_sim.errors import InputError
from gongzhu_sim.report import build_report, write_report
from gongzhu_sim.report.html import render_page
from gongzhu_sim.rules import load_rules, preset_names
from gongzhu_sim.studies import load_plan, run_study

PLAN = {
    "name": "small",
    "title": "A <small> study",
    "description": "What happens?",
    "seed": 7,
    "deals": 500,
    "rules": ["qq", "pagat"],
    "players": ["random", "random:chance=0.1"],
    "tables": ["declaring", "shoots", "positions"],
}
TABLES = ("declaring", "declaring_by_card", "shoots", "positions")
FIGURES = ("declared_value", "locked_share", "shoots", "positions")


def contents(folder) -> dict[str, bytes]:
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in folder.rglob("*")
        if path.is_file() and "chunks" not in path.parts
    }


@pytest.fixture(scope="module")
def written(tmp_path_factory):
    folder = tmp_path_factory.mktemp("study")
    plan = load_plan(PLAN)
    write_report(build_report(plan, run_study(plan, folder)), folder)
    return folder


@pytest.fixture(scope="module")
def page(written) -> str:
    return (written / "report.html").read_text(encoding="utf-8")


def test_everything_is_there(written):
    expected = {"report.html", "manifest.json"}
    expected |= {f"tables/{name}.{kind}" for name in TABLES for kind in ("parquet", "csv")}
    expected |= {f"figures/{name}.{kind}" for name in FIGURES for kind in ("png", "svg")}
    assert set(contents(written)) == expected


def test_parquet_and_csv_agree(written):
    for name in TABLES:
        frame = pl.read_parquet(written / "tables" / f"{name}.parquet")
        text = pl.read_csv(written / "tables" / f"{name}.csv", schema=frame.schema)
        assert_frame_equal(text, frame, rel_tol=1e-12)
        assert frame.height > 0


def test_the_manifest_is_enough_to_run_it_again(written, tmp_path):
    manifest = json.loads((written / "manifest.json").read_text(encoding="utf-8"))
    fields = ("name", "title", "description", "seed", "first", "deals", "rules", "players")
    plan = load_plan({key: manifest[key] for key in (*fields, "tables")})
    assert plan == load_plan(PLAN)
    assert set(manifest["files"]) == set(contents(written)) - {"manifest.json"}
    assert set(manifest["versions"]) == {"gongzhu_sim", "sources", "python", "numba"}


def test_a_rerun_is_byte_identical(written, tmp_path):
    plan = load_plan(PLAN)
    write_report(build_report(plan, run_study(plan, tmp_path, threads=2)), tmp_path)
    assert contents(tmp_path) == contents(written)


def test_the_page_needs_no_network(page):
    assert "<script" not in page
    links = re.findall(r"(?:src|href)=\"([^\"]*)\"", page)
    assert links
    assert all(link.startswith(("#", "data:image/svg+xml;base64,")) for link in links)
    assert not re.search(r"url\(|@import", page)
    assert page.count("<img ") == len(FIGURES)


def test_the_page_says_what_was_asked_and_how(page):
    assert "A &lt;small&gt; study" in page
    for words in ("What happens?", "500 for each rule set", "random:chance=0.1", "Caveats"):
        assert words in page
    assert page.count("forced_last") == 2  # both rule sets in full
    assert "uniformly random legal card" in page  # what the strategy does


def test_the_page_shows_every_row(page, written):
    for name in ("declaring", "declaring_by_card", "shoots"):
        frame = pl.read_parquet(written / "tables" / f"{name}.parquet")
        assert frame.height > 0
    n_rows = sum(
        pl.read_parquet(written / "tables" / f"{name}.parquet").height for name in TABLES[:3]
    )
    assert page.count("<tr") - 4 == n_rows + 2 * 2 * 3  # 4 headings; positions are spread out


def test_files_of_an_earlier_report_go_and_others_stay(written, tmp_path):
    plan = load_plan(PLAN)
    shutil.copytree(written, tmp_path, dirs_exist_ok=True)
    tables = run_study(plan, tmp_path)  # nothing is left to play
    (tmp_path / "tables" / "mine.csv").write_text("kept")
    write_report(build_report(plan, {"shoots": tables["shoots"]}), tmp_path)
    assert set(contents(tmp_path)) == {
        "report.html",
        "manifest.json",
        "tables/mine.csv",
        *(f"tables/shoots.{kind}" for kind in ("parquet", "csv")),
        *(f"figures/shoots.{kind}" for kind in ("png", "svg")),
    }


def test_a_report_is_written_whole_or_not_at_all(written, tmp_path):
    plan = load_plan(PLAN)
    report = build_report(plan, {"shoots": run_study(plan, written)["shoots"]})
    (tmp_path / "figures").write_text("in the way of the folder")
    with pytest.raises(InputError, match="cannot be written"):
        write_report(report, tmp_path)
    assert set(contents(tmp_path)) == {"figures"}


def test_rules_without_declaring_are_named_as_left_out(tmp_path):
    plan = load_plan(PLAN | {"rules": ["qq", "scrofazero"], "tables": ["declaring"]})
    report = build_report(plan, run_study(plan, tmp_path))
    page = render_page(plan, report.sections.values(), dict.fromkeys(FIGURES, b"")).decode()
    assert "Under scrofazero no seat of one deck chooses what it declares" in page
    assert set(report.frames()["declaring"]["rules"]) == {"qq"}


def test_many_rule_sets_stand_side_by_side(tmp_path):
    changes = {"rules": preset_names(), "players": ["random"], "deals": 40, "matches": 5}
    plan = load_plan(PLAN | changes | {"tables": ["scores", "shoots", "positions", "matches"]})
    report = build_report(plan, run_study(plan, tmp_path))
    assert list(report.sections) == ["comparison", *plan.tables]
    comparison = report.frames()["comparison"]
    assert comparison["rules"].to_list() == preset_names()
    assert comparison["matches"].to_list() == [5] * len(preset_names())
    write_report(report, tmp_path)
    assert json.loads((tmp_path / "manifest.json").read_text())["matches"] == 5
    page = (tmp_path / "report.html").read_text(encoding="utf-8")
    for words in ("Side by side", "5 for each rule set", "of the same number of decks"):
        assert words in page
    assert "Values of declaring are passive" not in page


def test_a_study_without_matches_does_not_speak_of_them(written, page):
    assert "matches" not in json.loads((written / "manifest.json").read_text(encoding="utf-8"))
    assert "<dt>Matches</dt>" not in page


def test_matches_without_an_end_are_told(tmp_path):
    changes = {"match.lose_at": "none", "match.win_at": 10**6}
    endless = load_rules("qq", changes=changes).replace({"name": "endless"})
    plan = load_plan(PLAN | {"rules": [endless], "tables": ["matches"], "matches": 2})
    section = build_report(plan, run_study(plan, tmp_path)).sections["matches"]
    assert "Under endless some matches were broken off after 1,000 deals" in section.text[-1]
    assert section.tables[0].rows[0][2] == "–"
