"""The games: one room each, the same furniture in every one. Other people's games come by entry points."""

from __future__ import annotations

from difflib import get_close_matches
from importlib import import_module
from importlib.metadata import entry_points
from typing import TYPE_CHECKING, Any, cast

from tidebook.core.data import shown
from tidebook.core.errors import UnknownGameError
from tidebook.core.game import Game
from tidebook.core.text import Several, _

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from tidebook.core.rules import Rules

GROUP = "tidebook.games"
OURS = {"shifting_stones": "ShiftingStones"}


def games() -> tuple[str, ...]:
    """Give the names of all games: ours, and those that other packages bring."""
    return tuple(sorted({*OURS, *entry_points(group=GROUP).names}))


def make_game(name: str | Game, rules: Rules | Mapping[str, Any] | str | Path | None = None) -> Game:
    """Give a game by its name, with the published rules or others: a mapping, or the path of a variant file.

    A game itself is given back as it is, or by other rules.
    """
    if isinstance(name, Game):
        return name if rules is None else type(name).of(rules)
    return find(name).of(rules)


def find(name: str) -> type[Game]:
    """Give the class of a game by its name."""
    if isinstance(name, str) and name in OURS:
        return cast("type[Game]", getattr(import_module(f"tidebook.games.{name}"), OURS[name]))
    for entry in entry_points(group=GROUP, name=str(name)):
        try:
            return cast("type[Game]", entry.load())
        except Exception as error:
            raise UnknownGameError(
                _("The game {name} is installed, but cannot be loaded: {why}.", name=name, why=repr(error))
            ) from error
    known = games()
    near = get_close_matches(shown(name), known, n=3, cutoff=0.5) or known
    raise UnknownGameError(_("There is no game {name}; there are {near}.", name=shown(name), near=Several(near)))
