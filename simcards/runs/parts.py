"""What a run of many parts has found so far: arrays under labels that say all that they depend on.

A command of many parts, a sweep say, is simply given again to go on with it: what is kept is not computed anew. Parts
are written together every few seconds; small files are put together with the next, so that there are never many.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import re
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Protocol, TypeAlias, TypeVar

import numpy as np

from simcards.errors import InputError, shorten
from simcards.files import short_path
from simcards.runs import folder as disk
from simcards.runs.about import check_stream
from simcards.runs.kinds import Arrays, Kind, check_kinds
from simcards.runs.lock import locked
from simcards.runs.manifest import PartsAbout, PartsState, check
from simcards.runs.names import folder_of
from simcards.runs.store import SECONDS, new_folder, written_now

TOGETHER = 16 << 20
"""Bytes of a file up to which it is put together with others."""

HEADER = 400
"""Bytes of a file that an array costs beside its numbers."""

_MEMBER = re.compile(r"([0-9a-f]{32})\.([a-z]+)", re.ASCII)


class Unfinished(KeyboardInterrupt):
    """Something is not kept, and nothing is to be computed: as if Ctrl-C had come there."""


class HasExtra(Protocol):
    """What a run has found."""

    @property
    def extra(self) -> Mapping[str, Any]:
        """What is told of it beside its rows."""


Found = TypeVar("Found", bound=HasExtra)

Kinds: TypeAlias = Mapping[str, Kind]
Check: TypeAlias = Callable[[Arrays], None]
"""Raises `InputError` for arrays of the right kinds that cannot be what was kept."""


def all_right(_found: Arrays) -> None:
    """Refuse nothing."""


class Parts(Protocol):
    """Where arrays are kept that are not to be computed twice."""

    def get(self, label: str, kinds: Kinds, check: Check = all_right) -> Arrays | None:
        """Return what is kept under a label.

        Raises
        ------
        InputError
            If it is not of these kinds, or `check` refuses it.
        """

    def put(self, label: str, make: Callable[[], Arrays]) -> None:
        """Keep what `make` returns, which may be called later, in place of what was kept under the label."""

    def work(self) -> None:
        """Say that something is to be computed.

        Raises
        ------
        Unfinished
            If nothing is to be.
        """


class NotKept:
    """Keeps nothing."""

    def get(self, label: str, kinds: Kinds, check: Check = all_right) -> None:
        """Return nothing."""

    def put(self, label: str, make: Callable[[], Arrays]) -> None:
        """Keep nothing."""

    def work(self) -> None:
        """Let it be computed."""


NOT_KEPT = NotKept()


def label_of(*what: object) -> str:
    """Return the label of what depends on plain values and arrays."""
    digest = hashlib.sha256()
    for piece in what:
        if isinstance(piece, np.ndarray):
            digest.update(f"{piece.dtype.str}{piece.shape}".encode() + piece.tobytes())
        else:
            digest.update(json.dumps(piece, sort_keys=True, allow_nan=False).encode())
        digest.update(b"|")
    return digest.hexdigest()[:32]


@dataclass
class KeptParts:
    """A run's folder with parts, open."""

    folder: Path
    about: Mapping[str, Any]
    target: int
    """Games that are wanted."""
    finished: bool = False
    only_read: bool = False
    lacks: bool = False
    """Whether something was to be computed although this is only to be read."""
    note: str = ""
    """What was wrong with the newest state on disk, if anything."""
    _parts: dict[str, Arrays] = field(default_factory=dict)
    _new: dict[str, Callable[[], Arrays]] = field(default_factory=dict)
    """What is not on disk yet; the last may still be growing."""
    _files: list[tuple[dict[str, Any], list[str]]] = field(default_factory=list)
    """Files on disk, each with the labels in it."""
    _saved: float = field(default_factory=time.monotonic)

    def get(self, label: str, kinds: Kinds, check: Check = all_right) -> Arrays | None:
        """Return what is kept under a label; what was read from disk is checked, whatever its hash."""
        if label in self._new:
            return self._new[label]()
        found = self._parts.get(label)
        if found is not None:
            try:
                check_kinds(found, kinds)
                check(found)
            except InputError as error:
                raise disk.Damaged(
                    f"{short_path(self.folder)}: a part that this run has kept is none that it finds: {error} "
                    "Give the command again under another --name."
                ) from None
        return found

    def put(self, label: str, make: Callable[[], Arrays]) -> None:
        """Keep what `make` returns; write all that is new if it is time to."""
        for other in self._new.keys() - {label}:
            self._settle(other)
        self._new[label] = make
        if time.monotonic() - self._saved >= SECONDS:
            self.save()

    def _settle(self, label: str) -> None:
        arrays = self._new[label]()
        self._new[label] = lambda: arrays

    def work(self) -> None:
        """Say that something is to be computed."""
        if self.only_read:
            self.lacks = True
            raise Unfinished

    def ended(self, found: Found) -> Found:
        """Note that the run has come to its end, unless what it has found says that it was interrupted."""
        self.finished = not found.extra.get("interrupted")
        return found

    def save(self) -> None:
        """Write all that is new.

        Raises
        ------
        InputError
            If it cannot be written; what was written before can still be read.
        """
        new = {label: make() for label, make in self._new.items()}
        files = list(self._files)
        if new:
            size = sum(array.nbytes + HEADER for arrays in new.values() for array in arrays.values())
            while files and files[-1][0]["bytes"] <= size <= TOGETHER:
                chunk, labels = files.pop()
                new = {label: self._parts[label] for label in labels if label not in new} | new
                size += chunk["bytes"]
            members = {f"{label}.{name}": array for label, arrays in new.items() for name, array in arrays.items()}
            files.append((disk.save(self.folder, members), [*new]))
        chunks = {str(number): chunk for number, (chunk, _) in enumerate(files)}
        state = {"target": self.target, "finished": self.finished, **written_now()}
        disk.write(self.folder, disk.Generation(dict(self.about), state, chunks))
        self._files = [(chunk, [label for label in labels if label not in new]) for chunk, labels in files[:-1]]
        self._files += files[-1:]
        self._parts |= new
        self._new.clear()
        self._saved = time.monotonic()


@contextlib.contextmanager
def new_parts(name: str, about: Mapping[str, Any], target: int, results: str | Path) -> Iterator[KeptParts]:
    """Make the folder of a new run and hold it; at the end, however it comes, what is new is written.

    Raises
    ------
    InputError
        If the name is none or taken, or nothing can be written there.
    """
    with new_folder(name, results) as folder:
        parts = KeptParts(folder, about, target)
        parts.save()
        with _written(parts):
            yield parts


@contextlib.contextmanager
def open_parts(name: str, results: str | Path) -> Iterator[KeptParts]:
    """Open the folder of a run and hold it, to go on.

    Raises
    ------
    InputError
        If there is no such run, another process is at it, or it is damaged beyond its last good state.
    """
    folder = folder_of(name, results)
    disk.read(folder)
    with locked(folder):
        parts = kept_parts(name, results)
        parts.only_read = False
        with _written(parts):
            yield parts


@contextlib.contextmanager
def _written(parts: KeptParts) -> Iterator[None]:
    """Write what is new at the end, however it comes; if it cannot be written, that may be why it is the end."""
    try:
        yield
    except InputError:
        if parts._new:  # noqa: SLF001 (its own)
            with contextlib.suppress(InputError):
                parts.save()
        raise
    except BaseException:
        parts.save()
        raise
    parts.save()


def kept_parts(name: str, results: str | Path) -> KeptParts:
    """Return what a run has on disk, only to be read.

    Raises
    ------
    InputError
        If there is no such run, or it is damaged beyond its last good state.
    """
    folder = folder_of(name, results)
    generation, note = disk.read(folder)
    check(PartsAbout, generation.about, short_path(folder))
    check(PartsState, generation.state, short_path(folder))
    check_stream(name, generation.about)
    parts = KeptParts(folder, generation.about, generation.state["target"], only_read=True, note=note)
    parts.finished = generation.state["finished"]
    numbers = [str(number) for number in range(len(generation.chunks))]
    if generation.chunks.keys() != set(numbers):
        raise disk.Damaged(
            f"{short_path(folder)}: the manifest names the files {shorten(', '.join(generation.chunks))!r}; allowed: "
            "numbers from 0 on."
        )
    for number in numbers:
        chunk = generation.chunks[number]
        found = _labelled(disk.load(folder, chunk), parts.folder)
        parts._files.append((chunk, [*found]))  # noqa: SLF001 (its own)
        parts._parts |= found  # noqa: SLF001
    return parts


def _labelled(members: Arrays, folder: Path) -> dict[str, Arrays]:
    found: dict[str, dict[str, Any]] = {}
    for member, array in members.items():
        match = _MEMBER.fullmatch(member)
        if match is None:
            raise disk.Damaged(f"{short_path(folder)}: a file holds arrays that are none of a run.")
        found.setdefault(match[1], {})[match[2]] = array
    return dict(found)
