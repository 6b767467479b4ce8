"""Pitch's policies: one small file each, numbered, so that compiled code can be cached."""

from __future__ import annotations

from simcards.games.pitch.policies.random import random_action
from simcards.games.pitch.policies.simple import simple_action
from simcards.kernels.jit import kernel

RANDOM, SIMPLE = range(2)
"""The policies' numbers."""


@kernel
def choose_action(params, policy, state, scratch):
    """Return the code of the legal action that `policy` (a POLICY record) takes for the seat to act."""
    if policy.number == RANDOM:
        return random_action(params, policy, state, scratch)
    return simple_action(params, policy, state)
