"""Settling a deal: sides, what each seat gets, coins and titles.

Exact throughout: results are whole numbers, or `Fraction` where a half is kept.
"""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from math import trunc
from typing import Any

from gongzhu_sim.engine.reference.cards import GOAT, PIG, SEATS
from gongzhu_sim.errors import InputError

__all__ = [
    "RANK_TITLES",
    "Number",
    "convert_to_coins",
    "find_rank_title",
    "find_sides",
    "settle_before_scaling",
    "settle_deal",
]

Number = int | Fraction

RANK_TITLES = (
    (-5_000_000, "猪神"),
    (-1_000_000, "猪王"),
    (-700_000, "乳猪格格"),
    (-500_000, "野猪"),
    (-300_000, "架子猪"),
    (-100_000, "微型猪"),
    (10_000, "猪倌"),
    (50_000, "猎人"),
    (100_000, "屠夫"),
    (200_000, "饲养员"),
    (300_000, "优秀饲养员"),
    (400_000, "养猪专业户"),
    (600_000, "地主"),
    (800_000, "知县"),
    (1_000_000, "知州"),
    (3_000_000, "知府"),
    (5_000_000, "巡抚"),
    (7_000_000, "大学士"),
)
"""Titles by accumulated points, from the worst to the best."""


def _simple(number: Number) -> Number:
    """Return a whole number as an integer, anything else as it is."""
    return int(number) if number == int(number) else number


def find_sides(rules: Any, dealt: Mapping[str, Sequence[str]]) -> list[list[str]] | None:
    """Return the sides of a deal, None where everybody plays alone.

    Parameters
    ----------
    rules : RuleSet
        The rules; `teams.mode` decides.
    dealt : mapping
        Seat to its cards as dealt. Under `pig_goat` the seats dealt the pig and the goat are
        one side; a seat dealt both plays alone against three.
    """
    if rules.teams.mode == "none":
        return None
    if rules.teams.mode == "opposite":
        return [["N", "S"], ["W", "E"]]
    if rules.decks == 2:
        raise InputError("teams.mode = 'pig_goat' needs one deck: two have two pigs and two goats")
    together = [seat for seat in SEATS if PIG in dealt[seat] or GOAT in dealt[seat]]
    return [together, [seat for seat in SEATS if seat not in together]]


def settle_before_scaling(
    rules: Any, raw: Mapping[str, int], *, sides: Sequence[Sequence[str]] | None = None
) -> dict[str, Number]:
    """Settle raw scores without `scale`; the cap, if any, is applied here (a house reading).

    Parameters
    ----------
    rules : RuleSet
        The rules.
    raw : mapping
        Seat to its raw score, in points.
    sides : sequence, optional
        The sides, needed for the two settlements between sides.

    Returns
    -------
    dict
        Seat to its settled score before scaling, in points.
    """
    kind = rules.settlement.kind
    settled: dict[str, Number] = {}
    for seat in SEATS:
        if kind == "raw":
            settled[seat] = raw[seat]
        elif kind == "zero_sum":
            others = sum(raw[other] for other in SEATS if other != seat)
            settled[seat] = trunc(raw[seat] - Fraction(others, 3))
        else:
            if sides is None:
                raise InputError(f"settlement.kind = {kind!r} needs sides, and teams.mode is none")
            own = sum(raw[other] for side in sides if seat in side for other in side)
            rest = sum(raw[other] for side in sides if seat not in side for other in side)
            settled[seat] = Fraction(own - rest, 2) if kind == "teams" else own
    cap = rules.settlement.cap
    if cap != "none":
        settled = {seat: max(-cap, min(cap, score)) for seat, score in settled.items()}
    return {seat: _simple(score) for seat, score in settled.items()}


def settle_deal(
    rules: Any, raw: Mapping[str, int], *, sides: Sequence[Sequence[str]] | None = None
) -> dict[str, Number]:
    """Settle raw scores: what each seat gets, in points.

    The score before scaling times `settlement.scale`; with `raw` settlement the scale is
    not applied. Parameters as in `settle_before_scaling`.

    Examples
    --------
    >>> from types import SimpleNamespace as Some
    >>> rules = Some(settlement=Some(kind="zero_sum", scale=12, cap="none"))
    >>> settle_deal(rules, {"N": -120, "W": -280, "S": 0, "E": 160})
    {'N': -960, 'W': -3516, 'S': 960, 'E': 3516}
    """
    settled = settle_before_scaling(rules, raw, sides=sides)
    if rules.settlement.kind == "raw":
        return settled
    return {seat: _simple(score * rules.settlement.scale) for seat, score in settled.items()}


def convert_to_coins(rules: Any, score: Number, *, room: int = 1) -> Number:
    """Return the coins a seat receives (or, negative, pays) for one deal.

    A loser pays X times 12 times the room factor; a winner receives that less the rake.

    Parameters
    ----------
    rules : RuleSet
        The rules; `coins.rake` is the share the house keeps of a win.
    score : int or Fraction
        X, the settled score before scaling, in points.
    room : int
        The room factor.

    Examples
    --------
    >>> from types import SimpleNamespace as Some
    >>> rules = Some(coins=Some(rake=0.1))
    >>> convert_to_coins(rules, 80), convert_to_coins(rules, -80)
    (864, -960)
    """
    coins = score * 12 * room
    if coins > 0:
        coins *= 1 - Fraction(str(rules.coins.rake))
    return _simple(coins)


def find_rank_title(points: Number) -> str | None:
    """Return the title for accumulated points, None between the lowest of each kind.

    Examples
    --------
    >>> find_rank_title(-700_000), find_rank_title(9_999), find_rank_title(99_999)
    ('乳猪格格', None, '猎人')
    """
    below = [title for limit, title in RANK_TITLES if limit < 0 and points <= limit]
    above = [title for limit, title in RANK_TITLES if limit > 0 and points >= limit]
    if below:
        return below[0]
    return above[-1] if above else None
