"""`simcards chart`: when to stop, as a grid of rows and turns."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from simcards.cli.common import (
    effective_rules,
    example,
    game_argument,
    games_option,
    output_options,
    rules_options,
    seed_option,
    threads_option,
)
from simcards.cli.output import check_apart, print_json, terminal, write_csv
from simcards.cli.progress import steps

if TYPE_CHECKING:
    from simcards.result import Result

DEFAULT_GAMES = 3_000_000

SIGNS = {"wait": ".", "either": "~", "undecided": "?"}
"""A cell's sign in the grid; stopping has the capital of its verb."""

HEAD, COLUMN = 3, 3
"""Characters of the first column and of each turn."""


@click.command(
    epilog=example(
        "simcards chart gin knock --set undercut_bonus=10 --out knock.png",
        "simcards chart gin knock --against equilibrium --position 1",
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
@click.option("--position", type=int, metavar="N", help="1: the first to act; else all positions together.")
@games_option(DEFAULT_GAMES, "Hands in all: a third each to fit, to judge cells, to value.")
@seed_option
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
    position: int | None,
    games: int,
    seed: int,
    threads: int,
    out: str | None,
    as_json: bool,
    csv_file: str | None,
    quiet: bool,
) -> None:
    """Find the best chart for a QUESTION of GAME, such as `gin knock`: where to stop, and what it is worth.

    K is knock, . is wait, ~ is either (no difference over 0.1 points), ? is undecided at this number of hands. Cells
    that nobody gets to are empty.
    """
    rule_set = effective_rules(game, rules, settings, players)
    from simcards.answers.advice import doubts, plan, reading
    from simcards.answers.chart import chart
    from simcards.plots import check_picture, save

    if out is not None:
        check_picture(Path(out))
    check_apart(out, csv_file)
    with steps(quiet=quiet) as tell:
        result = chart(
            game,
            question,
            rule_set,
            against=against,
            policy=policy,
            position=position,
            games=games,
            seed=seed,
            threads=threads,
            report=tell,
        )
    if as_json:
        print_json(result.to_dict())
    else:
        width, read = terminal().width, reading(result)
        words = [plan(read), f"Undecided: {doubts(read)}." if doubts(read) else ""]
        for line in [*grid(result, width), "", *textwrap.wrap(" ".join(words), width), "", *metrics(result)]:
            click.echo(line)
        if not quiet:
            click.echo(note(result), err=True)
    if out is not None:
        save(result.plot(), Path(out))
    if csv_file is not None:
        write_csv(result.rows, csv_file)


def grid(result: Result, width: int) -> Iterator[str]:
    """Yield the lines of the chart: all its turns side by side if they fit, else some, and the next below them."""
    from simcards.answers.advice import reading

    chart = reading(result)
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
    """Yield a line for each metric: its estimate and interval."""
    for row in result.rows:
        if "metric" in row:
            half = (row["high"] - row["low"]) / 2
            yield f"{row['metric']:<14} {row['estimate']:+7.3f} ± {half:.3f}  {WORDS[row['metric']]}"


WORDS = {
    "value": "net points a hand",
    "gain": "beyond stopping at once",
    "exploitability": "what a best reply earns",
}


def note(result: Result) -> str:
    """Return what the chart assumes."""
    against: Any = result.extra["against"]
    rival = (
        "an equilibrium, in which all play the chart" if against == "equilibrium" else f"opponents who play {against}"
    )
    where = "all positions together" if result.extra["position"] is None else f"position {result.extra['position']}"
    return (
        f"Against {rival}; {where}; {result.games:,} hands, seed {result.seed}; values are from hands that the chart "
        f"was not fitted on. {result.extra['undecided']:.1%} of visits are to undecided cells; late turns with less "
        "than 1 % of all visits are left out here, and the sentence leaves out cells that fewer than one hand in 2,000 "
        "gets to; --json and --csv have everything."
    )
