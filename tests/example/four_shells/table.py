"""Draws a view of Four Shells, and names the parts that an action touches.

Parts are named as in events and score lines: "deck", "shell 3" for an open shell; and "seat 0" for the shell that a
seat hides, "place 2" for a place that can be marked. What the view does not hold cannot be drawn.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tidebook.core.table import Drawing, Table
from tidebook.core.text import Several, Text, _, ngettext
from tidebook.draw.colour import INK, PAPER, var
from tidebook.draw.lettering import fit, lettered
from tidebook.draw.pieces import disc, pile, place
from tidebook.draw.svg import circle, moved, part, rect
from tidebook.draw.symbols import use

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tidebook.core.game import Action
    from tidebook.core.text import Language, Name

    from .play import ShellsView

SHELL = 56.0
SEAT = (220.0, 96.0)
BOARD = (512.0, 210.0)


def touches(view: ShellsView, action: Action) -> tuple[str, ...]:
    """Name the parts that an action touches, in the order in which people point at them."""
    seat = view.to_move or 0
    if action.kind == "mark":
        return (f"place {action.args[0]}",)
    if action.kind == "end":
        return (f"seat {(seat + 1) % view.players}",)  # the next player is on
    return {"keep": (f"seat {seat}",), "swap": (f"seat {seat}", "deck"), "peek": ("deck",)}[action.kind]


def zones(view: ShellsView, title: str, language: Language | None = None, names: Sequence[Name] = ()) -> Table:
    """Draw the deck, the open shells and the places; the own shell; the others' shells."""
    who: list[Name] = list(names) or [_("Player {number}", number=seat + 1) for seat in range(view.players)]
    seats = [_seat(view, seat, who[seat], language) for seat in range(view.players)]
    mine = () if view.seat is None else (seats.pop(view.seat),)
    status = _("The game is over") if view.to_move is None else _("{who} is to move", who=who[view.to_move])
    return Table(title, "", status.say(language), _board(view, who, language), tray=mine, rivals=tuple(seats))


def _board(view: ShellsView, who: Sequence[Name], language: Language | None) -> Drawing:
    """Draw what lies between the players."""
    wide, high = BOARD
    count = ngettext("{n} shell in the deck", "{n} shells in the deck", view.deck)
    known = _("{count}, on top shell {top}", count=count, top=view.top) if view.top else count
    deck = pile(0, 0, 70, 84, view.deck) + (moved(_shell(view.top), 7, 14) if view.top else "")
    drawn = [
        rect(0, 0, wide, high, rx=20, fill=var("mat")),
        part("deck", known.say(language), moved(deck, 16, 16)),
    ]
    for slot, shell in enumerate(view.discard):
        label = _("Shell {shell}, open", shell=shell).say(language)
        drawn.append(part(f"shell {shell}", label, moved(_shell(shell), 106 + slot * SHELL, 30)))
    drawn += [_place(view, number, who, language) for number in range(1, view.players + 1)]
    label = _("{deck}; open: {shells}", deck=known, shells=Several(view.discard)).say(language)
    return Drawing("board", "".join(drawn), wide, high, label)


def _place(view: ShellsView, number: int, who: Sequence[Name], language: Language | None) -> str:
    """Draw a place of the ranking, with the discs of those who have marked it."""
    marked = [seat for seat in range(view.players) if view.marks[seat] == number]
    by = Several(who[seat] for seat in marked)
    label = _("Place {place}, marked by {who}", place=number, who=by) if marked else _("Place {place}", place=number)
    drawn = place(0, 0, 146, 70) + lettered(20, 46, str(number), 30, fill=var("mat-text"), weight=700)
    drawn += "".join(disc(seat, 60 + 32 * slot, 35) for slot, seat in enumerate(marked))
    return part(f"place {number}", label.say(language), moved(drawn, 16 + (number - 1) * 160, 124))


def _seat(view: ShellsView, seat: int, who: Name, language: Language | None) -> Drawing:
    """Draw a person, and the shell in front of them: its number, or a question mark."""
    wide, high = SEAT
    said = Text("{who}", {"who": who}).say(language)
    shell = view.hands[seat]
    label = _("{who} has shell {shell}", who=said, shell=shell) if shell else _("{who} hides a shell", who=said)
    name = f"shell {shell}" if view.to_move is None else f"seat {seat}"  # the scores speak of shells
    drawn = (
        rect(1, 1, wide - 2, high - 2, rx=14, fill=var("surface"), stroke=var("line"), stroke_width=2)
        + disc(seat, 26, 30)
        + lettered(48, 36, fit(said, wide - 128, 16, 600), 16, weight=600)
        + part(name, label.say(language), moved(_shell(shell), wide - 72, 20))
    )
    return Drawing(f"seat {seat}", drawn, wide, high, label.say(language))


def _shell(number: int | None) -> str:
    """Draw a shell with its number, or a question mark."""
    middle = SHELL / 2
    return (
        use("sh-clam", 0, 0, SHELL, PAPER if number else "#c9b68d", INK)
        + circle(middle, middle, 14, fill=PAPER, stroke=INK, stroke_width=2)
        + lettered(middle, middle + 7, str(number or "?"), 20, fill=INK, weight=700, anchor="middle")
    )
