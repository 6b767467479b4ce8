#!/usr/bin/env python
"""Find the drop limits that the policies of tonk have by default: three players, the first preset.

    python scripts/drop_limits.py            # about a minute
    python scripts/drop_limits.py --games 3e6

`simple`: for each single limit that all the others keep, what each limit earns against them, from one set of stored
hands. The default is the limit from which one can gain least by changing to another, which is the nearest there is to a
limit that is the best answer to itself. `cautious`: the points for an unknown card and the highest low card that earn
most against two players of `simple` at that limit, on common deals.
"""

from __future__ import annotations

import argparse

import numpy as np

from simcards.answers.chart import open_study
from simcards.answers.stopping import values
from simcards.cli.common import parse_games
from simcards.rules import load_rules
from simcards.simulation import simulate

LIMITS = range(41)
EACH, LOW = range(2, 9), range(8)


def earnings(games: int) -> np.ndarray[tuple[int, int], np.dtype[np.float64]]:
    """Return in stakes a hand what each limit (column) earns against others who keep each limit (row)."""
    rules = load_rules("tonk")
    study = open_study("tonk", "drop", rules, games=3 * games)
    blocks = list(study.fitting.scored_blocks(rules))
    seats = tuple(range(rules.players))
    charts = [study.limit(rules, limit + 1) for limit in LIMITS]
    worth = [[sum(values(paths, own, others, seats).sum() for paths in blocks) for own in charts] for others in charts]
    return np.array(worth) / study.question.unit / sum(paths.hands for paths in blocks)


def main() -> None:
    """Print the limits and what changing from them is worth."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=parse_games, default=200_000)
    games = parser.parse_args().games
    table = earnings(games)
    gain = table.max(axis=1) - table.diagonal()
    for limit in LIMITS:
        print(f"all keep {limit:2d}: best reply {table[limit].argmax():2d}, gains {gain[limit]:.4f} stakes a hand")
    best = int(gain.argmin())
    print(f"simple: drop={best}")
    found = []
    for each in EACH:
        for low in LOW:
            policies = [f"cautious:each={each},low={low}", *[f"simple:drop={best}"] * 2]
            row = next(r for r in simulate("tonk", policies=policies, games=games).rows if r["metric"] == "net")
            found.append((row["estimate"], row["se"], each, low))
    for estimate, se, each, low in sorted(found, reverse=True)[:8]:
        print(f"cautious: each={each}, low={low}: {estimate:+.4f} ± {1.96 * se:.4f} stakes a hand")


if __name__ == "__main__":
    main()
