"""The runner: plays every cell of a plan and adds up its tallies.

A cell is a rule set with a line-up. It is played once with everybody declaring as they
please, once more with nobody declaring if a table asks for that, and in whole matches if a
table counts those; each of the three is a pass. All passes of deals use the same deals.
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
from gongzhu_sim.engine.match import play_matches
from gongzhu_sim.errors import InputError, UsageError
from gongzhu_sim.rules import RuleSet
from gongzhu_sim.rules.matches import pack_match
from gongzhu_sim.rules.packed import pack_rules
from gongzhu_sim.strategies import build_line_up, parse_line_up
from gongzhu_sim.studies.plan import Plan
from gongzhu_sim.studies.store import Chunks, Progress, source_hash
from gongzhu_sim.studies.tally import (
    LONGEST_MATCH,
    MATCHES,
    Tally,
    get_tally,
    is_passively_declared,
)

__all__ = ["CHUNK_DEALS", "Pass", "passes", "run_study"]

CHUNK_DEALS = 100_000
"""The largest number of deals, or of matches, in a chunk."""

_CHUNK_SECONDS = 10.0  # slow players finish a chunk after this time
_STEP = 256  # so many are summed in 64 bits, then in Python's integers

Rows = list[dict[str, Any]]


@dataclass(frozen=True)
class Pass:
    """One playing of all deals, or of all matches.

    Attributes
    ----------
    name : str
        Of its folder: numbers of rule set and line-up, and who declares or that it is matches.
    rules : RuleSet
    players : str
        The line-up.
    passive : bool
        Whether everybody is kept from declaring.
    tallies : tuple of Tally
        What is counted.
    unit : {"deals", "matches"}
        What is played.
    size : int
        How many of them.
    """

    name: str
    rules: RuleSet
    players: str
    passive: bool
    tallies: tuple[Tally, ...]
    unit: str
    size: int


def passes(plan: Plan) -> Iterator[Pass]:
    """Yield what a plan has to play.

    Passive tables are left out for rules under which nobody declares.
    """
    tallies = [get_tally(name) for name in plan.tables]
    for r, rules in enumerate(plan.rules):
        for p, players in enumerate(plan.players):
            for kind in ("own", "never", "matches"):
                wanted = tuple(each for each in tallies if _kind(each) == kind)
                passive = kind == "never"
                if wanted and not (passive and not is_passively_declared(rules)):
                    name = f"rules{r}-players{p}-{kind}"
                    unit = wanted[0].unit
                    size = plan.matches if unit == MATCHES else plan.deals
                    yield Pass(name, rules, players, passive, wanted, unit, size)


def _kind(tally: Tally) -> str:
    if tally.unit == MATCHES:
        return "matches"
    return "never" if tally.passive else "own"


def run_study(
    plan: Plan,
    folder: Path,
    *,
    threads: int | None = None,
    restart: bool = False,
    loaded: Iterable[Path] = (),
    advance: Callable[[int], None] = lambda n: None,
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
        Is told of every block: how many deals, or matches, are done.

    Returns
    -------
    dict of str to list of dict
        By table, one dict a row: ``rules``, ``players``, the tally's keys and its sums.
        They are the same whole numbers for any threads and interruptions.

    Raises
    ------
    UsageError
        If the folder holds chunks of another study, or more than the plan asks for.
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
    """Refuse rules whose scores could overflow the sums of squares of a step."""
    for each in todo:
        for tally in each.tallies:
            if _STEP * tally.reach(each.rules) ** 2 >= 2**63:
                raise InputError(
                    f"rules {each.rules.name!r}: their scores are too large for table "
                    f"{tally.name!r} to sum exactly; use smaller values, or a smaller "
                    "settlement.scale"
                )


@dataclass(frozen=True)
class _Chunk:
    """A chunk that is being filled: replaced as a whole, so an interruption finds it right."""

    size: int
    sums: tuple[np.ndarray, ...]  # of Python integers, which cannot overflow

    def plus(self, other: "_Chunk") -> "_Chunk":
        sums = tuple(mine + its for mine, its in zip(self.sums, other.sums, strict=True))
        return _Chunk(self.size + other.size, sums)


def _play_pass(
    plan: Plan,
    each: Pass,
    chunks: Chunks,
    *,
    threads: int | None,
    advance: Callable[[int], None],
) -> Progress:
    known = chunks.read(each.name, each.tallies)
    if known.size > each.size:
        raise UsageError(
            f"{chunks.folder} holds {known.size} {each.unit} a cell, more than the plan's "
            f"{each.size}; choose another --out, or --restart to throw them away"
        )
    advance(known.size)
    if known.size == each.size:
        return known

    packed = pack_rules(each.rules)
    play_outcomes = _prepare(each, packed, seed=plan.seed)

    def play(first: int, size: int) -> _Chunk:
        return _count(each.tallies, packed, play_outcomes(first, size))

    start = known.size
    play(plan.first + start, 1)  # compiles what has to be compiled, on one thread
    nothing = _Chunk(0, tuple(np.zeros(tally.shape, object) for tally in each.tallies))
    while start < each.size:
        wanted = min(CHUNK_DEALS - start % CHUNK_DEALS, each.size - start)
        chunk = nothing
        deadline = time.monotonic() + _CHUNK_SECONDS
        at = plan.first + start
        blocks: Any = iterate_blocks(play, deals=wanted, first=at, threads=threads)
        try:
            for block in blocks:
                chunk = chunk.plus(block)
                advance(block.size)
                if time.monotonic() > deadline:
                    break
        finally:  # after Ctrl-C or a strategy's error too: what is counted is right
            blocks.close()
            if chunk.size:
                names = (tally.name for tally in each.tallies)
                sums = dict(zip(names, chunk.sums, strict=True))
                chunks.write(each.name, start, chunk.size, sums)
        start += chunk.size
    return chunks.read(each.name, each.tallies)


def _prepare(each: Pass, packed: np.ndarray, *, seed: int) -> Callable[[int, int], np.ndarray]:
    """Return what plays so many deals, or matches, from an index on."""
    players = parse_line_up(each.players)
    if each.passive:
        players = tuple(replace(player, declare="never") for player in players)
    line_up = build_line_up(players)
    match = pack_match(each.rules)
    plays = any(tally.reads_plays for tally in each.tallies)

    def play(first: int, size: int) -> np.ndarray:
        if each.unit == MATCHES:
            return play_matches(
                packed,
                match,
                line_up,
                matches=size,
                seed=seed,
                first=first,
                most_deals=LONGEST_MATCH,
            ).matches
        return play_deals(packed, line_up, deals=size, seed=seed, first=first, plays=plays)

    return play


def _count(tallies: Sequence[Tally], packed: np.ndarray, outcomes: np.ndarray) -> _Chunk:
    sums = tuple(np.zeros(tally.shape, object) for tally in tallies)
    for start in range(0, len(outcomes), _STEP):
        for tally, total in zip(tallies, sums, strict=True):
            step = np.zeros(tally.shape, np.int64)
            tally.count(packed, outcomes[start : start + _STEP], step)
            total += step
    return _Chunk(len(outcomes), sums)
