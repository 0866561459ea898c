"""Whole games of Shifting Stones in the hands of the bot `random`."""

from __future__ import annotations

from benchmarks.ours import GAME, PLAYERS
from tidebook.lab import Study


class BotGames:
    """Games between two bots `random`, as a study plays them."""

    def __init__(self, seed: int) -> None:
        self._seed = seed

    def games(self, size: int) -> int:
        """Play so many games."""
        self._seed += 1
        Study(GAME, bots=("random",) * PLAYERS, games=size, seed=self._seed).run()
        return size
