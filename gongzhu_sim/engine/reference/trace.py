"""A deal as a readable playthrough in plain text."""

from collections.abc import Iterator

from gongzhu_sim.engine.reference.cards import GOAT, PIG, SEATS, is_scoring, next_seat
from gongzhu_sim.engine.reference.playing import Deal
from gongzhu_sim.engine.reference.scoring import Scores, Sheet, heart_value
from gongzhu_sim.engine.reference.tricks import Trick

__all__ = ["explain_sheet", "show_card", "trace_deal"]

SYMBOLS = {"S": "♠", "H": "♥", "D": "♦", "C": "♣"}


WIDTH = 100


def show_card(card: str) -> str:
    """Return a card with its suit's symbol.

    Examples
    --------
    >>> show_card("SQ")
    '♠Q'
    """
    return SYMBOLS[card[0]] + card[1]


def _show(cards: list[str]) -> str:
    return " ".join(show_card(card) for card in cards)


def trace_deal(deal: Deal, *, title: str = "") -> Iterator[str]:
    """Yield the lines of a playthrough: hands, declarations, tricks, scores.

    Parameters
    ----------
    deal : Deal
        The deal, played as far as it has been; what is missing is left out.
    title : str
        Put before the name of the rules in the first line.

    Yields
    ------
    str
        One line, at most 100 columns wide, without colours; the same for the same deal.
    """
    head = [title] if title else []
    head.append(f"rules {getattr(deal.rules, 'name', '') or 'unnamed'}")
    head.append("first deal" if deal.first_deal else "later deal")
    if deal.sides is not None:
        head.append(" against ".join("+".join(side) for side in deal.sides))
    yield ", ".join(head)
    yield ""
    yield from _diagram(deal)
    yield ""
    yield from _declarations(deal)
    yield ""
    yield from _play(deal)
    if deal.complete:
        yield ""
        yield from _result(deal)


def _hand_lines(deal: Deal, seat: str) -> list[str]:
    """Return a seat's hand as dealt, a line for each suit; declared cards carry a star."""
    stars = deal.declarations.cards(seat)
    lines = [seat]
    for suit, symbol in SYMBOLS.items():
        ranks = []
        for card in deal.dealt[seat]:
            if card[0] == suit:
                ranks.append(card[1] + ("*" if card in stars else ""))
                if card in stars:
                    stars.remove(card)
        lines.append(f"{symbol} {' '.join(ranks) or '-'}")
    return lines


def _diagram(deal: Deal) -> Iterator[str]:
    """Draw the table: N above, S below, W left and E right, so that play goes W, S, E, N."""
    hands = {seat: _hand_lines(deal, seat) for seat in SEATS}
    width = {seat: max(len(line) for line in hands[seat]) for seat in SEATS}
    left = max(14, width["W"] + 2)
    middle = max(16, width["N"] + 2, width["S"] + 2)
    if 2 + left + middle + width["E"] > WIDTH:
        middle = 4  # long two-deck suits: E moves in
    if 2 + left + max(width["N"], width["S"], middle + width["E"]) > WIDTH:
        for seat in SEATS:  # very long ones: one hand below the other
            yield from (f"  {line}" for line in hands[seat])
        return
    for line in hands["N"]:
        yield f"  {'':{left}}{line}"
    for west, east in zip(hands["W"], hands["E"], strict=True):
        yield f"  {west:{left}}{'':{middle}}{east}"
    for line in hands["S"]:
        yield f"  {'':{left}}{line}"


def _declarations(deal: Deal) -> Iterator[str]:
    """List what stands declared and by what it multiplies."""
    parts = []
    for seat in SEATS:
        cards = [
            show_card(card) + (" at the first draw" if factor == 4 else "")
            for card, factor in deal.declarations.by_seat[seat]
        ]
        if cards:
            parts.append(f"{seat} {', '.join(cards)}")
    yield f"declared: {'; '.join(parts) or 'nothing'}"


def _play(deal: Deal) -> Iterator[str]:
    """List the tricks: the plays from the leader on, who took them, and what was in them."""
    width = 4 if deal.rules.decks == 2 else 2
    for number, trick in enumerate(deal.tricks, start=1):
        if not trick.plays:
            continue
        cells, seat = [], trick.leader
        for play in trick.plays:
            text = "".join(show_card(card) for card in play)
            cells.append(f"{seat} {text:{width}}")
            seat = next_seat(seat)
        line = f"{number:4}  {'  '.join(cells)}"
        yield f"{line}  {_outcome(deal, trick)}".rstrip()


def _outcome(deal: Deal, trick: Trick) -> str:
    """Say who won a trick and what scoring cards it brought to whom."""
    if trick.winner is None:
        return ""
    scoring = [card for card in trick.cards() if is_scoring(card)]
    text = f"| {trick.winner} wins"
    if not scoring:
        return text
    if trick.offender is not None:
        text += f"; {trick.offender} threw the wrong colour and takes"
    points = sum(_base_value(deal, card) for card in scoring)
    return f"{text} {_show(scoring)} ({points:+})" if points else f"{text} {_show(scoring)}"


def _base_value(deal: Deal, card: str) -> int:
    """Return what a card counts by itself, before anything multiplies it."""
    if card == PIG:
        return deal.rules.values.pig
    if card == GOAT:
        return deal.rules.values.goat
    return heart_value(deal.rules, card) if card[0] == "H" else 0


def _result(deal: Deal) -> Iterator[str]:
    """Show the scores, each with how it came about."""
    scores = deal.scores()
    yield "seat       raw   settled   how"
    for seat in SEATS:
        settled = _number(scores, seat)
        how = (
            explain_sheet(scores.sheets[seat]) if seat in scores.sheets else "counted with partner"
        )
        yield f"   {seat}  {scores.raw[seat]:8}  {settled:>8}   {how}"
    for event in scores.events:
        name, seat = event.split(":")
        yield f"{seat} has {'every scoring card: a slam' if name == 'slam' else 'all hearts'}"
    if scores.turned:
        yield f"colour change: {_show(list(scores.turned))}"
    leader = deal.next_leader()
    yield f"next deal: {leader} leads" if leader else "next deal: the named card leads"


def _number(scores: Scores, seat: str) -> str:
    score = scores.settled[seat]
    return str(score) if isinstance(score, int) else f"{float(score)}"


def explain_sheet(sheet: Sheet) -> str:
    """Write how a raw score comes about.

    Examples
    --------
    >>> explain_sheet(Sheet("sum", hearts=-90, hearts_factor=2, pig=-100, multiplier=2, total=-560))
    '(hearts -90×2, pig -100) ×2 = -560'
    """
    if sheet.kind == "nothing":
        return "no scoring card"
    bonus = f" {sheet.bonus:+} bonus" if sheet.bonus else ""
    if sheet.kind == "alone":
        return f"transformer alone{bonus} = {sheet.total}"
    if sheet.kind == "slam" and not sheet.hearts:
        return f"slam{bonus} = {sheet.total}"
    parts = []
    if sheet.hearts or sheet.all_hearts:
        word = "all hearts" if sheet.all_hearts or sheet.kind == "slam" else "hearts"
        factor = f"×{sheet.hearts_factor}" if sheet.hearts_factor > 1 else ""
        parts.append(f"{word} {sheet.hearts}{factor}")
    parts += [f"pig {sheet.pig}"] if sheet.pig else []
    parts += [f"goat {sheet.goat}"] if sheet.goat else []
    inside = ", ".join(parts) or "nothing that counts"
    if sheet.multiplier > 1:
        inside = f"({inside}) ×{sheet.multiplier}"
    return f"{'slam: ' if sheet.kind == 'slam' else ''}{inside}{bonus} = {sheet.total}"
