"""The eight signs are told apart without colour, as large as on a stone and as small as 24 pixels."""

from __future__ import annotations

import io
from itertools import combinations

import pytest
import resvg_py
from PIL import Image

from tidebook.draw.colour import INK, contrast, fixed, grey, luminance
from tidebook.draw.symbols import definitions
from tidebook.games.shifting_stones.faces import LOOKS, cell, other_side, stone
from tidebook.games.shifting_stones.parts import FACES

SMALL = 24
ALIKE = 0.66  # of two signs laid over each other, the share that is covered by both


def rendered(content: str, side: float, pixels: int) -> list[float]:
    """Render a square drawing without colour; give how light each pixel is, row by row."""
    frame = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {side} {side}">'
    svg = grey(fixed(f"{frame}<defs>{definitions(content)}</defs>{content}</svg>", "light"))
    png = resvg_py.svg_to_bytes(svg_string=svg, width=pixels, height=pixels, background="#ffffff")
    data = Image.open(io.BytesIO(bytes(png))).convert("RGB").tobytes()
    assert data[::3] == data[1::3] == data[2::3], "there is colour left"
    return [value / 255 for value in data[::3]]


def shape(face: str, pixels: int = SMALL, moved: float = 0) -> set[int]:
    """Give the pixels that the sign of a face covers in the middle of a square of a pattern."""
    look = LOOKS[face]
    ground, sign = (_lightness(colour) for colour in (look.ground, look.sign))
    middle = (ground + sign) / 2
    values = rendered(cell(face, moved, 0, 36), 36, pixels)
    edge = pixels // 8
    inside = [
        number
        for number in range(pixels * pixels)
        if edge <= number % pixels < pixels - edge and edge <= number // pixels < pixels - edge
    ]
    return {number for number in inside if (values[number] < middle) == (sign < ground)}


def alike(one: set[int], other: set[int]) -> float:
    return len(one & other) / len(one | other)


def _lightness(colour: str) -> float:
    return int(grey(colour)[1:3], 16) / 255


@pytest.mark.parametrize("pixels", [SMALL, 72])
def test_no_two_signs_have_a_similar_shape(pixels: int) -> None:
    shapes = {face: shape(face, pixels) for face in FACES}
    for face, covered in shapes.items():
        assert 0.12 < len(covered) / pixels**2 < 0.6, f"{face} is hardly there, or covers everything"
    close = {
        (one, other): round(alike(shapes[one], shapes[other]), 2)
        for one, other in combinations(FACES, 2)
        if alike(shapes[one], shapes[other]) >= ALIKE
    }
    assert not close


@pytest.mark.parametrize("face", FACES)
def test_the_measure_knows_a_sign_again(face: str) -> None:
    # Moved by half a pixel it is still the same sign; otherwise the test above would tell anything apart.
    assert alike(shape(face), shape(face, moved=0.75)) > ALIKE


@pytest.mark.parametrize("face", FACES)
def test_a_sign_stands_out_from_its_stone(face: str) -> None:
    assert contrast(LOOKS[face].ground, LOOKS[face].sign) >= 4.5


@pytest.mark.parametrize("face", FACES[::2])
def test_a_flip_shows_without_colour_day_is_light_and_night_is_dark(face: str) -> None:
    day, night = LOOKS[face].ground, LOOKS[other_side(face)].ground
    assert luminance(day) > 0.4
    assert luminance(night) < 0.2
    assert contrast(day, night) >= 3


@pytest.mark.parametrize("face", FACES)
def test_the_other_side_on_the_badge_is_no_smaller_than_24_pixels(face: str) -> None:
    behind = LOOKS[other_side(face)]
    badge = stone(face, 0).split(f"#tb-{behind.symbol}_")[1]
    width = float(badge.split('width="')[1].split('"')[0])
    assert width >= SMALL


def test_whole_stones_are_told_apart_without_colour() -> None:
    pictures = {face: rendered(stone(face, 0), 120, 60) for face in FACES}
    for one, other in combinations(FACES, 2):
        different = sum(
            abs(first - second) > 0.15 for first, second in zip(pictures[one], pictures[other], strict=True)
        )
        assert different > 0.08 * 60 * 60, (one, other)


def test_grey_squares_look_like_no_sign() -> None:
    values = rendered(cell(".", 0, 0, 36), 36, SMALL)
    inner = [values[row * SMALL + column] for row in range(5, 19) for column in range(5, 19)]
    assert max(inner) - min(inner) < 0.05
    assert INK not in cell(".", 0, 0)
