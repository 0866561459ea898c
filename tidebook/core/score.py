"""Points that can say why: a sheet for each seat, made of lines."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tidebook.core.text import Language, Text


@dataclass(frozen=True, slots=True)
class ScoreLine:
    """One reason for points: what for, how many, the clause, and the parts that earned them."""

    what: Text
    points: int
    clause: str
    parts: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ScoreSheet:
    """The points of one seat. The total is the sum of its lines, always."""

    seat: int
    lines: tuple[ScoreLine, ...]

    @property
    def total(self) -> int:
        """The sum of the lines."""
        return sum(line.points for line in self.lines)

    def say(self, language: Language | None = None) -> str:
        """Put the sheet into lines of text."""
        rows = [f"{line.points:+4d}  {line.what.say(language)}  [{line.clause}]" for line in self.lines]
        return "\n".join([*rows, f"{self.total:4d}"])

    def __str__(self) -> str:
        return self.say()
