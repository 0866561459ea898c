"""OpenSpiel's games under uniform random play, in the loop that suits OpenSpiel best."""

from __future__ import annotations

from random import Random
from typing import Any

import pyspiel

# Importing OpenSpiel's Python games is what registers them.
from open_spiel.python.games import liars_poker as _liars_poker  # noqa: F401
from open_spiel.python.games import tic_tac_toe as _tic_tac_toe  # noqa: F401

from benchmarks import SHELF, STEP


class Peer:
    """One OpenSpiel game, by OpenSpiel's name for it. `deals` says whether a deal counts as a move."""

    def __init__(self, name: str, seed: int, *, deals: bool) -> None:
        self._game: Any = pyspiel.load_game(name)
        self._rand = Random(seed).random  # noqa: S311 games, not secrets
        self._state: Any = self._game.new_initial_state()
        self._deals = deals
        self._shelf: list[Any] = []
        while len(self._shelf) < SHELF:
            self.moves(STEP)
            self._shelf.append(self._state.clone())

    def moves(self, size: int) -> int:
        """Play on for so many moves, through new games where one ends."""
        new = self._game.new_initial_state
        rand = self._rand
        state = self._state
        moves = deals = 0
        while True:
            # In these games all deals come first, so that a move need not ask whether it is a deal.
            while state.is_chance_node():
                outcomes = state.chance_outcomes()
                # Its outcomes are equally likely: a uniform choice is exact, and the cheapest there is.
                state.apply_action(outcomes[int(rand() * len(outcomes))][0])
                deals += 1
            while moves < size and not state.is_terminal():
                legal = state.legal_actions()
                state.apply_action(legal[int(rand() * len(legal))])
                moves += 1
            if state.is_terminal():
                state = new()
            if moves == size:
                self._state = state
                return moves + deals if self._deals else moves

    def copies(self, size: int) -> int:
        """Clone so many states, taken from all over random games."""
        shelf = self._shelf
        for number in range(size):
            shelf[number % SHELF].clone()
        return size
