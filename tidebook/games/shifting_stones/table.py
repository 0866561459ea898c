"""Shows a view of the table as lines of text, for terminals and prompts."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tidebook.games.shifting_stones.parts import NAMES

if TYPE_CHECKING:
    from tidebook.games.shifting_stones.game import ShiftingStones
    from tidebook.games.shifting_stones.play import StonesView

WIDTH = 7


def text(game: ShiftingStones, view: StonesView) -> str:
    """Show the grid, the piles, the own hand and everybody's scored rows."""
    lines = ["      " + "".join(f"{column:<{WIDTH}}" for column in "abc").rstrip()]
    for number, row in enumerate(view.grid.split("/"), 1):
        lines.append(f"  {number}   " + "".join(f"{NAMES[face]!s:<{WIDTH}}" for face in row).rstrip())
    lines.append(f"  deck {view.deck}, discard pile {len(view.discard)}")
    for seat, cards in enumerate(view.scored):
        ours = "you" if seat == view.seat else f"seat {seat + 1}"
        values = " ".join(str(game.cards[card].value) for card in cards) or "none"
        lines.append(f"  {ours}: holds {len(view.held[seat])}, scored {values}")
    if view.players == 1:
        lines.append(f"  strikes: {view.strikes} of {game.rules.solo_strikes}")
    lines += [f"  card {card:>3}  value {game.cards[card].value}  {game.cards[card].pattern}" for card in view.hand]
    return "\n".join(lines)
