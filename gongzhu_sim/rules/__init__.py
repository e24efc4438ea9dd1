"""Rules: rule sets, presets and loading; the scoring and settling of a deal."""

from gongzhu_sim.rules.loading import load_rules, parse_changes, preset_names
from gongzhu_sim.rules.ruleset import RuleSet
from gongzhu_sim.rules.unbuilt import refuse_unbuilt

__all__ = ["RuleSet", "load_rules", "parse_changes", "preset_names", "refuse_unbuilt"]
