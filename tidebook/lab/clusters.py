"""A Dask cluster that plays the games of a study. Dask is an extra: `pip install 'tidebook[lab]'`."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING

from tidebook.core.data import shown
from tidebook.core.errors import TidebookError
from tidebook.core.text import _
from tidebook.lab.engines import reason

if TYPE_CHECKING:
    from collections.abc import Iterator
    from concurrent.futures import Executor

PATIENCE = 5.0  # seconds, for a scheduler to answer


@contextmanager
def cluster(address: str) -> Iterator[tuple[Executor, int]]:
    """Connect to the scheduler of a Dask cluster; give an executor and how many games it plays at once."""
    try:
        import distributed  # noqa: PLC0415 an extra, and only this needs it
    except ImportError as error:
        raise TidebookError(
            _("For a Dask cluster, install what it needs first: {line}", line="pip install 'tidebook[lab]'")
        ) from error
    # Asked in a thread of its own, since Jupyter's has a loop that runs already.
    with ThreadPoolExecutor(1) as thread:
        threads = thread.submit(asyncio.run, _threads(address)).result()
    try:
        client = distributed.Client(address, timeout=PATIENCE, set_as_default=False)
    except Exception as error:
        raise TidebookError(
            _("The Dask scheduler at {address} takes no work ({why}).", address=shown(address), why=reason(error))
        ) from error
    try:
        yield client.get_executor(), threads
    finally:
        with suppress(Exception):  # of a cluster that is gone; what is done is done
            client.close()


async def _threads(address: str) -> int:
    """Ask a scheduler how many games can be played at once; a client would wait for a wrong one for ever."""
    from distributed.core import rpc  # noqa: PLC0415 an extra

    try:
        async with asyncio.timeout(PATIENCE), rpc(address, timeout=2 * PATIENCE) as scheduler:
            answer = await scheduler.identity()
    except TimeoutError as error:
        raise TidebookError(
            _(
                "No Dask scheduler answers at {address} within {seconds} seconds.",
                address=shown(address),
                seconds=f"{PATIENCE:g}",
            )
        ) from error
    except Exception as error:  # a wrong address has many names
        raise TidebookError(
            _("No Dask scheduler answers at {address} ({why}).", address=shown(address), why=reason(error))
        ) from error
    if answer.get("type") != "Scheduler":
        raise TidebookError(
            _(
                "At {address} there is no Dask scheduler but a {other}.",
                address=shown(address),
                other=shown(answer.get("type")),
            )
        )
    threads = sum(worker["nthreads"] for worker in answer["workers"].values())
    if not threads:
        raise TidebookError(_("The Dask scheduler at {address} has no workers.", address=shown(address)))
    return int(threads)
