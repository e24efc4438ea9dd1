"""Legal cards: following, the lock, the named lead; each situation by hand and by both engines."""

import numpy as np
import pytest

from gongzhu_sim.cards.compiling import kernel
from gongzhu_sim.cards.layout import DECK
from gongzhu_sim.cards.text import card_names, parse_cards, parse_hand
from gongzhu_sim.engine.legality import free_cards, legal_cards
from gongzhu_sim.engine.reference.cards import Copy
from gongzhu_sim.engine.reference.legality import legal_follows, legal_leads
from gongzhu_sim.engine.table import new_table
from gongzhu_sim.rules import load_rules
from gongzhu_sim.rules.packed import pack_rules

LANE = 0x1FFF
LATER = 4  # plays made before, so that no first lead is asked for


@pytest.fixture
def legal():
    """Ask both engines: ``legal(hand, led="S", declared="SQ", opened="HD")`` gives card names."""

    def ask(hand: str, *, led: str = "", declared: str = "", opened: str = "", rules="qq") -> set:
        table = new_table(pack_rules(load_rules(rules)))
        table["n_plays"] = LATER
        table["declared"] = parse_cards(declared.split())
        table["led"] = sum(LANE << 16 * "SHDC".index(suit) for suit in led)
        table["opened"] = sum(LANE << 16 * "SHDC".index(suit) for suit in opened)
        cards = parse_hand(hand)
        compiled = card_names(legal_cards(table[0], cards))
        copies = [
            Copy(name, "N", 2 if name in declared.split() else 1) for name in card_names(cards)
        ]
        if led:
            reference = legal_follows(copies, (f"{led}A",), suits_led=opened)
        else:
            reference = legal_leads(copies, suits_led=opened)
        assert [card for (card,) in reference] == compiled
        return set(compiled)

    return ask


def test_suit_is_followed(legal):
    assert legal("3.7.5.8", led="S") == {"S3"}  # the seven of hearts would be a revoke
    assert legal("K3.A.5.8", led="S") == {"SK", "S3"}
    assert legal(".A7.5.8", led="S") == {"HA", "H7", "D5", "C8"}


def test_anything_may_be_led(legal):
    assert legal("K3.A.5.8") == {"SK", "S3", "HA", "D5", "C8"}


def test_a_declared_card_is_locked_in_the_first_trick_of_its_suit(legal):
    assert legal("Q3.A.5.8", led="S", declared="SQ") == {"S3"}
    assert legal("Q3.A.5.8", declared="SQ") == {"S3", "HA", "D5", "C8"}
    assert legal("Q3.A.5.8", led="S", declared="SQ", opened="S") == {"SQ", "S3"}
    assert legal("Q3.A.5.8", declared="SQ", opened="S") == {"SQ", "S3", "HA", "D5", "C8"}


def test_a_suit_that_others_opened_does_not_unlock_another(legal):
    assert legal("Q3.A.5.8", led="S", declared="SQ", opened="HDC") == {"S3"}


def test_the_only_card_of_its_suit_is_not_locked(legal):
    # other programs offered only a club here: a forced revoke
    assert legal("Q.A..98", led="S", declared="SQ") == {"SQ"}
    # and found no legal card here
    assert legal("Q..J.", declared="SQ DJ") == {"SQ", "DJ"}


def test_a_declared_card_may_be_discarded_before_its_suit_is_led(legal):
    assert legal("Q3.A..8", led="D", declared="SQ HA") == {"SQ", "S3", "HA", "C8"}


def test_every_declarable_card_has_its_lock(legal):
    hand, declared = "Q2.A2.J2.T2", "SQ HA DJ CT"
    assert legal(hand, declared=declared) == {"S2", "H2", "D2", "C2"}
    for suit in "SHDC":
        assert legal(hand, led=suit, declared=declared) == {suit + "2"}


def test_the_named_card_must_be_led_first():
    for preset, card in (("qq", "C2"), ("pagat", "S2")):
        table = new_table(pack_rules(load_rules(preset)))
        assert card_names(legal_cards(table[0], parse_hand("AKQ2.T98.J43.T72"))) == [card]
    drawn = new_table(pack_rules(load_rules("scrofazero")))
    assert len(card_names(legal_cards(drawn[0], parse_hand("AKQ2.T98.J43.T72")))) == 13


def test_the_named_card_is_led_even_if_it_stands_declared():
    rules = load_rules("qq").replace({"play.first_lead": "SQ"})
    table = new_table(pack_rules(rules))
    table["declared"] = parse_cards(["SQ"])
    assert card_names(legal_cards(table[0], parse_hand("AKQ2.T98.J43.T72"))) == ["SQ"]
    may = new_table(pack_rules(rules.replace({"play.must_lead_it": False})))
    may["declared"] = parse_cards(["SQ"])
    legal = card_names(legal_cards(may[0], parse_hand("AKQ2.T98.J43.T72")))
    assert len(legal) == 12
    assert "SQ" not in legal


@kernel
def _free(hand, fresh):
    return free_cards(hand, fresh)


def test_a_hand_never_loses_all_cards_of_a_suit():
    rng = np.random.default_rng(2)
    for _ in range(2_000):
        hand, fresh = rng.integers(0, 2**64, 2, np.uint64) & DECK
        free = np.uint64(_free(hand, fresh))
        for suit in range(4):
            lane = np.uint64(LANE << 16 * suit)
            undeclared = hand & lane & ~fresh
            assert free & lane == (undeclared if undeclared else hand & lane)
