"""`folk`: a fast rule bot that plays as a decent club player would.

It scores every card it may play and takes the best. A card's score is what the trick is then
worth, by who will probably take it, plus what it is worth to be rid of the card. The advice
behind it is that of the Chinese sources on the game; each piece can be switched off:

``duck``
    跑牌: stay below when you can, let high cards go while they are harmless.
``foresee``
    A trick is not over: hearts and the pig may still fall on it from those who play later.
``shed_pig``
    跑猪: throw the pig on another seat's trick.
``shed_honours``
    跑猪圈: ♠A and ♠K go while the pig is out and cannot fall on them.
``guards``
    Small spades are kept as long as they protect ♠A ♠K.
``flush``
    拱猪: without pig, ace or king lead low spades to drive the pig out; with the pig lead none.
``goat``
    牵羊: take the goat when it is there, keep ♦A ♦K ♦Q for it, and keep one's own goat back.
``throw``
    垫牌: when void throw what is most dangerous.
``transformer``
    攻变: do not take the transformer with a negative pile, like it with a positive one, and
    shed the high clubs that catch it.
``run``
    收全红: go for all hearts when top hearts draw the rest and little else can lose.
``break_run``
    破红: take a heart when another seat has all of them so far; do not feed it.
``short``
    短门: lead and throw from short suits, to be void soon.
``minds_declared``
    Declared cards count double in all of this.
``pairs``
    Two decks: lead a pair where that is better than the single card. Two singles beat it in
    spades, hearts and clubs, so it sheds two high cards at once; in diamonds it wins.

Declaring (明牌), each by a rule on one's own cards: see
:func:`gongzhu_sim.strategies.parts.declaring.choose_declarations`.

What the pieces weigh against each other stands in :mod:`gongzhu_sim.strategies.parts.styles`,
for one deck and for two. `cautious`, `shooter` and `hunter` are the same player with numbers of
their own: they share one compiled function, which also plays `folk` with a switch off. `folk` as it
is has a function in which numbers and switches are constants, for its speed.
"""

from typing import Any

from gongzhu_sim.cards.compiling import kernel
from gongzhu_sim.strategies.parts.declaring import DECLARING_RULES, choose_declarations
from gongzhu_sim.strategies.parts.playing import choose_card
from gongzhu_sim.strategies.parts.style import read_style
from gongzhu_sim.strategies.parts.styles import FOLK, FOLK_DOUBLE, STYLES
from gongzhu_sim.strategies.parts.switches import ALL_ON, PLAY_RULES, read_switches
from gongzhu_sim.strategies.registry import Strategy, strategy

__all__ = ["cautious", "choose", "hunter", "shooter"]

_RULES = dict.fromkeys(PLAY_RULES + DECLARING_RULES, True)


@kernel(forceinline=True)
def _number(row: Any, i: Any) -> Any:
    return row[i]


@kernel(forceinline=True)
def _read_style(table: Any) -> Any:
    """Return the style of the player: its number is the one entry of ``table.own.params``."""
    return read_style(STYLES[table.own.params[0], table.rules.decks - 1], _number)


@strategy("folk", params=_RULES, uses_declarations=True, numbers=(0,))
def choose(table: Any, hand: Any, legal: Any) -> Any:
    """Play by the advice of experienced club players, one trick at a time.

    Each piece of advice is a switch, for instance ``folk:run=off``.
    """
    if table.rules.decks == 1:
        return choose_card(table, hand, legal, FOLK, ALL_ON, False)
    return choose_card(table, hand, legal, FOLK_DOUBLE, ALL_ON, True)


@kernel
def _choose_in_style(table: Any, hand: Any, legal: Any) -> Any:
    """Play by the numbers of the player's style and the rules that are switched on."""
    style = _read_style(table)
    switches = read_switches(table)
    if table.rules.decks == 1:
        return choose_card(table, hand, legal, style, switches, False)
    return choose_card(table, hand, legal, style, switches, True)


@kernel
def _declare_in_style(table: Any, hand: Any, allowed: Any) -> Any:
    """Declare each card by a rule on one's own cards."""
    return choose_declarations(table, hand, allowed, _read_style(table))


choose.otherwise(_choose_in_style)
choose.declaring(_declare_in_style)


def _make_variation(name: str, number: int, doc: str, **switches: bool) -> Strategy:
    register = strategy(
        name, params=_RULES | switches, uses_declarations=True, numbers=(number,), doc=doc
    )
    return register(_choose_in_style).declaring(_declare_in_style)


cautious = _make_variation(
    "cautious",
    1,
    """Play as folk does, fear more, and never go for all hearts.

    It expects more danger from the seats still to play, breaks the runs of others from their
    second heart on, and declares the pig and the hearts from long suits only.
    """,
    run=False,
)
shooter = _make_variation(
    "shooter",
    2,
    """Play as folk does, and go for all hearts early, with cards that may well fail.""",
)
hunter = _make_variation(
    "hunter",
    3,
    """Play as folk does, and lead low spades and clubs to drive the pig and the transformer out.

    It does not care for short suits.
    """,
)
