"""Who sits at a seat that no person plays: what such a player gets to see, and what it answers."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Sequence
    from random import Random

    from tidebook.core.game import Action, Game, State, View
    from tidebook.core.text import Text


@dataclass(frozen=True, slots=True)
class Sight:
    """All that a player gets: its view, what it may do, and guesses of what it cannot see. Never a state."""

    game: Game
    view: View
    legal: Sequence[Action]

    def guess(self, random: Random) -> State:
        """Make up a full state that fits the view."""
        return self.game.guess(self.view, random)


@dataclass(frozen=True, slots=True)
class Decision:
    """What a player does, and why; `then` is how it would go on in the same turn."""

    action: Action
    reason: Text
    then: tuple[Action, ...] = ()


class Player(Protocol):
    """A bot. The same sight and the same random source give the same choice."""

    name: str

    def choose(self, sight: Sight, random: Random) -> Decision:
        """Choose one of the legal actions."""
        ...
