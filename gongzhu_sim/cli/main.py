"""The application: its commands, and how errors end it.

Command modules are imported here, so they import anything heavy inside their functions.
"""

import sys
from collections.abc import Sequence
from typing import Annotated, Any, NoReturn

import typer
from typer.core import TyperGroup
from typer.exceptions import TyperException

from gongzhu_sim._version import __version__
from gongzhu_sim.cli import (
    bench,
    duel,
    ladder,
    match,
    output,
    replay,
    rules,
    score,
    simulate,
    strategies,
    study,
    tournament,
    train,
)
from gongzhu_sim.errors import GongzhuError, UsageError, nearest

__all__ = ["app", "commands", "main", "run"]


class _Commands(TyperGroup):
    """A group that answers an unknown command with the nearest ones."""

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        name = args[0]
        if not name.startswith("-") and self.get_command(ctx, name) is None:
            known = self.list_commands(ctx)
            raise UsageError(f"no command {name!r}{nearest(name, known)}")
        return super().resolve_command(ctx, args)


app = typer.Typer(
    name="gongzhu",
    cls=_Commands,
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["--help", "-h"]},
)


def _print_version(wanted: bool) -> None:
    if wanted:
        print(f"gongzhu {__version__}")
        raise typer.Exit


@app.callback()
def _gongzhu(
    version: Annotated[
        bool,
        typer.Option(
            "--version", help="Print the version.", callback=_print_version, is_eager=True
        ),
    ] = False,
) -> None:
    """Play, score and study the card game Gong Zhu (拱猪)."""


app.command("rules")(rules.rules)
app.command("strategies")(strategies.strategies)
app.command("simulate")(simulate.simulate)
app.command("score")(score.score)
app.command("replay")(replay.replay)
app.command("duel")(duel.duel)
app.command("tournament")(tournament.tournament)
app.command("ladder")(ladder.ladder)
app.command("match")(match.match)
app.command("bench")(bench.bench)
app.command("study")(study.study)
app.command("train")(train.train)


def commands() -> list[str]:
    """Return the names of the commands."""
    return [each.name for each in app.registered_commands if each.name]


def main(args: Sequence[str] | None = None) -> int:
    """Run the command line and return its exit status.

    Parameters
    ----------
    args : sequence of str, optional
        The arguments after the command's name; those of the process by default.

    Returns
    -------
    int
        0 done; 1 an input was wrong or an output cannot be written; 2 the command line was
        wrong; 130 after Ctrl-C.
    """
    command = typer.main.get_command(app)
    try:
        status = command.main(args, prog_name="gongzhu", standalone_mode=False)
        sys.stdout.flush()  # a reader that went away is met here, not at the interpreter's exit
    except GongzhuError as error:
        return _fail(str(error), error.exit_status)
    except TyperException as error:
        return _fail(_one_line(error), error.exit_code)
    except BrokenPipeError:
        output.abandon_stdout()
        return 1
    except OSError as error:
        where = f"{error.filename}: " if error.filename else ""
        return _fail(f"{where}{error.strerror or error}", 1)
    except (KeyboardInterrupt, typer.Abort):
        return _fail("interrupted", 130)
    if status == 130:  # typer turns Ctrl-C inside a command into this
        return _fail("interrupted", 130)
    return status if isinstance(status, int) else 0


def run() -> NoReturn:
    """Run the command line and leave the process: the console script."""
    for stream in (sys.stdout, sys.stderr):
        # A terminal that lacks a suit symbol or a Chinese character gets an escape instead.
        stream.reconfigure(errors="backslashreplace")  # pyright: ignore[reportAttributeAccessIssue]
    output.show_notices()
    sys.exit(main())


def _fail(message: str, status: int) -> int:
    if message:
        output.complain(message)
    return status


def _one_line(error: TyperException) -> str:
    """Word an error of the option parser as the package's own are worded."""
    message = " ".join(error.format_message().split())
    context: Any = getattr(error, "ctx", None)
    if not message or context is None:
        return message
    unknown = getattr(error, "option_name", None)
    if unknown is not None and message.startswith("No such option"):
        known = [name for each in context.command.get_params(context) for name in each.opts]
        return f"no option {unknown!r}{nearest(unknown, known)}"
    return f"{message[0].lower()}{message[1:].rstrip('.')} (see {context.command_path} --help)"
