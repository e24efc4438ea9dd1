"""Search for better numbers of `folk`: what its rules weigh against each other.

One number at a time is moved up or down. The moved player meets the one before it on the same
deals, first on a few and, if it gains, on four times as many fresh ones; it is kept if it gains
there too, beyond chance. A number whose moves succeed is moved further, one whose moves fail is
moved less. In the end the result meets the start on deals that the search has not seen. The same
seed and the same passes give the same numbers.

``make tune-folk`` runs it: about 20 minutes of one core. It prints the numbers for one deck and
for two as they stand in ``gongzhu_sim/strategies/parts/styles.py``; nothing is changed there.
"""

import argparse
import random
import sys
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

import gongzhu_sim as gz
from gongzhu_sim.cards.compiling import kernel
from gongzhu_sim.strategies import Player, Strategy, get_strategy, strategy
from gongzhu_sim.strategies.parts.declaring import choose_declarations
from gongzhu_sim.strategies.parts.playing import choose_card
from gongzhu_sim.strategies.parts.style import Style, read_style
from gongzhu_sim.strategies.parts.styles import FOLK, FOLK_DOUBLE
from gongzhu_sim.strategies.parts.switches import ALL_ON

SEED = 2026
ONE_DECK = ("scrofazero", "qq-partners", "qq")
TWO_DECKS = ("qq-double-partners", "qq-double")
SIGNED = {
    "transformer_prior",
    "alone",
    "flush",
    "flush_transformer",
    "pig_lead",
    "pair",
    "short_pig",
}
"""Numbers that may be negative; the others must not."""

FIRST_STEP = 0.3  # of the number itself
SMALLEST_STEP = 0.04
SEEMS = 0.5  # standard errors that a move must gain on the first deals,
HOLDS = 1.5  # and on the fresh ones

_BITS = 16
_PER_WORD = 64 // _BITS
_HIGHEST = (1 << (_BITS - 1)) - 1


@kernel(cache=False, forceinline=True)
def _unpack(params: Any, i: Any) -> Any:
    """Return the ``i``-th number of 16 bits, signed."""
    word = params[i // 4] << np.int64(48 - 16 * (i % 4))
    return word >> np.int64(48)


def pack(style: Style) -> tuple[int, ...]:
    """Return a style as whole numbers of 64 bits, four of its numbers in each."""
    return tuple(np.array(style, np.int16).view(np.int64).tolist())


@strategy("candidate", params=get_strategy("folk").params, uses_declarations=True)
def candidate(table: Any, hand: Any, legal: Any) -> Any:
    """Play as `folk` does, by numbers that are data."""
    style = read_style(table.own.params, _unpack)
    if table.rules.decks == 1:
        return choose_card(table, hand, legal, style, ALL_ON, False)
    return choose_card(table, hand, legal, style, ALL_ON, True)


@candidate.declaring
def declare(table: Any, hand: Any, allowed: Any) -> Any:
    """Declare as `folk` does."""
    return choose_declarations(table, hand, allowed, read_style(table.own.params, _unpack))


def player_of(style: Style) -> Player:
    """Return the player of a style, for :func:`gongzhu_sim.duel`."""
    made: Strategy = replace(candidate, numbers=pack(style))
    return Player(made)


@dataclass
class Search:
    """A search for one set of numbers.

    Attributes
    ----------
    rules : tuple of str
        Rule sets that count alike: gains are added up in standard deviations of a deal.
    best : Style
        The numbers so far.
    deals : int
        Deals a rule set of a first look at a move.
    seed : int
        Each measurement has the next one, and so deals of its own.
    """

    rules: tuple[str, ...]
    best: Style
    deals: int
    seed: int

    def gain(self, style: Style, deals: int) -> float:
        """Return what a style gains on the best so far, in standard errors, on fresh deals."""
        self.seed += 1
        mean = variance = 0.0
        for rules in self.rules:
            found = gz.duel(
                player_of(style),
                player_of(self.best),
                rules=rules,
                deals=deals,
                seed=self.seed,
                threads=1,
            ).gain
            if found.sd > 0:
                mean += found.mean / SPREAD[rules]
                variance += (found.se / SPREAD[rules]) ** 2
        return mean / variance**0.5 if variance > 0 else 0.0

    def holds(self, style: Style) -> bool:
        """Say whether a style is better than the best so far, twice on fresh deals."""
        return self.gain(style, self.deals) > SEEMS and self.gain(style, 4 * self.deals) > HOLDS

    def run(self, passes: int) -> None:
        """Move every number, in an order of its own in every pass."""
        order = random.Random(self.seed)
        steps = dict.fromkeys(Style._fields, FIRST_STEP)
        for each in range(passes):
            moved = []
            names = list(Style._fields)
            order.shuffle(names)
            for name in names:
                for style in self.moves(name, steps[name], order.choice((-1, 1))):
                    if self.holds(style):
                        moved.append(f"{name} {getattr(self.best, name)}>{getattr(style, name)}")
                        self.best = style
                        steps[name] = min(1.5 * steps[name], 1.0)
                        break
                else:
                    steps[name] = max(0.6 * steps[name], SMALLEST_STEP)
            print(f"pass {each + 1}: {', '.join(moved) or 'nothing moved'}", file=sys.stderr)

    def moves(self, name: str, step: float, sign: int) -> Iterator[Style]:
        """Yield the styles with one number moved by a step, one way and the other."""
        number = getattr(self.best, name)
        by = max(round(step * abs(number)), 1) if number else max(round(step * 64), 1)
        for value in (number + sign * by, number - sign * by):
            if (value >= 0 or name in SIGNED) and abs(value) <= _HIGHEST:
                yield self.best._replace(**{name: value})


SPREAD = {
    "scrofazero": 150.0,
    "qq-partners": 300.0,
    "qq": 300.0,
    "qq-double-partners": 900.0,
    "qq-double": 900.0,
}
"""Standard deviation of a deal between equal players, in points, roughly."""


def show(name: str, style: Style, shipped: Style) -> None:
    """Print a style as it stands in the source, and what differs from the shipped one."""
    print(f"{name} = Style(")
    for field in Style._fields:
        was = getattr(shipped, field)
        value = getattr(style, field)
        print(f"    {field}={value}," + (f"  # was {was}" if value != was else ""))
    print(")", flush=True)


def main() -> None:
    """Search, print what was found, and confirm it on fresh deals."""
    parser = argparse.ArgumentParser(description="Search for better numbers of folk.")
    parser.add_argument("--passes", type=int, default=6)
    parser.add_argument("--deals", type=int, default=16_000, help="of a first look at a move")
    parser.add_argument("--confirm", type=int, default=200_000, help="deals of the confirmation")
    parser.add_argument("--seed", type=int, default=SEED)
    parser.add_argument("--decks", type=int, choices=(1, 2), help="tune for these decks alone")
    options = parser.parse_args()
    tasks = [("FOLK", 1, FOLK, ONE_DECK), ("FOLK_DOUBLE", 2, FOLK_DOUBLE, TWO_DECKS)]
    for name, decks, shipped, rule_sets in tasks:
        if options.decks in (None, decks):
            search = Search(rule_sets, shipped, options.deals // decks, options.seed)
            search.run(options.passes)
            show(name, search.best, shipped)
            for rules in rule_sets:
                found = gz.duel(
                    player_of(search.best),
                    player_of(shipped),
                    rules=rules,
                    deals=options.confirm // decks,
                    seed=options.seed - 1,
                    threads=1,
                ).gain
                print(f"# {rules}: {found.mean:+.1f} ± {found.se:.1f} a deal", flush=True)


if __name__ == "__main__":
    main()
