# ---
# jupyter:
#   jupytext:
#     formats: ipynb,py:percent
#     text_representation:
#       extension: .py
#       format_name: percent
#   kernelspec:
#     display_name: Python 3
#     language: python
#     name: python3
# ---

# %% [markdown]
# # A first look at Gong Zhu
#
# What is declaring a card worth, how often does a seat take all hearts or make a slam, and what
# does each position from the first leader score? The answers were counted by the plan
# `experiments/first_look.toml`; this notebook reads what it left in `results/first_look`. Run
# `make study` first, or set the environment variable `GONGZHU_STUDY` to the folder of another
# study with the same tables.

# %%
import json
import os
from pathlib import Path

import polars as pl
from IPython.display import Image
from matplotlib.figure import Figure

from gongzhu_sim.figures.declaring import LEAST_DEALS, plot_declaring, plot_locked
from gongzhu_sim.figures.positions import plot_positions
from gongzhu_sim.figures.shoots import plot_shoots
from gongzhu_sim.figures.style import render

folder = Path(os.environ.get("GONGZHU_STUDY", "../results/first_look"))
if not folder.exists():
    raise FileNotFoundError(f"{folder} is not there yet: run `make study` first")
study = json.loads((folder / "manifest.json").read_text(encoding="utf-8"))
tables = {path.stem: pl.read_parquet(path) for path in (folder / "tables").glob("*.parquet")}

note = f"{study['deals']:,} deals a cell, seed {study['seed']}"
least = min(LEAST_DEALS, max(30, study["deals"] // 100))  # fewer deals than this: not drawn
pl.Config.set_tbl_rows(60)
pl.Config.set_float_precision(3)


def show(figure: Figure) -> Image:
    """Put a figure into the page."""
    return Image(render(figure, "png"), width=90 * int(figure.get_figwidth()))


print(note)
print("rules:  ", *(rules["name"] for rules in study["rules"]))
print("players:", *study["players"])

# %% [markdown]
# ## What declaring is worth, over all hands
#
# Every deal was played with nobody declaring and scored again as if exactly one card had been
# declared. `mean` is the change of the holder's raw score less the mean change of the three
# others, in points, with its standard error and 95 % interval. `locked_rate` is the share of
# deals in which the holder played the card in the first trick of its suit while holding another
# card of the suit: had the card been declared, the rules would have forbidden that play.

# %%
columns = ["rules", "players", "card", "mean", "se", "low", "high", "locked_rate", "n"]
tables["declaring_by_card"].select(columns)

# %% [markdown]
# ## By cards held in the suit
#
# The same value, by how many cards of the suit the holder has. A long suit guards the pig: its
# holder can duck until somebody else has to take it, so declaring it turns from a loss into a
# gain. Where the two line-ups cross, the players' strength decides whether to declare, and a
# table of such values holds only for the players that it was made with.

# %%
show(plot_declaring(tables["declaring"], note=note, least=least))

# %% [markdown]
# Behind the figure, for the pig:

# %%
pig = tables["declaring"].filter(card="pig")
pig.select("rules", "players", "held", "mean", "se", "low", "high", "n")

# %% [markdown]
# ## The lock
#
# The passive value supposes that nobody plays differently. The lock alone would make the holder
# play differently in this share of deals, which is a measure of how far to trust the value.

# %%
show(plot_locked(tables["declaring"], note=note, least=least))

# %% [markdown]
# ## All hearts and slams
#
# How often some seat captures every heart, or every scoring card, with everybody declaring as
# they please. One given seat does it a quarter as often on average.

# %%
tables["shoots"]

# %%
show(plot_shoots(tables["shoots"], note=note))

# %% [markdown]
# ## Position from the first leader
#
# `relative` is a seat's raw score less the mean of the other three; position 0 leads the deal.
# Under rules with a named first card the leader is also the seat that was dealt that card.

# %%
relative = tables["positions"].filter(score="relative")
relative.select("rules", "players", "position", "mean", "se", "low", "high")

# %%
show(plot_positions(tables["positions"], note=note))

# %% [markdown]
# The settled scores, on each rule set's own scale:

# %%
show(plot_positions(tables["positions"], score="settled", note=note))
