"""A screen that reads and writes lines, and what is told on it: clauses, scores, how a game ended.

It knows no game: words and scores come from the match.
"""

from __future__ import annotations

import os
import re
import secrets
import shutil
import sys
import textwrap
from contextlib import suppress
from typing import TYPE_CHECKING, TextIO

from tidebook import colours
from tidebook.core.text import Text, _

if TYPE_CHECKING:
    from collections.abc import Callable

    from tidebook.core.game import Brush
    from tidebook.core.guide import Clause, Guide
    from tidebook.core.match import Match
    from tidebook.core.text import Language

WIDEST = 88
FAILED, WRONG, INTERRUPTED = 1, 2, 130  # exit codes: it went wrong, it was called wrongly, Ctrl-C as shells know it
# Names and files come from other people: what would steer the terminal, or turn the direction of writing, is a mark.
STEERING = {
    code: "\N{REPLACEMENT CHARACTER}"
    for code in (*range(32), *range(127, 160), *range(0x202A, 0x202F), *range(0x2066, 0x206A))
    if chr(code) != "\n"
}
FIXED = "\N{NO-BREAK SPACE}"  # keeps words on one line; it is shown as a space like any other


class Screen:
    """Where a person reads and types. It talks through three streams, whatever they are.

    `shows` is how many colours it can show: 0, 16, 256 or all; if nothing is said, as many as the terminal has.
    """

    def __init__(
        self,
        stdin: TextIO,
        stdout: TextIO,
        stderr: TextIO,
        language: Language | None = None,
        shows: int | None = None,
    ) -> None:
        self.stdin = stdin
        self.stdout = stdout
        self.stderr = stderr
        self.language = language
        if shows is None:
            shows = colours.known() if stdout.isatty() else colours.NONE
        self.colours = shows
        # What our own brush paints begins with this, and nobody else can know it: no text from outside gets through.
        self._escape = f"\x1b{secrets.token_hex(16)}"
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

    @property
    def brush(self) -> Brush | None:
        """What puts texts into colours; None where there are none."""
        return self._paint if self.colours else None

    def said(self, text: Text | str) -> str:
        """Put a sentence or a name into words, in the language of this screen."""
        return text.say(self.language) if isinstance(text, Text) else text

    def tell(self, text: Text | str, indent: str = "") -> None:
        """Say a sentence; on a terminal, in lines that do not break inside a word."""
        said = self.said(text)
        self.show(_filled(said, self.width, indent) if self._terminal else indent + said)

    def show(self, block: str = "") -> None:
        """Show lines as they are; an empty one by default."""
        painted = "\x1b".join(piece.translate(STEERING) for piece in block.split(self._escape))
        self.stdout.write(painted.replace(FIXED, " ") + "\n")

    def complain(self, text: Text | str) -> None:
        """Say what went wrong, where errors go."""
        self.stdout.flush()
        self.stderr.write(self.said(text).translate(STEERING) + "\n")

    def ask(self, prompt: Text | str) -> str | None:
        """Ask for a line; None when there are no more."""
        said = self.said(prompt).translate(STEERING)
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

    def _paint(self, text: str, ground: str, ink: str) -> str:
        codes = colours.codes(ground, ink, self.colours)
        return f"{self._escape}[{codes}m{text}{self._escape}[0m" if codes else text

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


def clauses(guide: Guide, asked: str) -> list[Clause]:
    """Find clauses, in any case: by id with those below it (SS.turn, turn or turn.skip), or by words of the title."""
    wanted = asked.strip("[](). ").lower()
    words = set(wanted.split())
    return (
        [one for one in guide if f"{one.id}.".lower().startswith(f"{wanted}.")]
        or [one for one in guide if f".{wanted}." in f".{one.id}.".lower()]
        or [one for one in guide if words and words <= set(re.findall(r"[\w’'-]+", one.title.lower()))]
        or [guide[asked]]
    )


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


def introduce(match: Match, screen: Screen) -> None:
    """Say which game this is, who plays it, and by which house rules."""
    screen.tell(_("{game}. {credits}", game=match.game.title, credits=match.game.credits))
    for seat, name in enumerate(match.who):
        if seat in match.bots:
            screen.tell(_("Seat {seat}: {who}, a bot", seat=seat + 1, who=name), "  ")
        else:
            screen.tell(_("Seat {seat}: {who}", seat=seat + 1, who=name), "  ")
    for name, value in match.game.rules.changed().items():
        shown = str(value).lower() if isinstance(value, bool) else value
        screen.tell(_("House rule: {name} = {value}", name=name, value=shown), "  ")
    for notice in match.notices:
        screen.tell(notice)


def tell_scores(match: Match, screen: Screen) -> None:
    """Tell every seat's points with their reasons."""
    for sheet in match.scores():
        screen.tell(_("{who}: {total}", who=match.who[sheet.seat], total=sheet.total))
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
        values = {"rank": rank, "who": match.who[seat], "total": -total}
        won = _("{rank}. {who}: {total}, winner", **values)
        screen.tell(_("{rank}. {who}: {total}", **values) if lost else won, "  ")
    screen.show()
    tell_scores(match, screen)
