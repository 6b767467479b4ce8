"""How a stopping chart moves with what is paid: charts under other payments, found on one set of stored hands."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from simcards.answers.chart import FEWEST_GAMES, MOST_CHART_GAMES, open_study, result_of
from simcards.answers.study import EQUILIBRIUM
from simcards.compile import Policy
from simcards.errors import InputError
from simcards.game import StoppingQuestion
from simcards.result import Result
from simcards.rules import GameRules, load_rules

Progress = Callable[[int, int], None]


@dataclass(frozen=True)
class Charted:
    """A chart under payments that differ in one option at most."""

    option: str | None
    """What differs, or None for the rules as they are."""
    value: object
    against: str
    result: Result


@dataclass(frozen=True)
class PaymentCharts:
    """The charts of a question under the rules and under other payments, against a policy and in equilibrium."""

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
    def opponents(self) -> tuple[str, str]:
        """The policy, and the word for an equilibrium."""
        return self.against, EQUILIBRIUM

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
        """The rows of all charts, each with `against` and the payments."""
        for chart in self.charted:
            options = chart.result.rules.options()
            paid = {option: options[option] for option in self.payments}
            yield from ({"against": chart.against, **paid, **row} for row in chart.result.rows)


def payment_charts(
    rules: GameRules,
    question: str,
    policies: Sequence[Policy],
    *,
    games: int,
    seed: int = 1,
    threads: int | None = None,
    progress: Progress | None = None,
) -> PaymentCharts:
    """Find the charts of a question under `rules`, and under each usual value of each option that is only paid.

    Parameters
    ----------
    rules
        The rule set.
    question
        Such as ``knock``.
    policies
        How the one who asks draws and discards, and the other's whole play.
    games
        Hands in all, a third each to fit the charts, to judge their cells, and to value them; at least 300 and at most
        1,000,000,000 are played.
    seed, threads
        As for `simulate`.
    progress
        Called with how many charts are found, and of how many.

    Raises
    ------
    InputError
        If stored hands cannot answer for a policy.
    """
    asks, other = policies
    games = min(max(games, FEWEST_GAMES), MOST_CHART_GAMES)
    study = open_study(rules.game, question, rules, policy=str(asks), games=games, seed=seed, threads=threads)
    variants = [(None, None, rules), *_variants(rules, study.question)]
    opponents = (str(other), EQUILIBRIUM)
    tell = progress or (lambda _done, _total: None)
    charted: list[Charted] = []
    for option, value, changed in variants:
        for against in opponents:
            tell(len(charted), len(variants) * len(opponents))
            # Half the time of a chart against a policy goes into a reply to it, which only the rules themselves need.
            answer = study.answer(changed, against, exploit=option is None or against == EQUILIBRIUM)
            charted.append(Charted(option, value, against, result_of(study, changed, against, None, answer)))
    return PaymentCharts(rules, str(other), study.question.payments, charted)


def no_chart(rules: GameRules, question: str, policies: Sequence[Policy]) -> str:
    """Return why a question has no chart under these rules, with these policies, or an empty text if it has one."""
    asks, other = policies
    try:
        study = open_study(rules.game, question, rules, policy=str(asks))
        study.question.path_policy(other)
    except InputError as error:
        return str(error)
    return ""


def _variants(rules: GameRules, question: StoppingQuestion) -> Iterator[tuple[str, object, GameRules]]:
    for option in question.payments:
        for value in rules.usual(option):
            yield option, value, load_rules(rules.game, {**rules.options(), option: value})
