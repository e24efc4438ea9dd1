"""Studies: plans, tallies, and the runner with its store.

A plan crosses rule sets with line-ups on the same deals; tallies turn the deals into whole
numbers; the store keeps what is finished, so that a study resumes where it stopped.
"""

from gongzhu_sim.studies.plan import Plan, load_plan
from gongzhu_sim.studies.runner import run_study
from gongzhu_sim.studies.tally import Tally, get_tally, tally_names

__all__ = ["Plan", "Tally", "get_tally", "load_plan", "run_study", "tally_names"]
