"""Colours by what they are for, in light and dark; and what can be done with a colour.

A drawing names a colour of the theme as `var(--tb-text)`. A page gives these names their values, so that one drawing
serves both; a picture that stands alone gets them from `style`, or `fixed` puts the values in place.
"""

from __future__ import annotations

import re

LIGHT = {
    "bg": "#e6efef",
    "surface": "#f8fbfa",
    "raised": "#ffffff",
    "sunken": "#dae6e7",
    "line": "#bfd0d3",
    "text": "#12303f",
    "muted": "#46616e",
    "accent": "#00677a",
    "soft": "#d3e9ec",
    "go": "#e69f00",
    "go-ring": "#8f5800",
    "good": "#00724f",
    "good-soft": "#d6efe4",
    "ink": "#12303f",
    "shadow": "#12303f",
    "mat": "#d8c8a4",
    "mat-edge": "#c9b68d",
    "mat-line": "#c9b891",
    "mat-text": "#4c4126",
    "sea": "#2b7f92",
    "tide": "#d9e8ea",
    "tide-near": "#cbe0e3",
}
DARK = {
    "bg": "#0b1a23",
    "surface": "#11242f",
    "raised": "#19323f",
    "sunken": "#0e1f29",
    "line": "#2d4958",
    "text": "#e9f2f2",
    "muted": "#a3bac2",
    "accent": "#5cc8d8",
    "soft": "#173f4c",
    "go": "#f5b83d",
    "go-ring": "#f5b83d",
    "good": "#66d6ac",
    "good-soft": "#123f34",
    "ink": "#0a1c27",
    "shadow": "#000000",
    "mat": "#6a5f47",
    "mat-edge": "#564c37",
    "mat-line": "#5f553f",
    "mat-text": "#f5eeda",
    "sea": "#15495a",
    "tide": "#0e222d",
    "tide-near": "#112a36",
}
THEMES = {"light": LIGHT, "dark": DARK}
INK, PAPER, PAPER_SHADE, WHITE = "#12303f", "#fdfcf7", "#e3e4e1", "#ffffff"  # cards are paper in the dark, too

# Nine colours of pieces, each with the symbol that says it without colour.
PIECES = {
    "white": "#f7faf9",
    "yellow": "#f2e04a",
    "pink": "#f7bbd7",
    "orange": "#e69f00",
    "green": "#12a078",
    "red": "#c44e0a",
    "blue": "#0b5f9e",
    "purple": "#5e3a92",
    "black": "#27313b",
}
SEATS = ("blue", "orange", "purple", "green", "red", "yellow")
_TOKEN = re.compile(r"var\(--tb-([a-z-]+)\)")
_HEX = re.compile("#([0-9a-f]{6})")
_DARK_BELOW = 0.2  # of luminance: on darker grounds a sign is white


def var(name: str) -> str:
    """Name a colour of the theme."""
    return f"var(--tb-{name})"


def fixed(svg: str, theme: str) -> str:
    """Put the colours of a theme in place, for whoever cannot look them up."""
    values = THEMES[theme]
    return _TOKEN.sub(lambda found: values[found[1]], svg)


def style(selector: str) -> str:
    """Give the colours of both themes as a style sheet; the reader's own setting decides."""
    light, dark = (
        "".join(f"--tb-{name}:{value};" for name, value in theme.items()).rstrip(";") for theme in (LIGHT, DARK)
    )
    return f"{selector}{{{light}}}@media(prefers-color-scheme:dark){{{selector}{{{dark}}}}}"


def mixed(colour: str, other: str, share: float) -> str:
    """Mix a share of another colour into a colour."""
    return "#" + "".join(
        f"{round(one + (two - one) * share):02x}" for one, two in zip(_rgb(colour), _rgb(other), strict=True)
    )


def grey(svg: str) -> str:
    """Take the colour out of a drawing: every colour becomes the grey that is as light."""
    return _HEX.sub(lambda found: "#" + f"{_as_light(found[0]):02x}" * 3, svg)


def luminance(colour: str) -> float:
    """Tell how light a colour is, from 0 to 1, as WCAG defines it."""
    red, green, blue = (_linear(value / 255) for value in _rgb(colour))
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    """Give the contrast of two colours, from 1 to 21, as WCAG defines it."""
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


def on(ground: str) -> str:
    """Give the colour of a sign that stands on this ground: ink or white."""
    return WHITE if luminance(ground) < _DARK_BELOW else INK


def _rgb(colour: str) -> tuple[int, int, int]:
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)


def _linear(value: float) -> float:
    return value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4  # noqa: PLR2004 as sRGB says


def _as_light(colour: str) -> int:
    light = luminance(colour)
    value = 12.92 * light if light <= 0.0031308 else 1.055 * light ** (1 / 2.4) - 0.055  # noqa: PLR2004 as sRGB says
    return round(255 * value)
