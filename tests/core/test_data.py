from __future__ import annotations

import math
from types import MappingProxyType
from typing import Any

import pytest

from tidebook.core.data import DEEPEST, canonical, plain, shown, too_deep


def nested(depth: int, *, tables: bool) -> Any:
    """Give lists inside lists, or tables inside tables."""
    data: Any = {} if tables else []
    for _each in range(depth - 1):
        data = {"a": data} if tables else [data]
    return data


def test_canonical_text_is_one_for_equal_data() -> None:
    assert canonical({"b": [1, True, None], "a": "ü"}) == '{"a":"ü","b":[1,true,null]}'
    assert canonical({"a": 1, "b": 2}) == canonical({"b": 2, "a": 1})


def test_plain_data_has_lists_and_text_keys_only() -> None:
    assert plain({1: (2, [3, (4,)]), "x": {"y": ()}}) == {"1": [2, [3, [4]]], "x": {"y": []}}
    assert plain(MappingProxyType({"a": (MappingProxyType({}),)})) == {"a": [{}]}
    assert plain("text") == "text"


def test_plain_data_is_a_copy() -> None:
    data: dict[str, Any] = {"a": [1, {"b": [2]}]}
    copied = plain(data)
    data["a"][1]["b"].append(3)
    assert copied == {"a": [1, {"b": [2]}]}


@pytest.mark.parametrize("tables", [True, False])
def test_data_deeper_than_any_game_needs_is_told_from_other_data(tables: bool) -> None:  # noqa: FBT001
    for depth in (1, 2, DEEPEST - 1, DEEPEST):
        assert not too_deep(nested(depth, tables=tables))
    for depth in (DEEPEST + 1, DEEPEST + 2, 100_000):
        assert too_deep(nested(depth, tables=tables))
        assert too_deep([1, nested(depth, tables=tables), "x"])


@pytest.mark.parametrize("value", [None, 7, "x" * 10_000, [], {}, [[1] * 10_000]])
def test_flat_data_is_not_deep(value: object) -> None:
    assert not too_deep(value)


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (True, "true"),
        (False, "false"),
        (None, "null"),
        (7, "7"),
        (1.5, "1.5"),
        (math.inf, "inf"),
        ("text", "text"),
        ("", ""),
        ([1, "a"], "[1, 'a']"),
        ("x" * 60, "x" * 60),
        ("x" * 61, "x" * 59 + "…"),
    ],
)
def test_value_is_shown_as_a_variant_file_would_write_it(value: object, text: str) -> None:
    assert shown(value) == text


def test_value_that_python_cannot_write_is_shown_all_the_same() -> None:
    for value in (10**5000, -(10**5000), nested(100_000, tables=True)):
        assert shown(value) == "…"
    # How deep a list may be before Python gives up depends on the Python; it is shown shortened in any case.
    assert shown(nested(1000, tables=False)).endswith("…")


def test_value_is_shortened_to_what_is_asked_for() -> None:
    assert shown("abcdef", 6) == "abcdef"
    assert shown("abcdefg", 6) == "abcde…"


def test_long_number_inside_of_a_list_is_shown_too_whatever_it_is() -> None:
    assert shown([10**5000])
    assert shown({"a": 10**5000})
