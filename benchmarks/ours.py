"""Shifting Stones, two players, under uniform random play."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

import tidebook
from benchmarks import SHELF, STEP
from tidebook.core.chance import Chance

if TYPE_CHECKING:
    from tidebook.core.game import State

GAME = "shifting_stones"
PLAYERS = 2


class Ours:
    """The game in the loop of any tidebook program: ask what is legal, choose, apply."""

    def __init__(self, seed: int) -> None:
        self._game = tidebook.game(GAME)
        self._rand = Random(seed).random  # noqa: S311 games, not secrets
        self._games = seed
        self._shelf: list[State] = []
        self._begin()
        while len(self._shelf) < SHELF:
            self.moves(STEP)
            self._shelf.append(self._state.copy())

    def moves(self, size: int) -> int:
        """Play on for so many moves, through new games where one ends or reaches the cap."""
        rand = self._rand
        left = size
        while left:
            state, chance = self._state, self._chance
            stretch = played = min(left, self._cap)
            for number in range(stretch):
                legal = state.legal()
                state.apply(legal[int(rand() * len(legal))], chance)
                if state.to_move is None:
                    played = number + 1
                    break
            left -= played
            self._cap -= played
            if state.to_move is None or not self._cap:
                self._begin()
        return size

    def copies(self, size: int) -> int:
        """Copy so many states, taken from all over random games."""
        shelf = self._shelf
        for number in range(size):
            shelf[number % SHELF].copy()
        return size

    def _begin(self) -> None:
        self._games += 1
        self._chance = Chance(self._games)
        self._state = self._game.start(players=PLAYERS, chance=self._chance)
        self._cap = self._game.max_actions
