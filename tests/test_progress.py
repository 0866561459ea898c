"""The progress line: on terminals only, after a second, not too often, never too wide, and gone at the end."""

from __future__ import annotations

import io

import pytest

from tidebook.core.text import _
from tidebook.progress import Progress

LABEL = _("Playing")


class Terminal(io.StringIO):
    """A terminal that keeps what is written, and knows its letters."""

    encoding = "utf-8"

    def isatty(self) -> bool:
        """Say that it is one."""
        return True


class Clock:
    """A clock that goes on when it is told to."""

    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        """Give the time."""
        return self.now


def started(stream: io.StringIO, total: int = 100) -> tuple[Progress, Clock]:
    """Begin some work."""
    clock = Clock()
    return Progress(stream, total, LABEL, clock=clock), clock


@pytest.fixture(autouse=True)
def wide(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let terminals have 80 columns."""
    monkeypatch.setenv("COLUMNS", "80")


def test_nothing_is_shown_in_the_first_second() -> None:
    stream = Terminal()
    progress, clock = started(stream)
    with progress:
        for done in range(99):
            clock.now += 0.01
            progress.show(done)
    assert stream.getvalue() == ""


def test_line_shows_bar_count_speed_and_time_left() -> None:
    stream = Terminal()
    progress, clock = started(stream)
    clock.now += 2
    progress.show(25)
    bar = "█" * 8 + "░" * 27  # what is left of 79 columns
    assert stream.getvalue() == f"\rPlaying  {bar}  25 of 100, 12 a second, 0:06 left"


def test_line_is_drawn_ten_times_a_second_at_most() -> None:
    stream = Terminal()
    progress, clock = started(stream, 10_000)
    for done in range(3_000):
        clock.now += 0.001
        progress.show(done)
    assert 15 <= stream.getvalue().count("\r") <= 21  # two seconds of the three


def test_line_is_wiped_at_the_end_whatever_happened() -> None:
    stream = Terminal()
    progress, clock = started(stream)
    clock.now += 2
    progress.show(50)
    with pytest.raises(KeyboardInterrupt), progress:
        raise KeyboardInterrupt
    *_drawn, blank, after = stream.getvalue().split("\r")
    assert set(blank) == {" "}
    assert len(blank) <= 79
    assert after == ""


def test_shorter_line_leaves_nothing_of_a_longer_one() -> None:
    stream = Terminal()
    progress, clock = started(stream, 10_000_000)
    clock.now += 1_000
    progress.show(1)
    clock.now += 1
    progress.show(9_999_999)
    first, second = stream.getvalue().split("\r")[1:]
    assert len(second) >= len(first.rstrip())


def test_nothing_is_shown_where_there_is_no_terminal() -> None:
    stream = io.StringIO()
    progress, clock = started(stream)
    with progress:
        clock.now += 5
        progress.show(50)
    assert stream.getvalue() == ""


@pytest.mark.parametrize("encoding", ["ascii", "latin-1", None, "no such thing"])
def test_terminal_that_knows_no_blocks_gets_plain_signs(encoding: str | None) -> None:
    stream = Terminal()
    stream.encoding = encoding  # type: ignore[assignment]
    progress, clock = started(stream)
    clock.now += 2
    progress.show(50)
    assert "#####" in stream.getvalue()
    assert stream.getvalue().isascii()


@pytest.mark.parametrize("columns", [1, 2, 5, 10, 20, 30, 40, 60, 80, 200])
@pytest.mark.parametrize("done", [0, 1, 999_999, 1_000_000])
def test_line_fits_any_width(columns: int, done: int) -> None:
    progress, _clock = started(Terminal(), 1_000_000)
    for seconds in (0.0, 1.5, 100_000.0):
        line = progress.line(done, seconds, columns - 1)
        assert len(line) < columns
        assert columns < 40 or f"{done} of 1000000" in line


def test_time_left_is_told_in_minutes_and_hours() -> None:
    progress, _clock = started(Terminal(), 1_000)
    assert "a second, 1:30 left" in progress.line(100, 10, 100)
    assert "0.1 a second, 2:30:00 left" in progress.line(100, 1000, 100)
    assert "? left" in progress.line(0, 3, 100)
