"""Policy iteration: search, fit, search with what was fitted, and again.

Everything that is finished is a file in the training's folder, so a training that was stopped
goes on where it stopped. Chunks of deals follow from the seed and their indices alone: the
weights are the same for any number of threads.
"""

import hashlib
import json
import os
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from gongzhu_sim.engine.blocks import count_cores
from gongzhu_sim.errors import InputError
from gongzhu_sim.rules.packed import DECLARE_OPTIONAL, pack_rules
from gongzhu_sim.strategies.learning.declaring import N_DECLARING
from gongzhu_sim.strategies.learning.declaring_values import fit_declaring
from gongzhu_sim.strategies.learning.fitting import fit_weights
from gongzhu_sim.strategies.learning.plan import TrainingPlan
from gongzhu_sim.strategies.learning.recording import record_deals
from gongzhu_sim.strategies.learning.weights import FAMILIES, family_number, save_family

__all__ = ["Generation", "count_chunks", "family_of", "train_weights"]

_CHUNK = 25
"""Deals: seconds of search, which is all that Ctrl-C loses."""
_DECLARING_SEED = 1 << 32  # added to the seed: other deals than the search has
_DECLARING_ROUNDS = 2


@dataclass(frozen=True)
class Generation:
    """A finished generation.

    Attributes
    ----------
    name : str
        ``1``, ``2`` … and ``final``.
    path : Path
        The weights.
    decisions : int
        What they were fitted to.
    regret : float
        Points a decision that the policy loses against the search, by the search's values.
    """

    name: str
    path: Path
    decisions: int
    regret: float


def count_chunks(plan: TrainingPlan) -> int:
    """Return how many chunks a training plays."""
    return plan.generations * -(-plan.deals // _CHUNK)


def train_weights(
    plan: TrainingPlan,
    folder: Path,
    *,
    threads: int | None = None,
    restart: bool = False,
    loaded: Iterable[Path] = (),
    advance: Callable[[int], None] | None = None,
) -> Iterator[Generation]:
    """Train the weights of a family and yield each generation as it is done.

    Parameters
    ----------
    plan : TrainingPlan
    folder : Path
        Where chunks and weights are kept: ``generation-1.npz`` and so on, ``generation-final.npz``.
    threads : int, optional
        How many threads search; one a core by default.
    restart : bool
        Throw away what is there.
    loaded : iterable of Path
        Files with strategies of the user's own, which the weights depend on too.
    advance : callable, optional
        Called with 1 for every chunk.

    Yields
    ------
    Generation
        The last one, ``final``, searches no more: it is fitted to all decisions of all
        generations.

    Raises
    ------
    InputError
        If the folder belongs to another plan, or to other files.
    """
    _claim_folder(plan, folder, restart, loaded)
    packed = pack_rules(plan.rules)
    player = plan.first_player
    every: list[Path] = []
    for number in range(1, plan.generations + 1):
        before = every[-1:] if number > 2 else []  # a teacher that is nearly as good
        every.append(folder / f"search-{number}")
        _record(plan, every[-1], packed, player, number, threads, advance)
        found = _fit(plan, folder, packed, [*before, every[-1]], number)
        yield found
        player = f"learned:weights={found.path}"
    yield _fit(plan, folder, packed, every, plan.generations + 1)


def _fit(
    plan: TrainingPlan, folder: Path, packed: np.ndarray, searches: list[Path], number: int
) -> Generation:
    """Fit a generation, or the final weights, to what searches found."""
    is_final = number > plan.generations
    name = "final" if is_final else str(number)
    path = folder / f"generation-{name}.npz"
    rows = _read_chunks([file for each in searches for file in _chunk_files(plan, each)])
    temperature = plan.final_temperature if is_final else plan.temperature
    weights, regret = fit_weights(rows, temperature=temperature, seed=plan.seed + number)
    if not path.exists():
        _finish_weights(plan, folder, packed, weights, path, number)
    decision = rows["decision"]
    return Generation(name, path, int((decision[1:] != decision[:-1]).sum()) + 1, regret)


def _claim_folder(plan: TrainingPlan, folder: Path, restart: bool, loaded: Iterable[Path]) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    stamp = folder / "plan.json"
    made_from = plan.model_dump(
        mode="json", exclude={"generations", "final_temperature", "duel_deals"}
    )
    hashes = [hashlib.sha256(path.read_bytes()).hexdigest()[:16] for path in loaded]
    if hashes:
        made_from["loaded"] = hashes
    if restart:
        for file in [*folder.glob("*/chunk-*.npy"), *folder.glob("generation-*.npz")]:
            file.unlink()
    elif stamp.exists() and json.loads(stamp.read_text()) != made_from:
        what = "another plan, or with other loaded strategies" if hashes else "another plan"
        raise InputError(f"{folder}: holds a training by {what}; use --restart or --out")
    stamp.write_text(json.dumps(made_from, indent=1, ensure_ascii=False))


def _chunk_files(plan: TrainingPlan, search: Path) -> list[Path]:
    return [search / f"chunk-{i:05}.npy" for i in range(-(-plan.deals // _CHUNK))]


def _record(
    plan: TrainingPlan,
    folder: Path,
    packed: np.ndarray,
    player: str,
    number: int,
    threads: int | None,
    advance: Callable[[int], None] | None,
) -> None:
    """Search the chunks of a generation that are not there yet."""
    files = _chunk_files(plan, folder)
    folder.mkdir(exist_ok=True)
    chooses = packed["declaring"][0] == DECLARE_OPTIONAL
    stop = np.zeros(1, np.int64)

    def search(i: int) -> None:
        if files[i].exists():
            return
        # declarations of every kind must be met, or what they change is not learned
        declaring = (player, "folk", "random:chance=0.4")[i % 3] if chooses else "folk"
        rows = record_deals(
            packed,
            player,
            deals=min(_CHUNK, plan.deals - i * _CHUNK),
            seed=plan.seed,
            first=number * plan.deals + i * _CHUNK,
            worlds=plan.worlds,
            declaring=declaring,
            plays_best=number == 1 or i % 2 == 0,
            stop=stop,
        )
        if stop[0]:
            return
        part = files[i].with_suffix(".part")
        with part.open("wb") as file:
            np.save(file, rows)
        os.replace(part, files[i])

    search(0)  # compiles what has to be compiled
    pool = ThreadPoolExecutor(threads or count_cores())
    try:
        for _ in pool.map(search, range(len(files))):
            if advance is not None:
                advance(1)
    finally:
        stop[0] = 1  # after Ctrl-C nobody waits for the chunks that were begun
        pool.shutdown(wait=True, cancel_futures=True)


def _read_chunks(files: list[Path]) -> np.ndarray:
    parts, start = [], 0
    for file in files:
        rows = np.load(file)
        rows["decision"] += start
        start += len(rows)
        parts.append(rows)
    return np.concatenate(parts)


def _finish_weights(
    plan: TrainingPlan,
    folder: Path,
    packed: np.ndarray,
    weights: np.ndarray,
    path: Path,
    number: int,
) -> None:
    """Fit the weights of declaring and write both."""
    declaring = np.zeros(N_DECLARING, np.int16)
    if packed["declaring"][0] == DECLARE_OPTIONAL:
        for round_ in range(_DECLARING_ROUNDS):
            draft = folder / f"draft-{path.stem}-{round_}.npz"
            save_family(draft, weights, declaring)
            declaring = fit_declaring(
                packed,
                f"learned:weights={draft}",
                deals=plan.declaring_deals,
                seed=plan.seed + _DECLARING_SEED,
                first=(number * _DECLARING_ROUNDS + round_) * 8 * plan.declaring_deals,
            )
            draft.unlink()
    save_family(path, weights, declaring)


def family_of(plan: TrainingPlan) -> str:
    """Return the family that a plan's rules belong to.

    Examples
    --------
    >>> from gongzhu_sim.rules import load_rules
    >>> family_of(TrainingPlan(name="x", rules=load_rules("scrofazero"), seed=1))
    'sides'
    """
    return FAMILIES[int(family_number(pack_rules(plan.rules)[0]))]
