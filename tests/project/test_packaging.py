"""The wheel holds what the package needs at run time."""

import re
import subprocess
import sys
import tomllib
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "gongzhu_sim"


@pytest.fixture(scope="module")
def wheel(tmp_path_factory) -> zipfile.ZipFile:
    folder = tmp_path_factory.mktemp("wheel")
    subprocess.run(
        [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", folder, ROOT],
        check=True,
        capture_output=True,
    )
    (built,) = folder.glob("*.whl")
    return zipfile.ZipFile(built)


def test_the_wheel_holds_presets_and_typing_marker(wheel):
    presets = {f"gongzhu_sim/rules/presets/{p.name}" for p in PACKAGE.glob("rules/presets/*.toml")}
    assert "gongzhu_sim/rules/presets/qq.toml" in presets
    assert presets | {"gongzhu_sim/py.typed"} <= set(wheel.namelist())


def test_the_wheel_holds_the_learned_weights_and_their_cards(wheel):
    weights = PACKAGE / "strategies" / "weights"
    shipped = {f"gongzhu_sim/strategies/weights/{file.name}" for file in weights.iterdir()}
    assert "gongzhu_sim/strategies/weights/sides.npz" in shipped
    assert shipped <= set(wheel.namelist())


def test_the_wheel_holds_every_module_and_nothing_else(wheel):
    modules = {p.relative_to(ROOT).as_posix() for p in PACKAGE.rglob("*.py")}
    packed = set(wheel.namelist())
    assert modules <= packed
    assert {name.split("/")[0] for name in packed if ".dist-info/" not in name} == {"gongzhu_sim"}


def test_the_version_is_written_once(wheel):
    from gongzhu_sim import __version__

    assert f"gongzhu_sim-{__version__}-" in Path(wheel.filename or "").name


def test_constraints_are_plain_and_cover_the_dependencies():
    lines = (ROOT / "constraints.txt").read_text().splitlines()
    assert all(re.fullmatch(r"[A-Za-z0-9._-]+==[A-Za-z0-9.!+]+", line) for line in lines)
    pinned = {_normal(line.partition("==")[0]) for line in lines}
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    asked = project["dependencies"] + project["optional-dependencies"]["dev"]
    assert {_normal(re.match(r"[\w.-]+", each)[0]) for each in asked} <= pinned  # pyright: ignore


def _normal(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()
