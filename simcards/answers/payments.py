"""How a stopping chart moves with what is paid: charts under other payments, found on one set of stored hands."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from copy import copy
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from simcards.answers.chart import FEWEST_GAMES, MOST_CHART_GAMES, check_alike, open_study, result_of
from simcards.answers.paths import Paths
from simcards.answers.stopping import values
from simcards.answers.study import EQUILIBRIUM, Study
from simcards.compile import Policy
from simcards.errors import InputError
from simcards.result import Result
from simcards.rules import GameRules, load_rules
from simcards.runs.parts import NOT_KEPT, Parts
from simcards.stats import Estimate, mean, scaled

Progress = Callable[[int, int], None]


@dataclass(frozen=True)
class Charted:
    """A chart under payments that differ in one option at most."""

    option: str | None
    """What differs, or None for the rules as they are."""
    value: object
    against: str
    result: Result
    plain: Mapping[int, Estimate] = field(default_factory=dict)
    """What plain limits earn under these payments, against the same opponents on the same hands."""


@dataclass(frozen=True)
class PaymentCharts:
    """The charts of a question under the rules and other payments, against a policy and perhaps in equilibrium."""

    rules: GameRules
    against: str
    """The policy; its charts and those in equilibrium take turns."""
    payments: tuple[str, ...]
    charted: Sequence[Charted]

    def base(self, against: str) -> Result:
        """Return the chart under the rules as they are."""
        return next(chart.result for chart in self.charted if chart.option is None and chart.against == against)

    def of(self, against: str) -> list[Charted]:
        """Return the charts against a policy, or those in equilibrium: first the one under the rules as they are."""
        return [chart for chart in self.charted if chart.against == against]

    @property
    def opponents(self) -> tuple[str, ...]:
        """The policy, and the word for an equilibrium if there is one."""
        return tuple(dict.fromkeys(chart.against for chart in self.charted))

    @property
    def games(self) -> int:
        """Stored hands, in three parts."""
        return self.base(self.against).games or 0

    @property
    def tally(self) -> str:
        """The SHA-256 (hex) over the stored hands."""
        return str(self.base(self.against).tally)

    @property
    def rows(self) -> Iterator[dict[str, Any]]:
        """The rows of all charts, and of plain limits, each with `against` and the payments."""
        for chart in self.charted:
            options = chart.result.rules.options()
            keys = {"against": chart.against, **{option: options[option] for option in self.payments}}
            yield from ({**keys, **row} for row in chart.result.rows)
            for limit, value in chart.plain.items():
                yield {**keys, "metric": "plain_limit", "limit": limit, **value.to_dict()}


def payment_charts(  # noqa: PLR0913 (all but the first three have defaults and go by name)
    rules: GameRules,
    question: str,
    policies: Sequence[Policy],
    *,
    payments: Sequence[str] | None = None,
    equilibrium: bool = True,
    plain: Sequence[int] = (),
    games: int,
    seed: int = 1,
    threads: int | None = None,
    progress: Progress | None = None,
    parts: Parts = NOT_KEPT,
) -> PaymentCharts:
    """Find the charts of a question under `rules`, and under each usual value of each option that is only paid.

    Parameters
    ----------
    rules
        The rule set.
    question
        Such as ``knock``.
    policies
        How the one who asks draws and discards, and the others' whole play, the same for all of them.
    payments
        The options; by default those that the question names.
    equilibrium
        Whether charts in equilibrium are found too; for two players.
    plain
        Limits, the same in all turns, whose value is told under each of the payments.
    games
        Hands in all, a third each to fit the charts, to judge their cells, and to value them; at least 300 and at most
        1,000,000,000 are played.
    seed, threads
        As for `simulate`.
    progress
        Called with how many charts are found, and of how many.
    parts
        Where is kept what is not to be found twice.

    Raises
    ------
    InputError
        If stored hands cannot answer for a policy.
    """
    against = str(policies[1])
    games = min(max(games, FEWEST_GAMES), MOST_CHART_GAMES)
    study = open_study(
        rules.game, question, rules, policy=str(policies[0]), games=games, seed=seed, threads=threads, parts=parts
    )
    options = study.question.payments if payments is None else tuple(payments)
    variants = [(None, None, rules), *_variants(rules, options)]
    opponents = (against, EQUILIBRIUM) if equilibrium else (against,)
    tell = progress or (lambda _done, _total: None)
    charted: list[Charted] = []
    for option, value, changed in variants:
        for rival in opponents:
            tell(len(charted), len(variants) * len(opponents))
            # Half the time of a chart against a policy goes into a reply to it, which only the rules themselves need;
            # so do comparisons with dozens of plain limits.
            asked = study if option is None else without_limits(study)
            answer = asked.answer(changed, rival, exploit=option is None or rival == EQUILIBRIUM)
            worth = plain_values(study, changed, rival, plain) if plain else {}
            charted.append(Charted(option, value, rival, result_of(study, changed, rival, None, answer), worth))
    return PaymentCharts(rules, against, options, charted)


def without_limits(study: Study) -> Study:
    """Return a study of the same hands that compares charts with stopping at once, not with every plain limit."""
    few = copy(study)
    few.question = replace(study.question, limits=False)
    return few


def plain_values(study: Study, rules: GameRules, against: str, limits: Sequence[int]) -> dict[int, Estimate]:
    """Return what limits, the same in all turns, earn against a policy on the hands on which nothing was chosen."""
    charts = [study.limit(rules, limit - study.question.first_row) for limit in limits]
    others = study.chart_of(against, rules)
    seats = tuple(range(len(others)))

    def ask(paths: Paths) -> NDArray[np.float64]:
        worth = (values(paths, chart, others, seats) for chart in charts)
        return np.array([[each.sum(), (each * each).sum()] for each in worth])

    what = "plain limits", others, list(limits)
    sums = study.sums(study.valuing, rules, what, ask, (len(charts), 2))
    unit, hands = study.question.unit, study.valuing.hands
    lines = zip(limits, sums.tolist(), strict=True)
    return {limit: scaled(mean(hands, total, squares), 1 / unit) for limit, (total, squares) in lines}


def no_chart(rules: GameRules, question: str, policies: Sequence[Policy]) -> str:
    """Return why a question has no chart under these rules, with these policies, or an empty text if it has one."""
    asks, *others = policies
    if len({str(other) for other in others}) > 1:
        return "The others do not all play alike, and a chart is for opponents who do."
    try:
        check_alike(open_study(rules.game, question, rules, policy=str(asks)), others[0])
    except InputError as error:
        return str(error)
    return ""


def _variants(rules: GameRules, options: Sequence[str]) -> Iterator[tuple[str, object, GameRules]]:
    for option in options:
        for value in rules.usual(option):
            yield option, value, load_rules(rules.game, {**rules.options(), option: value})
