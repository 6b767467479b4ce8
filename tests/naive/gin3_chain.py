"""What the roles of three-hand gin are worth, by a plain recursion over roles and scores in exact fractions."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

from tests.naive.gin3 import next_roles

State = tuple[tuple[int, int, int], tuple[int, int, int]]
"""The players in the box, as captain and out, and the totals by player."""

Ending = tuple[int | None, int]
"""The role that wins the hand (0: the box, 1: the captain, None: nobody), and its points."""

Worth = list[Fraction]
"""By player the chance to win the match, then by player the points still to be scored."""


@dataclass(frozen=True)
class NaiveChain:
    """Matches up to a target whose hands end so, in so many of all cases each."""

    times: Mapping[Ending, int]
    target: int

    @cached_property
    def known(self) -> dict[State, Worth]:
        """What was found until now."""
        return {}

    @property
    def endings(self) -> dict[Ending, Fraction]:
        """The chance of each ending."""
        return {ending: Fraction(times, sum(self.times.values())) for ending, times in self.times.items()}

    def worth(self, box: int, captain: int, out: int) -> Worth:
        """Return what a state with these totals is worth, by role: chances to win, then points."""
        return self.of((0, 1, 2), (box, captain, out))

    def of(self, roles: tuple[int, int, int], totals: tuple[int, int, int]) -> Worth:
        """Return what a state is worth, by player."""
        if (roles, totals) not in self.known:
            together = self.without_points(roles)
            self.known.update(
                {(order, totals): worth for order, worth in zip(together, self.solved(together, totals), strict=True)}
            )
        return self.known[roles, totals]

    def without_points(self, roles: tuple[int, int, int]) -> list[tuple[int, int, int]]:
        """Return the roles that hands without points lead to, these first."""
        found = [roles]
        for order in found:
            for winner, points in self.times:
                if points == 0 and (following := after(order, winner)) not in found:
                    found.append(following)
        return found

    def solved(self, orders: list[tuple[int, int, int]], totals: tuple[int, int, int]) -> list[Worth]:
        """Return what these orders are worth with the same totals: a system of linear equations, by elimination."""
        size = len(orders)
        lines = [[Fraction(int(row == column)) for column in range(size)] + [Fraction(0)] * 6 for row in range(size)]
        for line, order in zip(lines, orders, strict=True):
            for (winner, points), chance in self.endings.items():
                if points == 0:
                    line[orders.index(after(order, winner))] -= chance
                elif winner is not None:
                    for place, part in enumerate(self.scored(order, totals, winner, points)):
                        line[size + place] += chance * part
        for pivot in range(size):
            lines[pivot] = [number / lines[pivot][pivot] for number in lines[pivot]]
            for row in range(size):
                if row != pivot:
                    factor = lines[row][pivot]
                    lines[row] = [a - factor * b for a, b in zip(lines[row], lines[pivot], strict=True)]
        return [line[size:] for line in lines]

    def scored(self, roles: tuple[int, int, int], totals: tuple[int, int, int], winner: int, points: int) -> Worth:
        """Return what it is worth that a role wins a hand with points."""
        player = roles[winner]
        reached = list(totals)
        reached[player] += points
        found = [Fraction(0)] * 6
        if reached[player] >= self.target:
            found[player] = Fraction(1)
        else:
            a, b, c = reached
            found = list(self.of(after(roles, winner), (a, b, c)))
        found[3 + player] += points
        return found


def after(roles: tuple[int, int, int], winner: int | None) -> tuple[int, int, int]:
    """Return the roles of the next hand."""
    box, captain, out = next_roles(list(roles), [] if winner is None else [roles[winner]])
    return box, captain, out
