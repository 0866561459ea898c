"""Text that fits: how wide words are, and how to shorten them.

Which font a reader has is not known. Widths are those of the common sans-serif fonts, with room for wider ones.
"""

from __future__ import annotations

import unicodedata

from tidebook.draw.colour import var
from tidebook.draw.svg import escape, tag

FONT = "Avenir Next,Avenir,Segoe UI,Nunito Sans,Liberation Sans,Arial,sans-serif"
BOLD = 600
ROOM = 1.14  # DejaVu Sans is wider than Arial by this
_USUAL = 0.56
_WIDTHS = {
    letter: width
    for letters, width in (
        ("ijl'|", 0.222),
        (" !,./:;ftI[]\\", 0.278),
        ('r()-`{}"', 0.345),
        ("^*", 0.43),
        ("Jckszvxy", 0.5),
        ("0123456789abdeghnopqu$?#_LFTZ", 0.556),
        ("+<=>~", 0.584),
        ("ABEKPSVXY&", 0.667),
        ("CDHNRUw", 0.722),
        ("GOQ", 0.778),
        ("Mm", 0.833),
        ("W@%", 0.97),
    )
    for letter in letters
}


def width(text: str, size: float, weight: int = 400) -> float:
    """Tell how wide a text is at most, in a common font."""
    total = sum(_WIDTHS.get(letter) or _other(letter) for letter in text)
    return total * size * ROOM * (1.06 if weight >= BOLD else 1)


def fit(text: str, room: float, size: float, weight: int = 400) -> str:
    """Shorten a text to the room it has."""
    if width(text, size, weight) <= room:
        return text
    used, kept = width("…", size, weight), 0
    for letter in text:
        used += width(letter, size, weight)
        if used > room - 1e-6:  # sums of floats differ in their last digits
            break
        kept += 1
    return text[:kept].rstrip() + "…"


def lettered(
    x: float,
    y: float,
    text: str,
    size: float,
    *,
    fill: str = var("text"),
    weight: int = 400,
    anchor: str | None = None,
) -> str:
    """Write a line of text with its baseline at y; `anchor` is "middle" or "end" if x is not its beginning."""
    bold = str(weight) if weight != 400 else None  # noqa: PLR2004 what is usual
    return tag("text", escape(text), x=x, y=y, font_size=size, fill=fill, font_weight=bold, text_anchor=anchor)


def _other(letter: str) -> float:
    """Tell how wide a letter outside of ASCII is: none for accents that are put on top, an em for Chinese."""
    if unicodedata.combining(letter):
        return 0.0
    plain = unicodedata.normalize("NFD", letter)[0]
    if plain in _WIDTHS:
        return _WIDTHS[plain]
    return 1.0 if unicodedata.east_asian_width(letter) in "WF" else 0.75 if letter.isupper() else _USUAL
