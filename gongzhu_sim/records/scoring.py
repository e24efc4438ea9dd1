"""Records scored: each line of a stream checked card by card, its scores or why it is refused.

The compiled engine judges; a record it does not accept goes to the reference engine, which
says why. If that one accepts it after all, the engines disagree, and that is an error of this
package: neither is believed.
"""

from collections.abc import Iterator, Mapping, Sequence
from io import BufferedIOBase
from typing import Any

from gongzhu_sim.cards.layout import PIG, SEATS
from gongzhu_sim.engine.reference import find_next_leader, score_record
from gongzhu_sim.errors import GongzhuError, InputError
from gongzhu_sim.records.fields import Game, read_game
from gongzhu_sim.records.forms import list_names
from gongzhu_sim.records.judging import EVENT_ALL_HEARTS, NO_EVENT, judge_games
from gongzhu_sim.records.reading import LONGEST_LINE, Line, parse_record, read_blocks
from gongzhu_sim.records.rule_book import DealRules, find_rules
from gongzhu_sim.rules.settling import HALVES

__all__ = ["find_record_rules", "score_blocks", "score_records"]

_LONGEST_REASON = 2_000  # characters of a message, which may repeat what it refuses
_PIG = int(PIG)

_Place = tuple[int, int, Mapping[str, Any], Game]  # place in the block, line number, the record
_Groups = dict[tuple[DealRules, bool], list[_Place]]


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


def find_record_rules(record: Mapping[str, Any]) -> DealRules:
    """Return the rules of a record.

    Raises
    ------
    InputError
        If it names none, or they are wrong or not built yet.
    """
    if "rules" not in record:
        raise InputError("rules are missing: a preset's name or a table of rules")
    return find_rules(record["rules"])


def _score_block(lines: Sequence[Line], *, legal: bool) -> list[dict[str, Any]]:
    results: list[dict[str, Any]] = [{}] * len(lines)
    groups: _Groups = {}
    for place, line in enumerate(lines):
        number = line.number
        try:
            if line.content is None:
                raise InputError(f"the line has more than {LONGEST_LINE:,} bytes")
            record = parse_record(line.content)
            deal_rules = find_record_rules(record)
        except InputError as error:
            results[place] = _refuse(number, str(error))
            continue
        game = read_game(record)
        if game is None:
            results[place] = _explain(number, record, deal_rules)
        else:
            group = groups.setdefault((deal_rules, game.first_deal), [])
            group.append((place, number, record, game))
    for (deal_rules, first_deal), places in groups.items():
        _score_group(results, places, deal_rules, first_deal=first_deal, legal=legal)
    return results


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
    columns = zip(
        places,
        found.sound.tolist(),
        found.complete.tolist(),
        found.events.tolist(),
        outcomes["declared"].tolist(),
        outcomes["captured"].tolist(),
        outcomes["raw"].tolist(),
        outcomes["settled"].tolist(),
        outcomes["leader"].tolist(),
        strict=True,
    )
    for row, columns_of_row in enumerate(columns):
        (place, number, record, game), sound, complete, event, declared = columns_of_row[:5]
        if not sound:
            results[place] = _explain(number, record, deal_rules)
            continue
        captured, raw, halves, leader = columns_of_row[5:]
        result: dict[str, Any] = {
            "line": number,
            "ok": True,
            "complete": complete,
            "declared": _name_declared(declared, game.hands),
            "captured": {seat: list_names(cards) for seat, cards in zip(SEATS, captured)},  # noqa: B905
            "raw": None,
            "settled": None,
            "events": [],
            "next_leader": None,
        }
        if complete:
            n, w, s, e = raw
            result["raw"] = {"N": n, "W": w, "S": s, "E": e}
            n, w, s, e = [half // HALVES if half % HALVES == 0 else half / HALVES for half in halves]
            result["settled"] = {"N": n, "W": w, "S": s, "E": e}
            if event != NO_EVENT:
                kind = "slam" if event < EVENT_ALL_HEARTS else "all_hearts"
                result["events"] = [f"{kind}:{SEATS[event & 3]}"]
            taker = next(seat for seat in range(4) if captured[seat] & _PIG)
            result["next_leader"] = find_next_leader(
                deal_rules.rules, leader=SEATS[leader], pig_taker=SEATS[taker]
            )
        if legal:
            masks = found.legal[row, : len(game.plays)].tolist()
            result["legal"] = [list_names(mask) for mask in masks]
        results[place] = result


def _name_declared(declared: int, hands: Sequence[int]) -> dict[str, list[str]]:
    if not declared:
        return {}
    return {
        seat: list_names(declared & hand)
        for seat, hand in zip(SEATS, hands, strict=True)
        if declared & hand
    }


def _refuse(number: int, reason: str) -> dict[str, Any]:
    if len(reason) > _LONGEST_REASON:
        reason = reason[: _LONGEST_REASON - 1] + "…"
    return {"line": number, "ok": False, "error": reason}


def _explain(number: int, record: Mapping[str, Any], deal_rules: DealRules) -> dict[str, Any]:
    """Let the reference engine say why a record is refused."""
    result = score_record(record, deal_rules.rules)
    if result["ok"]:
        raise GongzhuError(
            f"line {number}: internal disagreement: the compiled engine refuses this record and "
            "the reference engine accepts it; this is an error in gongzhu_sim, please report it"
        )
    return _refuse(number, result["error"])
