"""The dials and the ruling of Four Shells."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from tidebook.core.rules import Rules, dial, ruling
from tidebook.core.text import _


@dataclass(frozen=True)
class ShellsRules(Rules):
    """The published rules, unless a dial or the ruling says otherwise."""

    game: ClassVar[str] = "four_shells"

    shells: int = dial(
        4, low=3, high=9, unit=_("shells"), clause="FS.setup", help=_("Shells in the game, more than players.")
    )
    rounds: int = dial(2, low=1, high=4, unit=_("rounds"), clause="FS.turn", help=_("Turns that everybody gets."))
    ties: str = ruling(
        default="shared",
        id="FS-01",
        clause="FS.end.winner",
        question=_("Two players have the same points: who wins?"),
        readings={"shared": _("Both: they share the victory."), "nobody": _("Nobody: a tie is a draw.")},
        why=_("Whoever marked well enough to catch up should have something from it."),
    )
