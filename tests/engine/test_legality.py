"""Legal cards: following, the lock, the named lead; each situation by hand and by both engines."""

import numpy as np
import pytest

from gongzhu_sim.cards.compiling import kernel
from gongzhu_sim.cards.layout import DECK
from gongzhu_sim.cards.text import card_index, card_names, parse_cards
from gongzhu_sim.engine.legality import free_cards, free_planes, legal_cards
from gongzhu_sim.engine.reference.cards import Copy, parse_play
from gongzhu_sim.engine.reference.cards import parse_hand as list_hand
from gongzhu_sim.engine.reference.legality import legal_follows, legal_leads
from gongzhu_sim.engine.replay import list_legal_plays
from gongzhu_sim.engine.table import new_table
from gongzhu_sim.rules import load_rules
from gongzhu_sim.rules.packed import pack_rules

LANE = 0x1FFF
LATER = 4  # plays made before, so that no first lead is asked for
NO_LOCKED = {"declaration.discard_before_led": False}
BROKEN = {"play.hearts_lead": "after_broken"}


def planes(cards: list[str]) -> tuple[np.uint64, np.uint64]:
    return parse_cards(set(cards)), parse_cards({card for card in cards if cards.count(card) == 2})


def suits(letters: str) -> int:
    return sum(LANE << 16 * "SHDC".index(suit) for suit in letters)


@kernel
def _list_plays(tables, hands, twice, first, second):
    return list_legal_plays(tables[0], hands, twice, first, second)


def list_plays(table: np.ndarray, cards: list[str]) -> list[tuple[str, ...]]:
    """Return the legal plays of seat N."""
    hands, twice = np.zeros((2, 4), np.uint64)
    hands[0], twice[0] = planes(cards)
    first, second = np.zeros((2, 400), np.uint64)
    n = _list_plays(table, hands, twice, first, second)
    return [
        tuple(card_names(a) + card_names(b)) for a, b in zip(first[:n], second[:n], strict=True)
    ]


@pytest.fixture
def legal():
    """Ask both engines: ``legal(hand, led="S", declared="SQ", opened="HD")`` gives plays.

    ``led`` is a suit, or two letters of it for a led pair.
    """

    def ask(
        hand: str, *, led: str = "", declared: str = "", opened: str = "", rules="qq", seen="", **to
    ) -> set:
        chosen = load_rules(rules).replace(to.get("changes", {}))
        table = new_table(pack_rules(chosen))
        table["n_plays"] = LATER
        table["width"] = max(1, len(led))
        table["led"], table["opened"] = suits(led[:1]), suits(opened)
        table["seen"] = parse_cards(seen.split())
        standing = declared.split()
        once, both = planes(standing)
        table["declared"] = once
        table["declared_by"][0, 0], table["declared_twice_by"][0, 0] = once, both
        cards = list_hand(hand)
        compiled = list_plays(table, cards)
        if chosen.decks == 1:
            held = parse_cards(cards)
            assert card_names(legal_cards(table[0], held)) == [card for (card,) in compiled]
        copies = []
        for card in cards:
            copies.append(Copy(card, "N", 2 if card in standing else 1))
            if card in standing:
                standing.remove(card)
        if led:
            reference = legal_follows(
                copies,
                (f"{led[0]}A",) * len(led),
                suits_led=opened,
                discard_before_led=chosen.declaration.discard_before_led,
            )
        else:
            barred = chosen.play.hearts_lead == "after_broken" and "H" not in seen
            reference = legal_leads(
                copies, pairs=chosen.decks == 2, suits_led=opened, hearts_barred=barred
            )
        assert reference == compiled
        return {"".join(play) for play in compiled}

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


def test_or_may_not(legal):
    locked = {"led": "D", "declared": "SQ HA", "changes": NO_LOCKED}
    assert legal("Q3.A..8", **locked) == {"S3", "HA", "C8"}
    assert legal("Q3.A..8", opened="S", **locked) == {"SQ", "S3", "HA", "C8"}
    assert legal("Q.A..", **locked) == {"SQ", "HA"}


def test_every_declarable_card_has_its_lock(legal):
    hand, declared = "Q2.A2.J2.T2", "SQ HA DJ CT"
    assert legal(hand, declared=declared) == {"S2", "H2", "D2", "C2"}
    for suit in "SHDC":
        assert legal(hand, led=suit, declared=declared) == {suit + "2"}


@pytest.mark.parametrize("rules", ["qq", "qq-double"])
def test_hearts_wait_until_one_was_played(legal, rules):
    wait = {"rules": rules, "changes": BROKEN}
    assert legal("3.A7..8", **wait) == {"S3", "C8"}
    assert legal("3.A7..8", seen="H2", **wait) == {"S3", "HA", "H7", "C8"}
    assert legal(".A7..", **wait) == {"HA", "H7"}
    assert legal(".A7..8", led="S", **wait) == {"HA", "H7", "C8"}


def test_hearts_lead_where_only_a_locked_card_is_not_one(legal):
    """The bar looks at what may be led: a locked card is never alone in its suit."""
    assert legal("Q3.A..", declared="SQ", changes=BROKEN) == {"S3"}


# Two decks.


def double(legal, hand, **to):
    return legal(hand, rules="qq-double", **to)


def test_singles_and_pairs_may_be_led(legal):
    assert double(legal, "KK3..5.") == {"SK", "SKSK", "S3", "D5"}


def test_a_single_is_followed_with_a_single(legal):
    assert double(legal, "KK3..5.", led="S") == {"SK", "S3"}
    assert double(legal, "KK3..5.", led="H") == {"SK", "S3", "D5"}


def test_a_pair_is_followed_with_a_pair(legal):
    assert double(legal, "KK33A..5.", led="SS") == {"SKSK", "S3S3"}
    assert double(legal, "KJ3.AA.5.", led="SS") == {"SKSJ", "SKS3", "SJS3"}


def test_one_card_of_the_suit_and_any_other(legal):
    assert double(legal, "K.AA.5.", led="SS") == {"SKHA", "SKD5"}


def test_any_two_cards_are_discarded(legal):
    assert double(legal, ".AA.5.", led="SS") == {"HAHA", "HAD5"}


def test_the_undeclared_copy_is_free(legal):
    assert double(legal, "QQ3...", led="S", declared="SQ") == {"SQ", "S3"}
    assert double(legal, "QQ3...", declared="SQ") == {"SQ", "S3"}
    assert double(legal, "QQ3...", declared="SQ SQ") == {"S3"}
    assert double(legal, "QQ3...", declared="SQ", opened="S") == {"SQ", "SQSQ", "S3"}


def test_where_every_card_of_the_suit_is_declared_none_is_locked(legal):
    assert double(legal, "QQ...", declared="SQ SQ") == {"SQ", "SQSQ"}
    assert double(legal, "QQ...", led="SS", declared="SQ SQ") == {"SQSQ"}


def test_a_locked_pair_is_no_pair_to_follow_with(legal):
    assert double(legal, "QQ32...", led="SS", declared="SQ") == {"SQS3", "SQS2", "S3S2"}
    assert double(legal, "QQ332...", led="SS", declared="SQ SQ") == {"S3S3"}


def test_locked_cards_make_up_the_number_beside_all_the_free_ones(legal):
    assert double(legal, "QQ3...", led="SS", declared="SQ SQ") == {"SQS3"}
    assert double(legal, "QQ...", led="SS", declared="SQ") == {"SQSQ"}
    assert double(legal, "Q3...", led="SS", declared="SQ") == {"SQS3"}


def test_locked_discards_of_two_decks(legal):
    hand = {"led": "DD", "declared": "SQ SQ"}
    assert double(legal, "QQ3..A.", **hand) == {"SQDA", "S3DA"}
    assert double(legal, "QQ3..A.", changes=NO_LOCKED, **hand) == {"S3DA"}
    assert double(legal, "QQ3...", **hand) == {"SQSQ", "SQS3"}
    assert double(legal, "QQ3...", changes=NO_LOCKED, **hand) == {"SQS3"}
    assert double(legal, "QQ3...5", changes=NO_LOCKED, **hand) == {"S3C5"}
    assert double(legal, "QQ3...5", opened="S", changes=NO_LOCKED, **hand) == {
        "SQSQ",
        "SQS3",
        "SQC5",
        "S3C5",
    }


# The first lead.


def first_leads(rules, cards: str, declared: str = "") -> set[str]:
    """Return what seat N may lead to the first trick."""
    table = new_table(pack_rules(rules))
    table["width"] = 1
    once, both = planes(declared.split())
    table["declared"] = once
    table["declared_by"][0, 0], table["declared_twice_by"][0, 0] = once, both
    return {"".join(play) for play in list_plays(table, list_hand(cards))}


def test_the_named_card_must_be_led_first():
    for preset, card in (("qq", "C2"), ("pagat", "S2")):
        assert first_leads(load_rules(preset), "AKQ2.T98.J43.T72") == {card}
    assert len(first_leads(load_rules("scrofazero"), "AKQ2.T98.J43.T72")) == 13
    assert len(first_leads(load_rules("taiwan"), "AKQ7.T98.J43.T72")) == 13


def test_the_named_card_is_led_even_if_it_stands_declared():
    rules = load_rules("qq").replace({"play.first_lead": "SQ"})
    assert first_leads(rules, "AKQ2.T98.J43.T72", declared="SQ") == {"SQ"}
    may = rules.replace({"play.must_lead_it": False})
    legal = first_leads(may, "AKQ2.T98.J43.T72", declared="SQ")
    assert len(legal) == 12
    assert "SQ" not in legal


def test_the_named_card_is_led_even_if_it_is_a_heart_and_hearts_wait():
    rules = load_rules("qq").replace({"play.first_lead": "H2"} | BROKEN)
    assert first_leads(rules, "AKQ2.T92.J43.T72") == {"H2"}


def test_one_named_card_of_two_decks_is_led_or_both():
    rules = load_rules("qq-double")
    assert first_leads(rules, "AA...T2") == {"C2"}
    assert first_leads(rules, "AA...T22") == {"C2", "C2C2"}


@pytest.mark.parametrize("declared", ["SQ", "SQ SQ"])
def test_a_declared_named_card_of_two_decks_too(declared):
    rules = load_rules("qq-double").replace({"play.first_lead": "SQ"})
    assert first_leads(rules, "QQ3..5.", declared=declared) == {"SQ", "SQSQ"}


@kernel
def _free(hand, fresh):
    return free_cards(hand, fresh)


@kernel
def _free_planes(hand, twice, declared, declared_twice, opened):
    return free_planes(hand, twice, declared, declared_twice, opened)


def test_a_hand_never_loses_all_cards_of_a_suit():
    rng = np.random.default_rng(2)
    for _ in range(2_000):
        hand, fresh = rng.integers(0, 2**64, 2, np.uint64) & DECK
        free = np.uint64(_free(hand, fresh))
        for suit in range(4):
            lane = np.uint64(LANE << 16 * suit)
            undeclared = hand & lane & ~fresh
            assert free & lane == (undeclared if undeclared else hand & lane)


def test_free_copies_of_two_decks():
    """Copy by copy: of a suit not opened the undeclared ones, or all if there are none."""
    rng = np.random.default_rng(3)
    for _ in range(1_000):
        words = rng.integers(0, 2**64, 6, np.uint64) & DECK
        hand, twice = words[0] | words[1], words[0] & words[1]
        declared = hand & words[2] & words[3]
        declared_twice = declared & twice & words[4]
        opened = suits("".join(suit for suit in "SHDC" if rng.integers(2)))
        free = _free_planes(hand, twice, declared, declared_twice, np.uint64(opened))
        wanted = [[], []]
        for suit in "SHDC":
            held = [card for card in card_names(hand) if card[0] == suit]
            copies = {card: 1 + (card in card_names(twice)) for card in held}
            bound = {
                card: (card in card_names(declared)) + (card in card_names(declared_twice))
                for card in held
            }
            locks = not opened >> card_index(f"{suit}2") & 1
            if locks and any(copies[card] > bound[card] for card in held):
                copies = {card: copies[card] - bound[card] for card in held}
            for card, n in copies.items():
                for plane in range(n):
                    wanted[plane].append(card)
        assert [card_names(plane) for plane in free] == wanted


def test_lists_of_plays_stand_in_canonical_order():
    table = new_table(pack_rules(load_rules("qq-double")))
    table["width"], table["n_plays"] = 1, LATER
    assert list_plays(table, list_hand("AAK.3..2")) == [
        parse_play(play) for play in ("SA", "SASA", "SK", "H3", "C2")
    ]
    table["width"], table["led"] = 2, suits("D")
    assert list_plays(table, list_hand("AAK.3..")) == [
        parse_play(play) for play in ("SASA", "SASK", "SAH3", "SKH3")
    ]
