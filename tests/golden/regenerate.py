"""Write the golden playthroughs anew: ``python tests/golden/regenerate.py``.

One deal for every preset. Which deal is not chosen by its look: preset number k, in the order of
``gongzhu rules``, shows deal k of seed 2026. N and E declare whatever they may, so that there is
something declared where the rules allow it; N and S are `folk`, W and E `random`. The compiled
engine plays, the reference engine checks every card and scores. Read what has changed against
the rules before keeping it.
"""

from pathlib import Path

from gongzhu_sim.engine.reference import trace_deal
from gongzhu_sim.records.playthrough import replay_deal
from gongzhu_sim.rules.loading import preset_names

FOLDER = Path(__file__).parent
SEED = 2026
PLAYERS = (
    "folk:declare=always",
    "random:declare=never",
    "folk",
    "random:declare=always",
)


def make_playthroughs() -> dict[str, str]:
    """Return the text of every preset's playthrough by the preset's name."""
    texts = {}
    for index, preset in enumerate(preset_names()):
        played = replay_deal(preset, PLAYERS, seed=SEED, index=index)
        title = f"seed {SEED}, deal {index}"
        seats = ", ".join(f"{s} {name}" for s, name in zip("NWSE", played.players, strict=True))
        texts[preset] = "\n".join([seats, *trace_deal(played.deal, title=title), ""])
    return texts


if __name__ == "__main__":
    for preset, text in make_playthroughs().items():
        (FOLDER / f"{preset}.txt").write_text(text, encoding="utf-8")
