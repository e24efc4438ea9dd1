"""The rules that a rule set can say and the engine does not play yet, as one table.

Loading refuses them, so that no rule is ignored in silence. Not in the table, because they act
only between deals or on what a deal's score is exchanged for, and so change no deal:
``play.later_lead``, the ends of a match and ``coins.rake``. They are stored and shown; whatever
plays matches or counts coins reads them from there.
"""

import json
from typing import Final

from gongzhu_sim.errors import InputError
from gongzhu_sim.rules.ruleset import RuleSet

__all__ = ["UNBUILT", "refuse_unbuilt"]

UNBUILT: Final[tuple[tuple[str, tuple[object, ...], str, str], ...]] = (
    # field, values not built, what they are, values built
    ("decks", (2,), "two decks are", "1"),
    (
        "declaration.mode",
        ("all", "all_but_goat"),
        "declarations by rule are",
        '"optional", "none"',
    ),
    ("declaration.marker", ("3",), "the heart three as marker is", '"A"'),
    ("declaration.order", ("sequential",), "declaring in turn is", '"simultaneous"'),
    ("declaration.first_draw", (True,), "first-draw declarations are", "false"),
    ("declaration.hidden", (True,), "hidden declarations are", "false"),
    ("declaration.discard_before_led", (False,), "the lock on discards is", "true"),
    ("declaration.self_capture", (2,), "the factor of self-capture is", "1"),
    ("play.hearts_lead", ("after_broken",), "the restriction on leading hearts is", '"free"'),
    ("play.discard_colour", ("penalty",), "the penalty on a discard's colour is", '"free"'),
    ("all_hearts.choice", (True,), "the choice of a colour change is", "false"),
    ("teams.mode", ("pig_goat",), "sides made by pig and goat are", '"none", "opposite"'),
    ("teams.pooled", (True,), "pooled captures are", "false"),
    ("match.awards", (True,), "matches with awards are", "false"),
)


def refuse_unbuilt(rules: RuleSet) -> None:
    """Raise unless the engine plays these rules in full.

    Parameters
    ----------
    rules : RuleSet
        A valid rule set.

    Raises
    ------
    InputError
        If a field asks for what is not built yet; the message lists every such field, one line
        each.
    """
    lines = [
        f"rules {rules.name!r}: {field} = {json.dumps(rules.field(field))}: "
        f"{what} not built yet (allowed now: {built})"
        for field, unbuilt, what, built in UNBUILT
        if rules.field(field) in unbuilt
    ]
    if lines:
        raise InputError("\n".join(lines))
