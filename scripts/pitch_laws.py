#!/usr/bin/env python
"""Hold pitch's laws on a million random hands: what is taken and scored, suits renamed, bids of 4 without the jack.

    python scripts/pitch_laws.py                   # 1,000 random rule sets, a thousand hands each: minutes
    python scripts/pitch_laws.py --rule-sets 50 --seed 3

Hands are played by `random` and by `simple` with random parameters. A bid of 4 without the jack of trumps is made at
most 6 (n - 1) / 46 of the time: the jack has to be in another hand. That is a law as long as no call of another tells
of his cards, so such bids are told apart: `blind`, if all others who called play `random`, is checked, `told` is not.
Of blind bids the jack must be in play neither more nor less often than that, and no more may be made; right ones fail
one of these checks in 24 of a million runs at most. The exit code is 1 if any hand breaks a law or any check fails.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence

from tests.pitch_laws import Tally, jack_elsewhere, limit, tally, too_often_made

HANDS = 1_000
"""Hands under each rule set."""


def print_hands(found: Tally) -> int:
    """Print how hands ended and which laws were broken; return how many times one was."""
    shares = [f"{name} {times / found.hands:.2%}" for name, times in sorted(found.outcomes.items())]
    played = found.given.total()
    shares += [f"{points} points {times / played:.2%}" for points, times in sorted(found.given.items())]
    print(f"{found.hands:,} hands: {', '.join(shares)}")
    for law, times in found.broken.items():
        print(f"  {times:9,} hands break: {law}")
    return found.broken.total()


def print_fours(found: Tally) -> int:
    """Print what came of bids of 4 without the jack of trumps; return how many checks failed."""
    failed = 0
    print("bids of 4 without the jack: players, by whom, others' calls, number; jack in play, 6 (n - 1) / 46; made")
    for kind, counts in sorted(found.fours.items()):
        wrong = not kind.informed and (too_often_made(kind.players, counts) or jack_elsewhere(kind.players, counts))
        failed += wrong
        calls = "told" if kind.informed else "blind"
        shares = (counts.jack_in_play / counts.bids, limit(kind.players), counts.made / counts.bids)
        told = "  ".join(f"{share:7.2%}" for share in shares)
        print(f"  {kind.players}  {kind.policy:6}  {calls:5}  {counts.bids:8,}  {told}{'  wrong' if wrong else ''}")
    return failed


def main(arguments: Sequence[str] | None = None) -> int:
    """Play, check, print, and return the exit code."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--rule-sets", type=int, default=1_000)
    parser.add_argument("--seed", type=int, default=1_000_000)
    options = parser.parse_args(arguments)
    found = tally(options.seed, options.rule_sets, HANDS)
    broken, failed = print_hands(found), print_fours(found)
    return int(broken + failed > 0)


if __name__ == "__main__":
    sys.exit(main())
