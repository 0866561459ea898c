"""Things that lie on many tables: cards of paper with a spine, piles, discs of the seats, plates with names."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from tidebook.draw.colour import INK, PAPER, PAPER_SHADE, PIECES, SEATS, WHITE, mixed, on, var
from tidebook.draw.lettering import fit, lettered, width
from tidebook.draw.svg import circle, moved, part, path, rect, rounded, tag
from tidebook.draw.symbols import use

if TYPE_CHECKING:
    from collections.abc import Sequence

SPINE = 30
GOLD = "#f5c95a"
BACK, BACK_EDGE, BACK_LINE = "#0a6f80", "#0a5a68", "#cfeef2"
CHIP, CHIP_GAP = 20.0, 3.0
PLATE = 250.0
GAUGE = (150.0, 234.0)
_FLOAT = 10.0  # the radius of a disc that floats beside the gauge
MOST_PIPS = 6


def disc(seat: int, x: float, y: float, radius: float = 14) -> str:
    """Draw the disc of a seat: its colour, and its mark for those who do not see colours."""
    name = SEATS[seat % len(SEATS)]
    ground = PIECES[name]
    mark = radius * 1.04
    return (
        circle(x, y, radius, fill=ground, stroke=var("ink"), stroke_width=2)
        + path(_bow(x, y, radius - 1), fill=INK, fill_opacity=0.18)
        + use(f"mk-{name}", x - mark / 2, y - mark / 2, mark, on(ground), ground)
    )


def _bow(x: float, y: float, radius: float) -> str:
    """Give the path of the shade along the lower edge of a disc."""
    left, right, low = x - radius * 0.9, x + radius * 0.9, y + radius * 0.43
    below, above = f"A{radius:g} {radius:g} 0 0 0", f"A{radius:g} {radius * 0.8:g} 0 0 1"
    return f"M{left:g} {low:g}{below} {right:g} {low:g}{above} {left:g} {low:g}Z"


def paper(width: float, height: float, value: int, number: int, content: str) -> str:
    """Draw a card: paper with a spine that says what it is worth, in figures and in pips, and its number."""
    pips = "".join(circle(SPINE / 2, 38 + 10 * pip, 3, fill=GOLD) for pip in range(value if value <= MOST_PIPS else 0))
    spine = path(rounded(1, 1, SPINE - 1, height - 2, (8, 0, 0, 8)), fill=INK)
    return (
        rect(1, 4, width - 2, height - 2, rx=10, fill=var("shadow"), fill_opacity=0.22)
        + rect(1, 1, width - 2, height - 2, rx=9, fill=PAPER_SHADE)
        + rect(1, 1, width - 2, height - 6, rx=9, fill=PAPER)
        + spine
        + lettered(SPINE / 2, 24, str(value), 20, fill=WHITE, weight=700, anchor="middle")
        + pips
        + lettered(SPINE / 2, height - 10, str(number), 12, fill="#b9d2da", anchor="middle")
        + content
        + rect(1, 1, width - 2, height - 2, rx=9, fill="none", stroke=INK, stroke_width=2)
    )


def back(x: float, y: float, width: float, height: float) -> str:
    """Draw the back of a card."""
    size = min(width, height) * 0.64
    waves = use("bg-sea", x + (width - size) / 2, y + (height - size) / 2, size, BACK_LINE, BACK)
    radius = min(10, width / 5)
    return (
        rect(x, y, width, height, rx=radius, fill=BACK_EDGE, stroke=INK, stroke_width=2)
        + rect(x + 1, y + 1, width - 2, height - 4, rx=radius - 1, fill=BACK)
        + (waves if width > CHIP else "")
    )


def pile(x: float, y: float, width: float, height: float, count: int) -> str:
    """Draw a pile of cards face down, thicker the more there are; a dashed frame if there are none."""
    if not count:
        return place(x, y, width, height)
    under = min(3, (count - 1) // 12 + 1) if count > 1 else 0
    return "".join(back(x + 3 * step, y + 3 * step, width, height) for step in range(under, -1, -1))


def place(x: float, y: float, width: float, height: float) -> str:
    """Draw the frame of a place where no card lies."""
    return rect(x, y, width, height, rx=10, fill="none", stroke=var("muted"), stroke_width=1.5, stroke_dasharray="5 4")


def tag_label(x: float, y: float, text: str, ground: str, ink: str) -> str:
    """Draw a label that hangs on the upper edge of something; it ends at x."""
    wide = width(text, 12, 600) + 16
    return rect(x - wide, y, wide, 22, rx=11, fill=ground, stroke=INK, stroke_width=2) + lettered(
        x - wide / 2, y + 15.5, text, 12, fill=ink, weight=600, anchor="middle"
    )


@dataclass(frozen=True, slots=True)
class Chip:
    """A small card in a row: what it says, the part it is, and what it is in words."""

    text: str
    part: str
    label: str
    marked: bool = False


@dataclass(frozen=True, slots=True)
class Plate:
    """Everything about a seat that all may see: name, points, what it holds in its hand, the row it has scored."""

    seat: int
    name: str
    note: str  # under the name
    total: str
    row: Sequence[Chip] = ()
    held: int = 0  # cards in a hand that is hidden
    now: str = ""  # said of the seat that is to move
    extra: str = ""  # more to draw, under the row
    extra_height: float = 0


def plate(of: Plate, wide: float = PLATE) -> tuple[str, float]:
    """Draw a plate; give it with its height."""
    across = int((wide - 24 + CHIP_GAP) // (CHIP + CHIP_GAP))
    rows = [of.row[first : first + across] for first in range(0, len(of.row), across)]
    high = 58 + 27 * max(1, len(rows)) + of.extra_height + 4
    frame: dict[str, str | float | None] = {"stroke": var("line"), "stroke_width": 1.5}
    if of.now:
        frame = {"stroke": var("go-ring"), "stroke_width": 3}
    total = lettered(wide - 14, 36, of.total, 26, weight=700, anchor="end")
    room = wide - 66 - width(of.total, 26, 700)
    drawn = [
        rect(1.5, 1.5, wide - 3, high - 3, rx=14, fill=var("raised" if of.now else "surface"), **frame),
        disc(of.seat, 28, 29),
        lettered(52, 26, fit(of.name, room, 16, 600), 16, weight=600),
        lettered(52, 44, fit(of.note, room, 13), 13, fill=var("muted")),
        total,
    ]
    if of.now:
        drawn.append(_now(of.now, wide))
    for number, row in enumerate(rows):
        for slot, chip in enumerate(row):
            drawn.append(moved(_chip(chip), 12 + slot * (CHIP + CHIP_GAP), 58 + 27 * number))
    if not rows:
        drawn.append(rect(12, 58, CHIP, 24, rx=4, fill="none", stroke=var("muted"), stroke_dasharray="3 3"))
    if not _crowded(of, across):
        drawn += [back(wide - 30 - 11 * slot, 58, 16, 23) for slot in range(of.held - 1, -1, -1)]
    if of.extra:
        drawn.append(moved(of.extra, 12, 58 + 27 * max(1, len(rows))))
    return "".join(drawn), high


def _crowded(of: Plate, across: int) -> bool:
    """Whether there is no room beside the first row for the backs of the hand."""
    return (min(len(of.row), across) + 1) * (CHIP + CHIP_GAP) + 12 + 11 * of.held + 24 > PLATE


def _now(text: str, wide: float) -> str:
    """Draw the label of the seat that is to move."""
    long = width(text, 12, 700) + 18
    return rect(wide - long - 16, -9, long, 20, rx=10, fill=var("go"), stroke=INK, stroke_width=2) + lettered(
        wide - long / 2 - 16, 5, text, 12, fill=INK, weight=700, anchor="middle"
    )


def _chip(chip: Chip) -> str:
    foot = rect(2, 18, CHIP - 4, 4, fill="#8f5800") if chip.marked else ""
    card = (
        rect(0.75, 0.75, CHIP - 1.5, 22.5, rx=4, fill=PAPER, stroke=INK, stroke_width=1.5)
        + lettered(CHIP / 2, 16, chip.text, 13, fill=INK, weight=700, anchor="middle")
        + foot
    )
    return part(chip.part, chip.label, card)


def gauge(levels: Sequence[int], end: int, above: str, below: str) -> str:
    """Draw a tide gauge: how far each seat has come on the way to the end. It is `GAUGE` wide and high."""
    top, high = 32.0, 176.0
    step = high / max(end, 1)
    level = min(max(levels, default=0), end) * step
    water = "#56b4e9"
    drawn = [
        lettered(0, 14, fit(above, GAUGE[0], 13, 600), 13, weight=600),
        rect(6, top, 26, high, rx=13, fill=var("raised")),
    ]
    if level:
        crest = top + high - level
        clip = f"tb-gauge-{end}"
        drawn.append(
            tag("clipPath", rect(6, top, 26, high, rx=13), id=clip)
            + tag(
                "g",
                rect(6, crest, 26, level, fill=water) + rect(6, crest, 26, 4, fill=mixed(water, INK, 0.3)),
                clip_path=f"url(#{clip})",
            )
        )
    drawn += [
        rect(8, top + high - tick * step - 1, 8, 2, fill=var("muted"), fill_opacity=0.8) for tick in range(1, end)
    ]
    drawn.append(rect(6, top, 26, high, rx=13, fill="none", stroke=var("muted"), stroke_width=2))
    taken: list[tuple[float, float]] = []
    for seat in sorted(range(len(levels)), key=lambda seat: -levels[seat]):
        y = min(top + high - min(levels[seat], end) * step, top + high - 10)
        x = 48.0
        while any(column == x and abs(other - y) < 2 * _FLOAT for column, other in taken):
            x += 2 * _FLOAT + 1
        taken.append((x, y))
        drawn.append(disc(seat, x, y, _FLOAT))
    drawn.append(lettered(0, top + high + 20, fit(below, GAUGE[0], 12), 12, fill=var("muted")))
    return "".join(drawn)
