"""The notebooks: source and notebook agree, and they run on a small study."""

from pathlib import Path

import jupytext
import nbformat
import pytest
from nbclient import NotebookClient

from gongzhu_sim.report import build_report, write_report
from gongzhu_sim.studies import load_plan, run_study

NOTEBOOKS = Path(__file__).parents[2] / "notebooks"
SOURCES = sorted(NOTEBOOKS.glob("*.py"))


@pytest.mark.parametrize("source", SOURCES, ids=lambda path: path.stem)
def test_source_and_notebook_agree(source):
    written = nbformat.read(source.with_suffix(".ipynb"), as_version=4)
    made = jupytext.read(source)
    assert [(cell.cell_type, cell.source) for cell in written.cells] == [
        (cell.cell_type, cell.source) for cell in made.cells
    ]
    assert all(cell.get("outputs", []) == [] for cell in written.cells)


def test_every_notebook_has_its_source():
    assert {path.stem for path in NOTEBOOKS.glob("*.ipynb")} == {path.stem for path in SOURCES}


@pytest.fixture(scope="module")
def small_study(tmp_path_factory) -> Path:
    folder = tmp_path_factory.mktemp("study")
    plan = load_plan(
        {
            "name": "small",
            "seed": 1,
            "deals": 3000,
            "rules": ["qq", "pagat"],
            "players": ["random", "random:chance=0.1"],
            "tables": ["declaring", "shoots", "positions"],
        }
    )
    write_report(build_report(plan, run_study(plan, folder)), folder)
    return folder


def test_the_first_look_runs_on_a_small_study(small_study, monkeypatch):
    monkeypatch.setenv("GONGZHU_STUDY", str(small_study))
    notebook = nbformat.read(NOTEBOOKS / "01_first_look.ipynb", as_version=4)
    client = NotebookClient(notebook, timeout=300, resources={"metadata": {"path": str(NOTEBOOKS)}})
    client.execute()
    outputs = [out for cell in notebook.cells for out in cell.get("outputs", [])]
    pictures = [out for out in outputs if "image/png" in out.get("data", {})]
    assert len(pictures) == 5
    printed = "".join(out.text for out in outputs if out.output_type == "stream")
    assert "3,000 deals a cell, seed 1" in printed
