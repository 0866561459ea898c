"""The pictures of the documentation are those that the game draws now, and any program can show them."""

from __future__ import annotations

from xml.etree import ElementTree as ET

import pytest
import resvg_py

from tools.pictures import FOLDER, main

NAMES = sorted(path.name for path in FOLDER.glob("*.svg"))
WANTED = {
    "start.svg",
    "midgame.svg",
    "midgame-dark.svg",
    "midgame-grey.svg",
    "card-values.svg",
    "deck.svg",
    "signs.svg",
}


def test_the_pictures_are_up_to_date(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--check"]) == 0, capsys.readouterr().out
    assert set(NAMES) >= WANTED


@pytest.mark.parametrize("name", NAMES)
def test_a_picture_needs_nothing_from_elsewhere_and_can_be_shown_without_a_browser(name: str) -> None:
    svg = (FOLDER / name).read_text("utf-8")
    for element in ET.fromstring(svg).iter():
        for attribute, value in element.attrib.items():
            assert not attribute.endswith("href") or value.startswith("#")
    assert "var(" not in svg
    assert bytes(resvg_py.svg_to_bytes(svg_string=svg, width=400)).startswith(b"\x89PNG")


@pytest.mark.parametrize("name", [name for name in NAMES if name.endswith("-grey.svg")])
def test_a_grey_picture_has_no_colour(name: str) -> None:
    svg = (FOLDER / name).read_text("utf-8")
    colours = {svg[place + 1 : place + 7] for place in range(len(svg)) if svg[place : place + 1] == "#"}
    shades = {colour for colour in colours if all(letter in "0123456789abcdef" for letter in colour)}
    assert shades
    assert all(colour[:2] == colour[2:4] == colour[4:] for colour in shades)
