"""Who leads: the first leader of a deal, and of the deal after it."""

from collections.abc import Mapping, Sequence
from typing import Any

from gongzhu_sim.engine.reference.cards import SEATS, next_seat
from gongzhu_sim.errors import InputError

__all__ = ["check_leader", "find_named_card", "find_next_leader"]


def find_named_card(rules: Any, *, first_deal: bool) -> str | None:
    """Return the card whose holder leads first, None where no card decides.

    Parameters
    ----------
    rules : RuleSet
        The rules; `play.first_lead` and, in a later deal, `play.later_lead` decide.
    first_deal : bool
        Whether this is the first deal of a match, or no part of one.
    """
    if rules.play.first_lead == "draw":
        return None
    by_card = first_deal or rules.play.later_lead == "named_card"
    return rules.play.first_lead if by_card else None


def check_leader(
    rules: Any,
    dealt: Mapping[str, Sequence[str]],
    *,
    leader: str | None,
    first_deal: bool,
) -> str:
    """Return the first leader of a deal, as given or as the named card has it.

    Parameters
    ----------
    rules : RuleSet
        The rules.
    dealt : mapping
        Seat to its cards as dealt.
    leader : str or None
        The leader given; may be None only in a first deal with a named card that one seat
        alone holds. In two decks the seat that was dealt the card first leads, which the
        hands do not tell where two seats hold it.
    first_deal : bool
        As in `find_named_card`.

    Raises
    ------
    InputError
        If the leader is missing, no seat, or does not hold the named card.
    """
    named = find_named_card(rules, first_deal=first_deal)
    holders = [seat for seat in SEATS if named in dealt[seat]]
    if leader is not None and leader not in SEATS:
        raise InputError(f"leader: {leader!r} is not a seat; seats are N, W, S, E")
    if leader is None:
        if not first_deal:
            raise InputError("leader is missing; in a later deal it must be given")
        if named is None:
            raise InputError("leader is missing; where the draw decides it must be given")
        if len(holders) > 1:
            raise InputError(
                f"leader is missing; {' and '.join(holders)} both hold {named}, and the seat "
                "that was dealt it first leads"
            )
        return holders[0]
    if named is not None and leader not in holders:
        raise InputError(
            f"leader: {leader} does not hold {named}, whose holder leads ({' or '.join(holders)})"
        )
    return leader


def find_next_leader(rules: Any, *, leader: str, pig_taker: str | None) -> str | None:
    """Return the seat that leads the next deal of a match.

    Parameters
    ----------
    rules : RuleSet
        The rules; `play.later_lead` decides.
    leader : str
        The first leader of this deal.
    pig_taker : str or None
        The seat that was first to capture a pig, None while nobody has.

    Returns
    -------
    str or None
        The seat; None where the holder of a named card will lead.
    """
    later = rules.play.later_lead
    if later == "pig_taker":
        return pig_taker
    if later == "rotate" or rules.play.first_lead == "draw":
        return next_seat(leader)
    return None
