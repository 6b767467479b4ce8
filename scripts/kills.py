#!/usr/bin/env python
"""Kill a stored run at random moments, resume it, and compare its tally with that of a run that nobody killed.

python scripts/kills.py            # twenty runs, each killed once at a random moment and resumed to its end
python scripts/kills.py --runs 5
"""

from __future__ import annotations

import argparse
import json
import random
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from simcards.errors import InputError
from simcards.runs import folder as disk
from simcards.simulation import simulate

MAIN = [sys.executable, "-c", "from simcards.cli import main; main()"]
LONGEST = 6.0
"""Seconds after which a run is killed at the latest, counted from its first sign of life."""


def killed_and_resumed(rng: random.Random, kills: int, games: int) -> str:
    """Play a run of gin in the current folder, killing it some times; return its tally at the end."""
    name = f"kill{rng.randrange(10**9)}"
    words = ["simulate", "gin", "--games", str(games), "--name", name]
    for _ in range(kills):
        process = subprocess.Popen([*MAIN, *words], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
        while process.poll() is None and not alive(name):
            time.sleep(0.01)
        try:
            process.wait(rng.uniform(0, LONGEST))
        except subprocess.TimeoutExpired:
            process.kill()
        process.communicate()
        words = ["runs", "resume", name]
    done = subprocess.run([*MAIN, "runs", "resume", name, "--json"], capture_output=True, text=True, check=True)
    return str(json.loads(done.stdout)["tally"])


def alive(name: str) -> bool:
    """Return whether a run has a folder that can be read."""
    try:
        disk.read(Path("results") / name)
    except InputError:
        return False
    return True


def main() -> int:
    """Kill runs, and return 1 if a tally was wrong."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--runs", type=int, default=20)
    parser.add_argument("--games", type=int, default=6_000_000)
    options = parser.parse_args()
    right = simulate("gin", games=options.games).tally
    rng = random.Random(1)
    good = 0
    with tempfile.TemporaryDirectory() as folder:
        import os

        os.chdir(folder)
        for number in range(options.runs):
            same = killed_and_resumed(rng, 1, options.games) == right
            good += same
            print(f"run {number + 1}: {'the same tally' if same else 'ANOTHER TALLY'}", flush=True)
        os.chdir("/")
    print(f"{good} of {options.runs} runs ended as if nobody had killed them.")
    return 0 if good == options.runs else 1


if __name__ == "__main__":
    sys.exit(main())
