from __future__ import annotations

from dataclasses import FrozenInstanceError
from typing import Any, cast

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import tidebook
from tidebook.core.score import ScoreLine, ScoreSheet
from tidebook.core.text import _

SHEET = ScoreSheet(
    1,
    (
        ScoreLine(_("Card {card}, {pattern}", card=17, pattern="H/H"), 1, "SS.score.points", ("card 17",)),
        ScoreLine(_("The most cards of value 1: {n}", n=1), 3, "SS.end.bonus", ("card 17",)),
        ScoreLine(_("A fine"), -12, "SS.fine"),
    ),
)


def test_total_is_the_sum_of_the_lines() -> None:
    assert SHEET.total == -8
    assert ScoreSheet(0, ()).total == 0


@settings(deadline=None)
@given(st.lists(st.integers(-99, 99)))
def test_total_is_the_sum_of_any_lines(points: list[int]) -> None:
    assert ScoreSheet(0, tuple(ScoreLine(_("x"), each, "X.y") for each in points)).total == sum(points)


def test_total_cannot_be_set_apart_from_its_lines() -> None:
    with pytest.raises((AttributeError, TypeError)):  # which of them depends on the Python
        cast("Any", SHEET).total = 5
    assert SHEET.total == -8
    with pytest.raises(FrozenInstanceError):
        cast("Any", SHEET).lines = ()
    with pytest.raises(TypeError):
        cast("Any", ScoreSheet)(0, (), 5)


def test_sheet_is_written_line_by_line_with_clauses_and_total() -> None:
    assert str(SHEET) == (
        "  +1  Card 17, H/H  [SS.score.points]\n"
        "  +3  The most cards of value 1: 1  [SS.end.bonus]\n"
        " -12  A fine  [SS.fine]\n"
        "  -8"
    )
    assert SHEET.say() == str(SHEET)
    assert str(ScoreSheet(0, ())) == "   0"


def test_line_names_no_parts_unless_some_earned_it() -> None:
    assert SHEET.lines[2].parts == ()
    assert SHEET.lines[0].parts == ("card 17",)


def test_worked_example_of_the_rulebook_can_say_why() -> None:
    # T26: A has six cards of 1, three of 2, one of 3; B four, two, two and one of 5.
    position = {
        "players": 2,
        "grid": "BHO/EST/EBH",
        "to_move": None,
        "scored": [[3, 4, 5, 6, 7, 8, 29, 30, 31, 55], [9, 10, 11, 12, 32, 33, 56, 57, 68]],
    }
    one, other = tidebook.new("shifting_stones", position=position).scores()
    assert (one.seat, one.total) == (0, 18)
    assert (other.seat, other.total) == (1, 19)
    assert [line.points for line in one.lines] == [1] * 6 + [2] * 3 + [3, 3]
    assert one.lines[-1].clause == "SS.end.bonus"
    assert one.lines[-1].parts == tuple(f"card {card}" for card in (3, 4, 5, 6, 7, 8))
