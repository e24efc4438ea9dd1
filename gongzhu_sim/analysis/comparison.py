"""Rule sets side by side: the estimates of several tables, one row a rule set and line-up."""

from typing import TYPE_CHECKING

from gongzhu_sim.analysis.scores import ANY

if TYPE_CHECKING:
    import polars as pl

__all__ = ["LAST", "compare_rules"]

LAST = 3
"""The position that plays last in the first trick of a deal."""

_CELL = ("rules", "players")


def compare_rules(
    *,
    scores: "pl.DataFrame",
    shoots: "pl.DataFrame",
    positions: "pl.DataFrame",
    match_lengths: "pl.DataFrame",
) -> "pl.DataFrame":
    """Put the estimates of a study's tables side by side.

    Parameters
    ----------
    scores : polars.DataFrame
        From :func:`gongzhu_sim.analysis.scores.estimate_scores`.
    shoots : polars.DataFrame
        From :func:`gongzhu_sim.analysis.shoots.estimate_shoots`.
    positions : polars.DataFrame
        From :func:`gongzhu_sim.analysis.positions.estimate_positions`.
    match_lengths : polars.DataFrame
        From :func:`gongzhu_sim.analysis.match_lengths.estimate_match_lengths`.

    Returns
    -------
    polars.DataFrame
        One row for each ``rules`` and ``players``, in the order of `scores`:
        ``raw_mean, raw_se, raw_sd, raw_low, raw_high`` and the same of ``settled`` (points, of
        one seat, whichever), ``all_hearts_rate, all_hearts_low, all_hearts_high``,
        ``slam_rate, slam_low, slam_high`` (a deal, by any seat), ``last_mean, last_se,
        last_low, last_high`` (points: the raw score of the seat that plays last in the first
        trick, less the mean of the three others), ``deals``, ``length_mean, length_se,
        length_sd, length_p5, length_median, length_p95`` (deals a match), ``matches`` and
        ``broken_off``.
    """
    import polars as pl

    def pick(frame: "pl.DataFrame", prefix: str, columns: tuple[str, ...]) -> "pl.DataFrame":
        renamed = (pl.col(name).alias(f"{prefix}_{name}") for name in columns)
        return frame.select(*_CELL, *renamed)

    any_seat = scores.filter(seat=ANY)
    moments, rate = ("mean", "se", "sd", "low", "high"), ("rate", "low", "high")
    parts = [pick(any_seat.filter(score=name), name, moments) for name in ("raw", "settled")]
    parts += [pick(shoots.filter(event=name), name, rate) for name in ("all_hearts", "slam")]
    last = positions.filter(score="relative", position=LAST)
    parts.append(pick(last, "last", ("mean", "se", "low", "high")))
    parts.append(any_seat.filter(score="raw").select(*_CELL, deals="n"))
    parts.append(pick(match_lengths, "length", ("mean", "se", "sd", "p5", "median", "p95")))
    parts.append(match_lengths.select(*_CELL, "broken_off", matches="n"))

    whole = parts[0]
    for part in parts[1:]:
        whole = whole.join(part, on=_CELL, how="left", maintain_order="left")
    return whole
