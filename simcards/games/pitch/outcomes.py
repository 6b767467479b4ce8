"""Pitch's counts as rows: points by seat and by position, who wins, what is bid, and what becomes of it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import numpy as np

from simcards.counts import Counted
from simcards.game import Figure, Moments
from simcards.games.pitch.params import HIGHEST_BID, WIN_UNIT, End, Outcome
from simcards.stats import Estimate, deviation_of, mean_of, moments, proportion, scaled

if TYPE_CHECKING:
    from simcards.counts import Array, Counts

Histogram = dict[int, int]

COUNTED = {
    "ended": Counted(all_hands=True),
    "bids": Counted(all_hands=False),
    "won": Counted(all_hands=False, unit=WIN_UNIT),
    "side_won": Counted(all_hands=False, unit=WIN_UNIT),
    "payoff": Counted(all_hands=True, each="seat"),
    "net": Counted(all_hands=True, each="seat"),
}
"""A hand has winners or none, who share it, and a bid or none; every seat scores."""

NET_UNIT = 60
"""Net points are told in sixtieths, in which the mean of one to six others comes out whole."""


def payoff_histogram(counts: Counts, seat: int | None, position: int | None) -> Histogram:
    """Return hands by what a seat, or who is in a position (0: first to act), scored; None: all."""
    hands = _of(counts["payoff"], seat, position)
    return {int(place) - HIGHEST_BID: int(hands[place]) for place in np.flatnonzero(hands)}


def net_histogram(counts: Counts, seat: int | None, position: int | None) -> Histogram:
    """Return hands by net points in sixtieths, of a seat or a position (0: first to act), None: of all."""
    players = len(counts["won"])
    hands, part = _of(counts["net"], seat, position), NET_UNIT // (players - 1)
    return {(int(place) - len(hands) // 2) * part: int(hands[place]) for place in np.flatnonzero(hands)}


def won(counts: Counts, seat: int | None, position: int) -> Histogram:
    """Return hands by the net points in sixtieths of a seat (None: of all) in a position (0: first to act)."""
    return net_histogram(counts, seat, position)


def _of(array: Array, seat: int | None, position: int | None) -> Array:
    """Return an array by seat and position summed over what is None."""
    chosen = array[slice(None) if seat is None else slice(seat, seat + 1)]
    return np.asarray(chosen[:, slice(None) if position is None else slice(position, position + 1)].sum(axis=(0, 1)))


def row(metric: str, value: Estimate, seat: int | None = None, position: int | None = None) -> dict[str, Any]:
    """Return one flat row of `simulate`."""
    return {"metric": metric, "seat": seat, "position": position, **value.to_dict()}


def rows(counts: Counts) -> list[dict[str, Any]]:
    """Return the rows of `simulate pitch`, in points."""
    return [*_score_rows(counts), *_side_rows(counts), *_ending_rows(counts), *_bid_rows(counts)]


def _score_rows(counts: Counts) -> Iterator[dict[str, Any]]:
    players = len(counts["won"])
    with_winner = int(counts["won"].sum()) // WIN_UNIT
    for by in ("seat", "position"):
        for index in range(players):
            seat, position = (index, None) if by == "seat" else (None, index)
            place = {"seat": index} if by == "seat" else {"position": index + 1}
            payoff = payoff_histogram(counts, seat, position)
            share = int(_of(counts["won"], seat, position)) / WIN_UNIT
            yield row("payoff", mean_of(payoff), **place)
            yield row("net", scaled(mean_of(net_histogram(counts, seat, position)), 1 / NET_UNIT), **place)
            yield row("payoff_sd", deviation_of(payoff), **place)
            yield row("win", proportion(share, with_winner), **place)


def _side_rows(counts: Counts) -> Iterator[dict[str, Any]]:
    """Yield the wins of partnerships, each under its lower seat; a hand that both win counts half for each."""
    of_sides = counts["side_won"]
    if len(of_sides) < len(counts["won"]):
        for side, parts in enumerate(of_sides.tolist()):
            yield row("side_win", proportion(parts / WIN_UNIT, int(of_sides.sum()) // WIN_UNIT), seat=side)


def _ending_rows(counts: Counts) -> Iterator[dict[str, Any]]:
    ended = counts["ended"]
    games = int(ended.sum())
    for outcome in Outcome:
        yield row(f"outcome:{outcome.name.lower()}", proportion(int(ended[outcome].sum()), games))
    yield row("turns", mean_of(turn_histogram(counts)))


def _bid_rows(counts: Counts) -> Iterator[dict[str, Any]]:
    games = int(counts["ended"].sum())
    for bid in range(1, HIGHEST_BID + 1):
        made, with_jack, no_jack = (int(counts["bids"][bid, end]) for end in End)
        won_with = made + with_jack + no_jack
        yield row(f"bid:{bid}", proportion(won_with, games))
        yield row(f"made:{bid}", proportion(made, won_with))
        yield row(f"set_no_jack:{bid}", proportion(no_jack, with_jack + no_jack))


def turn_histogram(counts: Counts) -> Histogram:
    """Return hands by calls and cards played."""
    return {turns: int(times) for turns, times in enumerate(counts["ended"].sum(axis=0)) if times}


def main_moments(counts: Counts, same_policy: bool) -> tuple[int, float, float]:
    """Return n, sum and sum of squares of the main figure.

    It is the net points of the first to act where all seats play the same policy, else of seat 0.
    """
    n, total, squares = moments(net_histogram(counts, *((None, 0) if same_policy else (0, None))))
    return n, total / NET_UNIT, squares / NET_UNIT**2


def figures(counts: Counts) -> dict[Figure, Moments]:
    """Return what rule sets are compared by; what moves is half of all net points, won and lost."""
    players, ended = len(counts["won"]), counts["ended"]
    games, with_winner = int(ended.sum()), int(counts["won"].sum()) // WIN_UNIT
    nets = net_histogram(counts, None, None)
    found = {Figure("moved"): Moments(games, sum(abs(net) * times for net, times in nets.items()) / 2 / NET_UNIT)}
    for seat, place in [*((seat, None) for seat in range(players)), *((None, place) for place in range(players))]:
        position = None if place is None else place + 1
        payoff = moments(payoff_histogram(counts, seat, place))
        n, net, _ = moments(net_histogram(counts, seat, place))
        found |= {
            Figure("payoff", seat, position): Moments(*payoff[:2]),
            Figure("net", seat, position): Moments(n, net / NET_UNIT),
            Figure("payoff_sd", seat, position): Moments(*payoff),
            Figure("win", seat, position): Moments(with_winner, int(_of(counts["won"], seat, place)) / WIN_UNIT),
        }
    found |= {Figure(f"outcome:{o.name.lower()}"): Moments(games, int(ended[o].sum())) for o in Outcome}
    return found | {Figure("turns"): Moments(*moments(turn_histogram(counts))[:2])}
