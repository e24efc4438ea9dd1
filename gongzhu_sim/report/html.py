"""The page of a study: one file that opens without a network."""

import base64
from collections.abc import Iterable, Mapping
from importlib import resources
from typing import Any

import jinja2

from gongzhu_sim._version import __version__
from gongzhu_sim.report.section import Section
from gongzhu_sim.strategies import parse_line_up
from gongzhu_sim.studies import Plan

__all__ = ["render_page"]


def render_page(plan: Plan, sections: Iterable[Section], drawings: Mapping[str, bytes]) -> bytes:
    """Return the page as HTML with its pictures inside.

    Parameters
    ----------
    plan : Plan
    sections : iterable of Section
    drawings : mapping of str to bytes
        SVG files by the name of the figure.

    Returns
    -------
    bytes
        UTF-8; the same plan and sections give the same bytes.
    """
    environment = jinja2.Environment(
        autoescape=True, undefined=jinja2.StrictUndefined, trim_blocks=True, lstrip_blocks=True
    )
    folder = resources.files("gongzhu_sim.report") / "templates"
    template = environment.from_string((folder / "study.html").read_text(encoding="utf-8"))
    page = template.render(
        plan=plan,
        heading=plan.title or plan.name,
        strategies=_describe_strategies(plan),
        sections=list(sections),
        images={name: _as_link(content) for name, content in drawings.items()},
        version=__version__,
    )
    return page.encode()


def _describe_strategies(plan: Plan) -> dict[str, str]:
    """Return what each strategy of the line-ups does, by its name."""
    found: dict[str, Any] = {}
    for text in plan.players:
        for player in parse_line_up(text):
            found[player.strategy.name] = player.strategy.summary
    return found


def _as_link(drawing: bytes) -> str:
    return "data:image/svg+xml;base64," + base64.b64encode(drawing).decode()
