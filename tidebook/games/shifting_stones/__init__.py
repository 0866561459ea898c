"""Shifting Stones: nine stones, seventy-two patterns; a card moves the stones or scores, never both.

Designed by J. Evan Raitt, published by Gamewright (2020). One to five players. The rules are in `guide.en.md`.
"""

from tidebook.games.shifting_stones.game import ShiftingStones

__all__ = ["ShiftingStones"]
