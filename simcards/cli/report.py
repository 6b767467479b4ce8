"""`simcards report`: one self-contained HTML file about a game under the rules of the table."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from simcards.cli.common import (
    effective_rules,
    example,
    game_argument,
    games_option,
    kept,
    name_option,
    output_options,
    policy_option,
    rules_options,
    seed_option,
    workers_of,
    workers_options,
)
from simcards.cli.output import check_apart, print_json, print_table, written
from simcards.cli.progress import steps
from simcards.files import check_target

if TYPE_CHECKING:
    from simcards.reports.report import Report
    from simcards.rules import GameRules

DEFAULT_GAMES = 2_000_000
FOLDER = "results"


@click.command(
    epilog=example(
        "simcards report gin",
        "simcards report tonk --players 4 --rules texas",
        "simcards report gin --rules web --set knock_limit=7 --out friday.html",
    )
)
@game_argument
@rules_options
@policy_option
@games_option(
    DEFAULT_GAMES,
    "Hands of the main run, as in 250k, 10M or 1e6; charts, other limits and house rules get as many or a share.",
)
@seed_option
@name_option
@workers_options
@click.option("--out", metavar="FILE", help=f"The file to write; else one in {FOLDER}/, named after the rules.")
@output_options
def command(
    *,
    game: str,
    rules: str | None,
    settings: tuple[str, ...],
    players: int | None,
    policies: tuple[str, ...],
    games: int,
    seed: int,
    name: str | None,
    threads: int,
    processes: int | None,
    cluster: str | None,
    out: str | None,
    as_json: bool,
    csv_file: str | None,
    quiet: bool,
) -> None:
    """Write a report of GAME: when to stop, its rules, the odds of the deal, how hands go, what other rules do.

    The report is one HTML file that needs nothing else, to read on a screen, a telephone or paper. The same options
    give the same file.
    """
    workers = workers_of(threads, processes, cluster)
    rule_set = effective_rules(game, rules, settings, players)
    from simcards.reports.report import report

    target = target_of(rule_set, out)
    check_target(target)
    check_apart(out, csv_file)
    with kept(name), steps(quiet=quiet) as tell:
        made = report(
            game, rule_set, policies=policies, games=games, seed=seed, workers=workers, progress=tell, name=name
        )
    finish(made, target, as_json=as_json, csv_file=csv_file, quiet=quiet)


def target_of(rules: GameRules, out: str | None) -> Path:
    """Return the file of a report: `--out`, or one in the results folder."""
    from simcards.reports.provenance import stem

    return Path(FOLDER) / f"{stem(rules)}.html" if out is None else Path(out)


def finish(made: Report, target: Path, *, as_json: bool, csv_file: str | None, quiet: bool) -> None:
    """Write a report, print its main figures, and write its rows where they are wanted."""
    made = made.write(target)
    with written(made.rows, csv_file):
        if as_json:
            print_json(made.to_dict())
        else:
            click.echo(str(target))
            print_table([dict(zip(made.main.columns, row, strict=True)) for row in made.main.rows])
            if not quiet:
                click.echo(f"Again with: {made.command}", err=True)
