"""Playing for a command: the bar, the result printed, and Ctrl-C that keeps what is finished."""

from collections.abc import Callable
from typing import Any, Protocol, TypeVar

from gongzhu_sim.cli.output import print_json, progress
from gongzhu_sim.errors import GongzhuError

__all__ = ["Interrupted", "play_and_print"]


class Interrupted(GongzhuError):
    """The user stopped the command; what was finished has been printed."""

    exit_status = 130


class _Result(Protocol):
    def to_dict(self) -> dict[str, Any]: ...


Result = TypeVar("Result", bound=_Result)


def play_and_print(
    play: Callable[..., Result],
    print_tables: Callable[[Result], None],
    *,
    count: int,
    what: str = "deals",
    json: bool,
    is_done: Callable[[Result], bool] = lambda result: False,
) -> None:
    """Play under a progress bar and print the result, whole or as far as Ctrl-C let it come.

    Parameters
    ----------
    play : callable
        Takes ``progress`` and ``keep_partial`` and returns a result.
    print_tables : callable
        Prints a result for people.
    count : int
        How many deals, or matches, there are to play.
    what : str
        What they are, and the attribute of the result that counts them.
    json : bool
        Print one JSON document instead.
    is_done : callable
        Says whether a result of fewer is whole all the same.

    Raises
    ------
    Interrupted
        After printing, with exit status 130, if fewer were played.
    """
    with progress(count, "playing") as advance:
        result = play(progress=advance, keep_partial=True)
    if json:
        print_json(result.to_dict())
    else:
        print_tables(result)
    played = getattr(result, what)
    if played < count and not is_done(result):
        raise Interrupted(f"interrupted: this is what {played:,} of {count:,} {what} gave")
