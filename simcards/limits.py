"""How much may be asked for: the limits that the command line and the Python functions share."""

from __future__ import annotations

import os

from simcards.errors import InputError

MOST_GAMES = 10**12
"""Games of one run: some weeks on a large machine."""

MOST_MATCHES = 10**9
"""Matches of one run."""

MOST_SESSION = 10_000
"""Hands of a session: some days at a table, and some seconds of convolutions."""

MOST_PURSE = 1_000_000
"""Stakes, or points, that a purse holds."""

MOST_THREADS = 256

MOST_SEED = 2**64 - 1
"""The seed is the key of the random stream, two words of 32 bits."""


def processors() -> int:
    """Return the number of processors that this process may use, at most `MOST_THREADS`."""
    usable = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return min(usable, MOST_THREADS)


def check_range(option: str, value: int, low: int, high: int) -> None:
    """Refuse a value out of its range.

    Raises
    ------
    InputError
        With the option, what was given and what is allowed.
    """
    if not low <= value <= high:
        raise InputError(f"{option} was given {value}; allowed: a whole number from {low:,} to {high:,}.")
