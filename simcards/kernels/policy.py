"""How a policy reaches a kernel: its number and its parameters, one record a seat."""

from __future__ import annotations

import numpy as np

from simcards.kernels.jit import kernel

MAX_VALUES = 8
MAX_TABLE = 32

POLICY = np.dtype(
    [("number", np.int64), ("value", np.int64, MAX_VALUES), ("table", np.int64, MAX_TABLE), ("table_size", np.int64)]
)
"""A policy of one seat. `value` holds its plain parameters, `table` its by-turn table (`table_size` 0: none)."""


@kernel
def table_entry(policy, turn):
    """Return the table's entry for own turn `turn` (from 1); the last entry repeats. The table must not be empty."""
    return policy.table[min(turn, policy.table_size) - 1]
