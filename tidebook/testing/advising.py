"""Checks of advice: it can be followed, it says why, and whoever follows it comes to an end."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tidebook.bots.random import pick
from tidebook.core.chance import Chance
from tidebook.core.player import Decision
from tidebook.core.text import Text, _
from tidebook.testing.samples import finding, some

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from random import Random
    from typing import Any

    from tidebook.core.game import Action, State
    from tidebook.testing.samples import Sample, Tally

    Adviser = Callable[[Any, Sequence[Action]], Decision | None]

ADVISED = 25  # states in which advice is asked for
HINTED = 4  # states in which a hint is, which may take its time
FOLLOWED = 2  # states from which advice is followed to the end, beside the start


def advice_can_be_followed(sample: Sample, tally: Tally) -> None:
    """Ask for advice and hints: what they say is legal, and has a reason. Follow the advice to the end."""
    random = sample.random("advice")
    game = sample.setting.game
    advised = [state for state in some(sample.running, ADVISED, random) if _sound(sample, state, game.advise, tally)]
    for state in some(sample.running, HINTED, random):
        _sound(sample, state, game.hint, tally)
    if advised:
        start = game.start(sample.setting.players, Chance("advice"))
        for state in (start, *some(advised, FOLLOWED, random)):
            _followed(sample, state.copy(), random)


def _sound(sample: Sample, state: State, adviser: Adviser, tally: Tally) -> bool:
    """Ask twice, in one state; tell whether there was any advice."""
    legal = state.legal()
    decision = adviser(state.view(state.to_move), tuple(legal))
    if adviser(state.view(state.to_move), list(legal)) != decision:
        raise finding(_("{where}: asked again, the advice is another.", where=sample.setting))
    if decision is None:
        return False
    tally.advice += 1
    _allowed(sample, decision, legal)
    if not isinstance(decision.reason, Text) or not str(decision.reason).strip():
        raise finding(
            _("{where}: the advice “{action}” has no reason.", where=sample.setting, action=str(decision.action))
        )
    known = set(state.game.actions(state.players))
    for action in decision.then:
        if action not in known:
            raise finding(
                _("{where}: after “{action}” the advice goes on with “{then}”, which is no action here.",
                  where=sample.setting, action=str(decision.action), then=str(action))
            )  # fmt: skip
    return True


def _allowed(sample: Sample, decision: Decision, legal: Sequence[Action]) -> None:
    if not isinstance(decision, Decision):
        raise finding(_("{where}: advice must be a Decision, not {what}.", where=sample.setting, what=repr(decision)))
    if decision.action not in legal:
        raise finding(
            _("{where}: the advice is “{action}”, which is not legal.", where=sample.setting,
              action=str(decision.action))
        )  # fmt: skip


def _followed(sample: Sample, state: State, random: Random) -> None:
    """Follow the advice to the end; where there is none, do anything."""
    game, chance = state.game, Chance("advice")
    for _each in range(game.max_actions):
        if state.to_move is None:
            return
        legal = state.legal()
        decision = game.advise(state.view(state.to_move), legal)
        if decision:
            _allowed(sample, decision, legal)
        state.apply(decision.action if decision else pick(legal, random), chance)
    if state.to_move is not None:
        raise finding(
            _("{where}: whoever follows the advice does not come to an end in {most} actions.", where=sample.setting,
              most=game.max_actions)
        )  # fmt: skip
