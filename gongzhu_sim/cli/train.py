"""``gongzhu train``: make the weights of the learned policy from nothing."""

import shutil
import time
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from gongzhu_sim.cli.options import Json, Load, Threads
from gongzhu_sim.cli.output import print_json, progress
from gongzhu_sim.cli.players import load_files

if TYPE_CHECKING:
    from gongzhu_sim.analysis.duel import Duel
    from gongzhu_sim.strategies.learning.plan import TrainingPlan

__all__ = ["train"]

_DUEL_SEED = 991


def train(
    plan: Annotated[
        Path, typer.Argument(metavar="PLAN.toml", help="The plan.", show_default=False)
    ],
    out: Annotated[
        Path | None,
        typer.Option(
            "--out",
            metavar="DIR",
            help="Where the weights and all steps go; results/train-NAME by default.",
            show_default=False,
        ),
    ] = None,
    threads: Threads = None,
    restart: Annotated[
        bool, typer.Option("--restart", help="Throw away the chunks and weights that are there.")
    ] = False,
    load: Load = None,
    json: Json = False,
) -> None:
    """Train the weights of `learned` for a family of rules: search, fit, and again.

    Finished chunks are kept: the same command goes on where it was stopped. The final
    weights, fitted to all generations, and their card get the family's name; play with them as
    learned:weights=DIR.

    Example: gongzhu train experiments/train_sides.toml
    """
    from gongzhu_sim.strategies.learning.plan import load_training_plan
    from gongzhu_sim.strategies.learning.training import count_chunks, family_of, train_weights

    load_files(load)
    asked = load_training_plan(plan)
    folder = Path("results") / f"train-{asked.name}" if out is None else out
    family = family_of(asked)
    began = time.perf_counter()
    generations: list[dict[str, Any]] = []
    with progress(count_chunks(asked), f"training {asked.name}") as advance:
        steps = train_weights(
            asked, folder, threads=threads, restart=restart, loaded=load or [], advance=advance
        )
        previous, newest = "", folder
        for step in steps:
            player = f"learned:weights={step.path}"
            duels = {"folk": _play_duel(asked, player, "folk", threads)}
            if previous:
                duels["previous"] = _play_duel(asked, player, previous, threads)
            row = {
                "generation": step.name,
                "decisions": step.decisions,
                "regret": round(step.regret, 3),
            }
            generations.append(row | {f"over_{name}": _read(each) for name, each in duels.items()})
            if not json:
                _print_generation(step.name, step.decisions, step.regret, duels)
            previous = player
            newest = step.path
    weights = folder / f"{family}.npz"
    shutil.copyfile(newest, weights)
    card = weights.with_suffix(".toml")
    card.write_text(_write_card(asked, family, generations), encoding="utf-8")
    seconds = time.perf_counter() - began
    if json:
        print_json(
            {
                "name": asked.name,
                "family": family,
                "generations": generations,
                "weights": str(weights),
                "card": str(card),
                "seconds": seconds,
            }
        )
    else:
        print(f"weights  {weights}\ncard     {card}\n{seconds:.0f} s")


def _play_duel(plan: "TrainingPlan", a: str, b: str, threads: int | None) -> "Duel":
    from gongzhu_sim.analysis.duel import duel

    return duel(a, b, rules=plan.rules, deals=plan.duel_deals, seed=_DUEL_SEED, threads=threads)


def _read(duel: "Duel") -> dict[str, float]:
    return {"mean": round(duel.gain.mean, 2), "se": round(duel.gain.se, 2), "deals": duel.deals}


def _print_generation(name: str, decisions: int, regret: float, duels: dict[str, "Duel"]) -> None:
    words = ", ".join(
        f"over {'the one before' if rival == 'previous' else rival} "
        f"{each.gain.mean:+.1f} ± {each.gain.se:.1f}"
        for rival, each in duels.items()
    )
    print(f"generation {name}: {decisions:,} decisions, regret {regret:.2f}, {words}", flush=True)


def _write_card(plan: "TrainingPlan", family: str, generations: list[dict[str, Any]]) -> str:
    """Return the card of the weights: how they were made and what they measure, as TOML."""
    lines = [
        f"# Weights of `learned` for the family of rules {family!r}, made by `gongzhu train`.",
        f'family = "{family}"',
        f'rules = "{plan.rules.name}"',
    ]
    fields = ("seed", "generations", "deals", "worlds", "temperature", "final_temperature")
    lines += [f"{name} = {getattr(plan, name)}" for name in (*fields, "declaring_deals")]
    lines.append(f'first_player = "{plan.first_player}"')
    lines.append("\n# duels: two against two, every deal twice, raw points a deal")
    for row in generations:
        lines.append("\n[[generation]]")
        for key, value in row.items():
            if isinstance(value, dict):
                inside = ", ".join(f"{name} = {each}" for name, each in value.items())
                lines.append(f"{key} = {{ {inside} }}")
            else:
                lines.append(f'{key} = "{value}"' if isinstance(value, str) else f"{key} = {value}")
    return "\n".join(lines) + "\n"
