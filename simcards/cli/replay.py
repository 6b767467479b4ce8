"""`simcards replay`: the referee."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from simcards.cli.common import example, json_lines_option, quiet_option
from simcards.cli.output import print_json
from simcards.errors import InputError, shorten
from simcards.referee import failed, read_records, result_of

CHECK_FAILED = 1


@click.command(epilog=example("simcards replay tests/golden/gin.jsonl", "simcards replay hand.json --json"))
@click.argument("files", nargs=-1, required=True, metavar="FILE…")
@json_lines_option
@quiet_option
@click.pass_context
def command(ctx: click.Context, files: tuple[str, ...], *, as_json: bool, quiet: bool) -> None:
    """Replay game records and compare each result with what the record expects.

    A FILE is a .json file with one record or a list of them, or any other with one record a line. Exit code 1: a
    result differs from what was expected, or a record that expects nothing is illegal.
    """
    failures = total = 0
    unreadable: list[str] = []
    for file in files:
        try:
            for number, record in read_records(file):
                result = result_of(record)
                total += 1
                failures += failed(result)
                if as_json:
                    print_json(result)
                elif failed(result) or not quiet:
                    click.echo(f"{shorten(Path(file).name)}:{number}: {describe(record, result)}")
        except InputError as error:
            unreadable.append(str(error))
    for message in unreadable:
        click.echo(f"simcards: {message}", err=True)
    if not quiet and not as_json:
        click.echo(f"{total} {'record' if total == 1 else 'records'}, {failures} failed.")
    ctx.exit(2 if unreadable else CHECK_FAILED if failures else 0)


def describe(record: object, result: dict[str, Any]) -> str:
    """Return a line about a result, starting with the record's note."""
    note = f"{shorten(record['note'])}: " if isinstance(record, dict) and isinstance(record.get("note"), str) else ""
    if "agrees" in result:
        return note + ("agrees" if result["agrees"] else _disagreement(record, result))
    return note + (_summary(result) if result["ok"] else _fault(result))


def _disagreement(record: Any, result: dict[str, Any]) -> str:
    parts = [f"{key} is {result.get(key)}, expected {shorten(record['expect'][key])}" for key in result["differs"]]
    return "DIFFERS: " + "; ".join(parts) + ("" if result["ok"] else f" ({_fault(result)})")


def _fault(result: dict[str, Any]) -> str:
    where = "" if result["at"] is None else f" at {result['at']}"
    return f"ILLEGAL{where}: {result['error']}"


def _summary(result: dict[str, Any]) -> str:
    if result["over"]:
        end = result.get("outcome", "over")
        return f"{end}, payoffs {result['payoffs']}"
    choice = f", seat {result['to_act']} to act: {', '.join(result['legal'])}" if "legal" in result else ""
    return f"not over{choice}"
