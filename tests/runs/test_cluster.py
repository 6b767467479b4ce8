"""Dask: the same tally, whoever is killed; what goes over the wire; who listens where. Needs the extra `cluster`."""

from __future__ import annotations

import os
import re
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import Any

import pytest

from simcards import registry
from simcards.answers import stored
from simcards.errors import InputError
from simcards.simulation import simulate
from simcards.workers import cluster as cluster_module
from simcards.workers.cluster import Cluster
from tests.runs.ways import counted, gone, players, started, tally, wait_for

pytestmark = [pytest.mark.cluster, pytest.mark.filterwarnings("default")]
GAMES = pytest.mark.parametrize("game", registry.games())
LOOPBACK = "127.0.0.1"


@pytest.fixture(autouse=True)
def in_a_folder_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def free_port() -> int:
    with socket.create_server((LOOPBACK, 0)) as listening:
        return int(listening.getsockname()[1])


class Running:
    """A scheduler and workers, each a process of its own, as they would be on other machines."""

    def __init__(self, opened: ExitStack, workers: int) -> None:
        self.opened = opened
        self.address = f"tcp://{LOOPBACK}:{free_port()}"
        self.scheduler = self.start("scheduler", "--host", self.address, "--dashboard-address", f"{LOOPBACK}:0")
        wait_for(self.listens)
        self.workers = [self.add() for _ in range(workers)]

    def start(self, kind: str, *words: str) -> subprocess.Popen[bytes]:
        command = [sys.executable, "-m", f"distributed.cli.dask_{kind}", *words]
        process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        self.opened.callback(process.wait)
        self.opened.callback(process.kill)
        return process

    def listens(self) -> bool:
        with suppress(OSError), socket.create_connection((LOOPBACK, int(self.address.rsplit(":", 1)[1]))):
            return True
        return False

    def add(self) -> subprocess.Popen[bytes]:
        return self.start("worker", self.address, "--nthreads", "1", "--no-nanny", "--host", LOOPBACK, "--no-dashboard")


@pytest.fixture
def running() -> Iterator[Running]:
    with ExitStack() as opened:
        yield Running(opened, workers=2)


class TestSameTally:
    @GAMES
    def test_local(self, game: str) -> None:
        found = simulate(game, games=9_000, block=700, workers=Cluster("local:2"))
        assert (found.tally, found.games) == (simulate(game, games=9_000).tally, 9_000)

    def test_a_cluster_that_runs_already(self, running: Running) -> None:
        for game in registry.games():
            plain = simulate(game, games=9_000).tally
            found = simulate(game, games=6_000, block=700, workers=Cluster(running.address), name=game)
            assert found.tally == simulate(game, games=6_000).tally
            assert tally("runs", "extend", game, "--games", "9000", "--cluster", running.address) == plain

    def test_by_the_command_line(self) -> None:
        words = ["simulate", "tonk", "--games", "30000", "--cluster", "local:2"]
        assert tally(*words) == simulate("tonk", games=30_000).tally


class TestKilled:
    def test_a_local_worker(self) -> None:
        killed: list[int] = []

        def kill(done: int, _total: int) -> None:
            if len(killed) < 2 and done >= 5_000 * (len(killed) + 1):
                killed.append(players(os.getpid())[0])
                os.kill(killed[-1], signal.SIGKILL)

        found = simulate("gin", games=100_000, block=500, workers=Cluster("local:2"), progress=kill)
        assert len(set(killed)) == 2
        assert (found.tally, found.games) == (simulate("gin", games=100_000).tally, 100_000)

    def test_a_worker_elsewhere_and_another_that_joins(self, running: Running) -> None:
        done_at: list[int] = []

        def kill(done: int, _total: int) -> None:
            if not done_at:
                running.workers[0].kill()
                running.add()
                done_at.append(done)

        found = simulate("gin", games=60_000, block=500, workers=Cluster(running.address), progress=kill)
        assert done_at
        assert (found.tally, found.games) == (simulate("gin", games=60_000).tally, 60_000)

    def test_the_scheduler(self, running: Running) -> None:
        words = ["simulate", "gin", "--games", "1e9", "--cluster", running.address, "--name", "headless"]
        with started(*words) as process:
            running.scheduler.kill()
            out, err = process.communicate(timeout=120)
        assert process.returncode == 1
        assert f"The connection to the cluster at {running.address} is lost." in err
        assert "Interrupted, and kept: 'simcards runs resume headless' goes on." in err
        assert "payoff" in out
        done = counted("headless")
        assert done
        with started("runs", "resume", "headless", games=done + 1) as process:
            process.send_signal(signal.SIGINT)
            process.communicate(timeout=60)
        result, _ = stored.result_of("headless")
        assert result.tally == simulate("gin", games=result.games or 0).tally

    def test_oneself(self) -> None:
        words = ["simulate", "gin", "--games", "1e9", "--cluster", "local:2", "--name", "oneself"]
        with started(*words) as process:
            workers = players(process.pid)
            process.kill()
            process.communicate()
            wait_for(lambda: gone(workers))
        done = counted("oneself")
        assert stored.result_of("oneself")[0].tally == simulate("gin", games=done).tally


class TestInterrupted:
    @pytest.mark.parametrize("whole_group", [True, False])
    def test_ctrl_c_shows_what_was_done_and_leaves_nobody(self, whole_group: bool) -> None:
        words = ["simulate", "gin", "--games", "1e9", "--cluster", "local:2", "--name", "stopped"]
        with started(*words, start_new_session=True) as process:
            workers = players(process.pid)
            assert len(workers) == 2
            start = time.monotonic()
            (os.killpg if whole_group else os.kill)(process.pid, signal.SIGINT)
            out, err = process.communicate(timeout=60)
            assert time.monotonic() - start < 20
            wait_for(lambda: gone(workers))
        assert process.returncode == 130
        assert "payoff" in out
        assert "Interrupted, and kept: 'simcards runs resume stopped' goes on." in err
        assert "Traceback" not in err


class TestWire:
    @GAMES
    def test_a_task_is_small_and_rules_go_out_once(self, running: Running, game: str) -> None:
        few, many = (self.moved(running.address, game, tasks) for tasks in (10, 30))
        out, back = ((many[way] - few[way]) / 20 for way in (0, 1))
        print(f"{game}: {out:.0f} bytes a task out, {back:.0f} back")  # noqa: T201 (docs/cluster.md has them)
        assert out < 3_000
        assert back < 15_000

    @staticmethod
    def moved(address: str, game: str, tasks: int) -> tuple[int, int]:
        """Return the bytes that go to the scheduler, and that come back, while so many tasks are played."""
        with proxy(address) as (near, moved):
            simulate(game, games=Cluster.block * tasks, seed=tasks, workers=Cluster(near))
            return moved[0], moved[1]


@contextmanager
def proxy(address: str) -> Iterator[tuple[str, list[int]]]:
    """Listen in front of a scheduler, and count the bytes that go there and come back."""
    host, port = address.removeprefix("tcp://").split(":")
    moved = [0, 0]

    def pump(source: socket.socket, target: socket.socket, way: int) -> None:
        with suppress(OSError):
            while data := source.recv(1 << 16):
                moved[way] += len(data)
                target.sendall(data)
            target.shutdown(socket.SHUT_WR)

    def accept() -> None:
        with suppress(OSError):
            while True:
                near, _ = listening.accept()
                far = socket.create_connection((host, int(port)))
                for each in (near, far):
                    opened.callback(each.close)
                for ends in ((near, far, 0), (far, near, 1)):
                    threading.Thread(target=pump, args=ends, daemon=True).start()

    with ExitStack() as opened, socket.create_server((LOOPBACK, 0)) as listening:
        threading.Thread(target=accept, daemon=True).start()
        yield f"tcp://{LOOPBACK}:{listening.getsockname()[1]}", moved
        listening.shutdown(socket.SHUT_RDWR)


class TestListening:
    def test_all_of_a_local_cluster_listens_on_the_loopback_address_only(self) -> None:
        import psutil

        def addresses() -> set[str]:
            own = psutil.Process()
            connections = [c for p in (own, *own.children(recursive=True)) for c in p.net_connections("inet")]
            return {c.laddr.ip for c in connections if c.status == psutil.CONN_LISTEN}

        before = addresses()
        with Cluster("local:1").pool() as pool:
            assert re.match(rf"http://{re.escape(LOOPBACK)}:[0-9]+/", pool.client.dashboard_link)
            assert addresses() - before == {LOOPBACK}

    def test_nobody_at_the_address_is_told(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(cluster_module, "JOIN_SECONDS", 1.0)
        with pytest.raises(InputError, match="where no Dask scheduler with a worker answered"):
            simulate("gin", games=10, workers=Cluster(f"tcp://{LOOPBACK}:{free_port()}"))

    def test_a_scheduler_without_workers_is_told(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(cluster_module, "JOIN_SECONDS", 5.0)
        with ExitStack() as opened:
            running: Any = Running(opened, workers=0)
            with pytest.raises(InputError, match="where no Dask scheduler with a worker answered"):
                simulate("gin", games=10, workers=Cluster(running.address))
