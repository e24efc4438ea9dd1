"""Whole matches: how long they last, who becomes the pig, and what a total so far says.

The match is the unit of every estimate. Where several looks at one match are counted (seats
with the same player, totals on the way) they depend on each other, and standard errors come
from the spread between matches.
"""

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from gongzhu_sim.analysis.estimates import Mean, Rate, estimate_mean, estimate_rate, estimate_share
from gongzhu_sim.analysis.gathering import gather
from gongzhu_sim.analysis.match_results import Count, Look, MatchSimulation, Pigs, Side
from gongzhu_sim.cards.layout import SEATS

if TYPE_CHECKING:
    from gongzhu_sim.rules import RuleSet
    from gongzhu_sim.strategies import Player
    from gongzhu_sim.studies.match_sums import Histogram, MatchSums

__all__ = ["simulate_matches"]


def simulate_matches(
    rules: "str | Path | Mapping[str, Any] | RuleSet",
    players: "Sequence[str | Player]",
    *,
    matches: int,
    seed: int,
    threads: int | None = None,
    progress: Callable[[int], None] | None = None,
    keep_partial: bool = False,
) -> MatchSimulation:
    """Play whole matches and estimate their length, who is the pig, and what a total says.

    Parameters
    ----------
    rules : str, Path, mapping or RuleSet
        A rule set, or whatever :func:`gongzhu_sim.load_rules` takes.
    players : sequence of one or four str or Player
        ``NAME[:param=value…]`` for N, W, S, E; one player serves all four seats.
    matches : int
        How many matches; their indices are 0 to ``matches - 1``.
    seed : int
        Master seed, 0 to 2**64 - 1.
    threads : int, optional
        How many threads play; one a core by default. The results do not depend on it.
    progress : callable, optional
        Called with the number of matches that were finished since the last call.
    keep_partial : bool
        On Ctrl-C return what was finished, if anything was, instead of raising
        ``KeyboardInterrupt``.

    Returns
    -------
    MatchSimulation

    Raises
    ------
    UsageError
        If a name is unknown or a number out of range.
    InputError
        If the rules were read and found wrong, or a match does not end in 10,000 deals.
    PlayError
        If a strategy plays or declares what it may not.

    Examples
    --------
    >>> result = simulate_matches("qq", ["random"], matches=500, seed=1)
    >>> result.pigs.seats["N"].n, result.length.mean.mean > 2
    (500, True)
    """
    from gongzhu_sim.cards.dealing import check_seed
    from gongzhu_sim.engine.blocks import check_count
    from gongzhu_sim.engine.match import play_matches
    from gongzhu_sim.rules import load_rules
    from gongzhu_sim.rules.matches import pack_match
    from gongzhu_sim.rules.packed import pack_rules
    from gongzhu_sim.strategies import build_line_up
    from gongzhu_sim.studies.match_sums import MatchSums, sum_matches

    rule_set = load_rules(rules)
    line_up = build_line_up(players)
    packed, match = pack_rules(rule_set), pack_match(rule_set)
    partners = rule_set.teams.mode == "opposite"
    check_seed(seed)
    check_count(matches, what="matches")

    def play(first: int, n: int) -> MatchSums:
        played = play_matches(packed, match, line_up, matches=n, seed=seed, first=first)
        return sum_matches(match, played, players=line_up.names, partners=partners)

    sums = MatchSums.empty()

    def add(block: MatchSums) -> int:
        nonlocal sums
        sums += block  # one assignment: Ctrl-C leaves whole sums behind
        return block.matches

    seconds = gather(
        play,
        add,
        count=matches,
        threads=threads,
        progress=progress,
        keep_partial=keep_partial,
    )
    return _summarize(
        sums,
        rule_set,
        players=line_up.names,
        seed=int(seed),
        seconds=seconds,
    )


def _summarize(
    sums: "MatchSums", rules: "RuleSet", *, players: tuple[str, ...], seed: int, seconds: float
) -> MatchSimulation:
    from gongzhu_sim.rules.settling import HALVES

    def means(powers: Any, *, unit: int = 1) -> dict[str, Mean]:
        return {
            seat: estimate_mean(sums.matches, *powers[i], unit=unit) for i, seat in enumerate(SEATS)
        }

    partners = rules.teams.mode == "opposite"
    return MatchSimulation(
        rules=rules.name,
        players=players,
        matches=sums.matches,
        deals=sums.deals,
        seed=seed,
        seconds=seconds,
        length=_count(sums.lengths),
        pigs=_estimate_pigs(sums, players),
        lead_changes=_count(sums.lead_changes),
        leader_changes=_count(sums.leader_changes),
        totals=means(sums.totals),
        settled=means(sums.settled, unit=HALVES),
        sides=_estimate_sides(sums, awards=rules.match.awards) if partners else None,
        looks=_estimate_looks(sums),
    )


def _count(histogram: "Histogram") -> Count:
    matches = sum(histogram.values())
    total = sum(number * n for number, n in histogram.items())
    squares = sum(number * number * n for number, n in histogram.items())
    return Count(estimate_mean(matches, total, squares), dict(histogram))


def _estimate_pigs(sums: "MatchSums", players: tuple[str, ...]) -> Pigs:
    def rates(row: Any, places: Sequence[str]) -> dict[str, Rate]:
        return {
            place: estimate_rate(count, sums.matches)
            for place, count in zip(places, row, strict=True)
        }

    first_seats = {name: players.index(name) for name in players}
    return Pigs(
        seats=rates(sums.pigs[0], SEATS),
        positions=rates(sums.pigs[1], "0123"),
        last_positions=rates(sums.pigs[2], "0123"),
        players={
            name: estimate_mean(sums.matches, *sums.player_pigs[seat], unit=players.count(name))
            for name, seat in first_seats.items()
        },
        shared=estimate_rate(sums.shared, sums.matches),
    )


def _estimate_sides(sums: "MatchSums", *, awards: bool) -> dict[str, Side]:
    n = sums.matches
    return {
        name: Side(
            wins=estimate_rate(won, n),
            losses=estimate_rate(lost, n),
            ties=estimate_rate(n - won - lost, n),
            awards=estimate_mean(n, *powers[:2]) if awards else None,
            award_points=estimate_mean(n, *powers[2:]) if awards else None,
        )
        for name, (won, lost), powers in zip(("NS", "WE"), sums.sides, sums.awards, strict=True)
    }


def _estimate_looks(sums: "MatchSums") -> list[Look]:
    from gongzhu_sim.studies.match_sums import LOOK_BUCKETS, LOOK_WIDTH

    looks = []
    for row, buckets in enumerate(sums.looks):
        for bucket, cell in zip(LOOK_BUCKETS, buckets, strict=True):
            units, n, pigs, n_squares, products, pig_squares = cell
            if units:
                low, high = bucket * LOOK_WIDTH, (bucket + 1) * LOOK_WIDTH - 1
                looks.append(
                    Look(
                        deals=row or None,
                        low=None if bucket == LOOK_BUCKETS[0] else low,
                        high=None if bucket == LOOK_BUCKETS[-1] else high,
                        pig=estimate_share(units, n, pigs, n_squares, products, pig_squares),
                    )
                )
    return looks
