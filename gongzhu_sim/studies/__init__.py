"""Studies: plans, tallies, and the runner with its store.

A plan crosses rule sets with line-ups on the same deals; tallies turn the deals into whole
numbers; the store keeps what is finished, so that a study resumes where it stopped.

The names below are loaded on first use: most of what counts deals needs no store.
"""

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from gongzhu_sim.studies.plan import Plan, load_plan
    from gongzhu_sim.studies.runner import run_study
    from gongzhu_sim.studies.tally import Tally, get_tally, tally_names

__all__ = ["Plan", "Tally", "get_tally", "load_plan", "run_study", "tally_names"]

_HOMES = {
    "Plan": "plan",
    "Tally": "tally",
    "get_tally": "tally",
    "load_plan": "plan",
    "run_study": "runner",
    "tally_names": "tally",
}


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(importlib.import_module(f"{__name__}.{_HOMES[name]}"), name)
    globals()[name] = value
    return value
