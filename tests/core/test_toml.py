from __future__ import annotations

import tomllib
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tidebook.core import toml


def test_file_is_written_as_a_person_would() -> None:
    data = {
        "game": "shifting_stones",
        "rules": {"hand_size": 5, "skip_cap": False, "odds": 0.25},
        "parts": {"decks": {"own": {"from": "standard", "values": [1, 2], "cards": {"80": {"pattern": "HO"}}}}},
    }
    assert toml.dumps(data) == (
        'game = "shifting_stones"\n'
        "\n"
        "[rules]\n"
        "hand_size = 5\n"
        "skip_cap = false\n"
        "odds = 0.25\n"
        "\n"
        "[parts.decks.own]\n"
        'from = "standard"\n'
        "values = [1, 2]\n"
        "\n"
        "[parts.decks.own.cards.80]\n"
        'pattern = "HO"\n'
    )


@pytest.mark.parametrize(
    "data",
    [
        {},
        {"a": {}},
        {"a": {"b": {}}},
        {"a": {"b": {}, "c": 1}},
        {"": 1, "two words": 2, 'quo"te': 3, "back\\slash": 4, "dot.ted": 5, "ü": 6, "new\nline": 7},
        {"a b": {"c.d": {"": {"x": 1}}}},
        {"list": [], "lists": [[1], [], ["a"]], "mixed": [1, "a", True, 1.5]},
        {"tables": [{"a": 1, "b c": [{"d": {}}]}, {}]},
        {"true": True, "false": False, "one": 1, "zero": 0, "float": 1.0, "big": 10**30, "tiny": 1e-300},
        {"text": 'a "quoted" \\ back\nslash\ttab\x00\x1f\x7f é ☃', "lines": "\r\n"},
        {"inf": float("inf"), "minus": float("-inf"), "e": 1e22},
    ],
)
def test_what_is_written_is_read_back(data: dict[str, Any]) -> None:
    read = tomllib.loads(toml.dumps(data))
    assert read == data
    assert repr(read) == repr({key: read[key] for key in read})
    assert [type(value) for value in read.values()] == [type(data[key]) for key in read]


def test_letters_beyond_the_basic_plane_are_read_back() -> None:
    data = {"text": "a 🐚 shell", "🐚": 1}  # TOML does not know JSON's pairs of surrogates
    assert tomllib.loads(toml.dumps(data)) == data


def test_tuples_become_lists_and_other_things_texts() -> None:
    class Odd:
        def __str__(self) -> str:
            return "odd"

    assert tomllib.loads(toml.dumps({"a": (1, (2,)), "b": Odd()})) == {"a": [1, [2]], "b": "odd"}


WORDS = st.text(st.characters(max_codepoint=0xFFFF, exclude_categories=["Cs"]), max_size=6)
VALUES = st.recursive(
    st.booleans() | st.integers() | st.floats(allow_nan=False) | WORDS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(WORDS, inner, max_size=3),
    max_leaves=12,
)


@settings(deadline=None)
@given(st.dictionaries(WORDS, VALUES, max_size=4))
def test_anything_that_toml_can_hold_is_read_back(data: dict[str, Any]) -> None:
    assert tomllib.loads(toml.dumps(data)) == data
