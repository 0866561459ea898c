"""Text in columns, in any script."""

from __future__ import annotations

import pytest

from tidebook.core.columns import padded, width


@pytest.mark.parametrize(
    ("text", "places"),
    [
        ("", 0),
        ("moon", 4),
        ("Zoë", 3),
        ("Zoe\u0308", 3),  # the same with the dots as a letter of their own
        ("美香", 4),
        ("ｗｉｄｅ", 8),
        ("a\u200db", 2),
        ("…–“”·", 5),
        ("🌙", 2),
    ],
)
def test_width_counts_the_places_on_a_terminal(text: str, places: int) -> None:
    assert width(text) == places
    assert width(padded(text, 10)) == 10


def test_what_is_too_long_is_not_cut() -> None:
    assert padded("moonlight", 4) == "moonlight"
