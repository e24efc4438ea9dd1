"""The numbers a rule bot plays by: a style is a set of them, and nothing else."""

from typing import Any, NamedTuple

import numpy as np

from gongzhu_sim.cards.compiling import inner_kernel

__all__ = ["Style", "read_style"]


class Style(NamedTuple):
    """What the rules weigh against each other. All numbers are whole.

    Attributes
    ----------
    lower, lower_heart : int
        Worth of being rid of a card for each lower one of its suit that others hold, and
        what is added for a heart; 64ths of a point, not negative.
    catcher_share, goat_share : int
        What ♦A ♦K ♦Q are worth in hand while the goat is out, and the goat itself; 64ths of
        the goat.
    transformer_risk : int
        Worth of being rid of ♣A to ♣J while the transformer is out; 64ths of a point.
    pig_risk, pig_guard : int
        Chance that the pig falls under one's ♠A or ♠K, and by how much each small spade
        lessens it; 64ths.
    discard : int
        What a void seat throws on a trick, in 16ths of the mean danger of an unseen card.
    kept : int
        How much of that a seat keeps back when its own side takes the trick; 64ths.
    heart : int
        What a seat follows with in hearts, in 64ths of the mean unseen heart.
    pig_falls, pig_forced : int
        Chance for each seat still to play that the pig falls on ♠A ♠K, and that it falls in
        any other spade trick at all; 256ths.
    goat_falls : int
        Chance for each seat still to play that the goat falls on ♦A ♦K ♦Q; 256ths.
    transformer_prior : int
        Points a pile is expected to lose after it got the transformer.
    alone : int
        Points for the chance that the transformer stays alone.
    run_gain, run_loss : int
        Points for each heart taken on one's own run for all hearts, and those lost when a
        heart goes elsewhere.
    run_losers : int
        Cards outside hearts that a run may still have to lose.
    run_draws : int
        Hearts of the others that each two top hearts of one's own are trusted to draw.
    threat_from, threat : int
        Hearts one other seat has before anybody minds, and the points that each one above is
        worth to break the run.
    short : int
        Cost of leading or throwing from a suit for each card held in it; 64ths of a point.
    short_pig : int
        What is added to that with the pig in hand.
    flush, flush_transformer : int
        Worth of a low lead that drives out the pig, or the transformer; 64ths of a point.
    pig_lead : int
        Cost of leading spades with the pig in hand; 64ths of a point.
    pair : int
        Worth of leading a pair rather than one card; 64ths of a point.
    declare_pig, declare_transformer, declare_marker : int
        Cards of its suit, itself included, that guard a card well enough to declare it.
    declare_side : int
        Most cards of the shortest other suit with which the pig is declared.
    declare_goat : int
        Diamonds with which the goat is declared; its catchers count twice.
    """

    lower: Any
    lower_heart: Any
    catcher_share: Any
    goat_share: Any
    transformer_risk: Any
    pig_risk: Any
    pig_guard: Any
    discard: Any
    kept: Any
    heart: Any
    pig_falls: Any
    pig_forced: Any
    goat_falls: Any
    transformer_prior: Any
    alone: Any
    run_gain: Any
    run_loss: Any
    run_losers: Any
    run_draws: Any
    threat_from: Any
    threat: Any
    short: Any
    short_pig: Any
    flush: Any
    flush_transformer: Any
    pig_lead: Any
    pair: Any
    declare_pig: Any
    declare_transformer: Any
    declare_marker: Any
    declare_side: Any
    declare_goat: Any


@inner_kernel(forceinline=True)
def read_style(source: Any, number: Any) -> Any:
    """Return the style whose i-th number is ``number(source, i)``."""
    # as plain numbers, each would be a type of its own, and compiled 32 times
    return Style(
        number(source, np.int64(0)),
        number(source, np.int64(1)),
        number(source, np.int64(2)),
        number(source, np.int64(3)),
        number(source, np.int64(4)),
        number(source, np.int64(5)),
        number(source, np.int64(6)),
        number(source, np.int64(7)),
        number(source, np.int64(8)),
        number(source, np.int64(9)),
        number(source, np.int64(10)),
        number(source, np.int64(11)),
        number(source, np.int64(12)),
        number(source, np.int64(13)),
        number(source, np.int64(14)),
        number(source, np.int64(15)),
        number(source, np.int64(16)),
        number(source, np.int64(17)),
        number(source, np.int64(18)),
        number(source, np.int64(19)),
        number(source, np.int64(20)),
        number(source, np.int64(21)),
        number(source, np.int64(22)),
        number(source, np.int64(23)),
        number(source, np.int64(24)),
        number(source, np.int64(25)),
        number(source, np.int64(26)),
        number(source, np.int64(27)),
        number(source, np.int64(28)),
        number(source, np.int64(29)),
        number(source, np.int64(30)),
        number(source, np.int64(31)),
    )
