"""`simcards runs`: stored runs."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

import click

from simcards import __version__
from simcards.cli.again import Output, finish, found_by, go_on_with
from simcards.cli.common import (
    Parsed,
    csv_option,
    example,
    games_option,
    json_option,
    leave,
    out_option,
    output_options,
    parse_number,
    parse_place,
    workers_of,
    workers_options,
)
from simcards.cli.output import print_json, print_table, write_csv, written
from simcards.cli.progress import progress
from simcards.cli.simulate import show
from simcards.errors import InputError, shorten
from simcards.files import check_target, write_atomic
from simcards.runs.names import RESULTS

if TYPE_CHECKING:
    from simcards.reports.report import Report
    from simcards.result import Result
    from simcards.workers.ordered import Workers

SIMULATE = "simulate"

MAIN = {"hands": "payoff", "matches": "win"}
"""What a comparison is about if nothing is said: this figure of the first to act."""


@click.group(epilog=example("simcards runs list", "simcards runs resume overnight", "simcards runs compare one two"))
def command() -> None:
    """See, resume, extend, merge, export and compare the runs that `--name` has kept."""


@command.command("list", short_help="List the runs, and how far each is.", epilog=example("simcards runs list"))
@json_option
def list_(*, as_json: bool) -> None:
    """List the runs in the results folder, and how far each is."""
    from simcards.runs import folder

    rows = [_line(name) for name in folder.names(Path(RESULTS))]
    if as_json:
        print_json({"simcards": __version__, "command": "runs list", "runs": rows})
    elif rows:
        print_table(rows)
    else:
        click.echo(f"There are no runs in {RESULTS}; --name makes one.")


def _line(name: str) -> dict[str, Any]:
    from simcards.runs.store import state_of

    try:
        found = state_of(name, RESULTS)
    except InputError as error:
        return {"run": shorten(name), "fault": str(error)}
    about, state = found.about, found.state
    of = state["target"]
    if about["command"] == SIMULATE:
        games = sum(games for _, games in state["ranges"])
    else:
        games = of if state["finished"] else None
    return {
        "run": name,
        "command": about["command"],
        "game": about["game"],
        "rules": about["name"],
        "seed": about["seed"],
        "games": games,
        "of": of,
        "finished": games == of,
        "written": state["written"],
    }


@command.command("show", short_help="Show what a run has found so far.", epilog=example("simcards runs show overnight"))
@click.argument("name")
@output_options
def show_(name: str, *, as_json: bool, csv_file: str | None, quiet: bool) -> None:
    """Show what the run NAME has found so far, as its own command would."""
    command, result, note = _found(name)
    _note(note, quiet=quiet)
    _show(command, result, name, Output(as_json, csv_file, quiet))


def _found(name: str) -> tuple[str, Any, str]:
    """Return a run's command, its result so far, and what was wrong with its newest state on disk, if anything."""
    from simcards.answers.stored import result_of
    from simcards.runs.store import about_of

    command = about_of(name, RESULTS)["command"]
    if command == SIMULATE:
        result, store = result_of(name)
        return command, result, store.note
    return command, *found_by(name)


def _show(command: str, result: Any, name: str, output: Output) -> None:
    if command == SIMULATE:
        show(result, name, as_json=output.as_json, csv_file=output.csv_file, quiet=output.quiet)
    else:
        finish(result, command, name, output)


def _note(note: str, *, quiet: bool) -> None:
    if note and not quiet:
        click.echo(f"Warning: {note}", err=True)


@command.command(short_help="Go on with a run to its end.", epilog=example("simcards runs resume overnight"))
@click.argument("name")
@workers_options
@out_option
@output_options
@click.pass_context
def resume(
    ctx: click.Context,
    name: str,
    *,
    threads: int,
    processes: int | None,
    cluster: str | None,
    out: str | None,
    as_json: bool,
    csv_file: str | None,
    quiet: bool,
) -> None:
    """Go on with the run NAME to its end, and show its result."""
    workers = workers_of(threads, processes, cluster)
    _go_on(ctx, name, None, workers, Output(as_json, csv_file, quiet, out))


@command.command(short_help="Go on to more games.", epilog=example("simcards runs extend overnight --games 3e9"))
@click.argument("name")
@games_option(None, "Games that are wanted now, those that are counted included.")
@workers_options
@out_option
@output_options
@click.pass_context
def extend(
    ctx: click.Context,
    name: str,
    *,
    games: int | None,
    threads: int,
    processes: int | None,
    cluster: str | None,
    out: str | None,
    as_json: bool,
    csv_file: str | None,
    quiet: bool,
) -> None:
    """Go on with the run NAME to more games than were wanted before."""
    if games is None:
        raise InputError("extend needs --games: how many games are wanted now, as in --games 3e6.")
    workers = workers_of(threads, processes, cluster)
    _go_on(ctx, name, games, workers, Output(as_json, csv_file, quiet, out))


def _go_on(ctx: click.Context, name: str, games: int | None, workers: Workers, output: Output) -> None:
    from simcards.answers.stored import resume as go_on
    from simcards.runs.store import about_of

    about = about_of(name, RESULTS)
    command = about["command"]
    output.check(command)
    if command == SIMULATE:
        with progress("matches" if about.get("match") else "hands", quiet=output.quiet) as report:
            result: Any = go_on(name, games=games, workers=workers, progress=report)
    else:
        result = go_on_with(name, games, workers, quiet=output.quiet)
    _show(command, result, name, output)
    if result.extra.get("interrupted"):
        leave(ctx, result)


@command.command(
    short_help="Put runs together as a new one.", epilog=example("simcards runs merge monday tuesday --name both")
)
@click.argument("names", nargs=-1, required=True, metavar="NAME…")
@click.option("--name", required=True, metavar="NAME", help="The new run.")
@output_options
def merge(names: tuple[str, ...], name: str, *, as_json: bool, csv_file: str | None, quiet: bool) -> None:
    """Put runs of different games (--first) together as a new run; those merged stay as they are."""
    from simcards.answers.stored import merge as put_together

    result = put_together(names, name)
    show(result, name, as_json=as_json, csv_file=csv_file, quiet=quiet)


@command.command(
    short_help="Write the rows of a run to a file.",
    epilog=example("simcards runs export overnight --out overnight.csv"),
)
@click.argument("name")
@click.option("--out", required=True, metavar="FILE", help="A .csv, .json or .parquet file.")
def export(name: str, out: str) -> None:
    """Write the rows of the run NAME to a file, whole or not at all."""
    kinds = {".csv", ".json", ".parquet"}
    if Path(out).suffix not in kinds or not out.endswith(tuple(kinds)):
        raise InputError(f"--out was given {shorten(out)!r}; allowed: a file that ends in {', '.join(sorted(kinds))}.")
    check_target(out)
    _, result, note = _found(name)
    _note(note, quiet=False)
    if out.endswith(".csv"):
        write_csv(result.rows, out)
    elif out.endswith(".json"):
        write_atomic(out, json.dumps(result.to_dict(), allow_nan=False) + "\n")
    else:
        write_atomic(out, _parquet(result))
    click.echo(out)


def _parquet(result: Result | Report) -> bytes:
    try:
        import pyarrow  # noqa: F401, ICN001 (whether it is there)
    except ImportError:
        raise InputError(
            "A .parquet file needs pyarrow; install it with 'pip install simcards[parquet]', or write a .csv file."
        ) from None
    import pandas as pd

    return bytes(pd.DataFrame(result.rows).to_parquet())


@command.command(
    short_help="Compare two runs, or a run and a figure.",
    epilog=example(
        "simcards runs compare one two", "simcards runs compare one --value 0.639 --se 0.01 --metric payoff"
    ),
)
@click.argument("names", nargs=-1, required=True, metavar="NAME [NAME]")
@click.option("--value", type=Parsed("X", parse_number), help="A published figure, in place of a second run.")
@click.option(
    "--se", type=Parsed("X", parse_number), default=0.0, help="Its standard error; else it is taken as exact."
)
@click.option(
    "--metric", metavar="NAME", help="What is compared; else the payoff of the first to act, of matches his wins."
)
@click.option("--seat", type=Parsed("N", parse_place), help="Of this seat.")
@click.option("--position", type=Parsed("N", parse_place), help="Of this position, 1 being the first to act.")
@json_option
@csv_option
def compare(
    names: tuple[str, ...],
    *,
    value: float | None,
    se: float,
    metric: str | None,
    seat: int | None,
    position: int | None,
    as_json: bool,
    csv_file: str | None,
) -> None:
    """Compare a figure of two runs, or of a run and a published one: difference, z, and a verdict in words."""
    from simcards.answers import stored

    if (value is None) != (len(names) == 2) or len(names) > 2:
        raise InputError("compare takes two runs, or one run and --value; allowed: one of the two.")
    if se < 0:
        raise InputError(f"--se was given {se}; allowed: a number that is not below 0.")
    results = [_comparable(name) for name in names]
    stored.check_units([(name, result.unit) for name, result in zip(names, results, strict=True)])
    main = metric or MAIN[results[0].unit]
    place = (main, None, 1) if metric is None and seat is None and position is None else (main, seat, position)
    if [result.command for result in results] == ["chart"] * len(results) and metric is None:
        place = "value", seat, position
    rows = [stored.main_row(result, *place) for result in results]
    if any(row["estimate"] is None for row in rows):
        raise InputError(f"{place[0]} has never been seen in one of the runs; allowed: a figure that both have.")
    other = rows[1] if value is None else {"estimate": value, "se": se}
    found = stored.compare(rows[0], other["estimate"], other["se"] or 0.0, published=value is not None)
    line = {"metric": place[0], "seat": place[1], "position": place[2], "one": rows[0]["estimate"]}
    line |= {"other": other["estimate"], **found}
    with written([line], csv_file):
        if as_json:
            print_json({"simcards": __version__, "command": "runs compare", "runs": list(names), "rows": [line]})
        else:
            print_table([line], ["metric", "one", "other", "difference", "se", "z"])
            click.echo(f"{names[0]} {found['verdict']}.")
            if value is None and stored.share_deals(*names):
                click.echo("The two share deals, so that they differ by less than z tells.")


def _comparable(name: str) -> Result:
    command, result, _ = _found(name)
    if command not in (SIMULATE, "chart"):
        raise InputError(f"Run {name!r} is one of {command}; allowed: runs of {SIMULATE} or chart.")
    return cast("Result", result)
