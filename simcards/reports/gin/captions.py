"""What stands under the picture of gin's knock limits, and what is read aloud in its place."""

from __future__ import annotations

from typing import TYPE_CHECKING

from simcards.formats import percent_plus_minus, plus_minus
from simcards.reports.captions import Caption

if TYPE_CHECKING:
    from simcards.result import Result


def knock_limits(study: Result) -> Caption:
    """Return the words to the picture of `knock_limits`."""
    alone = [row for row in study.rows if row["changes"] == "one"]
    nets = "; ".join(f"limit {row['knock']}: {plus_minus(row, plus=True)}" for row in alone if row["metric"] == "net")
    gins = "; ".join(f"limit {row['knock']}: {percent_plus_minus(row)}" for row in alone if row["metric"] == "any_gin")
    return Caption(
        "What one player earns who changes the knock limit, and how hands then end",
        f"Two panels with a point for each limit. First the net points a hand of the one who changes: {nets}. Then the "
        f"shares of hands that end with gin or an undercut; gin, where one player changes: {gins}.",
        "First panel: above zero, the one who changes does better than the other. Second panel: unbroken lines where "
        "one player changes, dashed lines where both do.",
    )
