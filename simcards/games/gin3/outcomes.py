"""Three-hand gin's counts as rows: payoffs by seat and by role, how hands and matches end, and after how long."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import numpy as np

from simcards import matches
from simcards.errors import InputError
from simcards.game import Figure, Moments
from simcards.games.gin.outcomes import Histogram, Scores, ending_rows, figures_of, net_histogram, score_rows
from simcards.games.gin3.params import PLACES, PLAYERS, Role
from simcards.games.gin3.role_worth import worth
from simcards.stats import moments
from simcards.words import counted

if TYPE_CHECKING:
    from simcards.counts import Counts
    from simcards.rules import GameRules

POSITIONS = {Role.CAPTAIN: 1, Role.BOX: 2}
"""The captain is the first to act, the box deals."""

NOBODY = {"seat": None, "position": None, "role": None}


def rows(counts: Counts) -> list[dict[str, Any]]:
    """Return the rows of `simulate gin3`."""
    return [*score_rows(counts, [*_of_seats(counts), *_of_roles(counts)]), *ending_rows(counts, NOBODY)]


def match_rows(counts: Counts) -> list[dict[str, Any]]:
    """Return the rows of `simulate gin3 --match`: those about a place are about the role in the first hand."""
    places = {PLACES[role] + 1: place_of(role) for role in Role}
    return [{"metric": row["metric"], **NOBODY} | row | places.get(row["position"], {}) for row in matches.rows(counts)]


def consistent(counts: Counts) -> None:
    """Refuse counts of matches that contradict each other.

    Raises
    ------
    InputError
        With what is wrong, and what is allowed.
    """
    matches.consistent(counts)
    ended = counts["ended"]
    matches.expect(
        "hand_won", int(counts["hand_won"].sum()), int((ended.sum(axis=0) * np.arange(ended.shape[1])).sum())
    )
    if paid := int(counts["hand_won"][Role.OUT, 1:].sum()):
        raise InputError(f"'hand_won' has {counted(paid, 'hand')} without a winner that pays; allowed: none.")
    for sums in counts["points"]:
        matches.expect("points", int(sums[0]), int(ended[matches.End.WON].sum()))
    matches.check_sums("points", counts["points"])


def worth_rows(counts: Counts, rules: GameRules) -> list[dict[str, Any]]:
    """Return the rows about what the roles are worth in matches."""
    return [{"metric": metric, **place_of(role), **value.to_dict()} for metric, role, value in worth(counts, rules)]


def place_of(role: Role) -> dict[str, Any]:
    """Return the columns that say that a row is about a role."""
    return {"seat": None, "position": POSITIONS.get(role), "role": role.name.lower()}


def _of_seats(counts: Counts) -> Iterator[Scores]:
    for seat in range(PLAYERS):
        won = sum(int(counts["won"][pair]) for pair in _pairs(seat, None))
        yield Scores({**NOBODY, "seat": seat}, _net(counts, seat, None), won)


def _of_roles(counts: Counts) -> Iterator[Scores]:
    for role in (Role.CAPTAIN, Role.BOX, Role.OUT):
        won = 0 if role == Role.OUT else int(counts["won"][:, role].sum())
        yield Scores(place_of(role), _net(counts, None, role), won)


def _boxes(seat: int | None, role: Role) -> Iterator[int]:
    """Yield the seats in the box where a seat (None: any) has a role: the captain sits after the box."""
    yield from range(PLAYERS) if seat is None else [(seat - role) % PLAYERS]


def _pairs(seat: int | None, role: Role | None) -> tuple[tuple[int, int], ...]:
    """Return the (box, role) pairs in which a seat or a role plays; None: any."""
    playing = [one for one in (Role.BOX, Role.CAPTAIN) if role in (None, one)]
    return tuple((box, one) for one in playing for box in _boxes(seat, one))


def _net(counts: Counts, seat: int | None, role: Role | None) -> Histogram:
    """Return hands by the net points of a seat or a role; who sits out has none."""
    histogram = net_histogram(counts, _pairs(seat, role))
    if role in (None, Role.OUT):
        out = sum(int(counts["outcome"][box].sum()) for box in _boxes(seat, Role.OUT))
        histogram[0] = histogram.get(0, 0) + out
    return histogram


def won(counts: Counts, seat: int | None, position: int) -> Histogram:
    """Return hands by the net points of a seat (None: of all), so many seats after the first to act."""
    return _net(counts, seat, (Role.CAPTAIN, Role.OUT, Role.BOX)[position])


def main_moments(counts: Counts, _same_policy: bool) -> tuple[int, int, int]:
    """Return n, sum and sum of squares of the main figure: the net points of the captain."""
    return moments(_net(counts, None, Role.CAPTAIN))


def figures(counts: Counts) -> dict[Figure, Moments]:
    """Return what rule sets are compared by; whoever sits out scores nothing under any."""
    playing = [scores for scores in _of_roles(counts) if scores.place["position"] is not None]
    return figures_of(counts, [*_of_seats(counts), *playing])
