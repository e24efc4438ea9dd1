"""The search: what it knows, the worlds it deals, the positions it must not get wrong."""

from typing import Any

import numpy as np
import pytest

import gongzhu_sim as gz
from gongzhu_sim.cards.dealer import DOUBLE_DEALER
from gongzhu_sim.engine.batch import play_deals
from gongzhu_sim.engine.replay import is_legal_play, lay_table, put_play
from gongzhu_sim.engine.table import new_table
from gongzhu_sim.rules.loading import load_rules, preset_names
from gongzhu_sim.rules.packed import pack_rules
from gongzhu_sim.strategies import build_line_up, parse_line_up
from gongzhu_sim.strategies.search.bench import BENCH
from gongzhu_sim.strategies.search.worlds import begin_worlds, next_world

pytestmark = pytest.mark.long  # compiling the search takes longer than the ordinary tests may


def _plays(outcome: Any) -> list[tuple[int, int]]:
    """Return a deal's plays in order, a pair of masks each; the second is 0 for a single."""
    plays, n, trick = [], 0, 0
    while n < int(outcome["n_plays"]):
        width = int(outcome["widths"][trick])
        for _ in range(4):
            if n >= int(outcome["n_plays"]):
                break
            first = 1 << int(outcome["plays"][n])
            plays.append((first, 1 << int(outcome["plays"][n + 1]) if width == 2 else 0))
            n += width
        trick += 1
    return plays


class TestWorlds:
    @pytest.mark.parametrize("preset", preset_names())
    def test_every_world_could_have_been_played_so(self, preset: str) -> None:
        """Replayed in a sampled world, the deal's plays are legal and leave the hands sampled."""
        packed = pack_rules(load_rules(preset))
        line_up = build_line_up(parse_line_up("random"))
        outcomes = play_deals(packed, line_up, deals=4, seed=7, full=True)
        bench, dealer = np.zeros(1, BENCH), np.zeros(1, DOUBLE_DEALER)
        state = np.uint64(5)
        table, other = new_table(packed), new_table(packed)
        for number in range(4):
            deal = outcomes[number : number + 1].copy()
            hands, twice = np.zeros(4, np.uint64), np.zeros(4, np.uint64)
            plays = _plays(deal[0])
            for decided in range(0, len(plays), 5):
                lay_table(table[0], deal[0], hands, twice)
                for first, second in plays[:decided]:
                    put_play(table[0], deal[0], hands, twice, np.uint64(first), np.uint64(second))
                seat = int(table["turn"][0])
                table["own"]["hand_twice"] = twice[seat]
                begin_worlds(table[0], hands[seat], bench[0], dealer[0])
                state = np.uint64(next_world(table[0], bench[0], dealer[0], state))
                world = bench["deal"][0]
                assert world["hands"][seat] == deal["hands"][0, seat]
                copied = deal.copy()
                for field in ("hands", "hands_twice", "declared_by", "declared_twice_by"):
                    copied[field] = world[field]
                counts = [
                    int(world["hands"][s]).bit_count() + int(world["hands_twice"][s]).bit_count()
                    for s in range(4)
                ]
                assert len(set(counts)) == 1
                now, now_twice = np.zeros(4, np.uint64), np.zeros(4, np.uint64)
                lay_table(other[0], copied[0], now, now_twice)
                for first, second in plays[:decided]:
                    one, two = np.uint64(first), np.uint64(second)
                    legal = is_legal_play(other[0], now, now_twice, one, two)
                    assert legal, (preset, number, decided)
                    put_play(other[0], copied[0], now, now_twice, one, two)
                assert now.tolist() == bench["hands"][0].tolist()
                assert now_twice.tolist() == bench["twice"][0].tolist()
                for s in range(4):
                    shown = int(table["n_declared_by"][0, s])
                    said = int(world["declared_by"][s]).bit_count()
                    assert said + int(world["declared_twice_by"][s]).bit_count() == shown


class TestPlayers:
    @pytest.mark.parametrize("name", ["pimc:worlds=2", "greedy:worlds=2", "expert:worlds=2"])
    @pytest.mark.long
    def test_keeps_the_contract_under_every_preset(self, name: str) -> None:
        assert gz.check_strategy(name, deals=1).plays > 1000

    @pytest.mark.parametrize("name", ["pimc:worlds=24", "greedy:worlds=24", "expert:worlds=24"])
    def test_beats_random_play_by_far(self, name: str) -> None:
        gain = gz.duel(name, "random", rules="scrofazero", deals=20, seed=1, threads=1).gain
        assert gain.mean > 150

    def test_same_deals_played_the_same_again(self) -> None:
        packed = pack_rules(load_rules("qq"))
        line_up = build_line_up(parse_line_up("pimc:worlds=4"))
        one, two = (play_deals(packed, line_up, deals=3, seed=3) for _ in range(2))
        assert one["plays"].tolist() == two["plays"].tolist()
        assert one["declared"].tolist() == two["declared"].tolist()

    def test_the_chance_not_to_be_the_pig_is_an_objective(self) -> None:
        packed = pack_rules(load_rules("qq"))
        line_up = build_line_up(parse_line_up("pimc:worlds=2:objective=notpig"))
        assert len(play_deals(packed, line_up, deals=2, seed=3)) == 2

    def test_a_wrong_objective_is_refused(self) -> None:
        with pytest.raises(gz.GongzhuError, match="one of points, notpig"):
            parse_line_up("pimc:objective=luck")

    def test_a_wrong_rollout_player_is_refused(self) -> None:
        with pytest.raises(gz.GongzhuError, match="unknown strategy 'fork'"):
            parse_line_up("pimc:rollout=fork")

    def test_a_named_player_plays_rollouts_as_the_player_it_names(self) -> None:
        gz.name_player("folk-again", "folk")
        options: Any = {"rules": "qq", "deals": 12, "seed": 1, "seats": "one"}
        named = gz.duel("pimc:worlds=2:rollout=folk-again", "folk", **options)
        assert named.gain == gz.duel("pimc:worlds=2:rollout=folk", "folk", **options).gain

    def test_a_search_can_play_worlds_out_with_a_search(self) -> None:
        gz.name_player("pimc-2", "pimc:worlds=2")
        nested = "pimc:worlds=2:rollout=pimc-2"
        assert gz.duel(nested, "pimc-2", rules="qq", deals=3, seed=1, seats="one").deals == 3

    def test_knowing_the_opponent_pays(self) -> None:
        """A search that plays worlds out with `plain` beats three of it from one seat."""
        options: Any = {"rules": "scrofazero", "deals": 150, "seed": 1, "seats": "one"}
        assert gz.duel("pimc:worlds=16:rollout=plain", "plain", **options).gain.low > 0
