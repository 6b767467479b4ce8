"""How often the engine's intervals hold what they should, on hands of toy A whose truth is known."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping

import numpy as np

from simcards.answers.stopping import FEWEST_VISITS, Cells, combine, verdicts
from simcards.games.gin.questions import KNOCK
from simcards.stats import Estimate, Z
from tests.toys.studies import AT_ONCE, BOTH, FIRST, SECOND, AllDeals, Charts, draw_study
from tests.toys.toy_a import SHAPE, population

Tally = Mapping[str, tuple[int, int]]
"""Intervals that held the truth, and intervals in all, by what they are for."""

FIGURES = ("value", "gain", "exploitability")


def truths(whole: AllDeals, charts: Charts) -> dict[str, float]:
    """Return what `FIGURES` are in truth."""
    own, plain = (whole.value(chart, charts.others, FIRST) for chart in (charts.own, AT_ONCE))
    replied = whole.value(charts.reply, charts.played, SECOND)
    settled = whole.value(charts.settled, charts.settled, SECOND)
    return dict(zip(FIGURES, (own, own - plain, replied - settled), strict=True))


def holds(interval: Estimate, truth: float) -> bool:
    """Return whether an interval holds the truth."""
    assert interval.low is not None
    assert interval.high is not None
    return interval.low <= truth <= interval.high


def hits(name: str, cells: Cells, right: Cells) -> Iterator[tuple[str, bool]]:
    """Yield whether each cell's interval holds the true D by itself, and whether all hold it together."""
    truth = right.mean
    near = abs(cells.mean - truth) <= Z * cells.se
    for row, turn in np.argwhere(cells.visits >= FEWEST_VISITS):
        if row > 0:
            yield name, bool(near[row, turn])
    found = verdicts(cells, AT_ONCE, FIRST, KNOCK)
    enough = [verdict for verdict in found if verdict.row > 0 and verdict.d.n >= FEWEST_VISITS]
    yield f"all {name} together", all(holds(verdict.d, truth[verdict.row, verdict.turn]) for verdict in enough)


def fixed_charts(whole: AllDeals) -> Charts:
    """Return the first player's best chart against one who knocks at once, and the other's reply to it."""
    best = whole.best_reply(AT_ONCE, FIRST)
    played = combine(best, AT_ONCE, 0)
    return Charts(best, AT_ONCE, whole.best_reply(played, SECOND), played, AT_ONCE)


def of_fixed_charts(repeats: int, hands: int, seed: int) -> Tally:
    """Return the coverage of what is told of charts that were given."""
    toy = population()
    whole, rng = AllDeals(toy), np.random.default_rng(seed)
    charts = fixed_charts(whole)
    mixed = np.full(SHAPE, 0.5)
    right = truths(whole, charts)
    right_cells, right_mixed = whole.cells(charts.own, charts.others, FIRST), whole.cells(mixed, mixed, BOTH)
    tally: Counter[tuple[str, bool]] = Counter()
    for _ in range(repeats):
        study = draw_study(toy, rng, hands)
        answer = study.valued(charts)
        tally.update((figure, holds(getattr(answer, figure), right[figure])) for figure in FIGURES)
        tally.update(hits("d", study.judged(charts.own, charts.others, FIRST), right_cells))
        tally.update(hits("d of both positions", study.judged(mixed, mixed, BOTH), right_mixed))
    return shares(tally)


def of_fitted_charts(repeats: int, hands: int, seed: int) -> Tally:
    """Return the coverage of what is told of the charts that studies find, each against its own truth."""
    toy = population()
    whole, rng = AllDeals(toy), np.random.default_rng(seed)
    tally: Counter[tuple[str, bool]] = Counter()
    for _ in range(repeats):
        study = draw_study(toy, rng, hands)
        answer = study.best_reply()
        charts = study.charts
        right = truths(whole, charts)
        tally.update((figure, holds(getattr(answer, figure), right[figure])) for figure in FIGURES)
    return shares(tally)


def shares(tally: Counter[tuple[str, bool]]) -> Tally:
    """Return hits and intervals by name."""
    return {name: (tally[name, True], tally[name, True] + tally[name, False]) for name in {name for name, _ in tally}}
