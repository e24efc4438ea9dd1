"""``gongzhu replay``: one deal as a readable playthrough."""

from typing import TYPE_CHECKING, Annotated, Any

import typer

from gongzhu_sim.cli.options import Changes, Json, Load, Players, Rules, Seed, read_rules
from gongzhu_sim.cli.output import print_json
from gongzhu_sim.cli.players import describe_players, read_players
from gongzhu_sim.errors import UsageError

if TYPE_CHECKING:
    from gongzhu_sim.records.playthrough import Playthrough

__all__ = ["replay"]


def replay(
    index: Annotated[
        int, typer.Option("--index", min=0, max=2**64 - 1, help="The deal's index.")
    ] = 0,
    seed: Seed = 1,
    rules: Rules = "qq",
    changes: Changes = None,
    players: Players = "folk",
    load: Load = None,
    record: Annotated[
        bool, typer.Option("--record", help="Print the game as a record, one line of JSON.")
    ] = False,
    json: Json = False,
) -> None:
    """Print one deal: hands, declarations, every trick, and how each score comes about.

    Example: gongzhu replay --seed 1 --index 17
    """
    from gongzhu_sim.engine.reference import trace_deal
    from gongzhu_sim.records.playthrough import replay_deal
    from gongzhu_sim.records.writing import describe_deal, format_record

    if record and json:
        raise UsageError("--record and --json print different documents: give one of them")
    rule_set = read_rules(rules, changes)
    played = replay_deal(rule_set, read_players(players, load), seed=seed, index=index)
    if record:
        print(format_record(describe_deal(played.deal)))
        return
    if json:
        print_json(_describe(played))
        return
    print(describe_players(played.players))
    for line in trace_deal(played.deal, title=f"seed {seed}, deal {index}"):
        print(line)


def _describe(played: "Playthrough") -> dict[str, Any]:
    """Return a deal as a record with its players and its scores."""
    from gongzhu_sim.records.writing import describe_deal

    deal = played.deal
    scores = deal.scores()
    return {
        **describe_deal(deal),
        "rules": deal.rules.name,
        "players": list(played.players),
        "seed": played.seed,
        "index": played.index,
        "captured": deal.captured_cards(),
        "raw": scores.raw,
        # a whole number, or an exact half
        "settled": {
            seat: points if isinstance(points, int) else float(points)
            for seat, points in scores.settled.items()
        },
        "events": scores.events,
        "next_leader": deal.next_leader(),
    }
