"""Imports go one way, and the top level stays light."""

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import gongzhu_sim
from gongzhu_sim.cli.main import commands

PACKAGE = Path(gongzhu_sim.__file__).parent
LAYERS = (
    ("_version", "errors"),
    ("cards",),
    ("rules",),
    ("engine",),
    ("strategies",),
    ("records",),
    ("studies",),
    ("analysis",),
    ("figures",),
    ("report",),
    ("cli",),
    ("__init__", "__main__"),
)
RANK = {name: rank for rank, names in enumerate(LAYERS) for name in names}
HEAVY = ("numba", "numpy", "pydantic", "polars", "pyarrow", "matplotlib", "scipy")


def layer_of(module: str) -> str:
    """Return the layer that a dotted module of the package belongs to."""
    _, _, inside = module.partition(".")
    return inside.partition(".")[0] or "__init__"


def imported(path: Path) -> Iterator[tuple[int, str]]:
    """Yield line and name of every import of the package in a file, inside functions too."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}:{node.lineno}: relative import"
            names = [node.module or ""]
            if node.module == "gongzhu_sim":
                names = [f"gongzhu_sim.{alias.name}" for alias in node.names]
        else:
            continue
        yield from (
            (node.lineno, name) for name in names if name.partition(".")[0] == "gongzhu_sim"
        )


def test_every_module_belongs_to_a_layer():
    tops = {p.stem for p in PACKAGE.glob("*.py")} | {p.parent.name for p in PACKAGE.glob("*/*.py")}
    assert tops <= RANK.keys()


def test_imports_go_one_way():
    wrong = []
    for path in sorted(PACKAGE.rglob("*.py")):
        inside = path.relative_to(PACKAGE)
        layer = inside.parts[0].removesuffix(".py")
        for line, name in imported(path):
            if RANK[layer_of(name)] > RANK[layer]:
                wrong.append(f"{inside}:{line}: {layer} imports {name}")
    assert wrong == []


@pytest.mark.parametrize(
    ("code", "allowed"),
    [
        ("import gongzhu_sim; dir(gongzhu_sim)", set()),
        ("from gongzhu_sim.cli.main import main; assert main(['--help']) == 0", set()),
        (
            # one process for all: what any of them loads is found
            "from gongzhu_sim.cli.main import main; "
            f"assert not any(main([name, '--help']) for name in {commands()!r})",
            {"pydantic"},  # typer itself reads a command's options with it
        ),
    ],
    ids=["import", "help", "commands"],
)
def test_the_top_level_is_lazy(code, allowed):
    code += f"; import sys; print('loaded:', *[m for m in {HEAVY} if m in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert set(done.stdout.rpartition("loaded:")[2].split()) <= allowed


@pytest.mark.parametrize("name", gongzhu_sim.__all__)
def test_every_top_level_name_is_there(name):
    assert name in dir(gongzhu_sim)
    assert getattr(gongzhu_sim, name) is not None


def test_an_unknown_top_level_name_is_an_attribute_error():
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        _ = gongzhu_sim.nothing  # pyright: ignore[reportAttributeAccessIssue]
