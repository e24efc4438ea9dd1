"""Ctrl-C in the middle of a command that has something to show already."""

from gongzhu_sim.errors import GongzhuError

__all__ = ["Interrupted", "check_finished"]


class Interrupted(GongzhuError):
    """The user stopped the command; what was finished has been printed."""

    exit_status = 130


def check_finished(played: int, asked: int, *, what: str = "deals") -> None:
    """Raise after a result was printed that has fewer deals, or matches, than were asked for.

    Raises
    ------
    Interrupted
        With exit status 130.
    """
    if played < asked:
        raise Interrupted(f"interrupted: this is what {played:,} of {asked:,} {what} gave")
