"""Bots for the tests of the lab; they live in a module, so that they can be sent to other processes."""

from __future__ import annotations

import multiprocessing
import os
from typing import TYPE_CHECKING

from tidebook.bots import RandomBot
from tidebook.core.player import Decision
from tidebook.core.text import _

if TYPE_CHECKING:
    from random import Random

    from tidebook.core.player import Sight


class Scorer:
    """Scores whatever it can, otherwise moves something or ends its turn."""

    name = "scorer"

    def choose(self, sight: Sight, random: Random) -> Decision:
        """Score, or move something."""
        scores = [action for action in sight.legal if action.kind == "score"]
        ends = [action for action in sight.legal if action.kind == "end"]
        moves = [action for action in sight.legal if action.kind in ("shift", "flip")]
        chosen = scores or ([moves[int(random.random() * len(moves))]] if moves else ends)
        return Decision(chosen[0], _("It scores what it can."))


class Cheat:
    """Scores a card that is not there."""

    name = "cheat"

    def choose(self, sight: Sight, random: Random) -> Decision:  # noqa: ARG002 it has made up its mind
        """Score whatever it likes."""
        return Decision(sight.game.parse("score 72"), _("Because."))


class Careless(RandomBot):
    """Has a mistake that shows once in a while."""

    name = "careless"

    def choose(self, sight: Sight, random: Random) -> Decision:
        """Choose at random, mostly."""
        return super().choose(sight, random) if random.random() > 0.005 else 1 // 0  # type: ignore[return-value]


class Mortal(RandomBot):
    """Takes its worker with it, but harms nobody at home."""

    name = "mortal"

    def choose(self, sight: Sight, random: Random) -> Decision:
        """Choose at random, and rarely end it all."""
        if multiprocessing.parent_process() and random.random() < 0.005:
            os._exit(9)
        return super().choose(sight, random)


class Stillborn(RandomBot):
    """Cannot live in another process."""

    name = "stillborn"

    def choose(self, sight: Sight, random: Random) -> Decision:
        """Choose at random at home only."""
        if multiprocessing.parent_process():
            os._exit(9)
        return super().choose(sight, random)
