"""Tables about whole matches: who wins them, how long they last, and what roles are worth in them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from simcards import registry, tables
from simcards.answers.roles import distance
from simcards.formats import percent_plus_minus, plus_minus, thousands
from simcards.kernels.matches import MOST_HANDS
from simcards.matches import hands_of
from simcards.sheets import Sheet
from simcards.sheets.wording import position_name

if TYPE_CHECKING:
    from simcards.result import Result

Keys = dict[str, Any]
"""Columns that say whom a row is about."""

NINE_IN_TEN = 0.9


def places(matched: Result) -> Iterator[tuple[str, Keys]]:
    """Yield the places of the first hand, each with the columns of its rows: positions, or roles."""
    game, players = registry.game(matched.game), matched.rules.players
    if game.roles:
        yield from ((role, {"seat": None, "role": role}) for role in [*game.roles, OUT])
    else:
        yield from (
            (position_name(position, players), {"seat": None, "position": position})
            for position in range(1, players + 1)
        )


OUT = "out"
"""What a role is called that no policy has."""


def seats(matched: Result) -> Iterator[tuple[str, Keys]]:
    """Yield the seats, each with its policy, where they play differently."""
    if len(set(matched.policies)) > 1 and not registry.game(matched.game).roles:
        for seat, policy in enumerate(matched.policies):
            yield f"seat {seat}: {policy}", {"seat": seat, "position": None}


def chances(matched: Result) -> Sheet:
    """Return who wins matches, and with what final score."""
    rows = []
    for name, keys in [*places(matched), *seats(matched)]:
        win, score = (tables.row_of(matched, metric, **keys) for metric in ("win", "score"))
        rows.append((name, percent_plus_minus(win), plus_minus(score)))
    sides = [(f"seat {row['seat']} and partner", row) for row in matched.rows if row["metric"] == "side_win"]
    shared = " Partners share a win." if sides else ""
    return Sheet(
        caption="Who wins the match",
        columns=("in the first hand", "wins", "final score"),
        rows=[*rows, *((name, percent_plus_minus(row), "") for name, row in sides)],
        note=f"Wins: share of the matches that somebody won.{shared} Final scores have the bonuses of the match in "
        f"them. {counted(matched)}.",
    )


def lengths(matched: Result) -> Sheet:
    """Return how long matches last, and how they end."""
    rows = [
        ("hands, mean", plus_minus(tables.row_of(matched, "hands"))),
        ("hands, standard deviation", plus_minus(tables.row_of(matched, "hands_sd"))),
        ("half are over by hand", str(hand_by_which(matched, 0.5))),
        ("nine of ten are over by hand", str(hand_by_which(matched, NINE_IN_TEN))),
        ("points between the winner and the best other", plus_minus(tables.row_of(matched, "margin"))),
    ]
    for metric, words in (("tied", "end with equal scores"), ("undecided", f"undecided after {MOST_HANDS:,} hands")):
        row = tables.row_of(matched, f"outcome:{metric}")
        if row["estimate"]:
            rows.append((words, percent_plus_minus(row)))
    return Sheet(
        caption="How long a match lasts",
        columns=("matches", "value"),
        rows=rows,
        note=f"{counted(matched)}; those without an end are left out of all lines but their own.",
    )


def counted(matched: Result) -> str:
    """Return how many matches were played, in words."""
    return f"{thousands(matched.games or 0)} {matched.unit}"


def hand_by_which(matched: Result, share: float) -> int:
    """Return the number of hands by which a share of the decided matches is over; 0 if none is decided."""
    lasting = hands_of(matched.counts) if matched.counts is not None else {}
    over, wanted = 0, share * sum(lasting.values())
    for hands, times in sorted(lasting.items()):
        over += times
        if over >= wanted:
            return hands
    return 0


def roles(matched: Result) -> Sheet:
    """Return what the roles are worth, by the matches and by the chain."""
    apart, rows = distance(matched), []
    metrics = ("win", "points") if apart is None else ("win", "chain_win", "points", "chain_points")
    for role, keys in places(matched):
        payoff = "0" if role == OUT else plus_minus(tables.row_of(matched, "payoff", **keys))
        found = {metric: tables.row_of(matched, metric, **keys) for metric in metrics}
        told = (percent_plus_minus(row) if "win" in metric else plus_minus(row) for metric, row in found.items())
        rows.append((role, payoff, *told))
    heads = {"win": "wins", "chain_win": "wins, by chain", "points": "points", "chain_points": "points, by chain"}
    by_chain = "" if apart is None else f" Matches and chain differ by {apart:.1f} standard errors at most."
    return Sheet(
        caption="What a role in the first hand is worth",
        columns=("role", "points in that hand", *(heads[metric] for metric in metrics)),
        rows=rows,
        note=f"Wins: share of the matches won. Points: of the whole match, without bonuses.{by_chain}",
    )
