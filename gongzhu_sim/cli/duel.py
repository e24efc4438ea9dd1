"""``gongzhu duel``: how much one player gains on another."""

from typing import TYPE_CHECKING, Annotated

import typer

from gongzhu_sim.cli.estimates import MEAN_COLUMNS, count_decimals, mean_cells
from gongzhu_sim.cli.interrupt import check_finished
from gongzhu_sim.cli.options import (
    Changes,
    Deals,
    Json,
    Load,
    Rules,
    Seed,
    Threads,
    read_rules,
)
from gongzhu_sim.cli.output import print_json, print_table, progress
from gongzhu_sim.cli.players import complete_player, load_files

if TYPE_CHECKING:
    from gongzhu_sim.analysis.duel import Duel

__all__ = ["duel"]


def duel(
    a: Annotated[
        str,
        typer.Argument(
            metavar="A",
            help="NAME[:param=value…]; sits N and S.",
            autocompletion=complete_player,
        ),
    ],
    b: Annotated[
        str,
        typer.Argument(
            metavar="B",
            help="NAME[:param=value…]; sits W and E.",
            autocompletion=complete_player,
        ),
    ],
    rules: Rules = "qq",
    changes: Changes = None,
    deals: Deals = 1024,
    seed: Seed = 1,
    threads: Threads = None,
    load: Load = None,
    json: Json = False,
) -> None:
    """Play A (N and S) against B (W and E), every deal twice with the seats moved on by one.

    Example: gongzhu duel folk random --rules scrofazero --deals 1024 --seed 1
    """
    from gongzhu_sim.analysis.duel import duel as play_duel

    rule_set = read_rules(rules, changes)
    load_files(load)
    with progress(deals, "playing") as advance:
        result = play_duel(
            a,
            b,
            rules=rule_set,
            deals=deals,
            seed=seed,
            threads=threads,
            progress=advance,
            keep_partial=True,
        )
    if json:
        print_json(result.to_dict())
    else:
        _print_table(result)
    check_finished(result.deals, deals)


def _print_table(result: "Duel") -> None:
    print(f"A: {result.a} (N and S), B: {result.b} (W and E)")
    print(
        f"rules {result.rules}, seed {result.seed}, "
        f"{result.deals:,} deals, each played twice, in {result.seconds:.2f} s"
    )
    decimals = count_decimals([result.gain])
    outcomes = (f"{n:,}" for n in (result.wins, result.draws, result.losses))
    print_table(
        (*MEAN_COLUMNS, "wins", "draws", "losses"),
        [(*mean_cells(result.gain, decimals), *outcomes)],
        title="Raw points a deal, A's side less B's",
    )
