"""Gin's counts as rows: payoffs by seat and by position, how hands end, and after how many turns."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple, cast

import numpy as np

from simcards.counts import Counted
from simcards.game import Figure, Moments
from simcards.games.gin.params import MOST_POINTS, Outcome
from simcards.stats import Estimate, deviation_of, mean_of, moments, proportion

if TYPE_CHECKING:
    from simcards.counts import Counts

Histogram = dict[int, int]

COUNTED = {
    "outcome": Counted(all_hands=True),
    "won": Counted(all_hands=False),
    "net": Counted(all_hands=True),
    "ended": Counted(all_hands=True),
    "knock_deadwood": Counted(all_hands=False),
}
"""A hand has one winner or none, and a knock or none."""

SEATS = (0, 1)
POSITIONS = (1, 2)
"""1 is the first to act, 2 the dealer."""


def dealers_of(seat: int | None, position: int | None) -> tuple[tuple[int, int], ...]:
    """Return the (dealer, seat) pairs that a row about a seat or a position sums over."""
    pairs = [(dealer, s) for dealer in SEATS for s in SEATS]
    return tuple(
        (dealer, s)
        for dealer, s in pairs
        if (seat is None or s == seat) and (position is None or (s == dealer) == (position == 2))
    )


def net_histogram(counts: Counts, pairs: tuple[tuple[int, int], ...]) -> Histogram:
    """Return hands by the net points of the seat, over (dealer, seat) pairs."""
    histogram: Histogram = {}
    for dealer, seat in pairs:
        column = counts["net"][dealer]
        for index in np.flatnonzero(column).tolist():
            net = (index - MOST_POINTS) * (1 if seat == 0 else -1)
            histogram[net] = histogram.get(net, 0) + int(column[index])
    return histogram


def won(counts: Counts, seat: int | None, position: int) -> Histogram:
    """Return hands by the net points of a seat (None: of both) in a position (0: first to act)."""
    return net_histogram(counts, dealers_of(seat, position + 1))


def payoff_histogram(net: Histogram) -> Histogram:
    """Return hands by what the seat scored, from its net points: only one seat scores in a hand."""
    histogram: Histogram = {}
    for value, times in net.items():
        histogram[max(value, 0)] = histogram.get(max(value, 0), 0) + times
    return histogram


def turn_histogram(counts: Counts, outcomes: tuple[Outcome, ...], less: int = 0) -> Histogram:
    """Return hands with one of the outcomes by completed turns, `less` of them taken off."""
    hands = sum(counts["ended"][outcome] for outcome in outcomes)
    return {turn - less: int(times) for turn, times in enumerate(hands) if times}


DECIDED = (Outcome.GIN, Outcome.KNOCK, Outcome.UNDERCUT)
"""Endings with a discard in every turn; big gin ends with a turn that has none."""


class Scores(NamedTuple):
    """What hands have paid those that a row is about."""

    place: Mapping[str, object]
    """The columns that say who they are."""
    net: Histogram
    """Hands by net points."""
    won: int
    """Hands won."""


def row(metric: str, value: Estimate, place: Mapping[str, object]) -> dict[str, Any]:
    """Return one flat row of `simulate`."""
    return {"metric": metric, **place, **value.to_dict()}


def rows(counts: Counts) -> list[dict[str, Any]]:
    """Return the rows of `simulate gin`."""
    return [*score_rows(counts, scores(counts)), *ending_rows(counts, NOBODY)]


NOBODY = {"seat": None, "position": None}


def scores(counts: Counts) -> Iterator[Scores]:
    """Yield what hands have paid each seat and each position."""
    of_seat = [(seat, None) for seat in SEATS]
    of_position = [(None, position) for position in POSITIONS]
    for seat, position in [*of_seat, *of_position]:
        pairs = dealers_of(seat, position)
        won = sum(int(counts["won"][pair]) for pair in pairs)
        yield Scores({"seat": seat, "position": position}, net_histogram(counts, pairs), won)


def score_rows(counts: Counts, of_all: Iterable[Scores]) -> Iterator[dict[str, Any]]:
    """Yield the rows about payoffs and wins."""
    with_winner = int(counts["won"].sum())
    for place, net, won in of_all:
        payoff = payoff_histogram(net)
        yield row("payoff", mean_of(payoff), place)
        yield row("net", mean_of(net), place)
        yield row("payoff_sd", deviation_of(payoff), place)
        yield row("win", proportion(won, with_winner), place)


def ending_rows(counts: Counts, nobody: Mapping[str, object]) -> Iterator[dict[str, Any]]:
    """Yield the rows about all hands; `nobody` are the columns of those that other rows are about."""
    ended = counts["outcome"].sum(axis=0)
    games = int(ended.sum())
    for outcome in Outcome:
        yield row(f"outcome:{outcome.name.lower()}", proportion(int(ended[outcome]), games), nobody)
    yield row("turns", mean_of(turn_histogram(counts, tuple(Outcome))), nobody)
    discards = turn_histogram(counts, DECIDED)
    for turn, times in turn_histogram(counts, (Outcome.BIG_GIN,), less=1).items():
        discards[turn] = discards.get(turn, 0) + times
    yield row("discards", mean_of(discards), nobody)
    knocks = {deadwood: int(times) for deadwood, times in enumerate(counts["knock_deadwood"]) if times}
    yield row("knock_deadwood", mean_of(knocks), nobody)
    undercuts = int(ended[Outcome.UNDERCUT])
    yield row("undercut_rate", proportion(undercuts, undercuts + int(ended[Outcome.KNOCK])), nobody)


def main_moments(counts: Counts, same_policy: bool) -> tuple[int, int, int]:
    """Return n, sum and sum of squares of the main figure.

    It is the net points of the first to act where both seats play the same policy, else of seat 0.
    """
    return moments(net_histogram(counts, dealers_of(None, 1) if same_policy else dealers_of(0, None)))


def figures(counts: Counts) -> dict[Figure, Moments]:
    """Return what rule sets are compared by; what moves is what the winner scores."""
    return figures_of(counts, scores(counts))


def figures_of(counts: Counts, of_all: Iterable[Scores]) -> dict[Figure, Moments]:
    """Return what rule sets are compared by, given what hands have paid by seat and by position."""
    ended = counts["outcome"].sum(axis=0)
    games, with_winner = int(ended.sum()), int(counts["won"].sum())
    paid = counts["net"].sum(axis=0)
    moved = sum(abs(index - MOST_POINTS) * int(paid[index]) for index in np.flatnonzero(paid).tolist())
    found = {Figure("moved"): Moments(games, moved)}
    for place, net, won in of_all:
        seat, position = cast("int | None", place["seat"]), cast("int | None", place["position"])
        payoff = moments(payoff_histogram(net))
        found |= {
            Figure("payoff", seat, position): Moments(*payoff[:2]),
            Figure("net", seat, position): Moments(*moments(net)[:2]),
            Figure("payoff_sd", seat, position): Moments(*payoff),
            Figure("win", seat, position): Moments(with_winner, won),
        }
    found |= {Figure(f"outcome:{o.name.lower()}"): Moments(games, int(ended[o])) for o in Outcome}
    return found | {Figure("turns"): Moments(*moments(turn_histogram(counts, tuple(Outcome)))[:2])}
