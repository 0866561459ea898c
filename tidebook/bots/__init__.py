"""Players that see only what their seat may see."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tidebook.bots.greedy import GreedyBot
from tidebook.bots.random import RandomBot
from tidebook.core.errors import UnknownBotError
from tidebook.core.text import Several, _

if TYPE_CHECKING:
    from collections.abc import Callable

    from tidebook.core.player import Player

BOTS: dict[str, Callable[[], Player]] = {"greedy": GreedyBot, "random": RandomBot}

__all__ = ["BOTS", "GreedyBot", "RandomBot", "bots", "make_bot"]


def bots() -> tuple[str, ...]:
    """Give the names of all bots."""
    return tuple(sorted(BOTS))


def make_bot(bot: Player | str) -> Player:
    """Give a bot by its name; a bot itself is given back as it is."""
    if not isinstance(bot, str):
        return bot
    if bot not in BOTS:
        raise UnknownBotError(_("There is no bot {name}; there are {known}.", name=bot[:40], known=Several(bots())))
    return BOTS[bot]()
