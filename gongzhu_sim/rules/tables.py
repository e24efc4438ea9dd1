"""The tables of a rule file, each a frozen model that takes nothing but what it names."""

from typing import Annotated, Final, Literal

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field

from gongzhu_sim.cards.text import card_index, card_name
from gongzhu_sim.errors import InputError

__all__ = [
    "HEART_SCHEDULES",
    "AllHearts",
    "Coins",
    "Declaration",
    "Match",
    "Play",
    "Settlement",
    "Slam",
    "Table",
    "Teams",
    "Transformer",
    "Values",
]

HEART_SCHEDULES: Final[dict[str, tuple[int, ...]]] = {
    "standard": (0, 0, 0, -10, -10, -10, -10, -10, -10, -20, -30, -40, -50),
    "pips": (-2, -3, -10, -5, -6, -7, -8, -9, -10, -20, -30, -40, -50),
    "scientific": (-10, -10, -10, -10, -10, -10, -10, -10, -10, -20, -30, -40, -50),
}
"""Points of the hearts from 2 to A in each named schedule (totals −200, −200, −230)."""

_LIMIT: Final = 1_000_000  # points; keeps every score of a deal far inside 64 bits


def _read_card(given: object) -> object:
    """Return the canonical name of a card, or ``draw``; leave other types to the checks."""
    if not isinstance(given, str):
        return given
    if given.strip().lower() == "draw":
        return "draw"
    try:
        return card_name(card_index(given))
    except InputError as error:
        raise ValueError(str(error)) from None


def _read_marker(given: object) -> object:
    """Accept the bare number 3 for the heart three, as in ``--set declaration.marker=3``."""
    return "3" if type(given) is int and given == 3 else given


def _read_numbers(given: object) -> object:
    """Accept a list, which is what TOML and JSON give, for a tuple."""
    return tuple(given) if isinstance(given, list) else given


_Points = Annotated[int, Field(ge=-_LIMIT, le=_LIMIT)]
_Positive = Annotated[int, Field(ge=1, le=_LIMIT)]
_Negative = Annotated[int, Field(ge=-_LIMIT, le=-1)]
_Card = Annotated[
    str, BeforeValidator(_read_card), Field(description='"draw" or a card such as "C2"')
]
_Hearts = Annotated[
    tuple[_Points, ...],
    Field(
        min_length=13,
        max_length=13,
        description=f"13 whole numbers from 2 to A, each from {-_LIMIT} to {_LIMIT}",
    ),
    BeforeValidator(_read_numbers),
]


class Table(BaseModel):
    """A table of a rule file: frozen, strict, closed to unknown fields."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)


class Values(Table):
    """What the scoring cards are worth, in points, before any factor.

    Attributes
    ----------
    hearts : str or tuple of 13 int
        A schedule of :data:`HEART_SCHEDULES`, or the points of the hearts from 2 to A.
    pig, goat : int
        Points of ♠Q and ♦J.
    transformer : int
        Points of ♣10 taken without any other scoring card.
    nothing : int
        Points of a seat that captured no scoring card.
    """

    hearts: Literal["standard", "pips", "scientific"] | _Hearts
    pig: _Points
    goat: _Points
    transformer: _Points
    nothing: _Points


class Declaration(Table):
    """Who declares what, when, and what the others see.

    Attributes
    ----------
    mode : {'optional', 'none', 'all', 'all_but_goat'}
        Each seat chooses; nobody declares; every declarable card is declared by rule; every one
        but the goat is, and the goat may not be.
    marker : {'A', '3'}
        The heart whose declaration doubles all hearts.
    order : {'simultaneous', 'sequential'}
        Each seat decides on its own cards alone, or in turn from the first leader, seeing what
        stands declared, until four seats in a row add nothing.
    forced_last : bool
        Once three of the four cards are declared the fourth is declared too (one deck); a
        first-draw declaration is one of the three, and the fourth has the ordinary factor.
    first_draw : bool
        A declarable card that is the first a seat draws may be declared at once, for a factor
        of 4 instead of 2.
    hidden : bool
        The others see how many cards a seat has declared, not which.
    discard_before_led : bool
        Whether a declared card may be discarded before its suit has been led.
    self_capture : {1, 2}
        How many times over a declarable card counts that is captured by the seat it was dealt
        to. A marker so captured doubles all hearts for everybody (house reading).
    """

    mode: Literal["optional", "none", "all", "all_but_goat"]
    marker: Annotated[Literal["A", "3"], BeforeValidator(_read_marker)]
    order: Literal["simultaneous", "sequential"]
    forced_last: bool
    first_draw: bool
    hidden: bool
    discard_before_led: bool
    self_capture: Annotated[int, Field(ge=1, le=2)]


class Play(Table):
    """Who leads and what may be played.

    Attributes
    ----------
    first_lead : str
        The card whose holder leads the first deal, or ``draw``: the seats lead in turn from N,
        deal by deal, and any card may be led.
    must_lead_it : bool
        Whether that card must be led, whatever else would forbid it (in two decks one copy, or
        both: house readings); nothing to act on under ``draw``.
    later_lead : {'pig_taker', 'named_card', 'rotate'}
        Who leads the later deals of a match: who first captured a pig in the deal before, the
        seat the first deal's rule names (under ``draw`` the next seat), or the next seat.
    hearts_lead : {'free', 'after_broken'}
        Whether hearts may be led at any time, or only once one has been played or from a hand
        of hearts only.
    discard_colour : {'free', 'penalty'}
        With ``penalty`` a seat that discards the colour other than that of the led suit while it
        could have matched it takes the scoring cards of the trick; the first such seat, if there
        are several (house reading).
    """

    first_lead: _Card
    must_lead_it: bool
    later_lead: Literal["pig_taker", "named_card", "rotate"]
    hearts_lead: Literal["free", "after_broken"]
    discard_colour: Literal["free", "penalty"]


class AllHearts(Table):
    """What capturing every heart is worth, and the colour change it can bring.

    Attributes
    ----------
    value : int or 'flip'
        Points of all hearts before their factor; ``flip`` turns the sign of their total.
    bonus : int
        Points added at the end, unmultiplied.
    pig, goat : {'keep', 'flip'}
        Whether the holder's own pig or goat changes sign.
    scope : {'own', 'everyone'}
        Whether that extends to the pig and goat of the other seats.
    choice : bool
        Whether the holder decides about the change, once for both cards, by the better settled
        score; on a tie nothing changes.
    """

    value: _Points | Literal["flip"]
    bonus: _Points
    pig: Literal["keep", "flip"]
    goat: Literal["keep", "flip"]
    scope: Literal["own", "everyone"]
    choice: bool


class Transformer(Table):
    """When the transformer counts as taken alone.

    Attributes
    ----------
    zero_is_alone : {'never', 'low_hearts', 'always'}
        Beside scoring cards whose sum is 0: never (the hand scores 0), only beside hearts that
        are each worth 0, or always.
    """

    zero_is_alone: Literal["never", "low_hearts", "always"]


class Slam(Table):
    """What capturing every scoring card is worth.

    Attributes
    ----------
    value : int or {'shares', 'total', 'none'}
        ``shares``: all hearts, pigs and goats, all positive, times the transformer, each
        declared card doubling its own share (house reading); ``total``: `base` times 2 for every
        declared card; a number: that, flat; ``none``: there is no slam.
    base : int
        Points for ``total``.
    bonus : int
        Points added to any slam.
    """

    value: _Points | Literal["shares", "total", "none"]
    base: _Points
    bonus: _Points


class Teams(Table):
    """The sides.

    Attributes
    ----------
    mode : {'none', 'opposite', 'pig_goat'}
        No sides; N and S against W and E; the seats dealt the pig and the goat against the rest.
    pooled : bool
        Whether partners' captured cards are put together before scoring; the side's score is
        then written at its first seat.
    """

    mode: Literal["none", "opposite", "pig_goat"]
    pooled: bool


class Settlement(Table):
    """How the raw scores of a deal become what each seat gets.

    Attributes
    ----------
    kind : {'raw', 'zero_sum', 'teams', 'team_sum'}
        The raw score (unscaled); raw less a third of the others' sum, truncated toward zero;
        half of own side less other side; own side's sum.
    scale : int
        Factor on all but ``raw``.
    cap : int or 'none'
        Limit on the size of the score before scaling (that it comes before is a house reading).
    """

    kind: Literal["raw", "zero_sum", "teams", "team_sum"]
    scale: Annotated[int, Field(ge=1, le=10_000)]
    cap: _Positive | Literal["none"]


class Coins(Table):
    """Coin rooms.

    Attributes
    ----------
    rake : float
        Share of a winner's coins that the room keeps, 0 to 1.
    """

    rake: Annotated[float, Field(ge=0, le=1)]


class Match(Table):
    """When a match of several deals ends and who has lost it.

    Attributes
    ----------
    lose_at, win_at : int or 'none'
        Accumulated raw points at which the match ends, negative and positive.
    pigs : {'lowest', 'lowest_and_highest'}
        Who is the pig of the match; equal totals share it (house reading).
    deals : int or 'none'
        A fixed number of deals instead of the targets.
    awards : bool
        Whether this is a scientific match: every slam or all hearts gives its side an award of
        200 points, which counts once a side is at a target, and the sides can tie.
    """

    lose_at: _Negative | Literal["none"]
    win_at: _Positive | Literal["none"]
    pigs: Literal["lowest", "lowest_and_highest"]
    deals: _Positive | Literal["none"]
    awards: bool
