"""The only place with Numba options: one decorator, and a compile cache that is never stale and never trusted blindly.

Numba's own cache keeps a caller's old code when a helper changes, and its keys ignore environment switches such as
``NUMBA_BOUNDSCHECK``. So the folder's name holds a digest of every kernel source, the versions and the switches, and
each file in it starts with a hash of the rest: a damaged file counts as missing and is compiled anew.
"""

from __future__ import annotations

import atexit
import functools
import hashlib
import os
import pickle
import platform
import shutil
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import llvmlite
import numba
import platformdirs
from numba.core import caching, config

from simcards.kernels import notice

numba_config: Any = config
"""Numba's settings, which have no types."""

PACKAGE = Path(__file__).resolve().parents[1]
NEUTRAL = frozenset({"NUMBA_CACHE_DIR", "NUMBA_NUM_THREADS", "NUMBA_DEBUG_CACHE", "NUMBA_DEVELOPER_MODE"})
"""Numba's variables that leave the generated code as it is."""

INTERPRETED = bool(numba_config.DISABLE_JIT)
"""Whether kernels run as plain Python (``NUMBA_DISABLE_JIT=1``)."""


UNCOMPILED = frozenset(
    {
        "deals.py",
        "engine.py",
        "no_spread.py",
        "odds.py",
        "off_deal.py",
        "outcomes.py",
        "questions.py",
        "record.py",
        "role_worth.py",
        "rules.py",
    }
)
"""Files of a game that hold no compiled code."""


def kernel_sources() -> list[Path]:
    """Return every file whose code can end up in a compiled kernel."""
    shared = [PACKAGE / "cards.py", *(PACKAGE / "kernels").glob("*.py")]
    games = [path for path in (PACKAGE / "games").rglob("*.py") if path.name not in UNCOMPILED]
    return sorted(shared + games)


@functools.cache
def digest() -> str:
    """Return the hex digest of all that shapes compiled code: sources, versions, machine type, Numba's switches."""
    switches = sorted(f"{k}={v}" for k, v in os.environ.items() if k.startswith("NUMBA_") and k not in NEUTRAL)
    versions = [numba.__version__, llvmlite.__version__, platform.machine(), sys.version]
    parts = hashlib.sha256("\n".join(versions + switches).encode())
    for path in kernel_sources():
        parts.update(str(path.relative_to(PACKAGE)).encode())
        parts.update(hashlib.sha256(path.read_bytes()).digest())
    return parts.hexdigest()[:20]


@functools.cache
def cache_folder() -> Path:
    """Return the folder of this build's compiled kernels, the user's own; a temporary one where it cannot be made."""
    wanted = Path(platformdirs.user_cache_dir("simcards", appauthor=False)) / f"kernels-{digest()}"
    try:
        wanted.mkdir(mode=0o700, parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=wanted):
            return wanted
    except OSError:
        folder = tempfile.mkdtemp(prefix="simcards-kernels-")
        atexit.register(shutil.rmtree, folder, ignore_errors=True)
        return Path(folder)


class SealedCacheFile(caching.IndexDataCacheFile):
    """Numba's cache file with a hash in front: what does not match it is treated as absent."""

    def load(self, key: Any) -> Any:
        """Return the compiled code kept under a key, or None, which means that it is about to be compiled."""
        found = super().load(key)
        if found is None:
            notice.compiling()
        return found

    def _save_index(self, overloads: dict[Any, str]) -> None:
        self._write_sealed(self._index_path, (self._version, self._source_stamp, overloads))

    def _load_index(self) -> dict[Any, str]:
        found = self._read_sealed(self._index_path)
        if found is None or found[:2] != (self._version, self._source_stamp):
            return {}
        overloads: dict[Any, str] = found[2]
        return overloads

    def _save_data(self, name: str, data: object) -> None:
        self._write_sealed(self._data_path(name), data)

    def _load_data(self, name: str) -> object:
        return self._read_sealed(self._data_path(name))

    def _write_sealed(self, path: str, value: object) -> None:
        body = self._dump(value)
        try:
            with self._open_for_write(path) as file:
                file.write(hashlib.sha256(body).digest() + body)
        except OSError:  # a full or read-only disk costs a compilation next time, nothing else
            return

    @staticmethod
    def _read_sealed(path: str) -> Any:
        try:
            sealed = Path(path).read_bytes()
        except OSError:
            return None
        body = sealed[32:]
        return pickle.loads(body) if hashlib.sha256(body).digest() == sealed[:32] else None  # noqa: S301 (own cache)


def kernel(function: Callable[..., Any]) -> Any:
    """Compile `function` for nopython use without the interpreter lock, cached in `cache_folder()`.

    Division follows numpy's error model: kernels never divide by zero, and raise nothing.
    """
    if INTERPRETED:
        return function
    before = numba_config.CACHE_DIR
    numba_config.CACHE_DIR = str(cache_folder())
    try:
        compiled: Any = numba.njit(nogil=True, cache=True, error_model="numpy")(function)
    finally:
        numba_config.CACHE_DIR = before
    cache = compiled._cache  # noqa: SLF001 (Numba has no public hook for the file format)
    plain = cache._cache_file  # noqa: SLF001
    cache._cache_file = SealedCacheFile(plain._cache_path, cache._impl.filename_base, plain._source_stamp)  # noqa: SLF001
    return compiled
