"""Whole games of Shifting Stones in the hands of bots, and pictures of its table."""

from __future__ import annotations

import tidebook
from benchmarks.ours import GAME, PLAYERS
from tidebook.lab import Study

STATES = 64


class BotGames:
    """Games between two bots of one name, as a study plays them, in this process."""

    def __init__(self, bot: str, seed: int) -> None:
        self._bot = bot
        self._seed = seed

    def games(self, size: int) -> int:
        """Play so many games."""
        self._seed += 1
        Study(GAME, bots=(self._bot,) * PLAYERS, games=size, seed=self._seed).run()
        return size


class Pictures:
    """Whole tables drawn as one picture, from views all over a game between bots."""

    def __init__(self, seed: int) -> None:
        match = tidebook.new(GAME, PLAYERS, seed, bots=dict.fromkeys(range(PLAYERS), "greedy"))
        match.advance()
        states = list(match.positions())
        self._game = match.game
        self._views = [states[number * len(states) // STATES].view(0) for number in range(STATES)]
        self._next = 0

    def drawn(self, size: int) -> int:
        """Draw so many."""
        for _each in range(size):
            self._game.svg(self._views[self._next % STATES])
            self._next += 1
        return size
