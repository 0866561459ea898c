"""A game in the terminal: the table that people sit at in front of a screen, and the shelf where their game is kept.

It knows no game: pictures, words, refusals and scores come from the match.
"""

from __future__ import annotations

import os
from contextlib import suppress
from difflib import get_close_matches
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar, NamedTuple

from tidebook.core.chance import Chance, stream
from tidebook.core.errors import IllegalActionError, NotationError, RecordError, TidebookError, UndoError
from tidebook.core.game import LONGEST_NOTATION, by_kind
from tidebook.core.text import Several, Text, _
from tidebook.screen import FIXED, clause_text, clauses, tell_result, tell_scores

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from tidebook.core.game import Action, Refusal
    from tidebook.core.match import Match
    from tidebook.screen import Screen

INTERRUPTED = 130  # what shells expect of a program that was ended by Ctrl-C
EXAMPLES = 3


def _path(typed: str) -> Path:
    return Path(os.path.expanduser(typed.strip("\"'")))  # noqa: PTH111 the other one fails on unknown people


def data_folder(environ: Mapping[str, str] = os.environ) -> Path:
    """Give the folder in which a person's games are kept."""
    if os.name == "nt" and environ.get("APPDATA"):
        return Path(environ["APPDATA"]) / "tidebook"
    given = Path(environ.get("XDG_DATA_HOME", ""))
    # A relative one counts for nothing, says the standard that defines it.
    base = given if given.is_absolute() else Path(os.path.expanduser("~/.local/share"))  # noqa: PTH111 never fails
    return base / "tidebook"


class Shelf:
    """The place where an unfinished game is kept. What was left there before is moved aside, not lost."""

    def __init__(self, game: str, folder: Path) -> None:
        self.path = folder / f"last-{game}.json"
        self.aside = folder / f"earlier-{game}.json"
        self.moved = False
        self._ours = b""

    def adopt(self, path: Path) -> None:
        """Take what lies there for the game that is played now, if it was loaded from there."""
        self._ours = self._there() if path.absolute() == self.path.absolute() else b""

    def taken(self) -> bool:
        """Whether another game lies there."""
        return self._there() not in (b"", self._ours)

    def keep(self, match: Match) -> bool:
        """Keep a game; False if that could not be done."""
        try:
            self.path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            if self.taken():
                self.path.replace(self.aside)
                self.moved = True
            match.save(self.path)
        except (OSError, RecordError):
            return False
        self._ours = self._there()
        return True

    def clear(self) -> None:
        """Take our game away: it is over."""
        if self._ours and not self.taken():
            self.path.unlink(missing_ok=True)

    def _there(self) -> bytes:
        try:
            return self.path.read_bytes()
        except OSError:
            return b""


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
        command, rest = self._understood(line)
        try:
            if not line:
                self._changed = True
            elif command is None:
                self.match.play(line, self.match.to_move)
                self._note_change()
            elif rest or not command.takes or command.takes.startswith("["):
                command.run(self, rest)
            else:
                self.screen.tell(_("Say what: {line} {takes}", line=line, takes=command.takes))
        except IllegalActionError as error:
            self._refuse(error.refusal)
        except NotationError as error:
            why = self._near(rest or line) or error.text
            self.screen.tell(_("{why} “legal” shows what you may do, “help” what else you can type.", why=why))
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
            self.screen.tell(_("Your turn, {who}. You may: {choices}", who=match.who[seat], choices=self._choices()))
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

    def _kinds(self) -> dict[str, list[Action]]:
        return by_kind(self.match.legal(self.match.to_move))

    def _choices(self) -> str:
        """Give an example of each kind of action; say of which kinds none can be taken back."""
        told = list[Text | str]()
        for actions in self._kinds().values():
            first, count, final = actions[0].text, len(actions), self._final(actions)
            if count == 1:
                told.append(_("{action} (no undo)", action=first) if final else first)
            elif final:
                told.append(_("{action} (one of {count}, no undo)", action=first, count=count))
            else:
                told.append(_("{action} (one of {count})", action=first, count=count))
        return " · ".join(self.screen.said(text).replace(" ", FIXED) for text in told)

    def _final(self, actions: Iterable[Action]) -> Text | None:
        """Say why none of these could be taken back; None if one could."""
        match, seat = self.match, self.match.to_move
        if match.open or seat is None:
            return None
        # A guess of what the mover does not know tells whose turn comes next, and gives nothing away.
        guess = match.game.guess(match.view(seat), stream("what if"))
        why = None
        for action in actions:
            after = guess.copy()
            after.apply(action, Chance("what if"))
            why = match.reveals(action, seat)
            if why is None and after.to_move not in (seat, None):
                why = _("It passes the turn on, so it cannot be taken back.")
            if why is None:
                return None
        return why

    def _near(self, typed: str) -> Text | None:
        """Answer what is no action with what the person to move may do that looks like it."""
        game, kinds = self.match.game, self._kinds()
        if not kinds:
            return None
        typed = typed[:LONGEST_NOTATION]
        texts = [action.text for actions in kinds.values() for action in actions]
        tidy = game.synonym(" ".join(typed.lower().split()))
        near = [text for text in texts if text.startswith(tidy)] or get_close_matches(tidy, texts, n=EXAMPLES)
        some = Several(f"“{text}”" for text in near[:EXAMPLES] or (actions[0].text for actions in kinds.values()))
        return _(
            "“{text}” is not an action of {game}. You may do {some}, for instance.",
            text=typed,
            game=game.title,
            some=some,
        )

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
        match = self.match
        refusal = match.why_not(rest, match.to_move) if rest else self._refused
        if refusal:
            self._refuse(refusal)
            if refusal.clause:
                clause = match.game.guide(self.screen.language)[refusal.clause]
                self.screen.show("\n" + clause_text(clause, self.screen.width))
        elif rest:
            self.screen.tell(_("That is allowed now. {note}", note=self._final([match.game.read(rest)]) or ""))
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
        "undo": Command("", _("take your last action back, if you saw nothing new and are still to move"), _undo),
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
