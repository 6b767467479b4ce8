"""Rows of exact odds, from whole numbers alone."""

from __future__ import annotations

import math
from collections.abc import Sequence
from fractions import Fraction


def chance(event: str, count: int, total: int, value: int | None = None) -> dict[str, object]:
    """Return the row of an event that `count` of `total` equally likely cases make; the two are not reduced."""
    return {"event": event, "value": value, "count": count, "total": total, "probability": count / total}


def quantity(event: str, counts: Sequence[int]) -> list[dict[str, object]]:
    """Return a row for each value of a quantity that can occur, and one with its mean and standard deviation.

    Parameters
    ----------
    event
        What the quantity is called.
    counts
        How many cases have the value 0, 1, ….

    Examples
    --------
    >>> quantity("heads", [1, 2, 1])[-1]
    {'event': 'heads', 'value': None, 'mean': 1.0, 'sd': 0.7071067811865476}
    """
    total = sum(counts)
    rows = [chance(event, count, total, value) for value, count in enumerate(counts) if count]
    mean = Fraction(sum(value * count for value, count in enumerate(counts)), total)
    square = Fraction(sum(value * value * count for value, count in enumerate(counts)), total)
    summary: dict[str, object] = {
        "event": event,
        "value": None,
        "mean": float(mean),
        "sd": math.sqrt(square - mean * mean),
    }
    return [*rows, summary]
