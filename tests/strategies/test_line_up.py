"""Players and line-ups from text, and what reaches the kernels."""

import numpy as np
import pytest

from gongzhu_sim.errors import UsageError
from gongzhu_sim.strategies import build_line_up, get_strategy, parse_line_up, parse_player
from gongzhu_sim.strategies.declaring import declare_always, declare_never
from gongzhu_sim.strategies.packing import FIXED_POINT
from gongzhu_sim.strategies.registry import strategy


def test_one_player_serves_all_seats():
    assert [str(each) for each in parse_line_up("folk")] == ["folk"] * 4
    names = ["folk", "random:chance=0.25", "folk:run=off:declare=never", "random:declare=folk"]
    assert [str(each) for each in parse_line_up(",".join(names))] == names


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("folk,folk", "2 players given"),
        ("", "unknown strategy ''"),
        ("flok", "unknown strategy 'flok'; did you mean 'folk'"),
        ("random:chanse=1", "no parameter 'chanse'; did you mean 'chance'"),
        ("random:chance", "is not param=value"),
        ("random:chance=often", "must be a number"),
        ("folk:run=perhaps", "must be on or off"),
        ("folk:declare=nevr", "cannot declare=nevr; did you mean 'never'"),
    ],
)
def test_what_is_no_line_up(text, message):
    with pytest.raises(UsageError, match=message):
        parse_line_up(text)


def test_parameters_reach_the_kernel_in_their_order():
    @strategy("many", params={"a": True, "depth": 3, "b": False, "share": 0.5, "c": True})
    def choose(table, hand, legal):
        return legal

    own = build_line_up([parse_player("many:b=on:share=-0.25:depth=-7")]).choose_own
    assert own["switches"].tolist() == [0b111] * 4
    assert own["params"][0].tolist()[:3] == [-7, -FIXED_POINT // 4, 0]
    assert build_line_up(["many"]).choose_own["switches"][0] == 0b101


def test_whose_declaring_is_used():
    line_up = build_line_up(
        ["folk:declare=never", "folk:declare=always", "folk:declare=random", "folk:goat=off"]
    )
    folk, random = get_strategy("folk"), get_strategy("random")
    assert line_up.declarers == (declare_never, declare_always, random.declare, folk.declare)
    assert line_up.choosers == (folk.choose,) * 3 + (folk.choose_otherwise,)
    # another's declaring comes with that one's parameters, one's own with one's own
    assert line_up.declare_own[2]["params"][0] == FIXED_POINT // 2
    assert line_up.declare_own[3]["switches"] == line_up.choose_own[3]["switches"]
    assert line_up.declare_own[3]["switches"] != line_up.choose_own[0]["switches"]
    assert not np.any(line_up.choose_own["key"])
