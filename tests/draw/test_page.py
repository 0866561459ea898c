"""Pictures: nothing overlaps, nothing sticks out, nothing is missing."""

from __future__ import annotations

import re
from itertools import combinations
from xml.etree import ElementTree as ET

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tidebook.core.errors import TidebookError
from tidebook.core.table import Drawing, Table
from tidebook.draw import alone, picture, sheet

SVG = "{http://www.w3.org/2000/svg}"


def box(key: str, width: float, height: float) -> Drawing:
    return Drawing(key, f'<rect width="{width}" height="{height}"/>', width, height, f"The box {key}")


def table(board: Drawing, **zones: tuple[Drawing, ...]) -> Table:
    return Table("A game", "word-stones", "Your turn", board, **zones)


def places(svg: str, drawings: dict[str, Drawing]) -> dict[str, tuple[float, float, float, float]]:
    """Give where each drawing lies: left, top, right, bottom."""
    found = {}
    for group in ET.fromstring(svg).iter(f"{SVG}g"):
        key = group.attrib.get("data-drawing")
        if key is not None:
            x, y = map(float, re.findall(r"-?[0-9.]+", group[0].attrib["transform"]))
            assert key not in found
            found[key] = (x, y, x + drawings[key].width, y + drawings[key].height)
    return found


def check(svg: str, drawings: list[Drawing]) -> None:
    """Everything is there once, within the frame, and apart."""
    by_key = {drawing.key: drawing for drawing in drawings}
    lie = places(svg, by_key)
    assert set(lie) == set(by_key)
    _x, _y, wide, high = map(float, ET.fromstring(svg).attrib["viewBox"].split())
    for left, top, right, bottom in lie.values():
        assert 0 <= left < right <= wide
        assert 0 <= top < bottom <= high
    for one, other in combinations(lie.values(), 2):
        assert one[2] <= other[0] or other[2] <= one[0] or one[3] <= other[1] or other[3] <= one[1], (one, other)


sizes = st.lists(st.tuples(st.integers(10, 600), st.integers(10, 600)), max_size=12)


@given(st.integers(100, 700), sizes, sizes, sizes)
def test_whatever_lies_on_a_table_lies_apart(
    side: int, tray: list[tuple[int, int]], market: list[tuple[int, int]], rivals: list[tuple[int, int]]
) -> None:
    zones = {
        name: tuple(box(f"{name} {number}", *size) for number, size in enumerate(zone))
        for name, zone in (("tray", tray), ("market", market), ("rivals", rivals))
    }
    made = table(box("board", side, side), **zones)
    check(picture(made), list(made.drawings))


@given(sizes, st.integers(1, 9))
def test_a_sheet_lays_everything_out(things: list[tuple[int, int]], columns: int) -> None:
    drawings = [box(str(number), *size) for number, size in enumerate(things)]
    check(sheet(drawings, "Things", columns, note="All of them"), drawings)


def test_rows_are_shared_out_evenly() -> None:
    made = table(box("board", 400, 400), tray=tuple(box(str(number), 200, 50) for number in range(4)))
    lie = places(picture(made), {drawing.key: drawing for drawing in made.drawings})
    assert len({lie[str(number)][1] for number in range(4)}) == 2
    assert [lie[str(number)][1] for number in range(4)].count(lie["0"][1]) == 2


def test_a_picture_is_complete_in_itself() -> None:
    made = table(box("board", 400, 400))
    whole = ET.fromstring(picture(made))
    defined = {one.attrib["id"] for one in whole.iter() if "id" in one.attrib}
    used = {one.attrib["href"] for one in whole.iter(f"{SVG}use")}
    assert used
    assert used <= {f"#{name}" for name in defined}
    title = whole.find(f"{SVG}title")
    assert title is not None
    assert title.text == "A game. Your turn"


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_a_theme_that_is_chosen_needs_no_style_sheet(theme: str) -> None:
    svg = picture(table(box("board", 400, 400)), theme)
    assert "var(" not in svg
    assert "<style" not in svg


def test_the_reader_chooses_the_theme_unless_it_is_chosen() -> None:
    svg = picture(table(box("board", 400, 400)))
    assert svg.count("prefers-color-scheme:dark") == 1


def test_an_unknown_theme_is_refused_with_those_there_are() -> None:
    with pytest.raises(TidebookError, match="There is no theme sepia; there are auto, light and dark"):
        picture(table(box("board", 400, 400)), "sepia")


def test_a_game_without_lettering_has_its_name_written() -> None:
    svg = picture(Table("Four Shells & more", "", "Your turn", box("board", 400, 400)))
    assert "Four Shells &amp; more" in svg


def test_a_long_status_is_shortened() -> None:
    svg = picture(Table("A game", "", "The winner is " + "very " * 40 + "long", box("board", 400, 400)))
    assert "…" in svg


def test_a_drawing_can_stand_alone() -> None:
    whole = ET.fromstring(alone(box("card", 100, 50), "dark"))
    assert whole.attrib["viewBox"] == "0 0 116 66"
    assert whole[0].text == "The box card"
