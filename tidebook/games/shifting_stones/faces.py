"""How stones and cards look, and what they are called."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from tidebook.core.table import Drawing
from tidebook.core.text import Several, Text, _, ngettext
from tidebook.draw import alone, sheet
from tidebook.draw.colour import INK, WHITE, mixed, var
from tidebook.draw.pieces import SPINE, paper, tag_label
from tidebook.draw.svg import circle, part, path, rect, rounded
from tidebook.draw.symbols import use
from tidebook.games.shifting_stones.parts import FACES, GREY, NAMES, SIDE

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tidebook.core.text import Language
    from tidebook.games.shifting_stones.parts import Card, Deck


class Face(NamedTuple):
    """How a face is painted: its sign, and the colours of the stone and of the sign."""

    symbol: str
    ground: str
    sign: str


# Day faces are light and night faces dark, so that a flip shows without any colour.
LOOKS = {
    "S": Face("st-sun", "#f6d55c", "#533900"),
    "M": Face("st-moon", "#212c49", "#f4ecd6"),
    "F": Face("st-fish", "#f6b061", "#552500"),
    "B": Face("st-bird", "#a5380d", "#ffe9db"),
    "H": Face("st-horse", "#d9b9e3", "#42205a"),
    "O": Face("st-boat", "#0c5990", "#e3f2ff"),
    "E": Face("st-seed", "#dbd6c6", "#3a3729"),
    "T": Face("st-tree", "#0b694d", "#dff7ec"),
}
STONE = 120.0
CARD_WIDTH, CARD_HEIGHT = 162.0, 134.0
TAG = 18.0  # how far a label stands out above a card
_CELL, _CELL_GAP = 36.0, 4.0
# No two stones beside each other have the same corners, as shares of the side.
_CORNERS = ((0.34, 0.29, 0.35, 0.31), (0.3, 0.35, 0.29, 0.33), (0.35, 0.3, 0.32, 0.3))


def other_side(face: str) -> str:
    """Give the letter of the other face of a stone."""
    return FACES[FACES.index(face) ^ 1]


@lru_cache(maxsize=256)
def stone(face: str, shape: int) -> str:
    """Draw a stone with its sign carved in, and its other side on a badge."""
    look, behind = LOOKS[face], LOOKS[other_side(face)]
    corners = _CORNERS[shape % len(_CORNERS)]

    def body(top: float, bottom: float, inset: float, fill: str, **line: str | float | None) -> str:
        one, two, three, four = (STONE * corner - inset for corner in corners)
        box = rounded(inset, top, STONE - 2 * inset, STONE - top - bottom, (one, two, three, four))
        return path(box, fill=fill, **line)

    light, dark = mixed(look.ground, WHITE, 0.38), mixed(look.ground, INK, 0.24)
    size, x, y = STONE * 0.6, STONE * 0.2, STONE * 0.15
    # A thin edge below the sign catches the light, as the edge of a cut does.
    edge = mixed(look.ground, WHITE, 0.5) if look.sign < look.ground else mixed(look.ground, "#000000", 0.45)
    badge = STONE * 0.148
    cx, cy = STONE * 0.8, STONE * 0.785
    return (
        body(5, -5, 0, var("shadow"), fill_opacity=0.38)
        + body(0, 0, 0, dark, stroke=var("ink"), stroke_width=3)
        + body(1.5, 9, 1.5, light)
        + body(5, 9, 1.5, look.ground)
        + use(look.symbol, x, y + 2.2, size, edge, look.ground)
        + use(look.symbol, x, y, size, look.sign, look.ground)
        + circle(cx, cy, badge, fill=behind.ground, stroke=var("ink"), stroke_width=2.5)
        + use(behind.symbol, cx - badge * 0.68, cy - badge * 0.68, badge * 1.36, behind.sign, behind.ground)
    )


def cell(face: str, x: float, y: float, size: float = _CELL) -> str:
    """Draw one square of a pattern: a stone as it must lie, or a grey square."""
    if face == GREY:
        return rect(
            x + 1, y + 1, size - 2, size - 2, rx=size * 0.26, fill="#e6e9e6", stroke="#7f9096", stroke_width=1.5,
            stroke_dasharray="4 3",
        )  # fmt: skip
    look = LOOKS[face]
    sign = size * 0.8
    return rect(
        x + 0.75, y + 0.75, size - 1.5, size - 1.5, rx=size * 0.26, fill=look.ground, stroke=INK, stroke_width=1.5
    ) + use(look.symbol, x + (size - sign) / 2, y + (size - sign) / 2, sign, look.sign, look.ground)


@lru_cache(maxsize=1024)
def card_svg(card: Card) -> str:
    """Draw a pattern card."""
    rows = card.rows
    step = _CELL + _CELL_GAP
    left = SPINE + (CARD_WIDTH - SPINE - step * len(rows[0]) + _CELL_GAP) / 2
    top = (CARD_HEIGHT - 3 - step * len(rows) + _CELL_GAP) / 2
    pattern = "".join(
        cell(face, left + step * across, top + step * down)
        for down, row in enumerate(rows)
        for across, face in enumerate(row)
    )
    return paper(CARD_WIDTH, CARD_HEIGHT, card.value, card.number, pattern)


def card_drawing(card: Card, label: str, tag: str = "") -> Drawing:
    """Draw a card as a part of the table, with a label on its edge if there is something to say of it."""
    hung = tag_label(CARD_WIDTH - 8, -TAG, tag, "#bfe8d4", "#00402b") if tag else ""
    name = f"card {card.number}"
    return Drawing(name, part(name, label, card_svg(card) + hung), CARD_WIDTH, CARD_HEIGHT, label)


def card_words(card: Card) -> Text:
    """Say what a card is: its number, its points and its pattern."""
    return ngettext(
        "Card {card}, {n} point, {pattern}",
        "Card {card}, {n} points, {pattern}",
        card.value,
        card=card.number,
        pattern=pattern_words(card),
    )


def pattern_words(card: Card) -> Text:
    """Say how the stones of a pattern lie."""
    rows = card.rows
    if len(rows) == 1:
        return _("side by side: {stones}", stones=_stones(rows[0])) if len(rows[0]) > 1 else _stone(rows[0])
    if len(rows[0]) == 1:
        return _("from top to bottom: {stones}", stones=_stones("".join(rows)))
    if len(rows) == SIDE:
        return _(
            "top row: {top}; middle row: {middle}; bottom row: {bottom}",
            top=_stones(rows[0]),
            middle=_stones(rows[1]),
            bottom=_stones(rows[2]),
        )
    return _("upper row: {upper}; lower row: {lower}", upper=_stones(rows[0]), lower=_stones(rows[1]))


def _stones(row: Iterable[str]) -> Several:
    return Several(map(_stone, row))


def _stone(face: str) -> Text:
    return _("any") if face == GREY else NAMES[face]


def one_card(card: Card, language: Language | None = None, theme: str = "auto") -> str:
    """Draw a card alone, as a picture."""
    return alone(card_drawing(card, card_words(card).say(language)), theme)


def deck_sheet(deck: Deck, language: Language | None = None, theme: str = "auto", columns: int = 9) -> str:
    """Draw all cards of a deck on one sheet, in the order of their points."""
    cards = sorted(deck.values(), key=lambda card: (card.value, card.number))
    drawings = [card_drawing(card, card_words(card).say(language)) for card in cards]
    values = sorted({card.value for card in cards})
    counts = Several(
        ngettext(
            "{n} of value {value}", "{n} of value {value}", sum(card.value == value for card in cards), value=value
        )
        for value in values
    )
    title = _("Deck {deck}", deck=deck.name).say(language)
    note = ngettext("{n} card: {counts}", "{n} cards: {counts}", len(cards), counts=counts).say(language)
    return sheet(drawings, title, columns, theme, note)
