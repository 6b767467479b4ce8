"""Tables of stopping charts: what they are worth, and how they move with what is paid."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from simcards import tables
from simcards.answers.advice import Reading, reading
from simcards.answers.study import EQUILIBRIUM
from simcards.formats import NOTHING, percent, plus_minus, thousands
from simcards.sheets import Sheet

if TYPE_CHECKING:
    from simcards.answers.payments import PaymentCharts

ALL = "all"
"""Stands where it is right to stop in every turn."""

MOST_ROWS = 6
"""Rows of a chart that a table shows."""


def values(charts: PaymentCharts) -> Sheet:
    """Return what the charts under the rules as they are are worth."""
    rows = []
    for against in charts.opponents:
        result = charts.base(against)
        value, gain, reply = (tables.row_of(result, metric) for metric in ("value", "gain", "exploitability"))
        even = "0 by symmetry" if against == EQUILIBRIUM else plus_minus(value, plus=True)
        undecided = percent(result.extra["undecided"], 2)
        rows.append((whom(against), even, plus_minus(gain, plus=True), plus_minus(reply, plus=True), undecided))
    hands = thousands(tables.row_of(charts.base(charts.against), "gain")["n"])
    return Sheet(
        caption="What the charts are worth",
        columns=("chart", "earns", "gain", "a reply earns", "undecided"),
        rows=rows,
        note="Net points a hand, both positions together. Gain: beyond knocking at once, on the same hands against the "
        "same opponent. A reply: what the best chart found against this one earns from it. Undecided: share of the "
        f"visits, gin left out. Values are from {hands} hands on which nothing was chosen.",
    )


def last_turns(charts: PaymentCharts, against: str) -> Sheet:
    """Return the last turn on which to knock with how much, under each payment, and what the chart gains."""
    read = [(chart, reading(chart.result)) for chart in charts.of(against)]
    shown = _told_rows([chart for _, chart in read])
    rows = [
        (
            "as now" if charted.option is None else payment(charted.option, charted.value),
            *(last_turn(chart, value) for value in shown),
            plus_minus(tables.row_of(charted.result, "gain"), plus=True),
        )
        for charted, chart in read
    ]
    options = charts.rules.options()
    now = ", ".join(payment(option, options[option]) for option in charts.payments)
    return Sheet(
        caption=f"The last turn on which to knock, {whom(against)}",
        columns=("payment", *(f"with {value}" for value in shown), "gain"),
        rows=rows,
        note=f"As now: {now}. All from the same hands, scored again. Gain: net points a hand beyond knocking at once. "
        "3–5: turn 3 is the last that is shown to be right, and those up to 5 are undecided. ≤ 5: none is shown to be "
        f"right, and those up to 5 are undecided. {NOTHING}: wait. Knocking again late in the hand is left out.",
    )


def last_turn(chart: Reading, value: int) -> str:
    """Return the last turn on which to stop, before it is first better to go on."""
    first = next((span for span in chart.spans(value) if span.opens), None)
    if first is None:
        return NOTHING
    if not first.last:
        return f"≤ {first.unsure}"
    if first.unsure > first.last:
        return f"{first.last}–{first.unsure}"
    return ALL if first.closes else str(first.last)


def whom(against: str) -> str:
    """Return whom a chart is for."""
    return "in equilibrium" if against == EQUILIBRIUM else f"against {against}"


def option(name: str) -> str:
    """Return an option that is only paid in words."""
    return "ties" if name == "undercut_tie" else name.replace("_", " ")


def payment(name: str, value: object) -> str:
    """Return a payment in words.

    Examples
    --------
    >>> payment("gin_bonus", 20), payment("undercut_tie", False)
    ('gin bonus 20', 'ties score nothing')
    """
    told = value if not isinstance(value, bool) else "are undercuts" if value else "score nothing"
    return f"{option(name)} {told}"


def _told_rows(charts: Sequence[Reading]) -> list[int]:
    """Return the rows, from the highest down, in which any of the charts stops early on; some of them if many."""
    stopping = [
        row for row in charts[0].rows if row and any(span.opens and span.last for c in charts for span in c.spans(row))
    ]
    step = -(-len(stopping) // MOST_ROWS) or 1
    return stopping[::-1][::step]
