#!/usr/bin/env python
"""How fast simcards is: kernels against C, whole hands, threads, exact odds, other programs, commands.

What is compared runs in turn (A B A B …) in this one run, and every answer is checked. A rate is that of one core, by
the processor's time: the median of the rounds. A ratio says how many times what stands under `against` it is: the
median of the ratios of each round. Seconds and the speed of two threads are the clock's, of the best rounds.

Other programs are measured where they are installed (pip install open_spiel rlcard), and so is a Dask cluster on this
machine (pip install 'simcards[cluster]').

Example: python scripts/bench.py --json
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence

from numba.core import config

BUSY = 0.25
"""Load average above which a note says that the machine was not idle."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure, print, and return the exit code: 1 if an answer was wrong, 2 if this cannot be measured."""
    options = _parser().parse_args(arguments)
    if refusal := _refusal():
        print(f"bench: {refusal}", file=sys.stderr)
        return 2
    from scripts.timing.rounds import DisagreementError
    from simcards import __version__
    from simcards.cli.output import print_json, print_table

    load = os.getloadavg()[0] if hasattr(os, "getloadavg") else 0.0
    try:
        rows, notes = measure(options)
    except DisagreementError as error:
        print(f"bench: wrong answer: {error}", file=sys.stderr)
        return 1
    if load > BUSY:
        notes.append(f"The machine was not idle: load average {load:.2f}; two threads may then find no second core.")
    if options.json:
        print_json({"simcards": __version__, "command": "bench", "rows": rows, "notes": notes})
    else:
        print_table(rows, ("what", "rate", "unit", "ratio", "against", "target"))
    for note in notes:
        print(note, file=sys.stderr)
    return 0


def measure(options: argparse.Namespace) -> tuple[list[dict[str, object]], list[str]]:
    """Return the rows and notes that the options ask for."""
    from scripts.timing import cluster, commands, deadwood, gin3, hands, others, pitch, tonk
    from simcards.limits import processors

    rounds, scale = options.rounds, options.scale
    searches, notes = deadwood.rows(rounds, scale)
    played = hands.policy_rows(rounds, scale)
    rows = [*searches, *played, hands.paths_row(rounds, scale), *hands.naive_rows(rounds, scale)]
    rows += [*tonk.rows(rounds, scale), *pitch.rows(rounds, scale), *gin3.rows(rounds, scale)]
    if processors() > 1:
        on_dask, no_dask = cluster.measured_rows(scale)
        rows += [*hands.thread_rows(scale), *on_dask]
        notes += no_dask
    else:
        notes.append("There is one processor here, so the rows of two threads and of a cluster are left out.")
    if not options.quick:
        rows.append(hands.census_row())
    measured, missing = others.measured_rows(rounds, scale)
    of_policy = dict(zip(hands.HANDS, (row.rate for row in played), strict=True))
    rows += [*measured, *others.published_rows(searches[0].rate, of_policy)]
    if options.commands:
        rows += commands.rows()
    return [row.to_dict() for row in rows], notes + missing


def _refusal() -> str:
    """Return why nothing can be measured, or nothing."""
    for name in ("DISABLE_JIT", "BOUNDSCHECK", "DEBUGINFO_DEFAULT"):
        if getattr(config, name):
            variable = "NUMBA_" + name.removesuffix("_DEFAULT")
            return f"{variable} is set, so kernels are not what users run and nothing is measured; unset it."
    return ""


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser("bench", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--json", action="store_true", help="one JSON object on standard output")
    parser.add_argument("--quick", action="store_true", help="leave out the exact distribution of the deal")
    parser.add_argument("--commands", action="store_true", help="also time commands, the first use and later ones")
    parser.add_argument("--rounds", type=_positive_int, default=11, metavar="N", help="rounds of each comparison (11)")
    parser.add_argument("--scale", type=_positive, default=1.0, metavar="X", help="work in a round, 1 as usual")
    return parser


def _positive_int(text: str) -> int:
    if not text.isdecimal() or int(text) == 0:
        raise argparse.ArgumentTypeError(f"was given {text!r}; allowed: a whole number from 1 on")
    return int(text)


def _positive(text: str) -> float:
    try:
        value = float(text)
    except ValueError:
        value = 0.0
    if not 0 < value <= 100:
        raise argparse.ArgumentTypeError(f"was given {text!r}; allowed: a number above 0, up to 100")
    return value


if __name__ == "__main__":
    sys.exit(main())
