"""Positions in which published players are said to go wrong, and the card that must be played.

Two against two, N and S against W and E; N is asked. What the position does not name is dealt
by a fixed seed.
"""

import random

import pytest

import gongzhu_sim as gz

pytestmark = pytest.mark.long  # compiling the search takes longer than the ordinary tests may

SEATS = "NWSE"
RANKS = "23456789TJQKA"
DECK = [suit + rank for suit in "SHDC" for rank in RANKS]
PLAYERS = ["pimc:worlds=60", "expert:worlds=60"]


def ask(player: str, hands: dict[str, list[str]], tricks: list[list[str]], leader: str) -> str:
    """Return what a player answers in a position of N."""
    table = gz.Table("scrofazero", hands, leader=leader)
    for trick in tricks:
        for card in trick:
            table.play(card)
    assert table.turn == "N"
    return table.ask(player, seed=1, index=0)


def fill(named: dict[str, str], closed: str) -> dict[str, list[str]]:
    """Deal the cards that are not named, none of the suits in ``closed``."""
    hands = {seat: named.get(seat, "").split() for seat in SEATS}
    held = [card for hand in hands.values() for card in hand]
    rest = [card for card in DECK if card not in held]
    assert not any(card[0] in closed for card in rest)
    random.Random(4).shuffle(rest)
    for hand in hands.values():
        while len(hand) < 13:
            hand.append(rest.pop())
    return hands


def reach(
    last: dict[str, str], leader: str, hearts_to: str | None = None
) -> tuple[dict[str, list[str]], list[list[str]]]:
    """Find a deal and tricks after which the seats hold the cards given and ``leader`` leads.

    W plays high and the others play low. ``hearts_to`` took all hearts that were played.
    """
    kept = {seat: last[seat].split() for seat in SEATS}
    held = [card for hand in kept.values() for card in hand]
    rest = [card for card in DECK if card not in held]
    for seed in range(20_000):
        chance = random.Random(seed)
        chance.shuffle(rest)
        each = len(rest) // 4
        loose = {seat: rest[i * each : (i + 1) * each] for i, seat in enumerate(SEATS)}
        hands = {seat: loose[seat] + kept[seat] for seat in SEATS}
        tricks = _play_down(loose, kept, leader, hearts_to, chance)
        if tricks is not None:
            return hands, tricks
    raise AssertionError("no such position was found")


def _play_down(loose, kept, leader, hearts_to, chance):
    first = turn = SEATS.index("W")
    tricks = []
    for _ in range(len(loose["N"])):
        trick = []
        for step in range(4):
            seat = SEATS[(turn + step) % 4]
            suit = trick[0][0] if trick else None
            legal = [card for card in loose[seat] if card[0] == suit]
            if not legal:
                if suit and any(card[0] == suit for card in kept[seat]):
                    return None
                legal = list(loose[seat])
            chance.shuffle(legal)
            legal.sort(key=lambda card: RANKS.index(card[1]))
            card = legal[-1] if seat == "W" else legal[0]
            loose[seat].remove(card)
            trick.append(card)
        best = max(
            range(4), key=lambda i: RANKS.index(trick[i][1]) if trick[i][0] == trick[0][0] else -1
        )
        turn = (turn + best) % 4
        if hearts_to and SEATS[turn] != hearts_to and any(card[0] == "H" for card in trick):
            return None
        tricks.append(trick)
    return tricks if SEATS[turn] == leader and SEATS[first] == "W" else None


@pytest.mark.parametrize("player", PLAYERS)
class TestComplaints:
    def test_last_to_play_ducks_the_pig(self, player: str) -> None:
        """The pig wins for an opponent: ♠A would take it, ♠3 leaves it there."""
        hands = fill({"N": "SA S3", "W": "S9 S8 S7 S6", "S": "S2 S4 S5 SK SJ ST", "E": "SQ"}, "S")
        assert ask(player, hands, [["S9", "S4", "SQ"]], "W") == "S3"

    def test_leaves_the_goat_where_the_pig_lies(self, player: str) -> None:
        """The goat is worth 100, but pig and ♥A with it make the trick -50."""
        named = {
            "N": "DA D3",
            "W": "DJ DT D9 D8 D7 D6 D5 D4 D2 DK DQ",
            "S": "HA",
            "E": "SQ",
        }
        assert ask(player, fill(named, "D"), [["DJ", "HA", "SQ"]], "W") == "D3"

    def test_throws_the_pig_under_the_ace(self, player: str) -> None:
        """♠A of an opponent is up: now or never the pig goes for nothing."""
        named = {"N": "SK SQ S7", "W": "SA S9 S8", "S": "S2 S3 S5", "E": "S4 S6 SJ ST"}
        assert ask(player, fill(named, "S"), [["SA", "S2", "S4"]], "W") == "SQ"

    def test_covers_a_run_while_it_can(self, player: str) -> None:
        """W has every heart so far and leads ♥10: ♥J stops +200, later ♥Q would draw it."""
        named = {"N": "HJ H5 H3 H2", "W": "HA HK HQ HT H9 H8", "S": "H6 H4", "E": "H7"}
        hands = fill(named, "H")
        junk = {
            seat: [card for card in hands[seat] if card[0] in "CD" and card[1] not in "JT"]
            for seat in "SE"
        }
        tricks = [
            ["HA", "H4", "H7", "H2"],
            ["HK", "H6", junk["E"][0], "H3"],
            ["HT", junk["S"][0], junk["E"][1]],
        ]
        assert ask(player, hands, tricks, "W") == "HJ"

    def test_does_not_give_the_pig_to_its_partner(self, player: str) -> None:
        """The partner's ♣A wins: N is void and must throw anything but the pig."""
        named = {"N": "SQ S8 S7 S6", "W": "C5 C4 C3", "S": "CA CK CT C2", "E": "C7 C6 C8 C9 CQ CJ"}
        assert ask(player, fill(named, "C"), [["C5", "CA", "C7"]], "W") != "SQ"

    def test_exits_rather_than_lead_a_dead_suit(self, player: str) -> None:
        """Nobody else has a club: ♣2 would win, and W throw the pig on it. ♠3 gives W the lead."""
        last = {"N": "C2 S3", "W": "SQ SK", "S": "D5 D6", "E": "D7 D8"}
        hands, tricks = reach(last, "N")
        assert ask(player, hands, tricks, "W") == "S3"

    def test_goes_for_the_goat_when_it_is_safe(self, player: str) -> None:
        """The goat is on the table and ♦A, played last, takes it."""
        named = {"N": "DA D3", "W": "D9 D8 D7 D6", "S": "D2 D4 D5 DK DQ DT", "E": "DJ"}
        assert ask(player, fill(named, "D"), [["D9", "D2", "DJ"]], "W") == "DA"

    def test_keeps_the_guards_that_break_all_hearts(self, player: str) -> None:
        """W has all hearts so far, and ♥A ♥K ♥9: with both guards ♥Q takes the third round."""
        last = {"N": "HQ H3 H2 D2", "W": "CA HA HK H9", "S": "D3 D4 D5 S2", "E": "D6 D7 S3 S4"}
        hands, tricks = reach(last, "W", hearts_to="W")
        tricks = [*tricks, ["CA", "S2", "S3"]]
        assert ask(player, hands, tricks, "W") == "D2"
