"""SVG as text: elements with their attributes, and text from people made safe.

>>> from tidebook.draw.svg import tag
>>> tag("circle", cx=5, cy=2.5, r=2, stroke_width=1.5)
'<circle cx="5" cy="2.5" r="2" stroke-width="1.5"/>'
"""

from __future__ import annotations

import re

_ESCAPED = {"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;"}
# XML has no room for these, not even escaped.
_IMPOSSIBLE = re.compile("[^\t\n\r -\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_SPECIAL = re.compile("[&<>\"']")


def escape(text: str) -> str:
    """Make any text safe inside an element or an attribute."""
    return _SPECIAL.sub(lambda found: _ESCAPED[found[0]], _IMPOSSIBLE.sub("\N{REPLACEMENT CHARACTER}", text))


def number(value: float) -> str:
    """Write a number as short as can be, to a hundredth."""
    near = round(value, 2)
    whole = int(near)
    return str(whole) if whole == near else f"{near:.2f}".rstrip("0")


def tag(name: str, content: str = "", /, **attributes: str | float | None) -> str:
    """Write an element. Content is SVG already; attributes are escaped, and left out if they are None."""
    written = "".join(
        f' {key.rstrip("_").replace("_", "-")}="{escape(value) if isinstance(value, str) else number(value)}"'
        for key, value in attributes.items()
        if value is not None
    )
    return f"<{name}{written}>{content}</{name}>" if content else f"<{name}{written}/>"


def rect(x: float, y: float, width: float, height: float, **attributes: str | float | None) -> str:
    """Draw a rectangle."""
    return tag("rect", x=x, y=y, width=width, height=height, **attributes)


def circle(x: float, y: float, radius: float, **attributes: str | float | None) -> str:
    """Draw a circle."""
    return tag("circle", cx=x, cy=y, r=radius, **attributes)


def path(d: str, **attributes: str | float | None) -> str:
    """Draw a path."""
    return tag("path", d=d, **attributes)


def moved(content: str, x: float, y: float) -> str:
    """Move what is drawn to another place."""
    return tag("g", content, transform=f"translate({number(x)} {number(y)})") if x or y else content


def part(name: str, label: str, content: str, **attributes: str | float | None) -> str:
    """Group what is one part of the game, so that it can be pointed at; the label is read out and shown as a tip."""
    return tag("g", tag("title", escape(label)) + content, data_part=name, **attributes)


def rounded(x: float, y: float, width: float, height: float, corners: tuple[float, float, float, float]) -> str:
    """Give the path of a box with four corners of their own: top left, top right, bottom right, bottom left."""
    one, two, three, four = corners
    right, bottom = x + width, y + height
    steps: tuple[tuple[str, tuple[float, ...]], ...] = (
        ("M", (x + one, y)),
        ("H", (right - two,)),
        ("Q", (right, y, right, y + two)),
        ("V", (bottom - three,)),
        ("Q", (right, bottom, right - three, bottom)),
        ("H", (x + four,)),
        ("Q", (x, bottom, x, bottom - four)),
        ("V", (y + one,)),
        ("Q", (x, y, x + one, y)),
    )
    return "".join(letter + " ".join(map(number, values)) for letter, values in steps) + "Z"
