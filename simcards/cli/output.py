"""How commands print: one JSON object, or a table that is read in a terminal, a pipe or 60 columns."""

from __future__ import annotations

import csv
import io
import json
import os
import re
import textwrap
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Protocol

import click
from rich import box
from rich.console import Console
from rich.measure import Measurement
from rich.table import Table
from rich.text import Text

from simcards.errors import InputError, shorten
from simcards.files import write_atomic

Row = Mapping[str, object]

_SIZE = re.compile(r"[0-9]{1,4}")

NO_BREAK = "\N{NO-BREAK SPACE}"


class Emitted(Protocol):
    """What a command has computed."""

    @property
    def rows(self) -> Sequence[Row]:
        """The rows of the table, flat."""

    def to_dict(self) -> Mapping[str, object]:
        """Return the object that `--json` prints."""


def emit(
    result: Emitted,
    *,
    as_json: bool = False,
    csv_file: str | None = None,
    quiet: bool = False,
    notes: Iterable[str] = (),
    shown: Sequence[Row] | None = None,
) -> None:
    """Print a result: its JSON object or its table on standard output, notes on standard error.

    Parameters
    ----------
    result
        What was computed.
    as_json, csv_file, quiet
        The options `--json`, `--csv` and `-q`.
    notes
        Sentences about the result, left out when quiet.
    shown
        The rows to show in the table in place of the result's own, which JSON and CSV have.
    """
    with written(result.rows, csv_file):
        if as_json:
            print_json(result.to_dict())
        else:
            print_table(result.rows if shown is None else shown)
        if not quiet:
            for note in notes:
                click.echo(note, err=True)


def terminal(*, stderr: bool = False) -> Console:
    """Return the terminal, or what stands for it; a size in the environment that is no size is passed over."""
    sizes = ("COLUMNS", "LINES")
    environment = {k: v for k, v in os.environ.items() if k not in sizes or (_SIZE.fullmatch(v) and int(v) > 0)}
    return Console(stderr=stderr, highlight=False, _environ=environment)


def check_apart(out: str | None, csv_file: str | None) -> None:
    """Refuse one file for two things."""
    if out is not None and csv_file is not None and Path(out).resolve() == Path(csv_file).resolve():
        raise InputError(f"--out and --csv were both given {shorten(out)!r}; allowed: two files.")


def print_json(document: Mapping[str, object]) -> None:
    """Print one JSON object on one line."""
    click.echo(json.dumps(document, allow_nan=False))


@contextmanager
def written(rows: Sequence[Row], csv_file: str | None) -> Iterator[None]:
    """Write rows as CSV in the end, if that is wanted, even if nobody reads any more what is printed before."""
    try:
        yield
    finally:
        if csv_file is not None:
            write_csv(rows, csv_file)


def write_csv(rows: Sequence[Row], path: str) -> None:
    """Write rows as CSV, whole or not at all.

    Raises
    ------
    InputError
        If the file cannot be written.
    """
    text = io.StringIO()
    writer = csv.DictWriter(text, columns_of(rows), lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    write_atomic(path, text.getvalue())


def columns_of(rows: Sequence[Row]) -> list[str]:
    """Return the columns of rows, in the order they first appear."""
    return list(dict.fromkeys(column for row in rows for column in row))


def print_table(rows: Sequence[Row], columns: Sequence[str] | None = None) -> None:
    """Print rows as a table; where it would be wider than the terminal, each row as a paragraph of its own."""
    console = terminal()
    filled = [c for c in columns or columns_of(rows) if any(row.get(c) not in (None, "") for row in rows)]
    table = _rich_table(rows, filled, boxed=console.is_terminal)
    if Measurement.get(console, console.options.update(max_width=10_000), table).maximum > console.width:
        click.echo("\n".join(_paragraph(row, filled, console.width) for row in rows))
        return
    with console.capture() as capture:
        console.print(table)
    click.echo("\n".join(line.rstrip() for line in capture.get().rstrip("\n").split("\n")))


def _rich_table(rows: Sequence[Row], columns: Sequence[str], *, boxed: bool) -> Table:
    table = Table(box=box.SIMPLE_HEAD if boxed else None, pad_edge=False)
    for column in columns:
        numbers = all(isinstance(row.get(column), int | float | None) for row in rows)
        table.add_column(Text(column.replace("_", " ")), justify="right" if numbers else "left")
    for row in rows:
        table.add_row(*(Text(cell(row.get(column))) for column in columns))
    return table


def _paragraph(row: Row, columns: Sequence[str], width: int) -> str:
    first, *others = [column for column in columns if row.get(column) not in (None, "")]
    pairs = [cell(row[first]), *(f"{column.replace('_', ' ')} {cell(row[column])}" for column in others)]
    unbroken = ", ".join(pair.replace(" ", NO_BREAK) for pair in pairs)
    return textwrap.fill(unbroken, width, subsequent_indent="    ", break_on_hyphens=False).replace(NO_BREAK, " ")


def cell(value: object) -> str:
    """Return a value as a table shows it.

    Examples
    --------
    >>> cell(3.14159), cell(123456), cell(None), cell(8.64e-06), cell(["2c", "3c"])
    ('3.1416', '123,456', '', '8.64e-06', '2c 3c')
    """
    match value:
        case None:
            return ""
        case bool():
            return "yes" if value else "no"
        case int():
            return f"{value:,}"
        case float():
            return f"{value:.3g}" if 0 < abs(value) < 0.001 else f"{value:,.4f}"
        case list() | tuple():
            return " ".join(cell(entry) for entry in value)
        case _:
            return str(value)
