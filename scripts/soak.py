#!/usr/bin/env python
"""One process for long: a thousand rule sets without compiling or growing, or one run at one speed.

python scripts/soak.py                  # a thousand random rule sets of every game, some hundred hands each
python scripts/soak.py --rule-sets 100
python scripts/soak.py --minutes 60     # simulate for an hour; speed and memory a minute
python scripts/soak.py --minutes 60 --threads 1

The exit code is 1 if anything was compiled on the way, memory grew by more than a twentieth and 20 MB, or the best of
the last minutes was a tenth slower than the best of the first. Speed is that of this process's processor time: what
else the machine does takes time by the clock. It takes room in the caches too, so one good minute says more than many.
Where the machine has become busy for good on the way, compare with a minute of a new process beside it.
"""

from __future__ import annotations

import argparse
import random
import resource
import sys
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from simcards import registry
from simcards.cli.common import parse_games, parse_threads
from simcards.errors import RulesError
from simcards.limits import processors
from simcards.rules import GameRules, load_rules
from simcards.simulation import simulate

HANDS = 300
"""Hands under each rule set."""
SETTLED = 20
"""Rule sets after which memory is first looked at: pools and caches are filled then."""
GROWTH, SPARE = 1.05, 20.0
SLOWER = 0.9
MINUTE, MINUTE_PART = 60.0, 1_000_000
"""Seconds of a minute, and the hands after which the clock is looked at."""


def random_rules(game: str, rng: random.Random) -> GameRules:
    """Return a random rule set: a preset with each option at one of its usual values, or as it was."""
    model = registry.game(game).load_rules()
    while True:
        base = load_rules(game, rng.choice(model.presets))
        low, high = registry.game(game).seats
        options: dict[str, Any] = {
            option: rng.choice([base.options()[option], *base.usual(option)]) for option in model.option_names()
        }
        try:
            return load_rules(game, base.preset, {**options, "players": rng.randint(low, high)})
        except RulesError:  # the options contradict each other
            continue


def compiled(game: str) -> int:
    """Return how many versions of a game's main kernel are compiled."""
    return len(getattr(registry.game(game).load_engine().run_slice, "signatures", ()))


def memory() -> float:
    """Return the megabytes of memory that this process has now; where that is not told, the most it had."""
    try:
        pages = int(Path("/proc/self/statm").read_text("ascii").split()[1])
    except OSError:
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    return pages * resource.getpagesize() / 1e6


def play_rule_sets(rule_sets: int, seed: int) -> Iterator[str]:
    """Play random rule sets of every game, print what they cost, and yield what is wrong."""
    for game in registry.games():
        rng = random.Random(seed)
        for number in range(rule_sets):
            if number == min(SETTLED, rule_sets - 1):
                signatures, before, start = compiled(game), memory(), time.perf_counter()
            simulate(game, random_rules(game, rng), games=HANDS, seed=number)
        after = memory()
        print(
            f"{game}: {rule_sets:,} rule sets, {time.perf_counter() - start:.0f} s; "
            f"memory {before:.0f} → {after:.0f} MB; compiled versions {signatures} → {compiled(game)}"
        )
        if compiled(game) != signatures:
            yield f"{game}: something was compiled on the way"
        yield from _grown(game, before, after)


def _grown(what: str, before: float, after: float) -> Iterator[str]:
    if after > before * GROWTH + SPARE:
        yield f"{what}: memory grew from {before:.0f} to {after:.0f} MB"


def play_on(game: str, minutes: int, seed: int, threads: int) -> Iterator[str]:
    """Simulate for so many minutes, print speed and memory of each, and yield what is wrong."""
    simulate(game, games=10_000, seed=seed, threads=threads)
    speeds, sizes = [], []
    for minute in range(minutes):
        start, spent, hands = time.perf_counter(), time.process_time(), 0
        while (took := time.perf_counter() - start) < MINUTE:
            first = hands + minute * 10**9
            hands += simulate(game, games=MINUTE_PART, seed=seed, first=first, threads=threads).games or 0
        speeds.append(hands / (time.process_time() - spent))
        sizes.append(memory())
        print(
            f"minute {minute + 1}: {speeds[-1]:,.0f} hands a second of processor time, {hands / took:,.0f} by the "
            f"clock, {sizes[-1]:.0f} MB",
            flush=True,
        )
    yield from slowed(game, speeds)
    yield from _grown(game, sizes[0], sizes[-1])


def slowed(what: str, speeds: Sequence[float]) -> Iterator[str]:
    """Yield that the best of the last fifth of the minutes was slower than the best of the first, if it was."""
    part = max(len(speeds) // 5, 1)
    first, last = max(speeds[:part]), max(speeds[-part:])
    if last < SLOWER * first:
        yield f"{what}: {first:,.0f} hands a second of processor time at first, at best, {last:,.0f} at last"


def main(arguments: Sequence[str] | None = None) -> int:
    """Play, print, and return the exit code."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--rule-sets", type=parse_games, default=1_000)
    parser.add_argument("--minutes", type=int, help="play one run for so long instead")
    parser.add_argument("--game", choices=registry.games(), default="gin", help="with --minutes")
    parser.add_argument("--threads", type=parse_threads, default=processors(), help="with --minutes")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args(arguments)
    if options.minutes is None:
        wrong = list(play_rule_sets(options.rule_sets, options.seed))
    else:
        wrong = list(play_on(options.game, options.minutes, options.seed, options.threads))
    print("\n".join(wrong) or "Nothing was compiled, nothing grew, nothing slowed down.")
    return int(bool(wrong))


if __name__ == "__main__":
    sys.exit(main())
