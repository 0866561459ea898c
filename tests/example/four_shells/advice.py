"""Advice for Four Shells: whether a shell is worth keeping, and which place it will take.

It rests on a view alone: on the shells that the seat has seen, and on how many it has not.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tidebook.core.player import Decision
from tidebook.core.text import Text, _, ngettext

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tidebook.core.game import Action

    from .game import FourShells
    from .play import ShellsView


def advise(game: FourShells, view: ShellsView, legal: Sequence[Action]) -> Decision | None:
    """Say what is good to do, and why."""
    mine = view.hands[view.to_move] if view.to_move is not None else None
    if mine is None:
        return None  # it is somebody else's turn
    if not view.moved:
        return Decision(*_move(game, view, mine, legal), then=(game.end,))
    last = view.turn + view.players >= game.turns(view.players)
    mark = game.marks[_place(game, view, mine) - 1]
    if last and mark in legal:
        reason = _("Place {place} is the most likely one, and being right is worth a point.", place=mark.args[0])
        return Decision(mark, reason, then=(game.end,))
    return Decision(game.end, _("Your move is made."))


def _move(game: FourShells, view: ShellsView, mine: int, legal: Sequence[Action]) -> tuple[Action, Text]:
    """Swap if the shell to be drawn is higher, or probably is."""
    if game.swap not in legal:
        return game.keep, _("The deck is empty.")
    if view.top:
        better = view.top > mine
        reason = _("You know that shell {top} is on top, and yours is {mine}.", top=view.top, mine=mine)
    else:
        unseen = _unseen(game, view)
        higher = sum(shell > mine for shell in unseen)
        better = 2 * higher > len(unseen)
        reason = ngettext(
            "Of the {unseen} shells that you have not seen, {n} is higher than yours.",
            "Of the {unseen} shells that you have not seen, {n} are higher than yours.",
            higher,
            unseen=len(unseen),
        )
    return game.swap if better else game.keep, reason


def _place(game: FourShells, view: ShellsView, mine: int) -> int:
    """Guess the place of the own shell: each that is hidden is higher as often as those that are not seen."""
    unseen = _unseen(game, view)
    hidden = view.hands.count(None)
    higher = hidden * sum(shell > mine for shell in unseen) / len(unseen) if unseen else 0
    return 1 + round(higher) + sum(shell > mine for shell in view.hands if shell)


def _unseen(game: FourShells, view: ShellsView) -> list[int]:
    seen = {*view.hands, *view.discard, view.top}
    return [shell for shell in game.shells if shell not in seen]
