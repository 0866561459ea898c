"""Shows a view of the table as lines of text, for terminals and prompts."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tidebook.core.text import Text, _
from tidebook.games.shifting_stones.parts import NAMES, SOLO

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tidebook.core.game import Brush
    from tidebook.core.text import Language, Name
    from tidebook.games.shifting_stones.game import ShiftingStones
    from tidebook.games.shifting_stones.play import StonesView


def text(
    game: ShiftingStones,
    view: StonesView,
    language: Language | None = None,
    names: Sequence[Name] = (),
    brush: Brush | None = None,
) -> str:
    """Show the grid, the piles, everybody's scored rows and the own hand."""
    del brush
    lines = _grid(view, language)
    lines += [line.say(language) for line in _piles(game, view)]
    lines += [_row(game, view, seat, names).say(language) for seat in range(view.players)]
    if view.players == SOLO:
        strikes = _("strikes: {strikes} of {most}", strikes=view.strikes, most=game.rules.solo_strikes)
        lines.append(strikes.say(language))
    for number in view.hand:
        card = game.cards[number]
        shown = _("card {number}  value {value}  {pattern}", number=f"{number:>3}", value=card.value,
                  pattern=card.pattern)  # fmt: skip
        lines.append(shown.say(language))
    return "\n".join(f"  {line}".rstrip() for line in lines)


def _grid(view: StonesView, language: Language | None) -> list[str]:
    """Write the stones out by letter and name, in columns as wide as the longest name."""
    rows = [[f"{face} {NAMES[face].say(language)}" for face in row] for row in view.grid.split("/")]
    width = 4 + max(len(name.say(language)) for name in NAMES.values())
    lines = ["    " + "".join(column.ljust(width) for column in "abc")]
    return lines + [f"{number}   " + "".join(name.ljust(width) for name in row) for number, row in enumerate(rows, 1)]


def _piles(game: ShiftingStones, view: StonesView) -> list[Text]:
    """Show the piles, the top of the discards, and what binds this turn."""
    piles = {"deck": view.deck, "discard": len(view.discard)}
    if view.discard:
        top = view.discard[-1]
        lines = [_("deck {deck}, discard pile {discard}, on top card {top} ({pattern})", **piles, top=top,
                   pattern=game.cards[top].pattern)]  # fmt: skip
    else:
        lines = [_("deck {deck}, discard pile {discard}", **piles)]
    if view.ending:
        lines.append(_("this round is the last"))
    if view.seat is not None and view.skipped[view.seat]:
        lines.append(_("you skipped your last turn"))
    return lines


def _row(game: ShiftingStones, view: StonesView, seat: int, names: Sequence[Name]) -> Text:
    values = " ".join(str(game.cards[card].value) for card in view.scored[seat])
    held = len(view.held[seat])
    if seat == view.seat:
        return _("you: hold {held}, scored {values}", held=held, values=values or "-")
    who = names[seat] if names else _("seat {seat}", seat=seat + 1)
    return _("{who}: holds {held}, scored {values}", who=who, held=held, values=values or "-")
