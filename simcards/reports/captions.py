"""What stands under a picture, and what is read aloud in its place."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple

from simcards import registry, tables
from simcards.answers.advice import Reading, doubts, limit_words, plan
from simcards.answers.effects import change_of, corners_of, money_of, whose
from simcards.answers.off_deal import DEAL
from simcards.formats import percent, plus_minus
from simcards.plots.look import players
from simcards.plots.matches import who
from simcards.sheets.charts import whom
from simcards.sheets.drops import chance_name, own_turn_charts
from simcards.sheets.matches import hand_by_which
from simcards.sheets.wording import quantity_of, wording
from simcards.words import counted

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


def dealt(exact: Result) -> Caption:
    """Return the words to the picture of `odds`."""
    words = quantity_of(exact)
    first, *_, last = lines = tables.distribution(exact, words.event).to_dict("records")
    peak = max(lines, key=lambda line: line["probability"])
    return Caption(
        f"Chance of each {words.name}",
        f"Bars, one for each number of {words.unit}. The chance is {percent(first['probability'])} for "
        f"{first['value']} {words.unit}, highest for {peak['value']} with {percent(peak['probability'])}, and "
        f"{percent(last['probability'])} for {last['value']}. The mean is "
        f"{tables.exact_mean(exact, words.event):.2f} {words.unit}.",
        words.reading,
    )


def endings(played: Result) -> Caption:
    """Return the words to the picture of `simulate`."""
    names = wording(played.game).outcomes
    by_turn = tables.endings_by_turn(played).groupby("turns")["estimate"].sum()
    lines = {line["outcome"]: line["estimate"] for line in tables.endings(played).to_dict("records")}
    ends = ", ".join(f"{name} {percent(lines[outcome])}" for outcome, name in names.items())
    return Caption(
        "How hands end, by completed turns",
        f"Stacked bars, one for each turn. {players(played.policies)}. The most hands, {percent(by_turn.max())}, end "
        f"with turn {by_turn.idxmax()}; half of all hands are over by turn {tables.turn_by_which(played, 0.5)}. "
        f"Over all turns: {ends}.",
        "Each bar is a turn, its parts are the ways in which hands end then. The endings are stacked in the order of "
        "the legend, the first at the bottom.",
    )


def lengths(matched: Result) -> Caption:
    """Return the words to the picture of how long matches last."""
    hands = tables.row_of(matched, "hands")
    by = {share: hand_by_which(matched, share) for share in (0.05, 0.5, 0.95)}
    told = (
        f"The mean is {plus_minus(hands)} hands; one match in twenty is over by hand {by[0.05]}, half by hand "
        f"{by[0.5]}, nineteen of twenty by hand {by[0.95]}."
    )
    return Caption(
        "How long a match lasts, in hands",
        f"Bars, one for each number of hands. {who(matched)}. {told if hands['n'] else 'No match came to an end.'}",
        "Each bar is a number of hands: the share of the matches that end with this hand.",
    )


def bids(played: Result) -> Caption:
    """Return the words to the picture of `simulate` in pitch."""
    frame = tables.bids(played)
    games, told = played.games or 0, []
    for bid, ends in frame.groupby("bid"):
        made, *_ = ends["hands"]
        won = sum(ends["hands"])
        if won:
            told.append(f"{bid} wins {percent(won / games)} of the auctions and is made in {percent(made / won)}")
    return Caption(
        "How often each bid wins, and what becomes of it",
        f"Two panels with a bar for each winning bid. {players(played.policies)}. {'; '.join(told)}.",
        "First panel: how often the auction ends with each bid. Second panel: each bar is all hands won with a bid, "
        "its parts are what became of it; the jack is that of trumps.",
    )


def chart(result: Result) -> Caption:
    """Return the words to the picture of `chart`."""
    if result.extra.get("when") == DEAL:
        return off_deal(result)
    charts, against = own_turn_charts(result), whom(result.extra["against"])
    read, gain = charts[0], plus_minus(tables.row_of(result, "gain"), plus=True)
    money = "net points" if money_of(result) == "points" else money_of(result)
    usual = f"{read.question.gerund} at once"
    if "best_limit" in result.extra:
        limit = result.extra["best_limit"]
        usual = "never " + read.question.gerund if limit is None else f"{read.question.gerund} with at most {limit}"
    at = "after the discard" if read.ends is not None else "when the chance comes"
    return Caption(
        f"When to {read.verb}, {against}",
        f"{' '.join(map(_grid, charts))} The chart gains {gain} {money} a hand over {usual}.",
        f"{against[0].upper()}{against[1:]}. Down: {read.axis} {at}. Across: own turns, as far as more than one visit "
        "in a hundred is left.",
    )


def _grid(chart: Reading) -> str:
    """Return what a grid of a chart shows."""
    when = f", {chance_name(chart)}" if chart.when else ""
    open_ = f" Undecided: {doubts(chart)}." if doubts(chart) else ""
    rows = f"{chart.axis} {chart.rows[0]} to {chart.rows[-1]}, downwards"
    return f"A grid of {rows}, by own turn 1 to {chart.last_turn}{when}. {plan(chart)}{open_}"


def off_deal(result: Result) -> Caption:
    """Return the words to the picture of what stopping straight off the deal is worth."""
    question = registry.game(result.game).load_engine().stopping[str(result.extra["question"])]
    known = [row for row in result.rows if "cell" in row and row["estimate"] is not None]
    limit = next(row for row in result.rows if row.get("metric") == "break_even")
    told = "; ".join(f"{row[question.row]}: {plus_minus(row, plus=True)}" for row in known[:: max(len(known) // 8, 1)])
    return Caption(
        f"What {question.gerund} straight off the deal is worth",
        f"A line by {question.row}, in {money_of(result)}: {told}. It is above zero up to {limit_words(limit)}.",
        "Above zero, it is worth more than nothing. Whether playing on is worth still more is not in this picture.",
    )


def swings(session: Result) -> Caption:
    """Return the words to the picture of `swings`."""
    hands, seat = int(session.extra["session"]), session.rows[0]["seat"]
    money = registry.game(session.game).load_engine().purse.money
    told = {row["metric"]: row for row in session.rows if row["seat"] == seat and row["hands"] == hands}
    low, high = (plus_minus(told[f"session_quantile:{q}"], plus=True) for q in (5, 95))
    return Caption(
        f"What {counted(hands, 'hand')} do to a purse",
        f"Two panels. First a fan: in nine of ten sessions seat {seat} stands between {low} and {high} {money}s after "
        f"{counted(hands, 'hand')}. Then the chance to have lost a purse at some time on the way, falling with its "
        f"size: {plus_minus(told['bring'])} {money}s are lost with at most 5 %.",
        "First panel: the darker, the more sessions. Second panel: a purse counts as lost once it has been gone, "
        "whatever would have come after.",
    )


def sweep(result: Result) -> Caption:
    """Return the words to the picture of `sweep`."""
    name = wording(result.game).rule
    moved = "; ".join(
        f"{name(keys)}: {plus_minus(change_of(row), plus=True)}"
        for keys, rows in corners_of(result)
        for row in rows
        if row["metric"] == "moved"
    )
    return Caption(
        f"What other rules change, against {result.extra['base']['name']}",
        f"Two panels with a line for each rule set. First by how many {money_of(result)} more change hands in a hand: "
        f"{moved}. Then the change of the net of {whose(result.extra['main'])}.",
        "Right of the line in the middle: more than under the rules as given. A whisker that reaches it: perhaps no "
        "difference.",
    )


CAPTIONS: dict[str, Callable[[Result], Caption]] = {
    "odds": dealt,
    "simulate": endings,
    "chart": chart,
    "swings": swings,
    "sweep": sweep,
}
"""The words to the picture of each command's result, in any game."""

OF_GAMES: dict[tuple[str, str], Callable[[Result], Caption]] = {("pitch", "simulate"): bids}
"""What stands in its place in a game, by game and command."""


def caption(result: Result) -> Caption:
    """Return the words to a result's picture."""
    return OF_GAMES.get((result.game, result.command), CAPTIONS[result.command])(result)
