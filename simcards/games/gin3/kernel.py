"""Three-hand gin's own part of the rules: who is in the box next, and whose the points are.

Implements "Roles" and "Score" of the rules; hands between the box and the captain are gin's, and so are the target and
the bonuses of a match. `roles` (int64[3]) has the seats of the box, of the captain and of who sits out, `totals` and
`won` (int64[3]) the points and the won hands of each seat.
"""

from __future__ import annotations

from simcards.games.gin3.params import ORDERS, Role
from simcards.kernels.jit import kernel
from simcards.kernels.rng import PURPOSE_TABLE, fill_words


@kernel
def first_roles(params, scratch, roles):
    """Write the roles of the first hand of the match that `scratch` stands at: drawn for, or fixed."""
    order = params.first_roles - 1
    if order < 0:
        fill_words(scratch, PURPOSE_TABLE, scratch.words)
        order = (scratch.words[0] * ORDERS) >> 32
    box, behind = order // 2, order % 2
    captain = behind if behind < box else behind + 1
    roles[Role.BOX], roles[Role.CAPTAIN], roles[Role.OUT] = box, captain, 3 - box - captain


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
