"""The `tidebook` command: the same words as the Python names.

Exit codes: 0 all is well, 1 a check failed or a record does not fit, 2 it was called wrongly, 130 Ctrl-C.
A new command is a function that takes the arguments and the screen, and a few lines in `_parser`.
"""

from __future__ import annotations

import argparse
import io
import os
import sys
from contextlib import redirect_stderr, redirect_stdout, suppress
from difflib import get_close_matches
from pathlib import Path
from typing import TYPE_CHECKING, TextIO

import tidebook
from tidebook.bots import make_bot
from tidebook.core import record
from tidebook.core.errors import RecordError, RulesError, SceneError, TidebookError
from tidebook.core.text import Language, Several, Text, _, languages, ngettext
from tidebook.games import find
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
from tidebook.screen import FAILED, INTERRUPTED, WRONG, Screen, clause_text, clauses, introduce, plain_text, tell_result
from tidebook.shelf import Shelf, data_folder
from tidebook.simulate import add_options, simulate
from tidebook.terminal import Terminal

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from tidebook.core.game import Game
    from tidebook.core.match import Match

BROKEN_PIPE = 141  # what shells expect of a program that nobody listens to any more
NOBODY = "none"


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command and give its exit code; what goes wrong is said in a sentence."""
    screen = Screen(_stream(sys.stdin), _stream(sys.stdout), _stream(sys.stderr))
    try:
        code = run(argv, screen)
        screen.stdout.flush()
    except KeyboardInterrupt:
        screen.complain(_("Stopped."))
        return INTERRUPTED
    except OSError as error:  # nobody reads what we write, or the disk is full
        with suppress(OSError, ValueError):  # what still waits to be written would fail again when Python ends
            os.dup2(os.open(os.devnull, os.O_WRONLY), screen.stdout.fileno())
        if isinstance(error, BrokenPipeError):
            return BROKEN_PIPE
        screen.complain(_("That could not be done: {why}.", why=error.strerror or str(error)))
        return FAILED
    return code


def run(argv: Sequence[str] | None, screen: Screen) -> int:
    """Run the command on any screen."""
    parser = _parser()
    try:
        with redirect_stdout(screen.stdout), redirect_stderr(screen.stderr):
            arguments = parser.parse_args(argv)
    except SystemExit as stop:  # argparse has said what is wrong, or given its help
        return stop.code if isinstance(stop.code, int) else WRONG
    command: Callable[[argparse.Namespace, Screen], int] | None = arguments.run
    if command is None:
        parser.print_help(screen.stderr)
        return WRONG
    try:
        if arguments.language is not None:
            screen.language = Language(arguments.language)
        return command(arguments, screen)
    except TidebookError as error:
        screen.complain(error.text)
        return FAILED if isinstance(error, RecordError) else WRONG


def _stream(stream: TextIO | None) -> TextIO:
    """Make a stream safe: a closed one is empty, and letters that it cannot take are no reason to stop."""
    if stream is None:
        return io.StringIO()
    if isinstance(stream, io.TextIOWrapper):
        stream.reconfigure(errors="replace")
    return stream


# The commands.


def _games(_arguments: argparse.Namespace, screen: Screen) -> int:
    for name in tidebook.games():
        try:
            game = tidebook.game(name)
        except TidebookError as error:  # one that cannot be loaded does not hide the others
            screen.complain(error.text)
            continue
        screen.tell(
            ngettext(
                "{name}: {title}, {players} player",
                "{name}: {title}, {players} players",
                game.players[-1],
                name=name,
                title=game.title,
                players=_counts(game),
            )
        )
        screen.tell(game.credits, "  ")
    return 0


def _rules(arguments: argparse.Namespace, screen: Screen) -> int:
    guide = tidebook.game(arguments.game).guide(screen.language)
    chosen = list(guide) if arguments.clause is None else clauses(guide, arguments.clause)
    if arguments.clause is None:
        screen.show(f"{guide.title}\n{'=' * len(guide.title)}\n")
        screen.show(f"{plain_text(guide.preface, screen.width)}\n")
    screen.show("\n\n".join(clause_text(clause, screen.width) for clause in chosen))
    return 0


def _play(arguments: argparse.Namespace, screen: Screen) -> int:
    name = find(arguments.game).name
    resume = f"{program()} play {name} --load"
    if arguments.language is not None:
        resume += f" --language {arguments.language}"
    shelf = Shelf(name, data_folder())

    def load(path: Path) -> Match:
        match = _loaded(path, name)
        shelf.adopt(path)
        return match

    if arguments.load is None:
        match = _new_match(arguments)
    else:
        _check_alone(arguments)
        if not arguments.load and not shelf.taken():
            raise RecordError(_("You have not left a game of {game} unfinished.", game=name))
        match = load(Path(arguments.load or shelf.path))
    introduce(match, screen)
    if shelf.taken() and _can_go_on(shelf.path):
        screen.tell(_("You left a game unfinished. To go on with that one: {line}", line=resume))
    table = Terminal(match, screen, load, shelf.keep)
    code = table.run()
    _leave(_settled(table.match) if code else table.match, shelf, screen, resume)
    return code


def _scenes(arguments: argparse.Namespace, screen: Screen) -> int:
    game = tidebook.game(arguments.game)
    scenes = {scene.id: scene for scene in game.scenes()}
    if not scenes:
        screen.tell(_("{game} has no scenes.", game=game.title))
    elif arguments.scene is None:
        wide = max(map(len, scenes))
        for scene in scenes.values():
            screen.tell(scene.title, f"{scene.id:<{wide}}  ")
    elif arguments.scene in scenes:
        for line in scenes[arguments.scene].tell(screen.language).splitlines():
            (screen.tell if len(line) > screen.width else screen.show)(line)
    else:
        name = arguments.scene[:100]
        near = Several(get_close_matches(name, scenes, cutoff=0.4) or list(scenes)[:5])
        raise SceneError(_("{game} has no scene {name}; near it are {near}.", game=game.title, name=name, near=near))
    return 0


def _replay(arguments: argparse.Namespace, screen: Screen) -> int:
    try:
        match, trouble = tidebook.load(arguments.file), None
    except RecordError as error:
        if error.kept is None:
            raise
        match, trouble = error.kept, error.text
    if trouble:
        count = len(match.history)
        screen.complain(trouble)
        screen.tell(ngettext("What fits is {n} action:", "What fits is {n} actions:", count))
    introduce(match, screen)
    for sentence in match.log(None, screen.language):
        screen.tell(sentence, "- ")
    screen.show(f"\n{match.picture(None, screen.language, screen.brush)}\n")
    if match.to_move is not None:
        screen.tell(_("The game is not over; {who} is to move. The points so far:", who=match.who[match.to_move]))
    tell_result(match, screen)
    return FAILED if trouble else 0


def _check(arguments: argparse.Namespace, screen: Screen) -> int:
    from tidebook.testing import check  # noqa: PLC0415 the kit is big, and only this needs it

    def tell(line: str) -> None:
        screen.show(line)
        screen.stdout.flush()

    game = find(arguments.game)
    changed = arguments.set or arguments.variant is not None
    asked = game.of(chosen_rules(game.rules_class, arguments.variant, arguments.set)) if changed else game
    report = check(asked, quick=arguments.quick, tell=tell)
    screen.show(str(report))
    return 0 if report.ok else FAILED


# What they are told.


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="tidebook", description=str(_("Play, teach and tune board games.")), allow_abbrev=False
    )
    parser.add_argument("--version", action="version", version=f"tidebook {tidebook.__version__}")
    commands = parser.add_subparsers(title=str(_("commands")), metavar="COMMAND")
    parser.set_defaults(run=None, language=None)
    _add_language(parser)

    def add(name: str, command: Callable[[argparse.Namespace, Screen], int], purpose: Text) -> argparse.ArgumentParser:
        sentence = str(purpose)
        added = commands.add_parser(name, help=sentence, description=sentence, allow_abbrev=False)
        added.set_defaults(run=command)
        _add_language(added)
        return added

    def add_game(command: argparse.ArgumentParser) -> None:
        known = Several(tidebook.games())
        command.add_argument("game", metavar="GAME", help=str(_("the name of a game: {known}", known=known)))

    add("games", _games, _("List the games."))

    rules = add("rules", _rules, _("Show the rules of a game, or one clause of them."))
    add_game(rules)
    rules.add_argument(
        "clause",
        metavar="CLAUSE",
        nargs="?",
        help=str(_("the id of a clause, such as SS.turn.skip, or words of its title")),
    )

    play = add("play", _play, _("Play a game in the terminal, against bots or with people beside you."))
    add_game(play)
    _add_play_options(play)

    study = add("simulate", simulate, _("Let bots play many games, and say what came out, with intervals."))
    add_game(study)
    add_options(study)

    scenes = add("scenes", _scenes, _("List the scenes of a game, for teaching, or tell one of them."))
    add_game(scenes)
    scenes.add_argument("scene", metavar="ID", nargs="?", help=str(_("the id of a scene, as the list gives it")))

    replay = add("replay", _replay, _("Play a saved game again and tell what happened."))
    replay.add_argument("file", metavar="FILE", help=str(_("a game record")))

    check = add("check", _check, _("Hold a game against the conformance kit."))
    add_game(check)
    check.add_argument("--quick", action="store_true", help=str(_("fewer samples: seconds instead of minutes")))
    add_rules_options(check)
    return parser


def _add_language(command: argparse.ArgumentParser) -> None:
    # Without a default of its own, so that it may stand before the command or after it.
    known = Several(languages())
    text = _("the language to speak, such as es or es-MX (known: {known})", known=known)
    command.add_argument("--language", metavar="CODE", default=argparse.SUPPRESS, help=str(text))


def _add_play_options(play: argparse.ArgumentParser) -> None:
    bots = _(
        "who plays the last seats, such as {bot},{bot}; “{nobody}” if only people play; everybody but you is {bot} if"
        " nothing is said (known: {known})",
        bot=USUAL_BOT,
        nobody=NOBODY,
        known=Several(tidebook.bots()),
    )
    play.add_argument("--players", metavar="N", type=int, help=str(_("how many play, bots among them; 1 is solo")))
    play.add_argument("--bots", metavar="A,B", help=str(bots))
    add_seed_option(play)
    add_rules_options(play)
    play.add_argument(
        "--load",
        metavar="FILE",
        nargs="?",
        const="",
        help=str(_("go on with a saved game; without a file, with the one you left last")),
    )


# How a game begins.


def _check_alone(arguments: argparse.Namespace) -> None:
    """Refuse options that a saved game has settled already."""
    for option in ("players", "bots", "seed", "set", "variant"):
        if getattr(arguments, option):
            raise RulesError(
                _("A saved game has its players and rules; --{option} does not go with --load.", option=option)
            )


def _new_match(arguments: argparse.Namespace) -> Match:
    cls = find(arguments.game)
    game = cls.of(chosen_rules(cls.rules_class, arguments.variant, arguments.set))
    bots = chosen_bots(arguments.bots)
    if bots == [NOBODY]:
        bots = []
    players = arguments.players
    if players is None:
        players = usual_players(game)
        if bots:
            players = max(players, len(bots) + 1)
    game.check_players(players)
    if bots is None:
        bots = [USUAL_BOT] * (players - 1)
    if len(bots) > players:
        raise RulesError(
            ngettext(
                "There are {bots} bots for {n} seat.", "There are {bots} bots for {n} seats.", players, bots=len(bots)
            )
        )
    people = players - len(bots)
    names = [""] * people  # people are Player 1, Player 2 and so on
    for seat, bot in enumerate(bots, people + 1):
        names.append(bot.capitalize() if bots.count(bot) == 1 else f"{bot.capitalize()} {seat}")
    seated = dict(enumerate(bots, people))
    return tidebook.new(game, players, chosen_seed(arguments.seed), bots=seated, names=names)


def _loaded(path: Path, game: str) -> Match:
    """Load a game to go on with; of a record that does not fit, the part that does, with a notice."""
    try:
        match = tidebook.load(path)
    except RecordError as error:
        if error.kept is None:
            raise
        match = error.kept
        match.notices = [_("{why} The game goes on from there.", why=error.text)]
    if match.game.name != game:
        other = match.game.name
        raise RecordError(_("{path} is a game of {other}, not of {game}.", path=path.name, other=other, game=game))
    return match


def _counts(game: Game) -> Text | Several:
    first, last = game.players[0], game.players[-1]
    if len(game.players) > 1 and len(game.players) == last - first + 1:
        return _("{first} to {last}", first=first, last=last)
    return Several(game.players)


# How an unfinished game is kept.


def _can_go_on(path: Path) -> bool:
    try:
        return tidebook.load(path).to_move is not None
    except RecordError as error:
        return error.kept is not None


def _leave(match: Match, shelf: Shelf, screen: Screen, resume: str) -> None:
    """Keep a game that is not over, and say how to go on with it."""
    if match.to_move is None:
        shelf.clear()
    elif not match.history and shelf.taken():
        screen.tell(_("Nothing was played. To go on with the game that you left before: {line}", line=resume))
    elif shelf.keep(match):
        screen.tell(_("Your game is kept in {path}", path=str(shelf.path)))
        screen.tell(_("To go on with it: {line}", line=resume))
        if shelf.moved:
            screen.tell(_("The game that you left before is now in {path}", path=str(shelf.aside)))
    else:
        screen.complain(_("The game could not be kept: {path} cannot be written.", path=str(shelf.path)))


def _settled(match: Match) -> Match:
    """Give the game as its record tells it: an interrupt may have come in the middle of an action."""
    try:
        return record.loads(record.dumps(match), find, make_bot)
    except RecordError as error:
        return error.kept or match


if __name__ == "__main__":
    sys.exit(main())
