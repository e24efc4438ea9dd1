"""What tests of several folders share: the table of known answers."""

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
