"""One process at a time in a run's folder.

The lock is the operating system's, so that it goes with the process that holds it, however that ends. A file beside it
says who has it, for the message to whoever comes second.
"""

from __future__ import annotations

import contextlib
import json
import os
import socket
import time
from collections.abc import Iterator
from pathlib import Path

from filelock import FileLock, Timeout

from simcards.errors import InputError
from simcards.files import parse_json, read_text, short_path, write_atomic
from simcards.runs.manifest import Holder

LOCK, HOLDER = "run.lock", "run.lock.json"
HOLDER_CAP = 4096
LOOKS, LOOK_SECONDS = 10, 0.02


@contextlib.contextmanager
def locked(folder: Path) -> Iterator[None]:
    """Hold the lock of a run's folder.

    Raises
    ------
    InputError
        If another process has it, with its number and for how long.
    """
    lock = FileLock(folder / LOCK, timeout=0)
    try:
        lock.acquire()
    except Timeout:
        raise InputError(f"{short_path(folder)}: {_holder(folder)}; allowed: one process at a time.") from None
    except OSError as error:
        raise InputError(f"{short_path(folder)}: the run cannot be locked ({error.strerror}).") from None
    try:
        about = {"pid": os.getpid(), "host": socket.gethostname(), "since": time.time()}
        write_atomic(folder / HOLDER, json.dumps(about), follow=False)
        yield
    finally:
        with contextlib.suppress(OSError):
            (folder / HOLDER).unlink(missing_ok=True)
        lock.release()


def _holder(folder: Path) -> str:
    for _ in range(LOOKS):
        try:
            about = Holder.model_validate(parse_json(read_text(folder / HOLDER, HOLDER_CAP)))
            break
        except ValueError:
            # Whoever has the lock may not have said so yet.
            time.sleep(LOOK_SECONDS)
    else:
        return "another process is at work in this run"
    where = "" if about.host == socket.gethostname() else f" on {about.host}"
    age = max(time.time() - about.since, 0.0)
    return f"process {about.pid}{where} has been at work in this run for {age:,.0f} seconds"
