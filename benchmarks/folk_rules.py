"""What each rule of `folk` is worth: duels against the same player without it.

Prints a Markdown table for docs/strategies.md. Run it with ``make folk-rules``.
"""

import sys

import gongzhu_sim as gz
from gongzhu_sim.analysis.duel import Duel
from gongzhu_sim.strategies import get_strategy

DEALS = 40_000
SEED = 2026
RULES = ("scrofazero", "qq-partners", "qq-double-partners")


def describe_loss(duel: Duel) -> str:
    """Return the loss of the player without the rule, with its standard error."""
    return f"{duel.gain.mean:+.1f} ± {duel.gain.se:.1f}"


def main() -> None:
    """Play the duels, one row a switch."""
    print(f"| switch | {' | '.join(RULES)} |")
    print("|---|" + "---|" * len(RULES))
    for switch in get_strategy("folk").params:
        cells = []
        for rules in RULES:
            duel = gz.duel("folk", f"folk:{switch}=off", rules=rules, deals=DEALS, seed=SEED)
            cells.append(describe_loss(duel))
        print(f"| `{switch}` | {' | '.join(cells)} |", flush=True)
    print(f"{DEALS} deals each, every deal twice, seed {SEED}", file=sys.stderr)


if __name__ == "__main__":
    main()
