"""A session: the hands that a seat plays in turn while the deal goes round the table, and how well they are known.

What hands pay is known from simulated ones, and so is every figure of a session. Its standard error is that of the
infinitesimal jackknife (Efron, "The Jackknife, the Bootstrap and Other Resampling Plans", 1982, chapter 6): a simulated
hand that paid d in some position moves the figure by its slope at d, over the number of hands seen there.

Where all seats play the same policy, each position's payments are those of all seats, so that one simulated hand stands
in every position at once. How its payments there go together is not kept, so the standard error is the largest that any
such way can give: the sum over the positions, not the root of the sum of squares. What is known is that the payments of
a hand sum to zero, so that a slope that is the same straight line in all positions moves nothing.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import reduce
from typing import NamedTuple

import numpy as np

from simcards import registry
from simcards.answers.sums import ROUNDING, Distribution, Floats, Rising, distribution_of, plus, times
from simcards.counts import Counts
from simcards.errors import InputError
from simcards.result import Result

FEWEST = 2
"""Simulated hands in each position, without which nothing is known of how they vary."""


@dataclass(frozen=True)
class Place:
    """What hands pay a seat in one position."""

    won: Distribution
    """In units of the session."""
    seen: int
    """Simulated hands."""

    @property
    def values(self) -> Floats:
        """What a hand may pay, one for each chance."""
        return self.won.values.astype(np.float64)

    @property
    def mean(self) -> float:
        """Mean units of a hand."""
        return float(self.won.mass @ self.values)

    @property
    def variance(self) -> float:
        """Variance of what a hand pays."""
        return self.covariance(self.values, self.values)

    def covariance(self, a: Floats, b: Floats) -> float:
        """Return the covariance of two functions of what a hand pays."""
        return float(self.won.mass @ ((a - self.won.mass @ a) * (b - self.won.mass @ b)))


@dataclass(frozen=True)
class Session:
    """The positions that a seat goes through, again and again, from the first hand on."""

    seat: int
    position: int
    """Of the first hand; 1 is the first to act."""
    places: tuple[Place, ...]
    shared: bool
    """Whether the hands of one place are those of the others, seen from other seats."""
    step: Fraction
    """Stakes, or points, in a unit: all that hands pay are whole units."""

    @property
    def cycle(self) -> tuple[Distribution, ...]:
        """What hands pay in each place."""
        return tuple(place.won for place in self.places)

    def units(self, purse: int) -> int:
        """Return how many units lost are a purse lost, or more than it."""
        return math.ceil(purse / self.step)

    def visits(self, hands: int, first: int = 0) -> list[int]:
        """Return how many of so many hands are played in each place; the first of them in the place `first`."""
        players = len(self.places)
        return [len(range((place - first) % players, hands, players)) for place in range(players)]

    def total(self, first: int, hands: int) -> Distribution:
        """Return what so many hands add up to, the first of them in the place `first`."""
        return reduce(plus, map(times, self.cycle, self.visits(hands, first)))

    def error(self, slopes: Sequence[Floats]) -> float:
        """Return the standard error of a figure from its slopes by place, one for each value in the place."""
        moved = [place.covariance(slope, slope) for place, slope in zip(self.places, slopes, strict=True)]
        if not self.shared:
            return math.sqrt(math.fsum(v / place.seen for v, place in zip(moved, self.places, strict=True)))
        along = math.fsum(p.covariance(slope, p.values) for p, slope in zip(self.places, slopes, strict=True))
        across = math.fsum(place.variance for place in self.places)
        line = along / across if across else 0.0
        bent = [slope - line * place.values for place, slope in zip(self.places, slopes, strict=True)]
        left = [place.covariance(slope, slope) for place, slope in zip(self.places, bent, strict=True)]
        # What rounding leaves of a straight line is nothing.
        left = [new if new > ROUNDING * old else 0.0 for new, old in zip(left, moved, strict=True)]
        most = min(math.fsum(map(math.sqrt, variances)) for variances in (moved, left))
        return most / math.sqrt(self.places[0].seen)


def open_sessions(played: Result) -> list[Session]:
    """Return the session of each seat, or of seat 0 alone if all play alike; it deals the first hand.

    Raises
    ------
    InputError
        If it is of whole matches, or too few hands were played.
    """
    players = played.rules.players
    counts = played.counts
    if counts is None:
        raise InputError(f"The result of {played.command} has no counts; allowed: what `simulate` has returned.")
    if played.extra.get("match"):
        raise InputError("The result is of whole matches; allowed with sessions: one of hands, without `match`.")
    if (played.games or 0) < FEWEST * players:
        raise InputError(
            f"--games was given {played.games}; allowed with --session: {FEWEST * players} or more, "
            f"{FEWEST} with each dealer."
        )
    if len(set(played.policies)) == 1 or registry.game(played.game).roles:
        return [_session(played, counts, 0, shared=True)]
    return [_session(played, counts, seat, shared=False) for seat in range(players)]


def _session(played: Result, counts: Counts, seat: int, *, shared: bool) -> Session:
    game, players = registry.game(played.game), played.rules.players
    purse = game.load_engine().purse
    positions = [(seat - game - 1) % players for game in range(players)]
    histograms = [purse.won(counts, None if shared else seat, position) for position in positions]
    unit = math.gcd(*(value for histogram in histograms for value in histogram)) or purse.unit
    places = tuple(
        Place(distribution_of({value // unit: hands for value, hands in h.items()}), sum(h.values()))
        for h in histograms
    )
    # Of those who play a hand the dealer is the last to act, though somebody who sits out may be between.
    first = positions[0] + 1 if seat else game.active(players)
    return Session(seat, first, places, shared, Fraction(unit, purse.unit))


class Figure(NamedTuple):
    """A figure of a session with its slopes by place, one for each value in the place."""

    value: float
    slopes: list[Floats]


def mean(session: Session, hands: int) -> Figure:
    """Return the mean total of a number of hands, in units."""
    visits = session.visits(hands)
    total = math.fsum(times * place.mean for times, place in zip(visits, session.places, strict=True))
    return Figure(total, [times * place.values for times, place in zip(visits, session.places, strict=True)])


def deviation(session: Session, hands: int) -> Figure:
    """Return the standard deviation of the total of a number of hands, in units."""
    visits = session.visits(hands)
    variance = math.fsum(times * place.variance for times, place in zip(visits, session.places, strict=True))
    value = math.sqrt(variance)
    slopes = [
        times * (place.values - place.mean) ** 2 / (2 * value or 1.0)
        for times, place in zip(visits, session.places, strict=True)
    ]
    return Figure(value, slopes)


class Totals:
    """What a number of a session's hands add up to, in units."""

    def __init__(self, session: Session, hands: int) -> None:
        self._places = session.cycle
        self._visits = session.visits(hands)
        played = [(won, visits) for won, visits in zip(self._places, self._visits, strict=True) if visits]
        fewer = reduce(plus, (times(won, visits - 1) for won, visits in played))
        without = [
            reduce(plus, (won for other, (won, _) in enumerate(played) if other != place), fewer)
            for place in range(len(played))
        ]
        self._without = [Rising(total) for total in without]
        """The total without one hand of a place, for each place that has one."""
        self.rising = Rising(plus(without[0], played[0][0]))

    def at_most(self, last: int) -> Figure:
        """Return the chance that the total is at most `last`."""
        slopes = [np.zeros(len(won.mass)) for won in self._places]
        for place, without in enumerate(self._without):
            slopes[place] = self._visits[place] * without.at_most(last - self._places[place].values)
        return Figure(float(self.rising.at_most(np.array(last))), slopes)
