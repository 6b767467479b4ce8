"""Charts of stopping questions: when to knock, against a named policy or in equilibrium."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from simcards import registry
from simcards.answers.study import EQUILIBRIUM, Answer, Progress, Study, silent
from simcards.compile import parse_policy
from simcards.errors import InputError, did_you_mean, shorten
from simcards.kernels.rng import STREAM_VERSION
from simcards.limits import MOST_SEED, MOST_THREADS, check_range, processors
from simcards.result import Result
from simcards.rules import GameRules, load_rules
from simcards.simulation import Run

GAMES = 3_000_000
"""Hands by default: a third each to fit the chart, to judge its cells, and to value it."""

FEWEST_GAMES = 300
MOST_CHART_GAMES = 10**9
"""Hours on a large machine; no cell that matters is undecided by then."""


def open_study(
    game: str,
    question: str,
    rules: GameRules,
    *,
    policy: str | None = None,
    games: int = GAMES,
    seed: int = 1,
    threads: int | None = None,
    report: Progress = silent,
) -> Study:
    """Return the study of a question, its paths not played yet.

    Raises
    ------
    InputError
        If the game has no such question, or something is out of its range.
    """
    found = registry.game(game)
    questions = found.load_engine().stopping
    if question not in questions:
        known = ", ".join(questions) or "none"
        raise InputError(
            f"{game} has no chart {shorten(question)!r}; its charts: {known}.{did_you_mean(question, questions)}"
        )
    threads = processors() if threads is None else threads
    check_range("--games", games, FEWEST_GAMES, MOST_CHART_GAMES)
    check_range("--seed", seed, 0, MOST_SEED)
    check_range("--threads", threads, 1, MOST_THREADS)
    if questions[question].rows(rules) == 1:
        only = f"one may {questions[question].verb} only with {questions[question].row} 0"
        raise InputError(
            f"Under these rules {only}, which is always right, so there is no chart; allowed: a limit of 1 or more."
        )
    draws = questions[question].path_policy(parse_policy(found, policy or found.default_policy))
    run = Run(found, rules, (draws,) * rules.players, seed)
    return Study(run, questions[question], games, threads, report)


def chart(  # noqa: PLR0913 (all but the first two have defaults and go by name)
    game: str,
    question: str,
    rules: GameRules | str | Path | Mapping[str, object] | None = None,
    overrides: Mapping[str, object] | Sequence[str] = (),
    *,
    against: str | None = None,
    policy: str | None = None,
    position: int | None = None,
    games: int = GAMES,
    seed: int = 1,
    threads: int | None = None,
    report: Progress = silent,
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
        1 for the first to act; None for all positions together.
    games
        Hands in all, in three parts: to fit, to judge cells, to value.
    seed, threads
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
    rule_set = rules if isinstance(rules, GameRules) else load_rules(game, rules, overrides)
    study = open_study(game, question, rule_set, policy=policy, games=games, seed=seed, threads=threads, report=report)
    if position is not None:
        check_range("--position", position, 1, rule_set.players)
    rival = against or study.run.game.default_policy
    check_rival(study, rule_set, rival)
    return result_of(study, rule_set, rival, position, study.answer(rule_set, rival, position))


def check_rival(study: Study, rules: GameRules, against: str) -> None:
    """Refuse an opponent for whom stored paths cannot answer, before any is played.

    Raises
    ------
    InputError
        If it is no policy and no equilibrium, or a policy whose other play depends on stopping.
    """
    game = study.run.game
    names = [policy.name for policy in game.policies]
    if against.partition(":")[0] not in (*names, EQUILIBRIUM):
        known = ", ".join([EQUILIBRIUM, *names])
        raise InputError(
            f"--against was given {shorten(against)!r}; allowed: {known}.{did_you_mean(against, [EQUILIBRIUM, *names])}"
        )
    if against != EQUILIBRIUM:
        study.chart_of(against, rules)


def result_of(study: Study, rules: GameRules, against: str, position: int | None, answer: Answer) -> Result:
    """Return an answer as a result with flat rows.

    Raises
    ------
    InputError
        If nobody could stop in any hand that judges cells, so that there is no chart.
    """
    question = study.question
    if not answer.verdicts:
        raise InputError(
            f"Nobody could {question.verb} in any of {study.judging.hands:,} hands, so there is no chart; "
            "allowed: more hands (--games)."
        )
    cells = [
        {
            question.row: verdict.row,
            "turn": verdict.turn,
            "cell": verdict.cell,
            f"p_{question.verb}": verdict.p_stop,
            **verdict.d.to_dict(),
            "frequency": verdict.frequency,
            "cost": verdict.cost if verdict.row else None,
        }
        for verdict in answer.verdicts
    ]
    metrics = {"value": answer.value, "gain": answer.gain}
    if answer.exploitability is not None:
        metrics["exploitability"] = answer.exploitability
    return Result(
        command="chart",
        rules=rules,
        rows=[*cells, *({"metric": metric, **value.to_dict()} for metric, value in metrics.items())],
        seed=study.run.seed,
        games=study.games,
        policies=[study.run.game.default_policy, against],
        tally=study.tally,
        extra={
            "stream": STREAM_VERSION,
            "question": question.name,
            "against": against,
            "position": position,
            "undecided": answer.undecided,
        },
    )
