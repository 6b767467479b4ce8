"""What the roles are worth in a match: by the matches that were played, and by the chain over roles and scores.

The chain takes from the matches only how their hands ended, so it is much sharper than the share of matches won. Its
standard error is that of the infinitesimal jackknife (Efron, "The Jackknife, the Bootstrap and Other Resampling Plans",
1982, chapter 6): a hand moves a figure by the figure's slope at the hand's ending, over the number of hands.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, cast

import numpy as np
from numpy.typing import NDArray

from simcards.games.gin3.chain import HOLDERS, VALUES, solve_layer, stay_layer, visit_layer
from simcards.games.gin3.params import ORDERS, PLACES, PLAYERS, Role
from simcards.matches import moments_of
from simcards.stats import Estimate, Z, mean, mean_of

if TYPE_CHECKING:
    from simcards.counts import Array, Counts
    from simcards.games.gin3.rules import Gin3Rules
    from simcards.rules import GameRules

Floats = NDArray[np.float64]

MOST_TARGET = 125
"""Points up to which the chain is solved: there it takes some seconds and 250 MB, both growing by the third power."""


@dataclass(frozen=True)
class Endings:
    """How hands end."""

    hands: int
    chances: Floats
    """float64[2, points + 1]: the box, or the captain, wins with so many points."""
    nobody: float
    """Nobody wins."""

    @classmethod
    def of_counts(cls, hand_won: Array) -> Endings:
        """Return what hands by winning role (out: nobody) and points tell."""
        hands, paid = int(hand_won.sum()), np.flatnonzero(hand_won.sum(axis=0))
        chances = hand_won[:, : int(paid[-1]) + 1] / hands
        return cls(hands, chances[: Role.OUT], float(chances[Role.OUT, 0]))

    @property
    def scoring(self) -> float:
        """The chance that somebody scores."""
        return float(self.chances[:, 1:].sum())

    @property
    def still(self) -> Floats:
        """Expected hands in each order of three players before somebody scores, by the order now."""
        orders, steps = [tuple(order) for order in HOLDERS.tolist()], np.eye(ORDERS) * self.nobody
        for place, (box, captain, out) in enumerate(orders):
            steps[place, orders.index((box, out, captain))] += self.chances[Role.BOX, 0]
            steps[place, orders.index((captain, out, box))] += self.chances[Role.CAPTAIN, 0]
        return np.asarray(np.linalg.inv(np.eye(ORDERS) - steps), np.float64)


def values_of(endings: Endings, target: int) -> Floats:
    """Return what every state is worth: float64[target, target, VALUES, target], as `chain` has it."""
    chances, values = endings.chances, np.zeros((target, target, VALUES, target))
    tails = np.zeros((2, chances.shape[1] + 1))
    tails[:, :-1] = chances[:, ::-1].cumsum(axis=1)[:, ::-1]
    paid, still = chances @ np.arange(chances.shape[1]), endings.still
    for all_three in reversed(range(PLAYERS * (target - 1) + 1)):
        solve_layer(all_three, chances, tails, paid, still, values)
    return values


def slopes_of(endings: Endings, values: Floats) -> Floats:
    """Return how the values of the first state move with the chances of the endings.

    Returns
    -------
    float64[3, VALUES, points + 1]
        By who wins (out: nobody, in the column of 0 points), value and points.
    """
    target, most = len(values), endings.chances.shape[1]
    slopes, beyond = np.zeros((PLAYERS, VALUES, most)), np.zeros((2, PLAYERS, most + 1))
    visits = np.zeros((target, target, PLAYERS, PLAYERS, target))
    visits[0, 0, :, :, 0] = np.eye(PLAYERS)
    moved, still = bool(endings.chances[:, 0].any()), endings.still
    hands = 1.0 if moved else 1 / endings.scoring
    for all_three in range(PLAYERS * (target - 1) + 1):
        if moved:  # roles change between hands that leave the scores as they are
            stay_layer(all_three, still, visits)
        visit_layer(all_three, endings.chances, hands, values, visits, slopes, beyond)
    slopes[:2, :PLAYERS] += beyond[:, :, :most].cumsum(axis=2)
    slopes[:2, PLAYERS:] += beyond.sum(axis=2)[:, :, np.newaxis] * np.arange(most)
    return slopes


def chain(endings: Endings, target: int) -> list[Estimate]:
    """Return the chances to win a match of this target, then the points scored in it, by role in the first hand."""
    values = values_of(endings, target)
    slopes = slopes_of(endings, values)
    chances = np.zeros((PLAYERS, 1, slopes.shape[2]))
    chances[:2, 0], chances[Role.OUT, 0, 0] = endings.chances, endings.nobody
    means = (chances * slopes).sum(axis=(0, 2))
    spread = (chances * slopes**2).sum(axis=(0, 2)) - means**2
    errors = np.sqrt(np.maximum(spread, 0.0) / endings.hands)
    return [
        Estimate(value, se, value - Z * se, value + Z * se, endings.hands)
        for value, se in zip(values[0, 0, :, 0].tolist(), errors.tolist(), strict=True)
    ]


def worth(counts: Counts, rules: GameRules) -> Iterator[tuple[str, Role, Estimate]]:
    """Yield metric, role and estimate of what the roles are worth: those of the chain only up to MOST_TARGET."""
    hand_won = counts["hand_won"]
    hands = int(hand_won.sum())
    for role in (Role.CAPTAIN, Role.BOX):
        paid = {int(points): int(hand_won[role, points]) for points in np.flatnonzero(hand_won[role])}
        paid[0] = paid.get(0, 0) + hands - int(hand_won[role].sum())
        yield "payoff", role, mean_of(paid)
    for role in (Role.CAPTAIN, Role.BOX, Role.OUT):
        yield "points", role, mean(*moments_of(counts["points"][PLACES[role]]))
    endings, target = Endings.of_counts(hand_won), cast("Gin3Rules", rules).target
    if target <= MOST_TARGET and endings.scoring > 0:
        found = chain(endings, target)
        for role in (Role.CAPTAIN, Role.BOX, Role.OUT):
            yield "chain_win", role, found[role]
        for role in (Role.CAPTAIN, Role.BOX, Role.OUT):
            yield "chain_points", role, found[PLAYERS + role]
