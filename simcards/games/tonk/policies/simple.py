"""`simple`: the beginner of the rule books.

Takes the pile's card if that completes a spread or can be hit, else the stock. Lays spreads at once (`hold`: only when
at most one card is left then), hits whatever it can (`hit=own`: only its own spreads, since a longer run helps its
owner). Discards its highest card that is in no pair and in no sequence of two, else its highest. Drops at or below
`drop`, or a table `drop_by_turn`; claims deal wins; joins the side bet with a spade of at least `spade`.
Source: the advice to beginners in the usual rule books; the limit is the best single one for three players under the
first preset (scripts/drop_limits.py).
"""

from __future__ import annotations

from simcards.games.tonk.kernel import can_claim, can_drop, discardable, lays_now
from simcards.games.tonk.params import FIRST, KIND, Act, Phase
from simcards.games.tonk.policies.play import (
    NOTHING,
    bet_action,
    dearest_loose,
    draw_action,
    hit_action,
    in_two_runs,
    lay_action,
    paired,
)
from simcards.games.tonk.showdown import count_of
from simcards.kernels.jit import kernel
from simcards.kernels.policy import table_entry

DROP, HOLD, HIT_OWN = 0, 1, 2
"""Places of the plain parameters in ``policy.value``."""

TAKES_NO_LOW_CARD = -1


@kernel
def simple_action(params, policy, state):
    """Return simple's action for the seat to act."""
    phase, seat = state.phase, state.to_act
    if phase == Phase.SPADES:
        return bet_action(policy, state)
    if phase == Phase.ASKED:
        return (Act.DROP if wants_drop(params, policy, state) else Act.WAIT) << KIND
    if can_claim(params, state):
        return Act.CLAIM << KIND
    if phase == Phase.START and can_drop(params, state) and wants_drop(params, policy, state):
        return Act.DROP << KIND
    if lays_now(params, state):
        action = lay_action(params, state, policy.value[HOLD])
        if action == NOTHING:
            action = hit_action(params, state, policy.value[HIT_OWN])
        if action != NOTHING:
            return action
    if phase != Phase.DRAWN:
        return draw_action(params, state, policy.value[HIT_OWN], TAKES_NO_LOW_CARD)
    if can_drop(params, state) and wants_drop(params, policy, state):
        return Act.DROP << KIND
    hand = state.hand[seat]
    loose = hand & ~paired(hand) & ~in_two_runs(params, hand)
    return (Act.DISCARD << KIND) | (dearest_loose(loose, discardable(params, state)) << FIRST)


@kernel
def wants_drop(params, policy, state):
    """Return whether the count of the seat to act is within the limit of its turn."""
    seat = state.to_act
    limit = policy.value[DROP]
    if policy.table_size > 0:
        limit = table_entry(policy, state.own_turns[seat] + 1)
    return count_of(params, state.hand[seat]) <= limit
