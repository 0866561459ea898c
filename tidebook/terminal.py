"""A game in the terminal: the table that people sit at in front of a screen.

It knows no game: pictures, words, refusals and scores come from the match.
"""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar, NamedTuple

from tidebook.core.columns import padded, width
from tidebook.core.data import shown
from tidebook.core.errors import GuideError, IllegalActionError, NotationError, TidebookError, UndoError
from tidebook.core.text import Several, Text, _
from tidebook.menu import EXAMPLES, LONGEST_QUOTE, Menu
from tidebook.screen import FIXED, INTERRUPTED, clause_text, clauses, tell_result, tell_scores

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from tidebook.core.game import Action, Refusal
    from tidebook.core.match import Match
    from tidebook.screen import Screen

ALIASES = {"?": "help", "h": "help", "q": "quit", "exit": "quit"}


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
            self._welcome()
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
        command, rest = self._understood(line)
        try:
            if not line:
                self._changed = True
            elif command is None:
                self._act(line)
            elif rest or not command.takes or command.takes.startswith("["):
                command.run(self, rest)
            else:
                self.screen.tell(_("Say what: {line} {takes}", line=line, takes=command.takes))
        except IllegalActionError as error:
            self._refuse(error.refusal)
        except NotationError:
            self._no_action(rest or line)
        except TidebookError as error:
            self.screen.tell(error.text)

    def _understood(self, line: str) -> tuple[Command | None, str]:
        """Find the command in a line. An action of that wording comes first, unless there is a slash before it."""
        word, _space, rest = line.removeprefix("/").partition(" ")
        command = self.commands.get(ALIASES.get(word.lower(), word.lower()))
        if command is None or (rest and not command.takes):
            return None, ""
        if not line.startswith("/"):
            with suppress(NotationError):
                self.match.game.read(line)
                return None, ""
        return command, rest.strip()

    def _act(self, line: str) -> None:
        """Play what was typed; a number or a shortened action is said in full first."""
        action, short = Menu(self.match).read(line)
        if short:
            self.screen.tell(_("That is: {action}", action=action.text))
        self.match.play(action, self.match.to_move)
        self._note_change()

    def _no_action(self, typed: str) -> None:
        """Answer what is no action: with a rule if it is forbidden however it goes on, or with what is like it."""
        match, menu = self.match, Menu(self.match)
        refusals = [match.why_not(action, match.to_move) for action in menu.completed(typed).values()]
        if refusals and refusals[0] and all(refusals):
            self._refuse(refusals[0])
        else:
            self.screen.tell(menu.near(typed, self.commands))

    # What is shown.

    def _welcome(self) -> None:
        self.screen.tell(_("Type what you want to do, “hint” for advice, “help” for more, “quit” to stop."))
        with suppress(GuideError):  # a game that is still being made
            first = next(iter(self.match.game.guide(self.screen.language)), None)
            if first and not self.match.history:
                told = _("New to {game}? “rules {clause}” says what it is about.", game=self.match.game.title,
                         clause=first.id)  # fmt: skip
                self.screen.tell(told)

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
        self.screen.show(f"\n{match.picture(eyes, self.screen.language, self.screen.brush)}\n")
        if seat is not None:
            self.screen.tell(_("Your turn, {who}. Type a number or the words:", who=match.who[seat]))
            self._tell_menu()
            return
        tell_result(match, self.screen)
        self.screen.show()
        self.screen.tell(_("“save FILE” keeps this game, “undo” tries its end another way, “quit” stops."))

    def _prompt(self) -> str:
        seat = self.match.to_move
        return "> " if seat is None else f"{self.screen.said(self.match.who[seat])}> "

    def _viewer(self) -> int | None:
        return self.match.to_move if len(self.people) > 1 else self._eyes

    def _curtain(self, seat: int) -> None:
        """Let the next person take the keyboard; what the one before saw is out of sight by then."""
        match, here, self._here = self.match, self._here, seat
        self._refused = None  # what the one before tried is not for the next to ask about
        if match.open or not any(part.seats and None not in part.seats for part in match.at().parts()):
            return  # nobody knows anything that the others may not know
        if match.history and match.history[-1].seat == here and match.history[-1].reveals:
            self._news(here)
            self._leaving = self.screen.ask(_("Press Enter to hide this. ")) is None
        if not self._leaving:
            if self._shown:
                self.screen.hide()
            who = match.who[seat]
            self._leaving = self.screen.ask(_("Pass the keyboard to {who}. {who}, press Enter. ", who=who)) is None

    def _news(self, eyes: int | None) -> None:
        """Tell what happened since these eyes were last told."""
        for ply in range(self._told[eyes], len(self.match.history)):
            for sentence in self.match.words(eyes, ply, self.screen.language):
                self.screen.tell(sentence, "- ")
        self._told[eyes] = len(self.match.history)

    def _tell_menu(self) -> None:
        menu = Menu(self.match)
        few = [self.screen.said(text).replace(" ", FIXED) for text in menu.few()]
        if few:
            self.screen.tell(" · ".join(few), "  ")
        for text in menu.many():
            self.screen.tell(text, "  ")

    def _refuse(self, refusal: Refusal | str) -> None:
        if isinstance(refusal, str):
            self.screen.tell(refusal)
            return
        why, clause, self._refused = refusal.text, refusal.clause, refusal
        self.screen.tell(_("{why} (rule {clause}; “why” shows it)", why=why, clause=clause) if clause else why)

    def _note_change(self) -> None:
        self._changed = True
        self._told = {eyes: min(told, len(self.match.history)) for eyes, told in self._told.items()}
        self.keep(self.match)  # at once, so that a closed window loses nothing

    # The commands.

    def _help(self, _rest: str) -> None:
        if self.match.to_move is not None:
            self.screen.tell(_("Type what you want to do, or its number:"))
            self._tell_menu()
        self.screen.tell(_("Enter alone shows the table again. Or type one of these:"))
        for word, command in self.commands.items():
            self.screen.tell(command.help, f"  {f'{word} {command.takes}':<16}")

    def _legal(self, rest: str) -> None:
        menu = Menu(self.match)
        kinds = menu.kinds
        asked = kinds.get(rest.lower()) or menu.fitting(rest)
        if not kinds:
            self.screen.tell(_("The game is over; there is nothing to do."))
        elif asked:
            self._list(menu, asked)
        elif rest:
            kind = shown(rest, LONGEST_QUOTE)
            self.screen.tell(_("There is no {kind} now; there are {known}.", kind=kind, known=Several(kinds)))
        else:
            for kind, actions in kinds.items():
                first, last = menu.number(actions[0]), menu.number(actions[-1])
                numbers = f"{first}–{last}" if last > first else str(first)
                some = [actions[len(actions) * part // EXAMPLES].text for part in range(EXAMPLES)]
                more = " …" if len(actions) > EXAMPLES else ""
                self.screen.tell(", ".join(dict.fromkeys(some)) + more, f"  {kind:<8} {numbers:>7}   ")
            self.screen.tell(_("“legal {kind}” shows all of a kind with their numbers.", kind=kind))

    def _list(self, menu: Menu, actions: Sequence[Action]) -> None:
        """Show actions with their numbers, in columns."""
        digits = len(str(max(map(menu.number, actions))))
        texts = [f"{menu.number(action):>{digits}} {action.text}" for action in actions]
        wide = max(map(width, texts)) + 2
        across = max(1, (self.screen.width - 2) // wide)
        for first in range(0, len(texts), across):
            row = "".join(padded(text, wide) for text in texts[first : first + across])
            self.screen.show(f"  {row}".rstrip())

    def _hint(self, _rest: str) -> None:
        match = self.match
        if match.to_move is None:
            self.screen.tell(_("There is no hint: the game is over."))
            return
        hint = match.hint(match.to_move)
        if hint is None:
            self.screen.tell(_("There is no hint: {game} gives no advice here.", game=match.game.title))
            return
        number = Menu(match).number(hint.action)
        self.screen.tell(_("Hint: {action} (number {number}).", action=hint.action.text, number=number))
        self.screen.tell(hint.reason, "  ")
        if hint.then:
            then = Several(f"“{action.text}”" for action in hint.then)
            self.screen.tell(_("After that: {then}.", then=then), "  ")

    def _why(self, rest: str) -> None:
        match, menu = self.match, Menu(self.match)
        asked = None
        if rest:
            asked, short = menu.read(rest)
            if short:
                self.screen.tell(_("That is: {action}", action=asked.text))
        refusal = match.why_not(asked, match.to_move) if asked else self._refused
        if refusal:
            self._refused = refusal
            self.screen.tell(refusal.text)
            if refusal.clause:
                clause = match.game.guide(self.screen.language)[refusal.clause]
                self.screen.show("\n" + clause_text(clause, self.screen.width))
        elif asked:
            final = menu.final([asked])
            allowed = _("That is allowed now, and you could take it back.")
            self.screen.tell(_("That is allowed now. {note}", note=final) if final else allowed)
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
        "hint": Command("", _("what would be good to do now, and why"), _hint),
        "legal": Command("[WORDS]", _("what you may do now, or all of it that has these words"), _legal),
        "why": Command("[ACTION]", _("why you may not do this; alone, why the last was refused"), _why),
        "undo": Command("", _("take your last action back, if you saw nothing new since"), _undo),
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
