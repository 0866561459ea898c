"""A line that shows how far some work is: only on a terminal, and only if the work takes more than a moment.

>>> import io
>>> from tidebook.core.text import _
>>> from tidebook.progress import Progress
>>> with Progress(io.StringIO(), 100, _("Playing")) as progress:
...     progress.show(50)  # no terminal, so nothing is written
"""

from __future__ import annotations

import os
import shutil
import time
from typing import TYPE_CHECKING, Self, TextIO

from tidebook.core.text import _

if TYPE_CHECKING:
    from collections.abc import Callable

    from tidebook.core.text import Language, Text

DELAY = 1.0  # seconds; what is done sooner needs no line
PAUSE = 0.1  # seconds between two drawings
LONGEST_BAR = 40
SHORTEST_BAR = 5
BLOCKS = ("█", "░")
SIGNS = ("#", ".")  # for terminals that know no blocks
SLOW = 10  # a second; fewer are told with a decimal
FORMS = (
    _("{label}  {bar}  {done} of {total}, {rate} a second, {time} left"),
    _("{bar}  {done} of {total}, {time} left"),
    _("{bar}  {done} of {total}"),
)


class Progress:
    """How far some work is. Use it with `with`: at the end the line is wiped away, whatever happened."""

    def __init__(
        self,
        stream: TextIO,
        total: int,
        label: Text,
        language: Language | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.stream = stream
        self.total = total
        self.label = label
        self.language = language
        self._clock = clock
        self._began = clock()
        self._next = self._began + DELAY
        self._drawn = 0  # characters on the line
        self._full, self._empty = BLOCKS if _can_write(stream, "".join(BLOCKS)) else SIGNS
        self._terminal = stream.isatty()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_error: object) -> None:
        self.wipe()

    def show(self, done: int) -> None:
        """Show that so much is done; not more often than a person can read."""
        now = self._clock()
        if not self._terminal or now < self._next:
            return
        self._next = now + PAUSE
        line = self.line(done, now - self._began, _columns(self.stream) - 1)  # a full line would wrap
        self.stream.write("\r" + line.ljust(self._drawn))
        self.stream.flush()
        self._drawn = len(line)

    def wipe(self) -> None:
        """Take the line away."""
        if self._drawn:
            over = min(self._drawn + len("^C"), _columns(self.stream) - 1)  # what the terminal shows of Ctrl-C, too
            self.stream.write("\r" + " " * over + "\r")
            self.stream.flush()
            self._drawn = 0

    def line(self, done: int, seconds: float, width: int) -> str:
        """Put it into one line of at most this width; what has no room is left out."""
        rate = done / seconds if seconds > 0 else 0.0
        values = {
            "label": self.label.say(self.language),
            "done": done,
            "total": self.total,
            "rate": f"{rate:.1f}" if rate < SLOW else f"{rate:.0f}",
            "time": _time((self.total - done) / rate) if rate else "?",
        }
        for form in FORMS:
            said = form.say(self.language)
            room = width - len(said.format_map({**values, "bar": ""}))
            if room >= SHORTEST_BAR:
                return said.format_map({**values, "bar": self._bar(done, min(room, LONGEST_BAR))})
        return f"{done}/{self.total}"[: max(0, width)]

    def _bar(self, done: int, length: int) -> str:
        filled = length * min(done, self.total) // max(1, self.total)
        return self._full * filled + self._empty * (length - filled)


def _time(seconds: float) -> str:
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"


def _columns(stream: TextIO) -> int:
    try:
        columns = os.get_terminal_size(stream.fileno()).columns
    except (OSError, ValueError):  # not a terminal of the system
        columns = 0
    return columns or shutil.get_terminal_size().columns  # a terminal that does not know its width says 0


def _can_write(stream: TextIO, text: str) -> bool:
    try:
        text.encode(stream.encoding or "ascii")
    except (UnicodeEncodeError, LookupError):
        return False
    return True
