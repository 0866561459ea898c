"""SVG as text: what comes from people stays text."""

from __future__ import annotations

from xml.etree import ElementTree as ET

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tidebook.draw.svg import escape, moved, number, part, rounded, tag

ODD = ['<script>alert("1")</script>', "&amp;", "a\x00b", "\ud800", "\ufffe", "'\"<>&", "]]>", "--><!--"]


@pytest.mark.parametrize("text", ODD)
def test_any_text_is_safe_in_an_element_and_in_an_attribute(text: str) -> None:
    found = ET.fromstring(tag("g", tag("title", escape(text)), data_part=text))
    shown = "".join(letter if letter.isprintable() else "�" for letter in text)
    assert len(found) == 1
    assert found[0].text == found.attrib["data-part"] == shown
    assert len(found[0]) == 0


@given(st.text(alphabet=st.characters(codec=None)))
def test_any_text_at_all_can_be_written_and_read_back(text: str) -> None:
    found = ET.fromstring(tag("text", escape(text) or "-"))
    assert len(found) == 0
    assert "<" not in escape(text)


SHORT = {1: "1", 2.0: "2", 0.5: "0.5", 1 / 3: "0.33", -0.001: "0", 4.999: "5", -2.5: "-2.5", 10: "10", 12.1: "12.1"}


@pytest.mark.parametrize(("value", "written"), SHORT.items())
def test_numbers_are_written_short(value: float, written: str) -> None:
    assert number(value) == written


def test_what_is_none_is_left_out_and_names_are_those_of_svg() -> None:
    assert tag("g", "x", class_="a", stroke_width=2, fill=None) == '<g class="a" stroke-width="2">x</g>'


def test_a_part_can_be_pointed_at_and_is_named() -> None:
    found = ET.fromstring(part("card 17", "Card 17 & more", tag("rect")))
    assert found.attrib == {"data-part": "card 17"}
    assert [one.tag for one in found] == ["title", "rect"]
    assert found[0].text == "Card 17 & more"


def test_what_is_not_moved_needs_no_group() -> None:
    assert moved("<a/>", 0, 0) == "<a/>"
    assert moved("<a/>", 1, 2.5) == '<g transform="translate(1 2.5)"><a/></g>'


def test_a_box_has_four_corners_of_its_own() -> None:
    assert rounded(0, 0, 10, 20, (1, 2, 3, 4)) == "M1 0H8Q10 0 10 2V17Q10 20 7 20H4Q0 20 0 16V1Q0 0 1 0Z"
