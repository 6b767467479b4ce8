"""A study: one run's paths, from which charts under many payments and opponents are found without playing again."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from simcards.answers.fitting import Fitting
from simcards.answers.paths import DIGESTS, Paths, PathSet
from simcards.answers.stopping import (
    Cells,
    Chart,
    Seats,
    Verdict,
    check_cells,
    combine,
    compile_first,
    decide,
    limit_sums,
    sums_kind,
    values,
    verdicts,
    visit,
)
from simcards.compile import parse_policy
from simcards.game import StoppingQuestion
from simcards.kernels.stopping import CELL_SUMS
from simcards.playing import Run
from simcards.rules import GameRules
from simcards.runs.kinds import Arrays
from simcards.runs.parts import NOT_KEPT, Parts, label_of
from simcards.stats import Estimate, mean, scaled
from simcards.workers.kept import run_label

EQUILIBRIUM = "equilibrium"
Progress = Callable[[str, int, int], None]
"""Called with what is being done, how much is done, and how much in all."""


def silent(_what: str, _done: int, _total: int) -> None:
    """Tell nothing of the progress."""


class PlainLimit(NamedTuple):
    """Stopping at or below one row in all turns, against the same opponents on the same hands."""

    row: int
    value: Estimate
    regret: Estimate
    """What the chart is worth more."""


@dataclass(frozen=True)
class Answer:
    """A chart with all that is told about it."""

    chart: Chart
    verdicts: list[Verdict]
    value: Estimate
    """Of the chart as a policy against those it is for, in net points a hand."""
    gain: Estimate
    """Its value less that of stopping at once, or of the best plain limit, on the same hands."""
    exploitability: Estimate | None
    """What a best reply to the chart earns against it beyond what the hand is worth in equilibrium, if asked for; for
    more than two players there is no such thing."""
    limits: tuple[PlainLimit, ...] = ()
    """The plain limits, where the question has any."""
    best_limit: int | None = None
    """Row of the plain limit that did best on the hands that the chart was fitted on."""

    @property
    def undecided(self) -> float:
        """The share of visits to cells that are undecided, as often as the chart gets there; 0 if it never does."""
        visits = [(verdict.frequency, verdict.cell) for verdict in self.verdicts if verdict.row > 0]
        whole = sum(often for often, _ in visits)
        return sum(often for often, cell in visits if cell == "undecided") / whole if whole else 0.0


class Study:
    """The paths of one run in three sets: to fit charts, to judge their cells, to value them."""

    def __init__(
        self,
        run: Run,
        question: StoppingQuestion,
        games: int,
        threads: int,
        report: Progress = silent,
        draws: str = "",
        parts: Parts = NOT_KEPT,
    ) -> None:
        self.run, self.question, self.threads, self.report = run, question, threads, report
        self.parts = parts
        """Where is kept what is not to be found twice."""
        self.draws = draws
        """How the one who asks plays, as it was given."""
        third = games // 3
        self.fitting = PathSet(run, question, 0, third, threads)
        self.judging = PathSet(run, question, third, third, threads)
        self.valuing = PathSet(run, question, 2 * third, games - 2 * third, threads)
        self.games = games
        self._fitted_blocks = 0

    @property
    def tally(self) -> str:
        """The SHA-256 (hex) over the paths that answers were found on; there has to be one."""
        used = (self._fitted_blocks, len(self.judging.blocks()), len(self.valuing.blocks()))
        sets = (self.fitting, self.judging, self.valuing)
        return hashlib.sha256(b"".join(s.tally(blocks) for s, blocks in zip(sets, used, strict=True))).hexdigest()

    def label(self, rules: GameRules) -> str:
        """Return the label of all that answers under the payments of `rules` depend on, but what is asked."""
        of_hands = [self.question.name, self.question.limits, self.games, rules.hash]
        return label_of(run_label(self.run), of_hands)

    def shape(self, rules: GameRules) -> tuple[int, int, int]:
        """Return the shape of a chart under the rules."""
        return self.run.game.active(rules.players), self.question.rows(rules), self.question.columns(rules)

    def at_once(self, rules: GameRules) -> Chart:
        """Return the chart that stops as soon as the rules allow."""
        return np.ones(self.shape(rules))

    def limit(self, rules: GameRules, row: int) -> Chart:
        """Return the chart that stops at or below a row, in all turns."""
        chart = np.zeros(self.shape(rules))
        chart[:, : row + 1] = 1
        return chart

    def chart_of(self, policy: str, rules: GameRules) -> Chart:
        """Return where a policy stops by itself, as a chart for all positions."""
        players, rows, turns = self.shape(rules)
        parsed = parse_policy(self.run.game, policy)
        self.question.path_policy(parsed)
        return np.repeat(self.question.stops(rules, parsed, rows, turns)[None].astype(np.float64), players, axis=0)

    def answer(self, rules: GameRules, against: str, position: int | None = None, *, exploit: bool = True) -> Answer:
        """Return the best chart against a policy, or of an equilibrium, under the payments of `rules`.

        Without `exploit` no reply to the chart is sought: half the time of a chart against a policy.
        """
        shape = self.shape(rules)
        seats = tuple(range(shape[0])) if position is None else (position - 1,)
        compile_first(self.at_once(rules), seats)
        with Fitting(self, rules) as fitting:
            charts, found = self._fitted(fitting, rules, against, seats)
            replying = self._replying(seats, shape[0])
            best_limit = fitting.best_limit(charts.others, seats) if self.question.limits else None
            exploit = exploit and shape[0] == 2
            if exploit:
                played = combine(charts.own, charts.others, seats[0]) if len(seats) == 1 else charts.own
                charts = replace(charts, played=played, reply=fitting.best_reply(played, replying))
            self._fitted_blocks = fitting.blocks
        value, gain, reply = self._valued(rules, charts, seats, replying, best_limit)
        limits = () if best_limit is None else tuple(self._limits(rules, charts, seats))
        return Answer(charts.own, found, value, gain, reply if exploit else None, limits, best_limit)

    def _best(self, rules: GameRules, others: Chart, seats: Seats, charts: Sequence[Chart]) -> Chart:
        """Return the first chart, or where there are several chances in a turn, the one that judging hands value most.

        Fresh hands may turn several cells of a turn at once that are right only one at a time.
        """
        if not self.question.limits:
            return charts[0]

        def ask(paths: Paths) -> NDArray[np.float64]:
            return np.array([values(paths, chart, others, seats).sum() for chart in charts])

        worth = self.sums(self.judging, rules, ("best", *charts, others, seats), ask, (len(charts),))
        return charts[int(worth.argmax())]

    def _limits(self, rules: GameRules, charts: _Charts, seats: Seats) -> Iterator[PlainLimit]:
        """Yield the plain limits, valued on fresh hands."""

        def ask(paths: Paths) -> NDArray[np.float64]:
            return limit_sums(paths, charts.own, charts.others, seats)

        what = "limits", charts.own, charts.others, seats
        sums = self.sums(self.valuing, rules, what, ask, (self.shape(rules)[1], 4))
        for row, line in enumerate(sums):
            yield PlainLimit(row, *(self._mean(self.valuing.hands, part) for part in (line[:2], line[2:])))

    def _mean(self, hands: int, sums: NDArray[np.float64]) -> Estimate:
        return scaled(mean(hands, *map(float, sums)), 1 / self.question.unit)

    def _fitted(self, fitting: Fitting, rules: GameRules, against: str, seats: Seats) -> tuple[_Charts, list[Verdict]]:
        """Return the chart and what it is for, and the verdicts of fresh hands on its cells."""
        solve = against == EQUILIBRIUM
        # Where all positions have one chart, everybody's net points are 0 in an equilibrium: none needs to be found.
        settled = self.at_once(rules)
        players = self.shape(rules)[0]
        if solve or (len(seats) < players and players == 2):
            settled = fitting.equilibrium(seats)
        others = settled if solve else self.chart_of(against, rules)
        own = settled if solve else fitting.best_reply(others, seats, started=True)
        found = verdicts(self._cells(rules, own, others, seats), own, seats, self.question)
        if not solve:
            own = self._best(rules, others, seats, [decide(own, found, seats), own])
            found = [replace(v, p_stop=float(own[seats[0], v.row, v.turn])) if v.row else v for v in found]
        return _Charts(own=own, others=others, reply=own, played=own, settled=settled), found

    @staticmethod
    def _replying(seats: Seats, players: int) -> Seats:
        """Return where those sit who reply to the one who asks."""
        return tuple(range(players)) if len(seats) > 1 else tuple(s for s in range(players) if s not in seats)

    def _cells(self, rules: GameRules, own: Chart, others: Chart, seats: Seats) -> Cells:
        def ask(paths: Paths) -> NDArray[np.float64]:
            return visit(paths, own, others, seats)

        def check(sums: NDArray[np.float64]) -> None:
            check_cells(sums, self.judging.hands, len(own))

        shape = (*own.shape[1:], CELL_SUMS)
        sums = self.sums(self.judging, rules, ("cells", own, others, seats), ask, shape, check)
        return Cells(sums, self.judging.hands)

    def _valued(
        self, rules: GameRules, charts: _Charts, seats: Seats, replying: Seats, best_limit: int | None
    ) -> list[Estimate]:
        """Return what the chart is worth, its gain, and what a reply to it earns."""
        usual = self.at_once(rules) if best_limit is None else self.limit(rules, best_limit)

        def ask(paths: Paths) -> NDArray[np.float64]:
            own = values(paths, charts.own, charts.others, seats)
            plain = values(paths, usual, charts.others, seats)
            replied = values(paths, charts.reply, charts.played, replying)
            settled = values(paths, charts.settled, charts.settled, replying)
            return np.array([[x.sum(), (x * x).sum()] for x in (own, own - plain, replied - settled)])

        played = charts.own, charts.others, charts.reply, charts.played, charts.settled, usual
        sums = self.sums(self.valuing, rules, ("valuing", *played, seats, replying), ask, (3, 2))
        return [self._mean(self.valuing.hands, line) for line in sums]

    def sums(
        self,
        paths: PathSet,
        rules: GameRules,
        what: Sequence[object],
        ask: Callable[[Paths], NDArray[np.float64]],
        shape: tuple[int, ...],
        check: Callable[[NDArray[np.float64]], None] | None = None,
    ) -> NDArray[np.float64]:
        """Return the sums of what `ask` says of each block, and keep them; `what` begins with what is being done.

        What was kept before is refused if it cannot be sums of values of these hands, or if `check` refuses it.
        """

        def check_found(found: Arrays) -> None:
            paths.check_digests(found["digests"])
            if check is not None:
                check(found["sums"])

        label, total = label_of(self.label(rules), *what), len(paths.blocks())
        kind = sums_kind(shape, paths.hands, self.shape(rules)[0])
        found = self.parts.get(label, {"sums": kind, "digests": DIGESTS}, check_found)
        sums, done = np.zeros(shape), 0
        if found is not None:
            sums, digests = found["sums"], found["digests"]
            paths.remember(digests)
            done = len(digests)
        if done < total:
            self.parts.work()
            for block in paths.map(rules, ask, done):
                sums, done = sums + block, done + 1
                self.parts.put(label, Summed(paths, sums, done))
                self.report(str(what[0]), done, total)
        return sums


@dataclass(frozen=True)
class Summed:
    """The sums over the first blocks of some paths, as they are kept."""

    paths: PathSet
    sums: NDArray[np.float64]
    blocks: int

    def __call__(self) -> dict[str, NDArray[Any]]:
        """Return the arrays."""
        return {"sums": self.sums, "digests": self.paths.digests(self.blocks)}


@dataclass(frozen=True)
class _Charts:
    own: Chart
    others: Chart
    reply: Chart
    """The others' best reply to the chart."""
    played: Chart
    """How the table plays that the reply is for."""
    settled: Chart
    """An equilibrium, which says what the hand is worth."""
