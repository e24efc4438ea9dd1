"""What a report says about each table of a study.

A section turns the sums of one tally into frames for files, tables for people and figures,
with the words that go with them. A tally without a section gets its bare sums.
"""

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final

import polars as pl

from gongzhu_sim.analysis.declaring import estimate_declaring
from gongzhu_sim.analysis.positions import estimate_positions
from gongzhu_sim.analysis.shoots import estimate_shoots
from gongzhu_sim.figures.comparison import plot_position_rows
from gongzhu_sim.figures.declaring import LEAST_DEALS, plot_declaring, plot_locked
from gongzhu_sim.figures.positions import plot_positions
from gongzhu_sim.figures.shoots import plot_shoots
from gongzhu_sim.report.numbers import format_count, format_mean, format_rate
from gongzhu_sim.report.rule_sections import build_matches, build_scores
from gongzhu_sim.report.section import Section, ShownFigure, ShownTable
from gongzhu_sim.studies import Plan, get_tally
from gongzhu_sim.studies.tally import is_passively_declared

__all__ = ["build_section"]

Rows = Iterable[Mapping[str, Any]]

_CARDS: Final = {"pig": "pig ♠Q", "goat": "goat ♦J", "transformer": "transformer ♣10"}
_EVENTS: Final = {"all_hearts": "all hearts", "slam": "slam"}
_POSITIONS: Final = ("leads", "2nd", "3rd", "4th")
_MANY_RULES: Final = 6  # more rule sets than this: a line each instead of a panel each
_SCORES: Final = {"raw": "raw", "relative": "raw above the others' mean", "settled": "settled"}


def build_section(name: str, rows: Rows, plan: Plan, *, note: str) -> Section:
    """Return the section about one table.

    Parameters
    ----------
    name : str
        The tally.
    rows : iterable of mapping
        Its sums, as :func:`gongzhu_sim.studies.run_study` returns them.
    plan : Plan
    note : str
        Small print for the figures: deals and seed.
    """
    build = _BUILDERS.get(name)
    if build is None:
        title = get_tally(name).title
        return Section(title[:1].upper() + title[1:], (), {name: pl.DataFrame(list(rows))})
    return build(list(rows), plan, note)


def _build_declaring(rows: Rows, plan: Plan, note: str) -> Section:
    rows = list(rows)
    by_held = estimate_declaring(rows)
    by_card = estimate_declaring(rows, by_held=False)
    markers = {f"♥{rules.declaration.marker}" for rules in plan.rules}
    marker = " or ".join(sorted(markers, reverse=True))
    cards = _CARDS | {"marker": f"marker {marker}"}
    least = min(LEAST_DEALS, max(30, plan.deals // 100))

    def cells(row: dict[str, Any]) -> tuple[str, ...]:
        share = format_rate(row["locked_rate"], row["locked_low"], row["locked_high"])
        return format_mean(row["mean"], row["se"]), share, format_count(row["n"])

    numbers = ("value ± se (points)", "lock forbids the play (95 % interval)", "deals")
    overall = [
        (row["rules"], row["players"], cards[row["card"]], *cells(row))
        for row in by_card.iter_rows(named=True)
    ]
    detail = [
        (row["rules"], row["players"], cards[row["card"]], str(row["held"]), *cells(row))
        for row in by_held.iter_rows(named=True)
    ]
    silent = [rules.name for rules in plan.rules if not is_passively_declared(rules)]
    left_out = (
        (
            f"Under {', '.join(silent)} no seat of one deck chooses what it declares, so these "
            "rules have no rows here.",
        )
        if silent
        else ()
    )
    return Section(
        title="What declaring a card is worth",
        text=(
            "Every deal is played with nobody declaring and then scored again as if exactly one "
            "card had been declared. The value is the change of its holder's raw score less the "
            "mean change of the three others': what declaring would have gained on them. "
            "It is passive: nobody plays differently because a card lies open.",
            "A declared card may be neither led nor followed with in the first trick led in its "
            "suit while its holder has another card of that suit. The share of deals in which the "
            "card was played in just that way is given beside the value: in those deals the lock "
            "would have forced another play, so the passive value is the less to be trusted the "
            "larger this share is.",
            *left_out,
        ),
        frames={"declaring": by_held, "declaring_by_card": by_card},
        tables=[
            ShownTable(
                "Passive value of declaring, over all hands",
                ("rules", "players", "card", *numbers),
                overall,
                words=3,
            ),
            ShownTable(
                "Passive value of declaring, by cards held in the suit",
                ("rules", "players", "card", "held", *numbers),
                detail,
                words=3,
                folded=True,
            ),
        ],
        figures=[
            ShownFigure(
                "declared_value",
                plot_declaring(by_held, marker=marker, note=note, least=least),
                "Passive value of declaring by cards held in the suit",
                "Each column is a card and each row a rule set; across runs the number of cards "
                "that the holder has in the card's suit, itself included. Above the line at 0 "
                "declaring gains on the other seats, below it loses. All panels share one scale. "
                "Read along a line for what length does, and between the colours for what the "
                "players' strength does.",
            ),
            ShownFigure(
                "locked_share",
                plot_locked(by_held, marker=marker, note=note, least=least),
                "Share of deals in which the lock would have forbidden the play",
                "Laid out like the figure above. With one card of the suit the share is 0, for "
                "a card that is alone in its suit is never locked. The higher a point, the more "
                "the play behind the passive value would have had to change.",
            ),
        ],
    )


def _build_shoots(rows: Rows, plan: Plan, note: str) -> Section:
    frame = estimate_shoots(rows)
    shown = [
        (
            row["rules"],
            row["players"],
            _EVENTS[row["event"]],
            format_rate(row["rate"], row["low"], row["high"]),
            format_count(row["count"]),
            format_count(row["n"]),
        )
        for row in frame.iter_rows(named=True)
    ]
    return Section(
        title="All hearts and slams",
        text=(
            "How often some seat captures all thirteen hearts, or a slam: every scoring card. "
            "Rates are of deals, by whichever seat; one given seat does it a quarter as often on "
            "average. A slam does not count as all hearts too, and where the rules know no slam "
            "it counts as all hearts. Everybody declares as they please.",
        ),
        frames={"shoots": frame},
        tables=[
            ShownTable(
                "All hearts and slams",
                ("rules", "players", "event", "share of deals (95 % interval)", "count", "deals"),
                shown,
                words=3,
                folded=len(plan.rules) > _MANY_RULES,
            )
        ],
        figures=[
            ShownFigure(
                "shoots",
                plot_shoots(frame, note=note),
                "How often some seat takes all hearts, or a slam",
                "A line is a rule set with a line-up; both scales begin at 0 and differ from each "
                "other. Bars that do not overlap show a difference that is more than chance.",
            )
        ],
    )


def _build_positions(rows: Rows, plan: Plan, note: str) -> Section:
    frame = estimate_positions(rows)
    shown = []
    for keys, part in frame.group_by("rules", "players", "score", maintain_order=True):
        rules, players, score = map(str, keys)
        values = (format_mean(row["mean"], row["se"]) for row in part.iter_rows(named=True))
        shown.append((rules, players, _SCORES[score], *values))
    many = len(plan.rules) > _MANY_RULES
    figure = (plot_position_rows if many else plot_positions)(frame, note=note)
    good = "mark right of" if many else "point above"
    four = "marks" if many else "points"
    return Section(
        title="Score by position from the first leader",
        text=(
            "The seats in order of play from the one that led the deal. Raw scores come straight "
            "from the captured cards; settled scores are what the rules pay, on their own scale. "
            "Raw above the others' mean is a seat's raw score less the mean of the other three, "
            "which takes out how costly the deal was for everybody. "
            "Everybody declares as they please.",
        ),
        frames={"positions": frame},
        tables=[
            ShownTable(
                "Mean score by position from the first leader, ± se (points)",
                ("rules", "players", "score", *_POSITIONS),
                shown,
                words=3,
                folded=many,
            )
        ],
        figures=[
            ShownFigure(
                "positions",
                figure,
                "Score by position from the first leader",
                f"A {good} 0 means that this position does better than the average of the "
                f"three others. The four {four} of a line add up to 0. Where the first lead is a "
                "named card, the leader is also the seat that holds that card, so its point mixes "
                "the lead with the hand.",
            )
        ],
    )


_BUILDERS: Final[dict[str, Callable[[Rows, Plan, str], Section]]] = {
    "declaring": _build_declaring,
    "shoots": _build_shoots,
    "positions": _build_positions,
    "scores": build_scores,
    "matches": build_matches,
}
