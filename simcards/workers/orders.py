"""What goes to a worker in another process, and what comes back: a text and two numbers, and a row of integers.

An **order** is a run as JSON: rules, policies, seed. A worker makes the run from it, checked like any other input, and
keeps it; a task then names the order, a first game and a number of games. The counts come back as one row of integers.
"""

from __future__ import annotations

import functools
import hashlib
import json
import threading
from typing import Any

from simcards import __version__
from simcards.counts import Counts
from simcards.errors import InputError
from simcards.packing import pack, unpack
from simcards.playing import Run, Stop, all_shapes, counts_of, play_arrays, run_about
from simcards.rules import GameRules, load_rules

RUNS_KEPT = 256
"""Runs that a worker keeps, with all that is made from their texts."""

NEVER = threading.Event()
"""Never set: a block is played to its end."""


@functools.cache
def code_hash() -> str:
    """Return the hex digest of all code that the numbers can depend on: both ends of a task must have the same."""
    from simcards.kernels.jit import PACKAGE

    digest = hashlib.sha256()
    for path in sorted(PACKAGE.rglob("*.py")):
        digest.update(f"{path.relative_to(PACKAGE).as_posix()}\n".encode())
        digest.update(path.read_bytes().replace(b"\r\n", b"\n"))
    return digest.hexdigest()[:20]


def order_of(run: Run) -> str:
    """Return a run as a text."""
    order = {"simcards": __version__, "code": code_hash(), **run.about()}
    order["rescored"] = [_plain(rules) for rules in run.rescored]
    return json.dumps(order, sort_keys=True, separators=(",", ":"), allow_nan=False)


def _plain(rules: GameRules) -> dict[str, Any]:
    return {"preset": rules.preset, "name": rules.name, **rules.options()}


@functools.lru_cache(RUNS_KEPT)
def run_of(order: str) -> Run:
    """Return the run that a text stands for.

    Raises
    ------
    InputError
        If it was written by another simcards than this, which could count otherwise.
    """
    about: dict[str, Any] = json.loads(order)
    if (about["simcards"], about["code"]) != (__version__, code_hash()):
        raise InputError(
            f"A worker has simcards {__version__} (code {code_hash()}), but the run comes from {about['simcards']} "
            f"(code {about['code']}); allowed: the same everywhere."
        )
    return run_about(about, [load_rules(about["game"], rules) for rules in about["rescored"]])


def play_order(order: str, first: int, games: int, stop: Stop = NEVER) -> bytes | None:
    """Return what `games` games from number `first` on count: all arrays in a row, packed, since most is zeros.

    None if `stop` was set before the end.
    """
    arrays = play_arrays(run_of(order), first, games, stop)
    return None if arrays is None else pack(arrays)


def counts_in(run: Run, packed: bytes) -> tuple[Counts, ...]:
    """Return the counts by rule set from what `play_order` returned."""
    return counts_of(run, unpack(packed, all_shapes(run)))
