"""The numbers of `folk` and of the players that are made of its parts.

Those of ``FOLK`` and ``FOLK_DOUBLE`` were found by ``benchmarks/tune_folk.py``. For two decks
its first looks are coarse, so seven were set by hand on longer duels, confirmed on fresh deals:
``run_gain``, ``run_losers``, ``run_draws``, ``flush``, ``kept``, ``pig_risk`` and ``pig_guard``.
"""

import numpy as np

from gongzhu_sim.strategies.parts.style import Style

__all__ = ["FOLK", "FOLK_DOUBLE", "STYLES"]

FOLK = Style(
    lower=61,
    lower_heart=67,
    catcher_share=13,
    goat_share=25,
    transformer_risk=0,
    pig_risk=18,
    pig_guard=4,
    discard=50,
    kept=90,
    heart=58,
    pig_falls=77,
    pig_forced=27,
    goat_falls=21,
    transformer_prior=30,
    alone=13,
    run_gain=188,
    run_loss=120,
    run_losers=6,
    run_draws=8,
    threat_from=3,
    threat=8,
    short=273,
    short_pig=151,
    flush=1447,
    flush_transformer=12,
    pig_lead=640,
    pair=0,
    declare_pig=4,
    declare_transformer=4,
    declare_marker=4,
    declare_side=1,
    declare_goat=6,
)
"""The numbers of one deck."""

FOLK_DOUBLE = Style(
    lower=32,
    lower_heart=64,
    catcher_share=32,
    goat_share=19,
    transformer_risk=10,
    pig_risk=10,
    pig_guard=0,
    discard=42,
    kept=80,
    heart=48,
    pig_falls=91,
    pig_forced=40,
    goat_falls=3,
    transformer_prior=21,
    alone=17,
    run_gain=188,
    run_loss=120,
    run_losers=12,
    run_draws=13,
    threat_from=16,
    threat=12,
    short=64,
    short_pig=128,
    flush=1447,
    flush_transformer=0,
    pig_lead=146,
    pair=2070,
    declare_pig=8,
    declare_transformer=6,
    declare_marker=6,
    declare_side=4,
    declare_goat=7,
)
"""The numbers of two decks."""

_FEARS = {
    "pig_risk": 40,
    "discard": 100,
    "transformer_prior": 60,
    "threat_from": 1,
    "threat": 24,
}
_SHOOTS = {"run_gain": 200, "run_losers": 10, "run_draws": 13}
_SHOOTS_DOUBLE = {"run_gain": 200, "run_losers": 16, "run_draws": 30}
_HUNTS = {"flush": 60 * 64, "flush_transformer": 40 * 64, "short": 0}

STYLES = np.array(
    [
        [FOLK, FOLK_DOUBLE],
        [
            FOLK._replace(**_FEARS, declare_pig=6, declare_marker=6),
            FOLK_DOUBLE._replace(**_FEARS, declare_pig=12, declare_marker=12),
        ],
        [FOLK._replace(**_SHOOTS), FOLK_DOUBLE._replace(**_SHOOTS_DOUBLE)],
        [FOLK._replace(**_HUNTS), FOLK_DOUBLE._replace(**_HUNTS)],
    ],
    np.int64,
)
"""A row a player, ``folk`` first: its numbers for one deck and for two."""
