"""`random`: uniform over the legal actions as the referee lists them.

Source: the usual floor of every comparison. It bids 4 on anything; whoever loses to it has a bug.
"""

from __future__ import annotations

from simcards.games.pitch.kernel import legal_actions
from simcards.kernels.jit import kernel
from simcards.kernels.rng import below


@kernel
def random_action(params, policy, state, scratch):
    """Return one of the legal actions, each with the same probability."""
    n = legal_actions(params, state, scratch.actions)
    return scratch.actions[below(scratch, state.to_act, n)]
