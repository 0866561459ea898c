"""Four Shells: everybody hides a shell, and the highest wins. A complete game for Tidebook, as small as can be.

Two or three players. The rules are in `guide.en.md`, the dials in `rules.py`, the game in `game.py` and `play.py`,
its drawing in `table.py` and its advice in `advice.py`.
"""

from .game import FourShells

__all__ = ["FourShells"]
