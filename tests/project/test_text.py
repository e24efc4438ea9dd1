"""What no file of the project may say, and how long a module may be."""

import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]

# In pieces, so that this file does not hold them itself.
FORBIDDEN = tuple(
    "".join(pieces)
    for pieces in (
        ("/wo", "rk/"),
        ("/fa", "rm/"),
        ("/ro", "ot/"),
        ("/ho", "me/"),
        ("../sh", "ared"),
        ("RUL", "ES.md"),
        ("INTER", "FACES.md"),
        ("KNOWN_", "ANSWERS"),
        ("PLAY", "ERS.md"),
        ("DES", "IGN.md"),
        ("py", "pi.org"),
        ("python", "hosted"),
        ("np", "mjs."),
        ("deb.", "debian"),
    )
)
BINARY = {".parquet", ".png", ".ico", ".gz", ".npy", ".npz"}


def project_files() -> list[Path]:
    """Return the files that git tracks or would: all but the ignored ones."""
    listing = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT,
        capture_output=True,
    )
    if listing.returncode:
        pytest.skip("not a git checkout")
    names = [name for name in listing.stdout.decode().split("\0") if name]
    return [path for name in names if (path := ROOT / name).is_file()]


def test_no_file_mentions_a_machine_or_a_registry():
    found = []
    for path in project_files():
        if path.suffix in BINARY:
            continue
        text = path.read_text(encoding="utf-8")
        found += [f"{path.relative_to(ROOT)}: {each}" for each in FORBIDDEN if each in text]
    assert found == []


def test_modules_are_short():
    lengths = {
        path.relative_to(ROOT): len(path.read_text(encoding="utf-8").splitlines())
        for path in (ROOT / "gongzhu_sim").rglob("*.py")
    }
    assert {path: n for path, n in lengths.items() if n > 400} == {}
