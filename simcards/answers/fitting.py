"""Charts fitted on a study's first set of paths, each found once."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Self

import numpy as np
from numpy.typing import NDArray

from simcards.answers.paths import DIGESTS
from simcards.answers.stopping import Chart, Fit, Seats, sums_kind
from simcards.rules import GameRules
from simcards.runs.kinds import Kind
from simcards.runs.parts import label_of

if TYPE_CHECKING:
    from simcards.answers.study import Study


class Fitting:
    """What is fitted on a study's first set of paths, which are played if something is not kept."""

    def __init__(self, study: Study, rules: GameRules) -> None:
        self.study, self.rules = study, rules
        self.label = study.label(rules)
        self._fit: Fit | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if self._fit is not None:
            self._fit.__exit__()

    @property
    def fit(self) -> Fit:
        """The paths, as many blocks as there is room for."""
        if self._fit is None:
            study, total = self.study, len(self.study.fitting.blocks())
            study.parts.work()
            paths = []
            for block in study.fitting.scored_blocks(self.rules):
                paths.append(block)
                study.report("playing", len(paths), total)
            study.parts.put(self._played, lambda: {"digests": study.fitting.digests(len(paths))})
            self._fit = Fit(paths, study.shape(self.rules), study.threads)
        return self._fit

    @property
    def _played(self) -> str:
        return label_of(self.label, "fitting")

    @property
    def blocks(self) -> int:
        """How many blocks have been played for it, now or before."""
        fitting = self.study.fitting
        found = None
        if self._fit is None:
            found = self.study.parts.get(
                self._played, {"digests": DIGESTS}, lambda found: fitting.check_digests(found["digests"])
            )
        if found is None:
            return len(self.fit.blocks)
        fitting.remember(found["digests"])
        return len(found["digests"])

    def best_reply(self, others: Chart, seats: Seats, *, started: bool = False) -> Chart:
        """Return the best chart found against `others`; `started` from never stopping and the best plain limit too."""

        def reply() -> Chart:
            starts = self._starts(others, seats) if started else []
            return self.fit.best_reply(others, seats, starts)

        return self._once(("reply", others, seats, started), reply)

    def equilibrium(self, seats: Seats) -> Chart:
        """Return a chart that is its own best reply."""
        report = self.study.report
        return self._once(
            ("equilibrium", seats), lambda: self.fit.equilibrium(seats, lambda *done: report("equilibrium", *done))
        )

    def best_limit(self, others: Chart, seats: Seats) -> int:
        """Return the row of the plain limit that does best on these very hands."""
        players, rows, _ = self.study.shape(self.rules)
        kind = sums_kind((rows, 4), self.study.fitting.hands, players)
        limits = self._once(("limits", others, seats), lambda: self.fit.limits(others, seats), kind)
        return int(limits[:, 0].argmax())

    def _starts(self, others: Chart, seats: Seats) -> list[Chart]:
        """Return the charts from which a reply is sought beside stopping at once: never, and the best plain limit."""
        if not self.study.question.limits:
            return []
        limit = self.study.limit(self.rules, self.best_limit(others, seats))
        return [np.zeros(self.study.shape(self.rules)), limit]

    def _once(
        self,
        what: Sequence[object],
        find: Callable[[], NDArray[np.float64]],
        kind: Kind | None = None,
    ) -> NDArray[np.float64]:
        """Return what was found of it, a chart if there is no other `kind`, or find it."""
        label = label_of(self.label, "fitted", *what)
        found = self.study.parts.get(label, {"fitted": kind or Kind(np.float64, self.study.shape(self.rules), 0, 1)})
        if found is not None:
            return found["fitted"]
        fitted = find()
        self.study.parts.put(label, lambda: {"fitted": fitted})
        return fitted
