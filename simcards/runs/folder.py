"""A run's folder on disk: a manifest, and arrays in files named by their content.

The manifest says what has been done and which files hold it, each with its hash, and ends with a hash of itself. A new
one is written whole, flushed and renamed, and the one before is kept: whatever moment a process is killed at, or
whatever file is damaged later, either the new or the last good generation can be read, or the run is refused. Nothing
in the folder is believed unchecked, and nothing in it is executed.
"""

from __future__ import annotations

import contextlib
import hashlib
import io
import json
import math
import zipfile
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from tokenize import TokenError
from typing import Any

import numpy as np
from numpy.typing import NDArray

from simcards.errors import InputError, shorten
from simcards.files import TEMPORARY, parse_json, read_bytes, read_text, short_path, write_atomic
from simcards.runs.kinds import Arrays
from simcards.runs.manifest import Chunk, check

MANIFEST, BEFORE = "manifest.json", "manifest.previous.json"
FORMAT = 1
MANIFEST_CAP = 16 << 20
CHUNK_CAP = 64 << 20
"""Bytes of a chunk: the counts of tonk for six at the highest stakes have nine million."""
ARRAYS = ("i", "u", "f")
"""Kinds of numbers that a chunk may hold."""


@dataclass(frozen=True)
class Generation:
    """What a manifest says."""

    about: dict[str, Any]
    """What the run is: all that its numbers depend on."""
    state: dict[str, Any]
    """How far it is."""
    chunks: dict[str, dict[str, Any]]
    """By name of the arrays: `file`, `sha256`, `bytes`."""


class Damaged(InputError):  # noqa: N818 (named for what it is)
    """A file of a run that is not what was written."""


def write(folder: Path, generation: Generation) -> None:
    """Write a manifest; the one that stands there becomes the one before.

    Raises
    ------
    InputError
        If the disk is full or nothing can be written; what stood there can still be read.
    """
    body = {
        "format": FORMAT,
        "about": generation.about,
        "state": generation.state,
        "chunks": generation.chunks,
    }
    whole = {**body, "sha256": _seal(body)}
    current = folder / MANIFEST
    with contextlib.suppress(InputError):
        # Only what is whole, its chunks too, may take the place of the state before.
        _whole(folder, MANIFEST)
        write_atomic(folder / BEFORE, read_bytes(current, MANIFEST_CAP), follow=False)
    write_atomic(current, json.dumps(whole, indent=1, sort_keys=True) + "\n", follow=False)
    _sweep(folder, generation)


def _seal(body: Mapping[str, Any]) -> str:
    text = json.dumps(body, sort_keys=True, separators=(",", ":"), allow_nan=False)
    return hashlib.sha256(text.encode()).hexdigest()


def _sweep(folder: Path, generation: Generation) -> None:
    """Delete chunks that neither the new nor the last manifest names, and what a killed process was writing."""
    named = {chunk["file"] for chunk in generation.chunks.values()}
    with contextlib.suppress(InputError):
        named |= {chunk["file"] for chunk in read_manifest(folder / BEFORE).chunks.values()}
    for path in (*folder.glob("chunk-*.npz"), *folder.glob(f"{TEMPORARY}*")):
        if path.name not in named:
            with contextlib.suppress(OSError):
                path.unlink()


def read_manifest(path: Path) -> Generation:
    """Return what a manifest says.

    Raises
    ------
    InputError
        If it is missing or cannot be read.
    Damaged
        If it is not what was written.
    """
    try:
        whole = parse_json(read_text(path, MANIFEST_CAP))
    except InputError as error:
        raise Damaged(f"{short_path(path)}: {error}") from None
    fault = Damaged(f"{short_path(path)}: this is no manifest of a run, or it was altered.")
    if not isinstance(whole, dict) or whole.get("format") != FORMAT:
        raise fault
    body = {key: value for key, value in whole.items() if key != "sha256"}
    try:
        sealed = whole.get("sha256") == _seal(body)
    except RecursionError:
        raise fault from None
    if not sealed or set(body) != {"format", "about", "state", "chunks"}:
        raise fault
    about, state, chunks = (body[part] for part in ("about", "state", "chunks"))
    if not all(isinstance(part, dict) for part in (about, state, chunks)):
        raise fault
    for chunk in chunks.values():
        check(Chunk, chunk, short_path(path))
    return Generation(about, state, chunks)


def read(folder: Path) -> tuple[Generation, str]:
    """Return the newest generation that is whole, its chunks too, and a note if it is not the newest of all.

    Raises
    ------
    InputError
        If there is no run, or no generation of it is whole.
    """
    if not is_run(folder):
        raise InputError(f"{short_path(folder)}: there is no run of this name.")
    faults: list[str] = []
    for name in (MANIFEST, BEFORE):
        try:
            generation = _whole(folder, name)
        except InputError as error:
            faults.append(str(error))
            continue
        return generation, f"{faults[0]} The state before it is used." if faults else ""
    raise Damaged(f"{short_path(folder)}: no state of this run is whole. {' '.join(faults)}")


def _whole(folder: Path, name: str) -> Generation:
    """Return what a manifest says, if all its chunks are what was written."""
    generation = read_manifest(folder / name)
    for chunk in generation.chunks.values():
        _bytes_of(folder, chunk)
    return generation


def save(folder: Path, arrays: Arrays) -> dict[str, Any]:
    """Write arrays into a file named by its content, and return what a manifest says of it."""
    buffer = io.BytesIO()
    np.savez(buffer, allow_pickle=False, **arrays)
    data = buffer.getvalue()
    digest = hashlib.sha256(data).hexdigest()
    file = f"chunk-{digest[:32]}.npz"
    write_atomic(folder / file, data, follow=False)
    return {"file": file, "sha256": digest, "bytes": len(data)}


def load(folder: Path, chunk: Mapping[str, Any]) -> dict[str, NDArray[Any]]:
    """Return the arrays of a file that a manifest names.

    Raises
    ------
    Damaged
        If the file is missing, or is not what was written.
    """
    data = _bytes_of(folder, chunk)
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            arrays = {info.filename.removesuffix(".npy"): _array(archive, info) for info in archive.infolist()}
    except (ValueError, OSError, EOFError, RuntimeError, MemoryError, zipfile.BadZipFile, TokenError) as error:
        raise Damaged(f"{short_path(folder / chunk['file'])}: this holds no arrays ({shorten(str(error))}).") from None
    return arrays


def _array(archive: zipfile.ZipFile, info: zipfile.ZipInfo) -> NDArray[Any]:
    """Return an array of an archive; one that is packed, or says it is larger than it is, is not even begun."""
    if info.compress_type != zipfile.ZIP_STORED:
        raise ValueError("an array is packed, which those of a run never are")
    with archive.open(info) as file:
        version = np.lib.format.read_magic(file)
        if version != (1, 0):
            raise ValueError("an array of another format")
        shape, fortran, dtype = np.lib.format.read_array_header_1_0(file)
        if dtype.kind not in ARRAYS or fortran or min(shape, default=0) < 0:
            raise ValueError("an array of other than numbers")
        data = file.read()
    if math.prod(shape) * dtype.itemsize != len(data):
        raise ValueError("an array of another size than it says")
    return np.frombuffer(data, dtype).reshape(shape)


def _bytes_of(folder: Path, chunk: Mapping[str, Any]) -> bytes:
    file = str(chunk.get("file", ""))
    if Path(file).name != file or not file.startswith("chunk-"):
        raise Damaged(f"{short_path(folder)}: the manifest names the file {shorten(file)!r}, which is none of a run.")
    try:
        data = read_bytes(folder / file, CHUNK_CAP)
    except InputError as error:
        raise Damaged(str(error)) from None
    if hashlib.sha256(data).hexdigest() != chunk.get("sha256"):
        raise Damaged(f"{short_path(folder / file)}: the file is not what was written (its hash differs).")
    return data


def names(results: Path) -> Iterable[str]:
    """Yield the names of the runs in a results folder, and of what may be one but cannot be looked into.

    Raises
    ------
    InputError
        If the results folder cannot be read.
    """
    try:
        paths = sorted(results.iterdir()) if results.is_dir() else []
    except OSError as error:
        raise InputError(f"{short_path(results)}: the folder cannot be read ({error.strerror}).") from None
    for path in paths:
        try:
            found = is_run(path)
        except InputError:
            found = True
        if found:
            yield path.name


def is_run(folder: Path) -> bool:
    """Return whether a folder has a run in it, whole or not.

    Raises
    ------
    InputError
        If it cannot be looked into.
    """
    try:
        return any((folder / name).exists() for name in (MANIFEST, BEFORE))
    except OSError as error:
        raise InputError(f"{short_path(folder)}: the folder cannot be read ({error.strerror}).") from None
