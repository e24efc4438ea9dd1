"""The runner: plays every cell of a plan and adds up its tallies.

A cell is a rule set with a line-up. It is played once with everybody declaring as they
please, and once more with nobody declaring if a table asks for that; each of the two is a
pass. All passes use the same deals.
"""

import hashlib
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np

from gongzhu_sim.engine.batch import play_deals
from gongzhu_sim.engine.blocks import iterate_blocks
from gongzhu_sim.errors import InputError, UsageError
from gongzhu_sim.rules import RuleSet
from gongzhu_sim.rules.packed import pack_rules
from gongzhu_sim.strategies import build_line_up, parse_line_up
from gongzhu_sim.studies.plan import Plan
from gongzhu_sim.studies.store import Chunks, Progress, source_hash
from gongzhu_sim.studies.tally import Tally, get_tally, is_passively_declared

__all__ = ["CHUNK_DEALS", "Pass", "passes", "run_study"]

CHUNK_DEALS = 100_000
"""The largest number of deals in a chunk."""

_CHUNK_SECONDS = 10.0  # slow players finish a chunk after this time

Rows = list[dict[str, Any]]


@dataclass(frozen=True)
class Pass:
    """One playing of all deals.

    Attributes
    ----------
    name : str
        Of its folder: numbers of rule set and line-up, and who declares.
    rules : RuleSet
    players : str
        The line-up.
    passive : bool
        Whether everybody is kept from declaring.
    tallies : tuple of Tally
        What is counted.
    """

    name: str
    rules: RuleSet
    players: str
    passive: bool
    tallies: tuple[Tally, ...]


def passes(plan: Plan) -> Iterator[Pass]:
    """Yield what a plan has to play.

    Passive tables are left out for rules under which nobody declares.
    """
    tallies = [get_tally(name) for name in plan.tables]
    for r, rules in enumerate(plan.rules):
        for p, players in enumerate(plan.players):
            for passive in (False, True):
                wanted = tuple(each for each in tallies if each.passive == passive)
                if wanted and not (passive and not is_passively_declared(rules)):
                    name = f"rules{r}-players{p}-{'never' if passive else 'own'}"
                    yield Pass(name, rules, players, passive, wanted)


def run_study(
    plan: Plan,
    folder: Path,
    *,
    threads: int | None = None,
    restart: bool = False,
    loaded: Iterable[Path] = (),
    advance: Callable[[int], None] = lambda deals: None,
) -> dict[str, Rows]:
    """Play what is still to be played of a study and return its sums.

    Parameters
    ----------
    plan : Plan
    folder : Path
        The study's folder. Finished chunks are kept in it, whatever ends the study.
    threads : int
        How many threads play; one a core by default.
    restart : bool
        Throw away the chunks that are there.
    loaded : iterable of Path
        Files with strategies of the user's own, which the results depend on too.
    advance : callable
        Is told of every block: how many deals are done.

    Returns
    -------
    dict of str to list of dict
        By table, one dict a row: ``rules``, ``players``, the tally's keys and its sums.
        They are the same whole numbers for any threads and interruptions.

    Raises
    ------
    UsageError
        If the folder holds chunks of another study, or more deals than the plan asks for.
    InputError
        If the folder cannot be written, or scores are too large to be summed exactly.
    PlayError
        If a strategy breaks its contract.
    """
    todo = list(passes(plan))
    _check_sizes(todo)
    made_from = {
        "seed": plan.seed,
        "first": plan.first,
        "rules": [rules.to_dict() for rules in plan.rules],
        "players": list(plan.players),
        "tables": list(plan.tables),
        "loaded": [hashlib.sha256(path.read_bytes()).hexdigest()[:16] for path in loaded],
        "sources": source_hash(),
    }
    chunks = Chunks(folder, made_from, restart=restart)
    tables: dict[str, Rows] = {name: [] for name in plan.tables}
    for each in todo:
        finished = _play_pass(plan, each, chunks, threads=threads, advance=advance)
        label = {"rules": each.rules.name, "players": each.players}
        for tally in each.tallies:
            rows = tally.rows(finished.sums[tally.name])
            tables[tally.name] += [label | row for row in rows]
    return tables


def _check_sizes(todo: Sequence[Pass]) -> None:
    """Refuse rules whose scores could overflow the sums of squares of a chunk."""
    for each in todo:
        for tally in each.tallies:
            if CHUNK_DEALS * tally.reach(each.rules) ** 2 >= 2**63:
                raise InputError(
                    f"rules {each.rules.name!r}: their scores are too large for table "
                    f"{tally.name!r} to sum exactly; use smaller values, or a smaller "
                    "settlement.scale"
                )


@dataclass(frozen=True)
class _Chunk:
    """A chunk that is being filled: replaced as a whole, so an interruption finds it right."""

    deals: int
    sums: tuple[np.ndarray, ...]

    def plus(self, other: "_Chunk") -> "_Chunk":
        sums = tuple(mine + its for mine, its in zip(self.sums, other.sums, strict=True))
        return _Chunk(self.deals + other.deals, sums)


def _play_pass(
    plan: Plan,
    each: Pass,
    chunks: Chunks,
    *,
    threads: int | None,
    advance: Callable[[int], None],
) -> Progress:
    known = chunks.read(each.name, each.tallies)
    if known.deals > plan.deals:
        raise UsageError(
            f"{chunks.folder} holds {known.deals} deals a cell, more than the plan's {plan.deals}; "
            "choose another --out, or --restart to throw them away"
        )
    advance(known.deals)
    if known.deals == plan.deals:
        return known

    players = parse_line_up(each.players)
    if each.passive:
        players = tuple(replace(player, declare="never") for player in players)
    line_up = build_line_up(players)
    packed = pack_rules(each.rules)

    def play(first: int, deals: int) -> _Chunk:
        outcomes = play_deals(packed, line_up, deals=deals, seed=plan.seed, first=first)
        sums = tuple(np.zeros(tally.shape, np.int64) for tally in each.tallies)
        for tally, array in zip(each.tallies, sums, strict=True):
            tally.count(packed, outcomes, array)
        return _Chunk(deals, sums)

    start = known.deals
    warm = play(plan.first + start, 1)  # compiles what has to be compiled, on one thread
    nothing = _Chunk(0, tuple(np.zeros_like(array) for array in warm.sums))
    while start < plan.deals:
        wanted = min(CHUNK_DEALS - start % CHUNK_DEALS, plan.deals - start)
        chunk = nothing
        deadline = time.monotonic() + _CHUNK_SECONDS
        at = plan.first + start
        blocks: Any = iterate_blocks(play, deals=wanted, first=at, threads=threads)
        try:
            for block in blocks:
                chunk = chunk.plus(block)
                advance(block.deals)
                if time.monotonic() > deadline:
                    break
        finally:  # after Ctrl-C or a strategy's error too: what is counted is right
            blocks.close()
            if chunk.deals:
                names = (tally.name for tally in each.tallies)
                sums = dict(zip(names, chunk.sums, strict=True))
                chunks.write(each.name, start, chunk.deals, sums)
        start += chunk.deals
    return chunks.read(each.name, each.tallies)
