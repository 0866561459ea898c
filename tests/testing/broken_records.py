"""Broken games: faults of luck, records and undo."""

# ruff: noqa: D102, D106 the docstring of each game says what is wrong with it; its methods are that fault

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Any, Self

from tests.example.four_shells.play import TOP, ShellsState
from tests.testing.broken import Broken
from tidebook.core.chance import Chance, stream
from tidebook.core.game import Refusal
from tidebook.core.text import _
from tidebook.testing.kit import ELSEWHERE, REVEALS

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from random import Random

    from tests.example.four_shells.game import FourShells
    from tidebook.core.game import Action, Event
    from tidebook.core.text import Text

# Seeds and records.


class RollsItsOwnDice(
    Broken, fails="same seed, same game", says="gave two games", also=("records load again", ELSEWHERE)
):
    """The deal comes from Python's own random numbers, so that nothing that starts from a seed comes out the same."""

    def start(self, players: int, chance: Chance, tell: Callable[[Event], None] | None = None) -> ShellsState:  # noqa: ARG002 that is the fault
        return super().start(players, Chance(random.getrandbits(64)), tell)


class DealsByHash(Broken, fails=ELSEWHERE, says="another process plays seed"):
    """The deal follows the hash of a text, which is different in every process."""

    def start(self, players: int, chance: Chance, tell: Callable[[Event], None] | None = None) -> ShellsState:
        return super().start(players, Chance(hash(f"deck {chance.seed}")), tell)


class ListsByHash(Broken, fails=ELSEWHERE, says="another process plays seed"):
    """The order of the legal actions is that of a set of texts: a bot that takes the third one plays another game."""

    class State(ShellsState):
        def legal(self) -> list[Action]:
            return [self.game.parse(text) for text in {action.text for action in super().legal()}]


class EatsItsData(Broken, fails="records load again", says="does not fit"):
    """`position` takes something out of the data that it is given, and the record is written without it."""

    def position(self, data: Mapping[str, Any]) -> ShellsState:
        state = super().position(data)
        if isinstance(data, dict):
            data.pop("moved", None)
        return state


class CannotCountPlayers(Broken, fails="bad records are answered", says="a bad record fails with TypeError"):
    """A number of players that is not a number is a crash."""

    def check_players(self, players: Any) -> int:
        return super().check_players(players + 0)


# Undo.


class HasLuckOnTheSide(Broken, fails="undo and redo return", says="undo or redo gives another state"):
    """A state and its copies share a random source of their own, which no undo winds back."""

    class State(ShellsState):
        luck: Random

        def __init__(self, game: FourShells, hands: list[int], deck: list[int]) -> None:
            super().__init__(game, hands, deck)
            self.luck = stream("on the side")

        def copy(self) -> Self:
            new = super().copy()
            new.luck = self.luck
            return new

        def apply(self, action: Action, chance: Chance, tell: Callable[[Event], None] | None = None) -> None:
            super().apply(action, chance, tell)
            if action.kind == "keep" and TOP not in self.peeks and self.luck.random() < 0.5:
                self.deck.reverse()


class DrawsUnflagged(Broken, fails="undo is safe", says="“swap” is not called revealing"):
    """Drawing a shell is not called revealing: one could look at it and take it back."""

    class State(ShellsState):
        def reveals(self, action: Action) -> Text | None:
            return None if action.kind == "swap" else super().reveals(action)


class ShowsUnflagged(Broken, fails="undo is safe", says="“end” is not called revealing"):
    """Turning all shells over is not called revealing."""

    class State(ShellsState):
        def reveals(self, action: Action) -> Text | None:
            return None if action.kind == "end" else super().reveals(action)


class WarnsOfNothing(Broken, fails=REVEALS, says="mark are called revealing, but never showed anything new"):
    """Marking is called revealing, so that it cannot be taken back, but shows nothing."""

    class State(ShellsState):
        def reveals(self, action: Action) -> Text | None:
            return _("You cannot take this back.") if action.kind == "mark" else super().reveals(action)


class RevealsByWhatIsHidden(
    Broken, fails="undo is safe", says="whether “swap” reveals something depends", also=("secrets are kept",)
):
    """The warning tells whether the draw is worth it; both checks hold `reveals` against what the mover cannot see."""

    class State(ShellsState):
        def reveals(self, action: Action) -> Text | None:
            good = action.kind == "swap" and self.deck[:1] > [2]
            return _("You draw a good one by this.") if good else super().reveals(action)


class AllowsByWhatIsHidden(
    Broken, fails="undo is safe", says="may do depends on", also=("secrets are kept", "bots do not peek")
):
    """Only a draw that is worth it is allowed; three checks hold what is legal against what the mover cannot see."""

    class State(ShellsState):
        def why_not(self, action: Action) -> Refusal | None:
            bad = action.kind == "swap" and self.deck[:1] == [1]
            return Refusal("FS.turn.swap", _("You would be sorry.")) if bad else super().why_not(action)
