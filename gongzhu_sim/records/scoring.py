"""Records scored: each line of a stream checked card by card, its scores or why it is refused.

The compiled engine judges what is in the usual form; a record it does not accept goes to the
reference engine, which says why. If that one accepts it after all, the engines disagree, and
that is an error of this package: neither is believed. Lines in an unusual form are read
strictly and are the reference engine's altogether.
"""

from collections.abc import Iterator, Sequence
from io import BufferedIOBase
from typing import Any

import numpy as np

from gongzhu_sim.cards.layout import SEATS
from gongzhu_sim.engine.reference import score_record
from gongzhu_sim.errors import GongzhuError, InputError
from gongzhu_sim.records.fields import Game, read_game
from gongzhu_sim.records.forms import list_names, stack_piles
from gongzhu_sim.records.judging import NAMED_CARD, judge_games, list_legal
from gongzhu_sim.records.reading import LONGEST_LINE, Line, parse_record, read_blocks
from gongzhu_sim.records.rule_book import DealRules, find_rules, read_rules
from gongzhu_sim.rules.settling import HALVES

__all__ = ["score_blocks", "score_records"]

_LONGEST_REASON = 2_000  # characters of a message, which may repeat what it refuses

_Place = tuple[int, Line, Game]  # the place is that in the block


def score_records(stream: BufferedIOBase, *, legal: bool = False) -> Iterator[dict[str, Any]]:
    """Check and score the records of a stream.

    Parameters
    ----------
    stream : BufferedIOBase
        A buffered binary stream of JSON lines, such as ``open(path, "rb")``.
    legal : bool
        Whether to list the legal plays at every play made.

    Yields
    ------
    dict
        For each line that is not blank, in their order: ``line``, ``ok`` and either ``error``
        or ``complete``, ``declared``, ``captured``, ``raw``, ``settled``, ``events``,
        ``next_leader`` and, if asked for, ``legal``. Scores are in points.

    Raises
    ------
    GongzhuError
        If the two engines disagree about a record.

    Examples
    --------
    >>> import io
    >>> for result in score_records(io.BytesIO(b'{"rules": "qq"}')):
    ...     print(result)
    {'line': 1, 'ok': False, 'error': 'hands are missing'}
    """
    for block in score_blocks(stream, legal=legal):
        yield from block


def score_blocks(stream: BufferedIOBase, *, legal: bool = False) -> Iterator[list[dict[str, Any]]]:
    """Check and score the records of a stream in blocks, as they come.

    Parameters and errors as for :func:`score_records`.

    Yields
    ------
    list of dict
        The results for what was read at once. Before the next block is asked for, all that
        the stream had to give has been answered.
    """
    for lines in read_blocks(stream):
        yield _score_block(lines, legal=legal)


def _score_block(lines: Sequence[Line], *, legal: bool) -> list[dict[str, Any]]:
    results: list[dict[str, Any]] = [{}] * len(lines)
    groups: dict[tuple[DealRules, bool], list[_Place]] = {}
    for place, line in enumerate(lines):
        game = None if line.content is None else read_game(line.content)
        deal_rules = None if game is None else _try_rules(game.rules)
        if game is None or deal_rules is None:
            results[place] = _score_slowly(line, legal=legal)
        else:
            group = groups.setdefault((deal_rules, game.first_deal), [])
            group.append((place, line, game))
    for (deal_rules, first_deal), places in groups.items():
        _score_group(results, places, deal_rules, first_deal=first_deal, legal=legal)
    return results


def _try_rules(text: bytes) -> DealRules | None:
    try:
        return read_rules(text)
    except GongzhuError:
        return None


def _score_group(
    results: list[dict[str, Any]],
    places: Sequence[_Place],
    deal_rules: DealRules,
    *,
    first_deal: bool,
    legal: bool,
) -> None:
    """Write the results of the records of one rule set into their places."""
    packed = deal_rules.packed_first if first_deal else deal_rules.packed_later
    found = judge_games(packed, [game for *_, game in places], first_deal=first_deal)
    outcomes = found.outcomes
    plays = list_legal(packed, outcomes[found.sound]) if legal else iter(())
    columns = zip(
        places,
        found.sound.tolist(),
        found.complete.tolist(),
        stack_piles(outcomes["declared_by"], outcomes["declared_twice_by"]),
        stack_piles(outcomes["captured"], outcomes["captured_twice"]),
        outcomes["raw"].tolist(),
        _find_points(outcomes["settled"]),
        outcomes["slam"].tolist(),
        outcomes["all_hearts"].tolist(),
        found.next_leader.tolist(),
        strict=True,
    )
    for (
        (place, line, _),
        sound,
        complete,
        declared,
        captured,
        raw,
        settled,
        slam,
        all_hearts,
        next_leader,
    ) in columns:
        if not sound:
            results[place] = _explain(line, legal=legal)
            continue
        result: dict[str, Any] = {
            "line": line.number,
            "ok": True,
            "complete": complete,
            "declared": _name_declared(declared) if any(declared) else {},
            "captured": {
                "N": list_names(captured[0]),
                "W": list_names(captured[1]),
                "S": list_names(captured[2]),
                "E": list_names(captured[3]),
            },
            "raw": None,
            "settled": None,
            "events": [],
            "next_leader": None,
        }
        if complete:
            n, w, s, e = raw
            result["raw"] = {"N": n, "W": w, "S": s, "E": e}
            n, w, s, e = settled
            result["settled"] = {"N": n, "W": w, "S": s, "E": e}
            if slam >= 0:
                result["events"] = [f"slam:{SEATS[slam]}"]
            elif all_hearts >= 0:
                result["events"] = [f"all_hearts:{SEATS[all_hearts]}"]
            if next_leader != NAMED_CARD:
                result["next_leader"] = SEATS[next_leader]
        if legal:
            result["legal"] = next(plays)
        results[place] = result


def _find_points(halves: np.ndarray) -> list[list[int | float]]:
    """Return settled scores in points: whole numbers as integers, and exact halves."""
    if not (halves % HALVES).any():  # as in most rules
        return (halves // HALVES).tolist()
    return [
        [half / HALVES if half % HALVES else half // HALVES for half in row]
        for row in halves.tolist()
    ]


def _name_declared(declared: Sequence[int]) -> dict[str, list[str]]:
    return {seat: list_names(cards) for seat, cards in zip(SEATS, declared, strict=True) if cards}


def _score_slowly(line: Line, *, legal: bool) -> dict[str, Any]:
    """Score a line by the reference engine, or say what is wrong with it."""
    try:
        if line.content is None:
            raise InputError(f"the line has more than {LONGEST_LINE:,} bytes")
        record = parse_record(line.content)
        result = score_record(record, find_rules(record).rules, legal=legal)
    except InputError as error:
        result = {"ok": False, "error": str(error)}
    if not result["ok"] and len(result["error"]) > _LONGEST_REASON:
        result["error"] = result["error"][: _LONGEST_REASON - 1] + "…"
    return {"line": line.number} | result


def _explain(line: Line, *, legal: bool) -> dict[str, Any]:
    """Say why the compiled engine does not accept a record."""
    result = _score_slowly(line, legal=legal)
    if result["ok"]:
        raise GongzhuError(
            f"line {line.number}: internal disagreement: the compiled engine refuses this record "
            "and the reference engine accepts it; this is an error of gongzhu_sim, please report it"
        )
    return result
