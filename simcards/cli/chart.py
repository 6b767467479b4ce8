"""`simcards chart`: when to stop, as a grid of rows and turns."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from simcards import registry
from simcards.cli.common import (
    Parsed,
    effective_rules,
    example,
    game_argument,
    games_option,
    kept,
    name_option,
    output_options,
    parse_position,
    rules_options,
    seed_option,
    threads_option,
)
from simcards.cli.output import check_apart, print_json, terminal, written
from simcards.cli.progress import steps
from simcards.formats import plus_minus, signed
from simcards.words import listed

if TYPE_CHECKING:
    from simcards.answers.advice import Reading
    from simcards.result import Result

DEFAULT_GAMES = 3_000_000
DEAL, ASKED = "deal", "asked"

STEPS = {
    "playing": "playing hands",
    "equilibrium": "looking for an equilibrium",
    "cells": "judging the cells",
    "best": "choosing among charts",
    "valuing": "valuing the chart",
    "limits": "valuing plain limits",
    "dealing": "dealing hands",
}
"""What progress calls the steps of a study."""

SIGNS = {"wait": ".", "either": "~", "undecided": "?"}
"""A cell's sign in the grid; stopping has the capital of its verb."""

HEAD, COLUMN = 3, 3
"""Characters of the first column and of each turn."""


@click.command(
    epilog=example(
        "simcards chart gin knock --set undercut_bonus=10 --out knock.png",
        "simcards chart gin knock --against equilibrium --position 1",
        "simcards chart gin3 knock --position box",
        "simcards chart tonk drop --players 4 --set caught_pays=pagat",
        "simcards chart tonk drop --players 2 --rules plain --when deal",
    )
)
@game_argument
@click.argument("question")
@rules_options
@click.option(
    "--against",
    metavar="POLICY|equilibrium",
    help="The others' policy, its stopping included, or equilibrium; else the game's default policy.",
)
@click.option("--policy", metavar="NAME", help="How the one who asks draws and discards; else the default policy.")
@click.option(
    "--position",
    type=Parsed("N|ROLE", parse_position),
    help="1: the first to act; or a role of the game; else all positions together.",
)
@click.option(
    "--when", metavar="deal", help="deal: what stopping straight off the deal is worth, before anybody plays."
)
@games_option(DEFAULT_GAMES, "Hands in all: a third each to fit, to judge cells, to value.")
@seed_option
@name_option
@threads_option
@click.option("--out", metavar="FILE", help="Draw the chart into this .png or .svg file.")
@output_options
def command(
    *,
    game: str,
    question: str,
    rules: str | None,
    settings: tuple[str, ...],
    players: int | None,
    against: str | None,
    policy: str | None,
    position: int | str | None,
    when: str | None,
    games: int,
    seed: int,
    name: str | None,
    threads: int,
    out: str | None,
    as_json: bool,
    csv_file: str | None,
    quiet: bool,
) -> None:
    """Find the best chart for a QUESTION of GAME, such as `gin knock`: where to stop, and what it is worth.

    The capital of the verb (K knock, D drop) is to stop, . is wait, ~ is either (no difference over 0.1 points or 0.02
    stakes), ? is undecided at this number of hands. Cells that nobody gets to are empty.
    """
    rule_set = effective_rules(game, rules, settings, players)
    from simcards.answers.chart import chart
    from simcards.plots import check_picture

    if out is not None:
        check_picture(Path(out))
    check_apart(out, csv_file)
    with kept(name), steps(quiet=quiet) as tell:
        result = chart(
            game,
            question,
            rule_set,
            against=against,
            policy=policy,
            position=position,
            when=when,
            games=games,
            seed=seed,
            threads=threads,
            report=lambda step, done, total: tell(STEPS.get(step, step), done, total),
            name=name,
        )
    finish(result, out, as_json=as_json, csv_file=csv_file, quiet=quiet)


def finish(result: Result, out: str | None, *, as_json: bool, csv_file: str | None, quiet: bool) -> None:
    """Print a chart, draw it and write its rows where they are wanted."""
    from simcards.plots import save

    if out is not None:
        save(result.plot(), Path(out))
    with written(result.rows, csv_file):
        if as_json:
            print_json(result.to_dict())
        else:
            for line in told(result, terminal().width):
                click.echo(line)
            if not quiet:
                click.echo(note(result), err=True)


def told(result: Result, width: int) -> Iterator[str]:
    """Yield the lines that a person reads."""
    from simcards.answers.advice import doubts, plan, readings

    if result.extra.get("when") == DEAL:
        yield from off_deal(result, width)
        return
    charts = readings(result)
    for chart in charts:
        title = "" if chart.when is None else f"{chart.when.replace('_', ' the ')}: "
        if chart.when is None:
            words = [plan(chart), f"Undecided: {doubts(chart)}." if doubts(chart) else ""]
            yield from [*grid(chart, width), "", *textwrap.wrap(" ".join(words), width), ""]
        else:
            yield from [*limits_table(result, chart, title), ""]
            yield from [*textwrap.wrap(f"{title}{limits_sentence(result, chart)}", width), ""]
            if not chart.when.startswith(ASKED):
                yield from [*grid(chart, width), ""]
    yield from metrics(result)


def limits_table(result: Result, chart: Reading, title: str) -> Iterator[str]:
    """Yield a line a turn: up to which row to stop, and up to which stopping is worth more than nothing."""
    from simcards.answers.advice import limit_words, limits

    even, best = (limits(result, metric, chart.when) for metric in ("break_even", "best_threshold"))
    heads = ("turn", f"{chart.verb} up to", "worth more than nothing up to")
    yield f"{title}best single limit of each turn, and break-even ({chart.axis})"
    yield "  ".join(heads)
    for turn in (turn for turn in best if turn <= chart.last_turn):
        cells = (str(turn), limit_words(best[turn]), limit_words(even[turn]))
        yield "  ".join(f"{cell:>{len(head)}}" for cell, head in zip(cells, heads, strict=True))


def limits_sentence(result: Result, chart: Reading) -> str:
    """Return the best single limit of each turn as a sentence; where waiting is as good, to wait."""
    from simcards.answers.advice import limits, turns_in_words

    by_limit: dict[int | None, list[int]] = {}
    for turn, row in limits(result, "best_threshold", chart.when).items():
        if turn <= chart.last_turn:
            by_limit.setdefault(None if row["low"] is None else row["estimate"], []).append(turn)
    told = [
        f"{'wait' if limit is None else f'{chart.verb} with at most {limit}'} in {turns_in_words(turns)}"
        for limit, turns in by_limit.items()
    ]
    words = listed(told, "and") if told else "these hands are too few to tell"
    return f"With one limit a turn: {words}. With less it can still be better to wait: see the grid."


def off_deal(result: Result, width: int) -> Iterator[str]:
    """Yield what stopping straight off the deal is worth."""
    from simcards.answers.advice import limit_words

    question = registry.game(result.game).load_engine().stopping[str(result.extra["question"])]
    money = registry.game(result.game).load_engine().purse.money
    yield f"{question.row:>6}  {money + 's a hand':>18}   dealt"
    for row in (row for row in result.rows if "cell" in row):
        yield f"{row[question.row]:>6}  {plus_minus(row, plus=True):>18}  {100 * row['frequency']:5.2f} %"
    limit = next(row for row in result.rows if row.get("metric") == "break_even")
    even = limit_words(limit)
    words = f"Straight off the deal {question.gerund} is worth more than nothing up to {question.row} {even}."
    yield from ["", *textwrap.wrap(words, width)]


def grid(chart: Reading, width: int) -> Iterator[str]:
    """Yield the lines of the chart: all its turns side by side if they fit, else some, and the next below them."""
    signs = {(c[chart.axis], c["turn"]): SIGNS.get(c["cell"], chart.verb[0].upper()) for c in chart.cells}
    yield f"{chart.axis} (down) by own turn (across)"
    fit = max((width - HEAD) // COLUMN, 1)
    for first in range(1, chart.last_turn + 1, fit):
        turns = range(first, min(first + fit, chart.last_turn + 1))
        yield " " * HEAD + "".join(f"{turn:{COLUMN}d}" for turn in turns)
        for row in chart.rows:
            yield f"{row:{HEAD}d}" + "".join(f"{signs.get((row, turn), ' '):>{COLUMN}}" for turn in turns).rstrip()
        yield ""
    yield f"{chart.verb[0].upper()} {chart.verb}  . wait  ~ either  ? undecided"


def metrics(result: Result) -> Iterator[str]:
    """Yield a line for each metric of the whole chart, and for some plain limits: estimate and interval."""
    money = registry.game(result.game).load_engine().purse.money
    words = {
        "value": f"{NET[money]} a hand",
        "gain": f"beyond {usual(result)}",
        "exploitability": "what a best reply earns",
    }
    for row in result.rows:
        if row.get("metric") in words:
            half = (row["high"] - row["low"]) / 2
            yield f"{row['metric']:<14} {signed(row['estimate'], 3, plus=True):>7} ± {half:.3f}  {words[row['metric']]}"
    yield from plain_limits(result, money)


def plain_limits(result: Result, money: str) -> Iterator[str]:
    """Yield what some limits earn that are the same in every turn, and what the chart earns more."""
    earned = {row["limit"]: row for row in result.rows if row.get("metric") == "limit_value"}
    regrets = {row["limit"]: row for row in result.rows if row.get("metric") == "regret"}
    if earned:
        yield ""
        yield f"one limit in every turn   earns, {NET[money]}   the chart earns more by"
    for limit in (limit for limit in USUAL_LIMITS if limit in earned):
        name = "never" if limit is None else f"up to {limit}"
        yield f"{name:<22}  {plus_minus(earned[limit], plus=True):>16}   {plus_minus(regrets[limit]):>24}"


USUAL_LIMITS = (None, 5, 10, 15, 20)
"""Plain limits that are shown; --json and --csv have all."""

NET = {"point": "net points", "stake": "stakes"}


def usual(result: Result) -> str:
    """Return what a chart's gain is beyond."""
    if "best_limit" not in result.extra:
        return "stopping at once"
    limit = result.extra["best_limit"]
    return f"the best plain limit ({'never' if limit is None else f'up to {limit}'})"


def note(result: Result) -> str:
    """Return what the chart assumes."""
    if result.extra.get("when") == DEAL:
        size = "Exact, by counting" if result.extra["exact"] else f"{result.games:,} deals, seed {result.seed}"
        return (
            f"{size}; {result.rules.players} players, {result.rules.name!r} rules; nobody has played yet, so no "
            "opponent is assumed. Compared with nothing: that it is worth something does not make it better than "
            "playing on."
        )
    against: Any = result.extra["against"]
    rival = (
        "an equilibrium, in which all play the chart" if against == "equilibrium" else f"opponents who play {against}"
    )
    told_in_words = "best_limit" not in result.extra
    rare = ", and the sentence leaves out cells that fewer than one hand in 2,000 gets to" if told_in_words else ""
    where = "all positions together"
    if result.extra["position"] is not None:
        where = f"for {result.extra.get('role') or 'position ' + str(result.extra['position'])}"
    worth = ""
    if registry.game(result.game).roles:
        worth = f" What the roles are worth in a match: 'simcards simulate {result.game} --match'."
    return (
        f"Against {rival}; {where}; {result.games:,} hands, seed {result.seed}; values are from hands that the chart "
        f"was not fitted on. {100 * result.extra['undecided']:.1f} % of visits are to undecided cells; late turns with "
        f"less than 1 % of all visits are left out here{rare}; --json and --csv have everything.{worth}"
    )
