"""Coins and titles, by worked examples and against the reference."""

import numpy as np
import pytest

from gongzhu_sim.engine import reference
from gongzhu_sim.rules import load_rules
from gongzhu_sim.rules.coins import RANK_TITLES, convert_to_coins, find_rank_title

QQ = load_rules("qq")


def test_the_worked_example():
    # Raw −120, −280, 0, 160 settle as −80, −293, 80, 293 before scaling.
    plain = QQ.replace({"settlement.scale": 1})
    np.testing.assert_allclose(
        convert_to_coins(plain, [-80, -293, 80, 293]), [-960, -3516, 864, 3164.4]
    )


def test_the_scale_is_taken_out():
    assert convert_to_coins(QQ, 960) == convert_to_coins(QQ.replace({"settlement.scale": 1}), 80)
    raw = QQ.replace({"settlement.kind": "raw"})  # the scale is not applied to raw settlements
    assert convert_to_coins(raw, -80) == -960


def test_room_and_rake():
    assert convert_to_coins(QQ, 12, room=50) == pytest.approx(540)
    assert convert_to_coins(QQ, -12, room=50) == -600
    assert convert_to_coins(QQ.replace({"coins.rake": 0}), 12) == 12
    assert convert_to_coins(QQ.replace({"coins.rake": 1}), 12) == 0


def test_a_whole_table_of_scores_keeps_its_shape():
    settled = np.arange(-12, 12).reshape(6, 4) * 6  # halves of points too
    coins = convert_to_coins(QQ, settled, room=3)
    assert coins.shape == (6, 4)
    expected = [[reference.convert_to_coins(QQ, each, room=3) for each in row]
                for row in (settled / 12).tolist()]  # fmt: skip
    np.testing.assert_allclose(coins, np.array(expected, float))


@pytest.mark.parametrize(
    ("points", "title"),
    [
        (-9_999_999, "猪神"),
        (-5_000_000, "猪神"),
        (-4_999_999, "猪王"),
        (-700_000, "乳猪格格"),
        (-100_000, "微型猪"),
        (-99_999, None),
        (0, None),
        (9_999, None),
        (10_000, "猪倌"),
        (49_999.5, "猪倌"),
        (50_000, "猎人"),
        (7_000_000, "大学士"),
        (10**9, "大学士"),
    ],
)
def test_titles(points, title):
    assert find_rank_title(points) == title


def test_titles_against_the_reference():
    for limit, title in RANK_TITLES:
        assert find_rank_title(limit) == title
        for points in (limit - 1, limit, limit + 1):
            assert find_rank_title(points) == reference.find_rank_title(points)
