"""Charts of stopping straight off the deal: exact where the game can, simulated else."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any

import numpy as np

from simcards.answers.paths import wait_for
from simcards.answers.stopping import FEWEST_VISITS
from simcards.answers.study import Progress
from simcards.answers.thresholds import break_even
from simcards.errors import InputError
from simcards.game import OffDeal, StoppingQuestion
from simcards.kernels.rng import STREAM_VERSION
from simcards.result import Result
from simcards.rules import GameRules
from simcards.runs.kinds import Arrays, Kind
from simcards.runs.parts import NOT_KEPT, Parts, label_of
from simcards.runs.store import MOST
from simcards.stats import simultaneous_z

DEAL = "deal"
SLICE = 20_000
"""Deals of one kernel call; a running kernel sees no Ctrl-C."""


def off_deal_chart(
    rules: GameRules,
    question: StoppingQuestion,
    games: int,
    seed: int,
    threads: int,
    report: Progress,
    parts: Parts = NOT_KEPT,
) -> Result:
    """Return what stopping straight off the deal is worth, value by value, and up to which it is worth anything.

    Raises
    ------
    InputError
        If the game has no such thing, or nobody may stop then.
    """
    if question.off_deal is None:
        raise InputError(f"--when deal was given; allowed: no --when, since nobody can {question.verb} off the deal.")
    if reason := question.no_chart(rules):
        raise InputError(reason)
    deal, exact = question.off_deal, question.off_deal.exact(rules)
    rows = list(deal.exact_rows(rules) if exact else _simulated(deal, rules, games, seed, threads, report, parts))
    z = 0.0 if exact else simultaneous_z(len(rows))
    cells = [_cell(row, question, z) for row in rows]
    known = [_now(cell, question) for cell in cells if exact or cell["n"] >= FEWEST_VISITS]
    limit = break_even(known, question.row)
    return Result(
        command="chart",
        rules=rules,
        rows=[*cells, {"metric": "break_even", "turn": 1, **limit, "n": sum(row["n"] for row in rows)}],
        seed=None if exact else seed,
        games=None if exact else games,
        extra={"stream": STREAM_VERSION, "question": question.name, "when": DEAL, "exact": exact},
    )


def _simulated(
    deal: OffDeal, rules: GameRules, games: int, seed: int, threads: int, report: Progress, parts: Parts
) -> Iterator[dict[str, Any]]:
    slices = [(at, min(SLICE, games - at)) for at in range(0, games, SLICE)]
    total, done = deal.simulated_sums(rules, 0, 0, seed), 0
    label = label_of(rules.options(), seed, games, "off the deal")
    kinds = {"sums": Kind(np.int64, total.shape, -MOST, MOST), "slices": Kind(np.int64, (), 1, len(slices))}
    found = parts.get(label, kinds, partial(_check_sums, games))
    if found is not None:
        total, done = found["sums"], int(found["slices"])
    if done < len(slices):
        parts.work()
    with ThreadPoolExecutor(threads) as pool:
        try:
            dealt = [pool.submit(deal.simulated_sums, rules, at, size, seed) for at, size in slices[done:]]
            for part in dealt:
                total, done = total + wait_for(part), done + 1
                parts.put(label, partial(dict, sums=total, slices=np.array(done)))
                report("dealing", done, len(slices))
        finally:
            pool.shutdown(cancel_futures=True)
    return deal.simulated_rows(np.asarray(total))


def _check_sums(games: int, found: Arrays) -> None:
    """Refuse sums that cannot be those of so many slices of so many games.

    Raises
    ------
    InputError
        With what is wrong.
    """
    dealt = min(int(found["slices"]) * SLICE, games)
    hands, _, squares = found["sums"].T
    counted = sum(hands.tolist())
    if min(hands.min(), squares.min()) < 0 or counted > dealt:
        raise InputError(
            f"it counts {counted:,} hands, of one value {hands.min():,}, and squares that add up to {squares.min():,}; "
            f"allowed: up to {dealt:,} hands, nothing below 0."
        )


def _cell(row: dict[str, Any], question: StoppingQuestion, z: float) -> dict[str, Any]:
    """Return a row with its verdict; intervals, of `z` standard errors, hold for all rows together."""
    value, se = row["estimate"], row["se"]
    place = {question.row: row[question.row], "turn": 1}
    if se is None or (z and row["n"] < FEWEST_VISITS):
        return {**place, "cell": "undecided", **row}
    low, high = value - z * se, value + z * se
    verdict = "undecided" if low <= 0 <= high else question.verb if low > 0 else "wait"
    return {**place, "cell": verdict, **row, "low": low, "high": high}


def _now(cell: dict[str, Any], question: StoppingQuestion) -> dict[str, Any]:
    """Return a row as `break_even` reads it."""
    worth = {"now": cell["estimate"], "now_low": cell["low"], "now_high": cell["high"]}
    return {question.row: cell[question.row], **worth}
