"""Tonk's counts as rows: payoffs by seat and by position, how hands end, and after how many turns."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import numpy as np

from simcards.counts import Counted
from simcards.game import Figure, Moments
from simcards.games.tonk.params import SHARES, UNIT, Outcome
from simcards.stats import Estimate, deviation_of, mean_of, moments, proportion, scaled

if TYPE_CHECKING:
    from simcards.counts import Array, Counts

Histogram = dict[int, int]


COUNTED = {
    "ended": Counted(all_hands=True),
    "drop_count": Counted(all_hands=False),
    "won": Counted(all_hands=False, unit=UNIT),
    "payoff": Counted(all_hands=True, each="seat"),
}
"""A hand has winners or none, who share it, and a drop or none; every seat has a payoff."""


def payoff_histogram(counts: Counts, seat: int | None, position: int | None) -> Histogram:
    """Return hands by payoff in sixtieths of a stake, of a seat or a position (0: first to act), None: of all."""
    hands = _of(counts["payoff"], seat, position)
    most = (len(hands) // len(SHARES) - 1) // 2
    return {
        (place // len(SHARES) - most) * UNIT + SHARES[place % len(SHARES)]: int(hands[place])
        for place in np.flatnonzero(hands).tolist()
    }


def _of(array: Array, seat: int | None, position: int | None) -> Array:
    """Return an array by seat and position summed over what is None."""
    chosen = array[slice(None) if seat is None else slice(seat, seat + 1)]
    return np.asarray(chosen[:, slice(None) if position is None else slice(position, position + 1)].sum(axis=(0, 1)))


def row(metric: str, value: Estimate, seat: int | None = None, position: int | None = None) -> dict[str, Any]:
    """Return one flat row of `simulate`."""
    return {"metric": metric, "seat": seat, "position": position, **value.to_dict()}


def rows(counts: Counts) -> list[dict[str, Any]]:
    """Return the rows of `simulate tonk`; payments are in stakes."""
    return [*_score_rows(counts), *_ending_rows(counts)]


def _score_rows(counts: Counts) -> Iterator[dict[str, Any]]:
    players = len(counts["won"])
    with_winner = int(counts["won"].sum()) // UNIT
    for by in ("seat", "position"):
        for index in range(players):
            seat, position = (index, None) if by == "seat" else (None, index)
            place = {"seat": index} if by == "seat" else {"position": index + 1}
            payoff = payoff_histogram(counts, seat, position)
            won = int(_of(counts["won"], seat, position))
            value = scaled(mean_of(payoff), 1 / UNIT)
            yield row("payoff", value, **place)
            yield row("net", value, **place)
            yield row("payoff_sd", scaled(deviation_of(payoff), 1 / UNIT), **place)
            yield row("win", proportion(won / UNIT, with_winner), **place)


def _ending_rows(counts: Counts) -> Iterator[dict[str, Any]]:
    ended = counts["ended"]
    games = int(ended.sum())
    for outcome in Outcome:
        yield row(f"outcome:{outcome.name.lower()}", proportion(int(ended[outcome].sum()), games))
    yield row("turns", mean_of(_histogram(ended.sum(axis=0))))
    yield row("drop_count", mean_of(_histogram(counts["drop_count"].sum(axis=0))))


def _histogram(hands: np.ndarray[Any, np.dtype[np.int64]]) -> Histogram:
    return {value: int(times) for value, times in enumerate(hands) if times}


def main_moments(counts: Counts, same_policy: bool) -> tuple[int, float, float]:
    """Return n, sum and sum of squares of the main figure, in stakes.

    It is the payoff of the first to act where all seats play the same policy, else of seat 0.
    """
    n, total, squares = moments(payoff_histogram(counts, *((None, 0) if same_policy else (0, None))))
    return n, total / UNIT, squares / UNIT**2


def figures(counts: Counts) -> dict[Figure, Moments]:
    """Return what rule sets are compared by, in stakes; what moves is half of all that is won and paid."""
    players, ended = len(counts["won"]), counts["ended"]
    games, with_winner = int(ended.sum()), int(counts["won"].sum()) // UNIT
    all_seats = payoff_histogram(counts, None, None)
    found = {
        Figure("moved"): Moments(games, sum(abs(payoff) * times for payoff, times in all_seats.items()) / 2 / UNIT)
    }
    for seat, place in [*((seat, None) for seat in range(players)), *((None, place) for place in range(players))]:
        position = None if place is None else place + 1
        n, total, squares = moments(payoff_histogram(counts, seat, place))
        payoff = Moments(n, total / UNIT)
        found |= {
            Figure("payoff", seat, position): payoff,
            Figure("net", seat, position): payoff,
            Figure("payoff_sd", seat, position): Moments(n, total / UNIT, squares / UNIT**2),
            Figure("win", seat, position): Moments(with_winner, int(_of(counts["won"], seat, place)) / UNIT),
        }
    found |= {Figure(f"outcome:{o.name.lower()}"): Moments(games, int(ended[o].sum())) for o in Outcome}
    return found | {Figure("turns"): Moments(*moments(_histogram(ended.sum(axis=0)))[:2])}
