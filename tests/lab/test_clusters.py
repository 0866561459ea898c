"""A Dask cluster plays a study as this process does; one that is not there is told in a sentence."""

from __future__ import annotations

import socket
import sys
from typing import TYPE_CHECKING, Any

import pytest

from tests.seated import call
from tidebook.core.errors import TidebookError
from tidebook.lab import Study
from tidebook.lab.clusters import cluster

if TYPE_CHECKING:
    from collections.abc import Iterator

distributed = pytest.importorskip("distributed", reason="Dask is an extra")

GAME = "shifting_stones"
STUDY = Study(GAME, ("random", "random"), 30, 7, {"trigger_2": 1})


def local(workers: int) -> Any:
    """Start a small cluster inside this process, which speaks TCP as a big one does."""
    return distributed.LocalCluster(
        n_workers=workers,
        threads_per_worker=2,
        processes=False,
        protocol="tcp",
        host="127.0.0.1",
        dashboard_address=":0",
    )


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    """Give the address of a scheduler with two workers."""
    with local(2) as running:
        yield running.scheduler_address


def test_cluster_gives_the_same_results_bit_by_bit(address: str) -> None:
    with cluster(address) as (executor, workers):
        assert workers == 4
        assert STUDY.run(executor=executor, workers=workers) == STUDY.run()


def test_client_of_ones_own_will_do(address: str) -> None:
    with distributed.Client(address, set_as_default=False) as client:
        assert STUDY.run(executor=client.get_executor()) == STUDY.run()


def test_study_on_a_cluster_can_be_stopped(address: str) -> None:
    with cluster(address) as (executor, workers):
        stopped = Study(GAME, ("random", "random"), 100_000, 7, {"trigger_2": 1}).run(
            lambda done: done < 5, executor=executor, workers=workers
        )
    assert stopped.results == STUDY.run().results[:5]


def test_command_prints_the_same_on_a_cluster(address: str) -> None:
    words = ("simulate", GAME, "--games", "30", "--seed", "7", "--set", "trigger_2=1", "--json")
    assert call(*words, "--dask", address) == call(*words)


@pytest.fixture
def hurry(monkeypatch: pytest.MonkeyPatch) -> None:
    """Wait for a scheduler for a moment only."""
    monkeypatch.setattr("tidebook.lab.clusters.PATIENCE", 0.3)


@pytest.mark.usefixtures("hurry")
@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ("nowhere", "No Dask scheduler answers at nowhere (ValueError: missing port number"),
        ("a:b", "No Dask scheduler answers at a:b (ValueError"),
        ("http://127.0.0.1:80", "(ValueError: unknown address scheme 'http'"),
        ("tcp://127.0.0.1:1", "No Dask scheduler answers at tcp://127.0.0.1:1 within 0.3 seconds."),
    ],
)
def test_wrong_address_is_told_in_a_sentence(wrong: str, said: str) -> None:
    code, out, err = call("simulate", GAME, "--seed", "7", "--dask", wrong)
    assert (code, out) == (2, "")
    assert said in err


@pytest.mark.usefixtures("hurry")
def test_something_else_that_listens_there_is_no_scheduler() -> None:
    with socket.create_server(("127.0.0.1", 0)) as silent:
        there = f"tcp://127.0.0.1:{silent.getsockname()[1]}"
        with pytest.raises(TidebookError, match=r"No Dask scheduler answers at .* within"), cluster(there):
            pass


def test_worker_is_no_scheduler_and_a_scheduler_without_workers_is_none_that_helps() -> None:
    with local(1) as running:
        (worker,) = running.workers.values()
        with pytest.raises(TidebookError, match="there is no Dask scheduler but a Worker"), cluster(worker.address):
            pass
    with (
        local(0) as empty,
        pytest.raises(TidebookError, match="has no workers"),
        cluster(empty.scheduler_address),
    ):
        pass


def test_missing_dask_is_told_with_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    code, out, err = call("simulate", GAME, "--seed", "7", "--dask", "tcp://127.0.0.1:8786")
    assert (code, out) == (2, "")
    assert err == "For a Dask cluster, install what it needs first: pip install 'tidebook[lab]'\n"
