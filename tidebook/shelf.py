"""The shelf on which a person's unfinished game is kept."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

from tidebook.core.errors import RecordError

if TYPE_CHECKING:
    from collections.abc import Mapping

    from tidebook.core.match import Match


def data_folder(environ: Mapping[str, str] = os.environ) -> Path:
    """Give the folder in which a person's games are kept."""
    if os.name == "nt" and environ.get("APPDATA"):
        return Path(environ["APPDATA"]) / "tidebook"
    given = Path(environ.get("XDG_DATA_HOME", ""))
    # A relative one counts for nothing, says the standard that defines it.
    base = given if given.is_absolute() else Path(os.path.expanduser("~/.local/share"))  # noqa: PTH111 never fails
    return base / "tidebook"


class Shelf:
    """The place where an unfinished game is kept. What was left there before is moved aside, not lost."""

    def __init__(self, game: str, folder: Path) -> None:
        self.path = folder / f"last-{game}.json"
        self.aside = folder / f"earlier-{game}.json"
        self.moved = False
        self._ours = b""

    def adopt(self, path: Path) -> None:
        """Take what lies there for the game that is played now, if it was loaded from there."""
        self._ours = self._there() if path.absolute() == self.path.absolute() else b""

    def taken(self) -> bool:
        """Whether another game lies there."""
        return self._there() not in (b"", self._ours)

    def keep(self, match: Match) -> bool:
        """Keep a game; False if that could not be done."""
        try:
            self.path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            if self.taken():
                self.path.replace(self.aside)
                self.moved = True
            match.save(self.path)
        except (OSError, RecordError):
            return False
        self._ours = self._there()
        return True

    def clear(self) -> None:
        """Take our game away: it is over."""
        if self._ours and not self.taken():
            self.path.unlink(missing_ok=True)

    def _there(self) -> bytes:
        try:
            return self.path.read_bytes()
        except OSError:
            return b""
