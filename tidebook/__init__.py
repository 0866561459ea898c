"""Tidebook: play, teach and design board games in Jupyter.

>>> import tidebook
>>> match = tidebook.new("shifting_stones", players=2, seed=7)
>>> match.legal()[0]
<shift a1-b1 with 64>
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from tidebook.bots import bots, make_bot
from tidebook.core import record as _record
from tidebook.core.chance import Chance
from tidebook.core.errors import (
    IllegalActionError,
    NotationError,
    RecordError,
    RulesError,
    TidebookError,
    UndoError,
    UnknownBotError,
)
from tidebook.core.game import Game
from tidebook.core.match import Match, Start
from tidebook.core.text import Language, _
from tidebook.games import find, games
from tidebook.games import make_game as game

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from tidebook.core.chance import Seed
    from tidebook.core.player import Player
    from tidebook.core.rules import Rules

__version__ = "0.1.0"
__all__ = [
    "Chance",
    "Game",
    "IllegalActionError",
    "Language",
    "Match",
    "NotationError",
    "RecordError",
    "RulesError",
    "TidebookError",
    "UndoError",
    "bots",
    "game",
    "games",
    "load",
    "new",
]


def new(
    name: str | Game,
    players: int | None = None,
    seed: Seed | None = None,
    *,
    rules: Rules | Mapping[str, Any] | str | Path | None = None,
    bots: Mapping[int, str | Player] | None = None,
    names: Sequence[str] = (),
    position: Mapping[str, Any] | None = None,
) -> Match:
    """Start a game: dealt for so many players, or from a position. Bots are given by seat: {1: "random"}.

    If it is not said how many play, it is the smallest number above one that the game allows.
    """
    chosen = game(name, rules)
    if players is None and position is None:
        players = min((count for count in chosen.players if count > 1), default=chosen.players[0])
    if position is not None:
        there = chosen.position(position).players
        if players not in (None, there):
            raise RulesError(_("The position is for {there} players, not {players}.", there=there, players=players))
        players = there
    players = chosen.check_players(players)
    if bots is not None and not isinstance(bots, Mapping):
        raise UnknownBotError(_("bots must be given by seat, such as {example}.", example='{1: "random"}'))
    made = {seat: make_bot(bot) for seat, bot in (bots or {}).items()}
    return Match(chosen, Start(players, position), Chance(seed), names=names, bots=made)


def load(path: Path | str) -> Match:
    """Load a saved game by playing it again; an error keeps the part of it that fits."""
    return _record.read(path, find, make_bot)
