"""One picture of a whole table, of a sheet of cards, or of a single drawing, complete in itself."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tidebook.core.errors import TidebookError
from tidebook.core.text import Several, _
from tidebook.draw.colour import THEMES, fixed, style, var
from tidebook.draw.lettering import FONT, fit, lettered, width
from tidebook.draw.svg import escape, moved, number, path, rect, tag
from tidebook.draw.symbols import definitions, symbols, use

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tidebook.core.table import Drawing, Table

EDGE = 24.0
GAP = 16.0
HEAD = 64.0
SHORE = 46.0  # the tide line along the lower edge
NARROWEST = 520.0  # so that there is room for the head
WIDER = 1.3  # so much wider, at most, for the own things to stay in one row
AUTO = "auto"


def picture(table: Table, theme: str = AUTO) -> str:
    """Put a table on one picture: shared cards, the board and the others side by side, the own things below."""
    board = table.board
    left, right = _columns(table.market, board.height), _columns(table.rivals, board.height)
    middle = [*left, (board.width, [board]), *right]
    across = sum(one for one, _drawings in middle) + 2 * GAP * (len(middle) - 1)
    wide = max(across, NARROWEST, *(drawing.width for drawing in table.tray))
    if _length(table.tray) <= wide * WIDER:
        wide = max(wide, _length(table.tray))
    high = max(_height(drawings) for _one, drawings in middle)
    drawn = [_head(table, wide)]
    x = EDGE + (wide - across) / 2
    for one, drawings in middle:
        y = EDGE + HEAD + (high - _height(drawings)) / 2
        for drawing in drawings:
            drawn.append(_put(drawing, x + (one - drawing.width) / 2, y))
            y += drawing.height + GAP
        x += one + 2 * GAP
    y = EDGE + HEAD + high + 2 * GAP
    for row in _rows(table.tray, wide):
        tall = max(drawing.height for drawing in row)
        x = EDGE + (wide - _length(row)) / 2
        for drawing in row:
            drawn.append(_put(drawing, x, y + tall - drawing.height))
            x += drawing.width + GAP
        y += tall + GAP
    return _svg("".join(drawn), wide + 2 * EDGE, y + SHORE, f"{table.title}. {table.status}", theme, shore=True)


def sheet(drawings: Sequence[Drawing], title: str, columns: int, theme: str = AUTO, note: str = "") -> str:
    """Lay drawings out on a sheet, so many side by side."""
    rows = [drawings[first : first + columns] for first in range(0, len(drawings), columns)]
    wide = max((_length(row) for row in rows), default=0.0)
    wide = max(wide, width(title, 20, 600))
    drawn = [lettered(EDGE, EDGE + 20, title, 20, weight=600)]
    y = EDGE + 36
    if note:
        drawn.append(lettered(EDGE, y + 12, fit(note, wide, 14), 14, fill=var("muted")))
        y += 26
    for row in rows:
        x = EDGE
        for drawing in row:
            drawn.append(_put(drawing, x, y))
            x += drawing.width + GAP
        y += max(drawing.height for drawing in row) + GAP
    return _svg("".join(drawn), wide + 2 * EDGE, y + EDGE - GAP, title, theme)


def alone(drawing: Drawing, theme: str = AUTO) -> str:
    """Show a single drawing."""
    return _svg(moved(drawing.svg, 8, 8), drawing.width + 16, drawing.height + 16, drawing.label, theme)


def _head(table: Table, wide: float) -> str:
    """Draw the logo, the name of the game, and how it stands."""
    drawn = use("logo", EDGE, EDGE - 4, 38, "#ffffff", "surface")
    if table.lettering:
        drawn += use(table.lettering, EDGE + 50, EDGE - 2, 34)
        used = 50 + 34 * symbols()[table.lettering].width / symbols()[table.lettering].height
    else:
        drawn += lettered(EDGE + 50, EDGE + 24, table.title, 24, weight=700)
        used = 50 + width(table.title, 24, 700)
    status = fit(table.status, wide - used - 60, 14, 600)
    long = width(status, 14, 600) + 28
    drawn += rect(EDGE + wide - long, EDGE - 3, long, 36, rx=18, fill=var("soft"))
    return drawn + lettered(EDGE + wide - long / 2, EDGE + 20, status, 14, weight=600, anchor="middle")


def _svg(content: str, wide: float, high: float, label: str, theme: str, *, shore: bool = False) -> str:
    """Frame what is drawn, with all that it needs."""
    if theme != AUTO and theme not in THEMES:
        known = Several((AUTO, *THEMES))
        raise TidebookError(_("There is no theme {theme}; there are {known}.", theme=str(theme)[:20], known=known))
    ground = rect(0, 0, wide, high, rx=16, fill=var("bg")) + (_shore(wide, high) if shore else "")
    sheet = "" if theme != AUTO else tag("style", style(".tb-picture"))
    whole = tag(
        "svg",
        tag("title", escape(label)) + sheet + tag("defs", definitions(content)) + ground + content,
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {number(wide)} {number(high)}",
        width=wide,
        height=high,
        role="img",
        class_="tb-picture",
        font_family=FONT,
        style="font-variant-numeric:tabular-nums;max-width:100%;height:auto",
    )
    return whole if theme == AUTO else fixed(whole, theme)


def _shore(wide: float, high: float) -> str:
    """Draw the tide line, which runs under everything."""
    return "".join(
        path(_wave(wide, high, top, swing, length), fill=var(colour))
        for top, swing, length, colour in ((58, 9, 150, "tide"), (38, 7, 110, "tide-near"))
    )


def _wave(wide: float, high: float, top: float, swing: float, length: float) -> str:
    crests = int(wide / length) + 1
    level = high - top
    waves = "".join(
        f"Q{number(length * (crest + 0.5))} {number(level + (swing if crest % 2 else -swing) * 2)} "
        f"{number(min(length * (crest + 1), wide))} {number(level)}"
        for crest in range(crests)
    )
    return (
        f"M0 {number(level)}{waves}V{number(high - 16)}Q{number(wide)} {number(high)} {number(wide - 16)} "
        f"{number(high)}H16Q0 {number(high)} 0 {number(high - 16)}Z"
    )


def _put(drawing: Drawing, x: float, y: float) -> str:
    return tag("g", moved(drawing.svg, x, y), data_drawing=drawing.key)


def _columns(drawings: Sequence[Drawing], most: float) -> list[tuple[float, list[Drawing]]]:
    """Stack drawings into columns no higher than the board, if they can be; give each with its width."""
    columns = _shared([(drawing, drawing.height) for drawing in drawings], most)
    return [(max(drawing.width for drawing in column), column) for column in columns]


def _rows(drawings: Sequence[Drawing], wide: float) -> list[list[Drawing]]:
    """Lay drawings side by side in rows."""
    return _shared([(drawing, drawing.width) for drawing in drawings], wide)


def _shared(sized: Sequence[tuple[Drawing, float]], most: float) -> list[list[Drawing]]:
    """Share drawings out among as few lines as possible, none longer than can be, all about as long."""
    lines = _filled(sized, most)
    while len(tighter := _filled(sized, most := most - GAP)) == len(lines) and most > 0:
        lines = tighter
    return lines


def _filled(sized: Sequence[tuple[Drawing, float]], most: float) -> list[list[Drawing]]:
    lines: list[list[Drawing]] = []
    left = -1.0
    for drawing, size in sized:
        if size > left:
            lines.append([])
            left = most
        lines[-1].append(drawing)
        left -= size + GAP
    return lines


def _height(drawings: Sequence[Drawing]) -> float:
    return sum(drawing.height for drawing in drawings) + GAP * (len(drawings) - 1)


def _length(drawings: Sequence[Drawing]) -> float:
    return sum(drawing.width for drawing in drawings) + GAP * (len(drawings) - 1)
