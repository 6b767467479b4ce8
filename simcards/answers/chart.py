"""Charts of stopping questions: when to knock, against a named policy or in equilibrium."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from simcards import registry
from simcards.answers.off_deal import DEAL, off_deal_chart
from simcards.answers.study import EQUILIBRIUM, Answer, Progress, Study, silent
from simcards.answers.thresholds import limit_rows
from simcards.compile import Policy, parse_policy
from simcards.errors import InputError, did_you_mean, shorten
from simcards.game import Game, StoppingQuestion
from simcards.kernels.rng import STREAM_VERSION
from simcards.limits import MOST_SEED, MOST_THREADS, check_range, processors
from simcards.playing import Run
from simcards.result import Result
from simcards.rules import GameRules, load_rules
from simcards.runs.about import about_parts, rules_about
from simcards.runs.manifest import ChartOptions, check
from simcards.runs.names import RESULTS
from simcards.runs.parts import NOT_KEPT, Parts, new_parts
from simcards.words import listed, shown

GAMES = 3_000_000
"""Hands by default: a third each to fit the chart, to judge its cells, and to value it."""

FEWEST_GAMES = 300
MOST_CHART_GAMES = 10**9
"""Hours on a large machine; no cell that matters is undecided by then."""


class NoChart(InputError):  # noqa: N818 (named for what it is)
    """Nobody could stop in any of the hands, so there is no chart."""


def open_study(  # noqa: PLR0913 (all but the first three have defaults and go by name)
    game: str,
    question: str,
    rules: GameRules,
    *,
    policy: str | None = None,
    games: int = GAMES,
    seed: int = 1,
    threads: int | None = None,
    report: Progress = silent,
    parts: Parts = NOT_KEPT,
) -> Study:
    """Return the study of a question, its paths not played yet.

    Raises
    ------
    InputError
        If the game has no such question, or something is out of its range.
    """
    found, asked = registry.game(game), stopping_question(game, question)
    threads = processors() if threads is None else threads
    check_run(games, seed, threads)
    if reason := asked.no_chart(rules):
        raise InputError(reason)
    draws = asked.path_policy(parse_policy(found, found.default_policy if policy is None else policy))
    run = Run(found, rules, (draws,) * found.active(rules.players), seed)
    return Study(run, asked, games, threads, report, found.default_policy if policy is None else policy, parts)


def stopping_question(game: str, question: str) -> StoppingQuestion:
    """Return a game's question about stopping.

    Raises
    ------
    InputError
        If the game has no such question.
    """
    questions = registry.game(game).load_engine().stopping
    if question not in questions:
        known = ", ".join(questions) or "none"
        raise InputError(
            f"{game} has no chart {shorten(question)!r}; its charts: {known}.{did_you_mean(question, questions)}"
        )
    return questions[question]


def check_run(games: int, seed: int, threads: int) -> tuple[int, int, int]:
    """Return the numbers of a chart's run, none of them out of its range."""
    return (
        check_range("--games", games, FEWEST_GAMES, MOST_CHART_GAMES),
        check_range("--seed", seed, 0, MOST_SEED),
        check_range("--threads", threads, 1, MOST_THREADS),
    )


def check_off_deal(when: str, against: str | None, policy: str | None, position: int | str | None) -> None:
    """Refuse what a chart of the deal has no use for."""
    if when != DEAL:
        raise InputError(f"--when was given {shorten(when)!r}; allowed: {DEAL}, or nothing for all turns.")
    given = {"--against": against, "--policy": policy, "--position": position}
    if unused := [option for option, value in given.items() if value is not None]:
        raise InputError(
            f"{listed(unused, 'and')} was given with --when {DEAL}; allowed: neither, since off the deal nobody has "
            "played yet."
        )


def chart(  # noqa: PLR0913 (all but the first two have defaults and go by name)
    game: str,
    question: str,
    rules: GameRules | str | Path | Mapping[str, object] | None = None,
    overrides: Mapping[str, object] | Sequence[str] = (),
    *,
    against: str | None = None,
    policy: str | None = None,
    position: int | str | None = None,
    when: str | None = None,
    games: int = GAMES,
    seed: int = 1,
    threads: int | None = None,
    report: Progress = silent,
    name: str | None = None,
    results: str | Path = RESULTS,
) -> Result:
    """Return a strategy chart: where to stop, what that is worth, and how sure it is.

    Parameters
    ----------
    game, question
        Such as ``"gin", "knock"``.
    rules, overrides
        What `simcards.load_rules` takes, or a rule set.
    against
        A policy, with its whole play, or ``"equilibrium"``; by default the game's default policy.
    policy
        How the one who asks draws and discards; by default the game's default policy.
    position
        1 for the first to act, or a role; None for all positions together.
    when
        ``"deal"``: only what stopping straight off the deal is worth, against nothing, whoever the others are; exact
        where the game can be counted, else from simulated deals.
    games
        Hands in all, in three parts: to fit, to judge cells, to value.
    seed, threads, name, results
        As for `simcards.simulate`.
    report
        Called with (what, done, in all) now and then.

    Returns
    -------
    Result
        A row a cell with `cell`, the chance to stop, D (`estimate`, with an interval that holds for all cells
        together), `frequency` and `cost`; and a row each for the metrics `value`, `gain` and `exploitability`, from
        fresh hands, in net points a hand.

    Raises
    ------
    InputError
        If something is unknown or out of its range, or stored paths cannot answer for a policy.
    """
    rule_set = load_rules(game, rules, overrides)
    games, seed, threads = check_run(games, seed, processors() if threads is None else threads)
    asked = AskedChart(rule_set, question, against, policy, position, when, games, seed)
    asked.check(threads)
    if name is None:
        return asked.find(threads, report)
    with new_parts(name, asked.about(), games, results) as parts:
        return parts.ended(asked.find(threads, report, parts))


@dataclass(frozen=True)
class AskedChart:
    """A chart that is asked for."""

    rules: GameRules
    question: str
    against: str | None
    policy: str | None
    position: int | str | None
    when: str | None
    games: int
    seed: int

    @classmethod
    def of(cls, about: Mapping[str, Any], games: int) -> AskedChart:
        """Return the chart that `about` told of.

        Raises
        ------
        InputError
            If it is none that can be found.
        """
        options = check(ChartOptions, about["options"], "This is no chart").model_dump()
        return cls(rules_about(about), **options, games=games, seed=about["seed"])

    def about(self) -> dict[str, Any]:
        """Return all that the numbers depend on but their number, as a stored run keeps it."""
        options = {name: getattr(self, name) for name in ChartOptions.model_fields}
        return about_parts("chart", self.rules, [], self.seed, options)

    def check(self, threads: int) -> None:
        """Refuse what cannot be found, before any hand is played."""
        if self.when is not None:
            check_off_deal(self.when, self.against, self.policy, self.position)
            stopping_question(self.rules.game, self.question)
            check_run(self.games, self.seed, threads)
        else:
            self._study(threads, silent, NOT_KEPT)

    def find(self, threads: int, report: Progress = silent, parts: Parts = NOT_KEPT) -> Result:
        """Find it; nothing that is kept in `parts` is found twice."""
        if self.when is not None:
            question = stopping_question(self.rules.game, self.question)
            return off_deal_chart(self.rules, question, self.games, self.seed, threads, report, parts)
        study, rival, place = self._study(threads, report, parts)
        return result_of(study, self.rules, rival, place, study.answer(self.rules, rival, place))

    def _study(self, threads: int, report: Progress, parts: Parts) -> tuple[Study, str, int | None]:
        """Return the study of the question, nothing played yet, whom it is asked against, and of which position."""
        rules, asked = self.rules, stopping_question(self.rules.game, self.question)
        found = registry.game(rules.game)
        rival = found.default_policy if self.against is None else self.against
        named = opponent(found, rules, rival)
        usual = asked.path_policy(parse_policy(found, found.default_policy))
        alike = named is None or asked.path_policy(named) == usual
        draws = rival if self.policy is None and not alike else self.policy
        study = open_study(
            rules.game,
            self.question,
            rules,
            policy=draws,
            games=self.games,
            seed=self.seed,
            threads=threads,
            report=report,
            parts=parts,
        )
        place = None if self.position is None else position_of(found, rules, self.position)
        if named is not None:
            check_alike(study, named)
        return study, rival, place


def position_of(game: Game, rules: GameRules, position: int | str) -> int:
    """Return the position that `--position` names, by its number or as a role.

    Raises
    ------
    InputError
        If it is neither.
    """
    most = game.active(rules.players)
    number = game.roles.get(str(position), position)
    if not isinstance(number, int) or not 1 <= number <= most:
        roles = "".join(f", {role}" for role in game.roles)
        raise InputError(
            f"--position was given {shown(position)}; allowed: a whole number from 1 to {most}{roles}."
            f"{did_you_mean(str(position), game.roles)}"
        )
    return number


def opponent(game: Game, rules: GameRules, against: str) -> Policy | None:
    """Return the policy that `--against` names, or None for an equilibrium.

    Raises
    ------
    InputError
        If it is neither, or an equilibrium of more than two players.
    """
    names = [EQUILIBRIUM, *(policy.name for policy in game.policies)]
    if against.partition(":")[0] not in names:
        known = ", ".join(names)
        raise InputError(f"--against was given {shorten(against)!r}; allowed: {known}.{did_you_mean(against, names)}")
    if against != EQUILIBRIUM:
        return parse_policy(game, against)
    if game.active(rules.players) > 2:
        raise InputError(
            f"--against equilibrium was given for {rules.players} players; allowed: a policy, since with more than "
            "two players an equilibrium is no advice: what is best depends on what the others do."
        )
    return None


def check_alike(study: Study, rival: Policy) -> None:
    """Refuse an opponent who does not play the stored hands as the one who asks does, before any is played.

    Raises
    ------
    InputError
        If they differ, or the opponent's other play depends on stopping.
    """
    if study.question.path_policy(rival) != study.run.policies[0]:
        raise InputError(
            f"--policy was given {study.draws} and --against {rival}; allowed: policies that differ only in when they "
            f"{study.question.verb}, since all play the stored hands alike. Give --against alone."
        )


def limit_of(question: StoppingQuestion, row: int) -> int | None:
    """Return what a limit of a row stands for, None for never to stop."""
    value = row + question.first_row
    return value if value >= 0 else None


def result_of(study: Study, rules: GameRules, against: str, position: int | None, answer: Answer) -> Result:
    """Return an answer as a result with flat rows.

    Raises
    ------
    NoChart
        If nobody could stop in any hand that judges cells.
    """
    question = study.question
    shown = [verdict for verdict in answer.verdicts if verdict.row + question.first_row >= 0]
    if not shown:
        raise NoChart(
            f"Nobody could {question.verb} in any of {study.judging.hands:,} hands, so there is no chart; "
            "allowed: more hands (--games)."
        )
    cells = [
        {
            question.row: verdict.row + question.first_row,
            **question.column_keys(rules, verdict.turn),
            "cell": verdict.cell,
            f"p_{question.verb}": verdict.p_stop,
            **verdict.d.to_dict(),
            "now": verdict.now.estimate,
            "now_low": verdict.now.low,
            "now_high": verdict.now.high,
            "frequency": verdict.frequency,
            "cost": verdict.cost if verdict.row else None,
        }
        for verdict in shown
    ]
    limits = [
        {"metric": metric, "limit": limit_of(question, plain.row), **value.to_dict()}
        for plain in answer.limits
        for metric, value in (("limit_value", plain.value), ("regret", plain.regret))
    ]
    if question.limits:
        order = sorted(range(len(shown)), key=lambda place: shown[place].turn)
        limits += limit_rows([cells[place] for place in order], question.row)
    metrics = {"value": answer.value, "gain": answer.gain}
    if answer.exploitability is not None:
        metrics["exploitability"] = answer.exploitability
    return Result(
        command="chart",
        rules=rules,
        rows=[*cells, *({"metric": metric, **value.to_dict()} for metric, value in metrics.items()), *limits],
        seed=study.run.seed,
        games=study.games,
        policies=[study.draws, against],
        tally=study.tally,
        extra={
            "stream": STREAM_VERSION,
            "question": question.name,
            "against": against,
            "position": position,
            **({"role": study.run.game.role(position)} if study.run.game.roles else {}),
            "undecided": answer.undecided,
            **({} if answer.best_limit is None else {"best_limit": limit_of(question, answer.best_limit)}),
        },
    )
