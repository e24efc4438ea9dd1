"""Training plans: what is trained, on how much, read from TOML and checked beforehand."""

import tomllib
from pathlib import Path
from typing import Annotated, Any

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, ValidationError

from gongzhu_sim.errors import GongzhuError, InputError, UsageError
from gongzhu_sim.rules import RuleSet, load_rules
from gongzhu_sim.strategies import parse_player

__all__ = ["TrainingPlan", "load_training_plan"]


def _read_rules(given: Any) -> RuleSet:
    try:
        return load_rules(given)
    except GongzhuError as error:
        raise ValueError(str(error)) from None


def _read_player(given: Any) -> str:
    try:
        return str(parse_player(str(given)))
    except GongzhuError as error:
        raise ValueError(str(error)) from None


_Rules = Annotated[RuleSet, BeforeValidator(_read_rules)]
_Player = Annotated[str, BeforeValidator(_read_player)]


class TrainingPlan(BaseModel):
    """How the weights of one family of rules are made.

    Attributes
    ----------
    name : str
        What the training and its folder are called.
    rules : RuleSet
        The game of the family that is trained on.
    seed : int
    generations : int
        How often the policy so far plays the rollouts of the search, and is fitted anew.
    deals : int
        Deals the search plays in each generation.
    worlds : int
        Sampled worlds for each of its decisions.
    temperature : float
        Points that make a candidate e times as likely in what is fitted to.
    final_temperature : float
        The same for the last fit, to the decisions of all generations.
    first_player : str
        Who plays the rollouts of the first generation.
    declaring_deals : int
        Deals for each card that can be declared, in each generation.
    duel_deals : int
        Deals of the duels after each generation.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    name: Annotated[str, Field(pattern=r"^[A-Za-z0-9][A-Za-z0-9._-]*$")]
    rules: _Rules
    seed: Annotated[int, Field(ge=0, le=2**63)]
    generations: Annotated[int, Field(ge=1, le=100)] = 3
    deals: Annotated[int, Field(ge=1, le=10**9)] = 4000
    worlds: Annotated[int, Field(ge=1, le=100_000)] = 50
    temperature: Annotated[float, Field(gt=0)] = 12.0
    final_temperature: Annotated[float, Field(gt=0)] = 30.0
    first_player: _Player = "folk"
    declaring_deals: Annotated[int, Field(ge=1, le=10**9)] = 50_000
    duel_deals: Annotated[int, Field(ge=2, le=10**9)] = 10_000


def load_training_plan(path: str | Path) -> TrainingPlan:
    """Return a plan from its TOML file.

    Raises
    ------
    UsageError
        If there is no such file.
    InputError
        If it is wrong; the message lists everything that is, one line each.
    """
    file = Path(path)
    if not file.is_file():
        raise UsageError(f"{file}: no such plan")
    try:
        data = tomllib.loads(file.read_text(encoding="utf-8-sig"))
    except (ValueError, OSError) as error:
        raise InputError(f"{file}: not readable as TOML: {error}") from None
    try:
        return TrainingPlan.model_validate(data)
    except ValidationError as error:
        lines = [
            f"{file}: {'.'.join(str(part) for part in fault['loc'])}: {fault['msg']}"
            for fault in error.errors(include_url=False)
        ]
        raise InputError("\n".join(lines)) from None
