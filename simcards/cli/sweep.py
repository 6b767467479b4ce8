"""`simcards sweep`: what house rules do, on the same deals."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

import click

from simcards.cli.common import (
    example,
    game_argument,
    games_option,
    interruption,
    kept,
    leave,
    name_option,
    output_options,
    policy_option,
    rules_options,
    seed_option,
    workers_of,
    workers_options,
)
from simcards.cli.output import print_json, print_table, terminal, written
from simcards.cli.progress import progress
from simcards.formats import plus_minus
from simcards.words import counted, listed

if TYPE_CHECKING:
    from simcards.result import Result

DEFAULT_GAMES = 200_000
WIDE = 140
"""Columns of a terminal from which all is one table; else it is two."""

PAID = 5
"""Columns of the first of two tables."""

LABEL = 20
"""Characters of a line that says which rules they are."""

ENDINGS = {True: 2, False: 1}
"""Endings that a table names, the commonest first, by whether it is wide."""


@click.command(
    epilog=example(
        "simcards sweep gin --vary undercut_bonus=10,20,25 --vary layoff=true,false",
        "simcards sweep tonk --vary rules=wikipedia,texas,pagat",
        "simcards sweep tonk --vary all --players 4 --games 1e7 --name house",
    )
)
@game_argument
@rules_options
@click.option(
    "--vary",
    "varied",
    metavar="OPTION=V1,V2,…",
    multiple=True,
    required=True,
    help="Values to try; repeatable: every combination. rules=PRESET|FILE,…: whole rule sets. all: each option alone.",
)
@policy_option
@games_option(DEFAULT_GAMES, "Hands under each rule set, as in 250k, 10M or 1e6.")
@seed_option
@name_option
@workers_options
@output_options
@click.pass_context
def command(
    ctx: click.Context,
    *,
    game: str,
    rules: str | None,
    settings: tuple[str, ...],
    players: int | None,
    varied: tuple[str, ...],
    policies: tuple[str, ...],
    games: int,
    seed: int,
    name: str | None,
    threads: int,
    processes: int | None,
    cluster: str | None,
    csv_file: str | None,
    as_json: bool,
    quiet: bool,
) -> None:
    """Play the same deals of GAME under other rules: what changes hands, who gains, how hands go.

    Each change is against the rules as given without --vary; of `--vary rules=…` without --rules, against the first
    set. With `--vary all`, the largest change comes first. Ctrl-C ends the sweep and shows the hands that all have
    played.
    """
    workers = workers_of(threads, processes, cluster)
    from simcards.answers.sweeping import sweep

    overrides = [*settings, *([] if players is None else [f"players={players}"])]
    with kept(name), progress("hands", quiet=quiet) as report:
        result = sweep(
            game,
            rules,
            overrides,
            vary=varied,
            policies=policies,
            games=games,
            seed=seed,
            workers=workers,
            progress=report,
            name=name,
        )
    finish(result, name, as_json=as_json, csv_file=csv_file, quiet=quiet)
    leave(ctx, result)


def finish(result: Result, name: str | None, *, as_json: bool, csv_file: str | None, quiet: bool) -> None:
    """Print a sweep, of a stored run if it has a name, and write its rows where they are wanted."""
    from simcards.answers.effects import verdict

    with written(result.rows, csv_file):
        if as_json:
            print_json(result.to_dict())
        else:
            show(result, terminal().width)
            for sentence in verdict(result) if "matters_most" in result.extra else []:
                click.echo("\n" + textwrap.fill(sentence, terminal().width))
        for note in [] if quiet else notes(result, name):
            click.echo(note, err=True)


def show(result: Result, width: int) -> None:
    """Print a line for each rule set: in one table, or where that is too wide, first what is paid, then how it goes."""
    table = list(lines(result, wide=width >= WIDE))
    columns = list(table[0])
    if width >= WIDE:
        print_table(table, columns)
        return
    print_table(table, columns[:PAID])
    click.echo()
    print_table(table, [columns[0], *columns[PAID:]])


def lines(result: Result, *, wide: bool) -> Iterator[dict[str, object]]:
    """Yield a line for each rule set: which, what changes hands, turns, swing, the main figure, the endings."""
    from simcards.answers.effects import corners_of
    from simcards.answers.grid import label

    base = result.extra["base"]
    if base["corner"] is None:
        yield {**_line(result, "(as given)", base["rows"]), "endings": _endings(base["rows"], ENDINGS[wide])}
    for which, rows in corners_of(result):
        name = label(which) + (" (base)" if which == base["corner"] else "")
        yield {**_line(result, name, rows), "endings": _endings(rows, ENDINGS[wide])}


def _line(result: Result, name: str, rows: list[dict[str, Any]]) -> dict[str, object]:
    from simcards.answers.effects import whose

    by_figure = {(row["metric"], row["seat"], row["position"]): row for row in rows}
    main = result.extra["main"]
    place = main["seat"], main["position"]
    moved, net = by_figure["moved", None, None], by_figure[main["metric"], *place]
    return {
        "rules": _wrapped(name),
        "moved": plus_minus(moved),
        "change": _change(moved),
        "turns": f"{by_figure['turns', None, None]['estimate']:.1f}",
        "swing": plus_minus(by_figure["payoff_sd", *place]).partition(" ")[0],
        whose(main).removeprefix("the "): plus_minus(net, plus=True),
        "its change": _change(net),
        **_limits(rows),
    }


def _limits(rows: list[dict[str, Any]]) -> dict[str, object]:
    """Return the best plain limit of each question, or the limits that cannot be told from it."""
    from simcards.answers.advice import limit_words

    found = {row["metric"].partition(":")[2]: row for row in rows if row["metric"].startswith("best_limit:")}
    return {f"best to {question}": f"{limit_words(row)}" for question, row in found.items()}


def _wrapped(name: str) -> str:
    """Return which rules they are in lines that leave room for numbers, a value as one piece."""
    words = [word if len(word) <= LABEL else word.replace("=", "= ", 1) for word in name.split()]
    return "\n".join(textwrap.wrap(" ".join(words), LABEL, break_long_words=False))


def _change(row: Mapping[str, Any]) -> str:
    from simcards.answers.effects import change_of

    return plus_minus(change_of(row), plus=True) if "difference" in row else ""


def _endings(rows: list[dict[str, Any]], most: int) -> str:
    ends = [row for row in rows if row["metric"].startswith("outcome:")]
    first = sorted(ends, key=lambda row: -row["estimate"])[:most]
    named = {
        row["metric"].removeprefix("outcome:").replace("_", " "): f"{100 * row['estimate']:.0f} %" for row in first
    }
    return ", ".join(f"{name} {share}" for name, share in named.items())


def notes(result: Result, name: str | None) -> Iterator[str]:
    """Yield what the answer assumes, what its columns mean, and what was left out."""
    from simcards.answers.effects import corners_of, money_of, who_plays, whose

    count, base = len([*corners_of(result)]), result.extra["base"]
    apart = " and the rules as given" if base["corner"] is None else ""
    yield f"{who_plays(result)}, in the same way under all rules."
    yield (
        f"{result.games:,} hands under each of {counted(count, 'rule set')}{apart}, on the same deals, "
        f"seed {result.seed}; changes are against {base['name']!r}."
    )
    together = result.extra["comparisons"]
    yield (
        f"moved: {money_of(result)} that change hands in a hand; swing: standard deviation of the payoff of "
        f"{whose(result.extra['main'])}; ± is at 95 %"
        + (f", of the changes for all {together} together." if together > 1 else ".")
    )
    if any(row["metric"].startswith("best_limit:") for row in result.rows):
        yield (
            "best to …: the limit, the same in all turns, that earns most against the others as they play; limits that "
            "cannot be told apart are joined."
        )
    yield from left_out(result)
    yield from interruption(result, name)


def left_out(result: Result) -> Iterator[str]:
    """Yield a line for each reason why usual values were left out, with their options."""
    from simcards.answers.grid import label

    reasons: dict[str, list[str]] = {}
    for skipped in result.extra["skipped"]:
        reasons.setdefault(skipped["why"], []).append(label({key: skipped[key] for key in ("option", "value")}))
    for why, names in reasons.items():
        yield f"Left out: {listed(names, 'and')}: {why.rstrip('.')}."
