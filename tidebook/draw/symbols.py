"""The symbol set: what is drawn once and used everywhere.

A symbol is used by an id that says which one, in which colour, and in which colour its cuts are:
`tb-st-sun_533900_f6d55c`. From such ids `definitions` makes all that a picture needs, and nothing else. A colour is
hexadecimal or the name of one in the theme.
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import NamedTuple

from tidebook.draw.colour import var
from tidebook.draw.svg import tag

_SYMBOL = re.compile(r'<symbol id="([a-z0-9-]+)" viewBox="0 0 ([0-9]+) ([0-9]+)"([^>]*)>(.*?)</symbol>')
_USED = re.compile(r'href="#tb-([a-z0-9-]+)_([0-9a-z-]+)_([0-9a-z-]+)"')
_HEX = re.compile("[0-9a-f]{6}")


class Symbol(NamedTuple):
    """A symbol: its size, how it is painted, and what it is made of."""

    width: int
    height: int
    attributes: str
    content: str


@cache
def symbols() -> dict[str, Symbol]:
    """Read the symbol set."""
    source = Path(__file__).with_name("symbols.svg").read_text(encoding="utf-8")
    return {
        name: Symbol(int(width), int(height), attributes, content)
        for name, width, height, attributes, content in _SYMBOL.findall(source)
    }


def use(name: str, x: float, y: float, size: float, colour: str = "text", cut: str = "surface") -> str:
    """Use a symbol in a square; colours are such as "#533900", or names of the theme such as "text"."""
    symbol = symbols()[name]
    return tag(
        "use",
        href=f"#tb-{name}_{colour.lstrip('#')}_{cut.lstrip('#')}",
        x=x,
        y=y,
        width=size * symbol.width / symbol.height,
        height=size,
    )


def definitions(svg: str) -> str:
    """Define the symbols that a drawing uses, in alphabetical order."""
    return "".join(_defined(*used) for used in sorted(set(_USED.findall(svg))))


@cache
def _defined(name: str, colour: str, cut: str) -> str:
    symbol = symbols()[name]
    painted = (
        f"<g{symbol.attributes}>{symbol.content}</g>".replace("currentColor", _paint(colour))
        .replace("var(--cut,#fff)", _paint(cut))
        .replace("var(--ink,#12303f)", var("ink"))
    )
    painted = re.sub(r"var\(--(?:lt|sand|water),(#[0-9a-f]+)\)", r"\1", painted)
    return tag("symbol", painted, id=f"tb-{name}_{colour}_{cut}", viewBox=f"0 0 {symbol.width} {symbol.height}")


def _paint(colour: str) -> str:
    return f"#{colour}" if _HEX.fullmatch(colour) else var(colour)
