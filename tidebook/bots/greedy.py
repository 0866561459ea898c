"""A bot that takes what is best now: it follows the game's own advice.

In a game without advice it looks one action ahead: it plays each action on a few guesses of what it cannot see, and
takes the one after which it has the most points more than the best of the others.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tidebook.bots.random import pick
from tidebook.core.chance import Chance
from tidebook.core.player import Decision
from tidebook.core.text import _

if TYPE_CHECKING:
    from random import Random

    from tidebook.core.game import Action, State
    from tidebook.core.player import Sight

GUESSES = 4
SEEDS = 1 << 32


class GreedyBot:
    """Takes what is best now."""

    name = "greedy"

    def choose(self, sight: Sight, random: Random) -> Decision:
        """Follow the advice; without any, look one action ahead."""
        return sight.game.advise(sight.view, sight.legal) or look_ahead(sight, random)


def look_ahead(sight: Sight, random: Random) -> Decision:
    """Choose among the actions with the most points ahead, summed over some guesses, as the bot `random` would."""
    if len(sight.legal) == 1:
        return Decision(sight.legal[0], _("There is nothing else to do."))
    leads = dict.fromkeys(sight.legal, 0)
    for _guess in range(GUESSES):
        state, seed = sight.guess(random), int(random.random() * SEEDS)
        for action in sight.legal:
            leads[action] += _lead(state, action, seed)
    most = max(leads.values())
    best = [action for action, lead in leads.items() if lead == most]
    if len(best) == len(leads):
        return Decision(pick(best, random), _("Every action leads to the same score, so it was chosen at random."))
    reason = _("On {guesses} guesses of what is hidden, no other action leads to a better score.", guesses=GUESSES)
    return Decision(pick(best, random), reason)


def _lead(state: State, action: Action, seed: int) -> int:
    """Count how many points the mover is ahead of the best other after an action; all actions have the same luck."""
    seat, after = state.to_move, state.copy()
    after.apply(action, Chance(seed))
    totals = {sheet.seat: sheet.total for sheet in after.scores()}
    return totals[seat or 0] - max((total for other, total in totals.items() if other != seat), default=0)
