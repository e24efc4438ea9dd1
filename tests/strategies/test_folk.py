"""`folk` in stated positions: what it leads, and how it declares."""

import numpy as np
import pytest

from gongzhu_sim.cards.text import card_names, parse_cards
from gongzhu_sim.engine.batch import play_deals
from gongzhu_sim.engine.reference.cards import parse_hand
from gongzhu_sim.engine.table import DECLARE_DECISION, new_table
from gongzhu_sim.rules import load_rules
from gongzhu_sim.rules.packed import pack_rules
from gongzhu_sim.strategies import build_line_up


def planes(cards: list[str]) -> tuple[np.uint64, np.uint64]:
    return parse_cards(set(cards)), parse_cards({card for card in cards if cards.count(card) == 2})


def lead(hand: str, *, seen: str = "...", player: str = "folk", rules: str = "qq-double") -> str:
    """Return what a seat leads from a hand, with nothing locked, as text: one card or two."""
    own = build_line_up([player])
    table = new_table(pack_rules(load_rules(rules)))
    view = table[0]
    view["own"] = own.choose_own[0]
    view["factor"] = view["highest"] = 1
    view["width"], view["trick"], view["n_plays"] = 1, 5, 20
    view["pig_taker"] = view["offender"] = -1
    view["pig_holder"] = view["goat_holder"] = -1
    view["seen"], view["seen_twice"] = planes(parse_hand(seen))
    view["opened"] = sum(0x1FFF << 16 * suit for suit in range(4))
    once, twice = planes(parse_hand(hand))
    view["own"]["hand_twice"] = view["own"]["legal_twice"] = twice
    view["own"]["decision"] = 10
    first = np.uint64(own.choosers[0](view, once, once))
    (name,) = card_names(first)
    if not first & twice:
        return name
    view["part"], view["first_part"] = 1, first
    view["own"]["legal_twice"], view["own"]["decision"] = 0, 11
    return "".join([name, *card_names(np.uint64(own.choosers[0](view, once, first)))])


@pytest.mark.parametrize(
    ("hand", "pair", "single"),
    [
        ("AK.32.KK3.KK2", "CKCK", "H3"),  # two high clubs, which catch the transformer, at once
        ("44.22.33.55", "S4S4", "S4"),  # a pair that any two other spades beat
        ("KKJ3.42.65.973", "SKSK", "H2"),  # kings on which the pig could fall one by one
    ],
)
def test_a_pair_is_led_on_purpose(hand, pair, single):
    """In spades, hearts and clubs two singles beat a pair: it sheds two cards for one trick."""
    assert lead(hand) == pair
    assert lead(hand, player="folk:pairs=off") == single


@pytest.mark.parametrize("hand", ["43.32.AA.", "..KK4.", "..AA4.443"])
def test_high_pairs_of_diamonds_stay_at_home(hand):
    """There a pair beats two singles, so one card does."""
    assert lead(hand) not in ("DADA", "DKDK")


def test_pairs_are_led_often_with_the_rule_and_never_without():
    packed = pack_rules(load_rules("qq-double"))
    shares = {}
    for player in ("folk", "folk:pairs=off"):
        outcomes = play_deals(packed, build_line_up([player]), deals=300, seed=9)
        played = (
            np.cumsum(outcomes["widths"], axis=1, dtype=int) * 4 <= outcomes["n_plays"][:, None]
        )
        later = outcomes["widths"][:, 1:][played[:, 1:]]
        shares[player] = (later == 2).mean()
    assert shares["folk"] > 0.05
    assert shares["folk:pairs=off"] == 0


def declare(hand: str, *, rules: str) -> list[str]:
    """Return the kinds that a seat declares from its whole hand."""
    own = build_line_up(["folk"])
    table = new_table(pack_rules(load_rules(rules)))
    view = table[0]
    view["own"] = own.declare_own[0]
    view["own"]["decision"] = DECLARE_DECISION
    once, twice = planes(parse_hand(hand))
    view["own"]["hand_twice"] = twice
    allowed = once & table["rules"]["declarable"][0]
    return card_names(np.uint64(own.declarers[0](view, once, allowed)))


@pytest.mark.parametrize(
    ("rules", "hand", "declared"),
    [
        ("qq", "Q5432.A7.QJ98.32", []),  # a pig without a short suit, a goat without help
        ("qq", "Q5432.7.QJ98.432", ["SQ"]),
        ("qq", "Q5432.A7.AQJ9.32", ["DJ"]),
        ("qq", "QAK.A7.J98765.32", ["DJ"]),
        ("qq", "AK.A432.J.T65432", ["HA", "CT"]),
        # twice as many cards with two decks
        ("qq-double", "Q5432.A7765.QJ98.AK33224455", []),
        ("qq-double", "Q8765432.7.JJ998877.44332265", ["SQ", "DJ"]),
    ],
)
def test_what_is_declared(rules, hand, declared):
    assert declare(hand, rules=rules) == declared
