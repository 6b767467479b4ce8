#!/usr/bin/env python
"""Compare referee and policies with the naive twins on many random hands, and hold tonk's laws on many more.

    python scripts/twin_hands.py                   # 20,000 records of each game, a million hands of tonk: minutes
    python scripts/twin_hands.py --records 2e3 --rule-sets 50

Of every tenth record what is legal before each action is compared too. Of pitch as many hands again are played by
`simple`, and each of its decisions is compared. The hands of tonk are played by policies under
so many random rule sets, a thousand hands each: payments must add up to nothing, and every hand be counted once. The
exit code is 1 if anything disagrees.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Sequence

from simcards.cli.common import parse_games
from tests.property import (
    test_gin3_twin,
    test_gin_twin,
    test_pitch_simple,
    test_pitch_twin,
    test_tonk_laws,
    test_tonk_twin,
)

TWINS = {
    "gin": test_gin_twin.compare,
    "gin3": test_gin3_twin.compare,
    "pitch": test_pitch_twin.compare,
    "tonk": test_tonk_twin.compare,
}
DECISIONS = {"pitch": test_pitch_simple.compare}
"""Games with a policy of which every decision is compared."""
BATCH = 100
WATCHED = 10
"""Of a batch, so many hands are compared at every action."""
HANDS = 1_000
"""Hands under each rule set."""


def compare_game(game: str, seed: int, hands: int) -> int:
    """Compare records of a game, and decisions where there are any to compare; return how many disagree."""
    wrong = compare(f"{game}, records", lambda first, count: TWINS[game](first, count, WATCHED), seed, hands)
    if game in DECISIONS:
        wrong += compare(f"{game}, every decision of simple", DECISIONS[game], seed, hands)
    return wrong


def compare(what: str, disagreements: Callable[[int, int], list[str]], seed: int, hands: int) -> int:
    """Compare hands batch by batch, print the first of each batch that disagree, return how many do."""
    wrong = 0
    for batch in range(-(-hands // BATCH)):
        found = disagreements(seed + batch, min(BATCH, hands - batch * BATCH))
        wrong += len(found)
        for text in found[:1]:
            print(f"{what}, seed {seed + batch}: {text}")
    print(f"{what}: {hands:,} compared, {wrong} disagree")
    return wrong


def hold_laws(seed: int, rule_sets: int) -> int:
    """Play hands of tonk under random rules; return how many have payments that do not add up to nothing."""
    wrong = 0
    for counts, outcomes, unbalanced in test_tonk_laws.played(seed, rule_sets, HANDS):
        test_tonk_laws.check_counts(counts, outcomes, HANDS)
        wrong += unbalanced
    print(f"tonk: {rule_sets * HANDS:,} hands under {rule_sets:,} rule sets, {wrong} with unbalanced payments")
    return wrong


def main(arguments: Sequence[str] | None = None) -> int:
    """Compare, print, and return the exit code."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--games", nargs="+", choices=list(TWINS), default=list(TWINS))
    parser.add_argument("--records", type=parse_games, default=20_000)
    parser.add_argument("--rule-sets", type=int, default=1_000)
    parser.add_argument("--seed", type=int, default=1_000_000)
    options = parser.parse_args(arguments)
    wrong = sum(compare_game(game, options.seed, options.records) for game in options.games)
    return int(wrong + hold_laws(options.seed, options.rule_sets) > 0)


if __name__ == "__main__":
    sys.exit(main())
