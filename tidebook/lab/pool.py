"""Processes of our own that play the games of a study.

They are spawned, not forked: that is the same on every system, a copy of a process with threads (Jupyter has them) may
hang, and a new Python is ready to play within a tenth of a second. What it can import is what we can: it gets our
`sys.path`, so that a source tree and games of other people work as they do here.
"""

from __future__ import annotations

import multiprocessing
import os
import pickle
import signal
import sys
import threading
from contextlib import contextmanager
from multiprocessing.connection import wait
from typing import TYPE_CHECKING

from tidebook.core.errors import TidebookError
from tidebook.core.text import _
from tidebook.lab.engines import Outcome, check_workers, play_batch, reason

if TYPE_CHECKING:
    from collections.abc import Iterator
    from concurrent.futures import Future, ProcessPoolExecutor
    from multiprocessing.process import BaseProcess

    from tidebook.lab.study import Study

MOST_WORKERS = 61 if sys.platform == "win32" else 256  # Windows cannot wait for more


class Pool:
    """Processes of our own. When one dies, all are started again."""

    def __init__(self, study: Study, workers: int) -> None:
        check_workers(workers, MOST_WORKERS)
        self.width = min(workers, study.games)
        try:
            # Pickled here and not by the pool, whose processes would die of what they cannot read.
            self._study = pickle.dumps(study)
        except Exception as error:  # pickle has many ways to say it
            raise TidebookError(
                _(
                    "This study cannot be sent to other processes ({why}): its bots and its game must be defined in a"
                    " module.",
                    why=reason(error),
                )
            ) from error
        self._version = getattr(study.game, "version", 0)
        self._pool: ProcessPoolExecutor | None = None

    def submit(self, games: range) -> Future[Outcome]:
        """Send these games to the processes, which start with the first ones."""
        if self._pool is None:
            self._pool = _started(self.width)
        with _ctrl_c_held_back():
            return self._pool.submit(_play_pickled, self._study, games, self._version)

    def maimed(self) -> bool:
        """Whether a process has died; the pool mostly says so itself, but not if it happens while it takes new work."""
        return bool(wait([process.sentinel for process in self._processes()], timeout=0))

    def renew(self) -> bool:
        """Start with new processes."""
        self.close()
        return True

    def close(self) -> None:
        """End the processes: they have nothing to lose, and one that died may hold a lock that the others wait for."""
        if self._pool is None:
            return
        for process in self._processes():
            process.kill()
        self._pool.shutdown(wait=True, cancel_futures=True)
        self._pool = None

    def _processes(self) -> list[BaseProcess]:
        return list((self._pool._processes or {}).values()) if self._pool else []  # noqa: SLF001 there is no other way


def _started(workers: int) -> ProcessPoolExecutor:
    try:
        from concurrent.futures import ProcessPoolExecutor  # noqa: PLC0415 Pyodide has no processes

        return ProcessPoolExecutor(workers, multiprocessing.get_context("spawn"), _begin_work)
    except (ImportError, NotImplementedError, OSError) as error:
        raise TidebookError(
            _("Worker processes cannot be started here ({why}); the study can be run without.", why=reason(error))
        ) from error


@contextmanager
def _ctrl_c_held_back() -> Iterator[None]:
    """Let Ctrl-C wait while processes start. They inherit this: it is meant for us, and they would show tracebacks."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _begin_work() -> None:
    """Get a worker process ready: it ends when we do, however that comes, and not before."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent:
        parent.join()
        os._exit(1)


def _play_pickled(pickled: bytes, games: range, version: int) -> Outcome:
    try:
        study: Study = pickle.loads(pickled)  # noqa: S301 our own process has sent it
    except Exception as error:  # noqa: BLE001 pickle has many ways to say it
        return Outcome(
            [],
            _(
                "A worker process cannot read this study ({why}): its bots and its game must be defined in a module.",
                why=reason(error),
            ),
            0.0,
        )
    return play_batch(study, games, version)
