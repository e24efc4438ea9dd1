"""Play: who leads, what may be played, who wins, and what refusals say."""

from types import SimpleNamespace

import pytest

from gongzhu_sim.engine.reference import Deal, RuleBroken
from gongzhu_sim.engine.reference.cards import Copy, sort_cards
from gongzhu_sim.engine.reference.legality import legal_follows, legal_leads, trick_winner
from gongzhu_sim.errors import InputError


def copies(text: str, seat: str = "N") -> list[Copy]:
    """Read ``"SQ* S5"`` as copies, a star for declared."""
    return [Copy(word[:2], seat, 2 if "*" in word else 1) for word in text.split()]


def leads(hand: str, **options) -> str:
    return " ".join("".join(play) for play in legal_leads(copies(hand), **options))


def follows(hand: str, led: str, **options) -> str:
    plays = legal_follows(copies(hand), tuple(led.split()), **options)
    return " ".join("".join(play) for play in plays)


def play_all(deal: Deal, text: str) -> Deal:
    for play in text.split():
        deal.play(play)
    return deal


class TestLock:
    """A declared card waits until its suit has been led once, unless it is alone."""

    @pytest.mark.parametrize(
        ("hand", "legal"),
        [
            ("SQ* S5 D2", "S5 D2"),
            ("SQ* D2", "SQ D2"),
            ("SQ* DJ*", "SQ DJ"),
            ("SQ* S5 DJ* D2 CT* C3 HA* H4", "S5 H4 D2 C3"),
            ("SQ S5", "SQ S5"),
        ],
    )
    def test_leading(self, hand, legal):
        assert leads(hand) == legal

    def test_lock_ends_suit_by_suit(self):
        assert leads("SQ* S5 DJ* D2", suits_led=["S"]) == "SQ S5 D2"

    @pytest.mark.parametrize(
        ("hand", "legal"),
        [
            ("SA SQ* S5 D2", "SA S5"),
            ("SQ* C3 C4", "SQ"),
            ("SQ* SQ*", "SQ"),
            ("SQ* SQ", "SQ"),
            ("DJ* D2 H3", "H3 DJ D2"),
        ],
    )
    def test_following_a_single(self, hand, legal):
        assert follows(hand, "S9") == legal

    def test_following_once_the_suit_has_been_led(self):
        assert follows("SA SQ* S5 D2", "S9", suits_led=["S"]) == "SA SQ S5"

    def test_discards_before_the_suit_was_led(self):
        book = {"discard_before_led": False}
        assert follows("DJ* D2 H3", "S9", **book) == "H3 D2"
        assert follows("DJ* H3", "S9", **book) == "H3 DJ"
        assert follows("DJ* D2 H3", "S9", suits_led=["D"], **book) == "H3 DJ D2"

    def test_the_undeclared_of_two_equal_cards_is_played(self, make_rules, deal_hands):
        hands = deal_hands(2, N="SQ SQ S5")
        rules = make_rules("qq-double")
        deal = Deal(rules, hands, declared={"N": ["SQ"]}, leader="N", first_deal=False)
        assert ("SQ",) in deal.legal_plays()
        assert ("SQ", "SQ") not in deal.legal_plays()
        deal.play("SQ")
        assert [c for c in deal.hands["N"] if c.card == "SQ"] == [Copy("SQ", "N", 2)]


class TestPairs:
    def test_leading(self):
        hand = "SA SA S5 H3 H3"
        assert leads(hand) == "SA S5 H3"
        assert leads(hand, pairs=True) == "SA SASA S5 H3 H3H3"

    @pytest.mark.parametrize(
        ("hand", "legal"),
        [
            ("SQ* SQ S5", "SQ S5"),  # both copies of a led pair must be free
            ("SQ* SQ* S5", "S5"),
            ("SQ* SQ*", "SQ SQSQ"),  # every card of the suit declared: none locked
            ("SQ* SQ", "SQ"),
            ("SQ SQ S5", "SQ SQSQ S5"),
        ],
    )
    def test_leading_a_pair_of_declared_cards(self, hand, legal):
        assert leads(hand, pairs=True) == legal

    @pytest.mark.parametrize(
        ("hand", "legal"),
        [
            ("SA SA SK SK S5 H3", "SASA SKSK"),
            ("SA SK S5 H3", "SASK SAS5 SKS5"),
            ("SA H3 D2 D2", "SAH3 SAD2"),
            ("H3 D2 D2", "H3D2 D2D2"),
            # Locked cards are used only where the free ones are too few.
            ("SQ* SQ* S5", "SQS5"),
            ("SQ* SQ* S5 S4", "S5S4"),
            ("SQ* SQ S5", "SQS5"),
            ("SQ* SQ", "SQSQ"),
            ("SQ* SQ*", "SQSQ"),
            ("SQ* S5 S5", "S5S5"),
            ("SQ SQ S5 S4", "SQSQ"),
            ("SQ* H3 H2", "SQH3 SQH2"),
            ("DJ* D5", "DJD5"),
            ("DJ* D5 H2", "H2DJ H2D5 DJD5"),
        ],
    )
    def test_following_a_pair(self, hand, legal):
        assert follows(hand, "S9 S9") == legal

    def test_following_a_pair_of_a_suit_led_before(self):
        assert follows("SQ* SQ* S5 S4", "S9 S9", suits_led=["S"]) == "SQSQ"
        assert follows("SQ* SQ S5 S4", "S9 S9", suits_led=["S"]) == "SQSQ"

    @pytest.mark.parametrize(
        ("hand", "legal"),
        [
            ("DJ* D5 H2", "H2D5"),  # judged on the hand before the play
            ("DJ* D5", "DJD5"),
            ("DJ* DJ D5", "DJD5"),
            ("DJ* D5 CT* C2", "D5C2"),
            ("S4 DJ* D5", "S4D5"),
            ("S4 DJ*", "S4DJ"),
        ],
    )
    def test_discards_before_the_suit_was_led(self, hand, legal):
        assert follows(hand, "S9 S9", discard_before_led=False) == legal

    @pytest.mark.parametrize(
        ("plays", "winner"),
        [
            ("S4S4 SKSK SQS8 HAD2", 2),
            ("S4S4 SKSK HAH2 HAH3", 1),
            ("H4H4 HAH2 HKHQ H5H5", 1),
            ("C4C4 CAC2 CAC3 C5C5", 1),
            ("D4D4 DAD2 DKDQ D5D5", 3),
            ("D4D4 DAD2 DKDQ DAS2", 0),
            ("D9D9 DTDT DADK D8D8", 1),
            ("S4S4 SAH2 SAH3 S3S3", 0),
            ("S9 S9 ST ST", 2),
            ("S9 HA DA S8", 0),
        ],
    )
    def test_winner(self, plays, winner):
        tricks = [tuple(p[at : at + 2] for at in range(0, len(p), 2)) for p in plays.split()]
        assert trick_winner(tricks) == winner

    def test_named_card_may_be_led_as_a_pair(self, make_rules, deal_hands):
        rules = make_rules("qq-double")
        deal = Deal(rules, deal_hands(2, S="C2 C2"))
        assert deal.legal_plays() == [("C2",), ("C2", "C2")]
        hands = deal_hands(2, S="C2", W="C2")
        assert Deal(rules, hands, leader="W").legal_plays() == [("C2",)]
        with pytest.raises(InputError, match="leader is missing; W and S both hold C2"):
            Deal(rules, hands)


class TestLeading:
    def test_named_card(self, make_rules, deal_hands):
        hands = deal_hands(S="C2 S2", E="S7")
        assert Deal(make_rules(), hands).legal_plays() == [("C2",)]
        assert Deal(make_rules("pagat"), hands).legal_plays() == [("S2",)]
        deal = Deal(make_rules("taiwan"), hands)
        assert deal.turn == "E"
        assert len(deal.legal_plays()) == 13
        with pytest.raises(InputError, match="leader: N does not hold C2"):
            Deal(make_rules(), hands, leader="N")

    def test_leader_must_be_given(self, make_rules, deal_hands):
        hands = deal_hands()
        with pytest.raises(InputError, match="where the draw decides it must be given"):
            Deal(make_rules("huapai"), hands)
        with pytest.raises(InputError, match="in a later deal it must be given"):
            Deal(make_rules(), hands, first_deal=False)
        named = make_rules("qq", {"play.later_lead": "named_card"})
        with pytest.raises(InputError, match="in a later deal it must be given"):
            Deal(named, hands, first_deal=False)
        with pytest.raises(InputError, match="'X' is not a seat"):
            Deal(make_rules(), hands, leader="X")

    def test_later_deals(self, make_rules, deal_hands):
        hands = deal_hands(S="C2")
        deal = Deal(make_rules(), hands, leader="E", first_deal=False)
        assert len(deal.legal_plays()) == 13
        named = make_rules("qq", {"play.later_lead": "named_card"})
        assert Deal(named, hands, leader="S", first_deal=False).legal_plays() == [("C2",)]
        with pytest.raises(InputError, match="E does not hold C2"):
            Deal(named, hands, leader="E", first_deal=False)

    def test_next_leader(self, make_rules, random_deal):
        deal = random_deal(make_rules(), 5)
        taker = next(s for s, taken in deal.captured_cards().items() if "SQ" in taken)
        assert deal.next_leader() == taker == deal.pig_taker()
        deal = random_deal(make_rules("scrofazero"), 5)
        assert "NWSE"["NWSE".index(deal.first_leader) - 3] == deal.next_leader()
        deal = random_deal(make_rules("qq", {"play.later_lead": "named_card"}), 5)
        assert deal.next_leader() is None

    def test_first_of_two_pigs_decides(self, make_rules, random_deal):
        for seed in range(30):
            deal = random_deal(make_rules("qq-double"), seed)
            pigs = [t for t in deal.tricks for card in t.cards() if card == "SQ"]
            assert deal.next_leader() == pigs[0].taker

    def test_hearts_after_broken(self, make_rules, deal_hands):
        rules = make_rules("huapai", {"play.hearts_lead": "after_broken"})
        hands = deal_hands(N="SA SK HA", W="S2", S="H2 H3", E="S3")
        hands["S"] = sort_cards(hands["S"])
        deal = Deal(rules, hands, leader="N")
        assert all(play[0][0] != "H" for play in deal.legal_plays())
        with pytest.raises(RuleBroken, match="trick 1: N plays HA but holds SA and hearts"):
            deal.play("HA")
        assert leads("H5 H2", hearts_barred=True) == "H5 H2"
        assert leads("H5 H2 S3", hearts_barred=True) == "S3"
        assert leads("H5 H5 S3 S3", hearts_barred=True, pairs=True) == "S3 S3S3"


class TestRefusals:
    @pytest.fixture
    def deal(self, make_rules):
        hands = {
            "N": "AKQ52.T98.J43.T7",
            "W": "JT98.AKQ.AKQ.KQ2",
            "S": "7643.765.T98.AJ9",
            "E": ".J432.7652.86543",
        }
        return Deal(make_rules(), hands, declared={"N": ["SQ", "CT"], "W": ["HA"]})

    def refuse(self, deal, play, seat=None):
        before = deal.legal_plays(), len(deal.tricks), deal.turn
        with pytest.raises(RuleBroken) as caught:
            deal.play(play, seat=seat)
        assert (deal.legal_plays(), len(deal.tricks), deal.turn) == before
        return str(caught.value)

    def test_leads(self, deal):
        # The goat follows the other three.
        assert deal.declared() == {"N": ["SQ", "DJ", "CT"], "W": ["HA"]}
        assert self.refuse(deal, "CK") == "trick 1: W plays CK but must lead C2"
        assert self.refuse(deal, "C2", "N") == "trick 1: N plays C2 but it is W's turn"
        assert (
            self.refuse(deal, "CQC2") == "trick 1: W plays CQC2 but one card is led at a time "
            "with one deck"
        )
        assert self.refuse(deal, "D7") == "trick 1: W plays D7 but does not hold D7 (dealt to E)"
        assert self.refuse(deal, "X7").startswith("trick 1: W: 'X7' is not a card")
        assert "is not a play" in self.refuse(deal, "")

    def test_follows(self, deal):
        play_all(deal, "C2 C9 C8")
        assert self.refuse(deal, "S2") == "trick 1: N plays S2 but holds CT and clubs were led"
        assert (
            self.refuse(deal, "CT") == "trick 1: N plays CT but CT is declared and locked until "
            "clubs have been led once; free: C7"
        )
        assert self.refuse(deal, "C7S2") == "trick 1: N plays S2C7 but one card was led"

    def test_already_played_and_over(self, deal):
        play_all(deal, "C2 C9 C8 C7")
        assert deal.turn == "S"
        assert self.refuse(deal, "C9") == (
            "trick 2: S plays C9 but has already played C9 in trick 1"
        )
        while not deal.over:
            deal.play(deal.legal_plays()[0])
        with pytest.raises(RuleBroken, match="trick 14: every card has been played"):
            deal.play("C2")

    def test_heart_on_a_spade_lead(self, deal):
        play_all(deal, "C2 C9 C8 C7 S3 D2 S2")
        assert self.refuse(deal, "HA") == "trick 2: W plays HA but holds SJ and spades were led"

    def test_pairs(self, make_rules, deal_hands):
        hands = deal_hands(
            2,
            N="S4 S4 C2 C2",
            W="SK SK S8 C4 C3",
            S="S5 S6 H9 H8 C5",
            E="SQ SQ S7 S3 C6",
        )
        rules = make_rules("qq-double", {"play.must_lead_it": False})
        deal = Deal(rules, hands, declared={"E": ["SQ"]}, leader="N")
        assert self.refuse(deal, "S4C2") == (
            "trick 1: N plays S4C2 but only a single card or two identical cards may be led"
        )
        deal.play("S4S4")
        assert self.refuse(deal, "S8") == "trick 1: W plays S8 but two cards were led"
        deal = Deal(rules, hands, leader="N")
        deal.play("S4S4")
        text = self.refuse(deal, "S8SK")
        assert text.startswith("trick 1: W plays SKS8 but holds the pair")
        assert "SKSK" in text
        assert self.refuse(deal, "SKC4").startswith("trick 1: W plays SKC4 but holds ")

    def test_only_once(self, make_rules, deal_hands):
        hands = deal_hands(2, N="C2 S4", W="S4 C2")
        rules = make_rules("qq-double", {"play.must_lead_it": False})
        deal = Deal(rules, hands, leader="N")
        assert self.refuse(deal, "S4S4") == "trick 1: N plays S4S4 but holds S4 only once"


COLOUR_HANDS = {
    "N": "AK..AK2.AKQJ9876",
    "W": ".AKQJT98765432..",
    "S": "QJT98765432...T5",
    "E": "..QJT9876543.432",
}


class TestDiscardColour:
    """A discard of the wrong colour costs the scoring cards of the trick."""

    def test_first_offender_takes_all(self, make_rules):
        deal = Deal(make_rules("huapai-colour"), COLOUR_HANDS, leader="N")
        # Diamonds are red: W has hearts and plays one; S has only black cards and is excused.
        play_all(deal, "DA H5 SQ D3")
        assert deal.tricks[0].offender is None
        assert deal.captured_cards()["N"] == ["SQ", "H5"]
        # Spades are black: W has no black card. E throws a red one while it holds clubs.
        play_all(deal, "SA HA S2 DJ")
        trick = deal.tricks[1]
        assert (trick.winner, trick.offender, trick.taker) == ("N", "E", "E")
        assert deal.captured_cards()["E"] == ["HA", "DJ"]
        assert deal.turn == "N"
        assert {(c.card, c.dealt_to, c.taken_by) for c in deal.captured["E"]} == {
            ("HA", "W", "E"),
            ("DJ", "E", "E"),
        }

    def test_free_discards(self, make_rules):
        deal = Deal(make_rules("huapai"), COLOUR_HANDS, leader="N")
        play_all(deal, "SA HA S2 DJ")
        assert deal.captured_cards()["N"] == ["HA", "DJ"]

    def test_a_followed_card_is_no_discard(self, make_rules):
        hands = dict(COLOUR_HANDS)
        deal = Deal(make_rules("huapai-colour"), hands, leader="N")
        play_all(deal, "C6 H2 C5 C2")
        assert deal.tricks[0].offender is None

    def test_one_deck_only(self, deal_hands):
        rules = SimpleNamespace(decks=2, play=SimpleNamespace(discard_colour="penalty"))
        with pytest.raises(InputError, match="one deck only"):
            Deal(rules, deal_hands(2))


class TestMistakesOfOtherPrograms:
    def test_declared_singleton_must_be_played(self, make_rules, deal_hands):
        hands = deal_hands(N="SQ C3 C4 C5 C6 C7 C8 C9 HA HK HQ HJ HT", W="S5 C2")
        rules = make_rules("huapai", {"declaration.marker": "A"})
        deal = Deal(rules, hands, declared={"N": ["SQ"]}, leader="W")
        play_all(deal, "S5")
        while deal.turn != "N":
            deal.play(deal.legal_plays()[0])
        assert deal.legal_plays() == [("SQ",)]

    def test_a_discarded_spade_does_not_end_the_lock(self, make_rules):
        hands = {
            "N": "Q5.T98.AK953.T75",
            "W": "JT98.AKQ..KQ9862",
            "S": "A7643.7654.T84.J",
            "E": "K2.J32.QJ762.A43",
        }
        rules = make_rules("huapai", {"declaration.discard_before_led": True})
        deal = Deal(rules, hands, declared={"N": ["SQ"]}, leader="N")
        play_all(deal, "DA SJ D8 D2")
        assert ("S5",) in deal.legal_plays()
        assert ("SQ",) not in deal.legal_plays()
        play_all(deal, "C5 CK CJ C4 S8 S3 S2")
        assert deal.turn == "N"
        assert deal.legal_plays() == [("S5",)]

    def test_a_declaration_ends_with_its_deal(self, make_rules, random_deal, deal_hands):
        rules = make_rules()
        for seed in range(8):
            random_deal(rules, seed)
        deal = Deal(rules, deal_hands())
        assert deal.declared() == {}
        assert deal.declarations.product("SQ") == 1


def test_complete_before_the_last_card(make_rules, random_deal):
    early = 0
    for seed in range(20):
        deal = random_deal(make_rules(), seed, stop=0)
        while not deal.complete:
            with pytest.raises(InputError, match="not complete"):
                deal.scores()
            deal.play(deal.legal_plays()[0])
        raw = deal.scores().raw
        early += not deal.over
        while not deal.over:
            deal.play(deal.legal_plays()[-1])
        assert deal.scores().raw == raw
    assert early > 3


def test_random_games_of_every_preset(make_rules, preset_names, random_deal):
    for name in preset_names:
        for seed in range(12):
            rules = make_rules(name)
            deal = random_deal(rules, seed)
            assert deal.over
            assert deal.complete
            assert deal.turn is None
            assert deal.legal_plays() == []
            scores = deal.scores()
            assert set(scores.raw) == set("NWSE")
            played = [card for trick in deal.tricks for card in trick.cards()]
            assert sort_cards(played) == deal.deck.cards()
