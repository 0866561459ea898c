"""A study: many games with given bots and seed, and what came out, with intervals.

    >>> from tidebook.lab import Study
    >>> result = Study("shifting_stones", bots=("random", "random"), games=20, seed=7).run()
    >>> result.games, result.capped
    (20, 0)

Each game has a seed of its own, derived from the study's; a match with that seed and these bots is the same game.
So it does not matter where a game is played: in this process, in others (`workers`), or on a cluster (`executor`).
"""

from __future__ import annotations

from contextlib import closing
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from tidebook.bots import make_bot
from tidebook.core.chance import LONGEST_SEED, Chance, bot_luck, check_seed
from tidebook.core.data import shown
from tidebook.core.errors import TidebookError
from tidebook.core.player import Sight
from tidebook.core.text import _
from tidebook.games import make_game
from tidebook.lab.engines import Given, reason, spread
from tidebook.lab.pool import Pool
from tidebook.lab.results import GameResult, StudyResult

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterable, Mapping, Sequence
    from concurrent.futures import Executor
    from pathlib import Path

    from tidebook.core.chance import Seed
    from tidebook.core.game import Game
    from tidebook.core.player import Player
    from tidebook.core.rules import Rules

MOST_GAMES = 10_000_000


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
    rules: Rules | Mapping[str, Any] | str | Path | None = None
    rotate: bool = True

    def run(
        self,
        tell: Callable[[int], bool | None] | None = None,
        *,
        workers: int | None = None,
        executor: Executor | None = None,
    ) -> StudyResult:
        """Play all games and give the results; where they are played is as in `stream`.

        `tell` hears how many games are done. If it answers False, the study ends, and what is done is given.
        """
        result = StudyResult(self.names)
        with closing(self.stream(workers=workers, executor=executor)) as games:
            for one in games:
                result.results.append(one)
                if tell and tell(result.games) is False:
                    break
        return result

    def stream(
        self, *, workers: int | None = None, executor: Executor | None = None
    ) -> Generator[GameResult, None, None]:
        """Play the games and give each result as it comes, in the order of their numbers; `close` ends the study.

        They are played in this process; or in so many worker processes; or on any executor, such as that of a Dask
        client, `Client(address).get_executor()`. With an executor, `workers` says how many games it plays at once.
        """
        study = self.checked()
        if executor is not None:
            return spread(study, Given(study, executor, workers))
        if workers not in (None, 1):
            return spread(study, Pool(study, workers))
        return study.play_each(range(study.games))

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the bots."""
        return tuple(make_bot(bot).name for bot in self.bots)

    def checked(self) -> Study:
        """Give the same study with its game found, all of it checked: what can be sent to other machines."""
        if isinstance(self.games, bool) or not isinstance(self.games, int) or not 1 <= self.games <= MOST_GAMES:
            raise TidebookError(_("games must be 1 to {most}, not {games}.", most=MOST_GAMES, games=shown(self.games)))
        longest = LONGEST_SEED - len(f"/{self.games - 1}")  # its games have seeds, too
        if len(str(check_seed(self.seed))) > longest:
            raise TidebookError(_("The seed of this study may have at most {most} characters.", most=longest))
        game = make_game(self.game, self.rules)
        game.check_players(len([make_bot(bot) for bot in self.bots]))
        return replace(self, game=game, rules=None, bots=tuple(self.bots))

    def play_each(self, numbers: Iterable[int]) -> Generator[GameResult, None, None]:
        """Play some of the games, one after the other, in this process."""
        game, bots = make_game(self.game, self.rules), [make_bot(bot) for bot in self.bots]
        for number in numbers:
            yield self.play(number, game, bots)

    def play(self, number: int, game: Game | None = None, bots: Sequence[Player] | None = None) -> GameResult:
        """Play one game of the study; it does not depend on the others."""
        game = game or make_game(self.game, self.rules)
        players = [make_bot(bot) for bot in self.bots] if bots is None else bots
        count = len(players)
        sits = tuple((seat + number) % count if self.rotate else seat for seat in range(count))
        try:
            return self._played(number, game, players, sits)
        except TidebookError:
            raise
        except Exception as error:  # a mistake in a game or in a bot, which may be somebody else's
            raise TidebookError(
                _(
                    "Game {number} of the study went wrong ({why}); its seed is {seed}.",
                    number=number,
                    why=reason(error),
                    seed=self._seed(number),
                )
            ) from error

    def _played(self, number: int, game: Game, players: Sequence[Player], sits: tuple[int, ...]) -> GameResult:
        seed = self._seed(number)
        chance = Chance(seed)
        state = game.start(len(players), chance)
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

    def _seed(self, number: int) -> str:
        return f"{self.seed}/{number}"
