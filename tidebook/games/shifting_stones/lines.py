"""Shows a view of the table as lines of text, for terminals and prompts."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tidebook.core.columns import padded, width
from tidebook.core.text import Several, Text, _
from tidebook.games.shifting_stones.faces import LOOKS
from tidebook.games.shifting_stones.parts import GREY, NAMES, SIDE, SOLO

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tidebook.core.game import Brush
    from tidebook.core.text import Language, Name
    from tidebook.games.shifting_stones.game import ShiftingStones
    from tidebook.games.shifting_stones.parts import Card
    from tidebook.games.shifting_stones.play import StonesView

WIDEST = 79
INDENT = "  "
CARD = 2 * SIDE - 1  # a drawn pattern has a letter and a space for each stone, but for the last
GAP = 2
TAG = "#bfe8d4", "#00402b"  # of a card that the board shows, as on the drawn table


def text(
    game: ShiftingStones,
    view: StonesView,
    language: Language | None = None,
    names: Sequence[Name] = (),
    brush: Brush | None = None,
) -> str:
    """Show the board with the patterns of the own hand beside it, the piles, everybody's rows, and the hand in words.

    The drawn patterns say nothing that the words do not say, and the colours nothing that the letters do not say.
    """
    paint = brush or _plain
    lines = _drawn(game, view, language, paint)
    lines += [line.say(language) for line in _piles(game, view)]
    lines += [_row(game, view, seat, names).say(language) for seat in range(view.players)]
    if view.players == SOLO:
        strikes = _("strikes: {strikes} of {most}", strikes=view.strikes, most=game.rules.solo_strikes)
        lines.append(strikes.say(language))
    lines += _hand(game, view, language, paint)
    return "\n".join(f"{INDENT}{line}".rstrip() for line in lines)


def _plain(text: str, _ground: str, _ink: str) -> str:
    return text


# What is drawn.


def _drawn(game: ShiftingStones, view: StonesView, language: Language | None, paint: Brush) -> list[str]:
    """Draw the board, and to its right as many cards as there is room for; below these the next ones."""
    stones = {face: f" {face} {name.say(language)} " for face, name in NAMES.items()}
    size = max(map(width, stones.values())) + 1
    lines = ["   " + "".join(padded(f" {column}", size) for column in "abc")]
    for number, row in enumerate(view.grid.split("/"), 1):
        painted = (_painted(face, padded(stones[face], size - 1), paint) for face in row)
        lines.append(f"{number}  " + "".join(f"{stone} " for stone in painted))
    board = len("   ") + SIDE * size
    across = max(1, (WIDEST - len(INDENT) - board) // (GAP + CARD))
    for first in range(0, len(view.hand), across):
        cards = [game.cards[number] for number in view.hand[first : first + across]]
        if first:
            lines += [" " * board] * (SIDE + 1)
        for place, drawn in enumerate(_cards(cards, view, paint), len(lines) - SIDE - 1):
            lines[place] += drawn
    while not lines[-1].strip():
        lines.pop()  # the last patterns may be low
    return lines


def _cards(cards: Sequence[Card], view: StonesView, paint: Brush) -> list[str]:
    """Draw cards side by side: their numbers, then their patterns row by row."""
    lines = [""] * (SIDE + 1)
    for card in cards:
        number = str(card.number)
        seen = card.matches(view.packed)
        drawn = [paint(number, *TAG) if seen else number]
        rest = [CARD - len(number)]
        for row in card.rows:
            drawn.append(" ".join(_painted(face, face, paint) for face in row))
            rest.append(CARD + 1 - 2 * len(row))
        for line in range(SIDE + 1):
            cell = drawn[line] + " " * rest[line] if line < len(drawn) else " " * CARD
            lines[line] += " " * GAP + cell
    return lines


def _painted(face: str, text: str, paint: Brush) -> str:
    return text if face == GREY else paint(text, LOOKS[face].ground, LOOKS[face].sign)


# What is said.


def _piles(game: ShiftingStones, view: StonesView) -> list[Text]:
    """Show the piles, the top of the discards, and what binds this turn."""
    piles = {"deck": view.deck, "discard": len(view.discard)}
    if view.discard:
        top = view.discard[-1]
        lines = [_("deck {deck}, discard pile {discard}, on top card {top} ({pattern})", **piles, top=top,
                   pattern=game.cards[top].pattern)]  # fmt: skip
    else:
        lines = [_("deck {deck}, discard pile {discard}", **piles)]
    if view.ending:
        lines.append(_("this round is the last"))
    if view.seat is not None and view.skipped[view.seat]:
        lines.append(_("you skipped your last turn"))
    return lines


def _row(game: ShiftingStones, view: StonesView, seat: int, names: Sequence[Name]) -> Text:
    """Say how many cards a seat holds, and which values it has scored of how many it takes."""
    row = view.scored[seat]
    values = {
        "held": len(view.held[seat]),
        "scored": len(row),
        "all": game.solo_size if view.players == SOLO else game.triggers[view.players],
        "values": " ".join(str(game.cards[card].value) for card in row),
    }
    if seat == view.seat:
        if row:
            return _("you: hold {held}, scored {scored} of {all} (values {values})", **values)
        return _("you: hold {held}, scored 0 of {all}", **values)
    values["who"] = names[seat] if names else _("seat {seat}", seat=seat + 1)
    if row:
        return _("{who}: holds {held}, scored {scored} of {all} (values {values})", **values)
    return _("{who}: holds {held}, scored 0 of {all}", **values)


def _hand(game: ShiftingStones, view: StonesView, language: Language | None, paint: Brush) -> list[str]:
    """Say what is on each card of the own hand, and where the board shows it now."""
    cards = [game.cards[number] for number in view.hand]
    longest = max((len(card.pattern) for card in cards), default=0)
    lines = []
    for card in cards:
        line = _("card {number}  value {value}  {pattern}", number=f"{card.number:>3}", value=card.value,
                 pattern=card.pattern.ljust(longest)).say(language)  # fmt: skip
        seen = card.matches(view.packed)
        if seen:
            line += INDENT + paint(_("on the board: {cells}", cells=Several(seen[0])).say(language), *TAG)
        lines.append(line)
    return lines
