"""What the roles are worth, by the Markov chain over roles and scores.

A hand is won by the box or the captain, for some points, with the same chances whatever the scores are, so scores and
roles are a Markov chain whose steps are known from how hands end. Nobody loses points: it is solved backwards from the
highest scores.

A state is the totals of the box, of the captain and of who is out. What it is worth has VALUES numbers: by role the
chance to win the match, then by role the points that are still scored. `values` (float64[target, target, VALUES,
target]) has them by the totals of captain and out, then value, then the total of the box: a win makes a box.

How hands end is `chances` (float64[2, points + 1]): that the box, or the captain, wins a hand with so many points.
"""

from __future__ import annotations

from itertools import permutations

import numpy as np

from simcards.games.gin3.params import ORDERS, PLAYERS, Role
from simcards.kernels.jit import kernel

VALUES = 2 * PLAYERS
BOX, CAPTAIN, OUT = int(Role.BOX), int(Role.CAPTAIN), int(Role.OUT)
HOLDERS = np.array(list(permutations(range(PLAYERS))), dtype=np.int64)
"""By order of three players: who is in the box, who is captain and who is out."""


@kernel
def reach(chances, values, total):
    """Return the most points that a hand can pay and that leave this total below the target."""
    return min(chances.shape[1], values.shape[0] - total) - 1


@kernel
def solve_layer(all_three, chances, tails, paid, still, values):
    """Write what the states are worth whose totals add up to `all_three`; those with higher sums are known.

    Parameters
    ----------
    all_three
        The sum of the totals.
    chances, values
        See above.
    tails
        float64[2, points + 2]: the chance that the box, or the captain, wins with so many points or more.
    paid
        float64[2]: the mean points of a hand, of the box and of the captain.
    still
        float64[ORDERS, ORDERS]: expected number of hands that three players are in an order (a row of HOLDERS) before
        somebody scores, by the order in which they are.
    """
    target = values.shape[0]
    ordered, gained = np.zeros(PLAYERS, np.int64), np.zeros((ORDERS, VALUES))
    for low in range(max(all_three - 2 * (target - 1), 0), all_three // PLAYERS + 1):
        for middle in range(max(low, all_three - low - (target - 1)), (all_three - low) // 2 + 1):
            ordered[0], ordered[1], ordered[2] = low, middle, all_three - low - middle
            gained[:] = 0.0
            for order in range(ORDERS):
                for winner in (BOX, CAPTAIN):
                    add_scores(chances, values, ordered, order, winner, gained)
                    holder = HOLDERS[order, winner]
                    gained[order, holder] += tails[winner, reach(chances, values, ordered[holder]) + 1]
                    gained[order, PLAYERS + holder] += paid[winner]
            settle(still, ordered, gained, values)


@kernel
def add_scores(chances, values, ordered, order, winner, gained):
    """Add what a role's wins that do not end the match make of a state of three players in an order, by player.

    The winner is in the box then, who was out is captain, and the third is out.
    """
    first, second, third = HOLDERS[order, winner], HOLDERS[order, OUT], HOLDERS[order, 1 - winner]
    total, captain, out = ordered[first], ordered[second], ordered[third]
    most, worth = reach(chances, values, total), values[captain, out]
    for kind in (0, PLAYERS):
        a, b, c = 0.0, 0.0, 0.0
        for points in range(1, most + 1):
            chance = chances[winner, points]
            a += chance * worth[kind + BOX, total + points]
            b += chance * worth[kind + CAPTAIN, total + points]
            c += chance * worth[kind + OUT, total + points]
        gained[order, kind + first] += a
        gained[order, kind + second] += b
        gained[order, kind + third] += c


@kernel
def settle(still, ordered, gained, values):
    """Write what the states of three players with the totals `ordered` are worth, in each of their orders."""
    for order in range(ORDERS):
        box, captain, out = HOLDERS[order, BOX], HOLDERS[order, CAPTAIN], HOLDERS[order, OUT]
        for role in range(PLAYERS):
            for kind in (0, PLAYERS):
                worth = 0.0
                for other in range(ORDERS):
                    worth += still[order, other] * gained[other, kind + HOLDERS[order, role]]
                values[ordered[captain], ordered[out], kind + role, ordered[box]] = worth


@kernel
def stay_layer(all_three, still, visits):
    """Turn arrivals at the states whose totals add up to `all_three` into hands played in them, in place.

    Parameters
    ----------
    all_three, still
        As in `solve_layer`.
    visits
        float64[target, target, 3, 3, target]: expected arrivals by scored points at a state (as in `values`), by the
        first and the present role of a player; afterwards hands.
    """
    target = visits.shape[0]
    ordered, arrived = np.zeros(PLAYERS, np.int64), np.zeros((ORDERS, PLAYERS, PLAYERS))
    for low in range(max(all_three - 2 * (target - 1), 0), all_three // PLAYERS + 1):
        for middle in range(max(low, all_three - low - (target - 1)), (all_three - low) // 2 + 1):
            ordered[0], ordered[1], ordered[2] = low, middle, all_three - low - middle
            for order in range(ORDERS):
                seen = seen_in(visits, ordered, order)
                for first in range(PLAYERS):
                    for role in range(PLAYERS):
                        arrived[order, first, HOLDERS[order, role]] = seen[first, role]
                        seen[first, role] = 0.0  # with equal totals several orders are one state: it is taken once
            for order in range(ORDERS):
                seen = seen_in(visits, ordered, order)
                for before in range(ORDERS):
                    for first in range(PLAYERS):
                        for role in range(PLAYERS):
                            seen[first, role] += still[before, order] * arrived[before, first, HOLDERS[order, role]]


@kernel
def seen_in(visits, ordered, order):
    """Return the visits (float64[3, 3]) of the state of three players with the totals `ordered` in an order."""
    box, captain, out = ordered[HOLDERS[order, BOX]], ordered[HOLDERS[order, CAPTAIN]], ordered[HOLDERS[order, OUT]]
    return visits[captain, out, :, :, box]


@kernel
def visit_layer(all_three, chances, hands, values, visits, slopes, beyond):
    """Add up what each ending of a hand makes of the states whose totals add up to `all_three`, and go on from there.

    How what the first state is worth moves with the chance of an ending is the sum over all states of the expected
    hands there times what the ending makes of the state. Layers come from 0 up.

    Parameters
    ----------
    all_three
        The sum of the totals.
    chances, values
        See above.
    hands
        The expected number of hands that each visit of this layer stands for.
    visits
        As in `stay_layer`: of this layer they are known, to those that follow they are added.
    slopes
        float64[3, VALUES, points + 1]: by who wins (out: nobody), value by first role, and points; added to, but for
        what ends of matches make.
    beyond
        float64[2, 3, points + 2]: visits, by who wins and first role of the winner, of states that so many points and
        more take to the target; added to.
    """
    target, here = values.shape[0], np.zeros((PLAYERS, PLAYERS))
    for captain in range(max(all_three - 2 * (target - 1), 0), min(all_three, target - 1) + 1):
        for out in range(max(all_three - captain - (target - 1), 0), min(all_three - captain, target - 1) + 1):
            box = all_three - captain - out
            seen, worth = visits[captain, out], values[captain, out]
            for first in range(PLAYERS):
                for role in range(PLAYERS):
                    here[first, role] = hands * seen[first, role, box]
                    slopes[OUT, first, 0] += here[first, role] * worth[role, box]
                    slopes[OUT, PLAYERS + first, 0] += here[first, role] * worth[PLAYERS + role, box]
            for winner in (BOX, CAPTAIN):
                total, third = (box, captain) if winner == BOX else (captain, box)
                most = reach(chances, values, total)
                for first in range(PLAYERS):
                    beyond[winner, first, most + 1] += here[first, winner]
                go_on(chances[winner], here, winner, (total, third, out), values, visits, slopes[winner])


@kernel
def go_on(chances, here, winner, totals, values, visits, slopes):
    """Add to `slopes`, and to the visits of the states that follow, a role's wins that do not end the match.

    Parameters
    ----------
    chances, slopes
        Those of this winner.
    here
        float64[3, 3], visits of the state by first and present role.
    totals
        Of the winner, who is in the box then, of the third, who is out then, and of who was out, who is captain then.
    """
    total, out, captain = totals
    end = min(total + chances.shape[0], values.shape[0])
    worth, seen = values[captain, out], visits[captain, out]
    for first in range(PLAYERS):
        of_winner, of_out, of_third = here[first, winner], here[first, OUT], here[first, 1 - winner]
        for kind in (0, PLAYERS):
            to_box, to_captain = worth[kind + BOX, total:end], worth[kind + CAPTAIN, total:end]
            to_out, slope = worth[kind + OUT, total:end], slopes[kind + first]
            for points in range(end - total):
                slope[points] += of_winner * to_box[points] + of_out * to_captain[points] + of_third * to_out[points]
        in_box, as_captain = seen[first, BOX, total:end], seen[first, CAPTAIN, total:end]
        sitting_out = seen[first, OUT, total:end]
        for points in range(1, end - total):
            in_box[points] += chances[points] * of_winner
            as_captain[points] += chances[points] * of_out
            sitting_out[points] += chances[points] * of_third
