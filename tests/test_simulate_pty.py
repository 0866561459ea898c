"""A long study in a real terminal: its progress line, and Ctrl-C, which keeps what is done and leaves no process."""

from __future__ import annotations

import os
import re
import select
import shlex
import signal
import subprocess
import sys
import time
from typing import TYPE_CHECKING, Any

import pytest

from tests.seated import GAME, call

if TYPE_CHECKING:
    from collections.abc import Iterator

if sys.platform == "win32":
    pytest.skip("pseudo-terminals are not for Windows", allow_module_level=True)

import fcntl
import struct
import termios

SHORT = ("--set", "trigger_2=1")
PATIENCE = 30.0  # seconds, for slow machines; nothing here takes that long
PROGRAM = """
import fcntl, sys, termios
fcntl.ioctl(0, termios.TIOCSCTTY, 0)  # so that Ctrl-C reaches us, and all that we started
sys.argv[0] = "tidebook"
from tidebook.cli import main
sys.exit(main())
"""


class Window:
    """A terminal of 70 columns in which a long study runs; its stdout goes elsewhere."""

    def __init__(self, *arguments: str) -> None:
        self.terminal, theirs = os.openpty()
        fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 30, 70, 0, 0))
        words = [sys.executable, "-c", PROGRAM, "simulate", GAME, "--games", "100000", "--seed", "7", *arguments]
        environ = {**os.environ, "PYTHONIOENCODING": "utf-8"}
        self.process = subprocess.Popen(  # noqa: S603 our own words
            words, stdin=theirs, stdout=subprocess.PIPE, stderr=theirs, start_new_session=True, env=environ
        )
        os.close(theirs)
        self.seen = ""

    def waits_for(self, text: str) -> None:
        """Wait until this appears."""
        while text not in self.seen:
            assert self._receive(), f"it ended without {text!r}:\n{self.seen}"

    def ends(self) -> tuple[int, str]:
        """Read up to the end; give the exit code and what went to stdout."""
        while self._receive():
            pass
        out, _err = self.process.communicate(timeout=PATIENCE)
        return self.process.returncode, out.decode()

    def is_left_by_all(self) -> bool:
        """Whether every process that was started in it has ended."""
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            try:
                os.killpg(self.process.pid, 0)
            except ProcessLookupError:
                return True
            time.sleep(0.02)
        return False

    def _receive(self) -> bool:
        ready, _write, _other = select.select([self.terminal], [], [], PATIENCE)
        assert ready, f"nothing came any more:\n{self.seen}"
        try:
            received = os.read(self.terminal, 65536)
        except OSError:  # how Linux tells that the other side is closed
            return False
        self.seen += received.decode(errors="replace")
        return bool(received)

    def close(self) -> None:
        """Let nothing run on."""
        if self.process.poll() is None:
            self.process.kill()
        self.process.communicate()
        os.close(self.terminal)


@pytest.fixture
def windows() -> Iterator[Any]:
    """Open windows; all are closed afterwards."""
    opened: list[Window] = []

    def window(*arguments: str) -> Window:
        opened.append(Window(*arguments))
        return opened[-1]

    yield window
    for one in opened:
        one.close()


@pytest.mark.parametrize("workers", ["1", "2"])
def test_ctrl_c_keeps_what_is_done_and_ends_the_workers(workers: str, windows: Any) -> None:
    window = windows("--workers", workers, *SHORT)
    window.waits_for(" left\r")  # the progress line, drawn twice
    os.write(window.terminal, b"\x03")
    code, out = window.ends()
    assert code == 130
    assert "Traceback" not in window.seen
    line = re.search(r"To repeat these: tidebook (simulate .*)\r\n", window.seen)
    assert line
    assert call(*shlex.split(line[1])) == (0, out, "")
    assert window.is_left_by_all()


def test_progress_line_fits_the_window_and_is_wiped(windows: Any) -> None:
    window = windows()
    window.waits_for(" left\r")
    os.write(window.terminal, b"\x03")
    window.ends()
    drawn, _end, after = window.seen.rpartition("^C")
    assert after.lstrip("\r").startswith(" " * 20)
    for line in drawn.split("\r"):
        assert len(line) < 70
        assert not line.strip() or "of 100000, " in line


def test_workers_end_with_a_process_that_is_killed(windows: Any) -> None:
    window = windows("--workers", "2", *SHORT)
    window.waits_for(" left\r")
    window.process.send_signal(signal.SIGKILL)
    window.process.wait(PATIENCE)
    assert window.is_left_by_all()
