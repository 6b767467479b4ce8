"""Tables for people: captions, heads and cells as the report and the terminal show them."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from simcards import registry, tables
from simcards.answers.effects import money_of
from simcards.formats import one_in, percent, percent_plus_minus, plus_minus, thousands
from simcards.sheets.wording import position_name, quantity_of, wording

if TYPE_CHECKING:
    from simcards.result import Result

TURNS_TOGETHER = {2: 4}
"""Turns in a line of the table by turns, by number of players in a hand: two of each player, else one of each."""


class Sheet(NamedTuple):
    """A table to read: a caption, the columns' heads, rows of texts that begin with what the row is about, a note."""

    caption: str
    columns: tuple[str, ...]
    rows: Sequence[tuple[str, ...]]
    note: str = ""


def positions(played: Result) -> Sheet:
    """Return what each position scores; where the seats play differently, each seat too."""
    words, game, players = wording(played.game), registry.game(played.game), played.rules.players
    groups: list[tuple[str, dict[str, int | None]]] = [
        (game.role(position) or position_name(position, players), {"seat": None, "position": position})
        for position in range(1, game.active(players) + 1)
    ]
    if len(set(played.policies)) > 1 and not game.roles:
        groups += [
            (f"seat {seat}: {policy}", {"seat": seat, "position": None}) for seat, policy in enumerate(played.policies)
        ]
    rows = []
    for name, keys in groups:
        cells = (tables.row_of(played, metric, **keys) for metric in words.scores)
        told = (
            percent_plus_minus(cell) if metric == "win" else plus_minus(cell, plus=metric == words.judged)
            for metric, cell in zip(words.scores, cells, strict=True)
        )
        rows.append((name, *told))
    return Sheet(
        caption=f"{money_of(played).capitalize()} a hand by position",
        columns=("player", *words.scores.values()),
        rows=rows,
        note=f"{words.about_scores} Wins: share of the hands that somebody won. {thousands(played.games or 0)} hands.",
    )


def endings(played: Result) -> Sheet:
    """Return how hands end and after how many turns."""
    words = wording(played.game)
    lines = {line["outcome"]: line for line in _lines(tables.endings(played))}
    rows = [
        (
            name,
            percent_plus_minus(line),
            thousands(line["hands"]),
            plus_minus({"estimate": line["turns"], "low": line["turns_low"], "high": line["turns_high"]}),
        )
        for outcome, name in words.outcomes.items()
        if (line := lines[outcome])["hands"]
    ]
    every = tables.row_of(played, "turns")
    rows.append(("all hands", "100 %", thousands(every["n"]), plus_minus(every)))
    return Sheet(
        caption="How hands end",
        columns=("ending", "share of hands", "hands", "turns, mean"),
        rows=rows,
        note=words.about_turns,
    )


def endings_by_turn(played: Result, share: float = 0.999) -> Sheet:
    """Return how hands end by turns, a few turns a line, down to the line by which `share` of the hands is over."""
    words, playing = wording(played.game), registry.game(played.game).active(played.rules.players)
    together = TURNS_TOGETHER.get(playing, playing)
    frame = tables.endings_by_turn(played)
    games = int(frame["hands"].sum())
    last = tables.turn_by_which(played, share)
    first_of = {turn: turn and (turn - 1) // together * together + 1 for turn in frame["turns"]}
    hands = frame.assign(first=frame["turns"].map(first_of)).pivot_table("hands", "first", "outcome", aggfunc="sum")
    decimals = max(round(math.log10(games) / 2), 1)
    occurring = [outcome for outcome in words.outcomes if hands[outcome].any()]
    over = hands.sum(axis=1).cumsum()
    rows = []
    for first in (first for first in hands.index if first <= last):
        shares = [100 * int(count) / games for count in (*hands.loc[first, occurring], over[first])]
        texts = (f"{share:.{decimals}f} %" if share else "0" for share in shares)
        rows.append((f"{first}–{first + together - 1}" if first else "0", *texts))
    each = "two" if together > playing else "one"
    return Sheet(
        caption="When hands end: shares of all hands",
        columns=("turns", *(words.outcomes[outcome] for outcome in occurring), "over by then"),
        rows=rows,
        note=f"{WORDS[together]} turns are {each} of each player. {thousands(games)} hands; each share is known to "
        f"± {float(f'{100 / games**0.5:.2g}'):g} percentage points or better (95 %).",
    )


WORDS = {3: "Three", 4: "Four", 5: "Five", 6: "Six", 7: "Seven"}


def odds(exact: Result) -> Sheet:
    """Return the exact odds of the deal and of the first draw."""
    return Sheet(
        caption="Exact odds of the deal",
        columns=("event", "chance", "odds", "cases", "of"),
        rows=[
            (
                name,
                percent(row["probability"]),
                one_in(row["probability"]),
                cases(row["count"]),
                cases(row["total"]),
            )
            for name, row in wording(exact.game).events(exact)
        ],
        note="Counted, not simulated: these numbers have no error.",
    )


def cases(number: int) -> str:
    """Return a number of cases, in full if people can read it so.

    Examples
    --------
    >>> cases(60_403_728_840), cases(3_391_312_267_521_097_920), cases(9_996_000_000_000_000)
    ('60,403,728,840', '3.39 × 10^18', '1.00 × 10^16')
    """
    if number < MOST_IN_FULL:
        return thousands(number)
    digits, power = f"{number:.2e}".split("e+")
    return f"{digits} × 10^{int(power)}"


MOST_IN_FULL = 10**13


def dealt(exact: Result) -> Sheet:
    """Return the exact distribution of what is dealt, some values a line."""
    words = quantity_of(exact)
    frame, step = tables.distribution(exact, words.event), words.step
    rows = []
    for first in sorted({value // step * step for value in frame["value"]}):
        part = frame[frame["value"].between(first, first + step - 1)]
        count, total = sum(part["count"]), int(part["total"].iloc[0])
        last = min(first + step - 1, int(frame["value"].iloc[-1]))
        values = f"{first}–{last}" if last > first else str(first)
        rows.append((values, percent(count / total), cases(count), percent(part["at_most"].iloc[-1])))
    return Sheet(
        caption=words.title,
        columns=(words.unit, "chance", words.cases, "this or less"),
        rows=rows,
        note=f"{words.about} Exact.",
    )


def _lines(frame: Any) -> Iterator[dict[str, Any]]:
    """Yield the rows of a frame as mappings, missing numbers as None."""
    for line in frame.to_dict("records"):
        yield {key: None if value != value else value for key, value in line.items()}  # noqa: PLR0124 (NaN)
