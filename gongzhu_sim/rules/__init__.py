"""Rules: rule sets, presets and loading; the scoring and settling of a deal."""

from gongzhu_sim.rules.loading import load_rules, parse_changes, preset_names
from gongzhu_sim.rules.ruleset import RuleSet

__all__ = ["RuleSet", "load_rules", "parse_changes", "preset_names"]
