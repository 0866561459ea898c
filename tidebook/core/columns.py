"""Text in columns: how wide a terminal shows it. Some letters take two places there, and some take none.

>>> from tidebook.core.columns import padded, width
>>> width("Mika"), width("美香")
(4, 4)
>>> padded("美香", 6) + "|"
'美香  |'
"""

from __future__ import annotations

import unicodedata


def width(text: str) -> int:
    """Count the places that a text takes on a terminal."""
    return sum(map(_places, text))


def padded(text: str, places: int) -> str:
    """Fill a text up with spaces to so many places; a longer one stays as it is."""
    return text + " " * (places - width(text))


def _places(letter: str) -> int:
    if letter.isascii():
        return 1
    if unicodedata.category(letter) in ("Mn", "Me", "Cf"):
        return 0  # accents that sit on the letter before, and joiners
    return 2 if unicodedata.east_asian_width(letter) in "WF" else 1
