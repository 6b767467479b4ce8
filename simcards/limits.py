"""How much may be asked for: the limits that the command line and the Python functions share."""

from __future__ import annotations

import os
from numbers import Integral

from simcards.errors import InputError
from simcards.words import shown

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


def check_range(option: str, value: object, low: int, high: int) -> int:
    """Return a whole number that is in its range, however Python or numpy hold it (1e6 is whole too).

    Raises
    ------
    InputError
        With the option, what was given and what is allowed.
    """
    whole = _whole(value)
    if whole is None or not low <= whole <= high:
        raise InputError(f"{option} was given {shown(value)}; allowed: a whole number from {low:,} to {high:,}.")
    return whole


def check_precision(value: object) -> None:
    """Refuse a half-width that no run can come down to.

    Raises
    ------
    InputError
        With what was given and what is allowed.
    """
    if type(value) is bool or not isinstance(value, int | float) or not 0 < value < float("inf"):
        raise InputError(f"--precision was given {shown(value)}; allowed: a number above 0.")


def _whole(value: object) -> int | None:
    if isinstance(value, bool):
        return None
    if isinstance(value, Integral):
        return int(value)
    return int(value) if isinstance(value, float) and value.is_integer() else None
