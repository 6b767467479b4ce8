"""What roles are worth in a match: whether the matches played and the chain over roles and scores tell the same."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

from simcards.result import Result

PAIRS = {"win": "chain_win", "points": "chain_points"}
"""Figures of the matches, and the same by the chain."""


def chained(result: Result) -> bool:
    """Return whether the chain tells anything: it is solved for small targets, and where somebody scores."""
    return any(row["metric"] in PAIRS.values() for row in result.rows)


def distance(result: Result) -> float | None:
    """Return by how many standard errors the matches and the chain differ at most; None where that is not known.

    Both come from the same hands, of which the chain makes the most; the variance of the difference is then that of the
    matches less that of the chain (Hausman, "Specification tests in econometrics", Econometrica 1978).
    """
    found = {(row["metric"], row.get("role")): row for row in result.rows if row.get("role")}
    apart = [
        _apart(found[metric, role], found[chained, role])
        for metric, chained in PAIRS.items()
        for kind, role in found
        if kind == chained
    ]
    known = [z for z in apart if z is not None]
    return max(known) if known else None


def _apart(played: Mapping[str, Any], chained: Mapping[str, Any]) -> float | None:
    if played["se"] is None or played["se"] <= chained["se"]:
        return None
    spread = math.sqrt(played["se"] ** 2 - chained["se"] ** 2)
    return abs(float(played["estimate"]) - float(chained["estimate"])) / spread
