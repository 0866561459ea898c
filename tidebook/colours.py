"""The colours of a terminal: how many it can show, and the codes that make it show them."""

from __future__ import annotations

import math
import os
import re
from functools import lru_cache
from typing import TYPE_CHECKING

from tidebook.draw.colour import contrast

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

NONE, FEW, MANY, ALL = 0, 16, 256, 1 << 24
_COLOURFUL = ("xterm", "screen", "tmux", "rxvt", "linux", "konsole", "cygwin", "ansi", "putty", "vte", "gnome")
_COLOUR = re.compile("#[0-9a-fA-F]{6}")
_BLACK, _WHITE = "#000000", "#ffffff"
_BASIC = ("#000000", "#cd0000", "#00cd00", "#cdcd00", "#0000ee", "#cd00cd", "#00cdcd", "#e5e5e5")  # as xterm has them
# Terminals change the first 16 of their 256 colours as they like; the others are the same everywhere.
_FIXED = 16
_STEPS = (0, 95, 135, 175, 215, 255)
_CUBE = tuple(f"#{red:02x}{green:02x}{blue:02x}" for red in _STEPS for green in _STEPS for blue in _STEPS)
_GREYS = tuple(f"#{light:02x}{light:02x}{light:02x}" for light in range(8, 248, 10))
# Björn Ottosson's Oklab, in which colours that look alike are near each other.
_CONES = ((0.41222, 0.53633, 0.05145), (0.21190, 0.68070, 0.10740), (0.08830, 0.28172, 0.62998))
_OPPOSITES = ((0.21045, 0.79362, -0.00407), (1.97800, -2.42859, 0.45059), (0.02590, 0.78277, -0.80868))


def known(environ: Mapping[str, str] = os.environ) -> int:
    """Tell from the environment how many colours a terminal shows; none if the person wants none."""
    term = environ.get("TERM", "").lower()
    if environ.get("NO_COLOR") or term == "dumb":
        return NONE
    if environ.get("COLORTERM", "").lower() in ("truecolor", "24bit") or term.endswith("-direct"):
        return ALL
    if "256color" in term:
        return MANY
    if not term:
        return ALL if environ.get("WT_SESSION") else NONE  # the terminal of Windows says so in its own way
    return FEW if "color" in term or term.startswith(_COLOURFUL) else NONE


@lru_cache(maxsize=1024)
def codes(ground: str, ink: str, colours: int) -> str:
    """Give the numbers that set ground and ink; a colour that is not of the form "#f6d55c" stays as it is."""
    asked = [(what, colour) for what, colour in ((48, ground), (38, ink)) if _COLOUR.fullmatch(colour)]
    if colours == ALL:
        return ";".join(f"{what};2;{';'.join(map(str, _rgb(colour)))}" for what, colour in asked)
    if colours == MANY:
        return ";".join(f"{what};5;{_FIXED + _nearest(colour, _CUBE + _GREYS, _seen)}" for what, colour in asked)
    if colours == NONE or not _COLOUR.fullmatch(ground):
        return ""  # of so few, an ink alone might not be seen on the person's own ground
    number = _nearest(ground, _BASIC, _rgb)  # by what it is mixed from: to the eye, nothing here is like a dark green
    light = contrast(_BASIC[number], _BLACK) > contrast(_BASIC[number], _WHITE)
    return f"4{number};{30 if light else 97}"


def _nearest(colour: str, palette: tuple[str, ...], place: Callable[[str], tuple[float, ...]]) -> int:
    """Give the number of the colour that is most like this one."""
    wanted = place(colour)
    return min(range(len(palette)), key=lambda number: math.dist(wanted, place(palette[number])))


@lru_cache(maxsize=1024)
def _seen(colour: str) -> tuple[float, ...]:
    """Place a colour among dark and light, green and red, blue and yellow."""
    rgb = [(value / 255) ** 2.2 for value in _rgb(colour)]
    cones = [_product(row, rgb) ** (1 / 3) for row in _CONES]
    return tuple(_product(row, cones) for row in _OPPOSITES)


def _product(row: tuple[float, ...], values: list[float]) -> float:
    return sum(one * other for one, other in zip(row, values, strict=True))


def _rgb(colour: str) -> tuple[float, ...]:
    return tuple(bytes.fromhex(colour[1:]))
