"""A bot that plays at random: first the kind of action, then one of that kind.

Choosing evenly among all actions would hardly ever do the rare ones: in Shifting Stones it takes thousands of
moves to the end of a game, because there are eighty ways to move a stone and one way to end a turn.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tidebook.core.game import Action, by_kind
from tidebook.core.player import Decision
from tidebook.core.text import _

if TYPE_CHECKING:
    from collections.abc import Sequence
    from random import Random

    from tidebook.core.player import Sight


class RandomBot:
    """Plays at random."""

    name = "random"

    def choose(self, sight: Sight, random: Random) -> Decision:
        """Pick a kind of action, then an action of that kind."""
        return Decision(pick(sight.legal, random), _("It was chosen at random."))


def pick(legal: Sequence[Action], random: Random) -> Action:
    """Pick a kind of action among those there are, then an action of that kind."""
    kinds = list(by_kind(legal).values())
    chosen = kinds[int(random.random() * len(kinds))]
    return chosen[int(random.random() * len(chosen))]
