"""The rule players: what they do, how strong they are, and that they differ from `folk`."""

import numpy as np
import pytest

import gongzhu_sim as gz
from gongzhu_sim.cards.layout import HEARTS, PIG, TRANSFORMER
from gongzhu_sim.cards.text import card_names, parse_cards
from gongzhu_sim.engine.batch import play_deals
from gongzhu_sim.engine.table import new_table
from gongzhu_sim.rules import load_rules
from gongzhu_sim.rules.packed import pack_rules
from gongzhu_sim.strategies import build_line_up, get_strategy

STYLES = ("cautious", "shooter", "hunter")
PLAYS_OF_A_DECK = 52


def answer(player: str, hand: str, trick: str, *, seen: str = "", rules: str = "qq") -> str:
    """Return what a seat plays to a trick, or leads if there is none: all cards are legal."""
    line_up = build_line_up([player])
    view = new_table(pack_rules(load_rules(rules)))[0]
    view["own"] = line_up.choose_own[0]
    view["factor"] = view["highest"] = 1
    view["width"] = 1
    view["sides"] = 0b0101 if rules == "qq-partners" else 0
    lying = [parse_cards({card}) for card in trick.split()]
    view["turn"] = view["position"] = len(lying)
    view["seen"] = parse_cards(set(seen.split()) | set(trick.split()))
    own = legal = parse_cards(set(hand.split()))
    if lying:
        suit = int(lying[0]).bit_length() - 1 & 48
        view["led"] = led = np.uint64(0x1FFF << suit)
        view["on_table"] = parse_cards(set(trick.split()))
        view["best"] = max(card for card in lying if card & led)
        view["winner"] = lying.index(view["best"])
        legal = own & led if own & led else own
    (name,) = card_names(np.uint64(line_up.choosers[0](view, own, legal)))
    return name


@pytest.mark.parametrize(
    ("hand", "trick", "card"),
    [
        ("SA HK D3 C4", "", "D3"),
        ("SA H4 D4 C4", "", "H4"),  # of equal ranks the suits in their usual order
        ("SA D4 C4", "", "D4"),
        ("SK SQ H2", "S7", "SQ"),
        ("CA DK HK", "S7", "HK"),
    ],
)
def test_low_plays_the_lowest(hand, trick, card):
    assert answer("low", hand, trick) == card


@pytest.mark.parametrize(
    ("hand", "trick", "card"),
    [
        ("S3 H2 D2", "", "S3"),  # drives the pig out
        ("SK S3 H4 D5", "", "H4"),  # not with a card on which it falls
        ("CJ C7 C3", "C9 C4", "C7"),  # the highest below
        ("CJ CT", "C9 C4", "CT"),  # it has to beat them, with as little as it can
        ("CJ CK C2", "C9 C4 C5", "CK"),  # nothing lies there and nobody follows
        ("DQ D3", "DJ D4", "DQ"),  # the goat
        ("SQ S4", "SK S2", "SQ"),
        ("SQ HA C2", "D9 D4", "SQ"),
        ("HA HK CA", "D9 D4", "HA"),
        ("DJ SJ", "C3 C4", "SJ"),
    ],
)
def test_plain_in_its_dozen_lines(hand, trick, card):
    assert answer("plain", hand, trick) == card


def test_plain_spares_its_partner():
    assert answer("plain", "HA SQ C2", "D3 D9 D4", rules="qq-partners") == "C2"
    assert answer("plain", "HA SQ C2", "D3 D9 D4", rules="qq") == "SQ"
    assert answer("plain", "HA SQ C2", "D9 D3 D4", rules="qq-partners") == "SQ"


def test_low_and_plain_never_declare():
    packed = pack_rules(load_rules("huapai"))
    for player in ("low", "plain"):
        assert not play_deals(packed, build_line_up([player]), deals=200, seed=1)["declared"].any()


@pytest.mark.parametrize("player", ["plain", *STYLES])
def test_strength(player):
    """Each is a player worth measuring with: far above one that only knows the rules."""
    assert gz.duel(player, "random", rules="scrofazero", deals=20_000, seed=1).gain.mean >= 180


def test_folk_is_the_strongest_of_its_family():
    for player in ("plain", "cautious", "shooter"):
        gain = gz.duel("folk", player, rules="scrofazero", deals=5_000, seed=1).gain
        assert gain.mean > 2 * gain.se


def test_styles_share_one_compiled_function():
    found = [get_strategy(name) for name in STYLES]
    assert len({id(each.choose) for each in found}) == 1
    assert len({each.numbers for each in found}) == len(STYLES)
    assert len({each.doc for each in found}) == len(STYLES)


@pytest.mark.parametrize(("rules", "least"), [("qq", 0.01), ("qq-double", 0.003)])
def test_styles_decide_differently(rules, least):
    """In the deals of four `folk`, each style would often play another card.

    With two decks the hearts are 26, and even the shooter seldom sees a run.
    """
    differs = dict.fromkeys(STYLES, 0)
    asked = 0
    outcomes = play_deals(pack_rules(load_rules(rules)), build_line_up(["folk"]), deals=25, seed=3)
    for index in range(len(outcomes)):
        hands = {seat: outcomes["hands"][index][i] for i, seat in enumerate("NWSE")}
        twice = {seat: outcomes["hands_twice"][index][i] for i, seat in enumerate("NWSE")}
        cards = {each: card_names(hands[each]) + card_names(twice[each]) for each in hands}
        leader = "NWSE"[outcomes["leader"][index]]
        table = gz.Table(load_rules(rules), cards, leader=leader)
        while not table.done:
            card = table.ask("folk", seed=1, index=index)
            if len(table.legal()) > 1:
                asked += 1
                for name in STYLES:
                    differs[name] += table.ask(name, seed=1, index=index) != card
            table.play(card)
    for name in STYLES:
        assert differs[name] / asked > least, (name, differs[name], asked)


def play_four(player: str, *, deals: int = 20_000) -> np.ndarray:
    packed = pack_rules(load_rules("scrofazero"))
    return play_deals(packed, build_line_up([player]), deals=deals, seed=11, full=True)


def test_the_shooter_runs_for_all_hearts_and_the_cautious_does_not():
    rates = {}
    for player in ("folk", *STYLES):
        line_up = build_line_up([player, "folk", "folk", "folk"])
        outcomes = play_deals(pack_rules(load_rules("qq")), line_up, deals=20_000, seed=5)
        rates[player] = np.mean(outcomes["captured"][:, 0] & HEARTS == HEARTS)
    # five standard errors of a difference of two rates of about 3 %
    margin = 5 * np.sqrt(2 * rates["folk"] / 20_000)
    assert rates["shooter"] > rates["folk"] + margin
    assert rates["cautious"] < rates["folk"] - margin


def test_the_hunter_drives_out_the_pig_and_the_transformer():
    """They are played earlier where four hunters play."""
    for card, earlier in ((PIG, 0.05), (TRANSFORMER, 0.15)):
        index = int(card).bit_length() - 1
        trick = {
            player: np.argmax(play_four(player)["plays"][:, :PLAYS_OF_A_DECK] == index, axis=1) / 4
            for player in ("folk", "hunter")
        }
        assert trick["hunter"].mean() < trick["folk"].mean() - earlier
