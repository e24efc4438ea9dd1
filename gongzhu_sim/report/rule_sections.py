"""The sections that compare rule sets: scores, match lengths, and everything side by side."""

from collections.abc import Iterable, Mapping
from typing import Any, Final

from gongzhu_sim.analysis.comparison import compare_rules
from gongzhu_sim.analysis.match_lengths import count_match_lengths, estimate_match_lengths
from gongzhu_sim.analysis.positions import estimate_positions
from gongzhu_sim.analysis.scores import ANY, estimate_scores
from gongzhu_sim.analysis.shoots import estimate_shoots
from gongzhu_sim.cards.layout import SEATS
from gongzhu_sim.figures.comparison import plot_comparison, plot_match_lengths
from gongzhu_sim.report.numbers import format_count, format_mean, format_rate, format_spread
from gongzhu_sim.report.section import Section, ShownFigure, ShownTable
from gongzhu_sim.studies import Plan
from gongzhu_sim.studies.tally import LONGEST_MATCH

__all__ = ["COMPARED", "build_comparison", "build_matches", "build_scores"]

Rows = Iterable[Mapping[str, Any]]
Row = dict[str, Any]

_CELL: Final = ("rules", "players")

COMPARED: Final = frozenset({"scores", "shoots", "positions", "matches"})
"""The tables that a comparison needs."""


def build_scores(rows: Rows, plan: Plan, note: str) -> Section:
    """Return the section about the table ``scores``."""
    frame = estimate_scores(rows)
    overall = []
    for (rules, players), part in frame.filter(seat=ANY).group_by(*_CELL, maintain_order=True):
        scores = ((row["mean"], row["se"], row["sd"]) for row in part.iter_rows(named=True))
        cells = ((format_mean(mean, se), format_spread(sd)) for mean, se, sd in scores)
        deals = format_count(part["n"].item(0))
        overall.append((rules, players, *(cell for pair in cells for cell in pair), deals))
    by_seat = []
    for keys, part in frame.group_by(*_CELL, "score", maintain_order=True):
        means = {row["seat"]: row for row in part.iter_rows(named=True)}
        shown = (format_mean(means[seat]["mean"], means[seat]["se"]) for seat in SEATS)
        by_seat.append((*keys, *shown))
    return Section(
        title="What a seat scores",
        text=(
            "Raw scores come straight from the captured cards; settled scores are what the rules "
            "pay, on a scale that each rule set has of its own. The SD is the spread of one "
            "seat's score from deal to deal. Where partners' captures are pooled, the raw score "
            "of a side stands at one of its seats and the partner's is 0, so means are those of "
            "half a side, and the SD has the zeros in it. Everybody declares as they please.",
        ),
        frames={"scores": frame},
        tables=[
            ShownTable(
                "Score of a seat, whichever (points a deal)",
                (
                    *("rules", "players", "raw ± se", "raw SD", "settled ± se", "settled SD"),
                    "deals",
                ),
                overall,
            ),
            ShownTable(
                "Mean score by seat, ± se (points a deal)",
                ("rules", "players", "score", *SEATS),
                by_seat,
                words=3,
                folded=True,
            ),
        ],
    )


def build_matches(rows: Rows, plan: Plan, note: str) -> Section:
    """Return the section about the table ``matches``."""
    rows = list(rows)
    frame = estimate_match_lengths(rows)
    shown = [
        (
            row["rules"],
            row["players"],
            _show_length(row, ""),
            *(_show_deals(row[name]) for name in ("median", "p5", "p25", "p75", "p95")),
            format_count(row["n"]),
            format_count(row["broken_off"]),
        )
        for row in frame.iter_rows(named=True)
    ]
    broken = [row["rules"] for row in frame.iter_rows(named=True) if row["broken_off"]]
    endless = (
        (
            f"Under {', '.join(dict.fromkeys(broken))} some matches were broken off after "
            f"{LONGEST_MATCH:,} deals: where totals drift away from the target on the average, a "
            "match that is not soon over may never be. No mean is given there, for it would "
            "depend on where matches are broken off.",
        )
        if broken
        else ()
    )
    return Section(
        title="How long a match lasts",
        text=(
            "Whole matches, each from totals of 0 to the target of its rules, the lead passing "
            "from deal to deal as the rules say. Everybody declares as they please.",
            *endless,
        ),
        frames={"matches": frame, "match_lengths": count_match_lengths(rows)},
        tables=[
            ShownTable(
                "Deals a match",
                (
                    *("rules", "players", "mean ± se", "median", "5 %", "25 %", "75 %", "95 %"),
                    *("matches", "broken off"),
                ),
                shown,
            )
        ],
        figures=[
            ShownFigure(
                "match_lengths",
                plot_match_lengths(frame, note=note),
                "How many deals a match lasts",
                "A line is a rule set, the one with the shortest matches on top. The mark is the "
                "median; half of the matches end inside the thick bar and nine in ten inside the "
                "thin one. The upright line is the mean.",
            )
        ],
    )


def build_comparison(tables: Mapping[str, Rows], *, note: str) -> Section:
    """Return the section that puts rule sets side by side.

    Parameters
    ----------
    tables : mapping of str to rows
        At least those of :data:`COMPARED`.
    note : str
        Small print for the figure: deals, matches and seed.
    """
    frame = compare_rules(
        scores=estimate_scores(tables["scores"]),
        shoots=estimate_shoots(tables["shoots"]),
        positions=estimate_positions(tables["positions"]),
        match_lengths=estimate_match_lengths(tables["matches"]),
    )
    shown = [
        (
            row["rules"],
            row["players"],
            format_mean(row["raw_mean"], row["raw_se"]),
            format_spread(row["raw_sd"]),
            *(_show_rate(row, event) for event in ("all_hearts", "slam")),
            format_mean(row["last_mean"], row["last_se"]),
            _show_length(row, "length_"),
            _show_range(row["length_median"], row["length_p5"], row["length_p95"]),
        )
        for row in frame.iter_rows(named=True)
    ]
    return Section(
        title="Side by side",
        text=(
            "One line for each rule set: the score of a seat, the share of deals in which some "
            "seat takes all hearts or makes a slam, what the seat that plays last in the first "
            "trick scores above the mean of the three others, and the deals of a match.",
            "The players are the same everywhere, and so are the deals of rule sets with the "
            "same number of decks. Their habits are not fitted to any one rule set, so a "
            "difference between two rule sets is that of the rules for these players. "
            "Where the first lead is a named card, the seat that plays last is the one before "
            "the seat that was dealt that card. Of partners too, the last seat's own score is "
            "meant, not its side's.",
        ),
        frames={"comparison": frame},
        tables=[
            ShownTable(
                "Rule sets side by side (points a deal, share of deals, deals a match; ± se)",
                (
                    *("rules", "players", "raw mean", "raw SD", "all hearts", "slam"),
                    *("last seat", "match: mean", "median (5 % to 95 %)"),
                ),
                shown,
            )
        ],
        figures=[
            ShownFigure(
                "comparison",
                plot_comparison(frame, note=note),
                "Every rule set side by side",
                "A line is a rule set; the higher up, the less a seat's raw score spreads from "
                "deal to deal. All hearts are filled marks and slams open ones. In the fourth "
                "panel a mark right of the line at 0 means that it is good to play last in the "
                "first trick. SDs, shares and match lengths stand on logarithmic scales: equal "
                "steps are equal factors.",
            )
        ],
    )


def _show_rate(row: Row, event: str) -> str:
    """Return a rate as a bare percentage; its interval is in the section of its own."""
    if row[f"{event}_rate"] == 0:
        return "0 %"
    return format_rate(*(row[f"{event}_{name}"] for name in ("rate", "low", "high"))).split(" (")[0]


def _show_length(row: Row, prefix: str) -> str:
    mean, se = row[f"{prefix}mean"], row[f"{prefix}se"]
    return "–" if mean is None else format_mean(mean, se, sign=False)


def _show_range(median: int | None, low: int | None, high: int | None) -> str:
    return f"{_show_deals(median)} ({_show_deals(low)} to {_show_deals(high)})"


def _show_deals(deals: int | None) -> str:
    return "–" if deals is None else format_count(deals)
