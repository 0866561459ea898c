"""Text that fits into its room, whatever people are called."""

from __future__ import annotations

from xml.etree import ElementTree as ET

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tidebook.draw.lettering import fit, lettered, width

NAMES = [
    "Marit",
    "WWWWWWWWWWWWWWWWWWWW",
    "Ines with a long name",
    "世界の名前は長いです本当に",
    "مرحبا بالعالم كله",
    "e\u0301" * 30,
]


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("room", [20, 80, 144])
def test_a_name_fits_its_room(name: str, room: float) -> None:
    shown = fit(name, room, 16, 600)
    assert width(shown, 16, 600) <= room
    assert shown == name or shown.endswith("…")


def test_what_fits_is_left_as_it_is() -> None:
    assert fit("Teo", 200, 16) == "Teo"


@given(st.text(), st.floats(16, 400), st.floats(8, 40))
def test_any_text_fits_or_is_a_mere_mark(text: str, room: float, size: float) -> None:
    shown = fit(text, room, size)
    assert width(shown, size) <= room or shown == "…"


def test_wide_letters_are_wider_than_narrow_ones() -> None:
    assert width("WWW", 10) > width("mmm", 10) > width("nnn", 10) > width("iii", 10)
    assert width("é", 10) == width("e", 10)
    assert width("名", 10) > width("n", 10)


def test_a_line_is_a_text_element() -> None:
    found = ET.fromstring(lettered(1, 2, "<b>", 12, weight=600, anchor="middle"))
    assert found.tag == "text"
    assert found.text == "<b>"
    assert found.attrib["text-anchor"] == "middle"
    assert found.attrib["font-weight"] == "600"
