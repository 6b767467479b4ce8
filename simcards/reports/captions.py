"""What stands under a picture, and what is read aloud in its place."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from simcards import tables
from simcards.answers.advice import doubts, plan, reading
from simcards.formats import percent, percent_plus_minus, plus_minus
from simcards.plots.look import players
from simcards.sheets.charts import whom

if TYPE_CHECKING:
    from simcards.result import Result


class Caption(NamedTuple):
    """The words to a picture."""

    title: str
    """Its name, read aloud."""
    description: str
    """What it shows, with the numbers that matter, read aloud."""
    reading: str
    """How to read it, for all."""


def deadwood(exact: Result) -> Caption:
    """Return the words to the picture of `odds`."""
    frame = tables.deadwood(exact)
    first, *_, last = lines = frame.to_dict("records")
    peak = max(lines, key=lambda line: line["probability"])
    mean = next(row["mean"] for row in exact.rows if "mean" in row)
    return Caption(
        "Chance of each deadwood of a dealt hand",
        f"Bars, one for each number of points. The chance rises from {percent(first['probability'])} for "
        f"{first['deadwood']} points to {percent(peak['probability'])} for {peak['deadwood']} and falls to "
        f"{percent(last['probability'])} for {last['deadwood']}. The mean is {mean:.2f} points.",
        "How much deadwood the cards leave that one is dealt, before anybody has played. Hatched: what one could knock "
        "with.",
    )


def endings(played: Result) -> Caption:
    """Return the words to the picture of `simulate`."""
    by_turn = tables.endings_by_turn(played).groupby("turns")["estimate"].sum()
    ends = ", ".join(
        f"{line['outcome'].replace('_', ' ')} {percent(line['estimate'])}"
        for line in tables.endings(played).to_dict("records")
    )
    return Caption(
        "How hands end, by completed turns",
        f"Stacked bars, one for each turn. {players(played.policies)}. The most hands, {percent(by_turn.max())}, end "
        f"with turn {by_turn.idxmax()}; half of all hands are over by turn {tables.turn_by_which(played, 0.5)}. "
        f"Over all turns: {ends}.",
        "Each bar is a turn, its parts are the ways in which hands end then. The endings are stacked in the order of "
        "the legend, the first at the bottom.",
    )


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


def chart(result: Result) -> Caption:
    """Return the words to the picture of `chart`."""
    read, against = reading(result), whom(result.extra["against"])
    gain = plus_minus(tables.row_of(result, "gain"), plus=True)
    open_ = doubts(read)
    return Caption(
        f"When to {read.verb}, {against}",
        f"A grid of {read.axis} 0 to {read.rows[-1]}, downwards, by own turn 1 to {read.last_turn}. {plan(read)} "
        f"{f'Undecided: {open_}. ' if open_ else ''}The chart gains {gain} net points a hand over {read.verb}ing at "
        "once.",
        f"{against[0].upper()}{against[1:]}. Down: {read.axis} after the discard. Across: own turns, as far as "
        "more than one visit in a hundred is left.",
    )


CAPTIONS = {"odds": deadwood, "simulate": endings, "knock_limits": knock_limits, "chart": chart}
"""The words to the picture of each command's result."""
