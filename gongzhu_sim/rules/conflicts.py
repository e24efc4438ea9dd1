"""Rules that contradict each other, as one table.

Only contradictions are refused. A field that merely has nothing to act on under the other
rules is left alone, so that one field of a preset can be changed without a dozen others.

A named card that must be led is no contradiction to a lock or to ``after_broken``, even if it
is a heart or a card that can be declared: it is led whatever else would forbid it (house
reading).
"""

import json
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

__all__ = ["CONFLICTS", "Conflict", "find_conflicts"]


@dataclass(frozen=True)
class Conflict:
    """Fields whose values exclude each other.

    Attributes
    ----------
    fields : tuple of str
        Dotted paths.
    clash : callable
        Takes the fields' values in that order, returns whether they contradict each other.
    reason : str
        Why, and what to do.
    """

    fields: tuple[str, ...]
    clash: Callable[..., bool]
    reason: str


CONFLICTS: Final[tuple[Conflict, ...]] = (
    Conflict(
        ("decks", "declaration.forced_last"),
        lambda decks, forced: decks == 2 and forced,
        "only with one deck are there four declarable cards of which the last can be forced; "
        "set declaration.forced_last = false",
    ),
    Conflict(
        ("decks", "play.discard_colour"),
        lambda decks, colour: decks == 2 and colour == "penalty",
        'the penalty on a discard\'s colour is defined for one deck only; set it to "free"',
    ),
    Conflict(
        ("decks", "teams.mode"),
        lambda decks, mode: decks == 2 and mode == "pig_goat",
        "two pigs and two goats can lie in up to four hands, so they make no two sides",
    ),
    Conflict(
        ("declaration.mode", "declaration.first_draw"),
        lambda mode, first_draw: mode != "optional" and first_draw,
        'a first draw is declared by choice, which needs declaration.mode = "optional"',
    ),
    Conflict(
        ("declaration.mode", "declaration.hidden"),
        lambda mode, hidden: mode != "optional" and hidden,
        'only declarations by choice can be hidden, which needs declaration.mode = "optional"',
    ),
    Conflict(
        ("declaration.mode", "declaration.forced_last"),
        lambda mode, forced: mode == "all_but_goat" and forced,
        "the goat may not be declared, yet as the fourth card it would be forced; "
        "set declaration.forced_last = false",
    ),
    Conflict(
        ("teams.mode", "declaration.mode"),
        lambda teams, declaring: teams == "pig_goat" and declaring != "none",
        "a declared pig or goat would tell the sides, which show only in play; "
        'set declaration.mode = "none"',
    ),
    Conflict(
        ("settlement.kind", "teams.mode"),
        lambda kind, mode: kind in ("teams", "team_sum") and mode == "none",
        "there are no sides to settle between; set teams.mode, or settle raw or zero_sum",
    ),
    Conflict(
        ("teams.pooled", "teams.mode"),
        lambda pooled, mode: pooled and mode == "none",
        "there are no partners whose cards could be pooled; set teams.mode",
    ),
    Conflict(
        ("match.awards", "teams.mode"),
        lambda awards, mode: awards and mode != "opposite",
        'awards go to sides that last for the match; set teams.mode = "opposite"',
    ),
    Conflict(
        ("match.awards", "match.lose_at", "match.win_at"),
        lambda awards, lose_at, win_at: awards and "none" in (lose_at, win_at),
        "awards count once a side is at a target, so both targets are needed",
    ),
    Conflict(
        ("match.lose_at", "match.win_at", "match.deals"),
        lambda *ends: all(end == "none" for end in ends),
        "such a match would never end; give one of them",
    ),
)


def find_conflicts(field: Callable[[str], Any]) -> list[str]:
    """Return what contradicts what in a rule set, one line each.

    Parameters
    ----------
    field : callable
        Returns the value of a field by its dotted path, or raises LookupError if that field is
        itself wrong; conflicts it takes part in are then left out.

    Returns
    -------
    list of str
        Lines such as ``decks = 2 with declaration.forced_last = true: …``.
    """
    found = []
    for conflict in CONFLICTS:
        try:
            values = [field(path) for path in conflict.fields]
        except LookupError:
            continue
        if conflict.clash(*values):
            given = (
                f"{path} = {json.dumps(value)}"
                for path, value in zip(conflict.fields, values, strict=True)
            )
            found.append(f"{' with '.join(given)}: {conflict.reason}")
    return found
