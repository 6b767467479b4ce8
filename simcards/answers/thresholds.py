"""What a stopping chart comes to as limits, turn by turn.

Two limits are easily taken for one another. Up to the **break-even** stopping is worth more than nothing; up to the
**best threshold** it is worth more than going on, as far as a single limit for the turn can say so.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, TypeAlias

from simcards.answers.stopping import FEWEST_VISITS
from simcards.stats import Z

Cell: TypeAlias = Mapping[str, Any]


def limit_rows(cells: Sequence[Cell], axis: str) -> Iterator[dict[str, Any]]:
    """Yield the rows `break_even` and `best_threshold` of each column of a chart.

    Parameters
    ----------
    cells
        The chart's rows in the order of time, each with `turn`, perhaps `when`, the value of `axis`, D as an estimate,
        what stopping is worth (`now`, `now_low`, `now_high`) and its `frequency`.
    axis
        What the rows are, such as `count`.

    Yields
    ------
    dict
        `metric`, `turn`, perhaps `when`, `estimate`, `low`, `high` and `n` (visits): limits, None for none at all.
        Those between `low` and `high` cannot be told from the best with 95 %.
    """
    columns: dict[tuple[Any, ...], list[Cell]] = {}
    for cell in cells:
        columns.setdefault((cell["turn"], cell.get("when")), []).append(cell)
    for (turn, when), column in columns.items():
        place = {"turn": turn} if when is None else {"turn": turn, "when": when}
        ordered = sorted((cell for cell in column if cell["n"] >= FEWEST_VISITS), key=lambda cell: int(cell[axis]))
        visits = sum(cell["n"] for cell in ordered)
        if ordered:
            yield {"metric": "break_even", **place, **break_even(ordered, axis), "n": visits}
            yield {"metric": "best_threshold", **place, **best_threshold(ordered, axis), "n": visits}


def break_even(cells: Sequence[Cell], axis: str) -> dict[str, int | None]:
    """Return the highest value with which stopping is worth more than nothing; `low` and `high` by its intervals."""

    def highest(key: str) -> int | None:
        return max((int(cell[axis]) for cell in cells if cell[key] > 0), default=None)

    return {"estimate": highest("now"), "low": highest("now_low"), "high": highest("now_high")}


def best_threshold(cells: Sequence[Cell], axis: str) -> dict[str, int | None]:
    """Return the single limit that gains most in this column, if one plays by the chart in all others.

    What a limit gains is the sum of D over the cells up to it, each as often as one gets there.
    """
    limits: list[int | None] = [None, *(int(cell[axis]) for cell in cells)]
    gains, variances = [0.0], [0.0]
    for cell in cells:
        gains.append(gains[-1] + cell["frequency"] * cell["estimate"])
        variances.append(variances[-1] + (cell["frequency"] * cell["se"]) ** 2)
    best = max(range(len(limits)), key=lambda place: gains[place])
    like = [
        place
        for place in range(len(limits))
        if gains[best] - gains[place] <= Z * math.sqrt(abs(variances[best] - variances[place]))
    ]
    return {"estimate": limits[best], "low": limits[like[0]], "high": limits[like[-1]]}
