from __future__ import annotations

import copy
import inspect
import pickle
from typing import TYPE_CHECKING

import pytest

import tidebook
from tidebook.core import errors, record
from tidebook.core.errors import IllegalActionError, RecordError, SceneError, TidebookError
from tidebook.core.game import Refusal
from tidebook.core.text import Several, _
from tidebook.games import find

if TYPE_CHECKING:
    from collections.abc import Callable

TEXT = _("{name} must be {low} to {high}: {known}.", name="hand_size", low=1, high=8, known=Several([1, 2]))
SENTENCE = "hand_size must be 1 to 8: 1 and 2."
FAMILY = [one for _name, one in inspect.getmembers(errors, inspect.isclass) if issubclass(one, TidebookError)]


def again(thing: object) -> list[object]:
    """Give a thing through every protocol of pickle that can carry it, and copied."""
    through = [pickle.loads(pickle.dumps(thing, protocol)) for protocol in range(2, pickle.HIGHEST_PROTOCOL + 1)]  # noqa: S301
    return [*through, copy.copy(thing)]


def test_family_is_complete() -> None:
    assert len(FAMILY) >= 13
    assert all(one.__doc__ for one in FAMILY)


@pytest.mark.parametrize("kind", FAMILY)
def test_error_says_its_sentence_and_keeps_it_translatable(kind: type[TidebookError]) -> None:
    error = kind(Refusal("SS.x", TEXT)) if kind is IllegalActionError else kind(TEXT)
    assert str(error) == SENTENCE
    assert error.text == TEXT


@pytest.mark.parametrize("kind", FAMILY)
def test_error_may_be_a_plain_sentence(kind: type[TidebookError]) -> None:
    error = kind("It rains.")
    assert str(error) == error.text == "It rains."


@pytest.mark.parametrize("kind", FAMILY)
def test_error_survives_pickling(kind: type[TidebookError]) -> None:
    error = kind(Refusal("SS.x", TEXT)) if kind is IllegalActionError else kind(TEXT)
    for other in again(error):
        assert type(other) is kind
        assert str(other) == SENTENCE
        assert other.text == TEXT


def test_illegal_action_names_its_refusal_after_pickling_too() -> None:
    with pytest.raises(IllegalActionError) as caught:
        tidebook.new("shifting_stones", 2, 7).play("score 1")
    for error in (caught.value, *again(caught.value)):
        assert isinstance(error, IllegalActionError)
        assert isinstance(error.refusal, Refusal)
        assert error.refusal.clause == "SS.turn.score"
        assert error.text is error.refusal.text or error.text == error.refusal.text


def test_record_error_says_its_sentence_and_nothing_of_the_game_it_keeps() -> None:
    match = tidebook.new("shifting_stones", 2, 7)
    assert str(RecordError(TEXT, match)) == SENTENCE
    assert RecordError(TEXT, match).args == (SENTENCE,)
    assert RecordError(TEXT).kept is None


def test_record_error_keeps_the_game_after_pickling_too() -> None:
    match = tidebook.new("shifting_stones", 2, 7)
    match.play("end")
    match.play("skip")
    with pytest.raises(RecordError) as caught:
        record.loads(record.dumps(match)[:-20], find)
    for error in (caught.value, *again(caught.value)):
        assert isinstance(error, RecordError)
        assert error.kept is not None
        assert [ply.action for ply in error.kept.history] == [ply.action for ply in match.history]
        assert error.kept.state == match.state
    last = again(caught.value)[0]
    assert isinstance(last, RecordError)
    assert last.kept is not None
    last.kept.play("skip")  # it can be played on, with the same luck
    match.play("skip")
    assert last.kept.state == match.state


@pytest.mark.parametrize(
    ("kind", "standard"),
    [
        (errors.UnknownGameError, LookupError),
        (errors.UnknownBotError, LookupError),
        (errors.GuideError, LookupError),
        (errors.RulesError, ValueError),
        (errors.PartsError, errors.RulesError),
        (errors.PositionError, ValueError),
        (errors.NotationError, ValueError),
        (errors.ChanceError, ValueError),
        (IllegalActionError, ValueError),
        (RecordError, ValueError),
        (SceneError, AssertionError),
    ],
)
def test_errors_are_also_what_python_would_call_them(kind: type[Exception], standard: type[Exception]) -> None:
    assert issubclass(kind, standard)
    assert issubclass(kind, TidebookError)


ASKED: list[tuple[Callable[[], object], type[TidebookError], str]] = [
    (
        lambda: tidebook.game("shifting_stone"),
        errors.UnknownGameError,
        "There is no game shifting_stone; there are shifting_stones.",
    ),
    (
        lambda: tidebook.new("shifting_stones", 2, bots={0: "robot"}),
        errors.UnknownBotError,
        f"There is no bot robot; there are {Several(tidebook.bots()).say()}.",
    ),
    (
        lambda: tidebook.new("shifting_stones", 6),
        errors.RulesError,
        "Shifting Stones is for 1, 2, 3, 4 and 5 players by these rules, not 6.",
    ),
    (lambda: tidebook.new("shifting_stones", 2, 7).undo(), errors.UndoError, "Nothing has been played yet."),
]


@pytest.mark.parametrize(("ask", "kind", "sentence"), ASKED)
def test_public_names_answer_with_sentences(
    ask: Callable[[], object], kind: type[TidebookError], sentence: str
) -> None:
    with pytest.raises(kind) as caught:
        ask()
    assert str(caught.value) == sentence
