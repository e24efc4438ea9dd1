"""What settled points are exchanged for in the online rooms: coins, and titles."""

from typing import TYPE_CHECKING, Final

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

    from gongzhu_sim.rules.ruleset import RuleSet

__all__ = ["COINS_A_POINT", "RANK_TITLES", "convert_to_coins", "find_rank_title"]

COINS_A_POINT: Final = 12
"""Coins for each settled point before scaling, in a room of factor 1."""

RANK_TITLES: Final[tuple[tuple[int, str], ...]] = (
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
"""Accumulated points and the title they bring, from the worst to the best."""


def convert_to_coins(
    rules: "RuleSet", settled: "ArrayLike", *, room: int = 1
) -> "NDArray[np.float64]":
    """Return the coins that seats receive, or (negative) pay, for a deal.

    A loser pays 12 coins times the room's factor for every point; a winner receives as many
    less the rake, ``coins.rake``. The points are those before scaling.

    Parameters
    ----------
    rules : RuleSet
        The rules under which the deals were settled.
    settled : array_like
        Settled scores, in points, of any shape; ``settlement.scale`` is taken out of them.
    room : int
        The room's factor, 1 or more.

    Returns
    -------
    ndarray of float64
        Coins, in the shape of `settled`.

    Examples
    --------
    >>> from gongzhu_sim.rules import load_rules
    >>> convert_to_coins(load_rules("qq"), [-960, -3516, 960, 3516])
    array([ -960. , -3516. ,   864. ,  3164.4])
    """
    scale = 1 if rules.settlement.kind == "raw" else rules.settlement.scale
    coins = np.asarray(settled, np.float64) / scale * (COINS_A_POINT * room)
    return np.where(coins > 0, coins * (1 - rules.coins.rake), coins)


def find_rank_title(points: float) -> str | None:
    """Return the title for accumulated points.

    Parameters
    ----------
    points : float
        Settled points, accumulated over all deals a player has played.

    Returns
    -------
    str or None
        The title of the furthest limit reached; None between the first bad and the first good
        one.

    Examples
    --------
    >>> find_rank_title(-700_000), find_rank_title(9_999), find_rank_title(99_999)
    ('乳猪格格', None, '猎人')
    """
    bad = [title for limit, title in RANK_TITLES if points <= limit < 0]
    good = [title for limit, title in RANK_TITLES if 0 < limit <= points]
    if bad:
        return bad[0]
    return good[-1] if good else None
