"""Toy paths fed to the stopping engine: all deals at once, and studies of deals drawn at random."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from simcards.answers import study
from simcards.answers.paths import Paths
from simcards.answers.stopping import Cells, Chart, Fit, Seats, values, visit
from simcards.answers.study import Answer, Study
from simcards.games.gin.questions import KNOCK
from simcards.stats import Estimate
from tests.toys.toy_a import DEALS, SHAPE, Population

FIRST: Seats = (0,)
SECOND: Seats = (1,)
BOTH: Seats = (0, 1)
Charts = study._Charts
Sums = NDArray[np.float64]
AT_ONCE: Chart = np.ones(SHAPE)
RULES: Any = SimpleNamespace(players=2)
TOY: Any = SimpleNamespace(active=lambda players: players)
"""The game, as far as a study asks it."""


class AllDeals(Fit):
    """A fit on all deals: each block has different paths only, and is weighed by a power of two."""

    def __init__(self, toy: Population) -> None:
        bits = range(int(toy.counts.max()).bit_length())
        super().__init__([toy.paths(np.flatnonzero(toy.counts >> bit & 1)) for bit in bits], SHAPE, threads=1)
        self.hands = DEALS

    def part(self, hands: int) -> Fit:  # noqa: ARG002
        """Return all deals."""
        return self

    def cells(self, own: Chart, others: Chart, seats: Seats) -> Cells:
        """Return the sums over all deals."""
        sums = [2.0**bit * visit(paths, own, others, seats) for bit, paths in enumerate(self.blocks)]
        return Cells(np.add.reduce(sums), DEALS)

    def value(self, own: Chart, others: Chart, seats: Seats) -> float:
        """Return the mean over all deals."""
        totals = (2.0**bit * values(paths, own, others, seats).sum() for bit, paths in enumerate(self.blocks))
        return float(sum(totals)) / DEALS


class Drawn:
    """A set of drawn deals with what a study asks of a path set."""

    def __init__(self, paths: Paths) -> None:
        self.paths, self.hands = paths, paths.hands

    def blocks(self) -> list[tuple[int, int]]:
        """Return the one block there is."""
        return [(0, self.hands)]

    def scored_blocks(self, rules: Any) -> Iterator[Paths]:  # noqa: ARG002
        """Yield the paths."""
        yield self.paths

    def map(self, rules: Any, ask: Callable[[Paths], Sums], start: int = 0) -> Iterator[Sums]:  # noqa: ARG002
        """Yield what `ask` says of the paths."""
        yield ask(self.paths)


class ToyStudy(Study):
    """The chart's own study, of three sets of paths: to fit, to judge and to value."""

    def __init__(self, paths: Sequence[Paths], shape: tuple[int, int, int] = SHAPE) -> None:
        question = replace(KNOCK, rows=lambda _rules: shape[1], columns=lambda _rules: shape[2])
        super().__init__(SimpleNamespace(rules=RULES, game=TOY), question, 0, threads=1)  # type: ignore[arg-type]
        self.fitting, self.judging, self.valuing = map(Drawn, paths)  # type: ignore[assignment]

    def label(self, rules: Any) -> str:  # noqa: ARG002
        """Return the label of all toys, of which nothing is kept."""
        return "toy"

    def chart_of(self, policy: str, rules: Any) -> Chart:  # noqa: ARG002
        """Return the chart of the only policy that is asked for: to knock at once."""
        return self.at_once(rules)

    def best_reply(self) -> Answer:
        """Return the first player's best chart against one who knocks at once."""
        return self.answer(RULES, "greedy", position=1)

    def _valued(self, rules: Any, charts: Charts, *rest: Any) -> list[Estimate]:
        self.charts = charts
        return super()._valued(rules, charts, *rest)

    def judged(self, own: Chart, others: Chart, seats: Seats) -> Cells:
        """Return a chart's cells."""
        return self._cells(RULES, own, others, seats)

    def valued(self, charts: Charts) -> Answer:
        """Return what charts of the first player are worth, and how far they can be exploited."""
        value, gain, exploitability = self._valued(RULES, charts, FIRST, SECOND, None)
        return Answer(charts.own, [], value, gain, exploitability)


def draw_study(toy: Population, rng: np.random.Generator, hands: int) -> ToyStudy:
    """Return a study of so many random deals to fit, to judge, and to value each."""
    return ToyStudy([toy.sample(rng, hands) for _ in range(3)])
