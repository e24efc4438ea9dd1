"""Monte Carlo toolkit for the card game Gong Zhu (拱猪).

The names below are loaded on first use, so that importing the package stays quick:

>>> import gongzhu_sim as gz
>>> gz.load_rules("qq").values.pig
-100
"""

import importlib
from typing import TYPE_CHECKING, Any

from gongzhu_sim._version import __version__

if TYPE_CHECKING:
    from gongzhu_sim.analysis.duel import duel
    from gongzhu_sim.analysis.matches import simulate_matches
    from gongzhu_sim.analysis.simulation import simulate
    from gongzhu_sim.analysis.tournament import tournament
    from gongzhu_sim.errors import GongzhuError
    from gongzhu_sim.records.table import Table
    from gongzhu_sim.rules import RuleSet, load_rules
    from gongzhu_sim.strategies import check_strategy, name_player, strategy

__all__ = [
    "GongzhuError",
    "RuleSet",
    "Table",
    "__version__",
    "check_strategy",
    "duel",
    "load_rules",
    "name_player",
    "simulate",
    "simulate_matches",
    "strategy",
    "tournament",
]

_HOMES = {
    "GongzhuError": "errors",
    "RuleSet": "rules",
    "Table": "records.table",
    "check_strategy": "strategies",
    "duel": "analysis.duel",
    "load_rules": "rules",
    "name_player": "strategies",
    "simulate": "analysis.simulation",
    "simulate_matches": "analysis.matches",
    "strategy": "strategies",
    "tournament": "analysis.tournament",
}


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(importlib.import_module(f"{__name__}.{_HOMES[name]}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
