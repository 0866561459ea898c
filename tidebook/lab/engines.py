"""How the games of a study are spread over an engine: processes of our own, or any executor.

Games are sent in batches that take some tenth of a second. How they are cut, where they are played and in which
order they come back changes nothing: each game has a seed of its own, and results are given by their numbers.
"""

from __future__ import annotations

import math
import os
import time
from collections import Counter
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, CancelledError, Future, wait
from typing import TYPE_CHECKING, NamedTuple, Protocol

from tidebook.core.data import shown
from tidebook.core.errors import TidebookError
from tidebook.core.text import Text, _

if TYPE_CHECKING:
    from collections.abc import Generator, Iterable
    from concurrent.futures import Executor

    from tidebook.lab.results import GameResult
    from tidebook.lab.study import Study

MOST_AT_ONCE = 100_000  # games, on somebody's cluster
MOST_TRIES = 5  # of a batch whose worker died
MOST_IN_BATCH = 100  # games: their results fit into a pipe, so that no worker is cut off in the middle of a message
AIM = 0.075  # seconds that a batch should take: long against the post, short for whoever waits or stops it
PULSE = 0.5  # seconds; where a wait cannot be interrupted, Ctrl-C is noticed at the next one


class Outcome(NamedTuple):
    """What came out of a batch: the results up to the end, or up to what went wrong."""

    results: list[GameResult]
    trouble: Text | str | None
    seconds: float


class Engine(Protocol):
    """Something that plays batches elsewhere; `width` is how many at once."""

    width: int

    def submit(self, games: range) -> Future[Outcome]:
        """Begin to play these games."""
        ...

    def maimed(self) -> bool:
        """Whether a worker has died, so that what it played may never come back."""
        ...

    def renew(self) -> bool:
        """Start again after workers died; False if that cannot be done."""
        ...

    def close(self) -> None:
        """End all that we started, even in the middle of a game."""
        ...


def check_workers(workers: object, most: int) -> None:
    """Check a number of workers from outside."""
    if isinstance(workers, bool) or not isinstance(workers, int) or not 1 <= workers <= most:
        given = shown(repr(workers) if isinstance(workers, str) else workers)
        raise TidebookError(_("workers must be 1 to {most}, not {workers}.", most=most, workers=given))


def spread(study: Study, engine: Engine) -> Generator[GameResult, None, None]:
    """Play a study on an engine; give the results in the order of the games."""
    plan = Plan(study.games, engine.width)
    running: dict[Future[Outcome], range] = {}
    outcomes: dict[int, Outcome] = {}  # by their first game, until it is their turn
    turn = 0
    try:
        while turn < study.games:
            while len(running) < 2 * engine.width and (games := plan.take()):
                running[_submitted(engine, games)] = games
            finished = wait(running, timeout=PULSE, return_when=FIRST_COMPLETED).done
            lost = [*running.values()] if not finished and engine.maimed() else []
            for future in finished:
                games = running.pop(future)
                outcome = _outcome(future, games)
                if outcome is None:
                    lost.append(games)
                else:
                    plan.learn(games, outcome)
                    outcomes[games.start] = outcome
            if lost:
                lost = [*{*lost, *running.values()}]
                running.clear()
                outcomes |= plan.again(lost, can=engine.renew())
            while turn in outcomes:
                results, trouble, _seconds = outcomes.pop(turn)
                yield from results
                if trouble:
                    raise TidebookError(trouble)
                turn += len(results)
    finally:
        for future in running:
            future.cancel()
        engine.close()


def _submitted(engine: Engine, games: range) -> Future[Outcome]:
    try:
        return engine.submit(games)
    except TidebookError:
        raise
    except Exception as error:  # noqa: BLE001 what an executor cannot take ends like what it could not do
        failed: Future[Outcome] = Future()
        failed.set_exception(error)
        return failed


def _outcome(future: Future[Outcome], games: range) -> Outcome | None:
    """Give what came out of a batch, None if its worker died."""
    try:
        return future.result()
    except BrokenExecutor:
        return None
    except CancelledError:
        trouble = _(
            "The study stopped at game {number}: the executor gave it up. It was ended, or its cluster is gone.",
            number=games.start,
        )
    except Exception as error:  # noqa: BLE001 executors are somebody else's, and so are their errors
        trouble = _("The study stopped at game {number}: {why}.", number=games.start, why=reason(error))
    return Outcome([], trouble, 0.0)


def reason(error: Exception) -> str:
    """Say what an error of somebody else's code is, in its own words."""
    return shown(f"{type(error).__name__}: {error}" if str(error) else type(error).__name__, 200)


class Plan:
    """How the games are cut into batches: first single games, then as many as fit into the time we aim at."""

    def __init__(self, games: int, width: int) -> None:
        self._end = games
        self._width = width
        self._next = 0
        self._size = 1
        self._done = 0
        self._seconds = 0.0
        self._lost: list[range] = []
        self._tries: Counter[int] = Counter()

    def take(self) -> range | None:
        """Give the next batch, None if there is none. Towards the end they are small, so that nobody waits for one."""
        if self._lost:
            return self._lost.pop()
        left = self._end - self._next
        if left < 1:
            return None
        first = self._next
        self._next += max(1, min(self._size, math.ceil(left / (2 * self._width))))
        return range(first, self._next)

    def learn(self, games: range, outcome: Outcome) -> None:
        """Learn how long games take; nothing is played beyond what went wrong."""
        self._done += len(outcome.results)
        self._seconds += outcome.seconds
        if outcome.trouble:
            self._stop(games)
        elif self._seconds:
            fitting = int(AIM * self._done / self._seconds)
            self._size = max(1, min(2 * self._size, fitting, MOST_IN_BATCH))

    def again(self, lost: Iterable[range], *, can: bool) -> dict[int, Outcome]:
        """Have batches played again whose worker died; give those up that were tried often enough."""
        given_up = {}
        for games in sorted(lost, key=lambda games: -games.start):
            self._tries[games.start] += 1
            if can and self._tries[games.start] < MOST_TRIES:
                self._lost.append(games)
            else:
                given_up[games.start] = Outcome([], self._why(games), 0.0)
                self._stop(games)
        return given_up

    def _stop(self, games: range) -> None:
        self._end = min(self._end, games.stop)
        self._lost = [one for one in self._lost if one.start < games.start]

    def _why(self, games: range) -> Text:
        if not self._done:
            return _(
                "The worker processes end before they have played a game. If this is a script, what runs the study"
                " must stand under {guard}.",
                guard="“if __name__ == '__main__':”",
            )
        return _(
            "The study stopped at game {number}: the workers died. Maybe there is too little memory for so many.",
            number=games.start,
        )


def play_batch(study: Study, games: range, version: int) -> Outcome:
    """Play some games of a study: what is run where the worker is."""
    began = time.perf_counter()
    results: list[GameResult] = []
    trouble: Text | str | None = None
    there = getattr(study.game, "version", version)
    if there != version:  # another machine may have another edition of the game, and other results
        return Outcome(
            [],
            _("A worker has version {there} of the game, but here it is {version}.", there=there, version=version),
            0.0,
        )
    try:
        for one in study.play_each(games):
            results.append(one)  # noqa: PERF402 one by one, so that those before an error stay
    except TidebookError as error:
        trouble = error.text
    return Outcome(results, trouble, time.perf_counter() - began)


class Given:
    """Any executor, which belongs to whoever gave it."""

    def __init__(self, study: Study, executor: Executor, workers: int | None = None) -> None:
        if not callable(getattr(executor, "submit", None)):
            raise TidebookError(
                _("executor must be one of concurrent.futures or like it, not {value}.", value=shown(repr(executor)))
            )
        if workers is not None:
            check_workers(workers, MOST_AT_ONCE)
        self.width = workers or getattr(executor, "_max_workers", None) or os.cpu_count() or 1
        self._study = study
        self._executor = executor

    def submit(self, games: range) -> Future[Outcome]:
        """Send these games to the executor."""
        return self._executor.submit(play_batch, self._study, games, getattr(self._study.game, "version", 0))

    def maimed(self) -> bool:
        """Leave it to the executor to say so."""
        return False

    def renew(self) -> bool:
        """Say that it is not ours to start again."""
        return False

    def close(self) -> None:
        """Leave it running."""
