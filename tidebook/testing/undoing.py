"""Checks of undo: what is not called revealing shows the mover nothing; undo and redo give the identical state."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tidebook.core.chance import Chance
from tidebook.core.game import by_kind
from tidebook.core.match import Match, Start
from tidebook.core.text import Several, _
from tidebook.testing.samples import finding, some

if TYPE_CHECKING:
    from random import Random

    from tidebook.core.game import Action, State
    from tidebook.testing.samples import Sample, Tally

GUESSES = 8
STATES = 25
EACH_KIND = 2  # actions of each kind tried in a state
TAKEN_BACK = 400  # actions, of the first game or of more where games are short


def undo_is_safe(sample: Sample, tally: Tally) -> None:
    """Guess what the mover cannot see 8 times: what is not revealing leads to one and the same view."""
    random = sample.random("undo")
    for state in some(sample.running, STATES, random):
        seat = state.to_move
        guesses = [state.game.guess(state.view(seat), random) for _each in range(GUESSES)]
        for guess in guesses:
            if guess.legal() != state.legal():
                raise finding(
                    _("{where}: what seat {seat} may do depends on what it cannot see.", where=sample.setting,
                      seat=seat)
                )  # fmt: skip
        for action in _each_kind(state, random):
            reveals = state.reveals(action)
            if any(guess.reveals(action) != reveals for guess in guesses):
                raise finding(
                    _("{where}: whether “{action}” reveals something depends on what seat {seat} cannot see.",
                      where=sample.setting, action=str(action), seat=seat)
                )  # fmt: skip
            views = set()
            for number, guess in enumerate(guesses):
                after = guess.copy()
                after.apply(action, Chance(f"undo {number}"))
                views.add(after.view(seat).json())
            if reveals:
                tally.revealing.add(action.kind)
                if len(views) > 1:
                    tally.differed.add(action.kind)
            elif len(views) > 1:
                raise finding(
                    _("{where}: “{action}” is not called revealing, but shows seat {seat} something new.",
                      where=sample.setting, action=str(action), seat=seat)
                )  # fmt: skip


def undo_and_redo_return(sample: Sample, _tally: Tally) -> None:
    """Take whole games back and do them again: every state is the identical one, and so is the luck to come."""
    left = TAKEN_BACK
    for game in sample.games:
        if left <= 0:
            break
        start = Start(sample.setting.players)
        match = Match(sample.setting.game, start, Chance(game.seed))
        for seat in range(sample.setting.players):
            match.agree(seat)
        prints = [match.state.fingerprint()]
        length = min(len(game.actions), left)
        left -= length
        for action in game.actions[:length]:
            match.play(action)
            prints.append(match.state.fingerprint())
        for count in range(length, 0, -1):
            match.undo()
            _same(sample, match, prints[count - 1])
        for count in range(length):
            match.redo()
            _same(sample, match, prints[count + 1])
        half = length // 2
        for _each in range(length - half):
            match.undo()
        for count, action in enumerate(game.actions[half:length], half):
            match.play(action)
            _same(sample, match, prints[count + 1])


def reveals_are_real(tally: Tally) -> None:
    """Every kind of action that was ever called revealing has shown something at least once."""
    idle = sorted(tally.revealing - tally.differed)
    if idle:
        raise finding(_("{kinds} are called revealing, but never showed anything new.", kinds=Several(idle)))


def _same(sample: Sample, match: Match, wanted: str) -> None:
    if match.state.fingerprint() != wanted:
        raise finding(
            _("{where}: undo or redo gives another state at action {count}.", where=sample.setting,
              count=len(match.history))
        )  # fmt: skip


def _each_kind(state: State, random: Random) -> list[Action]:
    return [action for actions in by_kind(state.legal()).values() for action in some(actions, EACH_KIND, random)]
