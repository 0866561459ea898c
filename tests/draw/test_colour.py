"""Colours: enough contrast in both themes, and none left when they are taken out."""

from __future__ import annotations

import re

import pytest

from tidebook.draw.colour import (
    DARK,
    INK,
    LIGHT,
    PAPER,
    PIECES,
    SEATS,
    contrast,
    fixed,
    grey,
    luminance,
    mixed,
    on,
    style,
    var,
)

READABLE = 4.5  # WCAG 2.2 AA, for text
VISIBLE = 3.0  # for lines and signs
GROUNDS = ("bg", "surface", "raised", "sunken", "soft")


def test_both_themes_have_the_same_colours() -> None:
    assert list(LIGHT) == list(DARK)


@pytest.mark.parametrize("theme", [LIGHT, DARK], ids=["light", "dark"])
def test_words_can_be_read_on_every_ground(theme: dict[str, str]) -> None:
    poor = {
        (ink, ground): round(contrast(theme[ink], theme[ground]), 2)
        for ink in ("text", "muted")
        for ground in GROUNDS
        if contrast(theme[ink], theme[ground]) < READABLE
    }
    assert not poor
    assert contrast(theme["mat-text"], theme["mat"]) >= READABLE
    assert contrast(theme["go-ring"], theme["raised"]) >= VISIBLE
    assert contrast(theme["go-ring"], theme["bg"]) >= VISIBLE
    assert contrast(INK, theme["go"]) >= READABLE
    assert contrast(INK, PAPER) >= READABLE


def test_the_mark_of_every_seat_can_be_seen() -> None:
    assert len(set(SEATS)) == len(SEATS)
    for name in PIECES:
        assert contrast(on(PIECES[name]), PIECES[name]) >= VISIBLE, name


def test_contrast_is_that_of_wcag() -> None:
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.01)
    assert contrast("#12303f", "#12303f") == 1


def test_a_theme_is_put_in_place() -> None:
    drawing = f'<rect fill="{var("go-ring")}" stroke="{var("text")}"/>'
    assert fixed(drawing, "light") == f'<rect fill="{LIGHT["go-ring"]}" stroke="{LIGHT["text"]}"/>'
    assert fixed(drawing, "dark") == f'<rect fill="{DARK["go-ring"]}" stroke="{DARK["text"]}"/>'


def test_the_style_sheet_names_every_colour_twice_once_for_the_dark() -> None:
    sheet = style(".x")
    light, dark = sheet.split("@media(prefers-color-scheme:dark)")
    for name in LIGHT:
        assert f"--tb-{name}:{LIGHT[name]}" in light
        assert f"--tb-{name}:{DARK[name]}" in dark


def test_without_colour_everything_is_as_light_as_before() -> None:
    for colour in (*LIGHT.values(), *DARK.values(), *PIECES.values()):
        shade = grey(colour)
        assert re.fullmatch(r"#(..)\1\1", shade)
        assert luminance(shade) == pytest.approx(luminance(colour), abs=0.006)


def test_colours_mix() -> None:
    assert mixed("#000000", "#ffffff", 0.5) == "#808080"
    assert mixed("#102030", "#ffffff", 0) == "#102030"
