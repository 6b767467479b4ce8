#!/usr/bin/env python
"""Compare what `simulate --session` says with sessions that are really played, hand after hand.

The suite plays 20,000 sessions of each kind; this plays a million, in some minutes:

    python scripts/session_check.py                # 1,000,000 sessions of each kind
    python scripts/session_check.py 100000 3       # sessions, seed

Sessions are computed from hands of another seed. Figures that are MARGIN = 5 standard errors apart are marked, and the
exit code is then 1: by chance once in about 30,000 runs.
"""

from __future__ import annotations

import sys
from dataclasses import replace

from tests.sessions import MARGIN, Case, distances

SESSIONS, SEED = 1_000_000, 1
KNOWN = 10_000_000
"""Hands from which sessions are computed."""

CASES = (
    Case("tonk", 30, 12),
    Case("tonk", 20, 4, policies=["simple", "cautious", "random"], seat=1),
    Case("tonk", 22, 9, ["players=4", "caught_pays=pot_split", "stock_tie=split"]),
    Case("gin", 20, 120),
)


def main(arguments: list[str]) -> int:
    """Print each figure as computed and as played; return the exit code."""
    sessions, seed = [int(text) for text in arguments] + [SESSIONS, SEED][len(arguments) :]
    wrong = 0
    for case in CASES:
        print(f"{case.game}, {case.hands} hands, {' '.join([*case.overrides, *case.policies]) or 'as by default'}")
        for metric, computed, played, apart in distances(replace(case, hands_known=KNOWN), sessions, seed):
            far = apart > MARGIN
            wrong += far
            print(f"  {metric:20} {computed:12.6f} {played:12.6f} {apart:6.2f}{'  too far' if far else ''}")
    return int(wrong > 0)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
