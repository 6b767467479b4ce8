"""Tables for people: captions, heads and cells as the report and the terminal show them."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from simcards import tables
from simcards.formats import NOTHING, Row, one_in, percent, percent_plus_minus, plus_minus, thousands

if TYPE_CHECKING:
    from simcards.result import Result

OUTCOMES = {"knock": "knock", "undercut": "undercut", "gin": "gin", "big_gin": "big gin", "draw": "drawn"}
"""How hands end, in the order of tables and pictures."""
POSITIONS = {1: "first to act", 2: "dealer"}

TURNS_TOGETHER = 4
"""Turns in a line of the table by turns: two of each player."""


class Sheet(NamedTuple):
    """A table to read: a caption, the columns' heads, rows of texts that begin with what the row is about, a note."""

    caption: str
    columns: tuple[str, ...]
    rows: Sequence[tuple[str, ...]]
    note: str = ""


def positions(played: Result) -> Sheet:
    """Return what each position scores; where the seats play differently, each seat too."""
    groups: list[tuple[str, dict[str, int | None]]] = [
        (name, {"seat": None, "position": position}) for position, name in POSITIONS.items()
    ]
    if len(set(played.policies)) > 1:
        groups += [
            (f"seat {seat}: {policy}", {"seat": seat, "position": None}) for seat, policy in enumerate(played.policies)
        ]
    rows = []
    for name, keys in groups:
        payoff, net, spread, win = (tables.row_of(played, metric, **keys) for metric in tables.SCORES)
        rows.append((name, plus_minus(payoff), plus_minus(net, plus=True), plus_minus(spread), percent_plus_minus(win)))
    return Sheet(
        caption="Points a hand by position",
        columns=("player", "scores", "net", "spread", "wins"),
        rows=rows,
        note="Scores: points a hand. Net: own points less the other player's. Spread: the standard deviation of the "
        "score from hand to hand. Wins: share of the hands that somebody won. "
        f"{thousands(played.games or 0)} hands.",
    )


def endings(played: Result) -> Sheet:
    """Return how hands end and after how many turns."""
    lines = {line["outcome"]: line for line in _lines(tables.endings(played))}
    rows = [
        (
            words,
            percent_plus_minus(line),
            thousands(line["hands"]),
            plus_minus({"estimate": line["turns"], "low": line["turns_low"], "high": line["turns_high"]}),
        )
        for outcome, words in OUTCOMES.items()
        if (line := lines[outcome])["hands"]
    ]
    every = tables.row_of(played, "turns")
    rows.append(("all hands", "100 %", thousands(every["n"]), plus_minus(every)))
    return Sheet(
        caption="How hands end",
        columns=("ending", "share of hands", "hands", "turns, mean"),
        rows=rows,
        note="Turns are those of both players together, the one that ends the hand too.",
    )


def endings_by_turn(played: Result, share: float = 0.999) -> Sheet:
    """Return how hands end by turns, a few turns a line, down to the line by which `share` of the hands is over."""
    frame = tables.endings_by_turn(played)
    games = int(frame["hands"].sum())
    last = tables.turn_by_which(played, share)
    first_of = {turn: (turn - 1) // TURNS_TOGETHER * TURNS_TOGETHER + 1 for turn in frame["turns"]}
    hands = frame.assign(first=frame["turns"].map(first_of)).pivot_table("hands", "first", "outcome", aggfunc="sum")
    decimals = max(round(math.log10(games) / 2), 1)
    occurring = [outcome for outcome in OUTCOMES if hands[outcome].any()]
    over = hands.sum(axis=1).cumsum()
    rows = []
    for first in (first for first in hands.index if first <= last):
        shares = [100 * int(count) / games for count in (*hands.loc[first, occurring], over[first])]
        texts = (f"{share:.{decimals}f} %" if share else "0" for share in shares)
        rows.append((f"{first}–{first + TURNS_TOGETHER - 1}", *texts))
    return Sheet(
        caption="When hands end: shares of all hands",
        columns=("turns", *(OUTCOMES[outcome] for outcome in occurring), "over by then"),
        rows=rows,
        note=f"Four turns are two of each player. {thousands(games)} hands; each share is known to "
        f"± {100 / games**0.5:.2g} percentage points or better (95 %).",
    )


def odds(exact: Result) -> Sheet:
    """Return the exact odds of the deal and of the first draw."""
    names = _event_names(exact)
    return Sheet(
        caption="Exact odds of the deal",
        columns=("event", "chance", "odds", "cases", "of"),
        rows=[
            (
                names[line["event"]],
                percent(line["probability"]),
                one_in(line["probability"]),
                thousands(line["count"]),
                thousands(line["total"]),
            )
            for line in _lines(tables.events(exact))
        ],
        note="Counted, not simulated: these numbers have no error.",
    )


def deadwood(exact: Result, step: int = 10) -> Sheet:
    """Return the exact deadwood of a dealt hand, `step` points a line."""
    frame = tables.deadwood(exact)
    rows = []
    for first in sorted({value // step * step for value in frame["deadwood"]}):
        part = frame[frame["deadwood"].between(first, first + step - 1)]
        count, total = sum(part["count"]), int(part["total"].iloc[0])
        rows.append(
            (f"{first}–{first + step - 1}", percent(count / total), thousands(count), percent(part["at_most"].iloc[-1]))
        )
    return Sheet(
        caption="Deadwood of a dealt hand",
        columns=("points", "chance", "hands", "this or less"),
        rows=rows,
        note="The least deadwood of each hand, its melds split as well as can be. Exact.",
    )


def knock_limits_alone(study: Result) -> Sheet:
    """Return what other limits do to the two players where one of them changes."""
    usual, best = study.extra["usual"], study.extra["best"]
    symmetric = len(set(study.policies)) == 1
    rows = []
    for knock, of in _limits(study, "one"):
        rows.append(
            (
                f"{knock} (as now)" if knock == usual else str(knock),
                "0 by symmetry" if symmetric and knock == usual else plus_minus(of["net", "changer"], plus=True),
                plus_minus(of["payoff", "changer"]),
                plus_minus(of["payoff", "other"]),
                NOTHING if knock == best else plus_minus(of["behind", None]),
                percent_plus_minus(of["any_gin", None]),
                percent_plus_minus(of["undercut", None]),
            )
        )
    return Sheet(
        caption="One player changes the limit",
        columns=("limit", "net", "scores", "the other scores", "behind the best", "gin", "undercut"),
        rows=rows,
        note="Points a hand. Net: what the one who changes scores, less what the other scores. Gin (big gin too) and "
        f"undercut: share of all hands, by either player. {thousands(study.games or 0)} hands for each limit.",
    )


def knock_limits_both(study: Result) -> Sheet | None:
    """Return what other limits do where both players change, or None if the other's limit cannot be changed."""
    rows = [
        (
            f"{knock} (as now)" if knock == study.extra["usual"] else str(knock),
            plus_minus(of["payoff", "first"]),
            plus_minus(of["payoff", "dealer"]),
            plus_minus(of["net", "first"], plus=True),
            percent_plus_minus(of["any_gin", None]),
            percent_plus_minus(of["undercut", None]),
            plus_minus(of["turns", None]),
        )
        for knock, of in _limits(study, "both")
    ]
    if not rows:
        return None
    return Sheet(
        caption="Both players change the limit",
        columns=("limit", "first scores", "dealer scores", "first’s net", "gin", "undercut", "turns"),
        rows=rows,
        note=f"Points a hand. {thousands(study.games or 0)} hands for each limit.",
    )


def _limits(study: Result, changes: str) -> Iterator[tuple[int, dict[tuple[str, str | None], Row]]]:
    """Yield each limit with its rows by metric and player."""
    rows = [row for row in study.rows if row["changes"] == changes]
    for knock in dict.fromkeys(row["knock"] for row in rows):
        yield knock, {(row["metric"], row["who"]): row for row in rows if row["knock"] == knock}


def _event_names(exact: Result) -> dict[str, str]:
    options = exact.rules.options()
    limit = "the upcard’s points" if options["oklahoma"] else options["knock_limit"]
    return {
        "gin": "a dealt hand is gin",
        "knock": f"a dealt hand has at most {limit}",
        "big_gin": "after the first draw all cards meld (big gin)",
        "first_draw_gin": "after the first draw one can go gin",
        "first_draw_knock": f"after the first draw one can knock with at most {limit}",
    }


def _lines(frame: Any) -> Iterator[dict[str, Any]]:
    """Yield the rows of a frame as mappings, missing numbers as None."""
    for line in frame.to_dict("records"):
        yield {key: None if value != value else value for key, value in line.items()}  # noqa: PLR0124 (NaN)
