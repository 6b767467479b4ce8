"""Stage 5, tables: results as data frames, each estimate beside its standard error, interval and n."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any, cast

import pandas as pd

from simcards.errors import InputError
from simcards.stats import mean_of, nothing, proportion

if TYPE_CHECKING:
    from simcards.counts import Counts
    from simcards.games.pitch.rules import PitchRules
    from simcards.result import Result

ESTIMATE = ["estimate", "se", "low", "high", "n"]
"""The columns of an estimate, in this order in every table."""

BID_ENDS = ("made", "set", "set_no_jack")
"""What can become of a bid, in the order in which it is counted."""

SCORES = ("payoff", "net", "payoff_sd", "win")
"""Metrics that each seat and each position has."""


def row_of(result: Result, metric: str, **keys: object) -> Mapping[str, Any]:
    """Return the one row of a result with this metric and these values of other columns.

    Raises
    ------
    KeyError
        If there is none.
    """
    for row in result.rows:
        if row.get("metric") == metric and all(row.get(key) == value for key, value in keys.items()):
            return row
    raise KeyError(metric, keys)


def scores(result: Result) -> pd.DataFrame:
    """Return payoffs and wins by seat and by position.

    Returns
    -------
    DataFrame
        `seat`, `position` (None where summed over), `metric` and an estimate; a win is a share of the hands won.
    """
    return _frame(result.rows, ["seat", "position", "metric"], lambda row: row["metric"] in SCORES)


def endings(result: Result) -> pd.DataFrame:
    """Return how hands end.

    Returns
    -------
    DataFrame
        `outcome`, `hands`, the estimate of its share, and `turns`, `turns_se`, `turns_low`, `turns_high`: completed
        turns of all players in the hands that end so.
    """
    ended = _ended(result)
    games = sum(sum(histogram.values()) for histogram in ended.values())
    lines = []
    for outcome, histogram in ended.items():
        hands = sum(histogram.values())
        turns = mean_of(histogram) if hands else nothing()
        lines.append(
            {
                "outcome": outcome,
                "hands": hands,
                **proportion(hands, games).to_dict(),
                "turns": turns.estimate,
                **{f"turns_{side}": getattr(turns, side) for side in ("se", "low", "high")},
            }
        )
    return pd.DataFrame(lines)


def endings_by_turn(result: Result) -> pd.DataFrame:
    """Return after how many turns hands end, and how.

    Returns
    -------
    DataFrame
        `turns` (completed turns of all players, from the first in which a hand ended to the last), `outcome`,
        `hands`, and the estimate of their share of all hands.
    """
    ended = _ended(result)
    reached = [turn for histogram in ended.values() for turn in histogram]
    games = sum(sum(histogram.values()) for histogram in ended.values())
    return pd.DataFrame(
        {"turns": turn, "outcome": outcome, "hands": hands, **proportion(hands, games).to_dict()}
        for turn in range(min(reached), max(reached) + 1)
        for outcome, histogram in ended.items()
        for hands in [histogram.get(turn, 0)]
    )


def over_by_turn(result: Result) -> pd.DataFrame:
    """Return how many hands are over after each turn: `turns`, `hands`, and the estimate of their share."""
    by_turn = endings_by_turn(result).groupby("turns")["hands"].sum().cumsum()
    games = int(by_turn.iloc[-1])
    return pd.DataFrame(
        {"turns": turn, "hands": hands, **proportion(hands, games).to_dict()} for turn, hands in by_turn.items()
    )


def turn_by_which(result: Result, share: float) -> int:
    """Return the first turn by which at least this share of the hands is over."""
    over = over_by_turn(result)
    return int(over.loc[over["estimate"] >= share, "turns"].iloc[0])


def bids(result: Result) -> pd.DataFrame:
    """Return what becomes of the bids that win the auction, in pitch.

    Returns
    -------
    DataFrame
        `bid` (those that the rules allow), `end` (`made`, `set`, or `set_no_jack` where the jack of trumps was not
        dealt), `hands`, and the estimate of their share of all hands; a hand that is thrown in has no bid.
    """
    counts, lowest = _counts(result), cast("PitchRules", result.rules).lowest_bid
    games = int(counts["ended"].sum())
    return pd.DataFrame(
        {"bid": bid, "end": end, "hands": hands, **proportion(hands, games).to_dict()}
        for bid, ends in enumerate(counts["bids"].tolist())
        if bid >= lowest
        for end, hands in zip(BID_ENDS, ends, strict=True)
    )


def distribution(result: Result, event: str) -> pd.DataFrame:
    """Return the exact distribution of a quantity of the deal, such as `deadwood`, `count` or `trumps`.

    Returns
    -------
    DataFrame
        `value`, `count`, `total`, `probability`, and `at_most`, the probability of this much or less.
    """
    rows = [row for row in result.rows if row["event"] == event and row["value"] is not None]
    frame = pd.DataFrame(rows)
    frame["at_most"] = [sum(frame["count"].iloc[: end + 1]) / rows[0]["total"] for end in range(len(rows))]
    return frame[["value", "count", "total", "probability", "at_most"]]


def exact_mean(result: Result, event: str) -> float:
    """Return the exact mean of a quantity of the deal."""
    return float(next(row["mean"] for row in result.rows if row["event"] == event and "mean" in row))


def of_event(result: Result, event: str) -> Result:
    """Return the exact odds of one event alone, such as a quantity that is not the first."""
    return replace(result, rows=[row for row in result.rows if row["event"] == event])


def events(result: Result) -> pd.DataFrame:
    """Return the exact odds of single events: `event`, `count`, `total`, `probability`."""
    rows = [row for row in result.rows if row["value"] is None and "probability" in row]
    return pd.DataFrame(rows)[["event", "count", "total", "probability"]]


def knock_limits(result: Result, changes: str) -> pd.DataFrame:
    """Return what other knock limits do where one player (`one`) or both (`both`) change.

    Returns
    -------
    DataFrame
        `knock`, `metric`, `who` and an estimate.
    """
    return _frame(result.rows, ["knock", "metric", "who"], lambda row: row["changes"] == changes)


def _frame(rows: Iterable[Mapping[str, Any]], keys: list[str], chosen: Any) -> pd.DataFrame:
    return pd.DataFrame([row for row in rows if chosen(row)], columns=[*keys, *ESTIMATE])


def _ended(result: Result) -> dict[str, dict[int, int]]:
    """Return by outcome how many hands ended after how many turns."""
    counts = _counts(result)
    from simcards import registry

    outcomes = registry.game(result.game).outcomes
    return {
        outcome: {turn: hands for turn, hands in enumerate(row.tolist()) if hands}
        for outcome, row in zip(outcomes, counts["ended"], strict=True)
    }


def _counts(result: Result) -> Counts:
    if result.counts is None:
        raise InputError(f"The result of {result.command} has no counts; allowed: what `simulate` has returned.")
    return result.counts
