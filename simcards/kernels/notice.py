"""Tell somebody that compiling begins: it takes seconds, and nothing else would say why."""

from __future__ import annotations

from collections.abc import Callable

_listeners: list[Callable[[], None]] = []


def before_compiling(listener: Callable[[], None]) -> None:
    """Have `listener` called once, before the next compilation that no cache spares."""
    _listeners[:] = [listener]


def compiling() -> None:
    """Call the listener, if there is one that was not called yet."""
    while _listeners:
        _listeners.pop()()
