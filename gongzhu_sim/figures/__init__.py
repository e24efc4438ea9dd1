"""Figures: a style, and one module of ``plot_*`` functions a topic.

They take frames of :mod:`gongzhu_sim.analysis` and return matplotlib figures; they compute
nothing and keep no global state.
"""
