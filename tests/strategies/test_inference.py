"""What the others' plays tell: of their hands, and of how they choose."""

from typing import Any

import numpy as np
import pytest

from gongzhu_sim.cards.dealer import DOUBLE_DEALER
from gongzhu_sim.engine.batch import play_deals
from gongzhu_sim.engine.replay import lay_table, put_play
from gongzhu_sim.engine.table import CHOOSE, SEATING, new_table
from gongzhu_sim.rules.loading import load_rules
from gongzhu_sim.rules.packed import pack_rules
from gongzhu_sim.strategies import build_line_up
from gongzhu_sim.strategies.line_up import PLAYER, record_player
from gongzhu_sim.strategies.search.bench import BENCH
from gongzhu_sim.strategies.search.guests import draw_guests, seat_guests
from gongzhu_sim.strategies.search.inference import N_MANNERS, POOL, random_chance, weigh_pool
from gongzhu_sim.strategies.search.rollouts import begin_search
from gongzhu_sim.strategies.search.worlds import begin_worlds, next_world

N_WORLDS = 64
"""Worlds a pool is tested with."""


def lay_position(player: str, *, index: int, n_plays: int, rules: str = "scrofazero") -> Any:
    """Return table and hands of a deal that four of a player have played so far."""
    packed = pack_rules(load_rules(rules))
    deals = play_deals(packed, build_line_up([player]), deals=1, seed=3, first=index, full=True)
    table = new_table(packed)
    hands, twice = np.zeros(4, np.uint64), np.zeros(4, np.uint64)
    lay_table(table[0], deals[0], hands, twice)
    for bit in deals[0]["plays"][:n_plays]:
        put_play(table[0], deals[0], hands, twice, np.uint64(1 << int(bit)), np.uint64(0))
    return table, hands


@pytest.mark.long  # compiling the search takes longer than the ordinary tests may
class TestWeighing:
    def weigh(self, player: str, index: int, *, with_true: bool = False) -> tuple[Any, Any]:
        """Return the table after nine tricks and a weighed pool, perhaps the true hands first."""
        table, hands = lay_position(player, index=index, n_plays=36)
        bench, dealer = np.zeros(1, BENCH), np.zeros(1, DOUBLE_DEALER)
        pool, model = np.zeros(1, POOL), record_player("learned")
        bench["search"]["player"] = model.ctypes.data
        begin_search(table[0], bench[0])
        begin_worlds(table[0], hands[int(table["turn"][0])], bench[0], dealer[0])
        state = np.uint64(1)
        pool["n"] = N_WORLDS
        for j in range(N_WORLDS):
            state = np.uint64(next_world(table[0], bench[0], dealer[0], state))
            pool["hands"][0, j] = bench["hands"][0]
        if with_true:
            pool["hands"][0, 0] = hands
        weigh_pool(table[0], bench[0], pool[0], model[0])
        return table, pool

    def random_share(self, player: str) -> float:
        """Return how likely the others are held to play at random, by the worlds' weights."""
        shares = []
        for index in range(6):
            table, pool = self.weigh(player, index)
            for step in range(1, 4):
                seat = (int(table["turn"][0]) + step) & 3
                chances = [random_chance(pool[0], j, seat) for j in range(N_WORLDS)]
                shares.append(np.average(chances, weights=pool["weight"][0, :N_WORLDS]))
        return float(np.mean(shares))

    def test_who_plays_at_random_is_told_from_who_thinks(self) -> None:
        """Beforehand the chance is 0.1; nine tricks move it up, or down."""
        assert self.random_share("random") > 0.2
        assert self.random_share("learned") < 0.05

    def test_the_true_hands_are_likelier_than_most(self) -> None:
        """Of players that think as the model does: the true hands against sampled ones."""
        ranks = []
        for index in range(8):
            _, pool = self.weigh("learned", index, with_true=True)
            weight = pool["weight"][0, :N_WORLDS]
            ranks.append((weight[0] > weight[1:]).mean() + (weight[0] == weight[1:]).mean() / 2)
        assert np.mean(ranks) > 0.7  # 0.5 if plays told nothing; standard error 0.1 at most


class TestGuests:
    def draw(self, rules: str, chance: float | None = None, n: int = 4000) -> np.ndarray:
        """Return who was drawn (rows) for the three seats after the one in turn."""
        table = new_table(pack_rules(load_rules(rules)))
        pool = np.zeros(1, POOL)
        if chance is not None:
            pool["likely"][0, 0, :, 0] = chance
            pool["likely"][0, 0, :, 1:] = (1 - chance) / (N_MANNERS - 1)
        words = np.random.default_rng(5).integers(0, 2**64, n, dtype=np.uint64)
        j = -1 if chance is None else 0
        places = np.array([draw_guests(table[0], pool[0], j, word) for word in words])
        return np.column_stack([places >> 2 * k & 3 for k in range(3)])

    def test_a_guest_sits_at_every_other_seat_half_of_the_time(self) -> None:
        drawn = self.draw("qq")
        assert drawn.max() == 1
        assert np.allclose(drawn.mean(axis=0), 0.5, atol=4 * 0.5 / np.sqrt(len(drawn)))

    def test_a_partner_is_never_one(self) -> None:
        drawn = self.draw("scrofazero", 0.5)
        assert not drawn[:, 1].any()
        assert set(np.unique(drawn[:, [0, 2]])) == {0, 1, 2}

    def test_a_novice_comes_as_often_as_plays_look_random(self) -> None:
        share = (self.draw("qq", 0.3) == 2).mean(axis=0)
        assert np.allclose(share, 0.3, atol=4 * np.sqrt(0.21 / 4000))

    def test_they_sit_where_they_were_drawn(self) -> None:
        table = new_table(pack_rules(load_rules("qq")))
        table["turn"] = 3
        seats, players = np.zeros(1, SEATING), np.zeros(3, PLAYER)
        players["choose"] = 10, 11, 12
        seat_guests(table[0], seats[0], players[0], players[1], players[2], 0b01_10_00)
        assert seats["address"][0, CHOOSE].tolist() == [10, 12, 11, 0]
