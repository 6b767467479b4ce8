"""Least deadwood and best discard, compiled by Numba and by a C compiler."""

from __future__ import annotations

import ctypes
import shutil
import subprocess
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import TypeAlias

import numba
import numpy as np
from numpy.typing import NDArray

from scripts.timing.rounds import Job, Row, must_agree, scaled, take_turns
from simcards.cards import DECK
from simcards.kernels.deadwood import best_discard, least_deadwood

Hands: TypeAlias = NDArray[np.int64]
"""Masks, one a hand."""
Sum: TypeAlias = Callable[[Hands], int]

SOURCE = Path(__file__).with_name("deadwood.c")
COMPILERS = "cc", "gcc", "clang"
FLAGS = "-O3", "-march=native"
HANDS = 100_000
PASSES = 10
"""How often a round goes through the hands."""


def random_hands(cards: int, hands: int, seed: int = 1) -> Hands:
    """Return that many random hands."""
    places = np.random.default_rng(seed).random((hands, 52)).argpartition(cards)[:, :cards]
    masks: Hands = (np.int64(1) << np.array(DECK, dtype=np.int64)[places]).sum(axis=1)
    return masks


def _sum_least_deadwood(hands: Hands) -> int:
    total = 0
    for hand in hands:
        total += least_deadwood(hand)
    return total


def _sum_best_discard(hands: Hands) -> int:
    total = 0
    for hand in hands:
        left, card = best_discard(hand, 0)
        total += left + 1000 * card
    return total


sum_least_deadwood: Sum = numba.njit(error_model="numpy")(_sum_least_deadwood)
sum_best_discard: Sum = numba.njit(error_model="numpy")(_sum_best_discard)

LEAST_DEADWOOD = "least deadwood of random 10-card hands"
SEARCHES = (
    (LEAST_DEADWOOD, 10, sum_least_deadwood, "sum_least_deadwood", "at most 1.3"),
    ("best discard of random 11-card hands", 11, sum_best_discard, "sum_best_discard", None),
)
"""What is searched, cards of a hand, our sum and the name of C's, and the target of the ratio."""


class NoTwinError(Exception):
    """The C twin cannot be built here."""


def c_twin() -> dict[str, Sum]:
    """Compile the C twin and return its two sums by name.

    Raises
    ------
    NoTwinError
        If there is no compiler, or it fails.
    """
    compiler = next(filter(None, map(shutil.which, COMPILERS)), None)
    if compiler is None:
        raise NoTwinError(f"no C compiler ({', '.join(COMPILERS)}) was found, so the rows against C are left out.")
    # The file may go once it is loaded, except on Windows.
    with tempfile.TemporaryDirectory(prefix="simcards-bench-", ignore_cleanup_errors=True) as folder:
        built = Path(folder) / "deadwood.so"
        command = [compiler, *FLAGS, "-shared", "-fPIC", "-o", str(built), str(SOURCE)]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        if done.returncode != 0:
            raise NoTwinError(f"{compiler} failed, so the rows against C are left out: {done.stderr.strip()[:300]}")
        library = ctypes.CDLL(str(built))
    return {name: _summing(library, name) for name in ("sum_least_deadwood", "sum_best_discard")}


def _summing(library: ctypes.CDLL, name: str) -> Sum:
    function = library[name]
    function.restype = ctypes.c_int64
    function.argtypes = [np.ctypeslib.ndpointer(np.int64, ndim=1, flags="C"), ctypes.c_int64]
    return lambda hands: int(function(hands, len(hands)))


def deadwood_job(scale: float) -> Job:
    """Return the job of the least deadwood of random ten-card hands, the unit of what whole hands cost."""
    return _job("simcards", sum_least_deadwood, random_hands(10, scaled(HANDS, scale)))


def _job(name: str, total: Sum, hands: Hands) -> Job:
    return Job(name, lambda: sum(int(total(hands)) for _ in range(PASSES)), PASSES * len(hands))


def rows(rounds: int, scale: float) -> tuple[list[Row], list[str]]:
    """Return the rows of both searches, against C where there is a compiler, and notes."""
    twin, notes = {}, []
    try:
        twin = c_twin()
    except NoTwinError as error:
        notes = [str(error)]
    table = []
    for what, cards, ours, name, target in SEARCHES:
        hands = random_hands(cards, scaled(HANDS, scale))
        jobs = [_job("simcards", ours, hands)] + ([_job("C", twin[name], hands)] if twin else [])
        timed = take_turns(jobs, rounds)
        must_agree(timed)
        if twin:
            against = f"time of the same algorithm in C ({' '.join(FLAGS)})"
            table.append(Row(what, timed[0].rate, "hands/s", against, timed[0].cost_in(timed[1]), target))
        else:
            table.append(Row(what, timed[0].rate, "hands/s"))
    return table, notes
