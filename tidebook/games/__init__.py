"""The games: one room each, the same furniture in every one. Other people's games come by entry points."""

from __future__ import annotations

from difflib import get_close_matches
from importlib import import_module
from importlib.metadata import entry_points
from typing import TYPE_CHECKING, cast

from tidebook.core.errors import UnknownGameError
from tidebook.core.text import Several, _

if TYPE_CHECKING:
    from tidebook.core.game import Game

GROUP = "tidebook.games"
OURS = {"shifting_stones": "ShiftingStones"}


def games() -> tuple[str, ...]:
    """Give the names of all games: ours, and those that other packages bring."""
    return tuple(sorted({*OURS, *entry_points(group=GROUP).names}))


def find(name: str) -> type[Game]:
    """Give the class of a game by its name."""
    if name in OURS:
        return cast("type[Game]", getattr(import_module(f"tidebook.games.{name}"), OURS[name]))
    for entry in entry_points(group=GROUP, name=name):
        try:
            return cast("type[Game]", entry.load())
        except Exception as error:
            raise UnknownGameError(
                _("The game {name} is installed, but cannot be loaded: {why}.", name=name, why=repr(error))
            ) from error
    known = games()
    near = get_close_matches(name[:60], known, n=3, cutoff=0.5) or known
    raise UnknownGameError(_("There is no game {name}; there are {near}.", name=name[:60], near=Several(near)))
