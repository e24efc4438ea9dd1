"""What tests of several folders share: the table of known answers, fixtures."""

import os
import subprocess
import sys
from collections.abc import Callable

import pytest

KNOWN_ANSWER = "known_answer"


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line(
        "markers",
        "known_answer: a figure known exactly or published; `make test-long` prints them all",
    )


def pytest_terminal_summary(terminalreporter, config: pytest.Config) -> None:
    """Print expected and measured figures where the known answers were asked for."""
    if KNOWN_ANSWER not in (config.option.markexpr or ""):
        return
    rows = [
        row
        for outcome in ("passed", "failed")
        for report in terminalreporter.getreports(outcome)
        for name, row in report.user_properties
        if name == KNOWN_ANSWER
    ]
    if not rows:
        return
    width = max(len(row[0]) for row in rows)
    terminalreporter.section("known answers")
    head = f"{'':{width}}  {'expected':>14}  {'measured':>14}  distance (standard errors)"
    terminalreporter.write_line(head)
    for title, expected, measured, distance in sorted(rows, key=lambda row: row[0].split(":")[0]):
        terminalreporter.write_line(f"{title:{width}}  {expected:>14}  {measured:>14}  {distance}")


@pytest.fixture
def built_in_strategies(monkeypatch) -> None:
    """Only what ships is registered, and what a test registers is forgotten after it."""
    from gongzhu_sim.strategies import registry, strategy_names
    from gongzhu_sim.strategies.definition import BUILT_IN

    strategy_names()  # finds the players that ship
    shipped = {name: s for name, s in registry.registered().items() if s.source == BUILT_IN}
    monkeypatch.setattr(registry, "_registry", shipped)
    monkeypatch.setattr(registry, "_named", registry.named_players())


@pytest.fixture(scope="session")
def same_in_portable_form() -> Callable[..., None]:
    """Run code in new processes, with and without special instructions: it prints the same.

    ``same_in_portable_form(code, portable_args, args)``: what each is given in ``sys.argv``.
    """
    from gongzhu_sim.cards.compiling import PORTABLE_VARIABLE, has_bmi2

    def run(code: str, setting: str, args: tuple[str, ...]) -> list[str]:
        code += "\nfrom gongzhu_sim.cards.compiling import has_bmi2\nprint(has_bmi2())\n"
        done = subprocess.run(
            [sys.executable, "-c", code, *args],
            capture_output=True,
            text=True,
            env=os.environ | {PORTABLE_VARIABLE: setting},
        )
        assert done.returncode == 0, done.stderr
        return done.stdout.split()

    def compare(code: str, portable_args: tuple[str, ...] = (), args: tuple[str, ...] = ()) -> None:
        *portable, without = run(code, "1", portable_args)
        *special, with_them = run(code, "0", args)
        assert (without, with_them) == ("False", str(has_bmi2()))
        assert portable and portable == special

    return compare
