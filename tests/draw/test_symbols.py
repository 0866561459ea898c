"""The symbol set: complete, defined once, and safe beside other pages' symbols."""

from __future__ import annotations

import re
from xml.etree import ElementTree as ET

import pytest

from tidebook.draw.colour import LIGHT, PIECES
from tidebook.draw.symbols import definitions, symbols, use

STONES = ("sun", "moon", "fish", "bird", "horse", "boat", "seed", "tree")


def test_the_signs_the_marks_and_the_names_are_there() -> None:
    wanted = {*(f"st-{sign}" for sign in STONES), *(f"mk-{name}" for name in PIECES), "word-stones", "logo", "bg-sea"}
    assert wanted <= set(symbols())


@pytest.mark.parametrize("name", sorted(symbols()))
def test_a_symbol_is_painted_in_the_colours_that_are_asked_for(name: str) -> None:
    used = use(name, 1, 2, 30, "#533900", "go")
    found = ET.fromstring(f"<svg>{definitions(used)}{used}</svg>")
    assert found[0].attrib["id"] == found[1].attrib["href"].removeprefix("#") == f"tb-{name}_533900_go"
    whole = ET.tostring(found, encoding="unicode")
    assert "currentColor" not in whole
    assert set(re.findall(r"var\(([^)]*)\)", whole)) <= {f"--tb-{token}" for token in LIGHT}


def test_a_symbol_keeps_its_shape() -> None:
    found = ET.fromstring(use("word-stones", 0, 0, 53))
    assert float(found.attrib["width"]) == pytest.approx(322)
    assert found.attrib["height"] == "53"


def test_every_symbol_that_is_used_is_defined_once() -> None:
    drawing = use("st-sun", 0, 0, 10) * 3 + use("st-sun", 0, 0, 10, "#000000") + use("st-moon", 0, 0, 10)
    made = ET.fromstring(f"<svg>{definitions(drawing)}</svg>")
    assert [one.attrib["id"] for one in made] == [
        "tb-st-moon_text_surface",
        "tb-st-sun_000000_surface",
        "tb-st-sun_text_surface",
    ]
