"""The terminal game through a real terminal, from start to end."""

from __future__ import annotations

import os
import select
import subprocess
import sys
import time
from typing import TYPE_CHECKING, Any

import pytest

import tidebook
from tests.seated import GAME, winning_turn
from tidebook.terminal import INTERRUPTED

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

    def __init__(self, arguments: list[str], home: Path, term: str = "dumb") -> None:
        ours, theirs = os.openpty()
        environ = {**os.environ, "XDG_DATA_HOME": str(home), "TERM": term, "COLUMNS": "100", "LINES": "30"}
        command = [sys.executable, "-c", PROGRAM, *arguments]
        self.process = subprocess.Popen(  # noqa: S603 our own words
            command, stdin=theirs, stdout=theirs, stderr=theirs, env=environ, start_new_session=True
        )
        os.close(theirs)
        self.terminal = ours
        self.seen = ""
        self._read = 0  # how much of it was waited for already

    def waits_for(self, text: str) -> str:
        """Wait until this appears; give what came since the last time."""
        end = time.monotonic() + PATIENCE
        while (found := self.seen.find(text, self._read)) < 0:
            assert time.monotonic() < end, f"no {text!r} in:\n{self.seen[self._read :]}"
            if not self._receive():
                pytest.fail(f"it ended without {text!r}:\n{self.seen[self._read :]}")
        start, self._read = self._read, found + len(text)
        return self.seen[start : self._read]

    def types(self, line: str, *answers: str) -> None:
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

    def seat(*arguments: str, term: str = "dumb") -> Person:
        seated.append(Person(list(arguments), tmp_path / "data", term))
        return seated[-1]

    yield seat
    for person in seated:
        person.close()


PROMPT = "Player 1> "


def test_whole_game_through_a_terminal(people: Any, tmp_path: Path) -> None:
    seed, flip, score = winning_turn()
    saved, finished = tmp_path / "saved.json", tmp_path / "finished.json"
    person = people("play", GAME, "--seed", str(seed), "--set", "trigger_2=1")
    person.waits_for("House rule: trigger_2 = 1")
    person.waits_for(PROMPT)

    person.types("dance", "“dance” is not an action of Shifting Stones")
    person.types(score, "(rule SS.score.match;")
    person.types("flip a1 with 999", "is not an action")
    person.types(flip, "- You flip the", PROMPT)
    person.types("undo", f"Taken back: {flip}")
    person.types("redo", "- You flip the")
    person.types(f"save {saved}", "Saved in")
    person.types(score, "- You score card")
    person.types(f"load {saved}", "Your turn, Player 1.")
    person.types("score", "Player 1: 0")

    person.types(score, "- You score card")
    person.types("end", "- You end your turn and draw", "- The game is over", "1. Player 1: ", "> ")
    person.types(f"save {finished}", "Saved in")
    person.types("quit")
    assert person.ends() == 0
    assert tidebook.load(finished).over
    assert len(tidebook.load(saved).history) == 1


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
    person = people("play", GAME, "--bots", "none", "--seed", "7", term="xterm")
    person.waits_for("Player 1, press Enter. ")
    person.types("", PROMPT)
    person.types("end", "\x1b[3J", "Player 2, press Enter. ")
    person.types("", "Player 2> ")
    person.presses(b"\x1b[A\n")  # the arrow brings nothing of Player 1's back: Enter alone shows the table
    person.waits_for("Your turn, Player 2.")
    person.types("quit")
    assert person.ends() == 0
