"""The reference engine: every rule of the game a second time, in plain Python.

It shares nothing with the compiled engine: lists of card names, dictionaries by seat, no
masks and no tables. It is slow and meant to be read. It holds the compiled engine to
account in the tests, explains why a play is refused, and prints playthroughs.

========== ==========================================================================
module     owns
========== ==========================================================================
cards      names, order, decks, the text of hands and plays
declaring  what may and what must be declared, and the factors
leading    who leads first, in this deal and in the next
legality   what may be led, what may follow, who wins a trick
tricks     a trick, who takes it and what is in it
playing    `Deal`: one deal played card by card
refusals   the sentence that says why a play is refused
scoring    raw scores
settling   sides, settled scores, coins, titles
matching   `Match`: totals and awards from deal to deal, the end, the pig
checking   a game record played through and scored, or written
trace      a deal as a readable playthrough
perft      exact counts over small decks
========== ==========================================================================
"""

from gongzhu_sim.engine.reference.checking import check_record, make_record, score_record
from gongzhu_sim.engine.reference.declaring import (
    Declarations,
    allowed_cards,
    declarable_cards,
    hold_declaring,
    settle_declarations,
)
from gongzhu_sim.engine.reference.leading import find_next_leader
from gongzhu_sim.engine.reference.matching import Match
from gongzhu_sim.engine.reference.playing import Deal
from gongzhu_sim.engine.reference.refusals import RuleBroken
from gongzhu_sim.engine.reference.scoring import Capture, Scores, Sheet, score_deal
from gongzhu_sim.engine.reference.settling import (
    convert_to_coins,
    find_rank_title,
    find_sides,
    settle_before_scaling,
    settle_deal,
)
from gongzhu_sim.engine.reference.trace import trace_deal
from gongzhu_sim.engine.reference.tricks import Trick

__all__ = [
    "Capture",
    "Deal",
    "Declarations",
    "Match",
    "RuleBroken",
    "Scores",
    "Sheet",
    "Trick",
    "allowed_cards",
    "check_record",
    "convert_to_coins",
    "declarable_cards",
    "find_next_leader",
    "find_rank_title",
    "find_sides",
    "hold_declaring",
    "make_record",
    "score_deal",
    "score_record",
    "settle_before_scaling",
    "settle_deal",
    "settle_declarations",
    "trace_deal",
]
