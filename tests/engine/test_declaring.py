"""Who is asked to declare, with what before it, and what then stands, against the reference.

The reference engine holds the declaring; whoever it asks answers by the same compiled function
that played, called on a table made from nothing but what the reference shows. `watchful` is a
player whose answer depends on every field that it is shown, so that a wrong one changes it.
"""

from math import prod
from typing import Any

import numpy as np
import pytest

from gongzhu_sim.cards.compiling import kernel
from gongzhu_sim.cards.layout import SEATS
from gongzhu_sim.cards.streams import PURPOSE_SEAT, mix, stream_key
from gongzhu_sim.cards.text import card_names, parse_cards
from gongzhu_sim.engine.reference import hold_declaring
from gongzhu_sim.engine.table import DECLARE_DECISION, new_table
from gongzhu_sim.rules import load_rules
from gongzhu_sim.rules.loading import preset_names
from gongzhu_sim.rules.packed import pack_rules
from gongzhu_sim.strategies import Player, Strategy, build_line_up, get_strategy

ZERO = np.uint64(0)
ONE = np.uint64(1)
FIRST_DRAW_DECISION = DECLARE_DECISION - 1


@kernel(cache=False)
def watchful(table, hand, allowed):
    """Declare by a number into which goes everything that a seat is shown."""
    word = mix(table.own.key, np.uint64(table.own.decision))
    word = mix(word, hand ^ (table.own.hand_twice << ONE))
    word = mix(word, allowed ^ (table.own.legal_twice << ONE))
    word = mix(word, table.first_part ^ np.uint64(table.part))
    word = mix(word, np.uint64(table.first_leader * 4 + table.turn))
    word = mix(word, table.declared ^ np.uint64(table.n_declared))
    for seat in range(4):
        word = mix(word, table.declared_by[seat] ^ (table.declared_twice_by[seat] << ONE))
        word = mix(word, table.first_declared_by[seat])
        word = mix(word, np.uint64(table.n_declared_by[seat]) ^ np.uint64(table.factor[seat] * 64))
        word = mix(word, np.uint64(table.highest[seat]))
    chosen = ZERO
    while allowed != ZERO:
        card = allowed & (~allowed + ONE)
        allowed ^= card
        word = mix(word, card)
        if word & np.uint64(3) != ZERO:
            chosen |= card
    return chosen & mix(word, ONE)  # a card fewer, now and then


WATCHFUL = Player(Strategy("watchful", get_strategy("random").choose, declare=watchful))
LINE_UPS: tuple[list[str | Player], ...] = (
    [WATCHFUL],
    ["random", "random:chance=0.3", "random:chance=0.8", "random"],
    ["folk", WATCHFUL, "folk:declare=always", "random"],
)
SEQUENTIAL = {"declaration.order": "sequential"}
HIDDEN = {"declaration.hidden": True}
DRAWN = {"declaration.first_draw": True}
VARIANTS: dict[str, tuple[str, dict[str, Any]]] = {
    "sequential": ("qq", SEQUENTIAL | {"declaration.forced_last": False}),
    "sequential, the last forced": ("qq", SEQUENTIAL),
    "sequential, hidden": ("qq", SEQUENTIAL | HIDDEN),
    "sequential after first draws": ("huapai", SEQUENTIAL),
    "sequential after first draws, the last forced": ("huapai-forced", SEQUENTIAL),
    "sequential after hidden first draws": ("huapai-hidden", SEQUENTIAL),
    "sequential, hidden, drawn, forced": ("qq", SEQUENTIAL | HIDDEN | DRAWN),
    "sequential, two decks": ("qq-double", SEQUENTIAL),
    "sequential, hidden, two decks": ("qq-double", SEQUENTIAL | HIDDEN),
    "sequential after first draws, two decks": ("huapai-double", SEQUENTIAL),
    "sequential after hidden first draws, two decks": ("huapai-double", SEQUENTIAL | HIDDEN),
    "first draws, the last forced": ("qq", DRAWN),
    "hidden, two decks": ("huapai-double", HIDDEN),
    "the three of hearts, two decks": ("qq-double", {"declaration.marker": "3"}),
    "all, two decks": ("qq-double", {"declaration.mode": "all"}),
    "all but the goat, two decks": ("qq-double", {"declaration.mode": "all_but_goat"}),
}


class Asked:
    """Answers for the seats of one deal, and remembers what they answered."""

    def __init__(self, rules: Any, line_up: Any, outcome: Any, seed: int) -> None:
        self.line_up, self.outcome = line_up, outcome
        self.packed = pack_rules(rules)
        self.at_first: dict[str, list[str]] = {}
        self.number, self.last = -1, int(outcome["leader"]) - 1  # the turn before the first
        self.keys = [
            stream_key(np.uint64(seed), outcome["index"], PURPOSE_SEAT + np.uint64(i), ZERO)
            for i in range(4)
        ]
        self.kinds = ("SQ", "DJ", "CT", "H" + rules.declaration.marker)

    def lay(self, seat: int, shown: dict[str, list[str]]) -> np.ndarray:
        """Make the table that a seat sees from what the reference shows."""
        table = new_table(self.packed)
        view = table[0]
        view["turn"], view["first_leader"] = seat, self.outcome["leader"]
        view["leader"], view["width"] = self.outcome["leader"], 1
        view["factor"] = view["highest"] = 1
        view["own"] = self.line_up.declare_own[seat]
        view["own"]["key"] = self.keys[seat]
        every: list[str] = []
        for other, cards in shown.items():
            place = SEATS.index(other)
            view["n_declared_by"][place] = len(cards)
            if "??" in cards:
                continue
            every += cards
            view["declared_by"][place] = parse_cards(set(cards))
            view["declared_twice_by"][place] = self.pairs(cards)
            first = self.at_first.get(other, [])
            view["first_declared_by"][place] = parse_cards(first)
            for card in set(cards):
                kind = self.kinds.index(card)
                factors = [2] * (cards.count(card) - first.count(card)) + [4] * first.count(card)
                view["factor"][kind] *= prod(factors)
                view["highest"][kind] = max(view["highest"][kind], *factors)
        view["declared"], view["n_declared"] = parse_cards(set(every)), len(every)
        return table

    @staticmethod
    def pairs(cards: list[str]) -> np.uint64:
        return parse_cards({card for card in cards if cards.count(card) == 2})

    def decide(self, seat: int, hand: list[str], shown: dict[str, list[str]]) -> int:
        """Return the number of the decision that the seat now takes."""
        if not shown and len(hand) == 1:
            return FIRST_DRAW_DECISION
        if not shown:
            return DECLARE_DECISION
        self.number += (seat - self.last) % 4 or 4  # four seats that pass would have ended it
        self.last = seat
        return DECLARE_DECISION + self.number

    def __call__(
        self, seat: str, hand: list[str], allowed: list[str], shown: dict[str, list[str]]
    ) -> list[str]:
        place = SEATS.index(seat)
        declare = self.line_up.declarers[place]
        table = self.lay(place, shown)
        view = table[0]
        view["own"]["decision"] = self.decide(place, hand, shown)
        cards = parse_cards(set(hand))
        left_twice = self.pairs(allowed)
        view["own"]["hand_twice"] = self.pairs(hand)
        view["own"]["legal_twice"] = left_twice
        chosen = np.uint64(declare(view, cards, parse_cards(set(allowed))))
        answer = card_names(chosen)
        if chosen & left_twice:
            view["part"], view["first_part"] = 1, chosen
            view["own"]["legal_twice"] = 0
            answer += card_names(np.uint64(declare(view, cards, chosen & left_twice)))
        if len(hand) == 1:
            self.at_first[seat] = answer
        return answer


def check_declaring(rules, players, play, name_planes, *, deals: int, seed: int, first=0) -> int:
    """Compare what stands declared in every deal; return how many copies in all."""
    line_up = build_line_up(players)
    outcomes = play(rules, players, deals=deals, seed=seed, first=first)
    total = 0
    for outcome in outcomes:
        where = f"{rules.name}, {line_up.names}, seed {seed}, deal {outcome['index']}"
        hands = name_planes(outcome["hands"], outcome["hands_twice"])
        drawn = {
            seat: name
            for seat, mask in zip(SEATS, outcome["first_drawn"], strict=True)
            for name in card_names(mask)
        }
        needed = rules.declaration.first_draw or rules.decks == 2
        assert len(drawn) == (4 if needed else 0), where
        assert all(drawn[seat] in hands[seat] for seat in drawn), where
        standing = hold_declaring(
            rules,
            hands,
            leader=SEATS[outcome["leader"]],
            ask=Asked(rules, line_up, outcome, seed),
            first_drawn=drawn,
        )
        held = name_planes(outcome["declared_by"], outcome["declared_twice_by"])
        assert held == {seat: standing.cards(seat) for seat in SEATS}, where
        at_first = {
            seat: [card for card, factor in standing.by_seat[seat] if factor == 4] for seat in SEATS
        }
        found = name_planes(outcome["first_declared_by"], np.zeros(4, np.uint64))
        assert found == at_first, where
        total += standing.count()
    return total


@pytest.mark.parametrize("preset", preset_names())
def test_presets(play, name_planes, preset):
    rules = load_rules(preset)
    for number, players in enumerate(LINE_UPS):
        total = check_declaring(
            rules, players, play, name_planes, deals=50, seed=111, first=50 * number
        )
        assert (total > 50) == (rules.declaration.mode != "none")


@pytest.mark.parametrize(("preset", "changes"), VARIANTS.values(), ids=VARIANTS)
def test_variants(play, name_planes, preset, changes):
    rules = load_rules(preset).replace(changes)
    for players in LINE_UPS:
        assert check_declaring(rules, players, play, name_planes, deals=60, seed=112) > 60


@pytest.mark.long(seconds=20)
@pytest.mark.parametrize("preset", preset_names())
def test_presets_at_length(play, name_planes, preset):
    for players in LINE_UPS:
        check_declaring(load_rules(preset), players, play, name_planes, deals=2_000, seed=113)


@pytest.mark.long(seconds=20)
@pytest.mark.parametrize(("preset", "changes"), VARIANTS.values(), ids=VARIANTS)
def test_variants_at_length(play, name_planes, preset, changes):
    rules = load_rules(preset).replace(changes)
    for players in LINE_UPS:
        check_declaring(rules, players, play, name_planes, deals=2_000, seed=114)


def test_the_last_is_forced_now_and_then(play):
    """The same choices under rules that force nothing: three cards become four."""
    rules = load_rules("qq")
    free = rules.replace({"declaration.forced_last": False})
    forced, chosen = (play(each, "random", deals=500, seed=115) for each in (rules, free))
    three = chosen["n_declared"] == 3
    assert 50 < three.sum() < 200
    assert (forced["n_declared"] == np.where(three, 4, chosen["n_declared"])).all()
    kept = chosen["declared_by"] & ~forced["declared_by"]
    assert not kept.any()
