"""Matches: totals, targets, pigs, awards; by hand and against the reference."""

import numpy as np
import pytest

from gongzhu_sim.cards.layout import SEATS
from gongzhu_sim.engine.reference import Match
from gongzhu_sim.rules import load_rules, preset_names
from gongzhu_sim.rules.matches import MATCH, end_deal, find_pigs, is_match_over, pack_match
from gongzhu_sim.rules.ruleset import RuleSet

QQ = load_rules("qq")
SCIENTIFIC = load_rules("scientific")
N_S, W_E = 0b0101, 0b1010


class Kernels:
    """A match played with the kernels; the reference must agree after every deal."""

    def __init__(self, rules: RuleSet) -> None:
        self.packed = pack_match(rules)
        self.rules = rules
        self.totals, self.awards = np.zeros((2, 4), np.int64)
        self.n_deals = 0
        self.reference = Match(rules)

    def deal(self, *raw: int, sides: int | None = None, slam: int = -1, hearts: int = -1) -> None:
        if sides is None:
            sides = N_S if self.rules.teams.mode == "opposite" else 0
        shooter = slam if slam >= 0 else hearts
        match = self.packed[0]
        end_deal(match, np.array(raw, np.int64), sides, shooter, self.totals, self.awards)
        self.n_deals += 1
        events = [f"slam:{SEATS[slam]}"] if slam >= 0 else []
        events += [f"all_hearts:{SEATS[hearts]}"] if hearts >= 0 else []
        self.reference.add_deal(
            dict(zip(SEATS, raw, strict=True)),
            sides=[name_seats(sides), name_seats(15 ^ sides)] if sides else None,
            events=events,
        )
        self.compare()

    def compare(self) -> None:
        players = ["NS", "WE"] * 2 if self.rules.teams.mode == "opposite" else SEATS
        assert self.totals.tolist() == [self.reference.totals[player] for player in players]
        if self.rules.match.awards:
            assert self.awards.tolist() == [self.reference.awards[player] for player in players]
        assert self.over == self.reference.over
        if self.over:
            assert self.pigs == self.reference.pigs()

    @property
    def over(self) -> bool:
        return bool(is_match_over(self.packed[0], self.totals, self.n_deals))

    @property
    def pigs(self) -> list[str]:
        return name_seats(find_pigs(self.packed[0], self.totals))


def name_seats(mask: int) -> list[str]:
    return [seat for i, seat in enumerate(SEATS) if mask >> i & 1]


def test_the_record():
    for name in preset_names():
        packed = pack_match(load_rules(name))
        assert packed.dtype == MATCH and packed.shape == (1,)
        assert packed["lose_at"] == -1000
    changes = {"match.lose_at": "none", "match.win_at": 800, "match.pigs": "lowest_and_highest"}
    record = pack_match(QQ.replace(changes))[0]
    assert (record["win_at"], record["highest_too"], record["deals"]) == (800, 1, 0)
    assert record["lose_at"] < -(10**15)
    assert pack_match(QQ.replace({"match.deals": 16}))["deals"] == 16


def test_a_match_ends_with_the_deal_that_reaches_the_target():
    match = Kernels(QQ)
    match.deal(-999, 5000, 0, -200)
    assert not match.over  # no upper target
    match.deal(-1, 0, 0, -600)
    assert match.over
    assert match.pigs == ["N"]


def test_the_lowest_is_the_pig_even_if_the_match_ended_at_the_top():
    match = Kernels(load_rules("huapai"))
    match.deal(1000, -300, -300, 100)
    assert match.over
    assert match.pigs == ["W", "S"]  # equal totals share it


def test_lowest_and_highest():
    rules = QQ.replace({"match.pigs": "lowest_and_highest"})
    match = Kernels(rules)
    match.deal(-1000, 300, 300, 0)
    assert match.pigs == ["N", "W", "S"]


def test_partners_accumulate_together():
    match = Kernels(load_rules("qq-partners"))
    match.deal(-600, 100, -399, 200)
    assert match.totals.tolist() == [-999, 300, -999, 300]
    assert not match.over
    match.deal(0, -200, -1, 0)
    assert match.over
    assert match.pigs == ["N", "S"]


def test_sides_made_by_the_cards_change_with_every_deal():
    match = Kernels(load_rules("pig-goat"))
    match.deal(-100, 40, 100, 0, sides=0b0011)  # N and W against S and E
    match.deal(-10, -20, -30, -40, sides=0b1110)  # N alone
    assert match.totals.tolist() == [-60 - 10, -60 - 90, 100 - 90, 100 - 90]


def test_a_fixed_number_of_deals():
    match = Kernels(QQ.replace({"match.deals": 3}))
    match.deal(-2000, 0, 0, 0)
    match.deal(0, 0, 0, 0)
    assert not match.over
    match.deal(0, -2001, 0, 0)
    assert match.over
    assert match.pigs == ["W"]


@pytest.mark.parametrize(
    ("raw", "over", "pigs", "outcome"),
    [
        ((-999, 999, 0, 0), False, None, None),
        ((-1000, -999, 0, 0), True, ["N", "S"], {"NS": "loses", "WE": "wins"}),
        ((999, 1000, 0, 0), True, ["N", "S"], {"NS": "loses", "WE": "wins"}),
        ((-1000, 1000, 0, 0), True, ["N", "S"], {"NS": "loses", "WE": "wins"}),
        ((-1000, -1200, 0, 0), True, [], {"NS": "ties", "WE": "ties"}),
        ((1300, 1000, 0, 0), True, [], {"NS": "ties", "WE": "ties"}),
    ],
)
def test_the_end_of_a_scientific_match(raw, over, pigs, outcome):
    match = Kernels(SCIENTIFIC)
    match.deal(*raw)
    assert match.over == over
    if over:
        assert match.pigs == pigs
        assert match.reference.outcome() == outcome


def test_an_award_saves_its_side():
    match = Kernels(SCIENTIFIC)
    match.deal(230, 0, 0, 0, hearts=0)
    assert match.awards.tolist() == [1, 0, 1, 0]
    match.deal(-1330, 0, 0, 0)  # −1100, and 200 for the award
    assert match.totals[0] == -900
    assert match.awards.tolist() == [0, 0, 0, 0]
    assert not match.over
    match.deal(-100, 0, 0, 0)
    assert match.over
    assert match.pigs == ["N", "S"]


def test_an_award_that_saves_nobody_counts_all_the_same():
    match = Kernels(SCIENTIFIC)
    match.deal(0, 0, -1300, 0, hearts=2)
    assert match.totals[0] == -1100
    assert match.over


def test_an_award_answers_a_win():
    match = Kernels(SCIENTIFIC)
    match.deal(0, 900, 0, 0, hearts=3)
    match.deal(1000, 0, 0, 0)  # W and E add 200 to their 900: both sides are there
    assert match.totals.tolist() == [1000, 1100, 1000, 1100]
    assert match.over
    assert match.pigs == []


def test_an_award_of_the_side_that_wins_does_not_count():
    match = Kernels(SCIENTIFIC)
    match.deal(1000, 0, 0, 0, hearts=0)
    assert match.totals[0] == 1000
    assert match.awards.tolist() == [1, 0, 1, 0]
    assert match.pigs == ["W", "E"]


def test_only_awards_in_excess_count():
    match = Kernels(SCIENTIFIC)
    match.deal(0, 0, 0, 0, hearts=0)
    match.deal(0, 0, 0, 0, slam=2)  # a slam is one award
    match.deal(0, 0, 0, 0, hearts=1)
    assert match.awards.tolist() == [2, 1, 2, 1]
    match.deal(-1000, -1000, 0, 0)
    assert match.totals.tolist() == [-800, -1000, -800, -1000]
    assert match.awards.tolist() == [0, 0, 0, 0]
    assert match.pigs == ["W", "E"]


def test_equal_awards_do_not_count():
    match = Kernels(SCIENTIFIC)
    match.deal(0, 0, 0, 0, hearts=0)
    match.deal(-1000, 0, 0, 0, hearts=1)
    assert match.totals[0] == -1000
    assert match.awards.tolist() == [1, 1, 1, 1]


def test_without_awards_nothing_is_counted():
    match = Kernels(SCIENTIFIC.replace({"match.awards": False}))
    match.deal(-1000, -1300, 0, 0, hearts=0)
    assert match.awards.tolist() == [0, 0, 0, 0]
    assert match.pigs == ["W", "E"]  # and no tie


VARIANTS: list[tuple[str, dict[str, object]]] = [
    ("qq", {}),
    ("qq", {"match.lose_at": "none", "match.win_at": 800}),
    ("qq", {"match.pigs": "lowest_and_highest", "match.win_at": 1000}),
    ("qq", {"match.deals": 5, "match.pigs": "lowest_and_highest"}),
    ("qq-partners", {}),
    ("lianzhong-pooled", {"match.win_at": 500}),
    ("pig-goat", {"match.pigs": "lowest_and_highest"}),
    ("scientific", {}),
    ("scientific", {"match.lose_at": -400, "match.win_at": 300}),
    ("scientific", {"match.deals": 4}),
    ("scientific", {"match.pigs": "lowest_and_highest"}),
]


@pytest.mark.parametrize(("preset", "changes"), VARIANTS)
def test_random_matches_against_the_reference(preset, changes):
    rules = load_rules(preset, changes=changes)
    rng = np.random.default_rng(20)
    ends, ties = 0, 0
    for _ in range(150):
        match = Kernels(rules)
        for _ in range(100):
            raw = rng.integers(-3, 4, 4) * 100  # so that totals meet each other and the targets
            sides = None
            if rules.teams.mode == "pig_goat":
                sides = int(rng.choice([0b0001, 0b0011, 0b0101, 0b1001, 0b0111, 0b1110]))
            shooter = int(rng.integers(-8, 4))
            if shooter >= 0 and rng.integers(2):
                match.deal(*raw.tolist(), sides=sides, slam=shooter)
            else:
                match.deal(*raw.tolist(), sides=sides, hearts=max(shooter, -1))
            if match.over:
                ends += 1
                ties += not match.pigs
                break
    assert ends > 100
    assert (ties > 0) == rules.match.awards
