#!/usr/bin/env python
"""Count how often the stopping engine's 95 % intervals hold the truth, on a toy game whose truth is known exactly.

The suite does a tenth of the fitted charts; this does all, in about a minute:

    python scripts/interval_coverage.py                  # 2,000 repeats of 1,000 hands
    python scripts/interval_coverage.py 2000 10000 3     # repeats, hands, seed

Coverage of 93 to 97 % in 2,000 repeats is 4.1 standard deviations either way: a false alarm in 20,000 runs. Intervals
that hold together may do so more often. The exit code is 1 if a share is out of range.
"""

from __future__ import annotations

import sys

from tests.toys import coverage

REPEATS, HANDS, SEED = 2000, 1000, 1
LOW, HIGH = 0.93, 0.97


def main(arguments: list[str]) -> int:
    """Print the coverage of given and of fitted charts; return the exit code."""
    repeats, hands, seed = [int(text) for text in arguments] + [REPEATS, HANDS, SEED][len(arguments) :]
    wrong = 0
    for kind, count in [("given", coverage.of_fixed_charts), ("fitted", coverage.of_fitted_charts)]:
        for name, (held, intervals) in sorted(count(repeats, hands, seed).items()):
            share = held / intervals
            fine = LOW <= share <= (1 if name.startswith("all ") else HIGH)
            wrong += not fine
            print(f"{kind:7} {name:32} {held:6} of {intervals:6}  {share:7.2%}{'' if fine else '  out of range'}")
    return int(wrong > 0)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
