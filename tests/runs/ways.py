"""What all ways of playing are tested with."""

from __future__ import annotations

import json
import random
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from simcards.answers import stored
from simcards.errors import InputError
from simcards.playing import play_block
from simcards.workers.ordered import Task

MAIN = [sys.executable, "-c", "from simcards.cli import main; main()"]
WAIT = 120.0
"""Seconds until a test gives up."""


@dataclass
class Unruly:
    """Workers that deliver in random order, most of it twice or three times, and lose every fifth task on the way."""

    seed: int
    at_once: int = 4
    block: int = 100
    held: list[tuple[Callable[[Any], object], Later]] = field(default_factory=list)
    delivered: list[int] = field(default_factory=list)
    lost: int = 0

    @contextmanager
    def pool(self) -> Iterator[Unruly]:
        self.rng, stop = random.Random(self.seed), threading.Event()
        postman = threading.Thread(target=self.deliver, args=(stop,))
        postman.start()
        try:
            yield self
        finally:
            stop.set()
            postman.join()

    def submit(self, task: Task) -> Later:
        return Later(self, task)

    def counts(self, task: Task, future: Later) -> Any:  # noqa: ARG002 (a pool's signature)
        if self.rng.random() < 0.2:
            self.lost += 1
            return None
        return play_block(*task, threading.Event())

    def deliver(self, stop: threading.Event) -> None:
        rng = random.Random(self.seed + 1)
        while not stop.wait(0.001):
            if self.held:
                letter = self.held.pop(rng.randrange(len(self.held)))
                again = rng.choice([0, 1, 2])
                self.delivered += [letter[1].task[1]] * (again + 1)
                for _ in range(again + 1):
                    letter[0](letter[1])


@dataclass(eq=False)
class Later:
    """A future whose delivery is up to unruly workers."""

    workers: Unruly
    task: Task

    def add_done_callback(self, fn: Callable[[Any], object], /) -> None:
        self.workers.held.append((fn, self))


@contextmanager
def started(*words: str, games: int = 1, **options: Any) -> Iterator[subprocess.Popen[str]]:
    """Start a command of a stored run (its name is the last word) and go on when so many games are counted."""
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True, **options}
    process = subprocess.Popen([*MAIN, *words], **pipes)
    try:
        wait_for(lambda: process.poll() is not None or counted(words[-1]) >= games)
        assert process.poll() is None, process.communicate()
        yield process
    finally:
        process.kill()
        process.communicate()


def players(pid: int) -> list[int]:
    """Return the processes that play for a process, as Linux tells; helpers that keep count of resources are none."""
    listed = [int(each) for path in Path(f"/proc/{pid}/task").glob("*/children") for each in path.read_text().split()]
    return [each for each in listed if b"spawn_main" in Path(f"/proc/{each}/cmdline").read_bytes()]


def gone(pids: list[int]) -> bool:
    return not any(Path(f"/proc/{pid}").exists() for pid in pids)


def counted(name: str) -> int:
    """Return how many games of a stored run are on disk."""
    try:
        return stored.result_of(name)[0].games or 0
    except InputError:
        return 0


def wait_for(condition: Callable[[], Any]) -> None:
    end = time.monotonic() + WAIT
    while not condition():
        assert time.monotonic() < end, "waited too long"
        time.sleep(0.05)


def tally(*words: str) -> str:
    """Return the tally that a command ends with."""
    done = subprocess.run([*MAIN, *words, "--json"], capture_output=True, text=True, check=True, timeout=WAIT)
    return str(json.loads(done.stdout)["tally"])
