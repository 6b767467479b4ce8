"""The process of a command: signals neither get lost nor break what they meet, and its messages may have no reader."""

from __future__ import annotations

import _thread
import contextlib
import io
import signal
import sys
import time
from types import FrameType
from typing import Any

DEAF = "executionengine.py"
"""LLVM calls back from this file of llvmlite, and what is raised in such a call is lost."""

AGAIN_SECONDS = 0.02
"""After which a signal that came at such a moment comes again."""


def heed_signals() -> None:
    """Have Ctrl-C and SIGTERM end the command, what is done being kept and shown; an ignored Ctrl-C stays ignored."""
    if signal.getsignal(signal.SIGINT) is not signal.SIG_IGN:
        signal.signal(signal.SIGINT, interrupt)
    # Whoever ends this process kindly gets what Ctrl-C gets.
    signal.signal(signal.SIGTERM, interrupt)
    sys.unraisablehook = unraised


def leave_at_once() -> None:
    """Have a signal end the process without a word: what was to be kept and shown is, and only threads are to end."""
    for number in (signal.SIGINT, signal.SIGTERM):
        if signal.getsignal(number) is not signal.SIG_IGN:
            signal.signal(number, signal.SIG_DFL)


def interrupt(number: int, frame: FrameType | None) -> None:
    """Raise `KeyboardInterrupt`, now or as soon as it is not lost."""
    while frame is not None:
        if frame.f_code.co_filename.endswith(DEAF):
            _again(signal.Signals(number))
            return
        frame = frame.f_back
    raise KeyboardInterrupt


def unraised(lost: Any) -> None:
    """Have an interrupt come again that was raised where nothing can be, as in a finalizer."""
    if issubclass(lost.exc_type, KeyboardInterrupt):
        _again(signal.SIGTERM)
    else:
        sys.__unraisablehook__(lost)


def _again(number: signal.Signals) -> None:
    def later() -> None:
        time.sleep(AGAIN_SECONDS)
        _thread.interrupt_main(number)

    # `threading` has locks, and the main thread may hold one right now.
    _thread.start_new_thread(later, ())


class Deafened(io.TextIOWrapper):
    """A text stream that is silent where it cannot be written: a terminal that is gone stops no run."""

    def write(self, text: str, /) -> int:
        """Write a text, if that can be done."""
        with contextlib.suppress(OSError):
            super().write(text)
        return len(text)

    def flush(self) -> None:
        """Write what is waiting, if that can be done."""
        with contextlib.suppress(OSError):
            super().flush()


def tolerant(stream: io.TextIOWrapper) -> Deafened:
    """Return a stream in the place of another, which is used no more; what it cannot encode it shows as an escape."""
    encoding, buffered = stream.encoding, stream.line_buffering
    return Deafened(stream.detach(), encoding, "backslashreplace", line_buffering=buffered, write_through=True)
