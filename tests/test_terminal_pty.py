"""The terminal game through a real terminal, from start to end."""

from __future__ import annotations

import os
import re
import select
import subprocess
import sys
import time
from typing import TYPE_CHECKING, Any

import pytest

import tidebook
from tests.seated import GAME, planned
from tidebook.core.columns import width
from tidebook.menu import Menu
from tidebook.screen import INTERRUPTED

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

if sys.platform == "win32":
    pytest.skip("pseudo-terminals are not for Windows", allow_module_level=True)

PATIENCE = 20.0  # seconds, for slow machines; nothing here takes that long
PROGRAM = """
import fcntl, sys, termios
fcntl.ioctl(0, termios.TIOCSCTTY, 0)  # so that Ctrl-C reaches us
sys.argv[0] = "tidebook"
from tidebook.cli import main
sys.exit(main())
"""


class Person:
    """Somebody at a pseudo-terminal: types lines, and waits for what must appear."""

    def __init__(self, arguments: list[str], home: Path, **said: str) -> None:
        ours, theirs = os.openpty()
        kept = {name: value for name, value in os.environ.items() if name not in ("COLORTERM", "NO_COLOR")}
        environ = {**kept, "XDG_DATA_HOME": str(home), "TERM": "dumb", "COLUMNS": "100", "LINES": "30", **said}
        command = [sys.executable, "-c", PROGRAM, *arguments]
        self.process = subprocess.Popen(  # noqa: S603 our own words
            command, stdin=theirs, stdout=theirs, stderr=theirs, env=environ, start_new_session=True
        )
        os.close(theirs)
        self.terminal = ours
        self.seen = ""
        self._read = 0  # how much of it was waited for already

    def waits_for(self, text: str | re.Pattern[str]) -> str:
        """Wait until this appears, wherever its lines break; give what came since the last time."""
        end = time.monotonic() + PATIENCE
        pattern = re.compile(r"\s+".join(map(re.escape, text.split(" ")))) if isinstance(text, str) else text
        while not (found := pattern.search(self.seen, self._read)):
            assert time.monotonic() < end, f"no {text!r} in:\n{self.seen[self._read :]}"
            if not self._receive():
                pytest.fail(f"it ended without {text!r}:\n{self.seen[self._read :]}")
        start, self._read = self._read, found.end()
        return self.seen[start : self._read]

    def types(self, line: str, *answers: str | re.Pattern[str]) -> None:
        """Type a line, and wait for what it is answered with."""
        os.write(self.terminal, f"{line}\n".encode())
        for answer in answers:
            self.waits_for(answer)

    def presses(self, keys: bytes) -> None:
        """Press keys, such as Ctrl-D."""
        os.write(self.terminal, keys)

    def interrupts(self) -> None:
        """Press Ctrl-C; again if it came just before Python's readline began to listen, which would not hear it."""
        for _try in range(3):
            time.sleep(0.2)
            self.presses(b"\x03")
            if select.select([self.terminal], [], [], PATIENCE / 4)[0]:
                return

    def ends(self) -> int:
        """Read up to the end and give the exit code."""
        while self._receive():
            pass
        code = self.process.wait(PATIENCE)
        assert "Traceback" not in self.seen, self.seen
        return code

    def _receive(self) -> bool:
        ready, _write, _other = select.select([self.terminal], [], [], PATIENCE)
        assert ready, f"nothing came any more:\n{self.seen[self._read :]}"
        try:
            received = os.read(self.terminal, 65536)
        except OSError:  # how Linux tells that the other side is closed
            return False
        self.seen += received.decode().replace("\r\n", "\n")
        return bool(received)

    def close(self) -> None:
        """Let nothing run on."""
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait()
        os.close(self.terminal)


@pytest.fixture
def people(tmp_path: Path) -> Iterator[Any]:
    """Seat people at terminals; all are sent home afterwards."""
    seated: list[Person] = []

    def seat(*arguments: str, **environ: str) -> Person:
        seated.append(Person(list(arguments), tmp_path / "data", **environ))
        return seated[-1]

    yield seat
    for person in seated:
        person.close()


PROMPT = "Player 1> "
COLOUR = re.compile("\x1b\\[[0-9;]*m")
STEERING = re.compile("\x1b\\[[?0-9;]*[a-zA-Z]")
HINT = re.compile(r"Hint: \w.*\(number \d+\)\.|There is no hint: ")
MOVE = re.compile("shift|flip")


def game_of_seed(seed: int) -> tidebook.Match:
    """Deal as the command does."""
    return tidebook.new(GAME, players=2, seed=seed, bots={1: "random"}, names=["", "Random"])


def seed_that_begins_with_a_move() -> int:
    """Find a deal in which the plan begins with two actions that can be taken back."""
    return next(
        seed for seed in range(100) if re.match("(shift|flip).*score", ",".join(planned(game_of_seed(seed))[:2]))
    )


@pytest.mark.parametrize(
    ("environ", "colours"),
    [
        ({"TERM": "xterm-256color"}, "48;5;"),
        ({"TERM": "xterm-256color", "COLORTERM": "truecolor", "COLUMNS": "100", "LINES": "30"}, "48;2;"),
        ({"TERM": "dumb"}, ""),
        ({"TERM": "xterm-256color", "COLORTERM": "truecolor", "NO_COLOR": "1"}, ""),
    ],
    ids=["256 colours", "all colours", "dumb", "no colour wanted"],
)
def test_whole_game_through_a_terminal(people: Any, tmp_path: Path, environ: dict[str, str], colours: str) -> None:
    seed = seed_that_begins_with_a_move()
    plan, twin = planned(game_of_seed(seed)), game_of_seed(seed)
    saved, finished = tmp_path / "saved.json", tmp_path / "finished.json"
    person = people("play", GAME, "--seed", str(seed), **{"COLUMNS": "80", "LINES": "24", **environ})
    person.waits_for("Seat 2: Random, a bot")
    person.waits_for("“rules SS.idea” says what it is about.")
    person.waits_for(PROMPT)

    menu, card = Menu(twin), twin.legal()[0].args[0]
    for line, *answers in (
        # What is wrong is answered, and changes nothing.
        ("dance", "“dance” is not an action of Shifting Stones."),
        ("", "Your turn, Player 1. Type a number or the words:"),
        ("0", f"There is no number 0; the numbers are 1 to {len(menu.actions)}."),
        ("999", "There is no number 999;"),
        (f"shift a1-b2 with {card}", "only touch at a corner", "(rule SS.turn.shift;"),
        ("why", "Shift two stones  [SS.turn.shift]"),
        (plan[1], "The stones do not show the pattern", "(rule SS.score.match;"),
        ("flip a1", "Something is missing after “flip a1”"),
        ("undo", "Nothing has been played yet."),
        # What can be asked.
        ("hint", HINT),
        ("help", "what would be good to do now, and why"),
        ("legal", "“legal flip” shows all of a kind"),
        ("legal flip", f"{menu.number(menu.kinds['flip'][-1])} flip c3 with"),
        ("rules", "SS.turn.skip"),
        ("rules turn.skip", "Skip your turn  [SS.turn.skip]"),
        ("score", "Player 1: 0", "Random: 0"),
        ("log", "- You are dealt cards", "- Random is dealt 4 cards."),
    ):
        person.types(line, *answers, PROMPT)

    # A move by its number, taken back, done again, saved, gone on from there.
    number = menu.number(twin.game.parse(plan[0]))
    person.types(str(number), f"That is: {plan[0]}", MOVE, PROMPT)
    person.types("undo", f"Taken back: {plan[0]}", PROMPT)
    person.types("redo", "- You ", PROMPT)
    person.types(f"save {saved}", "Saved in", PROMPT)
    person.types(plan[1], "- You score card", PROMPT)
    person.types(f"load {saved}", "Your turn, Player 1.", PROMPT)
    twin.play(plan[0])

    # To the end, by numbers and by words.
    for action in plan[1:-1]:
        typed = action if len(twin.history) % 2 else str(Menu(twin).number(twin.game.parse(action)))
        person.types(typed, *([f"That is: {action}"] if typed != action else []), "- You ", PROMPT)
        twin.play(action)
        twin.advance()
    person.types(plan[-1], "- You end your turn", "- The game is over", "1. ", "“quit” stops.", "> ")
    twin.play(plan[-1])
    twin.advance()
    for line, *answers in (
        ("1", "The game is over; there is nothing to do."),
        ("hint", "There is no hint: the game is over."),
        ("end", "The game is over. (rule SS.end.winner;"),
        ("undo", f"Taken back: {plan[-1]}"),
        ("redo", "- The game is over", "“quit” stops."),
        ("score", "[SS.score.points]"),
        (f"save {finished}", "Saved in"),
    ):
        person.types(line, *answers, "> ")
    person.types("quit")

    assert person.ends() == 0
    assert twin.over
    assert [str(ply.action) for ply in tidebook.load(finished).history] == [str(ply.action) for ply in twin.history]
    assert len(tidebook.load(saved).history) == 1
    assert bool(COLOUR.search(person.seen)) == bool(colours)
    assert colours in person.seen
    plain = [line.rstrip() for line in STEERING.sub("", person.seen).splitlines()]
    assert "\n".join(twin.picture(0).splitlines()) in "\n".join(plain)
    columns = int(environ.get("COLUMNS", "80"))
    assert [line for line in plain if width(line) > columns and str(tmp_path) not in line] == []


def test_interrupt_leaves_a_game_that_can_be_resumed(people: Any, tmp_path: Path) -> None:
    person = people("play", GAME, "--seed", "7")
    person.waits_for(PROMPT)
    person.types("flip a1 with 64", "Your turn", PROMPT)
    person.interrupts()
    person.waits_for(f"To go on with it: tidebook play {GAME} --load")
    assert person.ends() == INTERRUPTED
    kept = tidebook.load(tmp_path / "data" / "tidebook" / f"last-{GAME}.json")
    assert [ply.action.text for ply in kept.history] == ["flip a1 with 64"]

    again = people("play", GAME, "--load")
    shown = again.waits_for(PROMPT)
    assert kept.picture(0) in shown
    again.types("undo")  # what was safe to take back before still is
    again.waits_for("Taken back: flip a1 with 64")
    again.waits_for(PROMPT)
    again.presses(b"\x04")
    assert again.ends() == 0


def test_curtain_wipes_a_terminal_that_can_be_wiped_and_forgets_the_lines_typed(people: Any) -> None:
    person = people("play", GAME, "--bots", "none", "--seed", "7", TERM="xterm")
    person.waits_for("Player 1, press Enter. ")
    person.types("", PROMPT)
    person.types("end", "\x1b[3J", "Player 2, press Enter. ")
    person.types("", "Player 2> ")
    person.presses(b"\x1b[A\n")  # the arrow brings nothing of Player 1's back: Enter alone shows the table
    person.waits_for("Your turn, Player 2.")
    person.types("quit")
    assert person.ends() == 0
