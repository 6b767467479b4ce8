"""Three-hand gin's own part of the rules: who is in the box next, and what a match comes to.

Implements "Roles" and "Score" of the rules; the hand between the box and the captain is gin's. Everything here is whole
numbers: `roles` (int64[3]) has the seats of the box, of the captain and of who sits out, `totals` and `won` (int64[3])
the points and the won hands of each seat.
"""

from __future__ import annotations

from simcards.games.gin3.params import PLAYERS, Role
from simcards.kernels.jit import kernel


@kernel
def next_roles(winner, roles):
    """Change the roles after a hand that a role (``Role.BOX``, ``Role.CAPTAIN``; -1: nobody) has won."""
    box, captain, out = roles[Role.BOX], roles[Role.CAPTAIN], roles[Role.OUT]
    if winner == Role.BOX:
        roles[Role.CAPTAIN], roles[Role.OUT] = out, captain
    elif winner == Role.CAPTAIN:
        roles[Role.BOX], roles[Role.CAPTAIN], roles[Role.OUT] = captain, out, box


@kernel
def add_hand(winner, points, roles, totals, won):
    """Give a hand's points to the seat whose role (-1: nobody) has won it, and change the roles."""
    if winner >= 0:
        totals[roles[winner]] += points
        won[roles[winner]] += 1
    next_roles(winner, roles)


@kernel
def match_winner(target, totals):
    """Return the seat whose total has reached the target, or -1; only one scores in a hand, so there is no other."""
    for seat in range(PLAYERS):
        if totals[seat] >= target:
            return seat
    return -1


@kernel
def final_scores(match, totals, won, finals):
    """Write the final scores of a match that is over into `finals` (int64[3]).

    Parameters
    ----------
    match
        A MATCH record.
    totals, won
        Points and won hands of each seat.
    """
    winner = match_winner(match.target, totals)
    shutout = match.shutout_double
    for seat in range(PLAYERS):
        finals[seat] = totals[seat] + match.box_bonus * won[seat]
        if seat != winner and won[seat] > 0:
            shutout = 0
    finals[winner] += match.game_bonus
    if shutout:
        finals[winner] *= 2
