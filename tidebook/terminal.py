"""A game in the terminal: a screen that reads and writes lines, and the table that people sit at in front of it.

It knows no game: pictures, words, refusals and scores come from the match.
"""

from __future__ import annotations

import os
import re
import shutil
import sys
import textwrap
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar, NamedTuple, TextIO

from tidebook.core.errors import IllegalActionError, NotationError, TidebookError, UndoError
from tidebook.core.text import Several, Text, _

if TYPE_CHECKING:
    from collections.abc import Callable

    from tidebook.core.game import Action, Refusal
    from tidebook.core.guide import Clause, Guide
    from tidebook.core.match import Match
    from tidebook.core.text import Language

INTERRUPTED = 130  # what shells expect of a program that was ended by Ctrl-C
WIDEST = 88
EXAMPLES = 3
# Names and files come from other people: what would steer the terminal is shown as a mark.
STEERING = {code: "\N{REPLACEMENT CHARACTER}" for code in (*range(32), *range(127, 160)) if chr(code) != "\n"}
FIXED = "\N{NO-BREAK SPACE}"  # keeps words on one line; it is shown as a space like any other


class Screen:
    """Where a person reads and types. It talks through three streams, whatever they are."""

    def __init__(self, stdin: TextIO, stdout: TextIO, stderr: TextIO, language: Language | None = None) -> None:
        self.stdin = stdin
        self.stdout = stdout
        self.stderr = stderr
        self.language = language
        self._terminal = stdin.isatty() and stdout.isatty()
        self._edits = self._terminal and stdin is sys.stdin and stdout is sys.stdout
        self._forget: Callable[[], None] | None = None  # clears the lines that the arrow keys bring back
        if self._edits:
            with suppress(ImportError):  # not every Python has it
                import readline  # noqa: PLC0415 from here on, input() edits lines

                self._forget = readline.clear_history

    @property
    def width(self) -> int:
        """How many characters a line should have at most."""
        return min(WIDEST, max(20, shutil.get_terminal_size().columns - 1))

    def tell(self, text: Text | str, indent: str = "") -> None:
        """Say a sentence; on a terminal, in lines that do not break inside a word."""
        said = self._said(text)
        self.show(_filled(said, self.width, indent) if self._terminal else indent + said)

    def show(self, block: str = "") -> None:
        """Show lines as they are; an empty one by default."""
        self.stdout.write(block.translate(STEERING).replace(FIXED, " ") + "\n")

    def complain(self, text: Text | str) -> None:
        """Say what went wrong, where errors go."""
        self.stdout.flush()
        self.stderr.write(self._said(text).translate(STEERING) + "\n")

    def ask(self, prompt: Text | str) -> str | None:
        """Ask for a line; None when there are no more."""
        said = self._said(prompt).translate(STEERING)
        try:
            line = input(said) if self._edits else self._read(said)
        except EOFError:
            self.show()
            return None
        return line.expandtabs(1).translate(STEERING).strip()

    def hide(self) -> None:
        """Scroll what was shown out of sight; where that is possible, out of reach of scrolling back, too."""
        self.stdout.write("\n" * shutil.get_terminal_size().lines)
        if self._terminal and os.name != "nt" and os.environ.get("TERM", "dumb") != "dumb":
            self.stdout.write("\x1b[2J\x1b[3J\x1b[H")
        if self._forget:
            self._forget()

    def _read(self, prompt: str) -> str:
        self.stdout.write(prompt)
        self.stdout.flush()
        line = ""
        with suppress(OSError):  # of a terminal that is gone
            line = self.stdin.readline()
        if not line:
            raise EOFError
        line = line.rstrip("\r\n")
        if not self.stdin.isatty():
            self.show(line)  # so that the dialogue can be read afterwards
        return line

    def _said(self, text: Text | str) -> str:
        return text.say(self.language) if isinstance(text, Text) else text


def clauses(guide: Guide, asked: str) -> list[Clause]:
    """Find a clause by its id, in any case, with those below it: SS.turn brings SS.turn.skip along."""
    wanted = asked.strip("[](). ").lower()
    return [one for one in guide if f"{one.id}.".lower().startswith(f"{wanted}.")] or [guide[asked]]


def clause_text(clause: Clause, width: int) -> str:
    """Turn a clause from Markdown into lines for a terminal: heading, paragraphs, lists."""
    heading = f"{clause.title}  [{clause.id}]"
    return "\n".join((heading, "-" * len(heading), "", plain_text(clause.text, width)))


def plain_text(text: str, width: int) -> str:
    """Turn Markdown into lines for a terminal: paragraphs and lists."""
    text = re.sub(r"\[([^\]]+)\]\(#?([^)]+)\)", r"\1 (\2)", text)  # links
    text = re.sub(r"(?<!`)`([^`\n]+)`(?!`)", r"“\1”", text)  # notation
    text = re.sub(r"(?<![\w*])(\*{1,2})([^*\s](?:[^*\n]*[^*\s])?)\1(?![\w*])", r"\2", text)  # emphasis
    lines = []
    for line in text.splitlines():
        mark = re.match(r"\s*(?:[-*]|\d+\.)? *", line)
        lines.append(line if line.startswith("|") or not mark else _filled(line[mark.end() :], width, mark[0]))
    return "\n".join(lines)


def _filled(text: str, width: int, indent: str) -> str:
    after = " " * len(indent)
    return textwrap.fill(text, width, initial_indent=indent, subsequent_indent=after, break_long_words=False)


def tell_scores(match: Match, screen: Screen) -> None:
    """Tell every seat's points with their reasons."""
    for sheet in match.scores():
        screen.tell(_("{who}: {total}", who=match.names[sheet.seat], total=sheet.total))
        for line in sheet.lines:
            screen.show(f"  {line.points:+4d}  {line.what.say(screen.language)}  [{line.clause}]")


def tell_result(match: Match, screen: Screen) -> None:
    """Tell how a game ended: who came where, and the full account."""
    if match.capped:
        screen.tell(_("The game was stopped at its cap of {most} actions.", most=match.game.max_actions))
    winners = match.winners()
    places = sorted((sheet.seat not in winners, -sheet.total, sheet.seat) for sheet in match.scores())
    for lost, total, seat in places if len(places) > 1 else ():
        rank = 1 + sum(other[:2] < (lost, total) for other in places)
        values = {"rank": rank, "who": match.names[seat], "total": -total}
        won = _("{rank}. {who}: {total}, winner", **values)
        screen.tell(_("{rank}. {who}: {total}", **values) if lost else won, "  ")
    screen.show()
    tell_scores(match, screen)


def _path(typed: str) -> Path:
    return Path(os.path.expanduser(typed.strip("\"'")))  # noqa: PTH111 the other one fails on unknown people


class Command(NamedTuple):
    """Something to type besides actions: what follows the word ([…] may, … must), what it is for, what it does."""

    takes: str
    help: Text
    run: Callable[[Terminal, str], None]


class Terminal:
    """A match played by the people in front of one screen. Bots sit at the other seats.

    `load` reads a saved game; `keep` is given the game whenever it has changed.
    """

    def __init__(
        self, match: Match, screen: Screen, load: Callable[[Path], Match], keep: Callable[[Match], object]
    ) -> None:
        self.screen = screen
        self.load = load
        self.keep = keep
        self._shown = False  # whether there is anything on the screen that could be hidden
        self._sit(match)

    def _sit(self, match: Match) -> None:
        self.match = match
        self.people = [seat for seat in range(match.start.players) if seat not in match.bots]
        # Whose eyes we look through: with several people whoever is to move, with none a spectator.
        self._eyes = self.people[0] if len(self.people) == 1 else None
        self._told: dict[int | None, int] = {}  # the first action that each has not been told of
        for eyes in (None, *self.people):
            own = [number for number, ply in enumerate(match.history) if ply.seat == eyes]
            self._told[eyes] = own[-1] + 1 if own else len(match.history) or -1
        self._here = self._eyes  # the person at the keyboard
        self._changed = True  # since the table was last shown
        self._refused: Refusal | None = None
        self._files: set[Path] = set()  # where this game was saved
        self._leaving = False

    def run(self) -> int:
        """Play until the person leaves; give the exit code."""
        try:
            self.screen.tell(_("Type “help” for what you can type, “rules” for the rules, “quit” to stop."))
            while not self._leaving:
                self._let_bots_play()
                if self._changed:
                    self._show()
                line = None if self._leaving else self.screen.ask(self._prompt())
                if line is None:
                    break
                self.do(line)
        except KeyboardInterrupt:
            self.screen.show()
            return INTERRUPTED
        return 0

    def do(self, line: str) -> None:
        """Do what a person typed: an action, or a command; an empty line shows the table again."""
        try:
            command, rest = self._understood(line)
            if not line:
                self._changed = True
            elif command is None:
                self.match.play(line)
                self._note_change()
            elif rest or not command.takes or command.takes.startswith("["):
                command.run(self, rest)
            else:
                self.screen.tell(_("Say what: {line} {takes}", line=line, takes=command.takes))
        except IllegalActionError as error:
            self._refuse(error.refusal)
        except NotationError as error:
            self.screen.tell(_("{why} “legal” shows what you may do, “help” what else you can type.", why=error.text))
        except TidebookError as error:
            self.screen.tell(error.text)

    def _understood(self, line: str) -> tuple[Command | None, str]:
        """Find the command in a line. An action of that wording comes first, unless there is a slash before it."""
        word, _space, rest = line.removeprefix("/").partition(" ")
        command = self.commands.get(word.lower())
        if command is None or (rest and not command.takes):
            return None, ""
        if not line.startswith("/"):
            with suppress(NotationError):
                self.match.game.read(line)
                return None, ""
        return command, rest.strip()

    # What is shown.

    def _let_bots_play(self) -> None:
        before = len(self.match.history)
        while self.match.step():
            if len(self.people) <= 1:  # otherwise each is told when the own turn comes
                self._news(self._eyes)
        if len(self.match.history) > before:
            self._note_change()

    def _show(self) -> None:
        """Show the table to whoever is to move, or to all when the game is over."""
        self._changed = False
        match, seat = self.match, self.match.to_move
        if seat is not None and len(self.people) > 1 and seat != self._here:
            self._curtain(seat)
        if self._leaving:
            return
        eyes = self._viewer()
        if seat is None and self.people:
            self._told[None] = min(self._told[person] for person in self.people)
        self._news(eyes)
        self._shown = True
        self.screen.show(f"\n{match.picture(eyes, self.screen.language)}\n")
        if seat is not None:
            self.screen.tell(_("Your turn, {who}. You may: {choices}", who=match.names[seat], choices=self._choices()))
            return
        tell_result(match, self.screen)
        self.screen.show()
        self.screen.tell(_("“save FILE” keeps this game, “undo” tries its end another way, “quit” stops."))

    def _prompt(self) -> str:
        seat = self.match.to_move
        return "> " if seat is None else f"{self.match.names[seat]}> "

    def _viewer(self) -> int | None:
        return self.match.to_move if len(self.people) > 1 else self._eyes

    def _curtain(self, seat: int) -> None:
        """Let the next person take the keyboard; what the one before saw is out of sight by then."""
        match, here, self._here = self.match, self._here, seat
        if match.open or not any(part.seats and None not in part.seats for part in match.at().parts()):
            return  # nobody knows anything that the others may not know
        if match.history and match.history[-1].seat == here and match.history[-1].reveals:
            self._news(here)
            self._leaving = self.screen.ask(_("Press Enter to hide this. ")) is None
        if not self._leaving:
            if self._shown:
                self.screen.hide()
            who = match.names[seat]
            self._leaving = self.screen.ask(_("Pass the keyboard to {who}. {who}, press Enter. ", who=who)) is None

    def _news(self, eyes: int | None) -> None:
        """Tell what happened since these eyes were last told."""
        for ply in range(self._told[eyes], len(self.match.history)):
            for sentence in self.match.words(eyes, ply, self.screen.language):
                self.screen.tell(sentence, "- ")
        self._told[eyes] = len(self.match.history)

    def _kinds(self) -> dict[str, list[Action]]:
        kinds: dict[str, list[Action]] = {}
        for action in self.match.legal():
            kinds.setdefault(action.kind, []).append(action)
        return kinds

    def _choices(self) -> str:
        """Give an example of each kind of action; of single ones say if they cannot be taken back."""
        told = []
        for first, *others in self._kinds().values():
            if others:
                some = _("{action} (one of {count})", action=first, count=1 + len(others))
                told.append(some.say(self.screen.language))
            elif self.match.reveals(first):
                told.append(_("{action} (no undo)", action=first).say(self.screen.language))
            else:
                told.append(first.text)
        return " · ".join(text.replace(" ", FIXED) for text in told)

    def _refuse(self, refusal: Refusal | str) -> None:
        if isinstance(refusal, str):
            self.screen.tell(refusal)
            return
        why, clause, self._refused = refusal.text, refusal.clause, refusal
        self.screen.tell(_("{why} (rule {clause}; type: rules {clause})", why=why, clause=clause) if clause else why)

    def _note_change(self) -> None:
        self._changed = True
        self._told = {eyes: min(told, len(self.match.history)) for eyes, told in self._told.items()}
        self.keep(self.match)  # at once, so that a closed window loses nothing

    # The commands.

    def _help(self, _rest: str) -> None:
        self.screen.tell(_("Type an action, such as: {choices}", choices=self._choices() or "–"))
        self.screen.tell(_("Enter alone shows the table again. Or type one of these:"))
        for word, command in self.commands.items():
            self.screen.tell(command.help, f"  {f'{word} {command.takes}':<16}")

    def _legal(self, rest: str) -> None:
        kinds = self._kinds()
        if rest.lower() in kinds:
            texts = [action.text for action in kinds[rest.lower()]]
            wide = max(map(len, texts)) + 2
            across = max(1, self.screen.width // wide)
            for first in range(0, len(texts), across):
                self.screen.show("  " + "".join(f"{text:<{wide}}" for text in texts[first : first + across]).rstrip())
        elif rest:
            self.screen.tell(_("There is no {kind} now; there are {known}.", kind=rest, known=Several(kinds)))
        elif not kinds:
            self.screen.tell(_("The game is over; there is nothing to do."))
        else:
            for kind, actions in kinds.items():
                some = [actions[len(actions) * part // EXAMPLES].text for part in range(EXAMPLES)]
                more = " …" if len(actions) > EXAMPLES else ""
                self.screen.tell(", ".join(dict.fromkeys(some)) + more, f"  {kind:<8} {len(actions):>4}   ")
            self.screen.tell(_("“legal {kind}” shows all of a kind.", kind=next(iter(kinds))))

    def _why(self, rest: str) -> None:
        refusal = self.match.why_not(rest) if rest else self._refused
        if refusal:
            self._refuse(refusal)
            if refusal.clause:
                clause = self.match.game.guide(self.screen.language)[refusal.clause]
                self.screen.show("\n" + clause_text(clause, self.screen.width))
        elif rest:
            self.screen.tell(_("That is allowed now. {note}", note=self.match.reveals(rest) or ""))
        else:
            self.screen.tell(_("Nothing was refused yet. Say what: why ACTION"))

    def _undo(self, _rest: str) -> None:
        match = self.match
        if not self.people:
            raise UndoError(_("Only bots play here; there is nothing of yours to take back."))
        if match.to_move is None:
            for seat in self.people:
                match.agree(seat)  # nothing is secret any more
        action = match.undo(match.to_move)
        while match.open and match.to_move in match.bots and match.history:
            action = match.undo()  # back to where a person can do something else
        self._note_change()
        self.screen.tell(_("Taken back: {action}", action=action.text))

    def _redo(self, _rest: str) -> None:
        self.match.redo(self.match.to_move)
        self._note_change()

    def _score(self, _rest: str) -> None:
        tell_scores(self.match, self.screen)

    def _log(self, _rest: str) -> None:
        for sentence in self.match.log(self._viewer(), self.screen.language):
            self.screen.tell(sentence, "- ")

    def _rules(self, rest: str) -> None:
        guide = self.match.game.guide(self.screen.language)
        if rest:
            for clause in clauses(guide, rest):
                self.screen.show(clause_text(clause, self.screen.width) + "\n")
            return
        for clause in guide:
            self.screen.show(f"  {clause.id:<20} {'  ' * (clause.level - 2)}{clause.title}")
        self.screen.tell(_("“rules {clause}” shows one of them.", clause=next(iter(guide)).id))

    def _save(self, rest: str) -> None:
        path = _path(rest)
        if os.path.lexists(path) and path.absolute() not in self._files:
            self.screen.tell(_("{path} is there already. To replace it: save! {path}", path=rest))
        else:
            self._save_over(rest)

    def _save_over(self, rest: str) -> None:
        path = _path(rest)
        self.match.save(path)
        self._files.add(path.absolute())
        self.screen.tell(_("Saved in {path} (with what is hidden).", path=str(path)))

    def _load(self, rest: str) -> None:
        path = _path(rest)
        self._sit(self.load(path))
        self._files.add(path.absolute())
        for notice in self.match.notices:
            self.screen.tell(notice)

    def _quit(self, _rest: str) -> None:
        self._leaving = True

    commands: ClassVar[dict[str, Command]] = {
        "legal": Command("[KIND]", _("what you may do now; with a kind, all of that kind"), _legal),
        "why": Command("[ACTION]", _("why an action is not allowed; alone, the rule behind the last refusal"), _why),
        "undo": Command("", _("take your last action back, if it showed you nothing new"), _undo),
        "redo": Command("", _("do again what you took back"), _redo),
        "score": Command("", _("everybody's points, with reasons"), _score),
        "log": Command("", _("what happened so far"), _log),
        "rules": Command("[CLAUSE]", _("the rules: a list, or one of them"), _rules),
        "save": Command("FILE", _("save the game"), _save),
        "save!": Command("FILE", _("save it over a file that is there"), _save_over),
        "load": Command("FILE", _("go on with a saved game instead; this one is kept"), _load),
        "help": Command("", _("this list"), _help),
        "quit": Command("", _("stop; the game is kept"), _quit),
    }
