"""A Dask cluster: one on this machine, or one that runs already and that Dask has put on other machines.

Dask gives tasks to workers, notices which are gone, and has their tasks played by others. Rules and policies go out
once; a task is then a first game and a number of games, and a row of integers comes back.
"""

from __future__ import annotations

import importlib
import re
import signal
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from typing import Any, ClassVar

from simcards.counts import Counts
from simcards.errors import InputError, WorkersLost, shorten
from simcards.limits import MOST_THREADS
from simcards.playing import Run
from simcards.workers.ordered import Task
from simcards.workers.orders import counts_in, order_of, play_order

LOOPBACK = "127.0.0.1"
"""Where a cluster of one's own listens: nobody else is to reach it."""

JOIN_SECONDS = 60.0
"""Within so long a scheduler has to answer, and a worker to be there."""

LOOK_SECONDS = 2.0
"""From one look at how many workers there are to the next."""

_LOCAL = re.compile(r"local:([0-9]{1,3})", re.ASCII)
_RUNNING = re.compile(r"tcp://(\[[0-9A-Fa-f:.]+\]|[A-Za-z0-9._-]+):[0-9]{1,5}", re.ASCII)


@dataclass(frozen=True)
class Cluster:
    """A Dask cluster, by its address: `local:N`, N processes on this machine, or `tcp://HOST:PORT`, a scheduler's."""

    address: str
    block: ClassVar[int] = 250_000

    def __post_init__(self) -> None:
        """Refuse what is no address."""
        if not 0 < self.processes <= MOST_THREADS and not _RUNNING.fullmatch(str(self.address)):
            raise InputError(
                f"--cluster was given {shorten(self.address)!r}; allowed: local:N for N processes on this machine, 1 "
                f"to {MOST_THREADS}, or the address of a Dask scheduler, as in tcp://host:8786."
            )

    @property
    def processes(self) -> int:
        """Processes on this machine; 0 for a cluster that runs already."""
        local = _LOCAL.fullmatch(str(self.address))
        return int(local[1]) if local else 0

    @contextmanager
    def pool(self) -> Iterator[DaskPool]:
        """Start a cluster, or join a running one; at the end leave it.

        Raises
        ------
        InputError
            If Dask is not installed, nobody answers at the address, or no worker is there.
        """
        dask = _library()
        with ExitStack() as opened:
            place: Any = self.address
            if self.processes:
                place = opened.enter_context(
                    dask.LocalCluster(
                        n_workers=self.processes,
                        threads_per_worker=1,
                        processes=True,
                        host=LOOPBACK,
                        dashboard_address=f"{LOOPBACK}:0",
                        preload=[__name__],
                    )
                )
            try:
                client = opened.enter_context(dask.Client(place, timeout=JOIN_SECONDS, set_as_default=False))
                client.wait_for_workers(1, timeout=JOIN_SECONDS)
            except (OSError, TimeoutError) as error:
                raise InputError(
                    f"--cluster was given {self.address}, where no Dask scheduler with a worker answered within "
                    f"{JOIN_SECONDS:.0f} seconds ({shorten(str(error))}); allowed: the address of a running one."
                ) from None
            yield DaskPool(self.address, client)


def dask_setup(worker: object) -> None:  # noqa: ARG001 (Dask's signature)
    """Have a worker of a cluster of one's own leave Ctrl-C to the command; Dask calls this in each (`preload`)."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _library() -> Any:
    try:
        return importlib.import_module("distributed")
    except ImportError:
        raise InputError(
            "--cluster needs Dask; install it with 'pip install simcards[cluster]', or play with --threads or "
            "--processes, which need nothing more."
        ) from None


@dataclass
class DaskPool:
    """A cluster that is ready to play."""

    address: str
    client: Any
    _orders: dict[int, tuple[Run, Any]] = field(default_factory=dict)
    """What stands on the cluster for each run, by the run's identity; the run beside it, so that it keeps that."""
    _workers: int = 1
    _looked: float = 0.0

    @property
    def at_once(self) -> int:
        """How many tasks are played at a time; workers may come and go."""
        if time.monotonic() - self._looked > LOOK_SECONDS:
            self._workers = max(1, sum(self.client.nthreads().values()))
            self._looked = time.monotonic()
        return self._workers

    def submit(self, task: Task) -> Any:
        """Have a task played; what it is of goes out with the first of its run."""
        run, first, games = task
        if id(run) not in self._orders:
            # A task too, not data put somewhere: a worker that is lost with it is no harm.
            self._orders[id(run)] = run, self.client.submit(str, order_of(run), pure=False)
        return self.client.submit(play_order, self._orders[id(run)][1], first, games, pure=False)

    def counts(self, task: Task, future: Any) -> tuple[Counts, ...]:
        """Return what a task has counted by rule set.

        Raises
        ------
        WorkersLost
            If the scheduler is gone, or several workers died one after the other of this task.
        """
        from distributed import CancelledError, KilledWorker

        try:
            packed = future.result()
        except (CancelledError, OSError) as error:
            raise WorkersLost(f"The connection to the cluster at {self.address} is lost.") from error
        except KilledWorker as error:
            raise WorkersLost(f"The cluster at {self.address} has lost too many workers: {error}") from error
        return counts_in(task[0], packed)
