"""Rates of several tasks, taken in turns, so that a busy minute of the machine hits all of them alike."""

from __future__ import annotations

import gc
import statistics
import time
from collections.abc import Callable
from random import Random
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

# Does work of the size it is given, and returns how many units of its own (moves, copies, games) that was.
Task = Callable[[int], int]


class Spread(NamedTuple):
    """A median between its quartiles."""

    low: float
    median: float
    high: float


def spread(values: Sequence[float]) -> Spread:
    """Sum up one figure a round. A single round has no spread."""
    if len(values) == 1:
        return Spread(values[0], values[0], values[0])
    return Spread(*statistics.quantiles(values, n=4, method="inclusive"))


def quotients(dividends: Sequence[float], divisors: Sequence[float]) -> list[float]:
    """Divide round by round: both figures of a round were taken within the same second."""
    return [dividend / divisor for dividend, divisor in zip(dividends, divisors, strict=True)]


def rates(tasks: Mapping[str, Task], rounds: int, seconds: float) -> dict[str, list[float]]:
    """Measure units a CPU second of every task: a figure a round, each from a slice of about `seconds`."""
    sizes = {name: _size(task, seconds) for name, task in tasks.items()}
    found: dict[str, list[float]] = {name: [] for name in tasks}
    order = list(tasks)
    shuffle = Random(0).shuffle  # noqa: S311 turns, not secrets
    # What is loaded by now stays: the collector need not walk over it in anybody's slice.
    gc.collect()
    gc.freeze()
    for _round in range(rounds):
        # In a fixed order a task would always follow the same neighbour.
        shuffle(order)
        for name in order:
            units, spent = _timed(tasks[name], sizes[name])
            found[name].append(units / spent)
    gc.unfreeze()
    return found


def _timed(task: Task, size: int) -> tuple[int, float]:
    # The garbage of the slice before is not on this one's bill.
    gc.collect()
    begin = time.process_time()
    units = task(size)
    return units, time.process_time() - begin


def _size(task: Task, seconds: float) -> int:
    """Find the size that takes about `seconds`, which also warms the task up."""
    size = 1
    while True:
        spent = _timed(task, size)[1]
        if spent >= seconds / 2:
            return max(1, round(size * seconds / spent))
        size *= 2
