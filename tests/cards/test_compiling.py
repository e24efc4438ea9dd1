"""Compiled code: kept as long as the sources stay the same, and what is said meanwhile."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import gongzhu_sim
from gongzhu_sim.cards.compiling import NOTICE, inner_kernel, kernel

PACKAGE = Path(gongzhu_sim.__file__).parent
SAID = f"gongzhu: {NOTICE}\n"

# `deal_hands` compiles kernels of three files; without its wait the notice comes at once.
DEAL = """
from gongzhu_sim.cards import compiling
from gongzhu_sim.cards.dealing import deal_hands
from gongzhu_sim.cli.output import show_notices
compiling._SECONDS_BEFORE_NOTICE = 0
{show}
print(compiling.prepare_cache().name, deal_hands(3, seed=1).tolist())
"""

# In place of the n-th card of those that may be dealt, always the lowest.
CHANGE = """

def _lowest(mask, n):
    return mask & (~mask + _ONE)


nth_bit = kernel(_lowest)
"""


@pytest.fixture
def start(tmp_path):
    """Run a program in a new process, with the package copied and a cache of its own."""
    shutil.copytree(PACKAGE, tmp_path / "gongzhu_sim", ignore=shutil.ignore_patterns("__pycache__"))
    cache = tmp_path / "cache"
    settings = {"PYTHONPATH": str(tmp_path), "NUMBA_CACHE_DIR": str(cache)}

    def run(*args: str) -> subprocess.CompletedProcess[str]:
        done = subprocess.run(
            [sys.executable, *args],
            cwd=tmp_path,
            env=os.environ | settings,
            capture_output=True,
            text=True,
        )
        assert done.returncode == 0, done.stderr
        return done

    return run


def compiled_files(folder: Path) -> dict[Path, int]:
    """Return the files of compiled code with the times they were written."""
    return {path: path.stat().st_mtime_ns for path in folder.glob("cache/*/**/*.nbc")}


def test_code_is_kept_until_a_callee_in_another_file_changes(start, tmp_path):
    silent, program = DEAL.format(show=""), DEAL.format(show="show_notices()")
    cold = start("-c", silent)
    assert cold.stderr == ""  # the library says nothing unless it is asked to
    files = compiled_files(tmp_path)
    assert files

    warm = start("-c", program)
    assert (warm.stdout, warm.stderr) == (cold.stdout, "")
    assert compiled_files(tmp_path) == files

    bits = tmp_path / "gongzhu_sim" / "cards" / "bits.py"
    before = bits.read_text(encoding="utf-8")
    bits.write_text(before + CHANGE, encoding="utf-8")
    changed = start("-c", program)
    assert changed.stderr == SAID
    assert changed.stdout.split()[0] != cold.stdout.split()[0]
    assert changed.stdout.split()[1:] != cold.stdout.split()[1:]

    bits.write_text(before, encoding="utf-8")
    back = start("-c", program)
    assert (back.stdout, back.stderr) == (cold.stdout, "")


def test_old_folders_of_compiled_code_are_pruned(start, tmp_path):
    cache = tmp_path / "cache"
    for age in range(6):
        folder = cache / f"kernels-{age}"
        folder.mkdir(parents=True)
        (folder / "file.nbc").touch()
        os.utime(folder, (1_000_000 - age, 1_000_000 - age))
    (cache / "of_others").mkdir()
    program = "from gongzhu_sim.cards.compiling import prepare_cache as p; print(p().name)"
    used = start("-c", program).stdout.strip()
    kept = {"kernels-0", "kernels-1", "kernels-2", "of_others", used}
    assert {path.name for path in cache.iterdir()} == kept


def test_a_cache_that_cannot_be_written_does_not_matter(start, tmp_path):
    (tmp_path / "cache").touch()  # a file where the folder would be
    program = "import gongzhu_sim.cards.bits, gongzhu_sim.rules; print('imported')"
    assert start("-c", program).stdout == "imported\n"


@pytest.mark.long
def test_a_command_says_once_that_it_compiles(start):
    command = ("-m", "gongzhu_sim", "simulate", "--deals", "50", "--players", "folk", "--json")
    cold = start(*command)
    assert cold.stderr == SAID
    assert json.loads(cold.stdout)["deals"] == 50
    warm = start(*command)
    assert warm.stderr == ""
    assert json.loads(warm.stdout)["deals"] == 50


@inner_kernel(cache=False)
def halve(x):
    return x // 2


@kernel(cache=False)
def quarter(x):
    return halve(halve(x))


def test_a_kernel_for_kernels_refuses_python():
    with pytest.raises(TypeError, match=r"halve\(\) can be called by kernels only"):
        halve(8)
    assert quarter(8) == 2
    with pytest.raises(TypeError, match="kernels only"):  # now that there is compiled code
        halve(8)
