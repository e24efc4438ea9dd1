"""The command as a whole: help, version, and how errors end it."""

import subprocess
import sys

import pytest

from gongzhu_sim import __version__
from gongzhu_sim.cli import main as cli
from gongzhu_sim.errors import InputError, UsageError


def run(*args: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "gongzhu_sim", *args], capture_output=True, text=True
    )


def test_version():
    done = run("--version")
    assert (done.returncode, done.stdout, done.stderr) == (0, f"gongzhu {__version__}\n", "")


def test_without_arguments_the_help_is_shown_and_the_status_is_2():
    done = run()
    assert done.returncode == 2
    assert "COMMAND" in done.stdout
    assert done.stderr == ""


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (["rulez"], "gongzhu: no command 'rulez'; did you mean 'rules'?\n"),
        (["rules", "--jsno"], "gongzhu: no option '--jsno'; did you mean '--json' or '--set'?\n"),
        (["--versoin"], "gongzhu: no option '--versoin'; did you mean '--version'?\n"),
    ],
)
def test_an_unknown_name_shows_the_nearest(args, message, capsys):
    assert cli.main(args) == 2
    captured = capsys.readouterr()
    assert (captured.out, captured.err) == ("", message)


def test_a_usage_error_is_one_line_and_says_where_help_is(capsys):
    assert cli.main(["rules", "qq", "pagat"]) == 2
    message = capsys.readouterr().err
    assert message.startswith("gongzhu: ")
    assert message.endswith("(see gongzhu rules --help)\n")
    assert message.count("\n") == 1


@pytest.mark.parametrize(
    ("error", "status", "message"),
    [
        (InputError("deals.jsonl: not a record"), 1, "gongzhu: deals.jsonl: not a record\n"),
        (UsageError("no strategy 'flok'"), 2, "gongzhu: no strategy 'flok'\n"),
        (PermissionError(13, "Permission denied", "out"), 1, "gongzhu: out: Permission denied\n"),
        (KeyboardInterrupt(), 130, "gongzhu: interrupted\n"),
    ],
)
def test_an_error_in_a_command_ends_in_its_status(error, status, message, capsys, monkeypatch):
    def fail(*_args, **_kwargs):
        raise error

    monkeypatch.setattr("gongzhu_sim.cli.rules.print_table", fail)
    assert cli.main(["rules"]) == status
    assert capsys.readouterr().err == message


def test_a_reader_that_goes_away_causes_no_traceback():
    command = [sys.executable, "-m", "gongzhu_sim", "rules", "qq"]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    assert process.stdout and process.stderr
    process.stdout.close()
    assert process.stderr.read() == b""
    assert process.wait() == 1


@pytest.mark.parametrize("command", sorted(cli.commands()))
def test_every_command_has_an_example_in_its_help(command, capsys):
    assert cli.main([command, "--help"]) == 0
    assert f"Example: gongzhu {command}" in capsys.readouterr().out


def test_completion_scripts_can_be_shown(monkeypatch):
    monkeypatch.setenv("SHELL", "/bin/bash")
    done = run("--show-completion", "bash")
    assert done.returncode == 0
    assert "gongzhu" in done.stdout
