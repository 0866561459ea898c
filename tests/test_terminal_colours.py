"""Colours in the terminal: when there are any, which they are, and that nobody else gets to steer the terminal."""

from __future__ import annotations

import io
import re
from typing import TYPE_CHECKING

import pytest

import tidebook
from tests.seated import GAME
from tidebook.colours import _BASIC, _CUBE, _GREYS, ALL, FEW, MANY, NONE, codes, known
from tidebook.draw.colour import contrast
from tidebook.games.shifting_stones.faces import LOOKS
from tidebook.screen import Screen

if TYPE_CHECKING:
    from pathlib import Path

COLOUR = re.compile("\x1b\\[([0-9;]+)m")
HOSTILE = "\x1b[31mred\x1b[0m\x1b]0;title\x07\x9b2J\x7f\u202eback"


class TerminalOutput(io.StringIO):
    """Output that says it is a terminal."""

    def isatty(self) -> bool:
        """Say so."""
        return True


def screen(colours: int | None = None, out: io.StringIO | None = None) -> Screen:
    """Make a screen that shows so many colours."""
    return Screen(io.StringIO(), out or io.StringIO(), io.StringIO(), None, colours)


def shown(one: Screen) -> str:
    """Give what the screen showed."""
    assert isinstance(one.stdout, io.StringIO)
    return one.stdout.getvalue()


# How many there are.


@pytest.mark.parametrize(
    ("environ", "colours"),
    [
        ({"TERM": "xterm-256color", "COLORTERM": "truecolor"}, ALL),
        ({"TERM": "xterm", "COLORTERM": "24bit"}, ALL),
        ({"TERM": "xterm-direct"}, ALL),
        ({"WT_SESSION": "0f1e"}, ALL),
        ({"TERM": "xterm-256color"}, MANY),
        ({"TERM": "screen-256color", "COLORTERM": "1"}, MANY),
        ({"TERM": "xterm"}, FEW),
        ({"TERM": "linux"}, FEW),
        ({"TERM": "xterm-color"}, FEW),
        ({"TERM": "vt100"}, NONE),
        ({"TERM": "dumb", "COLORTERM": "truecolor"}, NONE),
        ({"TERM": "xterm-256color", "COLORTERM": "truecolor", "NO_COLOR": "1"}, NONE),
        ({"TERM": "xterm-256color", "NO_COLOR": ""}, MANY),
        ({}, NONE),
    ],
)
def test_environment_says_how_many_colours_there_are(environ: dict[str, str], colours: int) -> None:
    assert known(environ) == colours


def test_only_a_terminal_gets_colours(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.delenv("COLORTERM", raising=False)
    monkeypatch.delenv("NO_COLOR", raising=False)
    assert screen().brush is None
    assert screen(out=TerminalOutput()).colours == MANY
    monkeypatch.setenv("NO_COLOR", "1")
    assert screen(out=TerminalOutput()).brush is None


# Which they are.


def test_codes_of_a_colour() -> None:
    assert codes("#f6d55c", "#533900", ALL) == "48;2;246;213;92;38;2;83;57;0"
    assert codes("#f6d55c", "#533900", MANY) == "48;5;221;38;5;237"
    assert codes("#f6d55c", "#533900", FEW) == "43;30"
    assert codes("#212c49", "#f4ecd6", FEW) == "40;97"
    assert codes("#f6d55c", "#533900", NONE) == ""


@pytest.mark.parametrize("wrong", ["", "red", "#fff", "#gggggg", "#f6d55c;5", "\x1b[31m"])
def test_what_is_no_colour_is_left_alone(wrong: str) -> None:
    assert codes(wrong, wrong, ALL) == codes(wrong, wrong, MANY) == codes(wrong, wrong, FEW) == ""
    assert codes(wrong, "#000000", MANY) == "38;5;16"
    assert codes("#ffffff", wrong, ALL) == "48;2;255;255;255"
    assert codes(wrong, "#000000", FEW) == "", "black might be the person's own ground"


def test_every_colour_of_the_256_finds_itself() -> None:
    for number, colour in enumerate(_CUBE + _GREYS, 16):
        found = int(codes(colour, "", MANY).removeprefix("48;5;"))
        assert (_CUBE + _GREYS)[found - 16] == colour
        assert found <= number


def test_faces_can_be_told_apart_and_read_in_256_colours_and_read_in_16() -> None:
    many = {face: codes(look.ground, look.sign, MANY).split(";") for face, look in LOOKS.items()}
    assert len({numbers[2] for numbers in many.values()}) == len(LOOKS)
    for numbers in many.values():
        ground, ink = ((_CUBE + _GREYS)[int(numbers[place]) - 16] for place in (2, 5))
        assert contrast(ground, ink) > 4.5
    for look in LOOKS.values():
        ground, ink = codes(look.ground, look.sign, FEW).split(";")
        assert contrast(_BASIC[int(ground[1])], "#000000" if ink == "30" else "#ffffff") > 4.5


# What gets through.


@pytest.mark.parametrize("colours", [FEW, MANY, ALL])
def test_what_the_brush_paints_is_shown_in_colours(colours: int) -> None:
    one = screen(colours)
    assert one.brush
    one.show(f"a {one.brush('stone', '#f6d55c', '#533900')} here")
    assert shown(one) == f"a \x1b[{codes('#f6d55c', '#533900', colours)}mstone\x1b[0m here\n"


@pytest.mark.parametrize("colours", [NONE, FEW, MANY, ALL])
def test_nothing_from_outside_steers_a_terminal_with_or_without_colours(colours: int) -> None:
    one = screen(colours)
    brush = one.brush or (lambda text, _ground, _ink: text)
    one.show(HOSTILE + brush(HOSTILE, "#000000", "#ffffff") + HOSTILE + brush("x", HOSTILE, HOSTILE))
    one.tell(HOSTILE, "- ")
    one.complain(HOSTILE)
    assert isinstance(one.stderr, io.StringIO)
    told = shown(one) + one.stderr.getvalue()
    assert set(COLOUR.findall(told)) == ({codes("#000000", "#ffffff", colours), "0"} if colours else set())
    assert not re.search("[\x00-\x09\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]", COLOUR.sub("", told))
    assert "red" in told


def test_colours_of_one_screen_do_not_get_through_on_another() -> None:
    one, other = screen(ALL), screen(ALL)
    assert one.brush
    other.show(one.brush("stone", "#f6d55c", "#533900"))
    assert "\x1b" not in shown(other)


def test_name_or_file_that_would_steer_the_terminal_does_not(tmp_path: Path) -> None:
    match = tidebook.new(GAME, seed=7, names=[HOSTILE, "Ben"])
    one = screen(MANY)
    one.show(match.picture(1, None, one.brush))
    match.save(tmp_path / "game.json")
    one.show(tidebook.load(tmp_path / "game.json").picture(1, None, one.brush))
    assert set(COLOUR.findall(shown(one))) <= {codes(look.ground, look.sign, MANY) for look in LOOKS.values()} | {
        codes("#bfe8d4", "#00402b", MANY),
        "0",
    }
    assert not re.search("[\x00-\x09\x0b-\x1f\x7f-\x9f\u202e]", COLOUR.sub("", shown(one)))


def test_picture_in_colours_says_the_same_without_them() -> None:
    for seed in range(20):
        match = tidebook.new(GAME, seed=seed)
        one = screen(MANY)
        one.show(match.picture(0, None, one.brush))
        plain = [line.rstrip() for line in COLOUR.sub("", shown(one)).splitlines()]
        assert plain == match.picture(0).splitlines()
        assert "\x1b" in shown(one)
