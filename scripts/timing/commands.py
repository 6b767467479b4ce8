"""How long commands take: the first time, with everything to compile, and after that."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from typing import NamedTuple

from scripts.timing.rounds import DisagreementError, Row

START = "from simcards.cli import main; main()"
FIRST_LIMIT = 20.0
"""Seconds that a command may take when it compiles."""
REPEATS = 5
"""Runs of a warm command, of which the fastest counts."""


class Command(NamedTuple):
    """A command line and the seconds it may take once it is warm."""

    words: str
    limit: float


COMMANDS = (
    Command("--help", 0.25),
    Command("melds 5c 6c 7c 7d 7h 8s 9s Ts 2d 3h", 1.0),
    Command("simulate gin --games 100000", 2.0),
    Command("odds gin", 5.0),
)


def rows() -> list[Row]:
    """Return two rows of every command."""
    return [row for command in COMMANDS for row in command_rows(command)]


def command_rows(command: Command) -> list[Row]:
    """Return a command's first use, with an empty compile cache of its own, and the fastest of its later ones.

    Raises
    ------
    DisagreementError
        If it fails or prints nothing.
    """
    with tempfile.TemporaryDirectory(prefix="simcards-bench-") as cache:
        first = _seconds(command, cache)
        later = min(_seconds(command, cache) for _ in range(REPEATS))
    return [
        _row(f"simcards {command.words}, first use", first, FIRST_LIMIT),
        _row(f"simcards {command.words}", later, command.limit),
    ]


def _row(what: str, seconds: float, limit: float) -> Row:
    return Row(what, seconds, "s", f"limit of {limit:g} s", seconds / limit, "at most 1")


def _seconds(command: Command, cache: str) -> float:
    start = time.perf_counter()
    done = subprocess.run(
        [sys.executable, "-c", START, *command.words.split()],
        env=os.environ | {"XDG_CACHE_HOME": cache},
        capture_output=True,
        text=True,
        check=False,
    )
    took = time.perf_counter() - start
    if done.returncode != 0 or not done.stdout:
        raise DisagreementError(f"simcards {command.words} ended with {done.returncode}: {done.stderr.strip()[-300:]}")
    return took
