"""Rows of a sweep, for tests."""

from __future__ import annotations


def rows_of(result, metric, **keys):
    """Return the rows of a metric that have these values."""
    rows = [row for row in result.rows if row["metric"] == metric]
    return [row for row in rows if all(row[key] == value for key, value in keys.items())]


def corners(result, *keys):
    """Return what the corners are about, in order."""
    return list(dict.fromkeys(tuple(row[key] for key in keys) for row in result.rows))
