"""Three-hand gin's numbers, as kernels see them: the roles, and counts by who is in the box. Every field is int64.

A hand has gin's parameters, state and scratch record: player 0 is in the box and deals, player 1 is the captain. So the
hands of a seed are those of two-player gin dealt by player 0, and the box draws its random numbers from the stream of
seat 0, the captain from that of seat 1, whoever they are at the table.
"""

from __future__ import annotations

from enum import IntEnum

from simcards.games.gin.params import COUNT_AXES as GIN_AXES
from simcards.games.gin.params import COUNT_SHAPES as GIN_SHAPES
from simcards.games.gin.params import MOST_POINTS, Outcome
from simcards.kernels import matches

__all__ = ["COUNT_AXES", "COUNT_SHAPES", "MATCH_AXES", "ORDERS", "PLACES", "PLAYERS", "Outcome", "Role", "match_shapes"]

PLAYERS = 3


class Role(IntEnum):
    """Places in a list of roles; the first two are gin's player 0, who deals, and player 1."""

    BOX = 0
    CAPTAIN = 1
    OUT = 2


ORDERS = 6
"""Orders of the three seats as box, captain and who sits out."""

PLACES = {Role.CAPTAIN: 0, Role.BOX: 1, Role.OUT: 2}
"""Places of the roles in the counts of matches: the captain is the first to act."""

COUNT_AXES = {
    name: tuple({"dealer": "box", "seat": "role"}.get(axis, axis) for axis in axes) for name, axes in GIN_AXES.items()
}

COUNT_SHAPES = {
    name: tuple(PLAYERS if axis == "dealer" else size for axis, size in zip(axes, GIN_SHAPES[name], strict=True))
    for name, axes in GIN_AXES.items()
}
"""Gin's counts by the seat in the box in place of the dealer: `won` by box and winning role, `net` by box and the box's
points less the captain's, plus MOST_POINTS."""

MATCH_AXES = {**matches.COUNT_AXES, "hand_won": ("role", "points"), "points": ("place", "sum")}
"""What all matches count, and two more. `hand_won`: hands by the role that won them and its points, where who sits out
stands for nobody. `points`: sums of what the hands of decided matches paid, by place in the first hand."""


def match_shapes() -> dict[str, tuple[int, ...]]:
    """Return the shapes of the counts of matches."""
    return {
        **matches.count_shapes(PLAYERS, PLAYERS),
        "hand_won": (PLAYERS, MOST_POINTS + 1),
        "points": (PLAYERS, matches.SUMS),
    }
