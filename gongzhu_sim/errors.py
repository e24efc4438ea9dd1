"""Every error this package raises, and the hint about the nearest valid name."""

import difflib
from collections.abc import Iterable

__all__ = ["GongzhuError", "InputError", "PlayError", "UsageError", "nearest"]


class GongzhuError(Exception):
    """Base of all errors raised on purpose; the message alone is enough for a person."""

    exit_status = 1


class InputError(GongzhuError):
    """An input was read and found wrong, or an output cannot be written."""


class UsageError(GongzhuError):
    """The call was wrong: an unknown name, or an option out of range."""

    exit_status = 2


class PlayError(GongzhuError):
    """A strategy broke its contract during play: an illegal card or declaration."""


def nearest(name: str, names: Iterable[str]) -> str:
    """Return a hint that names what is closest to a misspelt name.

    Parameters
    ----------
    name : str
        What was given.
    names : iterable of str
        What is allowed.

    Returns
    -------
    str
        ``"; did you mean 'x' or 'y'?"`` or, if nothing is close, ``"; known: …"``.

    Examples
    --------
    >>> nearest("flok", ["folk", "random"])
    "; did you mean 'folk'?"
    >>> nearest("zzz", ["folk", "random"])
    '; known: folk, random'
    """
    known = sorted(names)
    close = difflib.get_close_matches(name, known, n=3, cutoff=0.5)
    if close:
        return "; did you mean " + " or ".join(repr(each) for each in close) + "?"
    return "; known: " + ", ".join(known)
