"""Names for the usual strengths of `expert`: so and so many worlds for each decision."""

from gongzhu_sim.strategies.registry import name_player

__all__: list[str] = []

name_player("expert20", "expert:worlds=20")
name_player("expert60", "expert:worlds=60")
name_player("expert200", "expert:worlds=200")
