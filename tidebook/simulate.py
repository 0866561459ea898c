"""The command `tidebook simulate`: many games between bots, and what came out, with intervals.

What came out goes to stdout, in words or as JSON; progress and notes go to stderr. Ctrl-C ends the study, and what is
done is kept: the first so many games are what a study of so many games would have given.
"""

from __future__ import annotations

import json
import logging
import shlex
from contextlib import closing, contextmanager
from typing import TYPE_CHECKING, Any, NamedTuple

from tidebook.bots import bots
from tidebook.core.chance import fresh_seed
from tidebook.core.errors import RulesError, TidebookError
from tidebook.core.text import Several, _, ngettext
from tidebook.games import find
from tidebook.lab import Study, StudyResult
from tidebook.lab.pool import MOST_WORKERS
from tidebook.options import (
    USUAL_BOT,
    add_rules_options,
    add_seed_option,
    chosen_bots,
    chosen_rules,
    chosen_seed,
    program,
    usual_players,
)
from tidebook.progress import Progress
from tidebook.screen import FAILED, INTERRUPTED

if TYPE_CHECKING:
    import argparse
    from collections.abc import Generator, Iterator
    from concurrent.futures import Executor

    from tidebook.core.chance import Seed
    from tidebook.core.game import Game
    from tidebook.core.text import Text
    from tidebook.lab import GameResult
    from tidebook.screen import Screen

USUAL_GAMES = 100


class Asked(NamedTuple):
    """What was asked for: the game by its rules, who plays, how often, and from which seed."""

    game: Game
    bots: tuple[str, ...]
    games: int
    seed: Seed

    def study(self) -> Study:
        """Make the study of it."""
        return Study(self.game, self.bots, self.games, self.seed)

    def to_dict(self) -> dict[str, Any]:
        """Give it as plain data."""
        return {
            "game": self.game.name,
            "version": self.game.version,
            "rules": self.game.rules.to_dict(),
            "players": len(self.bots),
            "bots": list(self.bots),
            "games": self.games,
            "seed": str(self.seed),  # numbers of 128 bits are more than many programs can read
        }


class Ended(NamedTuple):
    """What came out, and how it ended: with all games, with Ctrl-C, or with something that went wrong."""

    result: StudyResult
    stopped: bool = False
    trouble: Text | str | None = None

    @property
    def code(self) -> int:
        """The exit code of the command."""
        return INTERRUPTED if self.stopped else FAILED if self.trouble else 0


def add_options(command: argparse.ArgumentParser) -> None:
    """Let the command take what a study is made of."""
    many = _("how many games; {usual} if nothing is said", usual=USUAL_GAMES)
    command.add_argument("--games", metavar="N", type=int, default=USUAL_GAMES, help=str(many))
    command.add_argument("--players", metavar="N", type=int, help=str(_("how many play; 1 is solo")))
    who = _(
        "a bot for each seat, such as {bot},{bot}; everybody is {bot} if nothing is said (known: {known}). They change"
        " seats from game to game",
        bot=USUAL_BOT,
        known=Several(bots()),
    )
    command.add_argument("--bots", metavar="A,B", help=str(who))
    add_seed_option(command)
    add_rules_options(command)
    where = command.add_mutually_exclusive_group()
    processes = _("play in so many processes, 1 to {most}; in a single one if nothing is said", most=MOST_WORKERS)
    where.add_argument("--workers", metavar="N", type=int, help=str(processes))
    dask = _("play on a Dask cluster, given by its scheduler, such as tcp://127.0.0.1:8786")
    where.add_argument("--dask", metavar="ADDRESS", help=str(dask))
    plain = _(
        "print one JSON object: “study” (what was asked for), “ended” (complete, stopped or failed), “result” (all"
        " numbers with their 95 % intervals; null where so few games cannot tell) and “games” (a line for each, with"
        " the seed by which it can be played again); seats and bots are counted from 0"
    )
    command.add_argument("--json", action="store_true", help=str(plain).replace("%", "%%"))  # argparse fills in %


def simulate(arguments: argparse.Namespace, screen: Screen) -> int:
    """Play the games of a study and tell what came out."""
    asked = _asked(arguments)
    study = asked.study().checked()
    with _engine(arguments) as (workers, executor):
        games = study.stream(workers=workers, executor=executor)
        if arguments.seed is None:
            line = _line(arguments, asked, asked.games)
            screen.complain(_("The seed is {seed}. To repeat this study: {line}", seed=asked.seed, line=line))
        ended = _played(study, games, screen)
    if ended.trouble:
        screen.complain(ended.trouble)
    done = ended.result.games
    if ended.code:
        screen.complain(
            ngettext("Ended after {n} game of {all}.", "Ended after {n} games of {all}.", done, all=asked.games)
        )
    if ended.stopped and done:
        screen.complain(_("To repeat these: {line}", line=_line(arguments, asked, done)))
    if arguments.json:
        _show_json(asked, ended, screen)
    elif done:
        _show(asked, ended.result, screen)
    return ended.code


def _asked(arguments: argparse.Namespace) -> Asked:
    cls = find(arguments.game)
    game = cls.of(chosen_rules(cls.rules_class, arguments.variant, arguments.set))
    named = chosen_bots(arguments.bots)
    players = arguments.players
    if players is None:
        players = usual_players(game) if named is None else len(named)
    game.check_players(players)
    seated = [USUAL_BOT] * players if named is None else named
    if len(seated) != players:
        raise RulesError(
            ngettext(
                "A study needs a bot for each seat, which is {n}, not {bots}.",
                "A study needs a bot for each of {n} seats, not {bots}.",
                players,
                bots=len(seated),
            )
        )
    seed = chosen_seed(arguments.seed)
    return Asked(game, tuple(seated), arguments.games, fresh_seed() if seed is None else seed)


@contextmanager
def _engine(arguments: argparse.Namespace) -> Iterator[tuple[int | None, Executor | None]]:
    """Give where the games are played: how many workers, and the executor if it is not our own."""
    if arguments.dask is None:
        yield arguments.workers, None
        return
    from tidebook.lab.clusters import cluster  # noqa: PLC0415 asyncio takes its time, and only this needs it

    before = logging.root.manager.disable
    logging.disable()  # Dask logs what we say in a sentence
    try:
        with cluster(arguments.dask) as (executor, workers):
            yield workers, executor
    finally:
        logging.disable(before)


def _played(study: Study, games: Generator[GameResult, None, None], screen: Screen) -> Ended:
    """Play the games as far as it goes."""
    result = StudyResult(study.names)
    label = _("Playing")
    try:
        with closing(games), Progress(screen.stderr, study.games, label, screen.language) as progress:
            for one in games:
                result.results.append(one)
                progress.show(result.games)
    except KeyboardInterrupt:
        return Ended(result, stopped=True)
    except TidebookError as error:
        return Ended(result, trouble=error.text)
    return Ended(result)


def _line(arguments: argparse.Namespace, asked: Asked, games: int) -> str:
    """Give the line that repeats the study."""
    words = [
        program(), "simulate", arguments.game, f"--games={games}", f"--players={len(asked.bots)}",
        f"--bots={','.join(asked.bots)}", f"--seed={asked.seed}", *(f"--set={setting}" for setting in arguments.set),
    ]  # fmt: skip
    if arguments.variant is not None:
        words.append(f"--variant={arguments.variant}")
    return shlex.join(words)


def _show(asked: Asked, result: StudyResult, screen: Screen) -> None:
    """Show the numbers, with all that they rest on."""
    who = Several(result.labels)
    screen.tell(_("{game} with {bots}, seed {seed}", game=asked.game.title, bots=who, seed=asked.seed))
    for name, value in asked.game.rules.changed().items():
        shown = str(value).lower() if isinstance(value, bool) else value
        screen.tell(_("House rule: {name} = {value}", name=name, value=shown), "  ")
    screen.tell(_("In brackets: the 95 % interval of each number."))
    screen.show(result.say(screen.language))


def _show_json(asked: Asked, ended: Ended, screen: Screen) -> None:
    """Write one JSON object, with a line for each game."""
    how = "stopped" if ended.stopped else "failed" if ended.trouble else "complete"
    parts = {"study": asked.to_dict(), "ended": how, "result": ended.result.summary()}
    out = screen.stdout
    out.write("{\n")
    for name, part in parts.items():
        out.write(f"{json.dumps(name)}: {json.dumps(part, allow_nan=False)},\n")
    out.write('"games": [')
    for number, one in enumerate(ended.result.results):
        out.write((",\n" if number else "\n") + json.dumps(one.to_dict(), allow_nan=False))
    out.write("\n]\n}\n")
