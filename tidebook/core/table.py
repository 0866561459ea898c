"""A table as it is drawn: zones of small drawings, made from a view. `tidebook.draw` puts them on one picture."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Drawing:
    """One thing on the table: SVG elements within a frame of so many units.

    `key` names it, and stays the same from view to view. Inside, whatever an action can touch is a group with
    `data-part="..."`. `label` says what is drawn to those who do not see it.
    """

    key: str
    svg: str
    width: float
    height: float
    label: str


@dataclass(frozen=True, slots=True)
class Table:
    """A view in zones: the board, my own things, shared cards, the others' things; and how the game stands.

    `lettering` is the symbol in which the title is drawn, if there is one.
    """

    title: str
    lettering: str
    status: str
    board: Drawing
    tray: tuple[Drawing, ...] = ()
    market: tuple[Drawing, ...] = ()
    rivals: tuple[Drawing, ...] = ()

    @property
    def drawings(self) -> tuple[Drawing, ...]:
        """Everything that is drawn."""
        return (self.board, *self.tray, *self.market, *self.rivals)
