"""Files of the user: reading what may be anything, JSON too, and writing so that nothing is left half written."""

from __future__ import annotations

import contextlib
import json
import math
import os
import secrets
import shutil
import stat
import tempfile
from pathlib import Path
from typing import NoReturn

from simcards.errors import SHOWN, InputError, shorten

TEMPORARY = ".simcards-"
"""How the names of files begin that are still being written."""


def short_path(path: str | Path) -> str:
    """Return a path as messages show it: of a long one the end."""
    text = str(path)
    return shorten(text if len(text) <= SHOWN else f"…{text[1 - SHOWN :]}")


def read_text(path: str | Path, cap: int) -> str:
    """Return the text of a regular UTF-8 file of at most `cap` bytes.

    Raises
    ------
    InputError
        If there is no such file, it is a folder, a pipe or a device, it is too big, or it is no UTF-8 text.
    """
    try:
        return read_bytes(path, cap).decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise InputError(
            f"{short_path(path)}: byte {error.start} is not UTF-8; allowed: a text file in UTF-8."
        ) from None


def read_bytes(path: str | Path, cap: int) -> bytes:
    """Return the content of a regular file of at most `cap` bytes.

    Raises
    ------
    InputError
        If there is no such file, it is a folder, a pipe or a device, or it is too big.
    """
    name = short_path(path)
    try:
        info = Path(path).stat()
        if not stat.S_ISREG(info.st_mode):
            kind = "a folder" if stat.S_ISDIR(info.st_mode) else "a pipe or a device"
            raise InputError(f"{name}: this is {kind}; allowed: a text file.")
        if info.st_size > cap:
            raise InputError(f"{name}: the file has {info.st_size:,} bytes; allowed: at most {cap:,}.")
        with Path(path).open("rb") as file:
            data = file.read(cap + 1)
    except FileNotFoundError:
        raise InputError(f"{name}: there is no such file.") from None
    except (OSError, ValueError) as error:
        if isinstance(error, InputError):
            raise
        raise InputError(f"{name}: the file cannot be read ({_reason(error)}).") from None
    if len(data) > cap:
        raise InputError(f"{name}: the file has more than {cap:,} bytes; allowed: at most {cap:,}.")
    return data


def write_atomic(path: str | Path, content: str | bytes, *, follow: bool = True) -> None:
    """Write a whole file: to a temporary name beside it, flushed to disk, then renamed over `path`.

    Where `path` is a link, the file that it leads to is written, unless `follow` is false: then it takes the link's
    place.

    Raises
    ------
    InputError
        If the folder is missing or the file cannot be written; what stood there before stays.
    """
    data = content.encode("utf-8") if isinstance(content, str) else content
    if follow:
        check_target(path)
    name = short_path(path)
    temporary: Path | None = None
    try:
        target = Path(path).resolve() if follow else Path(path)
        temporary = target.with_name(f"{TEMPORARY}{secrets.token_hex(8)}")
        with temporary.open("xb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        if follow and target.exists():
            shutil.copymode(target, temporary)
        temporary.replace(target)
    except BaseException as error:
        if temporary is not None:
            with contextlib.suppress(OSError):
                temporary.unlink(missing_ok=True)
        if not isinstance(error, OSError | ValueError | RuntimeError):
            raise
        raise InputError(f"{name}: the file cannot be written ({_reason(error)}).") from None


def check_target(path: str | Path) -> None:
    """See that a file can be written before hands are played for it.

    Raises
    ------
    InputError
        If `path` is no ordinary file, or lies in what is no folder, or nothing can be written there.
    """
    name = short_path(path)
    try:
        target = Path(path).resolve()
        ordinary = target.is_file() or not target.exists()
        folder = next((parent for parent in target.parents if parent.exists()), target)
        writable = folder.is_dir() and _can_write(folder)
    except (OSError, ValueError, RuntimeError) as error:
        raise InputError(f"{name}: the file cannot be written ({_reason(error)}).") from None
    if not ordinary:
        raise InputError(f"{name}: this is no ordinary file; allowed: a new file, or one to replace.")
    if not writable:
        raise InputError(
            f"{name}: nothing can be written in {short_path(folder)}; allowed: a file in a folder of yours."
        )


def _can_write(folder: Path) -> bool:
    """Return whether a file can be made in a folder; permissions alone do not tell, to root and in `/proc`."""
    try:
        with tempfile.TemporaryFile(dir=folder):
            return True
    except OSError:
        return False


def _reason(error: OSError | ValueError | RuntimeError) -> str:
    return (error.strerror or str(error)) if isinstance(error, OSError) else str(error)


def parse_json(text: str) -> object:
    """Return the value of a JSON text; keys that stand twice, and numbers that are not finite, are refused.

    Raises
    ------
    InputError
        If the text is not JSON.
    """

    def refuse(constant: str) -> NoReturn:
        raise ValueError(f"{shorten(constant)} is no number of JSON")

    def finite(number: str) -> float:
        value = float(number)
        return value if math.isfinite(value) else refuse(number)

    try:
        return json.loads(text, parse_constant=refuse, parse_float=finite, object_pairs_hook=_unique)
    except (ValueError, RecursionError) as error:
        reason = "it is nested too deep" if isinstance(error, RecursionError) else str(error)
        raise InputError(f"This is not JSON: {shorten(text)} ({reason}).") from None


def _unique(pairs: list[tuple[str, object]]) -> dict[str, object]:
    found = dict(pairs)
    if len(found) != len(pairs):
        seen: set[str] = set()
        twice = next(key for key, _ in pairs if key in seen or seen.add(key))  # type: ignore[func-returns-value]
        raise ValueError(f"the key {shorten(twice)!r} stands twice")
    return found
