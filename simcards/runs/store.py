"""What a run has counted, kept in its folder while it goes on.

A run is games `first` … of one seed under one set of rules and policies. Its counts so far are one chunk; each
checkpoint writes a new one. What the run depends on is compared word for word when it goes on, or meets another.
"""

from __future__ import annotations

import contextlib
import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from simcards import __version__
from simcards.counts import Counts
from simcards.errors import InputError
from simcards.files import short_path
from simcards.runs import folder as disk
from simcards.runs.kinds import Kind, check_kinds
from simcards.runs.lock import locked
from simcards.runs.manifest import About, PartsAbout, PartsState, State, check
from simcards.runs.names import folder_of

SECONDS = 5.0
"""Between checkpoints: at most so much work, and what is in flight, is lost by a kill."""

COUNTS = "counts"
SIMULATE = "simulate"

MOST = 10**17
"""The largest count, of sums over whole matches; any two of them add up within 64 bits."""

Ranges = list[tuple[int, int]]
"""(first game, games), ascending, none touching the next."""


@dataclass
class Store:
    """A run's folder, open and locked."""

    folder: Path
    about: Mapping[str, Any]
    target: int
    """Games that are wanted, from the first on."""
    ranges: Ranges
    counts: Counts | None
    """Of the games in `ranges`; None of no games."""
    note: str = ""
    """What was wrong with the newest state on disk, if anything."""
    _saved: float = field(default_factory=time.monotonic)

    @property
    def done(self) -> int:
        """Games counted."""
        return sum(games for _, games in self.ranges)

    def keep(self, first: int, counts: Counts, done: int, *, now: bool = False, ended: bool = False) -> None:
        """Note that games `first` … `first + done - 1` are counted; write it if it is time to, or `now`.

        If the run has `ended` with them, by its precision, no more of them are wanted.

        Raises
        ------
        InputError
            If it cannot be written; what was written before can still be read.
        """
        self.ranges, self.counts = ([(first, done)], counts) if done else ([], None)
        self.target = done if ended else self.target
        if now or time.monotonic() - self._saved >= SECONDS:
            self.save()

    def save(self) -> None:
        """Write a checkpoint."""
        chunks = {} if self.counts is None else {COUNTS: disk.save(self.folder, self.counts.arrays)}
        tally = None if self.counts is None else self.counts.tally
        state = {"target": self.target, "ranges": [list(part) for part in self.ranges], "tally": tally}
        disk.write(self.folder, disk.Generation(dict(self.about), state | written_now(), chunks))
        self._saved = time.monotonic()


def written_now() -> dict[str, Any]:
    """Return what a state says of its writing: the versions, and when."""
    versions = {"simcards": __version__, "numpy": np.__version__}
    return {"versions": versions, "written": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime())}


@contextlib.contextmanager
def new_folder(name: str, results: str | Path) -> Iterator[Path]:
    """Make the folder of a new run and hold it.

    Raises
    ------
    InputError
        If the name is none or taken, or nothing can be written there.
    """
    folder = folder_of(name, results)
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise InputError(f"{short_path(folder)}: the folder cannot be made ({error.strerror}).") from None
    with locked(folder):
        if disk.is_run(folder):
            raise InputError(
                f"--name was given {name!r}, which is a run already; allowed: another name, or to go on with "
                f"'simcards runs resume {name}' or 'simcards runs extend {name} --games N'."
            )
        yield folder


@contextlib.contextmanager
def new_store(name: str, about: Mapping[str, Any], target: int, results: str | Path) -> Iterator[Store]:
    """Make the folder of a new run and hold it.

    Raises
    ------
    InputError
        If the name is none or taken, or nothing can be written there.
    """
    with new_folder(name, results) as folder:
        store = Store(folder, about, target, [], None)
        store.save()
        yield store


@contextlib.contextmanager
def open_store(name: str, axes: Mapping[str, tuple[str, ...]], results: str | Path) -> Iterator[Store]:
    """Open the folder of a run and hold it; `axes` are those of the game's counts.

    Raises
    ------
    InputError
        If there is no such run, another process is at it, or it is damaged beyond its last good state.
    """
    folder = folder_of(name, results)
    disk.read(folder)
    with locked(folder):
        yield stored(name, axes, results)


def about_of(name: str, results: str | Path) -> dict[str, Any]:
    """Return what a run is.

    Raises
    ------
    InputError
        If there is no such run, or it is damaged beyond its last good state.
    """
    return state_of(name, results).about


def _checked(folder: Path, generation: disk.Generation) -> disk.Generation:
    """Refuse what no run has on disk."""
    where = short_path(folder)
    if generation.about.get("command") != SIMULATE:
        check(PartsAbout, generation.about, where)
        check(PartsState, generation.state, where)
        return generation
    check(About, generation.about, where)
    check(State, generation.state, where)
    done = sum(games for _, games in generation.state["ranges"])
    if generation.chunks.keys() != ({COUNTS} if done else set()) or bool(done) != bool(generation.state["tally"]):
        raise disk.Damaged(f"{where}: the manifest tells of games without counts, or the reverse.")
    if done > generation.state["target"]:
        raise disk.Damaged(f"{where}: the manifest tells of more games than were wanted.")
    return generation


def state_of(name: str, results: str | Path) -> disk.Generation:
    """Return what a run is and how far it is.

    Raises
    ------
    InputError
        If there is no such run, or it is damaged beyond its last good state.
    """
    folder = folder_of(name, results)
    return _checked(folder, disk.read(folder)[0])


def stored(name: str, axes: Mapping[str, tuple[str, ...]], results: str | Path) -> Store:
    """Return what a run has on disk, only to be read.

    Raises
    ------
    InputError
        If there is no such run, or it is damaged beyond its last good state.
    """
    folder = folder_of(name, results)
    generation, note = disk.read(folder)
    _checked(folder, generation)
    ranges = [(first, games) for first, games in generation.state["ranges"]]
    counts = None
    if COUNTS in generation.chunks:
        counts = Counts(disk.load(folder, generation.chunks[COUNTS]), axes)
        try:
            check_kinds(counts.arrays, {name: Kind(np.int64, (None,) * len(of), 0, MOST) for name, of in axes.items()})
        except InputError as error:
            raise disk.Damaged(f"{short_path(folder)}: the counts are not those of this game: {error}") from None
        if counts.tally != generation.state["tally"]:
            raise disk.Damaged(f"{short_path(folder)}: the counts are not those that the manifest tells.")
    return Store(folder, generation.about, generation.state["target"], ranges, counts, note)


def joined(parts: Ranges) -> Ranges:
    """Return ranges in order, touching ones as one.

    Raises
    ------
    InputError
        If two overlap.

    Examples
    --------
    >>> joined([(20, 10), (0, 20), (40, 5)])
    [(0, 30), (40, 5)]
    """
    found: Ranges = []
    for first, games in sorted(parts):
        if found and first < found[-1][0] + found[-1][1]:
            before = found[-1]
            raise InputError(
                f"games {before[0]} to {before[0] + before[1] - 1} and games {first} to {first + games - 1} overlap; "
                "allowed: runs of different games."
            )
        if found and first == found[-1][0] + found[-1][1]:
            found[-1] = (found[-1][0], found[-1][1] + games)
        else:
            found.append((first, games))
    return found
