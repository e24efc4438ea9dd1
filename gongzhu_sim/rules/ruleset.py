"""The rules of one game as data: every table of a rule file as a frozen model.

A :class:`RuleSet` is validated strictly: no text is taken for a number, no ``true`` for 1,
unknown fields are refused, and so are rules that contradict each other
(:mod:`gongzhu_sim.rules.conflicts`). A field that has nothing to act on under the other rules
is no contradiction: ``play.must_lead_it`` under ``first_lead = "draw"``, ``forced_last`` where
nobody declares, ``match.lose_at`` in a match of a fixed number of deals.
"""

import json
from collections.abc import Mapping
from functools import reduce
from typing import Annotated, Any, Final, Self

from pydantic import Field, ValidationError, model_validator

from gongzhu_sim.errors import UsageError
from gongzhu_sim.rules.conflicts import find_conflicts
from gongzhu_sim.rules.problems import describe_problems, field_names, nearest_field
from gongzhu_sim.rules.tables import (
    HEART_SCHEDULES,
    AllHearts,
    Coins,
    Declaration,
    Match,
    Play,
    Settlement,
    Slam,
    Table,
    Teams,
    Transformer,
    Values,
)
from gongzhu_sim.rules.toml_text import format_toml

__all__ = ["FIELDS", "RuleSet", "label_variant"]

_ABOUT_THE_RULES: Final = ("name", "title", "source")  # fields that change no rule

_Line = Annotated[str, Field(pattern=r"^[^\x00-\x1f\x7f]*$", description="text on one line")]
_Name = Annotated[
    str,
    Field(
        pattern=r"^[^\x00-\x20\x7f]([^\x00-\x1f\x7f]*[^\x00-\x20\x7f])?$",
        description="a name on one line, not empty",
    ),
]


class RuleSet(Table):
    """The rules of one game, complete.

    Get one from :func:`gongzhu_sim.load_rules`, and variants of it by :meth:`replace`.
    Validating one by hand raises pydantic's own error.

    Attributes
    ----------
    name : str
        What results made with these rules are labelled with.
    title, source : str
        One line about the rules, and where they come from.
    decks : {1, 2}
        Number of decks of 52 cards.
    values, declaration, play, all_hearts, transformer, slam, teams, settlement, coins, match
        The tables of a rule file; see their classes.
    """

    name: _Name = "custom"
    title: _Line = ""
    source: _Line = ""
    decks: Annotated[int, Field(ge=1, le=2)]
    values: Values
    declaration: Declaration
    play: Play
    all_hearts: AllHearts
    transformer: Transformer
    slam: Slam
    teams: Teams
    settlement: Settlement
    coins: Coins
    match: Match

    @model_validator(mode="after")
    def _refuse_conflicts(self) -> Self:
        conflicts = find_conflicts(self.field)
        if conflicts:
            raise ValueError("\n".join(conflicts))
        return self

    def field(self, path: str) -> Any:
        """Return the value of a field by its dotted path, such as ``"values.pig"``."""
        return reduce(getattr, path.split("."), self)

    def heart_values(self) -> tuple[int, ...]:
        """Return the points of the 13 hearts from 2 to A.

        Examples
        --------
        >>> from gongzhu_sim.rules import load_rules
        >>> load_rules("qq").heart_values()[-4:]
        (-20, -30, -40, -50)
        """
        hearts = self.values.hearts
        return HEART_SCHEDULES[hearts] if isinstance(hearts, str) else hearts

    def replace(self, changes: Mapping[str, object]) -> "RuleSet":
        """Return a variant of these rules.

        Parameters
        ----------
        changes : mapping of str to object
            New values by dotted path. Unless it gives a name, the variant is called after what
            differs, so that results do not pass for those of the original.

        Returns
        -------
        RuleSet
            The variant; an equal rule set if nothing differs.

        Raises
        ------
        UsageError
            If a field is unknown, a value is not allowed or the rules contradict each other;
            the message lists all that is wrong, one line each.

        Examples
        --------
        >>> from gongzhu_sim.rules import load_rules
        >>> variant = load_rules("qq").replace({"all_hearts.value": -200})
        >>> variant.all_hearts.value, variant.name
        (-200, 'qq+all_hearts.value=-200')
        """
        data = self.to_dict()
        problems = []
        for path, value in changes.items():
            table, _, last = str(path).rpartition(".")
            if path in FIELDS:
                (data[table] if table else data)[last] = value
            else:
                problems.append(f"unknown field {str(path)!r}{nearest_field(str(path), FIELDS)}")
        try:
            variant = RuleSet.model_validate(data)
        except ValidationError as error:
            problems += describe_problems(error, RuleSet, data)
        else:
            if not problems:
                return variant if "name" in changes else label_variant(self, variant)
        raise UsageError("\n".join(problems))

    def to_dict(self) -> dict[str, Any]:
        """Return the rules as nested dicts and lists of plain values, in the files' order."""
        return self.model_dump(mode="json")

    def to_toml(self) -> str:
        """Return the rules as a complete rule file, which loads back to an equal rule set."""
        return format_toml(self.to_dict())


FIELDS: Final[tuple[str, ...]] = field_names(RuleSet)
"""The dotted path of every field, in the order of a rule file."""


def label_variant(base: RuleSet, variant: RuleSet) -> RuleSet:
    """Return `variant` named after `base` and whatever differs from it.

    Parameters
    ----------
    base, variant : RuleSet
        The original and what was made of it.

    Returns
    -------
    RuleSet
        The variant with the name ``base+field=value+…``.
    """
    name = base.name
    for path in FIELDS:
        value = variant.field(path)
        if path not in _ABOUT_THE_RULES and value != base.field(path):
            text = value if isinstance(value, str) else json.dumps(value, separators=(",", ":"))
            name += f"+{path}={text}"
    return variant.model_copy(update={"name": name})
