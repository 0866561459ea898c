"""A study: many games with given bots and seed, and what came out, with intervals.

    >>> from tidebook.lab import Study
    >>> result = Study("shifting_stones", bots=("random", "random"), games=20, seed=7).run()
    >>> result.games, result.capped
    (20, 0)

Each game has a seed of its own, derived from the study's; a match with that seed and these bots is the same game.
Every number carries a 95 % interval and the number of games behind it.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from tidebook.bots import make_bot
from tidebook.core.chance import Chance, bot_luck
from tidebook.core.errors import TidebookError
from tidebook.core.player import Sight
from tidebook.core.text import _
from tidebook.games import make_game

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from tidebook.core.chance import Seed
    from tidebook.core.game import Game
    from tidebook.core.player import Player

Z = 1.959963984540054  # 95 % of a normal distribution lie within so many standard deviations
MOST_GAMES = 10_000_000


@dataclass(frozen=True, slots=True)
class Estimate:
    """A number, its 95 % interval, and how many games it rests on."""

    value: float
    low: float
    high: float
    games: int

    def __str__(self) -> str:
        return f"{self.value:.3f} ({self.low:.3f} to {self.high:.3f}, {self.games} games)"


def wilson(hits: float, games: int) -> Estimate:
    """Estimate a share by Wilson's interval, which is right for few games and shares near 0 or 1, too."""
    if games < 1:
        return Estimate(math.nan, 0.0, 1.0, 0)
    share, square = hits / games, Z * Z
    middle = (share + square / (2 * games)) / (1 + square / games)
    reach = Z / (1 + square / games) * math.sqrt(share * (1 - share) / games + square / (4 * games * games))
    low, high = min(share, middle - reach), max(share, middle + reach)  # rounding must not leave the share outside
    return Estimate(share, max(0.0, low), min(1.0, high), games)


def mean(values: Sequence[float]) -> Estimate:
    """Estimate a mean, with the interval of the normal distribution; one value alone has no interval."""
    count = len(values)
    if not count:
        return Estimate(math.nan, -math.inf, math.inf, 0)
    middle = math.fsum(values) / count
    if count == 1:
        return Estimate(middle, -math.inf, math.inf, 1)
    spread = math.sqrt(math.fsum((value - middle) ** 2 for value in values) / (count - 1))
    reach = Z * spread / math.sqrt(count)
    return Estimate(middle, middle - reach, middle + reach, count)


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

    def wins(self, bot: int) -> Estimate:
        """The share of games that a bot won, wherever it sat."""
        return wilson(sum(self._part(result, result.bots.index(bot)) for result in self.results), self.games)

    def seat_wins(self, seat: int) -> Estimate:
        """The share of games that a seat won, whoever sat there."""
        return wilson(sum(self._part(result, seat) for result in self.results), self.games)

    def score(self, bot: int) -> Estimate:
        """The mean score of a bot."""
        return mean([result.totals[result.bots.index(bot)] for result in self.results])

    def length(self) -> Estimate:
        """The mean number of actions in a game."""
        return mean([result.actions for result in self.results])

    def __str__(self) -> str:
        lines = [
            str(_("{games} games, {capped} cut at the cap of their length.", games=self.games, capped=self.capped)),
            str(_("Actions in a game: {estimate}", estimate=self.length())),
        ]
        for bot, name in enumerate(self.names):
            lines.append(str(_("{bot}: wins {wins}, scores {score}", bot=f"{name} {bot + 1}", wins=self.wins(bot),
                               score=self.score(bot))))  # fmt: skip
        lines += [
            str(_("Seat {seat} wins {wins}", seat=seat + 1, wins=self.seat_wins(seat)))
            for seat in range(len(self.names))
        ]
        return "\n".join(lines)

    @staticmethod
    def _part(result: GameResult, seat: int) -> float:
        return 1 / len(result.winners) if seat in result.winners else 0.0


@dataclass(frozen=True)
class Study:
    """Game, rules, bots, number of games and seed: the same study gives the same results.

    There is a bot for each seat. With `rotate` they change seats from game to game, so that no bot owes its wins to
    where it sat.
    """

    game: str | Game
    bots: Sequence[str | Player]
    games: int
    seed: Seed = 0
    rules: Mapping[str, Any] | None = None
    rotate: bool = True

    def run(self, tell: Callable[[int], None] | None = None) -> StudyResult:
        """Play all games, one after the other, in this process; `tell` hears how many are done."""
        made = [make_bot(bot) for bot in self.bots]
        result = StudyResult(tuple(bot.name for bot in made))
        for one in self.stream():
            result.results.append(one)
            if tell:
                tell(len(result.results))
        return result

    def stream(self) -> Iterator[GameResult]:
        """Play the games and give each result as it comes."""
        if isinstance(self.games, bool) or not isinstance(self.games, int) or not 1 <= self.games <= MOST_GAMES:
            raise TidebookError(
                _("games must be 1 to {most}, not {games}.", most=MOST_GAMES, games=str(self.games)[:20])
            )
        chosen = make_game(self.game, self.rules)
        bots = [make_bot(bot) for bot in self.bots]
        chosen.check_players(len(bots))
        return (self.play(number, chosen, bots) for number in range(self.games))

    def play(self, number: int, game: Game | None = None, bots: Sequence[Player] | None = None) -> GameResult:
        """Play one game of the study; it does not depend on the others."""
        game = game or make_game(self.game, self.rules)
        players = [make_bot(bot) for bot in self.bots] if bots is None else bots
        count = len(players)
        sits = tuple((seat + number) % count if self.rotate else seat for seat in range(count))
        seed = f"{self.seed}/{number}"
        chance = Chance(seed)
        state = game.start(count, chance)
        actions = 0
        while (seat := state.to_move) is not None and actions < game.max_actions:
            legal = tuple(state.legal())
            bot = players[sits[seat]]
            action = bot.choose(Sight(game, state.view(seat), legal), bot_luck(seed, seat, actions)).action
            if action not in legal:
                raise TidebookError(
                    _("The bot {bot} chose “{action}”, which is not allowed.", bot=bot.name, action=str(action))
                )
            state.apply(action, chance)
            actions += 1
        totals = tuple(sheet.total for sheet in state.scores())
        return GameResult(number, seed, sits, actions, state.to_move is not None, state.winners(), totals)
