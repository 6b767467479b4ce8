"""Tables of what a session of many hands does to a purse."""

from __future__ import annotations

from typing import TYPE_CHECKING

from simcards import tables
from simcards.answers.effects import money_of
from simcards.answers.session import open_sessions
from simcards.answers.swings import ruin_curve
from simcards.formats import Row, percent_plus_minus, plus_minus, signed, thousands
from simcards.sheets import Sheet
from simcards.words import counted

if TYPE_CHECKING:
    from simcards.result import Result

ENDS = {
    "session_mean": "mean",
    "session_sd": "standard deviation",
    "session_quantile:5": "one in twenty ends at or below",
    "session_quantile:50": "median",
    "session_quantile:95": "one in twenty ends at or above",
    "session_ahead": "ends ahead",
    "session_even": "ends even",
    "session_behind": "ends behind",
}
SHARES = ("session_ahead", "session_even", "session_behind")
UNSIGNED = "session_sd"


def stakes(row: Row, *, plus: bool = True) -> str:
    """Return a whole number of stakes, such as a quantile, with its half-width if it has any.

    Examples
    --------
    >>> stakes({"estimate": 29.0, "low": 29.0, "high": 29.0}), stakes({"estimate": -3, "low": -4, "high": -3})
    ('+29', '−3.0 ± 1.0')
    """
    exact = row["low"] == row["high"] and float(row["estimate"]).is_integer()
    return signed(row["estimate"], 0, plus=plus) if exact else plus_minus(row, plus=plus)


def ends(result: Result) -> Sheet:
    """Return where a session ends, of each seat that is told."""
    hands = int(result.extra["session"])
    seats = list(dict.fromkeys(row["seat"] for row in result.rows))
    rows = []
    for metric, words in ENDS.items():
        found = [tables.row_of(result, metric, seat=seat, hands=hands) for seat in seats]
        told = (percent_plus_minus(r) if metric in SHARES else stakes(r, plus=metric != UNSIGNED) for r in found)
        rows.append((words, *told))
    heads = [money_of(result)] if len(seats) == 1 else [f"seat {seat}: {result.policies[seat]}" for seat in seats]
    return Sheet(
        caption=f"After {counted(hands, 'hand')}",
        columns=("where a session ends", *heads),
        rows=rows,
        note=f"{money_of(result).capitalize()} won or lost by one player while the deal goes round. From what "
        f"{thousands(result.games or 0)} simulated hands pay.",
    )


def ruin(result: Result) -> Sheet:
    """Return how likely some purses are lost on the way, of the first seat."""
    session, hands = open_sessions(result)[0], int(result.extra["session"])
    _, estimates = ruin_curve(session, hands, None, result.games or 0)
    money = money_of(result)
    return Sheet(
        caption=f"Lost within {counted(hands, 'hand')}",
        columns=(f"{money} brought", "chance that they are lost"),
        rows=[(thousands(purse), percent_plus_minus(chance.to_dict())) for purse, chance in estimates.items()],
        note="A purse counts as lost once it has been gone, whatever would have come after. "
        f"{'Any player' if len(set(result.policies)) == 1 else f'Seat {session.seat}'}.",
    )
