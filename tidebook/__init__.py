"""Tidebook: play, teach and design board games in Jupyter.

>>> import tidebook
>>> match = tidebook.new("shifting_stones", players=2, seed=7)
>>> match.legal()[0]
<shift a1-b1 with 64>
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tidebook.bots import bots, make_bot
from tidebook.core import record as _record
from tidebook.core.chance import Chance
from tidebook.core.game import Game
from tidebook.core.match import Match, Start
from tidebook.core.text import Language
from tidebook.games import find, games

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    from tidebook.core.chance import Seed
    from tidebook.core.player import Player
    from tidebook.core.rules import Rules

__version__ = "0.1.0"
__all__ = ["Chance", "Game", "Language", "Match", "bots", "game", "games", "load", "new"]


def game(name: str | Game, rules: Rules | Mapping[str, Any] | str | Path | None = None) -> Game:
    """Give a game by its name, with the published rules or others: a mapping, or the path of a variant file."""
    if isinstance(name, Game):
        return name if rules is None else type(name).of(rules)
    return find(name).of(rules)


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
    """Start a game: dealt for so many players, or from a position. Bots are given by seat.

    With fewer players named than the game needs, the smallest number for more than one is taken.
    """
    chosen = game(name, rules)
    if position is not None:
        players = chosen.position(position).players
    elif players is None:
        players = min((count for count in chosen.players if count > 1), default=chosen.players[0])
    chosen.check_players(players)
    made = {seat: make_bot(bot) for seat, bot in (bots or {}).items()}
    return Match(chosen, Start(players, position), Chance(seed), names=names, bots=made)


def load(path: Path | str) -> Match:
    """Load a saved game by playing it again; an error keeps the part of it that fits."""
    return _record.read(path, find, make_bot)
