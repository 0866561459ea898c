"""What came out of a study: how each game went, and the numbers over all of them, with intervals."""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from tidebook.core.data import plain
from tidebook.core.text import Text, _, ngettext
from tidebook.lab.estimates import mean, wilson

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tidebook.core.text import Language
    from tidebook.lab.estimates import Estimate

GAP = "   "  # between two columns


@dataclass(frozen=True, slots=True)
class GameResult:
    """How one game of a study went. `bots` says which bot (by its number in the study) sat where."""

    number: int
    seed: str
    bots: tuple[int, ...]
    actions: int
    capped: bool
    winners: tuple[int, ...]
    totals: tuple[int, ...]

    def to_dict(self) -> dict[str, Any]:
        """Give plain data; bots and seats are counted from 0."""
        return {one.name: plain(getattr(self, one.name)) for one in dataclasses.fields(self)}


@dataclass(slots=True)
class StudyResult:
    """What came out of a study. A shared victory counts as a part of one for each winner."""

    names: tuple[str, ...]
    results: list[GameResult] = field(default_factory=list)

    @property
    def games(self) -> int:
        """The number of games played."""
        return len(self.results)

    @property
    def capped(self) -> int:
        """The number of games that were cut at the cap of their length; they count as won by nobody."""
        return sum(result.capped for result in self.results)

    @property
    def labels(self) -> tuple[str, ...]:
        """The names of the bots; those that share a name are numbered."""
        return tuple(name if self.names.count(name) == 1 else f"{name} {bot}" for bot, name in enumerate(self.names, 1))

    def wins(self, bot: int) -> Estimate:
        """The share of games that a bot won, wherever it sat."""
        return wilson(sum(self._part(result, result.bots.index(bot)) for result in self.results), self.games)

    def seat_wins(self, seat: int) -> Estimate:
        """The share of games that a seat won, whoever sat there."""
        return wilson(sum(self._part(result, seat) for result in self.results), self.games)

    def shared(self) -> Estimate:
        """The share of games with more than one winner."""
        return wilson(sum(len(result.winners) > 1 for result in self.results), self.games)

    def score(self, bot: int) -> Estimate:
        """The mean score of a bot."""
        return mean([result.totals[result.bots.index(bot)] for result in self.results])

    def length(self) -> Estimate:
        """The mean number of actions in a game."""
        return mean([result.actions for result in self.results])

    def summary(self) -> dict[str, Any]:
        """Give all numbers as plain data; bots and seats are counted from 0."""
        seats = range(len(self.names))
        return {
            "games": self.games,
            "capped": self.capped,
            "length": self.length().to_dict(),
            "shared": self.shared().to_dict(),
            "bots": [
                {"bot": name, "wins": self.wins(bot).to_dict(), "score": self.score(bot).to_dict()}
                for bot, name in enumerate(self.names)
            ],
            "seats": [{"seat": seat, "wins": self.seat_wins(seat).to_dict()} for seat in seats],
        }

    def say(self, language: Language | None = None) -> str:
        """Say all numbers with their 95 % intervals: sentences, then a table of bots and seats."""
        told = [
            ngettext(
                "{n} game, {capped} cut at the cap of its length.",
                "{n} games, {capped} cut at the cap of their length.",
                self.games,
                capped=self.capped,
            ),
            _("Actions in a game: {estimate}", estimate=self.length().number()),
        ]
        rows: list[tuple[Text | str, ...]] = [("", _("wins"), _("mean score"))]
        rows += [(label, self.wins(bot).percent(), self.score(bot).number()) for bot, label in enumerate(self.labels)]
        if len(self.names) > 1:
            told.append(_("Games with several winners: {estimate}", estimate=self.shared().percent()))
            rows += [
                (_("seat {seat}", seat=seat + 1), self.seat_wins(seat).percent()) for seat in range(len(self.names))
            ]
        return "\n".join((*(sentence.say(language) for sentence in told), "", *_table(rows, language)))

    def __str__(self) -> str:
        return self.say()

    @staticmethod
    def _part(result: GameResult, seat: int) -> float:
        return 1 / len(result.winners) if seat in result.winners else 0.0


def _table(rows: Sequence[Sequence[Text | str]], language: Language | None) -> list[str]:
    """Put cells into columns."""
    said = [[cell.say(language) if isinstance(cell, Text) else cell for cell in row] for row in rows]
    wide = [max(len(row[column]) for row in said if column < len(row)) for column in range(len(said[0]))]
    return [GAP.join(f"{cell:<{width}}" for cell, width in zip(row, wide, strict=False)).rstrip() for row in said]
