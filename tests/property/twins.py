"""A referee's result compared with the twin's."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from simcards.referee import replay_record

Result = dict[str, Any]


def disagreement(record: dict[str, Any], results: Sequence[Result]) -> str | None:
    """Return in what the referee's result differs from the twin's, or None.

    Where equally good splits or lay-offs leave a choice, the whole result must be one of several right ones.
    Of an illegal record `ok` and `at` are compared; the referee must say something of its own.
    """
    got = replay_record(record)
    right = [result if result["ok"] else {"ok": False, "at": result["at"]} for result in results]
    if not got["ok"]:
        words = got.pop("error")
        assert isinstance(words, str)
        assert words
    if got in right:
        return None
    near = min(right, key=lambda result: len(differing(got, result)))
    keys = differing(got, near)
    return f"{ {key: (got.get(key), near.get(key)) for key in keys} } (referee, twin) in {record}"


def differing(one: Result, other: Result) -> list[str]:
    """Return the keys in which two results differ."""
    return sorted(key for key in one.keys() | other.keys() if one.get(key, ...) != other.get(key, ...))


def prefixes(record: dict[str, Any]) -> list[dict[str, Any]]:
    """Return the record of a hand stopped before each of its actions."""
    return [record | {"actions": record["actions"][:end]} for end in range(len(record.get("actions", ())))]
