"""The best plain limit under many rule sets: at or below which to stop, in every turn, against the others' policy.

It is found on one half of some stored hands and compared with the other limits on the other half.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from simcards.answers.paths import Paths, PathSet
from simcards.answers.stopping import Chart, compile_first, limit_sums
from simcards.answers.study import Study
from simcards.compile import Policy
from simcards.errors import InputError
from simcards.game import StoppingQuestion
from simcards.playing import Run
from simcards.rules import GameRules
from simcards.runs.kinds import Arrays, Kind
from simcards.runs.parts import NOT_KEPT, Parts, label_of
from simcards.stats import mean

HANDS = 25_000
"""Stored hands to find a limit on, and as many to compare it on; rule sets that only pay otherwise share them."""


class BestLimit(NamedTuple):
    """A limit, and the limits that cannot be told from it with 95 %; None: never to stop."""

    limit: int | None
    low: int | None
    high: int | None
    n: int
    """Hands that they were compared on."""


@dataclass(frozen=True)
class _Asked:
    """A question that a run's policies allow."""

    question: StoppingQuestion
    policy: Policy
    """Of all seats, its stopping included."""


def best_limits(
    runs: Sequence[Run],
    threads: int,
    hands: int = HANDS,
    parts: Parts = NOT_KEPT,
) -> dict[str, Mapping[str, BestLimit]]:
    """Return by hash of the rule set, and by question, the best limit under each rule set of the runs.

    It is found on `hands` stored hands, and compared on as many; `parts` keeps it. A question is left out where it does
    not arise, or where stored hands cannot answer for the policies.
    """
    found: dict[str, dict[str, BestLimit]] = {}
    for run in runs:
        for asked in _asked(run):
            for rules, study in _studies(run, asked, threads, hands):
                best = _kept_best(study, rules, asked.policy, parts)
                found.setdefault(rules.hash, {})[asked.question.name] = best
    return dict(found)


def _asked(run: Run) -> Iterator[_Asked]:
    if not run.same_policy:
        return
    for question in run.engine.stopping.values():
        try:
            question.path_policy(run.policies[0])
        except InputError:
            continue
        if not question.no_chart(run.rules):
            yield _Asked(question, run.policies[0])


def _studies(run: Run, asked: _Asked, threads: int, hands: int) -> Iterator[tuple[GameRules, Study]]:
    """Yield each rule set with hands that can be scored under it: those of the first wherever that is possible."""
    question = asked.question
    draws = (question.path_policy(asked.policy),) * len(run.policies)

    def study(rules: GameRules) -> Study:
        return Study(Run(run.game, rules, draws, run.seed), question, 3 * hands, threads)

    shared = study(run.rules)
    for rules in run.rule_sets:
        options = run.rules.options()
        changed = {option for option, value in rules.options().items() if value != options[option]}
        if changed <= question.rescored:
            yield rules, shared
        elif not question.no_chart(rules):
            yield rules, study(rules)


def _kept_best(study: Study, rules: GameRules, policy: Policy, parts: Parts) -> BestLimit:
    label = label_of(study.label(rules), str(policy), rules.hash, "best limit")
    hands, rows = study.judging.hands, study.shape(rules)[1]

    def check(found: Arrays) -> None:
        limit, low, high, n = found["best"].tolist()
        if not low <= limit <= high < rows + study.question.first_row or n != hands:
            raise InputError(
                f"the best limit is {limit}, from {low} to {high}, of {n:,} hands; allowed: one of {rows:,} limits, "
                f"within its range, of {hands:,} hands."
            )

    found = parts.get(label, {"best": Kind(np.int64, (len(BestLimit._fields),), -1, hands + rows)}, check)
    if found is None:
        parts.work()
        best = _best(study, rules, policy)
        parts.put(label, lambda: {"best": np.array([-1 if value is None else value for value in best])})
        return best
    *limits, n = found["best"].tolist()
    limit, low, high = (None if value < 0 else value for value in limits)
    return BestLimit(limit, low, high, n)


def _best(study: Study, rules: GameRules, policy: Policy) -> BestLimit:
    others = study.chart_of(str(policy), rules)
    seats = tuple(range(len(others)))
    compile_first(others, seats)
    best = int(_sums(study.fitting, rules, study.limit(rules, 0), others)[:, 0].argmax())
    fresh = _sums(study.judging, rules, study.limit(rules, best), others)
    hands = study.judging.hands
    like = [row for row, line in enumerate(fresh) if row == best or not _worse(line, hands)]
    values = (row + study.question.first_row for row in (best, like[0], like[-1]))
    limit, low, high = (value if value >= 0 else None for value in values)
    return BestLimit(limit, low, high, hands)


def _sums(paths: PathSet, rules: GameRules, own: Chart, others: Chart) -> NDArray[np.float64]:
    def ask(block: Paths) -> NDArray[np.float64]:
        return limit_sums(block, own, others, tuple(range(len(others))))

    return np.asarray(np.add.reduce(list(paths.map(rules, ask))))


def _worse(line: NDArray[np.float64], hands: int) -> bool:
    """Return whether a limit is shown to earn less than the best."""
    less = mean(hands, float(line[2]), float(line[3]))
    return less.low is not None and less.low > 0
