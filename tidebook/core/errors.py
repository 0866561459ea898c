"""One family of exceptions, each with a sentence that a person can act on."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tidebook.core.game import Refusal
    from tidebook.core.match import Match
    from tidebook.core.text import Text


class TidebookError(Exception):
    """Something a person did could not be done; the message says what, and what is allowed."""

    def __init__(self, text: Text | str) -> None:
        super().__init__(str(text))
        self.text = text


class UnknownGameError(TidebookError, LookupError):
    """A game was asked for that is not there."""


class UnknownBotError(TidebookError, LookupError):
    """A bot was asked for that is not there."""


class RulesError(TidebookError, ValueError):
    """A dial or ruling has a value that it cannot have."""


class PartsError(RulesError):
    """A deck, board or tile in a file of parts is not right; the message names it."""


class PositionError(TidebookError, ValueError):
    """A described situation cannot exist in this game."""


class NotationError(TidebookError, ValueError):
    """A text is not the notation of any action."""


class ChanceError(TidebookError, ValueError):
    """Scripted luck does not fit what the game asks for."""


class IllegalActionError(TidebookError, ValueError):
    """The rules forbid this action now; `refusal` names the clause."""

    def __init__(self, refusal: Refusal | str) -> None:
        super().__init__(refusal if isinstance(refusal, str) else refusal.text)
        self.refusal = refusal


class UndoError(TidebookError):
    """There is nothing that may be taken back (or done again)."""


class RecordError(TidebookError, ValueError):
    """A game record does not fit; `kept` is the game up to there, None if nothing fits."""

    def __init__(self, text: Text | str, kept: Match | None = None) -> None:
        super().__init__(text)
        self.kept = kept


class GuideError(TidebookError, LookupError):
    """A guide has no such clause, or cannot be read."""


class SceneError(TidebookError, AssertionError):
    """A scene did not go as it says."""
